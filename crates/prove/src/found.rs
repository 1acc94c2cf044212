//! States on their way through an attempt, and what became of them.

use crate::cut::{LoopAt, Passed};
use explore::{Explorer, Property};
use machine::{Reason, State};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A state on its way.
pub struct Item {
    pub state: State,
    /// A loop inside of the region that is generalised when the state comes to its head.
    pub watching: Option<LoopAt>,
    /// Stands at the head of the region, whose first instruction is still to come.
    pub leaving: bool,
    /// Forks in loops: depth and head, how many, and how often it could not be generalised.
    pub counts: Vec<(u32, u32, u32, u32)>,
    pub forks: u32,
    /// It forked in a loop that is not known yet.
    pub strayed: bool,
    /// Calls that it follows although they are of a recursive method.
    pub unrolled: u32,
    /// The loops that were generalised on its way.
    pub passed: Rc<Vec<Rc<Passed>>>,
}

impl Item {
    pub fn new(state: State, leaving: bool, passed: Rc<Vec<Rc<Passed>>>) -> Item {
        Item { state, watching: None, leaving, counts: Vec::new(), forks: 0, strayed: false, unrolled: 0, passed }
    }
}

/// An end of a path.
pub struct Ended {
    pub state: State,
    pub violates: Vec<Property>,
    pub passed: Rc<Vec<Rc<Passed>>>,
}

/// What became of the states of a region.
#[derive(Default)]
pub struct Found {
    /// Back at the head.
    pub back: Vec<Item>,
    /// Left the region.
    pub left: Vec<Item>,
    pub ended: Vec<Ended>,
    /// Why something was left out.
    pub reasons: BTreeMap<Reason, u64>,
    pub assumptions: BTreeSet<String>,
}

impl Found {
    /// Properties that some end violates.
    pub fn violated(&self) -> BTreeSet<Property> {
        self.ended.iter().flat_map(|end| end.violates.iter().copied()).collect()
    }

    /// What a state that is not followed any more rests on.
    pub fn note(&mut self, state: &State) {
        for reason in state.path.imprecisions.iter() {
            *self.reasons.entry(reason.clone()).or_default() += 1;
        }
        self.assumptions.extend(state.path.assumed.iter().map(ToString::to_string));
    }

    /// What happened inside of a loop happened around it.
    pub fn add(&mut self, inside: Found) {
        self.ended.extend(inside.ended);
        self.assumptions.extend(inside.assumptions);
        for (reason, count) in inside.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
    }

    pub fn is_complete(&self, explorer: &Explorer) -> bool {
        self.reasons.is_empty() && explorer.stats.reasons.is_empty()
    }
}

/// States that stood at the head of a loop.
#[derive(Default)]
pub struct Seen {
    pub at: Vec<(LoopAt, State)>,
}

impl Seen {
    pub fn len(&self) -> usize {
        self.at.len()
    }
}
