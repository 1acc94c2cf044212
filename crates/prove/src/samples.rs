//! Calls of a recursive method as they are: its arguments are given values, and it runs. What fails in one of them is no fact of the
//! method, and what all of them have in common may be one. Results of calls that happened before are taken for granted, so that
//! methods with very many calls are sampled too; a wrong sample costs a proof, never a wrong one.

use crate::attempt::{Attempt, GiveUp};
use crate::contract::{Exit, parameter_slots};
use crate::cut::Hole;
use explore::Stepped;
use machine::general::Cell;
use machine::path::Use;
use machine::state::{Places, Watch};
use machine::{Console, MethodId, State};
use solver::Answer;
use std::collections::BTreeMap;
use term::{Const, Input, Sort, Term, Terms, Witness};

/// Instructions of all samples together, and of one stretch.
const MOST_INSTRUCTIONS: u64 = 200_000;
const STRETCH: u64 = 20_000;
/// Calls that are remembered, and those of them that facts are tried on.
const MOST_CALLS: usize = 400;
const MOST_TRIED: usize = 100;
/// Calls that say little.
const FEW: usize = 2;
/// Arguments that calls from outside are tried with.
const ARGUMENTS: [i64; 12] = [0, 1, 2, 3, 4, 5, 8, 12, 20, 31, 46, 100];

/// Calls that happened.
pub struct Samples {
    /// Inputs of the cells, in order: entry, then exit.
    inputs: Vec<Input>,
    entries: usize,
    /// Values of the inputs by call, and the witness for everything else.
    calls: Vec<(Vec<Const>, Witness)>,
}

/// A call that has not returned.
struct Pending {
    depth: usize,
    arguments: Vec<u64>,
    entry: Vec<Const>,
}

/// What a call left behind: its result, and by how much its cells went up.
type Left = Vec<Const>;

impl Samples {
    pub fn are_of(&self, entry: &[Hole], exits: &[Exit]) -> bool {
        inputs(entry, exits) == self.inputs
    }

    /// Keeps the facts that hold in all of them.
    pub fn filter(&self, terms: &Terms, facts: &mut Vec<Term>) {
        let step = self.calls.len().div_ceil(MOST_TRIED).max(1);
        for (values, witness) in self.calls.iter().step_by(step) {
            let witness = self.whole(values, witness);
            facts.retain(|&fact| terms.holds(fact, &witness));
        }
    }

    fn whole(&self, values: &[Const], witness: &Witness) -> Witness {
        let mut whole = witness.clone();
        for (input, value) in self.inputs.iter().zip(values) {
            whole.set(*input, value.clone());
        }
        whole
    }

    /// Is it worth guessing what holds under a condition? Not if too few calls satisfy it.
    pub fn speak_of(&self, terms: &Terms, condition: Term) -> bool {
        let step = self.calls.len().div_ceil(MOST_TRIED).max(1);
        let of = self.calls.iter().step_by(step);
        let satisfied = of.filter(|(values, witness)| terms.holds(condition, &self.whole(values, witness)));
        self.calls.is_empty() || satisfied.take(FEW).count() == FEW
    }

    /// Entry values and exit values of all calls.
    pub fn calls(&self) -> impl Iterator<Item = (&[Const], &[Const])> {
        self.calls.iter().map(|(values, _)| values.split_at(self.entries))
    }
}

fn inputs(entry: &[Hole], exits: &[Exit]) -> Vec<Input> {
    let entry = entry.iter().filter(|hole| hole.targets.is_empty()).map(|hole| hole.input);
    entry.chain(exits.iter().filter(|exit| !exit.is_reference).map(|exit| exit.input)).collect()
}

