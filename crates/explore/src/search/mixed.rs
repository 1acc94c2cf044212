//! Depth first, but every other turn goes to the state with the fewest forks behind it, and no path runs on for ever: a loop
//! without end does not keep the search from everything before it.

use super::{AfterFork, Frontier};
use machine::State;
use std::collections::VecDeque;

const TURNS: u32 = 2;
/// Forks in a row that one state may make.
const STRETCH: u32 = 64;

#[derive(Default)]
pub struct Mixed {
    /// Newest last.
    states: VecDeque<State>,
    pops: u32,
    stretch: u32,
}

impl Frontier for Mixed {
    fn push(&mut self, state: State) {
        self.states.push_back(state);
    }

    fn pop(&mut self) -> Option<State> {
        self.pops = self.pops.wrapping_add(1);
        self.stretch = 0;
        if self.pops.is_multiple_of(TURNS) { self.states.pop_front() } else { self.states.pop_back() }
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn give(&mut self) -> Option<State> {
        self.states.pop_front()
    }

    fn after_fork(&mut self, _: &State) -> AfterFork {
        self.stretch += 1;
        if self.stretch < STRETCH { AfterFork::GoOn } else { AfterFork::Queue }
    }
}
