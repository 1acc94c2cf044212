//! One stretch of one path without merging, for who decides from outside what comes next.

use super::{Explorer, First, SLICE, Settled};
use crate::limits::{Look, unread};
use crate::verdict::Outcome;
use machine::path::Use;
use machine::reason::Decider;
use machine::{Event, Reason, Res, State};
use std::time::Instant;
use term::Term;

/// Where a stretch ended.
pub enum Stepped {
    /// The state went one way, the other state the other way.
    Forked(Box<State>),
    /// Only one way was feasible, or the other one is a reason now.
    Settled,
    /// The state came to the place that it watches for, or left.
    Watched,
    /// It has run for a while; limits were looked at.
    Paused,
    Ended(Outcome),
}

/// Why a single path with a second thread says nothing.
fn one_order() -> Reason {
    Reason::Environment(Decider::Threads, "a second thread: only one schedule was explored".into())
}

impl Explorer<'_, '_> {
    /// Runs a state until something must be decided, and decides it. `most` are instructions. The frontier is empty before and after.
    pub fn step(&mut self, state: &mut State, most: u64) -> Stepped {
        self.stretch(state, most, Explorer::step_apart)
    }

    /// As `step`, without asking about the sides that the witness does not take: one path of many.
    pub fn step_along(&mut self, state: &mut State, most: u64) -> Stepped {
        self.stretch(state, most, Explorer::go_along)
    }

    fn stretch(
        &mut self,
        state: &mut State,
        most: u64,
        settle: impl FnOnce(&mut Self, &mut State, Term, First) -> Res<Stepped>,
    ) -> Stepped {
        if let Some(limit) = self.exhausted(Look::Short) {
            return Stepped::Ended(Outcome::Stopped(limit.into()));
        }
        state.fuel = most.min(SLICE);
        let before = state.executed;
        let began = self.profile.as_ref().map(|_| Instant::now());
        let event = self.machine.run(state, self.floor);
        let executed = state.executed - before;
        self.stats.instructions += executed;
        if let (Some(profile), Some(began)) = (&mut self.profile, began) {
            profile.ran(self.machine.world, state, executed, began.elapsed());
        }
        let forks = self.stats.forks;
        let stepped = match event {
            Event::OutOfFuel => match self.exhausted(Look::Long) {
                Some(limit) => Ok(Stepped::Ended(Outcome::Stopped(limit.into()))),
                None => Ok(Stepped::Paused),
            },
            Event::Decide(condition) | Event::Fix(condition) => settle(self, state, condition, First::Witness),
            Event::Choose(condition) => settle(self, state, condition, First::True),
            Event::Settle => unreachable!("a path without merging has a witness"),
            Event::Watched => Ok(Stepped::Watched),
            Event::Visible | Event::ThreadThrew => Ok(Stepped::Ended(Outcome::Stopped(one_order()))),
            Event::Returned(_) if self.machine.outlives_main(state) => Ok(Stepped::Paused),
            Event::Returned(_) => Ok(Stepped::Ended(Outcome::Returned)),
            Event::Threw(exception) => Ok(Stepped::Ended(Outcome::Threw(exception))),
            Event::Ended(end) => Ok(Stepped::Ended(self.ended(end))),
        };
        if let Some(profile) = &mut self.profile {
            profile.forked(self.stats.forks.saturating_sub(forks));
        }
        stepped.unwrap_or_else(|stop| {
            let why = self.machine.told(state, &stop);
            Stepped::Ended(Outcome::Stopped(unread(&why)))
        })
    }

    fn go_along(&mut self, state: &mut State, condition: Term, first: First) -> Res<Stepped> {
        if self.machine.world.atlas.is_choice(condition) {
            return self.step_apart(state, condition, first);
        }
        let place = self.machine.place(state);
        let terms = &mut self.machine.world.terms;
        let truth = terms.holds(condition, state.path.witness(Use::Question));
        let taken = if truth { condition } else { terms.not(condition) };
        state.path.trail.fork(place, taken, truth, None);
        state.path.assume(terms, taken);
        Ok(Stepped::Settled)
    }

    fn step_apart(&mut self, state: &mut State, condition: Term, first: First) -> Res<Stepped> {
        Ok(match self.decide(state, condition, first)? {
            Settled::Here => Stepped::Settled,
            Settled::Forked => match self.frontier.pop() {
                Some(other) => Stepped::Forked(Box::new(other)),
                None => Stepped::Settled,
            },
            Settled::Cut(reason) => Stepped::Ended(Outcome::Stopped(reason)),
        })
    }

    /// Brings a state up to date with the concrete heap, or says why that cannot be.
    pub fn pull(&mut self, state: &mut State) -> Result<(), machine::Reason> {
        let pulled = self.machine.host.pull(self.machine.world, state);
        pulled.map_err(|stop| unread(&self.machine.told(state, &stop)))
    }
}
