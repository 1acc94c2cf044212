//! What is known of the calls of a recursive method: facts before and after them, over inputs that stand for what differs.

use crate::cut::Hole;
use explore::Explorer;
use machine::general::{Cell, Crowd, Reach};
use machine::{Machine, MethodId, ObjectId, State, Value};
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Input, Op, Substitution, Term, Terms};

/// Something that a call leaves behind.
#[derive(Clone, Debug)]
pub struct Exit {
    /// `None` is the result.
    pub cell: Option<Cell>,
    /// Stands for it in the facts of the contract.
    pub input: Input,
    pub is_reference: bool,
    /// Objects that it may be, if it is a reference.
    pub targets: Vec<ObjectId>,
    /// Set if it may be an object that calls made.
    pub reach: Option<Reach>,
}

impl Exit {
    /// Whether it is a reference that was never seen to be anything: no call returned.
    pub fn is_nothing(&self) -> bool {
        self.is_reference && self.targets.is_empty() && self.reach.is_none()
    }

    /// What a call leaves there, if `value` stands for it: one of the objects, for a reference.
    pub fn left(&self, machine: &mut Machine, value: Term, name: &str) -> Term {
        match &self.reach {
            Some(reach) => machine.reference_into_crowd(name, reach),
            None if self.is_reference => choice(&mut machine.world.terms, value, &self.targets),
            None => value,
        }
    }
}

/// What is assumed of calls of a method while its body is looked at, and holds once that body keeps it.
pub struct Contract {
    pub method: MethodId,
    /// Frames of the call that establishes it.
    pub depth: u32,
    /// Where the locals of that call are.
    pub locals: u32,
    /// What differs between calls: arguments and cells outside of frames.
    pub entry: Vec<Hole>,
    pub exits: Vec<Exit>,
    /// What holds whenever the method is called, over the inputs of `entry`.
    pub before: Vec<Term>,
    /// What holds whenever it returns, over those and the inputs of `exits`.
    pub after: Vec<Term>,
    /// Calls from inside.
    pub calls: Vec<State>,
    /// How the body begins.
    pub general: Rc<State>,
    /// Objects that calls made.
    pub crowd: Option<Rc<Crowd>>,
}

/// The slots of the parameters, with the receiver.
pub fn parameter_slots(explorer: &Explorer, method: MethodId) -> Vec<u32> {
    let method = &explorer.machine.world.classes[method];
    let mut slots = Vec::new();
    let mut next = 0;
    if !method.is_static() {
        slots.push(next);
        next += 1;
    }
    for parameter in &method.parameters {
        slots.push(next);
        next += parameter.slots() as u32;
    }
    slots
}

/// Results that a fact gives as a term are that term: an unknown less.
pub fn define(terms: &mut Terms, contract: &Contract, values: &[(Input, Term)], fresh: &mut [(Input, Term)]) {
    let exits: BTreeSet<Input> = contract.exits.iter().map(|exit| exit.input).collect();
    let mut defined: BTreeSet<Input> = BTreeSet::new();
    let mut again = true;
    while again {
        again = false;
        for &fact in &contract.after {
            if terms.op(fact) != Op::Eq {
                continue;
            }
            let (a, b) = (terms.args(fact)[0], terms.args(fact)[1]);
            for (side, other) in [(a, b), (b, a)] {
                let Some(input) =
                    terms.as_input(side).filter(|input| exits.contains(input) && !defined.contains(input))
                else {
                    continue;
                };
                let unknown = |of: &Input| exits.contains(of) && !defined.contains(of);
                if terms.inputs_of(other).iter().any(unknown) {
                    continue;
                }
                let all = values.iter().copied().chain(fresh.iter().copied());
                let value = Substitution::of_terms(all).of(terms, other);
                if let Some(slot) = fresh.iter_mut().find(|slot| slot.0 == input) {
                    slot.1 = value;
                    defined.insert(input);
                    again = true;
                }
                break;
            }
        }
    }
}

/// One of the objects, by a number.
pub fn choice(terms: &mut Terms, number: Term, objects: &[ObjectId]) -> Term {
    let mut chosen = terms.reference(objects.first().map_or(0, |object| object.0));
    for (index, object) in objects.iter().enumerate().skip(1) {
        let index = terms.int(index as i32);
        let this = terms.eq(number, index);
        let object = terms.reference(object.0);
        chosen = terms.ite(this, object, chosen);
    }
    chosen
}

/// Stands for what a call leaves behind, whichever call it was.
pub fn exit_placeholder(terms: &mut Terms, method: MethodId, exit: &Exit) -> Term {
    let sort = terms.sort(terms.input_term(exit.input));
    terms.input(&format!("?{}:exit:{:?}:{sort:?}", method.0, exit.cell), sort)
}

/// What references that may be objects which calls made are at a call.
pub fn reached(machine: &mut Machine, contract: &Contract, call: &State) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for hole in contract.entry.iter().filter(|hole| hole.reach.is_some()) {
        let cell = match hole.cell {
            Cell::Slot(at) => Cell::Slot(at - contract.locals + call.top().locals),
            other => other,
        };
        let term = machine.read_cell(call, cell)?;
        values.push(machine.value_of(term));
    }
    Some(values)
}

/// Whether a state that left a call goes on behind it; else somebody caught what was thrown.
pub fn has_returned(call: &State, left: &State) -> bool {
    let Some(caller) = call.frames.len().checked_sub(2).map(|at| &call.frames[at]) else { return false };
    left.frames.len() + 1 == call.frames.len() && left.top().pc == caller.pc + 1
}

/// Objects that a call may have changed, and of which no cell was forgotten by itself.
pub fn changed_objects(
    machine: &mut Machine,
    contract: &Contract,
    call: &State,
    inside: bool,
) -> Option<Vec<ObjectId>> {
    let Some(crowd) = &contract.crowd else { return Some(Vec::new()) };
    if !inside {
        return Some(crowd.absorbed.iter().collect());
    }
    let values = reached(machine, contract, call)?;
    machine.joins(&contract.general, call, &values, &crowd.absorbed).ok()
}
