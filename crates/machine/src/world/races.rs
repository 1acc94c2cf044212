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

#[derive(Clone, Debug, Default)]
pub struct Races {
    pub found: Vec<Race>,
    /// Instructions whose accesses are visible steps although their variables are plain.
    places: BTreeSet<(MethodId, u32)>,
    /// The program locks streams that it prints to: printing is a step, too.
    pub prints: bool,
}

impl Races {
    pub fn is_visible(&self, place: (MethodId, u32)) -> bool {
        self.places.contains(&place)
    }

    /// Adds a race, unless it is known.
    pub fn add(&mut self, race: Race) {
        let places = [&race.first, &race.second].map(|access| access.stack.first().copied());
        self.places.extend(places.into_iter().flatten());
        let is_known = |known: &Race| [&known.first, &known.second].map(|access| access.stack.first().copied()) == places;
        if !self.found.iter().any(is_known) {
            self.found.push(race);
        }
    }
}
