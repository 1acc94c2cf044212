//! The order in which states are explored. A frontier holds the states that wait; nothing else decides who is next.

mod bfs;
mod coverage;
mod dfs;
mod random;

use machine::State;

pub trait Frontier {
    fn push(&mut self, state: State);

    fn pop(&mut self) -> Option<State>;

    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Takes out the state with the fewest forks behind it: as far as one can tell, the largest part of the tree.
    fn give(&mut self) -> Option<State>;

    /// What a state does after it has forked.
    fn after_fork(&self) -> AfterFork {
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
    Dfs,
    Bfs,
    Coverage,
    Random,
}

impl Order {
    pub const ALL: [Order; 4] = [Order::Dfs, Order::Bfs, Order::Coverage, Order::Random];

    pub fn name(self) -> &'static str {
        match self {
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
            Order::Dfs => Box::new(dfs::Dfs::default()),
            Order::Bfs => Box::new(bfs::Bfs::default()),
            Order::Coverage => Box::new(coverage::Coverage::default()),
            Order::Random => Box::new(random::Random::new(seed)),
        }
    }
}

/// Where the state with the fewest forks is.
fn shallowest<'s>(states: impl Iterator<Item = &'s State>) -> Option<usize> {
    states.enumerate().min_by_key(|(at, state)| (state.path.trail.len(), *at)).map(|(at, _)| at)
}

#[cfg(test)]
mod tests;
