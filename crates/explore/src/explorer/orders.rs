//! All orders in which threads can go, up to what nobody can notice: source sets with sleep sets (Abdulla, Aronis, Jonsson, Sagonas: Optimal
//! dynamic partial order reduction). A path is a row of steps; two neighbours of different threads that touch nothing in common may change
//! places. Where two steps race, the path is gone again from the place before the first one, with the second one's thread earlier.

mod relation;
mod walk;

use super::bracket::Step as Next;
use super::{Explorer, Step};
use crate::verdict::{Outcome, Racing};
use machine::state::steps::{Cell, Choice, Deed, Footprint, Note, Root, Step as Taken, ThreadNumber};
use machine::state::threads::Woken;
use machine::threads::choose::About;
use machine::{Bound, Console, End, MethodId, ObjectId, Reason, Res, State};
use relation::{depends, is_choice, is_reversible, join, known_to, knows, reach, reached};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// What an exploration has still to do about orders.
#[derive(Default)]
pub(crate) struct Orders {
    /// Threads came before any fork: nothing else is to be explored, and nothing can be merged.
    pub is_all: bool,
    /// Threads that are to go on from a place that lies behind.
    todo: VecDeque<(Rc<Choice>, ThreadNumber)>,
    /// The same, of the path that was gone last.
    fresh: Vec<(Rc<Choice>, ThreadNumber)>,
    turn: u32,
    /// Orders that end right before two accesses which race.
    races: Vec<(Option<Rc<Taken>>, Racing)>,
    /// Where orders are drawn by chance from, and how many were.
    roots: Vec<Rc<Root>>,
    walks: u64,
    /// How often a race between two places was told.
    told: BTreeMap<[(MethodId, u32); 2], u32>,
}

/// Orders that wait, up to which the oldest is taken now and then.
const MOST_OLD: usize = 512;

/// Places at which second threads begin.
const MOST_ROOTS: usize = 64;
/// Orders in which the same two places race that are tried on a JVM.
const MOST_TOLD: u32 = 4;

impl Explorer<'_, '_> {
    /// A thread is about to do what others can notice, or can go on no more.
    pub(super) fn order(&mut self, state: &mut State) -> Res<Step> {
        if !state.threads.steps.on {
            return self.plant(state);
        }
        if state.threads.steps.raced {
            self.replant(state);
        }
        if is_stale(state) {
            self.orders.races.clear();
            self.stats.orders.superseded += 1;
            return Ok(Next::Next);
        }
        self.tell_races(state)?;
        self.machine.note_look(state);
        self.take_quiet(state);
        let walk = state.threads.steps.walk;
        if self.machine.end_steps(state) {
            // What the last thread finds out counts of an order by chance, too.
            state.threads.steps.walk = walk;
            self.stats.orders.executions += u64::from(walk.is_none());
            return Ok(Next::Run);
        }
        let about = self.machine.about_to(state);
        let enabled: Vec<(ThreadNumber, Deed)> =
            about.iter().filter(|about| about.enabled).map(|about| (about.thread, about.deed)).collect();
        if enabled.is_empty() || self.machine.is_stuck_but_for_daemons(state, &enabled) {
            let end = self.machine.stuck(state);
            return Ok(Next::End(self.ended(end)));
        }
        if state.threads.steps.walk.is_some() {
            return self.walk(state, &enabled);
        }
        let asleep = state.threads.steps.asleep.clone();
        let is_awake = |thread: ThreadNumber| !asleep.iter().any(|&(sleeping, _)| sleeping == thread);
        let awake: Vec<(ThreadNumber, Deed)> =
            enabled.iter().copied().filter(|&(thread, _)| is_awake(thread)).collect();
        // The thread that runs goes on if it can: what is found so has few switches.
        let running = (!state.threads.steps.idle).then_some(state.threads.own.number);
        let own = awake.iter().find(|&&(thread, _)| Some(thread) == running);
        // A limit of time is up when nothing else happens first: some threads wait again and again.
        let in_time = awake.iter().find(|(_, deed)| !matches!(deed, Deed::Expire(_)));
        let chosen = own.or(in_time).or(awake.first()).copied();
        let Some((thread, deed)) = chosen else {
            self.stats.orders.redundant += 1;
            return Ok(Next::Next);
        };
        let choice = match enabled.len() {
            1 => None,
            _ => {
                self.machine.host.pull(self.machine.world, state)?;
                let before = self.machine.fork(state, Console::Muted);
                let begun = RefCell::new(vec![(thread, deed)]);
                Some(Rc::new(Choice { state: RefCell::new(Some(Box::new(before))), enabled, begun, asleep }))
            }
        };
        self.take_step(state, thread, deed, choice)?;
        Ok(Next::Run)
    }

