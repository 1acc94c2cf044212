//! Cases that are kept for the page with pictures and for tests.

use super::options::Check;
use super::pictures::{self, Pictured};
use contracts::Clause;
use explore::Outcome;
use explore::check::Album;
use machine::{Machine, State};
use replay::driver::Planned;
use testgen::cases::{Recorded, add, ended, recorded};

pub struct Kept<'c> {
    pub check: &'c Check,
    pub pictured: Vec<Pictured>,
    pub recorded: Vec<Recorded>,
}

impl<'c> Kept<'c> {
    pub fn new(check: &'c Check) -> Kept<'c> {
        Kept { check, pictured: Vec::new(), recorded: Vec::new() }
    }
}

impl Album for Kept<'_> {
    fn wants_all(&self) -> bool {
        self.check.wants_all()
    }

    fn keep(&mut self, at: &mut Machine, state: &mut State, outcome: &Outcome, planned: &Planned, clauses: &[Clause]) {
        let Some(ended) = ended(at, state, outcome, planned, clauses) else { return };
        if self.check.html.is_some() {
            pictures::keep(&mut self.pictured, at, state, &ended);
        }
        if self.check.tests().is_some() {
            add(&mut self.recorded, recorded(at, state, ended, planned, None));
        }
    }

    fn keep_violation(
        &mut self,
        at: &mut Machine,
        state: &mut State,
        outcome: &Outcome,
        planned: &Planned,
        clauses: &[Clause],
        what: String,
    ) {
        let ended = ended(at, state, outcome, planned, clauses);
        self.recorded.extend(ended.map(|ended| recorded(at, state, ended, planned, Some(what))));
    }
}
