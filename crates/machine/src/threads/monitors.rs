//! Monitors: who holds which. One table for all threads, as a program holds few at a time.

use crate::program::{ClassId, ObjectId};
use crate::state::State;
use crate::state::steps::{Cell, Deed};
use crate::state::threads::{Held, Wait};
use crate::world::{Machine, Res, Stop};

impl State {
    fn held(&mut self, object: ObjectId) -> Option<usize> {
        self.monitors.iter().rposition(|held| held.object == object)
    }

    pub fn holder(&self, object: ObjectId) -> Option<ObjectId> {
        self.monitors.iter().rev().find(|held| held.object == object).map(|held| held.thread)
    }

    /// Changes nothing: may the running thread enter the monitor now?
    pub(crate) fn await_monitor(&self, object: ObjectId) -> Res<()> {
        match self.holder(object) {
            Some(holder) if holder != self.thread => Err(Stop::Block(Wait::Monitor(object))),
            _ => Ok(()),
        }
    }

    /// The monitor must not be another thread's.
    pub fn enter_monitor(&mut self, object: ObjectId) {
        match self.held(object) {
            Some(at) => {
                debug_assert_eq!(self.monitors[at].thread, self.thread, "a monitor has one holder");
                self.monitors[at].entries += 1;
            }
            None => {
                self.monitors.push(Held { object, thread: self.thread, entries: 1 });
                self.acquire(Cell::Monitor(object));
            }
        }
    }

    /// False if the running thread does not hold the monitor.
    pub fn exit_monitor(&mut self, object: ObjectId) -> bool {
        let Some(at) = self.held(object).filter(|&at| self.monitors[at].thread == self.thread) else {
            return false;
        };
        self.monitors[at].entries -= 1;
        if self.monitors[at].entries == 0 {
            self.monitors.remove(at);
            if self.threads.steps.on {
                self.note_quietly(Deed::Unlock(object));
                self.release(Cell::Monitor(object));
            }
        }
        true
    }

    pub fn holds_monitor(&self, object: ObjectId) -> bool {
        self.holder(object) == Some(self.thread)
    }

    /// How often the running thread entered a monitor that it holds.
    pub fn entries(&self, object: ObjectId) -> u32 {
        self.monitors.iter().rev().find(|held| held.object == object).map_or(0, |held| held.entries)
    }
}

impl Machine<'_> {
    /// Changes nothing: may the running thread enter the monitor now? To enter it again is nothing that others notice.
    pub(crate) fn may_lock(&mut self, state: &mut State, object: ObjectId) -> Res<()> {
        if !state.holds_monitor(object) {
            self.note_lock(state, object);
        }
        self.may_call_synchronized(state, object)
    }

    /// The same for a method of the JDK that is synchronized: the program does not mean the monitor.
    pub(crate) fn may_call_synchronized(&mut self, state: &mut State, object: ObjectId) -> Res<()> {
        if !state.holds_monitor(object) {
            self.visible(state, Deed::Lock(object))?;
        }
        state.await_monitor(object)
    }

    /// Once the program itself locks a stream, what it prints is a step, and once it locks a thread, the end of one needs its monitor.
    fn note_lock(&mut self, state: &mut State, object: ObjectId) {
        if !self.world.options.orders {
            return;
        }
        let classes = &self.world.classes;
        let by_program = state.frames.last().is_some_and(|top| !classes[classes[top.method].class].is_jdk());
        if !by_program {
            return;
        }
        let above = |class: ClassId| std::iter::successors(Some(class), |&class| classes[class].superclass);
        let named = |name: &str| above(self.class_of(state, object)).any(|class| *classes[class].name == *name);
        let (is_stream, is_thread) = (named("java/io/PrintStream"), named("java/lang/Thread"));
        let races = &mut self.world.races;
        let is_new = is_stream && !races.prints || is_thread && !races.thread_locks;
        races.prints |= is_stream;
        races.thread_locks |= is_thread;
        state.threads.steps.raced |= is_new && state.threads.steps.on;
    }

    pub(crate) fn not_owner(&mut self, state: &mut State) -> Stop {
        self.throw(state, "java/lang/IllegalMonitorStateException", Some("current thread is not owner"))
    }
}