    /// The first thread is about to start a second one.
    fn plant(&mut self, state: &mut State) -> Res<Step> {
        self.orders.is_all |= self.stats.forks == 0 && self.stats.merged == 0;
        self.machine.host.pull(self.machine.world, state)?;
        let before = self.machine.fork(state, Console::Muted);
        let root = Rc::new(Root { state: before, generation: std::cell::Cell::new(0) });
        if self.orders.roots.len() < MOST_ROOTS && state.threads.steps.walk.is_none() {
            self.orders.roots.push(root.clone());
        }
        self.set_out(state, root)?;
        Ok(Next::Run)
    }

    /// The first step.
    fn set_out(&mut self, state: &mut State, root: Rc<Root>) -> Res<()> {
        let deed = state.threads.own.pending.expect("it asked");
        state.threads.steps.begin(state.thread, root);
        self.take_step(state, 0, deed, None)
    }

    /// A race was found on a variable whose accesses were no steps: all that was explored since the second thread began is explored again.
    fn replant(&mut self, state: &mut State) {
        state.threads.steps.raced = false;
        if is_stale(state) {
            return;
        }
        let Some(root) = state.threads.steps.root.clone() else { return };
        root.generation.set(root.generation.get() + 1);
        let mut again = self.machine.fork(&root.state, Console::Muted);
        match self.set_out(&mut again, root) {
            Ok(()) => self.put_in_frontier(again),
            Err(stop) => {
                let why = self.machine.told(&again, &stop);
                self.stats.cut(crate::limits::unread(&why));
            }
        }
    }

    /// Adds what was done since the last step and is no choice.
    fn take_quiet(&mut self, state: &mut State) {
        for (thread, deed) in std::mem::take(&mut state.threads.steps.quiet) {
            let footprint = footprint_of(state, thread, deed);
            self.add_step(state, thread, deed, footprint, None);
        }
    }

    /// A thread takes a step, in this state.
    fn take_step(
        &mut self,
        state: &mut State,
        thread: ThreadNumber,
        deed: Deed,
        choice: Option<Rc<Choice>>,
    ) -> Res<()> {
        let footprint = footprint_of(state, thread, deed);
        let mut asleep = std::mem::take(&mut state.threads.steps.asleep);
        Rc::make_mut(&mut asleep).retain(|&(other, sleeping)| {
            let theirs = footprint_of(state, other, sleeping);
            other != thread && !depends(sleeping, &theirs, deed, &footprint)
        });
        state.threads.steps.asleep = asleep;
        self.add_step(state, thread, deed, footprint, choice);
        self.stats.orders.steps += 1;
        if matches!(deed, Deed::Notify(_) | Deed::NotifyAll(_) | Deed::Signal(_)) {
            self.look_at_limits(state, thread);
        }
        if let Deed::Notify(monitor) = deed {
            let waiting = state.waiting_for(monitor);
            if let (Some(walk), false) = (&mut state.threads.steps.walk, waiting.is_empty()) {
                state.threads.steps.chosen = Some(waiting[walk.below(waiting.len())]);
            } else if let [first, others @ ..] = &waiting[..] {
                for &other in others {
                    let mut woken = self.machine.fork(state, Console::Muted);
                    woken.threads.steps.chosen = Some(other);
                    self.machine.let_go(&mut woken, thread, deed)?;
                    self.put_in_frontier(woken);
                }
                state.threads.steps.chosen = Some(*first);
            }
        }
        self.machine.let_go(state, thread, deed)
    }

