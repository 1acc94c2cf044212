//! What a proof consists of: where states were cut on their way, and with which facts. Enough to check it again without looking for
//! anything.

use crate::contract::Exit;
use crate::cut::{Hole, Key};
use machine::State;
use std::collections::BTreeMap;
use term::{Sort, Term, Terms};

/// Where a state was cut: the same for the same way through the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Arrival {
    trail: u64,
    executed: u64,
    frames: usize,
    pub key: Key,
}

impl Arrival {
    pub fn of(state: &State, key: Key) -> Arrival {
        Arrival { trail: state.path.trail.fingerprint(), executed: state.executed, frames: state.frames.len(), key }
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
    Loop { holes: Vec<Hole>, facts: Vec<Term>, inside: Certificate },
    /// The call was generalised.
    Call { entry: Vec<Hole>, exits: Vec<Exit>, before: Vec<Term>, after: Vec<Term>, inside: Certificate },
}

#[derive(Clone, Debug, Default)]
pub struct Certificate {
    pub cuts: BTreeMap<Arrival, Cut>,
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
