//! The scheduler: round robin. A thread runs until it waits or its turn is over; it goes on where the run loop that it
//! stopped in is the innermost one, or in any if no call from Rust is under way on its stack.

use crate::execute::sprint::{Counter, Jumps, Marker, Nobody, Pause, Shared, sprint};
use crate::program::ObjectId;
use crate::reason::{Inexact, Reason};
use crate::state::steps::Deed;
use crate::state::threads::{Parked, Phase, TURN, Wait, Woken};
use crate::state::{InitStatus, State};
use crate::world::{Event, Machine, Res, Stop};

/// A call from Rust is soon over, and until then nothing that waits below it can go on.
const NESTED_TURN: u64 = 1_000_000;

pub(super) fn turn_of(state: &State) -> u64 {
    let nested = state.threads.nests.last() == Some(&state.thread);
    if nested { NESTED_TURN } else { TURN }
}

impl Machine<'_> {
    /// The fast loop, for the rest of the running thread's turn. `None` if the turn is over.
    pub(crate) fn sprint_in_turn(&mut self, state: &mut State) -> Option<Pause> {
        if state.threads.steps.on {
            return Some(sprint::<false, _>(self.world, state, &mut Shared));
        }
        if state.alone() {
            return Some(match state.watch {
                _ if self.notes_decisions(state) => self.sprint_deciding(state),
                Some(_) if self.is_covered(state) => sprint::<true, _>(self.world, state, &mut Marker),
                Some(_) => sprint::<true, _>(self.world, state, &mut Nobody),
                None if self.is_covered(state) => sprint::<false, _>(self.world, state, &mut Marker),
                None => self.sprint_on(state),
            });
        }
        let (fuel, turn) = (state.fuel, state.threads.turn);
        state.fuel = fuel.min(turn);
        let given = state.fuel;
        let pause = self.sprint_on(state);
        let used = given - state.fuel;
        state.fuel = fuel - used;
        state.threads.turn = turn - used;
        match pause {
            Pause::OutOfFuel if state.fuel > 0 => None,
            pause => Some(pause),
        }
    }

    fn sprint_on(&mut self, state: &mut State) -> Pause {
        let thread = state.thread;
        match state.way.take_if(|way| way.is_of(thread)) {
            Some(mut way) => {
                let pause = sprint::<false, _>(self.world, state, &mut *way);
                state.way = Some(way);
                pause
            }
            None => match self.world.profile.take() {
                Some(mut profile) => {
                    let mut counter = Counter { profile: &mut profile, fuel: state.fuel };
                    let pause = sprint::<false, _>(self.world, state, &mut counter);
                    self.world.profile = Some(profile);
                    pause
                }
                None => sprint::<false, _>(self.world, state, &mut Nobody),
            },
        }
    }

    /// The fast loop, with the conditional jumps of the program written down.
    fn sprint_deciding(&mut self, state: &mut State) -> Pause {
        let mut jumps = Jumps { jumps: Vec::new(), marks: self.is_covered(state) };
        let pause = match state.watch {
            Some(_) => sprint::<true, _>(self.world, state, &mut jumps),
            None => sprint::<false, _>(self.world, state, &mut jumps),
        };
        for jump in jumps.jumps {
            state.path.jump(&self.world.classes, jump);
        }
        pause
    }

    /// The running thread waits; another one goes on, or the same if there is no other.
    pub(crate) fn give_way(&mut self, state: &mut State, wait: Wait) -> Res<()> {
        if wait == Wait::Turn && state.alone() {
            state.threads.turn = TURN;
            return Ok(());
        }
        state.park(&self.world.classes, wait);
        if state.threads.steps.on && !state.is_nested() {
            state.become_idle();
            return Ok(());
        }
        if state.threads.steps.on {
            state.path.imprecise(Reason::Imprecision(
                Inexact::Nested,
                "a thread waits inside of a call that cannot be left".into(),
            ));
        }
        self.wake_next(state)
    }

    /// Lets the next thread run that can. If all wait for a time, that time comes.
    pub(super) fn wake_next(&mut self, state: &mut State) -> Res<()> {
        loop {
            state.wake_expired();
            if let Some(at) = state.next_ready() {
                state.resume(at);
                return Ok(());
            }
            let until = state.threads.parked.iter().filter_map(|parked| parked.wait.until()).min();
            match until {
                Some(until) if !self.is_deadlock_for_ever(state) => self.pass_time(state, until),
                _ => return Err(Stop::End(self.deadlock(state))),
            }
        }
    }

    /// What is to be done where the run loop begins, and after every change of the running thread or end of its frames.
    pub(crate) fn arrive(&mut self, state: &mut State, floor: usize) -> Option<Event> {
        loop {
            if state.threads.steps.uncaught.is_some() && !state.is_nested() {
                return Some(Event::ThreadThrew);
            }
            if state.threads.steps.idle {
                return Some(Event::Visible);
            }
            if !state.is_nested() && state.is_program_over() {
                return Some(Event::Returned(None));
            }
            if state.frames.len() < floor && state.is_owner() {
                return Some(Event::Returned(None));
            }
            if !state.frames.is_empty() {
                return None;
            }
            let stopped = match self.proceed(state) {
                Ok(()) | Err(Stop::Again) => Ok(()),
                Err(Stop::Block(wait)) => self.give_way(state, wait),
                Err(Stop::Throw(exception)) => self.thread_threw(state, exception),
                Err(Stop::Decide(condition) | Stop::Choose(condition) | Stop::Fix(condition)) => {
                    self.follow_witness(state, condition);
                    Ok(())
                }
                Err(Stop::Settle) => return Some(Event::Settle),
                Err(Stop::Visible) => return Some(Event::Visible),
                Err(stop @ Stop::End(_)) => Err(stop),
            };
            match stopped {
                Ok(()) => {}
                Err(Stop::End(end)) => return Some(Event::Ended(end)),
                Err(_) => unreachable!("the scheduler neither throws nor asks"),
            }
        }
    }

    /// A call from Rust waits: others run until it can go on.
    pub(crate) fn wait_nested(&mut self, state: &mut State, wait: Wait) -> Res<()> {
        let floor = state.frames.len() + 1;
        self.nested(state, |machine, state| {
            machine.give_way(state, wait)?;
            machine.run_to_floor(state, floor)
        })?;
        Ok(())
    }

    /// Rust code that runs threads: until it ends, the running thread can go on only there.
    pub(crate) fn nested<T>(
        &mut self,
        state: &mut State,
        work: impl FnOnce(&mut Self, &mut State) -> Res<T>,
    ) -> Res<T> {
        state.threads.nests.push(state.thread);
        let outer = std::mem::replace(&mut state.threads.own.level, state.threads.nests.len());
        let turn = state.threads.turn;
        state.threads.turn = turn_of(state);
        let result = work(self, state);
        state.threads.nests.pop();
        state.threads.own.level = outer;
        state.threads.turn = turn;
        result
    }

    /// After the first thread returned: do others keep the program alive? If so, the first one is on its way out.
    pub fn outlives_main(&mut self, state: &mut State) -> bool {
        // Daemons go on until the program's end, which is a step then.
        let keeps = |parked: &Parked| !parked.own.daemon || state.threads.steps.on;
        let waits = state.threads.own.phase == Phase::Main && state.threads.parked.iter().any(keeps);
        if waits {
            state.threads.own.phase = Phase::Exit;
        }
        waits
    }
}