    /// Who was notified could have waited too long before.
    fn look_at_limits(&mut self, state: &mut State, notifier: ThreadNumber) {
        for About { thread, deed, .. } in self.machine.about_to(state) {
            if thread != notifier && matches!(deed, Deed::Expire(_)) {
                let footprint = footprint_of(state, thread, deed);
                self.look_back(state, thread, deed, &footprint);
            }
        }
    }

    /// Writes a step down behind the others, with what must come before it, and looks which of them may come after it.
    fn add_step(
        &mut self,
        state: &mut State,
        thread: ThreadNumber,
        deed: Deed,
        footprint: Footprint,
        choice: Option<Rc<Choice>>,
    ) {
        let index = state.threads.steps.len();
        let mut clock = self.look_back(state, thread, deed, &footprint);
        reach(&mut clock, thread, index + 1);
        let stack = state.stack_of(state.threads.steps.threads[thread as usize]);
        let note = match state.threads.parked.iter().find(|parked| parked.own.number == thread) {
            Some(parked) if matches!(deed, Deed::Acquire { .. }) && parked.own.woken.is_some() => Note::Woken,
            Some(parked) if parked.own.woken == Some(Woken::Interrupted) => Note::Interrupted,
            _ => Note::Plain,
        };
        let before = state.threads.steps.last.take();
        state.threads.steps.last =
            Some(Rc::new(Taken { before, index, thread, deed, footprint, stack, clock, choice, note }));
    }

    /// What must come before such a step of the thread. Steps that race with it are tried the other way round.
    fn look_back(&mut self, state: &State, thread: ThreadNumber, deed: Deed, footprint: &Footprint) -> Vec<u32> {
        let Some(last) = &state.threads.steps.last else { return Vec::new() };
        let own = known_to(last, state.threads.steps.threads[thread as usize], thread);
        let mut clock = own.clone();
        let wants = match deed {
            // Who waits for its end is told under its monitor.
            Deed::End | Deed::EndBesideDaemons | Deed::LastEnd => Some(state.threads.steps.threads[thread as usize]),
            deed => deed.locks(),
        };
        let mut acquires = match deed {
            Deed::Update(Cell::Monitor(lock)) => Some(lock),
            _ => wants,
        };
        for taken in last.back() {
            if taken.thread == thread {
                continue;
            }
            // Who has the monitor lets go of it before: what changes places is how they took it.
            let tries = acquires.is_some_and(|monitor| taken.deed == Deed::Update(Cell::Monitor(monitor)));
            if tries || acquires.is_some() && taken.deed.locks() == acquires {
                acquires = acquires.filter(|_| tries);
                if !knows(&own, taken) {
                    self.reverse(state, taken, thread, (deed, footprint), &own);
                }
            }
            // A thread that has not begun is joined at once, and one that was interrupted may not get that far.
            let comes_first = match deed {
                Deed::Join(other) => taken.deed == Deed::Start(other) || is_choice(taken, thread),
                _ => false,
            };
            if comes_first && !knows(&own, taken) && depends(taken.deed, &taken.footprint, deed, footprint) {
                self.reverse(state, taken, thread, (deed, footprint), &own);
            }
            if knows(&clock, taken) || !depends(taken.deed, &taken.footprint, deed, footprint) {
                continue;
            }
            if is_reversible(taken.deed, deed, wants) {
                self.reverse(state, taken, thread, (deed, footprint), &own);
            }
            join(&mut clock, &taken.clock);
        }
        clock
    }

