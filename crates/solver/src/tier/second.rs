//! Another solver for what the first one leaves unknown, and as a second opinion on a sample of its unsat answers.

use crate::statistics::Tier;
use crate::{Answer, Solver};
use term::{Term, Terms, Witness};

pub struct Second {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
    /// Every so many unsat answers are asked again; 0 means none.
    sample: u64,
    unsat: u64,
    refuted: u64,
}

impl Second {
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>, sample: u64) -> Second {
        Second { first, second, sample, unsat: 0, refuted: 0 }
    }

    /// An evaluated witness settles the dispute; that there was one is a bug.
    fn confirm(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        match self.second.check(terms, conjuncts, hint) {
            Answer::Sat(witness) if conjuncts.iter().all(|&term| terms.holds(term, &witness)) => {
                debug_assert!(false, "unsat, but {witness:?}");
                self.refuted += 1;
                Answer::Sat(witness)
            }
            Answer::Sat(_) | Answer::Unsat | Answer::Unknown(_) => Answer::Unsat,
        }
    }
}

impl Solver for Second {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        match self.first.check(terms, conjuncts, hint) {
            Answer::Sat(witness) => Answer::Sat(witness),
            Answer::Unknown(why) => match self.second.check(terms, conjuncts, hint) {
                Answer::Unknown(_) => Answer::Unknown(why),
                answer => answer,
            },
            Answer::Unsat => {
                self.unsat += 1;
                if self.sample != 0 && self.unsat.is_multiple_of(self.sample) {
                    return self.confirm(terms, conjuncts, hint);
                }
                Answer::Unsat
            }
        }
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        let own = tiers.len();
        self.first.statistics(tiers);
        tiers[own].refuted += self.refuted;
        self.second.statistics(tiers);
    }
}
