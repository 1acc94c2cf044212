//! Data races that were found, by any path, and the plain accesses that take part in them: from then on these are visible steps.

use crate::program::MethodId;
use crate::state::steps::Stack;
use std::collections::BTreeSet;

/// Two accesses of one variable that nothing orders, one of them a write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    /// `Counter.value`, or `an element of int[]`.
    pub variable: String,
    pub first: RacingAccess,
    pub second: RacingAccess,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RacingAccess {
    pub writes: bool,
    pub stack: Stack,
}

impl Race {
    fn places(&self) -> [Option<(MethodId, u32)>; 2] {
        [&self.first, &self.second].map(|access| access.stack.first().copied())
    }
}

#[derive(Clone, Debug, Default)]
pub struct Races {
    pub found: Vec<Race>,
    /// Instructions whose accesses are visible steps although their variables are plain.
    places: BTreeSet<(MethodId, u32)>,
    /// The program locks streams that it prints to: printing is a step, too.
    pub prints: bool,
    /// The program locks threads: `join` waits under their monitors.
    pub thread_locks: bool,
}

impl Races {
    pub fn is_visible(&self, place: (MethodId, u32)) -> bool {
        self.places.contains(&place)
    }

    /// Both accesses are steps from now on, though nobody needs to be told that nothing orders them.
    pub fn make_steps(&mut self, race: &Race) {
        self.places.extend(race.places().into_iter().flatten());
    }

    /// Adds a race, unless it is known.
    pub fn add(&mut self, race: Race) {
        self.make_steps(&race);
        let places = race.places();
        if !self.found.iter().any(|known| known.places() == places) {
            self.found.push(race);
        }
    }

    /// Whether accesses at these two places race.
    pub fn has(&self, one: (MethodId, u32), other: (MethodId, u32)) -> bool {
        let either = [[Some(one), Some(other)], [Some(other), Some(one)]];
        self.found.iter().any(|race| either.contains(&race.places()))
    }
}