    /// Sees to it that a step is taken before one that raced with it.
    fn reverse(
        &mut self,
        state: &State,
        first: &Rc<Taken>,
        thread: ThreadNumber,
        (deed, footprint): (Deed, &Footprint),
        own: &[u32],
    ) {
        let last = state.threads.steps.last.as_ref().expect("a step was taken");
        let Some(choice) = &first.choice else { return };
        // What does not need the first one, in its order.
        let mut rest: Vec<&Rc<Taken>> = last
            .back()
            .take_while(|taken| taken.index > first.index)
            .filter(|taken| !knows(&taken.clock, first))
            .collect();
        rest.reverse();
        let mut initials: Vec<ThreadNumber> = Vec::new();
        for (at, taken) in rest.iter().enumerate() {
            if !initials.contains(&taken.thread) && !rest[..at].iter().any(|earlier| knows(&taken.clock, earlier)) {
                initials.push(taken.thread);
            }
        }
        self.note_race(state, first, &rest, thread, deed);
        let needs =
            |earlier: &&Rc<Taken>| knows(own, earlier) || depends(earlier.deed, &earlier.footprint, deed, footprint);
        if !initials.contains(&thread) && !rest.iter().any(needs) {
            initials.push(thread);
        }
        let is_tried = |list: &[(ThreadNumber, Deed)]| list.iter().any(|(tried, _)| initials.contains(tried));
        if is_tried(&choice.begun.borrow()) || is_tried(&choice.asleep) {
            return;
        }
        let can = |thread: &ThreadNumber| choice.enabled.iter().any(|(enabled, _)| enabled == thread);
        let preferred = Some(thread).filter(|thread| initials.contains(thread) && can(thread));
        let Some(thread) = preferred.or_else(|| initials.iter().copied().find(can)) else { return };
        let &(_, deed) = choice.enabled.iter().find(|(enabled, _)| *enabled == thread).expect("it can");
        choice.begun.borrow_mut().push((thread, deed));
        self.orders.fresh.push((choice.clone(), thread));
    }

    /// Two accesses of a variable in either order: there is an order in which both are next.
    fn note_race(&mut self, state: &State, first: &Rc<Taken>, rest: &[&Rc<Taken>], thread: ThreadNumber, deed: Deed) {
        let Some((cell, other)) = reached(deed).zip(reached(first.deed)) else { return };
        if !self.wants_races || !cell.meets(other) {
            return;
        }
        let accesses = [
            (first.thread, first.deed, first.stack.clone()),
            (thread, deed, state.stack_of(state.threads.steps.threads[thread as usize])),
        ];
        let variable = self.machine.variable(state, cell);
        let mut before = first.before.clone();
        for taken in rest {
            before = Some(Rc::new(taken.behind(before)));
        }
        self.orders.races.push((before, Racing { variable, accesses }));
    }

    /// Ends of paths for those of them that nothing orders, which is known when both accesses were made.
    fn tell_races(&mut self, state: &mut State) -> Res<()> {
        for (last, racing) in std::mem::take(&mut self.orders.races) {
            let [Some(&one), Some(&two)] = [&racing.accesses[0].2, &racing.accesses[1].2].map(|stack| stack.first())
            else {
                continue;
            };
            let told = self.orders.told.entry([one.min(two), one.max(two)]).or_default();
            if *told >= MOST_TOLD || !self.machine.world.races.has(one, two) {
                continue;
            }
            *told += 1;
            self.machine.host.pull(self.machine.world, state)?;
            let mut ended = self.machine.fork(state, Console::Muted);
            ended.threads.steps.last = last;
            self.end(ended, Outcome::Race(Box::new(racing)));
        }
        Ok(())
    }

    /// The path is over: what threads were about to do may race with what was done.
    pub(super) fn look_back_at_end(&mut self, state: &mut State) {
        if !state.threads.steps.on || is_stale(state) {
            self.orders.races.clear();
            return;
        }
        if state.threads.steps.raced {
            self.orders.races.clear();
            self.replant(state);
            return;
        }
        if state.threads.steps.walk.is_some() {
            return;
        }
        self.take_quiet(state);
        for About { thread, deed, .. } in self.machine.about_to(state) {
            let footprint = footprint_of(state, thread, deed);
            self.look_back(state, thread, deed, &footprint);
        }
        if let Err(stop) = self.tell_races(state) {
            let why = self.machine.told(state, &stop);
            self.stats.cut(crate::limits::unread(&why));
        }
        self.stats.orders.executions += 1;
    }

