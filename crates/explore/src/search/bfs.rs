//! Breadth first: the states with the fewest forks behind them first. Finds the shortest violation, holds many states.

use super::Frontier;
use machine::State;
use std::collections::{BTreeMap, VecDeque};

#[derive(Default)]
pub struct Bfs {
    /// By number of forks; no queue is empty.
    levels: BTreeMap<u32, VecDeque<State>>,
    len: usize,
}

impl Frontier for Bfs {
    fn push(&mut self, state: State) {
        self.levels.entry(state.path.trail.len()).or_default().push_back(state);
        self.len += 1;
    }

    fn pop(&mut self) -> Option<State> {
        let mut level = self.levels.first_entry()?;
        let state = level.get_mut().pop_front();
        if level.get().is_empty() {
            level.remove();
        }
        self.len -= 1;
        state
    }

    fn len(&self) -> usize {
        self.len
    }

    fn give(&mut self) -> Option<State> {
        self.pop()
    }
}