impl State {
    /// Only daemons are left.
    pub(super) fn is_program_over(&self) -> bool {
        self.threads.own.daemon && self.threads.parked.iter().all(|parked| parked.own.daemon)
    }

    /// The first that can run here; the one that the innermost call from Rust belongs to goes before all others.
    fn next_ready(&self) -> Option<usize> {
        let parked = &self.threads.parked;
        let level = self.threads.nests.len();
        let owner = self.threads.nests.last();
        let ready =
            |at: &usize| self.is_ready(parked[*at].wait) && matches!(parked[*at].own.level, l if l == 0 || l == level);
        let owned = owner.and_then(|owner| parked.iter().position(|p| p.thread == *owner)).filter(ready);
        owned.or_else(|| (0..parked.len()).find(ready))
    }

    pub(super) fn is_ready(&self, wait: Wait) -> bool {
        match wait {
            Wait::Turn => true,
            Wait::Monitor(monitor) | Wait::Reenter { monitor, .. } => self.holder(monitor).is_none(),
            Wait::Class(class) => self.init_status(class) != InitStatus::Elsewhere,
            Wait::Notify { .. } | Wait::Signal { .. } | Wait::Sleep { .. } | Wait::Park { .. } => false,
        }
    }

    /// Those whose time has come go on in the order of their times.
    fn wake_expired(&mut self) {
        let now = self.now();
        let parked = &mut self.threads.parked;
        let expired = |p: &Parked| p.wait.until().is_some_and(|until| until <= now);
        if !parked.iter().any(expired) {
            return;
        }
        let (mut late, rest): (Vec<Parked>, Vec<Parked>) = std::mem::take(parked).into_iter().partition(expired);
        late.sort_by_key(|p| p.wait.until());
        *parked = rest;
        for mut woken in late {
            wake(&mut woken, Woken::Done);
            parked.push(woken);
        }
    }

