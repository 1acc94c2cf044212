//! What is known of the calls of a recursive method: facts before and after them, over inputs that stand for what differs.

use crate::cut::Hole;
use explore::Explorer;
use machine::general::Cell;
use machine::{MethodId, ObjectId, State};
use std::collections::BTreeSet;
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
