//! Hands every query to a sink, as an SMT-LIB script with answer, time and hint in front. Who owns the sink owns the files.

use crate::statistics::Tier;
use crate::{Answer, Solver};
use std::time::Instant;
use term::smtlib::{self, hint};
use term::{Term, Terms, Witness};

/// Gets the number of the query, from 1, and its script. It answers whether it wants more.
pub type Sink = Box<dyn FnMut(u64, &str) -> bool>;

pub struct Logged {
    inner: Box<dyn Solver>,
    sink: Option<Sink>,
    count: u64,
}

impl Logged {
    pub fn new(inner: Box<dyn Solver>, sink: Sink) -> Logged {
        Logged { inner, sink: Some(sink), count: 0 }
    }
}

impl Solver for Logged {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        let answer = self.inner.check(terms, conjuncts, hint);
        let time = start.elapsed();
        if let Some(sink) = &mut self.sink {
            let status = match answer {
                Answer::Sat(_) => "sat",
                Answer::Unsat => "unsat",
                Answer::Unknown(_) => "unknown",
            };
            self.count += 1;
            let hints = hint.map_or_else(String::new, |hint| hint::write(terms, conjuncts, hint));
            let script = smtlib::script(terms, conjuncts);
            let text = format!(
                "; {status} in {} microseconds\n{hints}(set-info :status {status})\n{script}",
                time.as_micros()
            );
            if !sink(self.count, &text) {
                self.sink = None;
            }
        }
        answer
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        self.inner.statistics(tiers);
    }
}
