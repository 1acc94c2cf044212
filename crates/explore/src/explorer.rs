//! The loop: take a state, run it until something must be decided, ask the solver for the side that the witness does
//! not take. Invariant: every state that was made ends in the sink, once; what was not followed is a reason.

use crate::report::Outcome;
use machine::{Console, End, Event, Machine, Res, State};
use solver::{Answer, Solver};
use std::collections::BTreeMap;
use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};
use term::Term;

/// Instructions between two looks at the clock.
const SLICE: u64 = 200_000;

/// How often memory is looked at.
const LOOKS: u64 = 64;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub time: Duration,
    /// Paths at most.
    pub paths: u64,
    /// Resident bytes of the process.
    pub memory: u64,
}

#[derive(Clone, Debug, Default)]
pub struct Stats {
    pub returned: u64,
    pub threw: u64,
    pub assumed_away: u64,
    pub exited: u64,
    pub forks: u64,
    pub infeasible: u64,
    pub solver_calls: u64,
    pub solver_time: Duration,
    /// Why the exploration is not complete, with counts.
    pub reasons: BTreeMap<String, u64>,
}

impl Stats {
    pub fn paths(&self) -> u64 {
        self.returned + self.threw + self.assumed_away + self.exited
    }

    pub fn cut(&mut self, reason: impl Into<String>) {
        *self.reasons.entry(reason.into()).or_default() += 1;
    }

    /// Nothing was left out.
    pub fn is_complete(&self) -> bool {
        self.reasons.is_empty()
    }
}

/// Which side of a fork goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    /// The one that the witness takes.
    Witness,
    True,
}

pub struct Explorer<'a, 'm> {
    pub machine: &'a mut Machine<'m>,
    pub solver: Box<dyn Solver>,
    pub limits: Limits,
    pub stats: Stats,
    frontier: Vec<State>,
    floor: usize,
    started: Instant,
    looks: u64,
}

/// What the sink wants after a path ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    On,
    Stop,
}

impl<'a, 'm> Explorer<'a, 'm> {
    /// `floor` is the depth of the frame whose end is the end of the path.
    pub fn new(
        machine: &'a mut Machine<'m>,
        solver: Box<dyn Solver>,
        limits: Limits,
        floor: usize,
    ) -> Explorer<'a, 'm> {
        Explorer {
            machine,
            solver,
            limits,
            stats: Stats::default(),
            frontier: Vec::new(),
            floor,
            started: Instant::now(),
            looks: 0,
        }
    }

    /// Explores from `first`, depth first. The sink sees every path end.
    pub fn explore(
        &mut self,
        first: State,
        mut sink: impl FnMut(&mut Machine, &mut State, &Outcome, &mut Stats) -> Go,
    ) {
        self.frontier.push(first);
        while let Some(mut state) = self.frontier.pop() {
            self.machine.host.resume(&mut state);
            let outcome = self.follow_safely(&mut state);
            self.count(&state, &outcome);
            if sink(self.machine, &mut state, &outcome, &mut self.stats) == Go::Stop {
                return;
            }
            if let Err(stop) = self.machine.host.pull(self.machine.world, &mut state) {
                self.stats.cut(format!("the concrete heap could not be read: {stop:?}"));
            }
            if let Some(reason) = self.exhausted() {
                self.abandon(reason);
            }
        }
    }

