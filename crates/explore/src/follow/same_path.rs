//! Inputs that take the same path and share as little as possible with the original: input by input, another value is asked
//! for, and kept where the path allows it.

use super::{Input, Ran};
use machine::Machine;
use solver::{Answer, Solver};
use std::collections::BTreeSet;
use term::{Term, Witness};

/// An input of the path that differs from the one of `ran` and from `others` wherever it can.
pub fn other_input(
    machine: &mut Machine,
    solver: &mut dyn Solver,
    ran: &Ran,
    original: &Input,
    others: &mut Vec<Witness>,
) -> Input {
    let mut witness = ran.base.clone();
    let mut wishes: Vec<Term> = Vec::new();
    let mut done = BTreeSet::new();
    for &(_, input) in &ran.slots {
        if !done.insert(input) {
            continue;
        }
        let taken: Vec<Witness> = std::iter::once(&ran.base).chain(others.iter()).cloned().collect();
        let differs = |machine: &mut Machine, from: &[Witness]| {
            let terms = &mut machine.world.terms;
            let term = terms.input_term(input);
            let values = from.iter().map(|witness| terms.eval(term, witness)).collect::<Vec<_>>();
            let unequal = values.iter().map(|value| {
                let value = terms.constant(value);
                terms.ne(term, value)
            });
            let unequal: Vec<Term> = unequal.collect();
            terms.all(unequal)
        };
        // From all of them, else at least from the original.
        for from in [&taken[..], &taken[..1]] {
            let wish = differs(machine, from);
            if let Some(found) = wished(machine, solver, ran, &wishes, wish, input, &witness) {
                witness = found;
                wishes.push(wish);
                break;
            }
        }
    }
    let input = original.changed(ran, &witness);
    others.push(witness);
    input
}

/// A witness of the path and of all wishes so far that fulfils one more.
fn wished(
    machine: &mut Machine,
    solver: &mut dyn Solver,
    ran: &Ran,
    wishes: &[Term],
    wish: Term,
    input: term::Input,
    witness: &Witness,
) -> Option<Witness> {
    if machine.world.terms.holds(wish, witness) {
        return Some(witness.clone());
    }
    let mut conjuncts = ran.slice(machine, ran.steps.len(), &[input]);
    let inputs: BTreeSet<term::Input> =
        conjuncts.iter().flat_map(|&term| machine.world.terms.inputs_of(term).to_vec()).collect();
    conjuncts.extend(
        wishes
            .iter()
            .copied()
            .filter(|&wish| machine.world.terms.inputs_of(wish).iter().any(|input| inputs.contains(input))),
    );
    conjuncts.push(wish);
    match solver.check(&mut machine.world.terms, &conjuncts, Some(witness)) {
        Answer::Sat(found) => Some(found),
        Answer::Unsat | Answer::Unknown(_) => None,
    }
}
