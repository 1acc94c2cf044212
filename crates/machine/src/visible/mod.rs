//! Where a thread does what others can notice: the instruction asks first (`Stop::Visible`), is granted its step by who explores the orders
//! of threads, and is executed again. Accesses of plain variables are no steps; they are looked at for data races.

mod parts;
mod quiet;
mod reach;
mod watched;

pub(crate) use parts::Part;
pub(crate) use reach::{Reach, surely_differ};

use crate::program::{ClassId, ObjectId};
use crate::reason::{Assumption, Inexact, Reason};
use crate::state::State;
use crate::state::steps::{Cell, Deed, Grant, Stack};
use crate::world::{Machine, Res, Stop};

/// Between the program and the accesses that it asks for by their names.
const HANDLES: [&str; 2] = ["java/lang/invoke/", "java/util/concurrent/atomic/Atomic"];

impl State {
    /// Where the instruction at hand is, for who grants it a step.
    pub(crate) fn grant_here(&self) -> Grant {
        Grant::at(self.frames.len() as u32, self.frames.last().map_or(0, |top| top.pc))
    }

    /// Whether the instruction at hand may take this step.
    pub(crate) fn is_granted(&self, deed: Deed) -> bool {
        self.threads.own.granted.is_some_and(|grant| grant.is_of(&self.grant_here()) && grant.allows(deed))
    }

    /// Where the running thread stands.
    pub fn stack_here(&self) -> Stack {
        self.frames.iter().rev().map(|frame| (frame.method, frame.pc)).collect()
    }

    /// Where a thread stands, by its object.
    pub fn stack_of(&self, thread: ObjectId) -> Stack {
        if !self.threads.steps.idle && self.thread == thread {
            return self.stack_here();
        }
        let parked = self.threads.parked.iter().find(|parked| parked.thread == thread);
        parked.map_or_else(Default::default, |parked| {
            parked.frames().iter().rev().map(|frame| (frame.method, frame.pc)).collect()
        })
    }

    /// What is no choice: it follows the step before.
    pub(crate) fn note_quietly(&mut self, deed: Deed) {
        let number = self.threads.own.number;
        self.threads.steps.quiet.push((number, deed));
    }

    /// What was written since the last call, whoever did it: instructions, models and natives.
    pub(crate) fn count_changes(&mut self) {
        let writes = self.heap.take_writes();
        self.threads.steps.changes += writes;
        self.threads.own.changes += writes;
    }

    /// The running thread knows what was left there.
    pub(crate) fn acquire(&mut self, cell: Cell) {
        if self.threads.steps.on {
            let number = self.threads.own.number;
            self.threads.steps.order.acquire(number, cell);
        }
    }

    /// Who comes there next knows what the running thread knows.
    pub(crate) fn release(&mut self, cell: Cell) {
        if self.threads.steps.on {
            let number = self.threads.own.number;
            self.threads.steps.order.release(number, cell);
        }
    }
}

/// Classes by which the program waits.
const WAITING: [&str; 4] = [
    "java/lang/Object",
    "java/util/concurrent/locks/LockSupport",
    "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject",
    "jdk/internal/misc/Unsafe",
];

impl Machine<'_> {
    /// The running thread waits. Java allows that to end for no reason, which code of the JDK is made for.
    pub(crate) fn rest_on_wakeups(&self, state: &mut State) {
        let classes = &self.world.classes;
        let mut asking = state.frames.iter().rev().map(|frame| &classes[classes[frame.method].class]);
        if asking.find(|class| !WAITING.contains(&&*class.name)).is_some_and(|class| !class.is_jdk()) {
            state.path.rest_on(Assumption::Wakeups);
        }
    }

    /// Changes nothing: may the running thread do now what others can notice?
    pub(crate) fn visible(&mut self, state: &mut State, deed: Deed) -> Res<()> {
        // Code of the JDK that uses a class of the program runs code of the program, and may wait for it.
        let is_of_all = matches!(deed, Deed::Start(_) | Deed::Exit | Deed::Use(_));
        let begins = matches!(deed, Deed::Start(_)) && self.world.options.orders;
        if !begins && !state.threads.steps.on || !is_of_all && self.is_quiet(state) {
            return Ok(());
        }
        if state.is_nested() {
            state.note_quietly(deed);
            state.path.imprecise(Reason::Imprecision(
                Inexact::Nested,
                "a step of a thread inside of a call that cannot be left".into(),
            ));
            return Ok(());
        }
        if state.is_granted(deed) {
            return Ok(());
        }
        state.threads.own.pending = Some(deed);
        Err(Stop::Visible)
    }

    /// A class that was initialised since there are several threads, or is to be: the first use by each thread is a step.
    pub(crate) fn use_class(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        let number = state.threads.own.number;
        let young = &state.threads.steps.young;
        let Some(at) = young.iter().position(|(known, _)| *known == class) else { return Ok(()) };
        if young[at].1.contains(&number) {
            return Ok(());
        }
        self.visible(state, Deed::Use(class))?;
        state.acquire(Cell::Class(class));
        std::rc::Rc::make_mut(&mut state.threads.steps.young)[at].1.push(number);
        Ok(())
    }
}
