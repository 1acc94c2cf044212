//! CaDiCaL for what ran out of its budget and no search found a witness for: the gates are there already, and only the SAT solver
//! is another one. Who is in haste goes without.

use crate::backend::bitblast::BitBlaster;
use crate::sat::Budget;
use crate::statistics::{Tier, TierName};
use crate::{Answer, Haste, Solver, Why};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;
use term::{Term, Terms, Witness};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For one query, while that helps.
    pub budget: Budget,
    /// That a query may need. CaDiCaL takes two kilobytes for each, at most.
    pub gates: usize,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience { budget: Budget { conflicts: 60_000, propagations: 30_000_000 }, gates: 60_000 }
    }
}

/// Into how many parts the budget is cut at most, where it was not enough.
const MOST_PARTS: u64 = 16;

pub struct Anew {
    inner: Box<dyn Solver>,
    blaster: Rc<RefCell<BitBlaster>>,
    patience: Patience,
    haste: Haste,
    /// Of the budget, for the next query.
    parts: u64,
    tier: Tier,
}

impl Anew {
    /// The bit-blaster is the one inside of `inner`.
    pub fn new(inner: Box<dyn Solver>, blaster: Rc<RefCell<BitBlaster>>, patience: Patience, haste: Haste) -> Anew {
        Anew { inner, blaster, patience, haste, parts: 1, tier: Tier::new(TierName::Cadical) }
    }
}

impl Solver for Anew {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let answer = self.inner.check(terms, conjuncts, hint);
        if answer != Answer::Unknown(Why::Budget) || self.haste.is_set() || self.haste.is_spent() {
            return answer;
        }
        let start = Instant::now();
        let allowed = (self.haste.budget(self.patience.budget.part(self.parts)), self.patience.gates);
        let (answer, work) = self.blaster.borrow_mut().check_anew(terms, conjuncts, hint, allowed);
        self.haste.spend(work);
        self.tier.work += work;
        let answer = match answer {
            Answer::Sat(_) | Answer::Unsat => {
                self.parts = 1;
                answer
            }
            Answer::Unknown(Why::Interrupted) => answer,
            Answer::Unknown(Why::Budget) => {
                self.parts = (self.parts * 2).min(MOST_PARTS);
                answer
            }
            Answer::Unknown(Why::Size | Why::Unsupported | Why::Internal) => Answer::Unknown(Why::Budget),
        };
        self.tier.answered(start, answer)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}
