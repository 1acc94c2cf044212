//! A seeded draw among all states that wait.

use super::{Frontier, shallowest};
use machine::State;
use machine::trail::mix;

pub struct Random {
    states: Vec<State>,
    drawn: u64,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { states: Vec::new(), drawn: mix(0, seed) }
    }
}

impl Frontier for Random {
    fn push(&mut self, state: State) {
        self.states.push(state);
    }

    fn pop(&mut self) -> Option<State> {
        if self.states.is_empty() {
            return None;
        }
        self.drawn = mix(self.drawn, 1);
        let at = self.drawn % self.states.len() as u64;
        Some(self.states.swap_remove(at as usize))
    }

    fn len(&self) -> usize {
        self.states.len()
    }

    fn give(&mut self) -> Option<State> {
        let at = shallowest(self.states.iter())?;
        Some(self.states.swap_remove(at))
    }
}