    /// The limit that was reached.
    fn exhausted(&mut self) -> Option<&'static str> {
        if self.started.elapsed() > self.limits.time {
            return Some("time");
        }
        if self.stats.paths() >= self.limits.paths {
            return Some("number of paths");
        }
        self.looks += 1;
        let over = self.looks.is_multiple_of(LOOKS) && resident_bytes() > self.limits.memory;
        over.then_some("memory")
    }

    fn abandon(&mut self, reason: &str) {
        for _ in self.frontier.drain(..) {
            self.stats.cut(reason);
        }
    }

    /// A bug of ours ends one path, with that reason, not the run.
    fn follow_safely(&mut self, state: &mut State) -> Outcome {
        let followed = std::panic::catch_unwind(AssertUnwindSafe(|| self.follow(state)));
        followed.unwrap_or_else(|_| Outcome::Stopped("internal error".into()))
    }

    /// Runs one state to its end; the other sides of its branches go to the frontier.
    fn follow(&mut self, state: &mut State) -> Outcome {
        loop {
            if let Some(reason) = self.exhausted() {
                return Outcome::Stopped(reason.into());
            }
            state.fuel = SLICE;
            match self.machine.run(state, self.floor) {
                Event::Returned(_) => return Outcome::Returned,
                Event::Threw(exception) => return Outcome::Threw(exception),
                Event::Ended(End::Exit(code)) => return Outcome::Exited(code),
                Event::Ended(End::Assumed) => return Outcome::Assumed,
                Event::Ended(End::Stopped(reason)) => return Outcome::Stopped(reason),
                Event::OutOfFuel => {}
                event @ (Event::Decide(condition) | Event::Choose(condition)) => {
                    let first = if matches!(event, Event::Choose(_)) { First::True } else { First::Witness };
                    if let Err(stop) = self.decide(state, condition, first) {
                        return Outcome::Stopped(format!("the concrete heap could not be read: {stop:?}"));
                    }
                }
            }
        }
    }

    /// Settles a condition: the witness's side here, the other one in a clone if it is feasible.
    fn decide(&mut self, state: &mut State, condition: Term, first: First) -> Res<()> {
        let place = self.machine.place(state);
        let terms = &mut self.machine.world.terms;
        let truth = terms.holds(condition, &state.path.witness);
        let negated = terms.not(condition);
        let (taken, other) = if truth { (condition, negated) } else { (negated, condition) };
        let mut conjuncts: Vec<Term> = state.path.conjuncts.to_vec();
        conjuncts.push(other);
        let before = Instant::now();
        let answer = self.solver.check(terms, &conjuncts, Some(&state.path.witness));
        self.stats.solver_calls += 1;
        self.stats.solver_time += before.elapsed();
        match answer {
            Answer::Sat(witness) => {
                self.machine.host.pull(self.machine.world, state)?;
                let id = self.machine.world.fresh_state_id();
                let mut clone = state.fork(id, Console::Muted);
                let terms = &self.machine.world.terms;
                clone.path.trail.fork(place, other, !truth, Some(witness.clone()));
                clone.path.witness = witness;
                clone.path.assume(terms, other);
                state.path.trail.fork(place, taken, truth, None);
                state.path.assume(terms, taken);
                if first == First::True && !truth {
                    std::mem::swap(state, &mut clone);
                    self.machine.host.resume(state);
                }
                self.frontier.push(clone);
                self.stats.forks += 1;
            }
            Answer::Unsat => {
                self.stats.infeasible += 1;
                state.path.trail.settle();
                state.path.settle(&self.machine.world.terms, taken);
            }
            Answer::Unknown(why) => {
                self.stats.cut(format!("solver: {why:?}"));
                state.path.trail.fork(place, taken, truth, None);
                state.path.assume(&self.machine.world.terms, taken);
            }
        }
        Ok(())
    }

    fn count(&mut self, state: &State, outcome: &Outcome) {
        match outcome {
            Outcome::Returned => self.stats.returned += 1,
            Outcome::Threw(_) => self.stats.threw += 1,
            Outcome::Exited(_) => self.stats.exited += 1,
            Outcome::Assumed => self.stats.assumed_away += 1,
            Outcome::Stopped(reason) => self.stats.cut(reason.clone()),
        }
        for imprecision in state.path.imprecisions.iter() {
            self.stats.cut(imprecision.clone());
        }
    }
}

/// What the kernel says this process has in memory; 0 where it does not say.
fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = status.split(' ').nth(1).and_then(|n| n.parse().ok()).unwrap_or(0);
    pages * 4096
}