    /// Wakes one thread in the monitor's wait set, the one that waits longest if nobody chose another one, or all.
    pub(crate) fn notify(&mut self, object: ObjectId, how_many: usize) {
        if let Some(chosen) = self.threads.steps.chosen.take().filter(|_| how_many == 1) {
            if let Some(parked) = self.parked_mut(chosen) {
                wake(parked, Woken::Done);
            }
            return;
        }
        let waits = |p: &&mut Parked| p.wait.notifier() == Some(object);
        self.threads.parked.iter_mut().filter(waits).take(how_many).for_each(|p| wake(p, Woken::Done));
    }

    /// The flag is Java's; here the thread learns of it if it waits.
    pub(crate) fn interrupt(&mut self, thread: ObjectId) {
        let has_steps = self.threads.steps.on && !self.is_nested();
        let Some(parked) = self.parked_mut(thread) else { return };
        match parked.wait {
            // When it notices that is a step of its own: a notification may be faster.
            Wait::Notify { .. } | Wait::Signal { interruptible: true, .. } if has_steps => parked.own.told = true,
            Wait::Notify { .. } | Wait::Sleep { .. } => wake(parked, Woken::Interrupted),
            Wait::Signal { interruptible: true, .. } => wake(parked, Woken::Interrupted),
            Wait::Park { .. } => wake(parked, Woken::Done),
            Wait::Turn | Wait::Monitor(_) | Wait::Reenter { .. } | Wait::Class(_) | Wait::Signal { .. } => {}
        }
    }

    pub(crate) fn unpark(&mut self, thread: ObjectId) {
        if thread == self.thread {
            self.threads.own.permit = true;
            return;
        }
        let Some(parked) = self.parked_mut(thread) else { return };
        match parked.wait {
            Wait::Park { .. } => wake(parked, Woken::Done),
            _ => parked.own.permit = true,
        }
    }

    /// The next instruction is another thread's, if one can run.
    pub(crate) fn yield_turn(&mut self) {
        self.threads.turn = 0;
    }

    fn parked_mut(&mut self, thread: ObjectId) -> Option<&mut Parked> {
        self.threads.parked.iter_mut().find(|p| p.thread == thread)
    }
}

pub(super) fn wake(parked: &mut Parked, woken: Woken) {
    parked.own.woken = Some(woken);
    parked.own.told = false;
    parked.wait = match parked.wait {
        Wait::Notify { monitor, entries, .. } => Wait::Reenter { monitor, entries },
        Wait::Signal { lock, .. } => {
            parked.own.pending = Some(Deed::Acquire { lock, interruptible: false });
            Wait::Turn
        }
        _ => Wait::Turn,
    };
}
