//! Establishing a contract: forget what differs between calls, assume candidate facts, look at the body once, drop the facts that it
//! does not keep, and begin again until nothing falls.

use crate::attempt::{Attempt, GiveUp, Mode};
use crate::candidates::Candidates;
use crate::certificate::{Certificate, Cut};
use crate::contract::{Contract, Exit, has_returned, parameter_slots, reached};
use crate::cut::{Hole, LoopAt};
use crate::found::{Found, Item};
use crate::houdini::{Forgotten, MOST_ROUNDS, Round, sort_name};
use crate::overflow::survives_overflow;
use crate::proof::Closed;
use crate::samples::Samples;
use crate::templates::Templates;
use bytecode::{Prim, Type};
use machine::general::{Cell, Reach, targets};
use machine::{Console, MethodId, ObjectId, State, Value};
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Input, Sort, Term};

/// What guesses are made from.
struct Guesses<'g> {
    at: LoopAt,
    entry: &'g [Hole],
    exits: &'g [Exit],
    guards: &'g BTreeSet<Term>,
    dropped: &'g BTreeSet<Term>,
}

/// What calls answer, if that is a reference.
#[derive(Default)]
struct Results {
    objects: BTreeSet<ObjectId>,
    /// Set if calls answer objects that they made.
    reach: Option<Reach>,
}

/// What one look at the body found out, beside what is forgotten.
struct Looked {
    found: Found,
    /// States right behind the call.
    returned: Vec<State>,
    contract: Contract,
    /// What was cut in the body.
    log: Certificate,
}

