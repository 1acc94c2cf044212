//! What a proof consists of: where states were cut on their way, and with which facts. Enough to check it again without looking for
//! anything.

use crate::contract::Exit;
use crate::cut::{Hole, Key};
use machine::general::{Cell, Crowd};
use machine::{Machine, ObjectId, State};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Sort, Term, Terms};

/// Where a state was cut: the same for the same way through the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    trail: u64,
    /// Instructions, without those that had to wait for an answer.
    executed: u64,
    frames: usize,
    pub key: Key,
}

impl Arrival {
    pub fn of(state: &State, key: Key) -> Arrival {
        Arrival {
            trail: state.path.trail.fingerprint(),
            executed: state.executed - state.repeated,
            frames: state.frames.len(),
            key,
        }
    }
}

/// What was done with a state at a head.
#[derive(Clone, Debug)]
pub enum Cut {
    /// It went on.
    Kept,
    /// It was the state that had arrived there.
    Covered(Arrival),
    /// The loop was generalised; `inside` is what was cut in its body.
    Loop { holes: Vec<Hole>, facts: Vec<Term>, crowd: Option<Rc<Crowd>>, inside: Rc<Certificate> },
    /// The call was generalised.
    Call {
        entry: Vec<Hole>,
        exits: Vec<Exit>,
        before: Vec<Term>,
        after: Vec<Term>,
        crowd: Option<Rc<Crowd>>,
        inside: Rc<Certificate>,
    },
}

impl Cut {
    /// The same with other numbers of objects.
    fn rename(&self, new: &mut impl FnMut(ObjectId) -> Option<ObjectId>) -> Option<Cut> {
        let mut cut = self.clone();
        match &mut cut {
            Cut::Kept | Cut::Covered(_) => {}
            Cut::Loop { holes, crowd, .. } => {
                rename_holes(holes, new)?;
                rename_crowd(crowd, new)?;
            }
            Cut::Call { entry, exits, crowd, .. } => {
                rename_holes(entry, new)?;
                rename_crowd(crowd, new)?;
                for exit in exits {
                    exit.cell = match exit.cell {
                        Some(cell) => Some(rename_cell(cell, new)?),
                        None => None,
                    };
                    exit.targets = renamed(&exit.targets, new)?;
                    if let Some(reach) = &mut exit.reach {
                        reach.objects = renamed(reach.objects.iter(), new)?;
                    }
                }
            }
        }
        Some(cut)
    }
}

fn renamed<A: FromIterator<ObjectId>>(
    objects: impl IntoIterator<Item = impl std::borrow::Borrow<ObjectId>>,
    new: &mut impl FnMut(ObjectId) -> Option<ObjectId>,
) -> Option<A> {
    objects.into_iter().map(|id| if id.borrow().is_null() { Some(*id.borrow()) } else { new(*id.borrow()) }).collect()
}

fn rename_cell(cell: Cell, new: &mut impl FnMut(ObjectId) -> Option<ObjectId>) -> Option<Cell> {
    Some(match cell {
        Cell::Slot(at) => Cell::Slot(at),
        Cell::Field(id, slot) => Cell::Field(new(id)?, slot),
        Cell::Element(id, at) => Cell::Element(new(id)?, at),
        Cell::Contents(id) => Cell::Contents(new(id)?),
    })
}

fn rename_holes(holes: &mut [Hole], new: &mut impl FnMut(ObjectId) -> Option<ObjectId>) -> Option<()> {
    for hole in holes {
        hole.cell = rename_cell(hole.cell, new)?;
        hole.targets = renamed(&hole.targets, new)?;
        if let Some(reach) = &mut hole.reach {
            reach.objects = renamed(reach.objects.iter(), new)?;
        }
    }
    Some(())
}

fn rename_crowd(crowd: &mut Option<Rc<Crowd>>, new: &mut impl FnMut(ObjectId) -> Option<ObjectId>) -> Option<()> {
    let Some(crowd) = crowd else { return Some(()) };
    let crowd = Rc::make_mut(crowd);
    crowd.absorbed = renamed(crowd.absorbed.iter(), new)?;
    for objects in crowd.classes.values_mut().flat_map(|member| member.objects.values_mut()) {
        *objects = renamed(objects.iter(), new)?;
    }
    Some(())
}

#[derive(Clone, Debug, Default)]
pub struct Certificate {
    pub cuts: BTreeMap<Arrival, Cut>,
    /// Objects that a cut speaks of, by their place in the census of the state that arrived: they have other numbers whenever the program
    /// is explored again.
    places: BTreeMap<Arrival, BTreeMap<ObjectId, usize>>,
}

/// What is made wrong in a proof, to see that the check refuses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    /// A fact that holds at first, and that a round or a call does not keep.
    Fact,
    /// Something that differs is not forgotten, or a state is covered by another one.
    Closure,
}

impl Certificate {
    /// What was done with a state that had come to a head.
    pub fn note(&mut self, machine: &Machine, state: &State, key: Key, cut: Cut) {
        let arrival = Arrival::of(state, key);
        let mut spoken_of = BTreeSet::new();
        cut.rename(&mut |id| {
            spoken_of.insert(id);
            Some(id)
        });
        if !spoken_of.is_empty() {
            let census = machine.census(state).into_iter().enumerate();
            let places = census.filter(|(_, id)| spoken_of.contains(id)).map(|(at, id)| (id, at)).collect();
            self.places.insert(arrival, places);
        }
        self.cuts.insert(arrival, cut);
    }

    /// The cut of a state, with the numbers that its objects have. `None` if one is not there.
    pub fn cut(&self, machine: &Machine, state: &State, key: Key) -> Option<Option<Cut>> {
        let arrival = Arrival::of(state, key);
        let cut = self.cuts.get(&arrival)?;
        let Some(places) = self.places.get(&arrival) else { return Some(Some(cut.clone())) };
        let census = machine.census(state);
        // Those that all states have are in no census.
        Some(cut.rename(&mut |id| match places.get(&id) {
            Some(&at) => census.get(at).copied(),
            None => Some(id),
        }))
    }

    /// Makes its first cut wrong.
    pub fn spoil(&mut self, terms: &mut Terms, plant: Plant) {
        let kept: Vec<Arrival> =
            self.cuts.iter().filter(|(_, cut)| matches!(cut, Cut::Kept)).map(|(at, _)| *at).collect();
        if let (Plant::Closure, [first, .., last]) = (plant, &kept[..]) {
            self.cuts.insert(*last, Cut::Covered(*first));
            return;
        }
        for cut in self.cuts.values_mut() {
            let (holes, facts) = match cut {
                Cut::Loop { holes, facts, .. } => (holes, facts),
                Cut::Call { entry, before, .. } => (entry, before),
                Cut::Kept | Cut::Covered(_) => continue,
            };
            match plant {
                Plant::Closure => _ = holes.pop(),
                Plant::Fact => {
                    let plain = holes.iter().find(|hole| matches!(terms.sort(hole.before), Sort::Bv(_)));
                    let Some(hole) = plain else { continue };
                    let input = terms.input_term(hole.input);
                    facts.push(terms.eq(input, hole.before));
                }
            }
            return;
        }
    }
}
