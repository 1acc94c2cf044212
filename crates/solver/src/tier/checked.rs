//! The outermost tier: evaluates every witness against its query before it leaves.

use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver, Why};
use std::time::Instant;
use term::{Evaluator, Term, Terms, Witness};

pub struct Checked {
    inner: Box<dyn Solver>,
    evaluator: Evaluator,
    tier: Tier,
}

impl Checked {
    pub fn new(inner: Box<dyn Solver>) -> Checked {
        Checked { inner, evaluator: Evaluator::new(), tier: Tier::new(TierName::Checked) }
    }
}

impl Solver for Checked {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let answer = self.inner.check(terms, conjuncts, hint);
        let start = Instant::now();
        let checked = match answer {
            Answer::Sat(witness) => {
                let wrong = conjuncts.iter().find(|&&term| self.evaluator.bits(terms, term, &witness) != 1);
                debug_assert!(wrong.is_none(), "{} fails under {witness:?}", terms.show(*wrong.unwrap()));
                match wrong {
                    None => Answer::Sat(witness),
                    Some(_) => {
                        self.tier.refuted += 1;
                        Answer::Unknown(Why::Internal)
                    }
                }
            }
            Answer::Unsat | Answer::Unknown(_) => answer,
        };
        self.tier.answered(start, checked)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}
