//! The order in which states are explored. A frontier holds the states that wait; nothing else decides who is next.

mod bfs;
mod coverage;
mod dfs;
mod heat;
mod mixed;
mod random;

use machine::{MethodId, State};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::rc::Rc;

pub trait Frontier {
    fn push(&mut self, state: State);

    fn pop(&mut self) -> Option<State>;

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes out the state with the fewest forks behind it: as far as one can tell, the largest part of the tree.
    fn give(&mut self) -> Option<State>;

    /// How near the nearest state is to what is looked for, if anything is.
    fn heat(&self) -> u32 {
        0
    }

    /// What a state does after it has forked.
    fn after_fork(&mut self, _: &State) -> AfterFork {
        AfterFork::Queue
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterFork {
    GoOn,
    /// It queues behind or before the others.
    Queue,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    #[default]
    Mixed,
    Dfs,
    Bfs,
    Coverage,
    Random,
}

impl Order {
    pub const ALL: [Order; 5] = [Order::Mixed, Order::Dfs, Order::Bfs, Order::Coverage, Order::Random];

    pub fn name(self) -> &'static str {
        match self {
            Order::Mixed => "mixed",
            Order::Dfs => "dfs",
            Order::Bfs => "bfs",
            Order::Coverage => "coverage",
            Order::Random => "random",
        }
    }

    pub fn by_name(name: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.name() == name)
    }

    pub fn frontier(self, seed: u64) -> Box<dyn Frontier> {
        match self {
            Order::Mixed => Box::new(mixed::Mixed::default()),
            Order::Dfs => Box::new(dfs::Dfs::default()),
            Order::Bfs => Box::new(bfs::Bfs::default()),
            Order::Coverage => Box::new(coverage::Coverage::default()),
            Order::Random => Box::new(random::Random::new(seed)),
        }
    }
}

/// How many calls a method is away from what is looked for; it grows as classes are loaded.
pub type Distances = Rc<RefCell<HashMap<MethodId, u32>>>;

/// Most states are those that are nearest to what is looked for. `entry` is how far the method is with which all begin.
pub fn toward_sinks(rest: Box<dyn Frontier>, distances: Distances, entry: Option<u32>) -> Box<dyn Frontier> {
    Box::new(heat::Heat::new(rest, distances, entry))
}

/// States that wait for a side of a branch, and how often it was followed.
#[derive(Default)]
pub struct Waiting {
    pub followed: u64,
    pub states: VecDeque<State>,
}

/// The side for which the state with the fewest forks waits, and where it is.
pub fn shallowest_side<S: Copy + Ord>(sides: &BTreeMap<S, Waiting>) -> Option<(S, usize)> {
    let candidates = sides.iter().filter_map(|(&side, waiting)| {
        let at = shallowest(waiting.states.iter())?;
        Some((waiting.states[at].path.trail.len(), side, at))
    });
    candidates.min().map(|(_, side, at)| (side, at))
}

/// Where the state with the fewest forks is.
fn shallowest<'s>(states: impl Iterator<Item = &'s State>) -> Option<usize> {
    states.enumerate().min_by_key(|(at, state)| (state.path.trail.len(), *at)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests;
