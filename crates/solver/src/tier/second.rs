//! Another solver for what the first one leaves unknown.

use crate::statistics::Tier;
use crate::{Answer, Solver, Why};
use term::{Term, Terms, Witness};

pub struct Second {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
}

impl Second {
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>) -> Second {
        Second { first, second }
    }
}

impl Solver for Second {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        match self.first.check(terms, conjuncts, hint) {
            Answer::Unknown(Why::Interrupted) => Answer::Unknown(Why::Interrupted),
            Answer::Unknown(why) => match self.second.check(terms, conjuncts, hint) {
                Answer::Unknown(_) => Answer::Unknown(why),
                answer => answer,
            },
            answer => answer,
        }
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        self.first.statistics(tiers);
        self.second.statistics(tiers);
    }
}
