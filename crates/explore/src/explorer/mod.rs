//! The loop: take a state, run it until something must be decided, ask the solver for the side that the witness does
//! not take. Invariant: every state that was made ends in the sink, once; what was not followed is a reason.

mod again;
mod bracket;
mod decide;
mod hard;
mod heaps;
mod later;
mod level;
mod lockstep;
mod orders;
mod rescue;
mod side;
mod sides;
mod step;
#[cfg(test)]
mod tests;
mod turns;
mod uses;

pub use bracket::Merging;
pub use hard::Hard;
pub use later::{Later, TURN};
pub use level::{Level, Room};
pub use step::Stepped;
pub use turns::{Resting, Turn};

use crate::inputs::Inputs;
use crate::limits::{Limits, Look, Meter, unread};
use crate::profile::Profile;
use crate::search::Frontier;
use crate::share::{Colleagues, Prefix};
use crate::stats::{Progress, Stats};
use crate::verdict::Outcome;
use bracket::{Since, Step};
pub(crate) use decide::{First, Settled};
use machine::trail::mix;
use machine::world::{Original, UserModel};
use machine::{Bound, Limit, Reason};
use machine::{End, Event, Machine, State};
use solver::Solver;
use solver::statistics::Tier;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

/// Instructions, or allocated memory of that cost, between two looks at clock and memory.
pub(crate) const SLICE: u64 = 200_000;

/// What became of a state that was followed.
enum Followed {
    /// It ended, and whatever was to meet with it.
    Ended,
    /// It forked, and others may come before it.
    Waits,
    /// It goes on in the next turn, before all others.
    Pauses,
}

