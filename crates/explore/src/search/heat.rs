//! States that came nearer to a sink have three turns of four; of those that did, the nearest goes first, and of equals the one that waits longest.

use super::Frontier;
use machine::State;
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub struct Heat {
    hot: BTreeMap<(Reverse<u32>, u64), State>,
    rest: Box<dyn Frontier>,
    pushed: u64,
    popped: u64,
}

/// Of so many states that are taken, one is the next of the rest.
const TURNS: u64 = 4;

impl Heat {
    pub fn new(rest: Box<dyn Frontier>) -> Heat {
        Heat { hot: BTreeMap::new(), rest, pushed: 0, popped: 0 }
    }
}

impl Frontier for Heat {
    fn push(&mut self, state: State) {
        if state.heat == 0 {
            return self.rest.push(state);
        }
        self.pushed += 1;
        self.hot.insert((Reverse(state.heat), self.pushed), state);
    }

    fn pop(&mut self) -> Option<State> {
        self.popped += 1;
        let hot = |hot: &mut BTreeMap<_, State>| hot.pop_first().map(|(_, state)| state);
        match self.popped.is_multiple_of(TURNS) {
            false => hot(&mut self.hot).or_else(|| self.rest.pop()),
            true => self.rest.pop().or_else(|| hot(&mut self.hot)),
        }
    }

    fn len(&self) -> usize {
        self.hot.len() + self.rest.len()
    }

    fn heat(&self) -> u32 {
        self.hot.first_key_value().map_or(0, |((Reverse(heat), _), _)| *heat)
    }

    fn give(&mut self) -> Option<State> {
        self.rest.give().or_else(|| self.hot.pop_last().map(|(_, state)| state))
    }
}
