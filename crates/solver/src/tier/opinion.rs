//! A second opinion on a sample of the unsat answers, whichever tier gave them.

use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver};
use std::time::Instant;
use term::{Term, Terms, Witness};

pub struct Opinion {
    inner: Box<dyn Solver>,
    other: Box<dyn Solver>,
    /// Every so many unsat answers are asked again.
    sample: u64,
    unsat: u64,
    tier: Tier,
}

impl Opinion {
    pub fn new(inner: Box<dyn Solver>, other: Box<dyn Solver>, sample: u64) -> Opinion {
        Opinion { inner, other, sample, unsat: 0, tier: Tier::new(TierName::Opinion) }
    }

    /// An evaluated witness settles the dispute; that there was one is a bug, and counted as refuted.
    fn confirm(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        let answer = match self.other.check(terms, conjuncts, hint) {
            Answer::Sat(witness) if conjuncts.iter().all(|&term| terms.holds(term, &witness)) => {
                debug_assert!(false, "unsat, but {witness:?}");
                self.tier.refuted += 1;
                Answer::Sat(witness)
            }
            Answer::Sat(_) | Answer::Unsat | Answer::Unknown(_) => Answer::Unsat,
        };
        self.tier.answered(start, answer)
    }
}

impl Solver for Opinion {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let answer = self.inner.check(terms, conjuncts, hint);
        if answer != Answer::Unsat {
            return answer;
        }
        self.unsat += 1;
        if self.unsat.is_multiple_of(self.sample) { self.confirm(terms, conjuncts, hint) } else { answer }
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}
