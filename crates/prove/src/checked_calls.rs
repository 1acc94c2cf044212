//! Checking contracts: a body that keeps what is assumed of its calls.

use crate::certificate::Cut;
use crate::checker::{Checked, Checker, refused};
use crate::contract::{Contract, changed_objects, define, has_returned, parameter_slots};
use crate::cut::LoopAt;
use crate::overflow::{catches_overflow, survives_overflow};
use machine::general::Cell;
use machine::path::Use;
use machine::state::After;
use machine::{Console, State};
use solver::Answer;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Const, Input, Substitution, Term};

impl Checker<'_, '_, '_> {
    /// The contract of the first call on a way, which its body keeps.
    pub fn established(&mut self, state: &State, cut: &Cut, work: &mut Vec<(State, bool)>) -> Checked<Contract> {
        let Cut::Call { entry, exits, before, after, crowd, inside } = cut else { unreachable!("asked for a call") };
        let (top, depth) = (*state.top(), state.frames.len() as u32);
        self.nobody_catches(state, 0, false)?;
        let mut general = self.generalised(state, entry, before)?;
        self.joined(state, &mut general, entry, crowd)?;
        let new: Vec<Input> = entry.iter().map(|hole| hole.input).chain(exits.iter().map(|exit| exit.input)).collect();
        self.speaks_of_known(state, after, &new)?;
        let contract = Contract {
            method: top.method,
            depth,
            locals: general.top().locals,
            entry: entry.clone(),
            exits: exits.clone(),
            before: before.clone(),
            after: after.clone(),
            calls: Vec::new(),
            general: Rc::new(self.explorer.machine.fork(&general, Console::Muted)),
            crowd: crowd.clone(),
        };
        self.contracts.push(contract);
        let first = self.explorer.machine.fork(&general, Console::Muted);
        let ends = self.explore(first, inside, Some(LoopAt::call(top.method, depth)));
        let contract = self.contracts.pop().expect("pushed before");
        let ends = ends?;
        for call in &contract.calls {
            self.calls_alike(&general, call, &contract)?;
        }
        for left in ends.left {
            if has_returned(&general, &left) {
                self.returns_alike(&general, &left, &contract)?;
                self.clean(&left)?;
            } else {
                work.push((left, false));
            }
        }
        if survives_overflow(self.explorer, top.method) {
            return refused("somebody handles an overflow of the stack");
        }
        Ok(contract)
    }

    /// Who would go on where the result is expected, and whoever is not followed, must not catch what leaves the call; nobody may catch an overflow.
    fn nobody_catches(&self, state: &State, from: usize, inside: bool) -> Checked<()> {
        if state.top().after != After::Push {
            return refused("a call that no bytecode made");
        }
        let callers = &state.frames[..state.frames.len() - 1];
        for (at, frame) in callers.iter().enumerate() {
            let unfollowed = inside && at >= from;
            if unfollowed && frame.after != After::Push {
                return refused("a call that no bytecode made");
            }
            let Some(code) = self.explorer.machine.world.classes[frame.method].code.get() else {
                return refused("a caller without code");
            };
            let around = code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&frame.pc));
            let gets_result = at + 1 == callers.len();
            let mut matter = around.filter(|handler| {
                unfollowed || catches_overflow(handler) || gets_result && handler.target == frame.pc + 1
            });
            if matter.next().is_some() {
                return refused("a caller may catch what leaves the call");
            }
        }
        Ok(())
    }

    pub fn call_inside(&mut self, state: State, at: usize, work: &mut Vec<(State, bool)>) -> Checked<()> {
        self.nobody_catches(&state, self.contracts[at].depth as usize - 1, true)?;
        let copy = self.explorer.machine.fork(&state, Console::Muted);
        self.contracts[at].calls.push(copy);
        let contract = self.contracts.remove(at);
        let returned = self.returned(state, &contract, true);
        self.contracts.insert(at, contract);
        work.extend(returned?.map(|state| (state, false)));
        Ok(())
    }

    fn calls_alike(&mut self, general: &State, call: &State, contract: &Contract) -> Checked<()> {
        let Ok(changed) = self.explorer.machine.changed_outside(general, call) else {
            return refused("a call changes more");
        };
        let (here, there) = (general.top().locals, call.top().locals);
        let mut differ: BTreeSet<Cell> = changed.into_iter().collect();
        for slot in parameter_slots(self.explorer, contract.method) {
            if !general.stack[(here + slot) as usize].same(call.stack[(there + slot) as usize]) {
                differ.insert(Cell::Slot(here + slot));
            }
        }
        if differ.iter().any(|cell| !contract.entry.iter().any(|hole| hole.cell == *cell)) {
            return refused("calls differ in what was not forgotten");
        }
        let values = self.values(call, &contract.entry, i64::from(there) - i64::from(here))?;
        self.all_hold(call, &contract.before, values)?;
        let mut reached = Vec::new();
        for hole in contract.entry.iter().filter(|hole| hole.reach.is_some()) {
            let cell = match hole.cell {
                Cell::Slot(at) => Cell::Slot(at - here + there),
                other => other,
            };
            let Some(term) = self.explorer.machine.read_cell(call, cell) else { return refused("a cell is gone") };
            reached.push((self.explorer.machine.value_of(term), hole.reach.clone().expect("asked before")));
        }
        self.is_of_crowd(general, call, &reached, contract.crowd.as_deref())
    }

    fn returns_alike(&mut self, general: &State, back: &State, contract: &Contract) -> Checked<()> {
        let Ok(changed) = self.explorer.machine.changed_outside(general, back) else {
            return refused("a call changes more");
        };
        let forgotten = |cell: &Cell| contract.exits.iter().any(|exit| exit.cell == Some(*cell));
        if !changed.iter().all(forgotten) {
            return refused("a call changes what was not forgotten");
        }
        let (mut values, mut reached) = (Vec::new(), Vec::new());
        for exit in &contract.exits {
            let machine = &mut self.explorer.machine;
            let term = match exit.cell {
                Some(cell) => machine.read_cell(back, cell),
                None => {
                    let result = machine.world.classes[contract.method].result.as_ref();
                    let slots = result.map_or(0, |result| result.slots() as u32);
                    machine.read_cell(back, Cell::Slot(back.top().sp - slots))
                }
            };
            let Some(term) = term else { return refused("a result is gone") };
            match (&exit.reach, exit.is_reference) {
                (Some(reach), _) => reached.push((machine.value_of(term), reach.clone())),
                (None, true) => self.is_one_of(term, &exit.targets)?,
                (None, false) => values.push((exit.input, term)),
            }
        }
        self.all_hold(back, &contract.after, values)?;
        self.is_of_crowd(general, back, &reached, contract.crowd.as_deref())
    }

    /// The call returns what the contract says; `None` if it never does.
    pub fn returned(&mut self, mut state: State, contract: &Contract, inside: bool) -> Checked<Option<State>> {
        let offset = i64::from(state.top().locals) - i64::from(contract.locals);
        let values = self.values(&state, &contract.entry, offset)?;
        let made = state.path.made;
        state.path.made += 1;
        state.path.loose = Some("a call was generalised");
        let known = self.known_inputs(&state);
        let machine = &mut self.explorer.machine;
        let mut fresh: Vec<(Input, Term)> = Vec::new();
        for (at, exit) in contract.exits.iter().enumerate() {
            let sort = machine.world.terms.sort(machine.world.terms.input_term(exit.input));
            let term = machine.world.terms.input(&format!("~{made}.exit {at} {sort:?}"), sort);
            let input = machine.world.terms.as_input(term).expect("an input");
            if known.contains(&input) {
                return refused("a result that the path speaks of");
            }
            let now = exit.cell.filter(|_| !exit.is_reference).and_then(|cell| machine.read_cell(&state, cell));
            let value = match now {
                Some(now) => machine.world.terms.eval(now, state.path.witness(Use::Search)),
                None => Const::scalar(sort, 0),
            };
            state.path.witness_mut().set(input, value);
            fresh.push((exit.input, term));
        }
        define(&mut machine.world.terms, contract, &values, &mut fresh);
        let mut substitution = Substitution::of_terms(values.into_iter().chain(fresh.iter().copied()));
        let mut question = state.path.conjuncts.to_vec();
        let mut facts: Vec<Term> =
            contract.after.iter().map(|&fact| substitution.of(&mut machine.world.terms, fact)).collect();
        if let Some(crowd) = contract.crowd.as_ref() {
            let objects = changed_objects(machine, contract, &state, inside);
            let known = objects.and_then(|objects| machine.forget_objects(&mut state, objects, crowd).ok());
            let Some(known) = known else { return refused("a call changes more") };
            facts.extend(known);
            let reaches = contract.exits.iter().filter_map(|exit| exit.reach.as_ref());
            machine.set_crowd(&mut state, Some(crowd.clone()), reaches);
        }
        question.extend(&facts);
        match self.explorer.ask(&question, &state) {
            Answer::Unsat => {
                self.clean(&state)?;
                return Ok(None);
            }
            Answer::Sat(witness) => state.path.adopt(&self.explorer.machine.world.terms, witness),
            Answer::Unknown(_) => return refused("the solver left a call open"),
        }
        let machine = &mut self.explorer.machine;
        for &fact in facts.iter().filter(|&&fact| !machine.world.terms.is_const(fact)) {
            state.path.assume(&machine.world.terms, fact);
        }
        let mut result = None;
        for (exit, &(_, term)) in contract.exits.iter().zip(&fresh) {
            if exit.is_nothing() {
                return Ok(None);
            }
            let name =
                machine.world.terms.as_input(term).map(|input| machine.world.terms.input_name(input).to_string());
            let term = exit.left(machine, term, &name.unwrap_or_default());
            match exit.cell {
                None => result = Some(machine.value_of(term)),
                Some(cell) if machine.write_cell(&mut state, cell, term).is_err() => {
                    return refused("a cell cannot be written");
                }
                Some(_) => {}
            }
        }
        match machine.return_now(&mut state, result) {
            Ok(()) => Ok(Some(state)),
            Err(_) => refused("a call that cannot return"),
        }
    }
}
