//! Coverage first: the side of a branch that was followed least goes first; among equals, the one that waits longest.

use super::{Frontier, Waiting, shallowest_side};
use machine::{MethodId, State};
use std::collections::{BTreeMap, BTreeSet};

/// Method, instruction and side of the last fork; `None` for the first state.
type Side = Option<(MethodId, u32, bool)>;

#[derive(Default)]
pub struct Coverage {
    sides: BTreeMap<Side, Waiting>,
    /// The sides for which states wait, by how often they were followed.
    least: BTreeSet<(u64, Side)>,
    len: usize,
}

impl Coverage {
    /// Takes a state out of those that wait for a side.
    fn take(&mut self, side: Side, at: usize) -> Option<State> {
        let waiting = self.sides.get_mut(&side)?;
        let state = waiting.states.remove(at)?;
        self.least.remove(&(waiting.followed, side));
        waiting.followed += 1;
        if !waiting.states.is_empty() {
            self.least.insert((waiting.followed, side));
        }
        self.len -= 1;
        Some(state)
    }
}

impl Frontier for Coverage {
    fn push(&mut self, state: State) {
        let side = state.path.trail.last().map(|fork| (fork.place.method, fork.place.pc, fork.side));
        let waiting = self.sides.entry(side).or_default();
        waiting.states.push_back(state);
        self.least.insert((waiting.followed, side));
        self.len += 1;
    }

    fn pop(&mut self) -> Option<State> {
        let &(_, side) = self.least.first()?;
        self.take(side, 0)
    }

    fn len(&self) -> usize {
        self.len
    }

    fn give(&mut self) -> Option<State> {
        let (side, at) = shallowest_side(&self.sides)?;
        self.take(side, at)
    }
}