pub struct Explorer<'a, 'm> {
    pub machine: &'a mut Machine<'m>,
    pub solver: Box<dyn Solver>,
    pub limits: Limits,
    pub stats: Stats,
    /// Called between paths and between stretches of long ones.
    pub watch: Box<dyn FnMut(Progress) + 'a>,
    /// Where the time goes, if somebody wants to know.
    pub profile: Option<Box<Profile>>,
    /// Who gets states that wait here, if anybody.
    pub colleagues: Option<Box<dyn Colleagues>>,
    pub merging: Merging,
    pub room: Room,
    /// If the sink is to see a merged path once for each input that is of use.
    pub inputs: Option<Inputs>,
    /// Branches of one path whose other sides are explored; behind them a path goes on as its witness does.
    pub reach: Option<u32>,
    /// Sides that need not be asked about whenever a path comes to them.
    pub hard: Option<Hard>,
    /// The sink is told of data races that are about to happen.
    pub wants_races: bool,
    /// Something else will be explored afterwards, which needs the memory.
    pub goes_on: bool,
    pub(crate) frontier: Box<dyn Frontier>,
    /// The state that goes on first, with whatever is to meet with it.
    pub(crate) paused: Option<State>,
    /// The work after which this turn is over.
    pub(crate) turn_ends: u64,
    turn_work: u64,
    /// Which questions wait for a later turn.
    pub later: Later,
    /// Terms that there were when they were counted last.
    terms: usize,
    pub(crate) floor: usize,
    meter: Meter,
    pub(crate) orders: orders::Orders,
    /// Of the solver, when it was last asked.
    pub(crate) tiers: Vec<Tier>,
    /// Paths that ended, for the sink.
    ended: Vec<(State, Outcome)>,
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
        frontier: Box<dyn Frontier>,
        floor: usize,
    ) -> Explorer<'a, 'm> {
        let (stats, meter, watch) = (Stats::default(), Meter::default(), Box::new(|_: Progress| {}));
        let (merging, ended) = (Merging::default(), Vec::new());
        let (colleagues, goes_on, paused, turn_ends) = (None, false, None, u64::MAX);
        Explorer {
            machine,
            solver,
            limits,
            stats,
            watch,
            profile: None,
            colleagues,
            merging,
            room: Room::default(),
            inputs: None,
            reach: None,
            hard: None,
            wants_races: false,
            goes_on,
            frontier,
            paused,
            turn_ends,
            turn_work: u64::MAX,
            later: Later::default(),
            terms: 0,
            floor,
            meter,
            orders: orders::Orders::default(),
            tiers: Vec::new(),
            ended,
        }
    }

    /// Explores from `first`. The sink sees every path end.
    pub fn explore(&mut self, first: State, sink: impl FnMut(&mut Machine, &mut State, &Outcome, &mut Stats) -> Go) {
        self.set_options();
        self.frontier.push(first);
        self.turn_ends = u64::MAX;
        self.go_on(sink);
    }

    /// Explores until nothing is left, the sink has enough, or the turn is over.
    pub(crate) fn go_on(&mut self, mut sink: impl FnMut(&mut Machine, &mut State, &Outcome, &mut Stats) -> Go) -> Turn {
        while let Some(mut state) = match self.paused.take() {
            Some(paused) => Some(paused),
            None => self.next_state(),
        } {
            self.machine.host.resume(&mut state);
            match self.follow_safely(&mut state) {
                Followed::Ended => {}
                Followed::Waits => self.frontier.push(state),
                Followed::Pauses => self.paused = Some(state),
            }
            for (mut state, outcome) in std::mem::take(&mut self.ended) {
                self.count(&state, &outcome);
                if matches!(outcome, Outcome::Threw(_)) {
                    self.polish(&mut state);
                }
                let others = self.further_witnesses(&mut state, &outcome);
                if sink(self.machine, &mut state, &outcome, &mut self.stats) == Go::Stop {
                    return Turn::Enough;
                }
                for (witness, offer) in others {
                    state.path.set_witness(witness);
                    state.path.offer = offer;
                    if sink(self.machine, &mut state, &outcome, &mut self.stats) == Go::Stop {
                        return Turn::Enough;
                    }
                }
                if let Err(stop) = self.machine.host.pull(self.machine.world, &mut state) {
                    let why = self.machine.told(&state, &stop);
                    self.stats.cut(unread(&why));
                }
            }
            if let Some(reason) = self.exhausted(Look::Short) {
                self.abandon(reason);
            } else if self.stats.work() >= self.turn_ends {
                return Turn::Over;
            }
        }
        Turn::Complete
    }

    /// States that wait here go to a worker that has nothing to do.
    fn share(&mut self) {
        let Some(colleagues) = &mut self.colleagues else { return };
        while colleagues.want_work() {
            let Some(state) = self.frontier.give() else { return };
            // Who waits for which order is known here alone.
            if state.threads.steps.root.is_some() || state.threads.steps.past.is_some() {
                self.frontier.push(state);
                return;
            }
            colleagues.give(Prefix::of(self.machine.world, &state.path.trail));
        }
    }

    pub(crate) fn exhausted(&mut self, look: Look) -> Option<Limit> {
        let paths = self.stats.paths() + self.stats.stopped;
        let open = self.waits();
        (self.watch)(Progress { paths, open, solver_time: self.stats.solver_time });
        self.meter.exhausted(&self.limits, self.stats.paths(), look)
    }

    /// A bug of ours ends one path, with that reason, not the run.
    fn follow_safely(&mut self, state: &mut State) -> Followed {
        self.terms = self.machine.world.terms.len();
        let followed = std::panic::catch_unwind(AssertUnwindSafe(|| self.follow(state)));
        self.count_terms();
        followed.unwrap_or_else(|_| {
            let failed = self.take(state);
            self.ended.push((failed, Outcome::Stopped(Reason::Internal("an instruction failed".into()))));
            self.release_all();
            Followed::Ended
        })
    }

    /// Leaves nothing that could run in its place.
    pub(crate) fn take(&mut self, state: &mut State) -> State {
        std::mem::replace(state, State::nothing(self.machine.world.ids.clone()))
    }

    /// Runs one state, and whatever is to meet with it, until all ended or one waits; the other sides of branches go to the
    /// frontier.
    fn follow(&mut self, state: &mut State) -> Followed {
        let mut look = Look::Short;
        loop {
            if let Some(reason) = self.exhausted(look) {
                self.stop_all(reason);
                let state = self.take(state);
                self.ended.push((state, Outcome::Stopped(reason.into())));
                return Followed::Ended;
            }
            self.count_terms();
            if self.stats.work() >= self.turn_ends {
                if let Err(stop) = self.machine.host.pull(self.machine.world, state) {
                    let why = self.machine.told(state, &stop);
                    self.stats.cut(unread(&why));
                }
                return Followed::Pauses;
            }
            look = Look::Short;
            self.refuel(state);
            let before = state.executed;
            let began = self.profile.as_ref().map(|_| Instant::now());
            let event = self.machine.run(state, self.floor);
            let executed = state.executed - before;
            self.stats.instructions += executed;
            if let (Some(profile), Some(began)) = (&mut self.profile, began) {
                profile.ran(self.machine.world, state, executed, began.elapsed());
            }
            let forks = self.stats.forks;
            if !matches!(event, Event::Watched) {
                state.stay();
            }
            // An instruction that asks is counted each time.
            let since = if executed > 1 { Since::Instructions } else { Since::Nothing };
            if !state.alone() || state.threads.steps.on {
                self.give_up_all(state, "threads");
            }
            let step = match event {
                _ if state.heap.live() > self.limits.live => {
                    Ok(Step::End(Outcome::Stopped(Reason::Bound(Bound::Loop))))
                }
                Event::OutOfFuel => {
                    look = Look::Long;
                    self.share();
                    if state.executed > self.limits.instructions {
                        Ok(Step::End(Outcome::Stopped(Reason::Bound(Bound::Loop))))
                    } else {
                        self.out_of_fuel(state)
                    }
                }
                Event::Decide(condition) => self.decide_or_part(state, condition, since),
                Event::Fix(condition) => self.enumerate(state, condition, First::Witness),
                Event::Choose(condition) => self.enumerate(state, condition, First::True),
                Event::Settle => Ok(self.settle(state)),
                Event::Visible => self.order(state),
                Event::ThreadThrew => {
                    let exception = state.threads.steps.uncaught.take().expect("it says so");
                    self.tell_thrown(state, exception).map(|()| Step::Run)
                }
                Event::Watched => Ok(self.watched(state)),
                Event::Returned(_) if self.machine.outlives_main(state) => Ok(Step::Run),
                Event::Returned(_) => Ok(Step::End(Outcome::Returned)),
                Event::Threw(exception) if self.machine.outlives_exception(state) => {
                    self.tell_thrown(state, exception).map(|()| Step::Run)
                }
                Event::Threw(exception) => Ok(Step::End(Outcome::Threw(exception))),
                Event::Ended(end) => match self.order_end(state, &end) {
                    Some(step) => Ok(step),
                    None => Ok(Step::End(self.ended(end))),
                },
            };
            if let Some(profile) = &mut self.profile {
                profile.forked(self.stats.forks.saturating_sub(forks));
            }
            let step = step.unwrap_or_else(|stop| {
                let why = self.machine.told(state, &stop);
                Step::End(Outcome::Stopped(unread(&why)))
            });
            let go_on = match step {
                Step::Run => true,
                Step::Queue => return Followed::Waits,
                Step::Next => self.next_arm(state),
                Step::End(outcome) => {
                    self.end_arm(state, outcome);
                    self.next_arm(state)
                }
            };
            if !go_on {
                return Followed::Ended;
            }
        }
    }

    /// An end of a path counts only if the path is feasible.
    fn end_arm(&mut self, state: &mut State, outcome: Outcome) {
        // What it did not do as the program does must not get lost.
        let is_exact = state.path.imprecisions.is_empty();
        if outcome == Outcome::Assumed && state.path.provisional.is_some() && is_exact {
            self.stats.assumed_away += 1;
            self.arm_left(0);
            return;
        }
        let outcome = match self.settle(state) {
            Step::Run => outcome,
            Step::End(unknown) => unknown,
            Step::Next | Step::Queue => return,
        };
        self.look_back_at_end(state);
        let state = self.take(state);
        self.end(state, outcome);
        self.arm_left(0);
    }

    pub(crate) fn end(&mut self, state: State, outcome: Outcome) {
        // Of an order by chance only a violation counts: it is among those that are explored, too.
        let violates = matches!(outcome, Outcome::Threw(_) | Outcome::Deadlock(_) | Outcome::Race(_));
        if state.threads.steps.walk.is_some() && !violates {
            return;
        }
        self.ended.push((state, outcome));
    }

    fn ended(&mut self, end: End) -> Outcome {
        match end {
            End::Exit(code) => Outcome::Exited(code),
            End::Assumed => Outcome::Assumed,
            End::Stopped(reason) => Outcome::Stopped(reason),
            End::Deadlock(report) if self.machine.world.options.orders => Outcome::Deadlock(report),
            End::Deadlock(report) => {
                Outcome::Stopped(Reason::Deadlock(report.lines().next().unwrap_or_default().into()))
            }
            End::Livelock => Outcome::Endless,
            End::Interrupted => Outcome::Stopped(self.exhausted(Look::Long).unwrap_or(Limit::Interrupted).into()),
        }
    }

    /// A state that goes on later.
    pub(crate) fn put_in_frontier(&mut self, mut state: State) {
        state.watch = None;
        state.follow_lead(&self.machine.world.terms);
        self.frontier.push(state);
    }

    fn count(&mut self, state: &State, outcome: &Outcome) {
        self.stats.order = mix(self.stats.order, state.path.trail.fingerprint());
        match outcome {
            Outcome::Returned => self.stats.returned += 1,
            Outcome::Threw(_) => self.stats.threw += 1,
            Outcome::Exited(_) => self.stats.exited += 1,
            Outcome::Assumed => self.stats.assumed_away += 1,
            // A place on paths that are counted by their ends.
            Outcome::Race(_) => {}
            Outcome::Deadlock(_) => self.stats.orders.deadlocks += 1,
            Outcome::Endless => self.stats.orders.endless += 1,
            Outcome::Stopped(reason) => {
                self.stats.stopped += 1;
                self.stats.cut(reason.clone());
            }
        }
        self.stats.assumptions.extend(state.path.assumed.iter().map(ToString::to_string));
        for imprecision in state.path.imprecisions.iter() {
            self.stats.cut(imprecision.clone());
        }
        let world = &*self.machine.world;
        let is_told = |model: &UserModel| model.calls.get() > 0 && model.original == Original::InItsClass;
        for (&original, _) in world.user_models.iter().filter(|(_, model)| is_told(model)) {
            let method = &world.classes[original];
            let name = format!("{}.{}", world.classes[method.class].dotted(), method.name);
            self.stats.assumptions.insert(format!("the model of {name} does what the method does"));
        }
    }
}
