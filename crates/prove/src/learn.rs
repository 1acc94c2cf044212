//! What an attempt that found a violation teaches the next one: conditions of the way to the violation, turned around, may be facts
//! that the loops before it keep. They are candidates like all others.

use crate::cut::{CellOf, Key};
use crate::elements;
use crate::found::Found;
use explore::{Explorer, Property};
use machine::MethodId;
use std::collections::{BTreeMap, BTreeSet};
use term::{Input, Substitution, Term, Terms};

/// Candidates that are kept for one loop.
const MOST_LEARNT: usize = 60;
/// Methods that have contracts.
pub const MOST_RECURSIVE: usize = 4;

/// By loop, facts over placeholders for its cells.
#[derive(Default)]
pub struct Memory {
    /// Methods that have contracts instead of being followed.
    pub recursive: Vec<MethodId>,
    /// Loops that were generalised once, and the cells that were forgotten there.
    pub cut: BTreeMap<Key, BTreeSet<CellOf>>,
    /// Whether facts about all elements of arrays are guessed: only where a violation depends on elements.
    pub elements: bool,
    learnt: BTreeMap<Key, Vec<Term>>,
}

impl Memory {
    pub fn of(&self, key: Key) -> &[Term] {
        self.learnt.get(&key).map_or(&[], Vec::as_slice)
    }

    /// False if nothing new was learnt.
    pub fn learn(&mut self, explorer: &mut Explorer, found: &Found, properties: &[Property]) -> bool {
        let mut is_new = false;
        for end in &found.ended {
            if !properties.iter().any(|property| end.violates.contains(property)) {
                continue;
            }
            let terms = &mut explorer.machine.world.terms;
            for passed in end.passed.iter().rev() {
                let way: Vec<Term> = end.state.path.conjuncts[passed.conjuncts..].to_vec();
                let known =
                    |input: &Input| passed.inputs.contains(input) || passed.holes.iter().any(|(hole, _)| hole == input);
                let speaks = |terms: &Terms, condition: Term| {
                    let inputs = terms.inputs_of(condition);
                    inputs.iter().all(known)
                        && inputs.iter().any(|input| passed.holes.iter().any(|(hole, _)| hole == input))
                };
                let mut turned = Vec::new();
                for &(hole, _) in &passed.holes {
                    turned.extend(elements::turned_around(terms, &way, hole));
                }
                let looked = way.iter().any(|&condition| elements::looks_into_an_array(terms, condition));
                is_new |= looked && !self.elements;
                self.elements |= looked;
                let every = elements::every_input(terms);
                turned.retain(|&fact| terms.inputs_of(fact).iter().all(|input| *input == every || known(input)));
                let way: Vec<Term> = way.into_iter().filter(|&condition| speaks(terms, condition)).collect();
                let mut substitution = Substitution::of_terms(passed.holes.iter().copied());
                let learnt = self.learnt.entry(passed.key).or_default();
                let whole = terms.all(way.iter().copied());
                let facts: Vec<Term> = way.into_iter().chain([whole]).map(|condition| terms.not(condition)).collect();
                for fact in facts.into_iter().chain(turned) {
                    let fact = substitution.of(terms, fact);
                    if !terms.is_const(fact) && !learnt.contains(&fact) && learnt.len() < MOST_LEARNT {
                        learnt.push(fact);
                        is_new = true;
                    }
                }
            }
        }
        is_new
    }
}