impl Attempt<'_, '_, '_> {
    /// Runs the call at hand for some arguments that are possible there.
    pub fn sample_calls(&mut self, state: &State, entry: &[Hole], exits: &[Exit]) -> Result<Samples, GiveUp> {
        let entry: Vec<Hole> = entry.iter().filter(|hole| hole.targets.is_empty()).cloned().collect();
        let exits: Vec<Exit> = exits.iter().filter(|exit| !exit.is_reference).cloned().collect();
        let mut samples = Samples { inputs: inputs(&entry, &exits), entries: entry.len(), calls: Vec::new() };
        let is_array = |sort: Sort| matches!(sort, Sort::Array(_));
        let terms = &self.explorer.machine.world.terms;
        // Calls with the same arguments do not leave the same behind where objects are made.
        let makes_objects = entry.iter().any(|hole| hole.reach.is_some());
        if makes_objects || samples.inputs.iter().any(|&input| is_array(terms.sort(terms.input_term(input)))) {
            return Ok(samples);
        }
        let reasons = std::mem::take(&mut self.explorer.stats.reasons);
        let mut memory: BTreeMap<Vec<u64>, Left> = BTreeMap::new();
        let mut left = MOST_INSTRUCTIONS;
        for witness in self.witnesses(state, &entry)? {
            self.sample(state, &witness, (&entry, &exits), &mut samples, &mut memory, &mut left);
            if left == 0 || samples.calls.len() >= MOST_CALLS {
                break;
            }
        }
        self.explorer.stats.reasons = reasons;
        self.check_work()?;
        Ok(samples)
    }

    /// The witness that is there, and such that give arguments small values.
    fn witnesses(&mut self, state: &State, entry: &[Hole]) -> Result<Vec<Witness>, GiveUp> {
        let mut found = Vec::new();
        for number in ARGUMENTS {
            let mut wanted = Vec::new();
            for hole in entry.iter().filter(|hole| matches!(hole.cell, Cell::Slot(_))) {
                let terms = &mut self.explorer.machine.world.terms;
                let Sort::Bv(width @ (32 | 64)) = terms.sort(hole.before) else { continue };
                if terms.is_const(hole.before) {
                    continue;
                }
                let value = terms.bv(width, number as u64);
                wanted.push(terms.eq(hole.before, value));
            }
            if wanted.is_empty() {
                break;
            }
            // All of them, else one of them.
            let all = self.explorer.machine.world.terms.all(wanted.iter().copied());
            if let Answer::Sat(witness) = self.ask(state, all)? {
                found.push(witness);
            } else if wanted.len() > 1 {
                for condition in wanted {
                    if let Answer::Sat(witness) = self.ask(state, condition)? {
                        found.push(witness);
                    }
                }
            }
        }
        found.push(state.path.witness(Use::Search).clone());
        Ok(found)
    }

    fn sample(
        &mut self,
        state: &State,
        witness: &Witness,
        (entry, exits): (&[Hole], &[Exit]),
        samples: &mut Samples,
        memory: &mut BTreeMap<Vec<u64>, Left>,
        left: &mut u64,
    ) {
        let (method, locals) = (state.top().method, state.top().locals);
        let Some(mut run) = self.made_concrete(state, witness) else { return };
        let mut pending: Vec<Pending> = Vec::new();
        let mut entering = true;
        loop {
            if entering {
                let Some(values) = self.values_at(locals, &run, entry) else { return };
                let Some(arguments) = self.arguments(&run) else { return };
                match memory.get(&arguments) {
                    Some(known) => {
                        if self.take_for_granted(&mut run, known.clone(), exits).is_none() {
                            return;
                        }
                    }
                    None => {
                        pending.push(Pending { depth: run.frames.len(), arguments, entry: values });
                        // Past the first instruction.
                        run.watch = None;
                        let before = run.executed;
                        let stepped = self.explorer.step(&mut run, 1);
                        *left = left.saturating_sub(run.executed - before);
                        if !matches!(stepped, Stepped::Paused) {
                            return;
                        }
                    }
                }
                entering = false;
            }
            let Some(call) = pending.last() else { return };
            let mut places = Places::default();
            places.add(method, 0);
            let floor = call.depth as u32;
            run.watch = Some(Watch { places, ..Watch::for_place(u32::MAX, u32::MAX, floor) });
            let before = run.executed;
            let stepped = self.explorer.step(&mut run, STRETCH.min(*left));
            *left = left.saturating_sub(run.executed - before);
            if *left == 0 || samples.calls.len() >= MOST_CALLS {
                return;
            }
            match stepped {
                Stepped::Paused | Stepped::Settled | Stepped::Forked(_) => {}
                Stepped::Ended(_) => return,
                Stepped::Watched if run.frames.len() >= call.depth => entering = true,
                Stepped::Watched => {
                    let call = pending.pop().expect("looked at before");
                    if run.frames.len() + 1 != call.depth {
                        return;
                    }
                    let Some(behind) = self.values_behind(&run, method, exits) else { return };
                    let gone = self.gone(&call.entry, &behind, entry, exits);
                    memory.insert(call.arguments, gone);
                    let values = call.entry.into_iter().chain(behind).collect();
                    samples.calls.push((values, witness.clone()));
                }
            }
        }
    }

    /// The state with values for all of its arguments.
    fn made_concrete(&mut self, state: &State, witness: &Witness) -> Option<State> {
        let machine = &mut self.explorer.machine;
        let mut run = machine.fork(state, Console::Muted);
        run.path.set_witness(witness.clone());
        let top = *run.top();
        for slot in 0..machine.world.classes[top.method].argument_slots {
            let at = (top.locals + u32::from(slot)) as usize;
            run.stack[at] = machine.under_witness(&run, run.stack[at], Use::Search).ok()?;
        }
        Some(run)
    }

    fn values_at(&mut self, locals: u32, run: &State, entry: &[Hole]) -> Option<Vec<Const>> {
        let mut values = Vec::with_capacity(entry.len());
        for hole in entry {
            let term = self.at_call(locals, run, hole.cell)?;
            values.push(self.explorer.machine.world.terms.eval(term, run.path.witness(Use::Search)));
        }
        Some(values)
    }

    /// All arguments of the call at hand, whether they differ between calls or not.
    fn arguments(&mut self, run: &State) -> Option<Vec<u64>> {
        let mut arguments = Vec::new();
        for slot in parameter_slots(self.explorer, run.top().method) {
            let term = self.explorer.machine.read_cell(run, Cell::Slot(slot + run.top().locals))?;
            arguments.push(self.explorer.machine.world.terms.eval(term, run.path.witness(Use::Search)).bits());
        }
        Some(arguments)
    }

    fn values_behind(&mut self, run: &State, method: MethodId, exits: &[Exit]) -> Option<Vec<Const>> {
        let mut values = Vec::with_capacity(exits.len());
        for exit in exits {
            let term = match exit.cell {
                None => self.result(run, method)?,
                Some(cell) => self.explorer.machine.read_cell(run, cell)?,
            };
            values.push(self.explorer.machine.world.terms.eval(term, run.path.witness(Use::Search)));
        }
        Some(values)
    }

    /// Results as they are, cells by how much they went up.
    fn gone(&self, entry: &[Const], behind: &[Const], holes: &[Hole], exits: &[Exit]) -> Left {
        let before = |cell: Cell| holes.iter().position(|hole| hole.cell == cell).map(|at| entry[at].bits());
        let since = |exit: &Exit, value: &Const| match exit.cell.and_then(before) {
            Some(before) => Const::scalar(value.sort(), value.bits().wrapping_sub(before)),
            None => value.clone(),
        };
        exits.iter().zip(behind).map(|(exit, value)| since(exit, value)).collect()
    }

    /// The call at hand does what an earlier one with the same arguments did.
    fn take_for_granted(&mut self, run: &mut State, left: Left, exits: &[Exit]) -> Option<()> {
        let mut result = None;
        for (exit, gone) in exits.iter().zip(left) {
            let machine = &mut self.explorer.machine;
            match exit.cell {
                None => {
                    let term = machine.world.terms.constant(&gone);
                    result = Some(machine.value_of(term));
                }
                Some(cell) => {
                    let term = machine.read_cell(run, cell)?;
                    let now = machine.world.terms.eval(term, run.path.witness(Use::Search));
                    if !now.sort().is_bv() {
                        return None;
                    }
                    let value = Const::scalar(now.sort(), now.bits().wrapping_add(gone.bits()));
                    let term = machine.world.terms.constant(&value);
                    machine.write_cell(run, cell, term).ok()?;
                }
            }
        }
        self.explorer.machine.return_now(run, result).ok()
    }
}