impl Attempt<'_, '_, '_> {
    /// The contract, and what happens in calls that keep it. `None` if there is none for the call at hand.
    pub fn establish(&mut self, item: &mut Item) -> Result<Option<(Contract, Found)>, GiveUp> {
        let method = item.state.top().method;
        let at = LoopAt::call(method, item.state.frames.len() as u32);
        let mut forgotten = Forgotten::default();
        let mut results = Results::default();
        let mut dropped: BTreeSet<Term> = BTreeSet::new();
        let mut guards: BTreeSet<Term> = BTreeSet::new();
        let mut samples: Option<Samples> = None;
        for _ in 0..MOST_ROUNDS {
            // What a call leaves in a field is one of the objects that were seen there.
            if forgotten.any.keys().any(|cell| !matches!(cell, Cell::Slot(_))) {
                return Ok(None);
            }
            let Some(entry) = self.holes(&item.state, &forgotten) else { return Ok(None) };
            let exits = self.exits(&item.state, method, &entry, &forgotten, &results);
            let (mut before, after) = match self.mode {
                Mode::General => {
                    if samples.as_ref().is_none_or(|samples| !samples.are_of(&entry, &exits)) {
                        samples = Some(self.sample_calls(&item.state, &entry, &exits)?);
                    }
                    let samples = samples.as_ref().expect("made before");
                    let guesses = Guesses { at, entry: &entry, exits: &exits, guards: &guards, dropped: &dropped };
                    self.guesses(&item.state, &guesses, samples)
                }
                Mode::Exact | Mode::Bare => (Vec::new(), Vec::new()),
            };
            let values = entry.iter().filter(|hole| hole.targets.is_empty()).map(|hole| (hole.input, hole.before));
            let at_first = self.refuted(&item.state, &before, values.collect())?;
            drop_facts(&mut before, &at_first, &mut dropped);
            let Some(crowd) = self.crowd(&item.state, &mut forgotten, &mut dropped)? else { return Ok(None) };
            let assumed = self.strongest(&before);
            let Some(mut general) = self.general(&item.state, &entry, &assumed) else { return Ok(None) };
            let reaches = entry.iter().filter_map(|hole| hole.reach.as_ref());
            if !self.join_crowd(&mut general, crowd, reaches)? {
                return Ok(None);
            }
            let looked = self.look_at_body(item, at, &general, entry, exits, before, after)?;
            match self.look_at_calls(&general, &looked, &mut forgotten, &mut results, &mut dropped, &mut guards)? {
                Round::Changed => continue,
                Round::Impossible => return Ok(None),
                Round::Stable if survives_overflow(self.explorer, method) => return Err(GiveUp::Loop),
                Round::Stable => {
                    let Looked { mut found, returned, contract, log: inside } = looked;
                    contract.calls.iter().chain(&returned).for_each(|state| found.note(state));
                    let closed = Closed::of_call(self.explorer, &item.state, &contract);
                    self.loops.insert(at.key(), closed);
                    let (entry, exits) = (contract.entry.clone(), contract.exits.clone());
                    let (before, after) = (self.strongest(&contract.before), self.strongest(&contract.after));
                    let crowd = contract.crowd.clone();
                    let cut = Cut::Call { entry, exits, before, after, crowd, inside: Rc::new(inside) };
                    self.log.note(self.explorer.machine, &item.state, at.key(), cut);
                    return Ok(Some((contract, found)));
                }
            }
        }
        Ok(None)
    }

    /// What may hold before and after calls.
    fn guesses(&mut self, state: &State, of: &Guesses, samples: &Samples) -> (Vec<Term>, Vec<Term>) {
        let Guesses { at, entry, exits, guards, dropped } = *of;
        let mut before = Candidates::new(self.explorer, state, entry, at).facts(self.memory);
        before.retain(|fact| !dropped.contains(fact));
        samples.filter(&self.explorer.machine.world.terms, &mut before);
        let templates = Templates { state, method: at.method, entry, exits, guards, dropped };
        (before, templates.facts(self, samples))
    }

    #[allow(clippy::too_many_arguments)]
    fn look_at_body(
        &mut self,
        item: &Item,
        at: LoopAt,
        general: &State,
        entry: Vec<Hole>,
        exits: Vec<Exit>,
        before: Vec<Term>,
        after: Vec<Term>,
    ) -> Result<Looked, GiveUp> {
        let passed = self.passed(item, general, &entry, at);
        let first = self.explorer.machine.fork(general, Console::Muted);
        let (method, depth, locals) = (at.method, at.depth, general.top().locals);
        let (calls, crowd) = (Vec::new(), general.path.proof.crowd.clone());
        let general = Rc::new(self.explorer.machine.fork(general, Console::Muted));
        self.contracts.push(Contract { method, depth, locals, entry, exits, before, after, calls, general, crowd });
        // Reasons of a look that is not the last one say nothing; those from before stay.
        let reasons = std::mem::take(&mut self.explorer.stats.reasons);
        let log = std::mem::take(&mut self.log);
        let found = self.explore(vec![Item::new(first, true, passed)], Some(at));
        let log = std::mem::replace(&mut self.log, log);
        let inside = std::mem::replace(&mut self.explorer.stats.reasons, reasons);
        let contract = self.contracts.pop().expect("pushed before");
        let mut found = found?;
        for (reason, count) in inside {
            *found.reasons.entry(reason).or_default() += count;
        }
        let (back, thrown): (Vec<Item>, Vec<Item>) =
            found.left.drain(..).partition(|left| has_returned(&contract.general, &left.state));
        found.left = thrown;
        let mut returned = Vec::new();
        for mut item in back {
            if self.explorer.pull(&mut item.state).is_err() {
                return Err(GiveUp::Loop);
            }
            returned.push(item.state);
        }
        Ok(Looked { found, returned, contract, log })
    }

    /// The result, and cells outside of frames.
    fn exits(
        &mut self,
        state: &State,
        method: MethodId,
        entry: &[Hole],
        forgotten: &Forgotten,
        results: &Results,
    ) -> Vec<Exit> {
        let made = state.path.made;
        let result = self.explorer.machine.world.classes[method].result.clone();
        let terms = &mut self.explorer.machine.world.terms;
        let mut exits = Vec::new();
        let mut exit = |terms: &mut term::Terms,
                        cell: Option<Cell>,
                        sort: Sort,
                        known: Option<&BTreeSet<ObjectId>>,
                        reach: Option<Reach>| {
            let targets: Vec<ObjectId> = known.into_iter().flatten().copied().collect();
            let is_reference = sort == Sort::Ref;
            let sort = if is_reference { Sort::Bv(32) } else { sort };
            let input = terms.input(&format!("~{made}.behind {cell:?} {}", sort_name(sort)), sort);
            exits.push(Exit { cell, input: terms.as_input(input).expect("an input"), is_reference, targets, reach });
        };
        if let Some(result) = &result {
            let sort = result_sort(result);
            let is_reference = sort == Sort::Ref;
            let reach = results.reach.clone().filter(|_| is_reference);
            exit(terms, None, sort, is_reference.then_some(&results.objects), reach);
        }
        for hole in entry.iter().filter(|hole| !matches!(hole.cell, Cell::Slot(_))) {
            let sort = terms.sort(hole.before);
            let reach = forgotten.reaches.get(&hole.cell).cloned();
            exit(terms, Some(hole.cell), sort, forgotten.references.get(&hole.cell), reach);
        }
        exits
    }

    /// Compares calls from inside and returns with what was assumed.
    fn look_at_calls(
        &mut self,
        general: &State,
        looked: &Looked,
        forgotten: &mut Forgotten,
        results: &mut Results,
        dropped: &mut BTreeSet<Term>,
        guards: &mut BTreeSet<Term>,
    ) -> Result<Round, GiveUp> {
        let Looked { returned, contract, .. } = looked;
        let mut round = Round::Stable;
        let slots = parameter_slots(self.explorer, contract.method);
        for call in &contract.calls {
            let Ok(changed) = self.explorer.machine.changed_outside(general, call) else {
                return Ok(Round::Impossible);
            };
            for cell in changed {
                let after = self.explorer.machine.read_cell(call, cell);
                round = round.and(self.forget(general, call, cell, after, forgotten));
            }
            for &slot in &slots {
                let cell = Cell::Slot(slot + general.top().locals);
                let (here, there) = (
                    general.stack[(general.top().locals + slot) as usize],
                    call.stack[(call.top().locals + slot) as usize],
                );
                if !here.same(there) {
                    let after = self.at_call(contract.locals, call, cell);
                    round = round.and(self.forget(general, call, cell, after, forgotten));
                }
            }
        }
        for back in returned {
            let Ok(changed) = self.explorer.machine.changed_outside(general, back) else {
                return Ok(Round::Impossible);
            };
            for cell in changed {
                let after = self.explorer.machine.read_cell(back, cell);
                round = round.and(self.forget(general, back, cell, after, forgotten));
            }
            if let Some(result) = self.result(back, contract.method)
                && self.explorer.machine.world.terms.sort(result) == Sort::Ref
            {
                round = round.and(self.note_result((general, back), result, results, forgotten));
            }
            self.note_guards(general, back, contract, guards);
        }
        for call in &contract.calls {
            let Some(values) = reached(self.explorer.machine, contract, call) else { return Ok(Round::Impossible) };
            round = round.and(self.grow_crowd(general, call, &values, forgotten));
        }
        for back in returned {
            let Some(values) = self.left_behind(back, contract, forgotten) else { return Ok(Round::Impossible) };
            round = round.and(self.grow_crowd(general, back, &values, forgotten));
        }
        if round != Round::Stable {
            return Ok(round);
        }
        for call in &contract.calls {
            let values = reached(self.explorer.machine, contract, call).ok_or(GiveUp::Loop)?;
            round = round.and(self.drop_of_crowd(general, call, &values, dropped)?);
        }
        for back in returned {
            let values = self.left_behind(back, contract, forgotten).ok_or(GiveUp::Loop)?;
            round = round.and(self.drop_of_crowd(general, back, &values, dropped)?);
        }
        Ok(round.and(self.check_facts(looked, dropped)?))
    }

    /// What references that may be objects which calls made are behind a call.
    fn left_behind(&mut self, back: &State, contract: &Contract, forgotten: &Forgotten) -> Option<Vec<Value>> {
        let mut values = Vec::new();
        for &cell in forgotten.reaches.keys().filter(|cell| !matches!(cell, Cell::Slot(_))) {
            let term = self.explorer.machine.read_cell(back, cell)?;
            values.push(self.explorer.machine.value_of(term));
        }
        if let Some(result) = self.result(back, contract.method)
            && self.explorer.machine.world.terms.sort(result) == Sort::Ref
        {
            values.push(self.explorer.machine.value_of(result));
        }
        Some(values)
    }

    /// What a call answers is one of the objects that were seen, or one that calls made.
    fn note_result(
        &mut self,
        (general, back): (&State, &State),
        result: Term,
        results: &mut Results,
        forgotten: &mut Forgotten,
    ) -> Round {
        let terms = &self.explorer.machine.world.terms;
        let known = targets(terms, result).filter(|_| results.reach.is_none());
        let is_made = |id: &ObjectId| !id.is_null() && self.explorer.machine.is_made_since(general, *id);
        if let Some(objects) = known.filter(|objects| !objects.iter().any(is_made)) {
            let before = results.objects.len();
            results.objects.extend(objects);
            return if results.objects.len() > before { Round::Changed } else { Round::Stable };
        }
        let mut reach = results.reach.clone().unwrap_or_default();
        for object in std::mem::take(&mut results.objects) {
            match object.is_null() {
                true => reach.nullable = true,
                false => reach.objects.insert(object),
            }
        }
        if self.reaches((general, back), result, &mut reach, forgotten).is_none() {
            return Round::Impossible;
        }
        let is_known = results.reach.as_ref() == Some(&reach);
        results.reach = Some(reach);
        if is_known { Round::Stable } else { Round::Changed }
    }

    /// Conditions on arguments that led to a return.
    fn note_guards(&mut self, general: &State, back: &State, contract: &Contract, guards: &mut BTreeSet<Term>) {
        let entry: BTreeSet<Input> = contract.entry.iter().map(|hole| hole.input).collect();
        let terms = &self.explorer.machine.world.terms;
        for &condition in &back.path.conjuncts[general.path.conjuncts.len()..] {
            let inputs = terms.inputs_of(condition);
            if !inputs.is_empty() && inputs.iter().all(|input| entry.contains(input)) {
                guards.insert(condition);
            }
        }
    }

    fn check_facts(&mut self, looked: &Looked, dropped: &mut BTreeSet<Term>) -> Result<Round, GiveUp> {
        let Looked { returned, contract, .. } = looked;
        let mut round = Round::Stable;
        let (mut before, mut after) = (contract.before.clone(), contract.after.clone());
        for call in &contract.calls {
            let mut values = Vec::new();
            for hole in contract.entry.iter().filter(|hole| hole.targets.is_empty()) {
                let value = self.at_call(contract.locals, call, hole.cell).ok_or(GiveUp::Loop)?;
                values.push((hole.input, value));
            }
            let refuted = self.refuted(call, &before, values)?;
            if drop_facts(&mut before, &refuted, dropped) {
                round = Round::Changed;
            }
        }
        for back in returned {
            let mut values = Vec::new();
            for exit in contract.exits.iter().filter(|exit| !exit.is_reference) {
                let term = match exit.cell {
                    None => self.result(back, contract.method),
                    Some(cell) => self.explorer.machine.read_cell(back, cell),
                };
                values.push((exit.input, term.ok_or(GiveUp::Loop)?));
            }
            let refuted = self.refuted(back, &after, values)?;
            if drop_facts(&mut after, &refuted, dropped) {
                round = Round::Changed;
            }
        }
        Ok(round)
    }
}

/// Whether any fell.
fn drop_facts(facts: &mut Vec<Term>, refuted: &[bool], dropped: &mut BTreeSet<Term>) -> bool {
    let before = facts.len();
    dropped.extend(facts.iter().zip(refuted).filter(|(_, refuted)| **refuted).map(|(fact, _)| *fact));
    facts.retain(|fact| !dropped.contains(fact));
    facts.len() < before
}

fn result_sort(of: &Type) -> Sort {
    match of {
        Type::Ref(_) => Sort::Ref,
        Type::Prim(Prim::Long) => Sort::Bv(64),
        Type::Prim(Prim::Float) => Sort::Float32,
        Type::Prim(Prim::Double) => Sort::Float64,
        Type::Prim(_) => Sort::Bv(32),
    }
}
