//! From `start` to the end of a thread: what HotSpot does around `run`. Each phase is a frame at the bottom of the thread's stack
//! (`After::Thread`), so that no Rust code waits below a thread.

use crate::program::{MethodId, ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::steps::{Cell, Deed, ThreadNumber};
use crate::state::threads::{Context, Own, Parked, Phase, Wait};
use crate::state::{After, Console, State};
use crate::world::{End, Machine, Res};
use std::rc::Rc;

const THREAD: &str = "java/lang/Thread";

/// JVMTI's thread states, as `Thread.getState` reads them.
const ALIVE: i32 = 0x1;
const TERMINATED: i32 = 0x2;
const RUNNABLE: i32 = ALIVE | 0x4;
const BLOCKED: i32 = ALIVE | 0x400;
const WAITING: i32 = ALIVE | 0x10;
const TIMED_WAITING: i32 = ALIVE | 0x20;

/// Most threads are shallow; their stacks grow as they need.
const FIRST_SLOTS: usize = 64;

impl Machine<'_> {
    pub(crate) fn start_thread(&mut self, state: &mut State, thread: ObjectId) -> Res<()> {
        let holder = self.status_holder(state, thread)?;
        let daemon = self.int_named(state, holder, "daemon")? != 0;
        self.set_field_named(state, holder, "threadStatus", Value::Int(RUNNABLE))?;
        let context = Context {
            stack: vec![Value::PAD; FIRST_SLOTS],
            frames: Vec::new(),
            native: None,
            fork_counts: Rc::default(),
        };
        let mut own = Own::new(Phase::Run, daemon);
        if self.world.options.orders {
            own.pending = Some(Deed::Begin);
            own.number = self.begin_steps(state, thread);
        }
        state.threads.parked.push(Parked::new(thread, Wait::Turn, own, context));
        state.use_own_time();
        Ok(())
    }

    /// From now on what threads do is visible; the number of the new one.
    fn begin_steps(&mut self, state: &mut State, thread: ObjectId) -> ThreadNumber {
        let (first, parent) = (state.thread, state.threads.own.number);
        let steps = &mut state.threads.steps;
        if !steps.on {
            // Inside of a call that cannot be left: only one order is looked at, and the path says so.
            steps.on = true;
            steps.threads = Rc::new(vec![first]);
        }
        let threads = Rc::make_mut(&mut steps.threads);
        threads.push(thread);
        let child = threads.len() as ThreadNumber - 1;
        steps.order.start(parent, child);
        child
    }

    /// The object that has the fields `daemon` and `threadStatus`: since JDK 19 another one.
    pub(crate) fn status_holder(&mut self, state: &mut State, thread: ObjectId) -> Res<ObjectId> {
        let class = self.class_of(state, thread);
        match self.world.classes.slot_named(class, "holder") {
            Some(slot) => Ok(self.field(state, thread, slot)?.as_ref()),
            None => Ok(thread),
        }
    }

    pub(crate) fn is_alive(&mut self, state: &mut State, thread: ObjectId) -> Res<bool> {
        let holder = self.status_holder(state, thread)?;
        Ok(self.int_named(state, holder, "threadStatus")? & ALIVE != 0)
    }

    /// Writes what a thread does into the field that `Thread.getState` reads.
    pub(crate) fn note_status(&mut self, state: &mut State, thread: ObjectId) -> Res<()> {
        let Some(parked) = state.threads.parked.iter().find(|p| p.thread == thread) else {
            return Ok(());
        };
        let status = match parked.wait {
            Wait::Turn | Wait::Class(_) => RUNNABLE,
            Wait::Monitor(_) | Wait::Reenter { .. } => BLOCKED,
            Wait::Notify { until: None, .. } | Wait::Signal { until: None, .. } | Wait::Park { until: None } => WAITING,
            Wait::Notify { .. } | Wait::Signal { .. } | Wait::Park { .. } | Wait::Sleep { .. } => TIMED_WAITING,
        };
        let holder = self.status_holder(state, thread)?;
        self.set_field_named(state, holder, "threadStatus", Value::Int(status))
    }

    /// The running thread's stack is empty: enters what comes next.
    pub(super) fn proceed(&mut self, state: &mut State) -> Res<()> {
        let this = Value::Ref(state.thread);
        let (method, arguments) = match state.threads.own.phase {
            Phase::Run => {
                let class = self.class_of(state, state.thread);
                (self.find_method(state, class, "run", "()V")?, vec![this])
            }
            Phase::Uncaught(exception) => {
                let method = self.thread_method(state, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
                (method, vec![this, Value::Ref(exception)])
            }
            // What it does for its group nobody notices.
            Phase::Exit if state.threads.steps.on => {
                state.threads.own.phase = Phase::Over;
                return Ok(());
            }
            Phase::Exit => (self.thread_method(state, "exit", "()V")?, vec![this]),
            Phase::Over => {
                self.visible(state, Deed::End)?;
                return self.end_thread(state);
            }
            Phase::Main => {
                return Err(End::stopped(Reason::Unsupported(
                    Gap::Threads,
                    "the first thread has nothing to do".into(),
                )));
            }
        };
        if self.enter(state, method, &arguments, After::Thread)?.is_some() {
            state.thread_returned();
        }
        Ok(())
    }

    fn thread_method(&mut self, state: &mut State, name: &str, descriptor: &str) -> Res<MethodId> {
        let class = self.jdk_class(state, THREAD)?;
        self.find_method(state, class, name, descriptor)
    }

    /// An exception left the lowest frame of the running thread.
    pub(crate) fn thread_threw(&mut self, state: &mut State, exception: ObjectId) -> Res<()> {
        state.threads.own.phase = match state.threads.own.phase {
            Phase::Run => Phase::Uncaught(exception),
            Phase::Uncaught(_) => {
                self.tell_of_handler(state, exception)?;
                Phase::Exit
            }
            Phase::Exit | Phase::Over => Phase::Over,
            Phase::Main => {
                return Err(End::stopped(Reason::Unsupported(
                    Gap::Threads,
                    "main threw an exception while native code of another thread waits".into(),
                )));
            }
        };
        Ok(())
    }

    /// HotSpot's own words, past System.err.
    fn tell_of_handler(&mut self, state: &mut State, exception: ObjectId) -> Res<()> {
        if state.console == Console::Live && !self.world.explores() {
            let class = self.world.classes[self.class_of(state, exception)].dotted();
            let name = self.thread_name(state, state.thread);
            eprintln!("\nException: {class} thrown from the UncaughtExceptionHandler in thread \"{name}\"");
        }
        Ok(())
    }

    /// Those who wait for the end learn of it; another thread goes on.
    fn end_thread(&mut self, state: &mut State) -> Res<()> {
        let thread = state.thread;
        let holder = self.status_holder(state, thread)?;
        self.set_field_named(state, holder, "threadStatus", Value::Int(TERMINATED))?;
        state.release(Cell::Life(thread));
        state.notify(thread, usize::MAX);
        state.monitors.retain(|held| held.thread != thread);
        state.threads.own.daemon = true;
        if !state.is_nested() && state.is_program_over() {
            return Ok(());
        }
        if state.threads.steps.on && !state.is_nested() {
            state.threads.own.pending = None;
            state.become_idle();
            return Ok(());
        }
        self.wake_next(state)
    }

    /// The first thread's frames ended, for `run`: it tells its handler if there is an exception, and goes.
    pub fn end_main(&mut self, state: &mut State, exception: Option<ObjectId>) {
        state.threads.own.phase = exception.map_or(Phase::Exit, Phase::Uncaught);
    }

    /// All threads but daemons ended: the one that shuts down, as HotSpot makes it, runs a method without arguments.
    pub fn start_destroyer(&mut self, state: &mut State, method: MethodId) -> Res<()> {
        let ended = state.thread;
        let thread = self.copy(state, ended)?;
        let holder = self.status_holder(state, thread)?;
        if holder != thread {
            let holder = self.copy(state, holder)?;
            self.set_field_named(state, thread, "holder", Value::Ref(holder))?;
        }
        let holder = self.status_holder(state, thread)?;
        self.set_field_named(state, holder, "threadStatus", Value::Int(RUNNABLE))?;
        let name = self.new_string(state, "DestroyJavaVM");
        self.set_field_named(state, thread, "name", Value::Ref(name))?;
        state.thread = thread;
        state.threads.own = Own::new(Phase::Main, false);
        self.enter(state, method, &[], After::Leave(None))?;
        Ok(())
    }

    fn copy(&mut self, state: &mut State, original: ObjectId) -> Res<ObjectId> {
        let object = self.object(state, original)?;
        let (class, body) = (object.class, object.body.clone());
        Ok(state.heap.alloc(class, body))
    }

    pub fn thread_name(&mut self, state: &mut State, thread: ObjectId) -> String {
        let name = self.field_named(state, thread, "name").map_or(ObjectId::NULL, |name| name.as_ref());
        if name.is_null() { String::new() } else { self.string(state, name).unwrap_or_default() }
    }
}

impl State {
    /// The lowest frame of the running thread returned.
    pub(crate) fn thread_returned(&mut self) {
        self.threads.own.phase = match self.threads.own.phase {
            Phase::Main | Phase::Run | Phase::Uncaught(_) => Phase::Exit,
            Phase::Exit | Phase::Over => Phase::Over,
        };
    }
}
