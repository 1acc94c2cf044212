//! Generalising a loop: forget what a round changes, assume candidate facts, run a round, drop the facts that it does not keep, and
//! begin again until nothing falls. What is left holds whenever control comes to the head.

use crate::attempt::{Attempt, GiveUp};
use crate::candidates::Candidates;
use crate::cut::{Hole, LoopAt, Passed, cell_name, placeholder};
use crate::found::{Found, Item};
use crate::proof::Closed;
use machine::general::{Cell, targets};
use machine::path::Use;
use machine::{Console, ObjectId, State};
use solver::Answer;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Input, Sort, Substitution, Term};

/// Rounds until the set of changed cells and the facts must have settled.
const MOST_ROUNDS: u32 = 60;
/// Rounds that are looked at as they are, the states that go on to the next one, and the part of the work that is left for it.
const SAMPLE_ROUNDS: u32 = 16;
const SAMPLE_HEADS: usize = 2;
const SAMPLE_PART: u64 = 8;
/// Objects that one reference may be.
const MOST_TARGETS: usize = 8;

impl Attempt<'_, '_, '_> {
    /// `None` if the loop cannot be generalised in its present round.
    pub fn generalise(&mut self, item: &mut Item, at: LoopAt) -> Result<Option<Found>, GiveUp> {
        if self.explorer.pull(&mut item.state).is_err() {
            return Ok(None);
        }
        let mut references: BTreeMap<Cell, BTreeSet<ObjectId>> = BTreeMap::new();
        let mut cells: BTreeSet<Cell> = BTreeSet::new();
        let mut dropped: BTreeSet<Term> = BTreeSet::new();
        let samples = self.samples(item, at)?;
        for _ in 0..MOST_ROUNDS {
            let Some(holes) = self.holes(&item.state, &cells, &references) else { return Ok(None) };
            let mut facts = Candidates::new(self.explorer, &item.state, &holes, at).facts(self.memory);
            facts.retain(|fact| !dropped.contains(fact));
            for sample in &samples {
                self.drop_by_sample(sample, &holes, &mut facts);
            }
            let at_first = self.refuted(&item.state, &facts, &holes, |hole| Some(hole.before))?;
            for (fact, _) in facts.iter().zip(&at_first).filter(|(_, refuted)| **refuted) {
                dropped.insert(*fact);
            }
            facts.retain(|fact| !dropped.contains(fact));
            let Some(general) = self.general(&item.state, &holes, &facts) else { return Ok(None) };
            let passed = self.passed(item, &holes, at);
            let first = self.explorer.machine.fork(&general, Console::Muted);
            // Those of a round that is not the last one say nothing; those from before stay.
            let reasons = std::mem::take(&mut self.explorer.stats.reasons);
            let found = self.explore(vec![Item::new(first, true, passed)], Some(at))?;
            let inside = std::mem::replace(&mut self.explorer.stats.reasons, reasons);
            let round = self.look_back(&general, &found, &holes, &facts, &mut cells, &mut references, &mut dropped)?;
            match round {
                Round::Changed => continue,
                Round::Impossible => return Ok(None),
                Round::Stable => {
                    let mut found = found;
                    for (reason, count) in inside {
                        *found.reasons.entry(reason).or_default() += count;
                    }
                    let back = std::mem::take(&mut found.back);
                    back.iter().for_each(|back| found.note(&back.state));
                    let closed = Closed::new(self.explorer, &item.state, &holes, &facts);
                    self.loops.insert(at.key(), closed);
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// States of the next rounds as they are, if that does not take long: what fails in one of them is no fact of the loop.
    fn samples(&mut self, item: &Item, at: LoopAt) -> Result<Vec<State>, GiveUp> {
        let reasons = std::mem::take(&mut self.explorer.stats.reasons);
        let (closed, whole) = (std::mem::take(&mut self.loops), self.allow_part(SAMPLE_PART));
        let mut samples: Vec<State> = Vec::new();
        let mut heads = vec![self.explorer.machine.fork(&item.state, Console::Muted)];
        for _ in 0..SAMPLE_ROUNDS {
            let begin = heads.drain(..).map(|state| Item::new(state, true, item.passed.clone())).collect();
            let Ok(found) = self.explore(begin, Some(at)) else { break };
            for back in &found.back {
                samples.push(self.explorer.machine.fork(&back.state, Console::Muted));
            }
            let most = found.back.len().saturating_sub(SAMPLE_HEADS);
            heads.extend(found.back.into_iter().skip(most).map(|back| back.state));
            if heads.is_empty() {
                break;
            }
        }
        self.allow(whole);
        self.loops = closed;
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
        let terms = &self.explorer.machine.world.terms;
        facts.retain(|&fact| terms.holds(fact, &values));
    }

    fn holes(
        &mut self,
        state: &State,
        cells: &BTreeSet<Cell>,
        references: &BTreeMap<Cell, BTreeSet<ObjectId>>,
    ) -> Option<Vec<Hole>> {
        let machine = &mut self.explorer.machine;
        let mut holes = Vec::with_capacity(cells.len());
        let locals = state.top().locals;
        for &cell in cells {
            let before = machine.read_cell(state, cell)?;
            let terms = &mut machine.world.terms;
            let sort = terms.sort(before);
            let name = format!("~{}.{}", state.path.made, cell_name(cell, locals));
            let (input, after, objects) = if sort == Sort::Ref {
                let objects: Vec<ObjectId> = references.get(&cell)?.iter().copied().collect();
                let choice = terms.input(&format!("{name}r"), Sort::Bv(32));
                let mut after = terms.reference(objects.first()?.0);
                for (index, object) in objects.iter().enumerate().skip(1) {
                    let index = terms.int(index as i32);
                    let this = terms.eq(choice, index);
                    let object = terms.reference(object.0);
                    after = terms.ite(this, object, after);
                }
                (terms.as_input(choice)?, after, objects)
            } else {
                let fresh = terms.input(&format!("{name}{}", sort_name(sort)), sort);
                (terms.as_input(fresh)?, fresh, Vec::new())
            };
            holes.push(Hole { cell, before, input, after, targets: objects });
        }
        Some(holes)
    }

    /// The state with its cells forgotten up to the facts. Its witness has what was there before.
    fn general(&mut self, state: &State, holes: &[Hole], facts: &[Term]) -> Option<State> {
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
            general.path.assume(&machine.world.terms, fact);
        }
        Some(general)
    }

    fn passed(&mut self, item: &Item, holes: &[Hole], at: LoopAt) -> Rc<Vec<Rc<Passed>>> {
        let state = &item.state;
        let terms = &mut self.explorer.machine.world.terms;
        let mut inputs: BTreeSet<Input> = state.path.asked.iter().map(|asked| asked.input).collect();
        for &conjunct in state.path.conjuncts.iter() {
            inputs.extend(terms.inputs_of(conjunct).iter());
        }
        let locals = state.top().locals;
        let holes = holes.iter().map(|hole| (hole.input, placeholder(terms, at.key(), hole, locals))).collect();
        let conjuncts = state.path.conjuncts.len();
        let mut all = (*item.passed).clone();
        all.push(Rc::new(Passed { key: at.key(), conjuncts, inputs, holes }));
        Rc::new(all)
    }

    /// Which facts may fail if each hole is what `value` says.
    fn refuted(
        &mut self,
        state: &State,
        facts: &[Term],
        holes: &[Hole],
        value: impl Fn(&Hole) -> Option<Term>,
    ) -> Result<Vec<bool>, GiveUp> {
        let values: Option<Vec<(Input, Term)>> = holes
            .iter()
            .filter(|hole| hole.targets.is_empty())
            .map(|hole| value(hole).map(|value| (hole.input, value)))
            .collect();
        let Some(values) = values else { return Ok(vec![true; facts.len()]) };
        let mut substitution = Substitution::of_terms(values);
        let terms = &mut self.explorer.machine.world.terms;
        let claims: Vec<Term> = facts.iter().map(|&fact| substitution.of(terms, fact)).collect();
        let mut refuted = vec![false; facts.len()];
        loop {
            let terms = &mut self.explorer.machine.world.terms;
            let alive: Vec<usize> = (0..claims.len()).filter(|&at| !refuted[at]).collect();
            let all = terms.all(alive.iter().map(|&at| claims[at]));
            let counter = terms.not(all);
            match self.ask(state, counter)? {
                Answer::Unsat => return Ok(refuted),
                Answer::Sat(witness) => {
                    let terms = &self.explorer.machine.world.terms;
                    let fallen: Vec<usize> =
                        alive.iter().copied().filter(|&at| !terms.holds(claims[at], &witness)).collect();
                    if fallen.is_empty() {
                        alive.iter().for_each(|&at| refuted[at] = true);
                        return Ok(refuted);
                    }
                    fallen.into_iter().for_each(|at| refuted[at] = true);
                }
                Answer::Unknown(_) if alive.len() == 1 => {
                    refuted[alive[0]] = true;
                    return Ok(refuted);
                }
                Answer::Unknown(_) => {
                    for at in alive {
                        let counter = self.explorer.machine.world.terms.not(claims[at]);
                        refuted[at] = self.ask(state, counter)? != Answer::Unsat;
                    }
                    return Ok(refuted);
                }
            }
        }
    }

    /// Can a condition hold in a state?
    pub fn ask(&mut self, state: &State, condition: Term) -> Result<Answer, GiveUp> {
        self.check_work()?;
        if self.explorer.machine.world.terms.as_const(condition).and_then(|constant| constant.truth()) == Some(false) {
            return Ok(Answer::Unsat);
        }
        let mut conjuncts = state.path.conjuncts.to_vec();
        conjuncts.push(condition);
        Ok(self.explorer.ask(&conjuncts, state))
    }

    /// Compares all states that came back with the general one.
    #[allow(clippy::too_many_arguments)]
    fn look_back(
        &mut self,
        general: &State,
        found: &Found,
        holes: &[Hole],
        facts: &[Term],
        cells: &mut BTreeSet<Cell>,
        references: &mut BTreeMap<Cell, BTreeSet<ObjectId>>,
        dropped: &mut BTreeSet<Term>,
    ) -> Result<Round, GiveUp> {
        let mut round = Round::Stable;
        for back in &found.back {
            let Ok(changed) = self.explorer.machine.changed(general, &back.state) else { return Ok(Round::Impossible) };
            for cell in changed {
                let machine = &mut self.explorer.machine;
                let (Some(before), Some(after)) =
                    (machine.read_cell(general, cell), machine.read_cell(&back.state, cell))
                else {
                    return Ok(Round::Impossible);
                };
                let is_reference = machine.world.terms.sort(after) == Sort::Ref;
                if cells.insert(cell) {
                    round = Round::Changed;
                }
                if is_reference {
                    let terms = &machine.world.terms;
                    let (Some(mut objects), Some(others)) = (targets(terms, before), targets(terms, after)) else {
                        return Ok(Round::Impossible);
                    };
                    objects.extend(others);
                    let known = references.entry(cell).or_default();
                    for object in objects {
                        if !object.is_null() && machine.is_made_since(general, object) {
                            return Ok(Round::Impossible);
                        }
                        if known.insert(object) {
                            round = Round::Changed;
                        }
                    }
                    if known.len() > MOST_TARGETS {
                        return Ok(Round::Impossible);
                    }
                }
            }
        }
        if round == Round::Changed {
            return Ok(round);
        }
        for back in &found.back {
            let alive: Vec<Term> = facts.iter().copied().filter(|fact| !dropped.contains(fact)).collect();
            let mut values = BTreeMap::new();
            for hole in holes {
                values.extend(self.explorer.machine.read_cell(&back.state, hole.cell).map(|term| (hole.cell, term)));
            }
            let refuted = self.refuted(&back.state, &alive, holes, |hole| values.get(&hole.cell).copied())?;
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    Stable,
    /// More cells are forgotten, or fewer facts assumed.
    Changed,
    Impossible,
}

fn sort_name(sort: Sort) -> &'static str {
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
