//! Answers to earlier queries. Independent parts of a path are asked about again on every path that differs elsewhere: below
//! `Slice` these are the same few conjuncts.

use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver};
use std::collections::BTreeSet;
use std::time::Instant;
use term::{Const, FastMap, Input, Term, Terms, Witness};

/// Longer queries seldom come twice.
const LONGEST: usize = 16;
/// Beyond, all are forgotten.
const CAPACITY: usize = 1 << 16;

pub struct Repeated {
    inner: Box<dyn Solver>,
    answers: FastMap<Box<[Term]>, Known>,
    tier: Tier,
}

enum Known {
    /// Values of the inputs that occur.
    Sat(Box<[(Input, Const)]>),
    Unsat,
}

impl Repeated {
    pub fn new(inner: Box<dyn Solver>) -> Repeated {
        Repeated { inner, answers: FastMap::default(), tier: Tier::new(TierName::Repeated) }
    }

    fn recall(&self, conjuncts: &[Term], hint: Option<&Witness>) -> Option<Answer> {
        Some(match self.answers.get(conjuncts)? {
            Known::Unsat => Answer::Unsat,
            Known::Sat(values) => {
                let mut witness = hint.cloned().unwrap_or_default();
                for (input, value) in values {
                    witness.set(*input, value.clone());
                }
                Answer::Sat(witness)
            }
        })
    }

    fn remember(&mut self, terms: &Terms, conjuncts: &[Term], answer: &Answer) {
        let known = match answer {
            Answer::Sat(witness) => Known::Sat(values(terms, conjuncts, witness)),
            Answer::Unsat => Known::Unsat,
            Answer::Unknown(_) => return,
        };
        if self.answers.len() >= CAPACITY {
            self.answers.clear();
        }
        self.answers.insert(conjuncts.into(), known);
    }
}

fn values(terms: &Terms, conjuncts: &[Term], witness: &Witness) -> Box<[(Input, Const)]> {
    let inputs: BTreeSet<Input> = conjuncts.iter().flat_map(|&term| terms.inputs_of(term).to_vec()).collect();
    let value = |input| {
        let zero = || Const::zero(terms.sort(terms.input_term(input)));
        (input, witness.get(input).cloned().unwrap_or_else(zero))
    };
    inputs.into_iter().map(value).collect()
}

impl Solver for Repeated {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        if conjuncts.len() > LONGEST {
            return self.inner.check(terms, conjuncts, hint);
        }
        let start = Instant::now();
        if let Some(answer) = self.recall(conjuncts, hint) {
            return self.tier.answered(start, answer);
        }
        self.tier.passed(start);
        let answer = self.inner.check(terms, conjuncts, hint);
        self.remember(terms, conjuncts, &answer);
        answer
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}
