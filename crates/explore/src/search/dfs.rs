//! Depth first: the state that forked goes on, then the one that was left behind last. Holds one state per fork of a path.

use super::{AfterFork, Frontier};
use machine::State;
use std::collections::VecDeque;

#[derive(Default)]
pub struct Dfs {
    /// Each has more forks behind it than the ones before.
    states: VecDeque<State>,
}

impl Frontier for Dfs {
    fn push(&mut self, state: State) {
        self.states.push_back(state);
    }

    fn pop(&mut self) -> Option<State> {
        self.states.pop_back()
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn give(&mut self) -> Option<State> {
        self.states.pop_front()
    }

    fn after_fork(&mut self, _: &State) -> AfterFork {
        AfterFork::GoOn
    }
}
