//! States that came nearer to a sink go first: hot ones, which took the name or the class of a sink, and warm ones, which are fewer calls away from
//! one than the method that is explored. Of equals the one goes first that waits longest.

use super::{AfterFork, Distances, Frontier};
use machine::State;
use std::cmp::Reverse;
use std::collections::BTreeMap;

pub struct Heat {
    hot: BTreeMap<(Reverse<u32>, u32, u64), State>,
    warm: BTreeMap<(u32, u64), State>,
    rest: Box<dyn Frontier>,
    distances: Distances,
    entry: u32,
    pushed: u64,
    popped: u64,
}

/// Of so many states that are taken, one is the next of the rest, one is warm, and the others are hot, if there are some.
const TURNS: u64 = 4;

#[derive(Clone, Copy)]
enum Part {
    Hot,
    Warm,
    Rest,
}

impl Heat {
    pub fn new(rest: Box<dyn Frontier>, distances: Distances, entry: Option<u32>) -> Heat {
        let (hot, warm) = (BTreeMap::new(), BTreeMap::new());
        Heat { hot, warm, rest, distances, entry: entry.unwrap_or(0), pushed: 0, popped: 0 }
    }

    /// Of the nearest of its frames.
    fn distance(&self, state: &State) -> u32 {
        let distances = self.distances.borrow();
        let of_frames = state.frames.iter().filter_map(|frame| distances.get(&frame.method));
        of_frames.min().copied().unwrap_or(u32::MAX)
    }

    fn take(&mut self, part: Part) -> Option<State> {
        match part {
            Part::Hot => self.hot.pop_first().map(|(_, state)| state),
            Part::Warm => self.warm.pop_first().map(|(_, state)| state),
            Part::Rest => self.rest.pop(),
        }
    }
}

impl Frontier for Heat {
    fn push(&mut self, state: State) {
        let distance = self.distance(&state);
        self.pushed += 1;
        if state.heat > 0 {
            self.hot.insert((Reverse(state.heat), distance, self.pushed), state);
        } else if distance < self.entry {
            self.warm.insert((distance, self.pushed), state);
        } else {
            self.rest.push(state);
        }
    }

    fn pop(&mut self) -> Option<State> {
        self.popped += 1;
        let order = match self.popped % TURNS {
            0 => [Part::Rest, Part::Warm, Part::Hot],
            1 => [Part::Warm, Part::Hot, Part::Rest],
            _ => [Part::Hot, Part::Warm, Part::Rest],
        };
        order.into_iter().find_map(|part| self.take(part))
    }

    fn len(&self) -> usize {
        self.hot.len() + self.warm.len() + self.rest.len()
    }

    fn heat(&self) -> u32 {
        self.hot.first_key_value().map_or(0, |((Reverse(heat), ..), _)| *heat)
    }

    fn give(&mut self) -> Option<State> {
        let last = |part: &mut BTreeMap<(u32, u64), State>| part.pop_last().map(|(_, state)| state);
        self.rest.give().or_else(|| last(&mut self.warm)).or_else(|| self.hot.pop_last().map(|(_, state)| state))
    }

    /// It goes on unless another one is nearer, perhaps the other side of the same fork.
    fn after_fork(&mut self, state: &State) -> AfterFork {
        if self.heat() > state.heat { AfterFork::Queue } else { self.rest.after_fork(state) }
    }
}
