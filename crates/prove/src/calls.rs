//! Calls of recursive methods. The first call of such a method establishes a contract: facts that hold whenever the method is called
//! from inside of it, and facts about what it returns. Calls from inside are not followed; the contract stands for them.

use crate::attempt::{Attempt, DEEPEST, GiveUp, ROUNDS};
use crate::contract::{Contract, changed_objects, define, exit_placeholder, parameter_slots};
use crate::cut::{LoopAt, Passed, placeholder};
use crate::found::{Found, Item};
use crate::learn::MOST_RECURSIVE;
use crate::overflow::catches_overflow;
use bytecode::Handler;
use machine::general::Cell;
use machine::path::Use;
use machine::state::After;
use machine::{Console, MethodId, State};
use solver::Answer;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Const, Input, Substitution, Term, Terms};

/// How often a method is on the stack when it counts as recursive.
const REPEATED: usize = 3;

impl Attempt<'_, '_, '_> {
    /// The first of the methods that are on the stack again and again, if it is not known yet.
    pub fn note_recursion(&mut self, state: &State) -> Result<(), GiveUp> {
        let repeated = state.frames.iter().find(|frame| {
            !self.memory.recursive.contains(&frame.method)
                && state.frames.iter().filter(|other| other.method == frame.method).count() >= REPEATED
        });
        let Some(method) = repeated.map(|frame| frame.method) else { return Ok(()) };
        let covered = self.memory.recursive.iter().any(|known| state.frames.iter().any(|frame| frame.method == *known));
        if covered || self.memory.recursive.len() >= MOST_RECURSIVE {
            return Ok(());
        }
        self.memory.recursive.push(method);
        Err(GiveUp::Again)
    }

    /// Does the state stand at the beginning of a call that a contract is for?
    pub fn is_at_call(&self, state: &State) -> bool {
        let (top, depth) = (state.top(), state.frames.len() as u32);
        let own = |contract: &Contract| contract.method == top.method && contract.depth == depth;
        top.pc == 0 && self.memory.recursive.contains(&top.method) && !self.contracts.iter().any(own)
    }

    /// A state came to a call of a recursive method.
    pub fn come_to_call(&mut self, mut item: Item, work: &mut Vec<Item>, found: &mut Found) -> Result<(), GiveUp> {
        let method = item.state.top().method;
        if item.state.top().after != After::Push || self.explorer.pull(&mut item.state).is_err() {
            return Err(GiveUp::Loop);
        }
        let known = self.contracts.iter().rposition(|contract| contract.method == method);
        let from = known.map_or(0, |at| self.contracts[at].depth as usize - 1);
        if self.may_catch(&item.state, from, known.is_some()) {
            return Err(GiveUp::Loop);
        }
        if let Some(at) = known {
            let call = self.explorer.machine.fork(&item.state, Console::Muted);
            self.contracts[at].calls.push(call);
            let contract = self.contracts.remove(at);
            let applied = self.apply(&mut item, &contract, true);
            self.contracts.insert(at, contract);
            if applied? {
                work.push(item);
            }
            return Ok(());
        }
        if self.open >= DEEPEST {
            return Err(GiveUp::Loop);
        }
        self.open += 1;
        let established = self.establish(&mut item);
        self.open -= 1;
        match established? {
            Some((contract, mut inside)) => {
                work.append(&mut inside.left);
                found.add(inside);
                if self.apply(&mut item, &contract, false)? {
                    work.push(item);
                } else {
                    found.note(&item.state);
                }
            }
            None => {
                // Its first calls may initialise classes: the next one from inside may do.
                item.unrolled += 1;
                if item.unrolled > ROUNDS {
                    return Err(GiveUp::Loop);
                }
                item.leaving = true;
                work.push(item);
            }
        }
        Ok(())
    }

    /// May somebody go on after an exception that leaves the call? Whoever is below catches it as it is; not so those from `from` on
    /// if the call is one that is not followed, and not who would go on where the result is expected.
    fn may_catch(&self, state: &State, from: usize, nested: bool) -> bool {
        let callers = &state.frames[..state.frames.len() - 1];
        callers.iter().enumerate().any(|(at, frame)| {
            let unfollowed = nested && at >= from;
            let gets_result = at + 1 == callers.len();
            if unfollowed && frame.after != After::Push {
                return true;
            }
            let Some(code) = self.explorer.machine.world.classes[frame.method].code.get() else { return true };
            let covers = |handler: &Handler| (handler.start..handler.end).contains(&frame.pc);
            let matters = |handler: &Handler| {
                unfollowed || catches_overflow(handler) || gets_result && handler.target == frame.pc + 1
            };
            code.handlers.iter().any(|handler| covers(handler) && matters(handler))
        })
    }

    /// What a cell of the contract holds at another call.
    pub fn at_call(&mut self, contract_locals: u32, state: &State, cell: Cell) -> Option<Term> {
        let cell = match cell {
            Cell::Slot(at) => Cell::Slot(at - contract_locals + state.top().locals),
            other => other,
        };
        self.explorer.machine.read_cell(state, cell)
    }

    /// The call returns what its contract says, whatever that is. False if it never returns.
    fn apply(&mut self, item: &mut Item, contract: &Contract, inside: bool) -> Result<bool, GiveUp> {
        let mut passed = self.passed_call(item, contract);
        let mut values: Vec<(Input, Term)> = Vec::new();
        for hole in contract.entry.iter().filter(|hole| hole.targets.is_empty()) {
            let value = self.at_call(contract.locals, &item.state, hole.cell).ok_or(GiveUp::Loop)?;
            values.push((hole.input, value));
        }
        let state = &mut item.state;
        let made = state.path.made;
        state.path.made += 1;
        state.path.loose = Some("a call was generalised");
        let terms = &mut self.explorer.machine.world.terms;
        let mut fresh: Vec<(Input, Term)> = Vec::new();
        let mut inputs: Vec<Input> = Vec::new();
        for (at, exit) in contract.exits.iter().enumerate() {
            let template = terms.input_term(exit.input);
            let sort = terms.sort(template);
            let input = terms.input(&format!("~{made}.exit {at} {sort:?}"), sort);
            let id = terms.as_input(input).expect("an input");
            inputs.push(id);
            fresh.push((exit.input, input));
        }
        define(terms, contract, &values, &mut fresh);
        let mut substitution = Substitution::of_terms(values.into_iter().chain(fresh.iter().copied()));
        let mut facts = Vec::new();
        if let Some(crowd) = contract.crowd.as_ref() {
            let machine = &mut self.explorer.machine;
            let objects = changed_objects(machine, contract, state, inside).ok_or(GiveUp::Loop)?;
            let known = machine.forget_objects(state, objects, crowd);
            facts.extend(known.map_err(|_| GiveUp::Loop)?);
            let reaches = contract.exits.iter().filter_map(|exit| exit.reach.as_ref());
            machine.set_crowd(state, Some(crowd.clone()), reaches);
        }
        let assumed = self.strongest(&contract.after);
        let terms = &mut self.explorer.machine.world.terms;
        for fact in assumed {
            let fact = substitution.of(terms, fact);
            match terms.as_const(fact).and_then(|constant| constant.truth()) {
                Some(true) => {}
                Some(false) => return Ok(false),
                None => facts.push(fact),
            }
        }
        // A choice of objects is one of them.
        let mut choices: Vec<Term> = Vec::new();
        for (at, exit) in contract.exits.iter().enumerate() {
            if exit.is_nothing() {
                return Ok(false);
            }
            choices.push(exit.left(self.explorer.machine, fresh[at].1, &format!("~{made}.exit {at}")));
        }
        self.guess(state, contract, &inputs);
        let terms = &mut self.explorer.machine.world.terms;
        let holds =
            |terms: &Terms, state: &State| facts.iter().all(|&fact| terms.holds(fact, state.path.witness(Use::Search)));
        if !holds(terms, state) {
            let mut question = state.path.conjuncts.to_vec();
            question.extend(&facts);
            match self.question(&question, state)? {
                Answer::Sat(witness) => state.path.adopt(&self.explorer.machine.world.terms, witness),
                Answer::Unsat => return Ok(false),
                Answer::Unknown(_) => return Err(GiveUp::Loop),
            }
        }
        let machine = &mut self.explorer.machine;
        for &fact in &facts {
            state.path.assume(&machine.world.terms, fact);
        }
        let mut result = None;
        for (exit, &term) in contract.exits.iter().zip(&choices) {
            match exit.cell {
                None => result = Some(machine.value_of(term)),
                Some(cell) => machine.write_cell(state, cell, term).map_err(|_| GiveUp::Loop)?,
            }
        }
        machine.return_now(state, result).map_err(|_| GiveUp::Loop)?;
        passed.conjuncts = state.path.conjuncts.len();
        Rc::make_mut(&mut item.passed).push(Rc::new(passed));
        item.leaving = false;
        item.counts.retain(|count| count.0 as usize <= item.state.frames.len());
        Ok(true)
    }

    /// Cells stay as they are, the result is nothing: as good a beginning for the solver as any.
    fn guess(&mut self, state: &mut State, contract: &Contract, inputs: &[Input]) {
        let machine = &mut self.explorer.machine;
        for (exit, &input) in contract.exits.iter().zip(inputs) {
            let sort = machine.world.terms.sort(machine.world.terms.input_term(input));
            let now = exit.cell.filter(|_| !exit.is_reference).and_then(|cell| machine.read_cell(state, cell));
            let value = match now {
                Some(term) => machine.world.terms.eval(term, state.path.witness(Use::Search)),
                None => Const::scalar(sort, 0),
            };
            state.path.witness_mut().set(input, value);
        }
    }

    /// For learning: the call, with what stands for its arguments and results in memory.
    fn passed_call(&mut self, item: &Item, contract: &Contract) -> Passed {
        let state = &item.state;
        let (key, made) = (LoopAt::call(contract.method, contract.depth).key(), state.path.made);
        let slots = parameter_slots(self.explorer, contract.method);
        let arguments: Vec<(u32, Option<Term>)> = slots
            .iter()
            .map(|&slot| {
                let at = Cell::Slot(slot + state.top().locals);
                (slot, self.explorer.machine.read_cell(state, at))
            })
            .collect();
        let inputs = self.settled_inputs(state);
        let terms = &mut self.explorer.machine.world.terms;
        let mut holes: Vec<(Input, Term)> = Vec::new();
        for (slot, argument) in arguments {
            let Some((argument, input)) = argument.and_then(|term| Some((term, terms.as_input(term)?))) else {
                continue;
            };
            let sort = terms.sort(argument);
            holes.push((input, placeholder(terms, key, Cell::Slot(slot), sort, 0)));
        }
        for (at, exit) in contract.exits.iter().enumerate() {
            let sort = terms.sort(terms.input_term(exit.input));
            let fresh = terms.input(&format!("~{made}.exit {at} {sort:?}"), sort);
            let fresh = terms.as_input(fresh).expect("an input");
            holes.push((fresh, exit_placeholder(terms, contract.method, exit)));
        }
        Passed { key, conjuncts: 0, inputs, holes }
    }

    /// Inputs that a state knows: what was asked for, and what its conditions speak of.
    pub fn settled_inputs(&self, state: &State) -> BTreeSet<Input> {
        let terms = &self.explorer.machine.world.terms;
        let mut inputs: BTreeSet<Input> = state.path.asked.iter().map(|asked| asked.input).collect();
        for &conjunct in state.path.conjuncts.iter() {
            inputs.extend(terms.inputs_of(conjunct).iter());
        }
        inputs
    }

    /// The result of a call that has just returned to the frame on top.
    pub fn result(&mut self, state: &State, method: MethodId) -> Option<Term> {
        let slots = self.explorer.machine.world.classes[method].result.as_ref()?.slots() as u32;
        self.explorer.machine.read_cell(state, Cell::Slot(state.top().sp - slots))
    }
}
