//! Where a followed run spends its instructions: how many, how many of them on symbolic data, and the time that those took.

use crate::program::MethodId;
use std::time::Duration;

#[derive(Debug, Default)]
pub struct Profile {
    by_method: Vec<Spent>,
}

/// What a method spent, without those that it called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    pub instructions: u64,
    /// With a symbolic operand or result.
    pub symbolic: u64,
    /// In those.
    pub time: Duration,
}

impl Spent {
    pub fn add(&mut self, other: Spent) {
        self.instructions += other.instructions;
        self.symbolic += other.symbolic;
        self.time += other.time;
    }
}

impl Profile {
    fn of(&mut self, method: MethodId) -> &mut Spent {
        let at = method.0 as usize;
        if at >= self.by_method.len() {
            self.by_method.resize((at + 1).next_power_of_two(), Spent::default());
        }
        &mut self.by_method[at]
    }

    pub(crate) fn executed(&mut self, method: MethodId, instructions: u64) {
        self.of(method).instructions += instructions;
    }

    pub(crate) fn symbolic(&mut self, method: MethodId, time: Duration) {
        let spent = self.of(method);
        spent.symbolic += 1;
        spent.time += time;
    }

    /// The methods that ran.
    pub fn methods(&self) -> impl Iterator<Item = (MethodId, Spent)> {
        let all = self.by_method.iter().enumerate().map(|(at, &spent)| (MethodId(at as u32), spent));
        all.filter(|(_, spent)| *spent != Spent::default())
    }
}
