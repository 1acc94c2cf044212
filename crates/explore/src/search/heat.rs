//! States that came nearer to a sink and all others take turns; of those that did, the nearest goes first, and of equals the one that waits longest.

use super::Frontier;
use machine::State;
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub struct Heat {
    hot: BTreeMap<(Reverse<u32>, u64), State>,
    rest: Box<dyn Frontier>,
    pushed: u64,
    hot_is_next: bool,
}

impl Heat {
    pub fn new(rest: Box<dyn Frontier>) -> Heat {
        Heat { hot: BTreeMap::new(), rest, pushed: 0, hot_is_next: false }
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
        self.hot_is_next = !self.hot_is_next;
        let hot = |hot: &mut BTreeMap<_, State>| hot.pop_first().map(|(_, state)| state);
        match self.hot_is_next {
            true => hot(&mut self.hot).or_else(|| self.rest.pop()),
            false => self.rest.pop().or_else(|| hot(&mut self.hot)),
        }
    }

    fn len(&self) -> usize {
        self.hot.len() + self.rest.len()
    }

    fn give(&mut self) -> Option<State> {
        self.rest.give().or_else(|| self.hot.pop_last().map(|(_, state)| state))
    }
}
