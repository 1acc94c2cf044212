//! Generalising a loop: forget what a round changes, assume candidate facts, run a round, drop the facts that it does not keep, and
//! begin again until nothing falls. What is left holds whenever control comes to the head.

use crate::attempt::{Attempt, GiveUp, Mode};
use crate::candidates::Candidates;
use crate::certificate::Cut;
use crate::contract::choice;
use crate::cut::{CellOf, Hole, Key, LoopAt, Passed, cell_name};
use crate::elements;
use crate::found::{Found, Item};
use crate::proof::Closed;
use machine::general::{Cell, Crowd, Reach, targets};
use machine::path::Use;
use machine::{Console, ObjectId, State};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Sort, Term};

/// Rounds until the set of changed cells and the facts must have settled.
pub const MOST_ROUNDS: u32 = 60;
/// Rounds that are looked at as they are, the states that go on to the next one, and the part of the work that is left for it.
const SAMPLE_ROUNDS: u32 = 16;
const SAMPLE_HEADS: usize = 2;
const SAMPLE_PART: u64 = 8;
/// Elements of an array that a fact about all of them is tried on.
const SAMPLE_ELEMENTS: u64 = 6;
/// Objects that one reference may be.
const MOST_TARGETS: usize = 8;

impl Attempt<'_, '_, '_> {
    /// `None` if the loop cannot be generalised in its present round.
    pub fn generalise(&mut self, item: &mut Item, at: LoopAt) -> Result<Option<Found>, GiveUp> {
        if self.explorer.pull(&mut item.state).is_err() {
            return Ok(None);
        }
        let mut forgotten = self.forgotten_before(&item.state, at.key());
        let scope = (self.scope, at.key(), item.state.path.made);
        let known = self.fallen.get(&scope).cloned();
        let guesses = self.mode == Mode::General;
        let samples = if guesses && known.is_none() { self.samples(item, at)? } else { Vec::new() };
        let mut dropped: BTreeSet<Term> = known.unwrap_or_default();
        self.scopes += 1;
        let outer = std::mem::replace(&mut self.scope, self.scopes);
        let generalised = self.rounds(item, at, &mut forgotten, &mut dropped, &samples);
        self.scope = outer;
        self.fallen.insert(scope, dropped);
        generalised
    }

    /// Rounds of the loop until nothing falls any more.
    fn rounds(
        &mut self,
        item: &Item,
        at: LoopAt,
        forgotten: &mut Forgotten,
        dropped: &mut BTreeSet<Term>,
        samples: &[State],
    ) -> Result<Option<Found>, GiveUp> {
        let guesses = self.mode == Mode::General;
        for _ in 0..MOST_ROUNDS {
            let Some(holes) = self.holes(&item.state, forgotten) else { return Ok(None) };
            let mut facts = match guesses {
                true => Candidates::new(self.explorer, &item.state, &holes, at).facts(self.memory),
                false => Vec::new(),
            };
            facts.retain(|fact| !dropped.contains(fact));
            for sample in samples {
                self.drop_by_sample(sample, &holes, &mut facts);
            }
            let values = holes.iter().filter(|hole| hole.targets.is_empty()).map(|hole| (hole.input, hole.before));
            let at_first = self.refuted(&item.state, &facts, values.collect())?;
            for (fact, _) in facts.iter().zip(&at_first).filter(|(_, refuted)| **refuted) {
                dropped.insert(*fact);
            }
            facts.retain(|fact| !dropped.contains(fact));
            let Some(crowd) = self.crowd(&item.state, forgotten, dropped)? else { return Ok(None) };
            let assumed = self.strongest(&facts);
            let Some(mut general) = self.general(&item.state, &holes, &assumed) else { return Ok(None) };
            let reaches = holes.iter().filter_map(|hole| hole.reach.as_ref());
            if !self.join_crowd(&mut general, crowd.clone(), reaches)? {
                return Ok(None);
            }
            let passed = self.passed(item, &general, &holes, at);
            let first = self.explorer.machine.fork(&general, Console::Muted);
            // Those of a round that is not the last one say nothing; those from before stay.
            let reasons = std::mem::take(&mut self.explorer.stats.reasons);
            let log = std::mem::take(&mut self.log);
            let found = self.explore(vec![Item::new(first, true, passed)], Some(at))?;
            let log = std::mem::replace(&mut self.log, log);
            let inside = std::mem::replace(&mut self.explorer.stats.reasons, reasons);
            match self.look_back(&general, &found, &holes, &facts, forgotten, dropped)? {
                Round::Changed => continue,
                Round::Impossible => return Ok(None),
                Round::Stable => {
                    let mut found = found;
                    for (reason, count) in inside {
                        *found.reasons.entry(reason).or_default() += count;
                    }
                    let back = std::mem::take(&mut found.back);
                    back.iter().for_each(|back| found.note(&back.state));
                    let mut closed = Closed::new(self.explorer, &item.state, &holes, &facts);
                    closed.crowd = crowd.clone();
                    closed.ends = self.ends(&back, &holes)? && self.loops.get(&at.key()).is_none_or(|last| last.ends);
                    self.loops.insert(at.key(), closed);
                    self.remember(&item.state, at.key(), forgotten);
                    let cut = Cut::Loop { holes, facts: assumed, crowd, inside: Rc::new(log) };
                    self.log.note(self.explorer.machine, &item.state, at.key(), cut);
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// The numbers that were forgotten when the loop was generalised before: rounds change them again.
    fn forgotten_before(&mut self, state: &State, key: Key) -> Forgotten {
        let mut forgotten = Forgotten::default();
        if !self.remembers() {
            return forgotten;
        }
        for &cell in self.memory.cut.get(&key).into_iter().flatten() {
            let Some(cell) = cell.in_frame(state) else { continue };
            let machine = &mut self.explorer.machine;
            let value = machine.read_cell(state, cell);
            if value.is_some_and(|value| machine.world.terms.sort(value) != Sort::Ref) {
                forgotten.cells.insert(cell);
            }
        }
        forgotten
    }

    /// Behind its first rounds a loop may change less, and without guesses all depends on that.
    fn remembers(&self) -> bool {
        self.eager || self.mode == Mode::General
    }

    fn remember(&mut self, state: &State, key: Key, forgotten: &Forgotten) {
        if !self.remembers() {
            return;
        }
        let cells = forgotten.cells.iter().filter(|cell| !forgotten.references.contains_key(cell));
        self.memory.cut.insert(key, cells.filter_map(|&cell| CellOf::new(state, cell)).collect());
    }

    /// States of the next rounds as they are, if that does not take long: what fails in one of them is no fact of the loop.
    fn samples(&mut self, item: &Item, at: LoopAt) -> Result<Vec<State>, GiveUp> {
        let reasons = std::mem::take(&mut self.explorer.stats.reasons);
        let (closed, whole) = (std::mem::take(&mut self.loops), self.allow_part(SAMPLE_PART));
        let log = std::mem::take(&mut self.log);
        let sampling = std::mem::replace(&mut self.sampling, true);
        let mut samples: Vec<State> = Vec::new();
        let mut heads = vec![self.explorer.machine.fork(&item.state, Console::Muted)];
        for _ in 0..SAMPLE_ROUNDS {
            let begin = heads.drain(..).map(|state| Item::new(state, true, item.passed.clone())).collect();
            let found = match self.explore(begin, Some(at)) {
                Ok(found) => found,
                Err(GiveUp::Again) => {
                    self.sampling = sampling;
                    return Err(GiveUp::Again);
                }
                Err(GiveUp::Work | GiveUp::Loop) => break,
            };
            for back in &found.back {
                samples.push(self.explorer.machine.fork(&back.state, Console::Muted));
            }
            let most = found.back.len().saturating_sub(SAMPLE_HEADS);
            heads.extend(found.back.into_iter().skip(most).map(|back| back.state));
            if heads.is_empty() {
                break;
            }
        }
        self.sampling = sampling;
        self.allow(whole);
        self.loops = closed;
        self.log = log;
        self.explorer.stats.reasons = reasons;
        self.check_work()?;
        Ok(samples)
    }

    fn drop_by_sample(&mut self, sample: &State, holes: &[Hole], facts: &mut Vec<Term>) {
        let witness = sample.path.witness(Use::Search);
        let mut values = witness.clone();
        for hole in holes.iter().filter(|hole| hole.targets.is_empty()) {
            let Some(term) = self.explorer.machine.read_cell(sample, hole.cell) else { return };
            values.set(hole.input, self.explorer.machine.world.terms.eval(term, witness));
        }
        let terms = &mut self.explorer.machine.world.terms;
        let every = elements::every_input(terms);
        facts.retain(|&fact| match elements::is_for_all(terms, fact) {
            false => terms.holds(fact, &values),
            true => (0..SAMPLE_ELEMENTS).all(|at| {
                values.set(every, term::Const::scalar(Sort::Bv(32), at));
                terms.holds(fact, &values)
            }),
        });
    }

    pub fn holes(&mut self, state: &State, forgotten: &Forgotten) -> Option<Vec<Hole>> {
        let machine = &mut self.explorer.machine;
        let mut holes = Vec::with_capacity(forgotten.cells.len());
        let locals = state.top().locals;
        for &cell in &forgotten.cells {
            let before = machine.read_cell(state, cell)?;
            let (of, reach) = (CellOf::new(state, cell), forgotten.reaches.get(&cell).cloned());
            let terms = &mut machine.world.terms;
            let sort = terms.sort(before);
            let name = format!("~{}.{}", state.path.made, cell_name(cell, locals));
            let (input, after, objects) = if let Some(reach) = &reach {
                let reference = machine.reference_into_crowd(&name, reach);
                (machine.world.terms.as_input(reference)?, reference, Vec::new())
            } else if let Some(&nullable) = forgotten.any.get(&cell) {
                let mut scratch = machine.fork(state, Console::Muted);
                let any = machine.any_reference(&mut scratch, cell, &name, nullable).ok()?;
                (machine.world.terms.as_input(any)?, any, Vec::new())
            } else if sort == Sort::Ref {
                let objects: Vec<ObjectId> = forgotten.references.get(&cell)?.iter().copied().collect();
                let number = terms.input(&format!("{name}r"), Sort::Bv(32));
                (terms.as_input(number)?, choice(terms, number, &objects), objects)
            } else {
                let fresh = terms.input(&format!("{name}{}", sort_name(sort)), sort);
                (terms.as_input(fresh)?, fresh, Vec::new())
            };
            holes.push(Hole { cell, before, input, after, targets: objects, of, reach });
        }
        Some(holes)
    }

    /// The state with its cells forgotten up to the facts. Its witness has what was there before.
    pub fn general(&mut self, state: &State, holes: &[Hole], facts: &[Term]) -> Option<State> {
        let machine = &mut self.explorer.machine;
        let mut general = machine.fork(state, Console::Muted);
        general.path.made += 1;
        general.path.loose = Some("a loop was generalised");
        for hole in holes {
            let value = machine.world.terms.eval(hole.before, general.path.witness(Use::Search));
            let value = if hole.targets.is_empty() {
                value
            } else {
                let at = hole.targets.iter().position(|object| u64::from(object.0) == value.bits())?;
                term::Const::scalar(Sort::Bv(32), at as u64)
            };
            general.path.witness_mut().set(hole.input, value);
            machine.write_cell(&mut general, hole.cell, hole.after).ok()?;
        }
        for &fact in facts {
            elements::assume(machine, &mut general, fact);
        }
        Some(general)
    }

    pub fn passed(&mut self, item: &Item, general: &State, holes: &[Hole], at: LoopAt) -> Rc<Vec<Rc<Passed>>> {
        let state = &item.state;
        let inputs = self.settled_inputs(state);
        let terms = &mut self.explorer.machine.world.terms;
        let locals = state.top().locals;
        let holes = holes.iter().map(|hole| (hole.input, hole.placeholder(terms, at.key(), locals))).collect();
        let conjuncts = general.path.conjuncts.len();
        let mut all = (*item.passed).clone();
        all.push(Rc::new(Passed { key: at.key(), conjuncts, inputs, holes }));
        Rc::new(all)
    }

    /// A cell may be something else from now on, as in the later state.
    pub fn forget(
        &mut self,
        general: &State,
        later: &State,
        cell: Cell,
        after: Option<Term>,
        forgotten: &mut Forgotten,
    ) -> Round {
        if matches!(cell, Cell::Field(id, _) if forgotten.crowd.absorbed.contains(id)) {
            return Round::Stable;
        }
        let machine = &mut self.explorer.machine;
        let (Some(before), Some(after)) = (machine.read_cell(general, cell), after) else { return Round::Impossible };
        let mut round = if forgotten.cells.insert(cell) { Round::Changed } else { Round::Stable };
        let terms = &machine.world.terms;
        if terms.sort(after) == Sort::Ref {
            if forgotten.reaches.contains_key(&cell) {
                return round.and(self.forget_made((general, later), cell, [before, after], forgotten));
            }
            let (Some(mut objects), Some(others)) = (targets(terms, before), targets(terms, after)) else {
                return self.forget_other((general, later), cell, [before, after], forgotten);
            };
            objects.extend(others);
            let known = forgotten.references.entry(cell).or_default();
            for object in objects {
                if !object.is_null() && machine.is_made_since(general, object) {
                    return self.forget_other((general, later), cell, [before, after], forgotten);
                }
                if known.insert(object) {
                    round = Round::Changed;
                }
            }
            if known.len() > MOST_TARGETS {
                return Round::Impossible;
            }
        }
        round
    }

    /// A reference that is none of the objects that there are at the head.
    fn forget_other(
        &mut self,
        (general, later): (&State, &State),
        cell: Cell,
        seen: [Term; 2],
        forgotten: &mut Forgotten,
    ) -> Round {
        match later.path.shapes.is_used() && later.path.proof.crowd.is_none() {
            true => self.forget_given(later, cell, seen, forgotten),
            false => self.forget_made((general, later), cell, seen, forgotten),
        }
    }

    /// A reference of the heap that was given: it may be any object of that heap, and null if it was seen to be.
    fn forget_given(&mut self, later: &State, cell: Cell, seen: [Term; 2], forgotten: &mut Forgotten) -> Round {
        let machine = &mut self.explorer.machine;
        let mut nullable = forgotten.any.get(&cell).is_some_and(|nullable| *nullable);
        for reference in seen {
            let value = machine.value_of(reference);
            if !machine.is_of_heap_before(later, value) {
                return Round::Impossible;
            }
            nullable |= machine.may_be_null(later, reference);
        }
        if forgotten.any.insert(cell, nullable) == Some(nullable) { Round::Stable } else { Round::Changed }
    }

    /// Compares all states that came back with the general one.
    fn look_back(
        &mut self,
        general: &State,
        found: &Found,
        holes: &[Hole],
        facts: &[Term],
        forgotten: &mut Forgotten,
        dropped: &mut BTreeSet<Term>,
    ) -> Result<Round, GiveUp> {
        let mut round = Round::Stable;
        for back in &found.back {
            let Ok(changed) = self.explorer.machine.changed_in_round(general, &back.state) else {
                return Ok(Round::Impossible);
            };
            for cell in changed {
                let after = self.explorer.machine.read_cell(&back.state, cell);
                round = round.and(self.forget(general, &back.state, cell, after, forgotten));
            }
        }
        for back in &found.back {
            let Some(values) = self.reached(&back.state, forgotten) else { return Ok(Round::Impossible) };
            round = round.and(self.grow_crowd(general, &back.state, &values, forgotten));
        }
        if round != Round::Stable {
            return Ok(round);
        }
        for back in &found.back {
            let values = self.reached(&back.state, forgotten).ok_or(GiveUp::Loop)?;
            round = round.and(self.drop_of_crowd(general, &back.state, &values, dropped)?);
            let alive: Vec<Term> = facts.iter().copied().filter(|fact| !dropped.contains(fact)).collect();
            let mut values = Vec::new();
            for hole in holes.iter().filter(|hole| hole.targets.is_empty()) {
                let value = self.explorer.machine.read_cell(&back.state, hole.cell).ok_or(GiveUp::Loop)?;
                values.push((hole.input, value));
            }
            let refuted = self.refuted(&back.state, &alive, values)?;
            for (fact, refuted) in alive.into_iter().zip(refuted) {
                if refuted {
                    dropped.insert(fact);
                    round = Round::Changed;
                }
            }
        }
        Ok(round)
    }
}

/// Cells that a round changes, and the objects that those of them that are references may be.
#[derive(Default)]
pub struct Forgotten {
    pub cells: BTreeSet<Cell>,
    pub references: BTreeMap<Cell, BTreeSet<ObjectId>>,
    /// References that may be any object of the heap that was given, and whether they may be null.
    pub any: BTreeMap<Cell, bool>,
    /// References that may be objects which rounds made.
    pub reaches: BTreeMap<Cell, Reach>,
    /// Those objects, without facts.
    pub crowd: Crowd,
}

impl Forgotten {
    /// An object is one of those that rounds make: its cells are forgotten together.
    pub fn absorb(&mut self, object: ObjectId) {
        let is_of = |cell: &Cell| matches!(cell, Cell::Field(id, _) if *id == object);
        self.cells.retain(|cell| !is_of(cell));
        self.references.retain(|cell, _| !is_of(cell));
        self.any.retain(|cell, _| !is_of(cell));
        self.reaches.retain(|cell, _| !is_of(cell));
        self.crowd.absorbed.insert(object);
    }
}

/// What a round said, the worst last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Round {
    Stable,
    /// More cells are forgotten, or fewer facts assumed.
    Changed,
    Impossible,
}

impl Round {
    pub fn and(self, other: Round) -> Round {
        self.max(other)
    }
}

pub fn sort_name(sort: Sort) -> &'static str {
    match sort {
        Sort::Bool => "z",
        Sort::Bv(32) => "i",
        Sort::Bv(_) => "l",
        Sort::Float32 => "f",
        Sort::Float64 => "d",
        Sort::Array(term::Element::Bv(1)) => "az",
        Sort::Array(term::Element::Bv(8)) => "ab",
        Sort::Array(term::Element::Bv(16)) => "as",
        Sort::Array(term::Element::Bv(32)) => "ai",
        Sort::Array(term::Element::Bv(_)) => "al",
        Sort::Array(term::Element::Float32) => "af",
        Sort::Array(term::Element::Float64) => "ad",
        Sort::Array(term::Element::Ref) => "ar",
        Sort::Ref => "r",
    }
}
