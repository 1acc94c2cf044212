//! Hands every query to a sink, as an SMT-LIB script with the answer as its status. Who owns the sink owns the files.

use crate::statistics::Tier;
use crate::{Answer, Solver};
use term::{Term, Terms, Witness, smtlib};

/// Gets the number of the query, from 1, and its script.
pub type Sink = Box<dyn FnMut(u64, &str)>;

pub struct Logged {
    inner: Box<dyn Solver>,
    sink: Sink,
    count: u64,
}

impl Logged {
    pub fn new(inner: Box<dyn Solver>, sink: Sink) -> Logged {
        Logged { inner, sink, count: 0 }
    }
}

impl Solver for Logged {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let answer = self.inner.check(terms, conjuncts, hint);
        let status = match answer {
            Answer::Sat(_) => "sat",
            Answer::Unsat => "unsat",
            Answer::Unknown(_) => "unknown",
        };
        self.count += 1;
        let script = smtlib::script(terms, conjuncts);
        (self.sink)(self.count, &format!("(set-info :status {status})\n{script}"));
        answer
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        self.inner.statistics(tiers);
    }
}
