//! Cases that are kept for the page with pictures and for tests.

use super::options::Check;
use super::pictures::{self, Pictured};
use explore::check::{Album, MethodEnd};
use explore::inputs::Inputs;
use machine::{Machine, State, World};
use testgen::cases::{Recorded, add, ended, recorded};

pub struct Kept<'c> {
    pub check: &'c Check,
    pub pictured: Vec<Pictured>,
    pub recorded: Vec<Recorded>,
    /// Numbers of the inputs that they are of, where only some are wanted.
    pub numbers: Vec<u32>,
}

impl<'c> Kept<'c> {
    /// Of those that are of inputs, as many as are enough.
    pub fn choose(&mut self, world: &World, inputs: &Inputs) {
        let chosen = inputs.chosen(world);
        let mut numbers = self.numbers.iter();
        self.recorded.retain(|_| numbers.next().is_some_and(|number| chosen.contains(number)));
        self.numbers.retain(|number| chosen.contains(number));
    }

    pub fn new(check: &'c Check) -> Kept<'c> {
        Kept { check, pictured: Vec::new(), recorded: Vec::new(), numbers: Vec::new() }
    }
}

impl Album for Kept<'_> {
    fn wants_all(&self) -> bool {
        self.check.wants_all()
    }

    fn keep(&mut self, machine: &mut Machine, state: &mut State, end: &MethodEnd) {
        let Some(ended) = ended(machine, state, end) else { return };
        if self.check.inputs_per.is_some() {
            let Some(number) = state.path.offer.input else { return };
            self.numbers.push(number);
            self.recorded.push(recorded(machine, state, ended, end.planned, None));
            return;
        }
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
