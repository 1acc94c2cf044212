//! The hint and the last witnesses found, tried by evaluation: many queries are satisfied by what is at hand.

use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver};
use std::collections::{BTreeSet, VecDeque};
use std::time::Instant;
use term::{Const, Evaluator, Input, Term, Terms, Witness};

pub struct Recent {
    inner: Box<dyn Solver>,
    /// Latest first.
    witnesses: VecDeque<Witness>,
    capacity: usize,
    evaluator: Evaluator,
    tier: Tier,
}

impl Recent {
    pub fn new(inner: Box<dyn Solver>, capacity: usize) -> Recent {
        let witnesses = VecDeque::with_capacity(capacity + 1);
        Recent { inner, witnesses, capacity, evaluator: Evaluator::new(), tier: Tier::new(TierName::Recent) }
    }

    /// The conjunct that was added last is the one most likely to fail.
    fn satisfies(&mut self, terms: &Terms, conjuncts: &[Term], witness: &Witness) -> bool {
        conjuncts.iter().rev().all(|&term| self.evaluator.bits(terms, term, witness) == 1)
    }
}

impl Solver for Recent {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        if let Some(hint) = hint
            && self.satisfies(terms, conjuncts, hint)
        {
            return self.tier.answered(start, Answer::Sat(hint.clone()));
        }
        for at in 0..self.witnesses.len() {
            let witness = self.witnesses[at].clone();
            if self.satisfies(terms, conjuncts, &witness) {
                let answer = Answer::Sat(overlay(terms, conjuncts, &witness, hint));
                return self.tier.answered(start, answer);
            }
        }
        self.tier.passed(start);
        let answer = self.inner.check(terms, conjuncts, hint);
        if let Answer::Sat(witness) = &answer {
            self.witnesses.push_front(witness.clone());
            self.witnesses.truncate(self.capacity);
        }
        answer
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}

/// The witness for the inputs that occur, the hint for the others.
fn overlay(terms: &Terms, conjuncts: &[Term], witness: &Witness, hint: Option<&Witness>) -> Witness {
    let Some(hint) = hint else { return witness.clone() };
    let inputs: BTreeSet<Input> = conjuncts.iter().flat_map(|&term| terms.inputs_of(term).to_vec()).collect();
    let mut merged = hint.clone();
    for input in inputs {
        let zero = || Const::zero(terms.sort(terms.input_term(input)));
        merged.set(input, witness.get(input).cloned().unwrap_or_else(zero));
    }
    merged
}
