//! Two explorations of one program that take turns. Turns end after counted work, so the same run always takes the same ones; where
//! a turn ends changes nothing but who goes on.

use super::bracket::Merging;
use super::level::Level;
use super::orders::Orders;
use super::{Explorer, Go};
use crate::search::{Frontier, Order};
use crate::stats::Stats;
use crate::verdict::Outcome;
use machine::Limit;
use machine::{Machine, State};
use solver::Solver;
use std::mem::swap;

/// How a turn ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// There is more to do.
    Over,
    /// Nothing is left, be it that a limit was reached.
    Complete,
    /// The sink wants no more.
    Enough,
}

/// What an exploration has for itself, while the other one has its turn.
pub struct Resting {
    solver: Box<dyn Solver>,
    pub stats: Stats,
    merging: Merging,
    frontier: Box<dyn Frontier>,
    paused: Option<State>,
    orders: Orders,
    /// What the question has that it asks again.
    factor: u64,
}

impl Resting {
    /// One that did nothing yet.
    pub fn new(first: State, level: Level, solver: Box<dyn Solver>, mut frontier: Box<dyn Frontier>) -> Resting {
        frontier.push(first);
        let merging = Merging::at(level);
        Resting {
            solver,
            stats: Stats::default(),
            merging,
            frontier,
            paused: None,
            orders: Orders::default(),
            factor: 0,
        }
    }

    /// One without any state, for who brings its own.
    pub fn idle(level: Level, solver: Box<dyn Solver>) -> Resting {
        let (merging, frontier) = (Merging::at(level), Order::default().frontier(0));
        Resting {
            solver,
            stats: Stats::default(),
            merging,
            frontier,
            paused: None,
            orders: Orders::default(),
            factor: 0,
        }
    }

    /// States that wait.
    pub fn waiting(&self) -> usize {
        self.frontier.len()
    }

    /// How near a state of it is to what is looked for.
    pub fn heat(&self) -> u32 {
        self.paused.as_ref().map_or(0, |state| state.heat).max(self.frontier.heat())
    }
}

impl Explorer<'_, '_> {
    pub fn begin(&mut self, first: State) {
        self.frontier.push(first);
    }

    /// Explores for about so much work. The sink sees every path end.
    pub fn take_turn(
        &mut self,
        work: u64,
        sink: impl FnMut(&mut Machine, &mut State, &Outcome, &mut Stats) -> Go,
    ) -> Turn {
        self.turn_work = work;
        self.turn_ends = self.stats.work().saturating_add(work);
        self.go_on(sink)
    }

    /// Making them is work.
    pub(super) fn count_terms(&mut self) {
        let now = self.machine.world.terms.len();
        self.stats.made_terms += (now - self.terms) as u64;
        self.terms = now;
    }

    /// What waits is counted and left where it is: taking many states apart takes longer than a limit of time allows.
    pub(crate) fn abandon(&mut self, limit: Limit) {
        let left = self.waits();
        self.orders = Orders::default();
        if left > 0 {
            self.stats.stopped += left;
            *self.stats.reasons.entry(limit.into()).or_default() += left;
            let frontier = std::mem::replace(&mut self.frontier, Order::default().frontier(0));
            if !self.goes_on {
                std::mem::forget(frontier);
            }
        }
    }

    /// States that wait.
    pub fn waiting(&self) -> usize {
        self.waits() as usize
    }

    /// Nothing of this exploration goes on.
    pub fn give_up_for(&mut self, limit: Limit) {
        self.stop_all(limit);
        if self.paused.take().is_some() {
            self.stats.stopped += 1;
            self.stats.cut(limit);
        }
        self.abandon(limit);
    }

    /// What the machine is told of how paths are merged.
    pub(crate) fn set_options(&mut self) {
        self.machine.world.options.merging = self.merging.level != Level::Off;
        self.machine.world.options.lockstep = self.merging.level == Level::Lockstep;
    }

    /// The other exploration goes on, this one rests.
    pub fn change(&mut self, other: &mut Resting) {
        swap(&mut self.solver, &mut other.solver);
        swap(&mut self.stats, &mut other.stats);
        swap(&mut self.merging, &mut other.merging);
        swap(&mut self.frontier, &mut other.frontier);
        swap(&mut self.paused, &mut other.paused);
        swap(&mut self.orders, &mut other.orders);
        swap(&mut self.later.factor, &mut other.factor);
        self.set_options();
    }
}