    /// What is explored next: a state that waits, or a thread that goes on earlier than it did.
    pub(super) fn next_state(&mut self) -> Option<State> {
        // What was found first, near the beginning of the path, leads farthest away from it.
        self.orders.todo.extend(self.orders.fresh.drain(..).rev());
        loop {
            self.orders.turn = self.orders.turn.wrapping_add(1);
            if let Some(walking) = self.begin_walk() {
                return Some(walking);
            }
            if self.orders.todo.is_empty() || self.orders.turn.is_multiple_of(2) && !self.frontier.is_empty() {
                return self.frontier.pop();
            }
            // The newest ones and the oldest in turns: a bug may lie anywhere. Of old ones only so many wait.
            let takes_oldest = self.orders.turn.is_multiple_of(3) && self.orders.todo.len() < MOST_OLD;
            let next = if takes_oldest { self.orders.todo.pop_front() } else { self.orders.todo.pop_back() };
            let (choice, thread) = next?;
            if let Some(state) = self.begin_reversed(choice, thread) {
                return Some(state);
            }
        }
    }

    /// States and orders that wait.
    pub(super) fn waits(&self) -> u64 {
        (self.frontier.len() + self.orders.todo.len() + self.orders.fresh.len()) as u64
    }

    fn begin_reversed(&mut self, choice: Rc<Choice>, thread: ThreadNumber) -> Option<State> {
        let mut again = {
            let before = choice.state.borrow();
            let before = before.as_ref().expect("a choice keeps its state");
            if is_stale(before) {
                return None;
            }
            self.machine.fork(before, Console::Muted)
        };
        if preempts(&again, &choice, thread) {
            again.threads.steps.preemptions += 1;
            if again.threads.steps.preemptions > self.limits.preemptions {
                self.stats.cut(Reason::Bound(Bound::Preemptions(self.limits.preemptions)));
                return None;
            }
        }
        let begun = choice.begun.borrow().clone();
        let &(_, deed) = begun.iter().find(|(begun, _)| *begun == thread).expect("it was put there");
        let earlier = begun.iter().copied().take_while(|(begun, _)| *begun != thread);
        again.threads.steps.asleep = Rc::new(choice.asleep.iter().copied().chain(earlier).collect());
        match self.take_step(&mut again, thread, deed, Some(choice)) {
            Ok(()) => {
                self.stats.forks += 1;
                again.watch = None;
                again.follow_lead(&self.machine.world.terms);
                Some(again)
            }
            Err(stop) => {
                let why = self.machine.told(&again, &stop);
                self.stats.cut(crate::limits::unread(&why));
                None
            }
        }
    }

    /// An exception ended a thread while others live: that is told, and they go on.
    pub(super) fn tell_thrown(&mut self, state: &mut State, exception: ObjectId) -> Res<()> {
        if is_stale(state) {
            return Ok(());
        }
        self.take_quiet(state);
        self.machine.host.pull(self.machine.world, state)?;
        let ended = self.machine.fork(state, Console::Muted);
        self.end(ended, Outcome::Threw(exception));
        Ok(())
    }

    /// What a path with several threads ends with.
    pub(super) fn order_end(&mut self, state: &mut State, end: &End) -> Option<Step> {
        if *end != End::Assumed || !self.machine.asks_to_leave_out(state) {
            return None;
        }
        // What others do may come before.
        Some(self.order(state).unwrap_or_else(|stop| {
            let why = self.machine.told(state, &stop);
            Next::End(Outcome::Stopped(crate::limits::unread(&why)))
        }))
    }
}

/// Whether its second thread began with fewer steps than there are now.
fn is_stale(state: &State) -> bool {
    let steps = &state.threads.steps;
    steps.root.as_ref().is_some_and(|root| root.generation.get() != steps.generation)
}

/// Whether another thread goes on than the one that ran and could have.
fn preempts(state: &State, choice: &Choice, thread: ThreadNumber) -> bool {
    let running = state.threads.own.number;
    !state.threads.steps.idle && thread != running && choice.enabled.iter().any(|&(enabled, _)| enabled == running)
}

fn footprint_of(state: &State, thread: ThreadNumber, deed: Deed) -> Footprint {
    let waits_for = match deed {
        Deed::Interrupt(other) => state.waits_for(other),
        _ => None,
    };
    deed.footprint(state.threads.steps.threads[thread as usize], waits_for)
}
