//! Which thread takes the next step, for who explores all orders: what each is about to do, whether it can, and how it comes to do it.

use super::schedule;
use crate::program::{ClassId, ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::steps::{Cell, Deed, Look, Stack, Step, ThreadNumber};
use crate::state::threads::{Held, Parked, Phase, Wait, Woken};
use crate::state::{InitStatus, State};
use crate::visible::surely_differ;
use crate::world::{End, Machine, Res};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

/// A thread, and what it is about to do.
#[derive(Clone, Copy, Debug)]
pub struct About {
    pub thread: ThreadNumber,
    pub deed: Deed,
    /// Whether it can, as things are.
    pub enabled: bool,
}

/// Looks of a thread that are kept.
const MOST_LOOKS: usize = 256;

impl State {
    /// What a parked thread does when it goes on, if its wait can end without others.
    fn deed_of(parked: &Parked) -> Option<Deed> {
        match parked.wait {
            Wait::Turn => Some(parked.own.pending.unwrap_or(Deed::Begin)),
            Wait::Monitor(monitor) => Some(Deed::Lock(monitor)),
            Wait::Reenter { monitor, .. } => Some(Deed::Relock(monitor)),
            Wait::Notify { monitor, until, .. } => {
                (until.is_some() || parked.own.told).then_some(Deed::Expire(monitor))
            }
            Wait::Signal { condition, until, .. } => {
                (until.is_some() || parked.own.told).then_some(Deed::Expire(condition))
            }
            Wait::Sleep { .. } => Some(Deed::Begin),
            Wait::Park { until } => Some(Deed::Park { timed: until.is_some() }),
            Wait::Class(class) => Some(Deed::AwaitClass(class)),
        }
    }

    /// How the end of a thread comes out.
    fn end_of(&self, thread: ObjectId) -> Deed {
        let running = (!self.threads.steps.idle).then_some((self.thread, self.threads.own.daemon));
        let all = || self.threads.parked.iter().map(|parked| (parked.thread, parked.own.daemon)).chain(running);
        let mut others = all().filter(|&(other, _)| other != thread);
        let is_daemon = all().any(|(one, daemon)| one == thread && daemon);
        if is_daemon || !all().any(|(_, daemon)| daemon) {
            return Deed::End;
        }
        if others.all(|(_, daemon)| daemon) { Deed::LastEnd } else { Deed::EndBesideDaemons }
    }

    fn is_spinning(&self, thread: ThreadNumber) -> bool {
        let steps = &self.threads.steps;
        steps.spinning.iter().any(|&(spinning, changes)| spinning == thread && changes == steps.changes)
    }

    /// The monitor that a thread waits for to be notified of.
    pub fn waits_for(&self, thread: ObjectId) -> Option<ObjectId> {
        self.threads.parked.iter().find(|parked| parked.thread == thread)?.wait.notifier()
    }

    /// Those that wait to be notified, the one first that waits longest.
    pub fn waiting_for(&self, monitor: ObjectId) -> Vec<ObjectId> {
        let waits = |p: &&Parked| p.wait.notifier() == Some(monitor);
        self.threads.parked.iter().filter(waits).map(|parked| parked.thread).collect()
    }

    /// Where threads stand that are about to take a step.
    pub fn stands(&self) -> Vec<(ThreadNumber, Stack)> {
        let mut stands = Vec::new();
        if !self.threads.steps.idle && self.threads.own.pending.is_some() {
            stands.push((self.threads.own.number, self.stack_here()));
        }
        // Who was woken from a condition is inside of it.
        let stands_there = |parked: &&Parked| parked.own.pending.is_some() && parked.own.woken.is_none();
        for parked in self.threads.parked.iter().filter(stands_there) {
            let stack = parked.frames().iter().rev().map(|frame| (frame.method, frame.pc)).collect();
            stands.push((parked.own.number, stack));
        }
        stands
    }

    /// Puts the running thread aside; no thread runs then.
    pub(super) fn become_idle(&mut self) {
        self.threads.steps.idle = true;
    }
}

impl Machine<'_> {
    /// What all threads are about to do, by number; those that can only go on when another one lets them are left out.
    pub fn about_to(&mut self, state: &mut State) -> Vec<About> {
        let mut all = Vec::new();
        if !state.threads.steps.idle
            && let Some(deed) = state.threads.own.pending
        {
            all.push((state.thread, state.threads.own.number, deed));
        }
        for parked in &state.threads.parked {
            if let Some(deed) = State::deed_of(parked) {
                all.push((parked.thread, parked.own.number, deed));
            }
        }
        all.sort_by_key(|&(_, number, _)| number);
        let mut about = Vec::new();
        for (object, thread, deed) in all {
            let deed = self.as_it_comes_out(state, object, deed);
            // Who gives up its monitor to wait lets others go on.
            let goes_round = state.is_spinning(thread) && !matches!(deed, Deed::Wait(_));
            let enabled = !goes_round && self.is_enabled(state, object, deed);
            about.push(About { thread, deed, enabled });
        }
        about
    }

    /// Whether a comparison finds what it expects is known when it is made, and so is whether a thread is the last one.
    fn as_it_comes_out(&mut self, state: &mut State, thread: ObjectId, deed: Deed) -> Deed {
        if deed == Deed::End {
            return state.end_of(thread);
        }
        let (Deed::Read(cell) | Deed::Update(cell)) = deed else { return deed };
        let own = match state.thread == thread && !state.threads.steps.idle {
            true => Some(&state.threads.own),
            false => state.threads.parked.iter().find(|parked| parked.thread == thread).map(|parked| &parked.own),
        };
        let Some(expected) = own.and_then(|own| own.expects) else { return deed };
        if self.is_plain_variable(state, cell) && matches!(cell, Cell::Slot(..)) {
            return deed;
        }
        let now = match cell {
            Cell::Slot(object, slot) => self.field(state, object, slot),
            Cell::Element(array, at) => self.element(state, array, at as usize),
            _ => return Deed::Update(cell),
        };
        match now {
            Ok(now) if is_alike(now, expected) && surely_differ(now, expected) => Deed::Read(cell),
            _ => Deed::Update(cell),
        }
    }

    fn is_enabled(&mut self, state: &mut State, thread: ObjectId, deed: Deed) -> bool {
        match deed {
            Deed::Lock(monitor) => state.holder(monitor).is_none_or(|holder| holder == thread),
            Deed::Relock(monitor) => state.holder(monitor).is_none(),
            Deed::Acquire { lock, interruptible } => {
                self.int_named(state, lock, "state").is_ok_and(|count| count == 0)
                    || self.field_named(state, lock, "exclusiveOwnerThread").is_ok_and(|owner| owner.as_ref() == thread)
                    || interruptible && self.is_interrupted(state, thread)
            }
            Deed::Park { timed: true } => true,
            Deed::Park { timed: false } => self.has_permit(state, thread) || self.is_interrupted(state, thread),
            Deed::End | Deed::EndBesideDaemons | Deed::LastEnd => {
                state.holder(thread).is_none_or(|holder| holder == thread)
            }
            Deed::Join(other) => !self.is_alive(state, other).unwrap_or(true) || self.is_interrupted(state, thread),
            Deed::AwaitClass(class) => state.init_status(class) != InitStatus::Elsewhere,
            _ => true,
        }
    }

    fn has_permit(&self, state: &State, thread: ObjectId) -> bool {
        if state.thread == thread && !state.threads.steps.idle {
            return state.threads.own.permit;
        }
        state.threads.parked.iter().any(|parked| parked.thread == thread && parked.own.permit)
    }

    pub(crate) fn is_interrupted(&mut self, state: &mut State, thread: ObjectId) -> bool {
        self.int_named(state, thread, "interrupted").is_ok_and(|set| set != 0)
    }

    /// The thread goes on with what it is about to do.
    pub fn let_go(&mut self, state: &mut State, thread: ThreadNumber, deed: Deed) -> Res<()> {
        state.count_changes();
        if deed.changes() {
            state.threads.steps.changes += 1;
        }
        let runs = !state.threads.steps.idle && state.threads.own.number == thread;
        if let Deed::Expire(_) = deed {
            self.expire(state, thread);
            return Ok(());
        }
        if !runs {
            if !state.threads.steps.idle {
                state.park(&self.world.classes, Wait::Turn);
            }
            let at = state.threads.parked.iter().position(|parked| parked.own.number == thread);
            let at = at.expect("a thread that can go on is parked");
            state.threads.steps.idle = false;
            state.resume(at);
        }
        state.threads.own.pending = None;
        state.threads.own.expects = None;
        let here = state.grant_here();
        let grant = state.threads.own.granted.filter(|grant| grant.is_of(&here)).unwrap_or(here);
        state.threads.own.granted = Some(grant.with(deed));
        Ok(())
    }

    /// A wait with a limit of time is over, or one that was interrupted: the thread wants its monitor back.
    fn expire(&mut self, state: &mut State, thread: ThreadNumber) {
        let now = state.now();
        let Some(parked) = state.threads.parked.iter_mut().find(|parked| parked.own.number == thread) else { return };
        let until = parked.wait.until();
        let woken = if parked.own.told { Woken::Interrupted } else { Woken::Late };
        schedule::wake(parked, woken);
        if let Some(until) = until {
            state.threads.clocks.skip(until.saturating_sub(now));
        }
    }

    /// A thread that goes round without changing anything goes on when another one has: until then it would see the same.
    pub fn note_look(&mut self, state: &mut State) {
        state.count_changes();
        let number = state.threads.own.number as usize;
        let released = match state.threads.own.pending {
            Some(Deed::Wait(monitor)) => Some(monitor),
            _ => None,
        };
        let keeps = |held: &Held| held.thread == state.thread && Some(held.object) != released;
        let holds = state.monitors.iter().any(keeps);
        if state.threads.steps.idle || holds || state.threads.own.pending.is_none() {
            return;
        }
        let look = Look {
            hash: hash_of(state),
            own_changes: state.threads.own.changes,
            all_changes: state.threads.steps.changes,
        };
        let steps = &mut state.threads.steps;
        let looks = Rc::make_mut(&mut steps.looks);
        if looks.len() <= number {
            looks.resize(number + 1, Vec::new());
        }
        let mine = &mut looks[number];
        if mine.contains(&look) {
            let spinning = Rc::make_mut(&mut steps.spinning);
            spinning.retain(|&(thread, _)| thread as usize != number);
            spinning.push((number as ThreadNumber, steps.changes));
            return;
        }
        if mine.last().is_some_and(|last| last.own_changes != look.own_changes) || mine.len() > MOST_LOOKS {
            mine.clear();
        }
        mine.push(look);
    }

    /// The running thread is alone and knows that all others have ended: nobody can notice what it does, or could have. Whether it was so.
    pub fn end_steps(&mut self, state: &mut State) -> bool {
        let steps = &state.threads.steps;
        let knows_all = |last: &Rc<Step>| {
            let own = last.back().find(|taken| taken.thread == state.threads.own.number);
            let clock = own.map_or(&[][..], |taken| &taken.clock);
            let known = |taken: &Rc<Step>| clock.get(taken.thread as usize).is_some_and(|&known| known > taken.index);
            last.back().all(known)
        };
        let is_over = state.alone() && !steps.idle && steps.quiet.is_empty();
        if !is_over || !steps.last.as_ref().is_some_and(knows_all) {
            return false;
        }
        let mut steps = std::mem::take(&mut state.threads.steps);
        state.threads.steps = steps.over();
        let own = &mut state.threads.own;
        (own.number, own.pending, own.granted) = (0, None, None);
        true
    }

    /// Only daemons can go on, and the others wait for each other for ever. The state is left without a thread that runs.
    pub fn is_stuck_but_for_daemons(&mut self, state: &mut State, enabled: &[(ThreadNumber, Deed)]) -> bool {
        let is_daemon = |number: ThreadNumber| {
            let parked = state.threads.parked.iter().find(|parked| parked.own.number == number);
            parked.map_or(state.threads.own.daemon, |parked| parked.own.daemon)
        };
        if !enabled.iter().all(|&(number, _)| is_daemon(number)) {
            return false;
        }
        self.set_aside(state);
        self.has_cycle(state)
    }

    fn set_aside(&self, state: &mut State) {
        if !state.threads.steps.idle {
            state.park(&self.world.classes, Wait::Turn);
            state.become_idle();
        }
    }

    /// No thread can go on: all that are no daemons wait for each other, or go round for ever.
    pub fn stuck(&mut self, state: &mut State) -> End {
        self.set_aside(state);
        let mut blocked = Vec::new();
        for parked in &mut state.threads.parked {
            if parked.wait == Wait::Turn {
                parked.wait = parked.own.pending.map_or(Wait::Turn, wait_of);
                if let Some(Deed::Acquire { lock, .. }) = parked.own.pending {
                    blocked.push((parked.thread, lock));
                }
            }
        }
        for (thread, lock) in blocked {
            // As the JDK's own code has it; it is for the report only.
            let _ = self.set_field_named(state, thread, "parkBlocker", Value::Ref(lock));
        }
        let goes_round = |parked: &Parked| !parked.own.daemon && state.is_spinning(parked.own.number);
        if state.threads.parked.iter().any(goes_round) && !self.has_cycle(state) {
            return End::Livelock;
        }
        let end = self.deadlock(state);
        state.threads.steps.idle = false;
        end
    }

    /// The running thread ends the path, which does not count: that is a step. Whether it has to ask for it.
    pub fn asks_to_leave_out(&mut self, state: &mut State) -> bool {
        if !state.threads.steps.on || state.alone() || state.is_nested() || state.is_granted(Deed::Exit) {
            return false;
        }
        state.threads.own.pending = Some(Deed::Exit);
        true
    }

    /// The first thread ended with an exception, and others live on.
    pub fn outlives_exception(&mut self, state: &mut State) -> bool {
        let goes_on = state.threads.steps.on && !state.alone() && state.threads.own.phase == Phase::Main;
        if goes_on {
            state.threads.own.phase = Phase::Exit;
        }
        goes_on
    }

    /// A class that is initialised while there are several threads.
    pub(crate) fn note_young(&mut self, state: &mut State, class: ClassId) {
        let number = state.threads.own.number;
        let young = Rc::make_mut(&mut state.threads.steps.young);
        if !young.iter().any(|(known, _)| *known == class) {
            young.push((class, vec![number]));
        }
    }

    /// What a second thread means where only one order is looked at.
    pub(crate) fn note_one_order(&mut self, state: &mut State) {
        state
            .path
            .imprecise(Reason::Environment(Decider::Threads, "a second thread: only one schedule was explored".into()));
    }
}

fn is_alike(a: Value, b: Value) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

/// What a thread waits for that cannot do what it is about to do.
fn wait_of(pending: Deed) -> Wait {
    match pending {
        Deed::Lock(monitor) => Wait::Monitor(monitor),
        Deed::Park { .. } | Deed::Acquire { .. } => Wait::Park { until: None },
        Deed::Join(thread) => Wait::Notify { monitor: thread, entries: 0, until: None },
        _ => Wait::Turn,
    }
}

/// Of all that decides how a thread goes on, but the heap.
fn hash_of(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    for frame in &state.frames {
        (frame.method.0, frame.pc, frame.sp).hash(&mut hasher);
    }
    let used = state.frames.last().map_or(0, |top| top.sp as usize);
    for value in &state.stack[..used] {
        match *value {
            Value::Int(i) => (0u8, i as u64),
            Value::Long(l) => (1, l as u64),
            Value::Float(x) => (2, u64::from(x.to_bits())),
            Value::Double(x) => (3, x.to_bits()),
            Value::Ref(id) => (4, u64::from(id.0)),
            Value::Sym(term) | Value::Sym2(term) => {
                term.hash(&mut hasher);
                (5, 0)
            }
        }
        .hash(&mut hasher);
    }
    hasher.finish()
}
