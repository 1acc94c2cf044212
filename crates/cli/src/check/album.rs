//! Cases that are kept for the page with pictures and for tests.

use super::options::Check;
use super::pictures::{self, Pictured};
use explore::check::{Album, MethodEnd};
use machine::{Machine, State};
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

    fn keep(&mut self, machine: &mut Machine, state: &mut State, end: &MethodEnd) {
        let Some(ended) = ended(machine, state, end) else { return };
        if self.check.html.is_some() {
            pictures::keep(&mut self.pictured, machine, state, &ended);
        }
        if self.check.tests().is_some() {
            add(&mut self.recorded, recorded(machine, state, ended, end.planned, None));
        }
    }

    fn keep_violation(&mut self, machine: &mut Machine, state: &mut State, end: &MethodEnd, what: String) {
        let ended = ended(machine, state, end);
        self.recorded.extend(ended.map(|ended| recorded(machine, state, ended, end.planned, Some(what))));
    }
}
