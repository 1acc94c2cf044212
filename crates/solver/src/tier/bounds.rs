//! Intervals and known bits under the conjuncts: finds contradictions without a search. The facts of a common prefix
//! of two queries are kept.

use super::split::Split;
use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver};
use std::time::Instant;
use term::facts::Mark;
use term::{Assumptions, Term, Terms, Witness};

pub struct Bounds {
    inner: Box<dyn Solver>,
    assumptions: Assumptions,
    /// What is assumed, and where to return to without it.
    assumed: Vec<(Term, Mark)>,
    split: Split,
    tier: Tier,
}

impl Bounds {
    pub fn new(inner: Box<dyn Solver>) -> Bounds {
        let (assumptions, tier) = (Assumptions::new(), Tier::new(TierName::Bounds));
        Bounds { inner, assumptions, assumed: Vec::new(), split: Split::new(), tier }
    }

    /// False if the conjuncts contradict each other.
    fn assume(&mut self, terms: &Terms, conjuncts: &[Term]) -> bool {
        let common = self.assumed.iter().zip(conjuncts).take_while(|((known, _), asked)| known == *asked).count();
        if let Some(&(_, mark)) = self.assumed.get(common) {
            self.assumptions.undo(mark);
            self.assumed.truncate(common);
        }
        for &conjunct in &conjuncts[common..] {
            if self.assumptions.is_contradictory() {
                return false;
            }
            self.assumed.push((conjunct, self.assumptions.mark()));
            self.assumptions.assume(terms, conjunct);
        }
        !self.assumptions.is_contradictory()
    }
}

impl Solver for Bounds {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        if !self.assume(terms, conjuncts) {
            return self.tier.answered(start, Answer::Unsat);
        }
        self.tier.passed(start);
        if let Some(answer) = self.split.decide(terms, conjuncts, hint, &self.assumptions) {
            return answer;
        }
        self.inner.check(terms, conjuncts, hint)
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.extend([self.tier, self.split.tier()]);
        self.inner.statistics(tiers);
    }
}
