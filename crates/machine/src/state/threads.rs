//! What a state holds of its threads: all but the running one are parked, with their stacks, and each knows what it waits for.

use super::frame::Frame;
use super::steps::{Deed, Grant, Steps, ThreadNumber};
use crate::program::{ClassId, MethodId, ObjectId, Value};
use std::rc::Rc;

/// Instructions before others get their turn.
pub(crate) const TURN: u64 = 20_000;

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// Its turn only.
    Turn,
    /// To enter a monitor that another thread holds.
    Monitor(ObjectId),
    /// In the wait set of a monitor that it had entered so many times.
    Notify {
        monitor: ObjectId,
        entries: u32,
        until: Option<u64>,
    },
    /// For a signal of a condition; its lock is taken again after that.
    Signal {
        condition: ObjectId,
        lock: ObjectId,
        interruptible: bool,
        until: Option<u64>,
    },
    /// To enter a monitor again after that.
    Reenter {
        monitor: ObjectId,
        entries: u32,
    },
    Sleep {
        until: u64,
    },
    Park {
        until: Option<u64>,
    },
    /// For another thread that initialises the class.
    Class(ClassId),
}

impl Wait {
    /// The monitor or condition that it waits for to be notified of.
    pub(crate) fn notifier(self) -> Option<ObjectId> {
        match self {
            Wait::Notify { monitor, .. } => Some(monitor),
            Wait::Signal { condition, .. } => Some(condition),
            _ => None,
        }
    }

    pub(crate) fn until(self) -> Option<u64> {
        match self {
            Wait::Notify { until, .. } | Wait::Signal { until, .. } | Wait::Park { until } => until,
            Wait::Sleep { until } => Some(until),
            Wait::Turn | Wait::Monitor(_) | Wait::Reenter { .. } | Wait::Class(_) => None,
        }
    }
}

/// Why a wait, sleep or park is over: its instruction, executed again, asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    Done,
    Interrupted,
    /// Its time was over.
    Late,
}

/// What a thread does once its stack is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Frames were entered from outside: the end of the lowest one is told there.
    Main,
    /// Calls `run`.
    Run,
    /// Tells the handler of this exception.
    Uncaught(ObjectId),
    /// Calls `Thread.exit`.
    Exit,
    Over,
}

/// What the scheduler knows of a thread besides its stack.
#[derive(Clone, Copy, Debug)]
pub struct Own {
    pub phase: Phase,
    pub daemon: bool,
    /// Of LockSupport.
    pub permit: bool,
    pub woken: Option<Woken>,
    /// It waits to be notified and was interrupted, which it has not noticed yet.
    pub told: bool,
    /// How many run loops, one inside of another, there were when its innermost call from Rust began; 0 if it is in none.
    pub(crate) level: usize,
    /// The native method that it waits in.
    pub waits_in: Option<MethodId>,
    /// Of ScopedValue: an array, or null.
    pub scoped_cache: ObjectId,
    /// Where all orders of threads are explored: by when it was started.
    pub number: ThreadNumber,
    /// The step that it is about to take.
    pub pending: Option<Deed>,
    /// How often it held the lock of a condition that it waits for.
    pub(crate) holds: i32,
    /// What a comparison that it is about to make expects.
    pub(crate) expects: Option<Value>,
    /// The instruction that was granted its step.
    pub(crate) granted: Option<Grant>,
    /// How often it changed what others may see.
    pub(crate) changes: u64,
}

impl Own {
    pub(crate) fn new(phase: Phase, daemon: bool) -> Own {
        Own {
            phase,
            daemon,
            permit: false,
            woken: None,
            told: false,
            level: 0,
            waits_in: None,
            scoped_cache: ObjectId::NULL,
            number: 0,
            pending: None,
            holds: 0,
            expects: None,
            granted: None,
            changes: 0,
        }
    }
}

/// The stack of a thread that does not run.
#[derive(Clone, Debug)]
pub(crate) struct Context {
    pub(crate) stack: Vec<Value>,
    pub(crate) frames: Vec<Frame>,
    pub(crate) native: Option<MethodId>,
    pub(crate) fork_counts: Rc<Vec<(usize, u32, u32)>>,
}

#[derive(Clone, Debug)]
pub struct Parked {
    pub thread: ObjectId,
    pub wait: Wait,
    pub own: Own,
    /// The statics of classes that it initialises lie under the second id meanwhile: the fast loop reads them without asking.
    pub(crate) veiled: Vec<(ObjectId, ObjectId)>,
    pub(crate) context: Rc<Context>,
}

impl Parked {
    pub(crate) fn new(thread: ObjectId, wait: Wait, own: Own, context: Context) -> Parked {
        Parked { thread, wait, own, veiled: Vec::new(), context: Rc::new(context) }
    }

    pub(crate) fn veiled(&self) -> impl Iterator<Item = ObjectId> {
        self.veiled.iter().map(|&(_, veil)| veil)
    }

    pub fn frames(&self) -> &[Frame] {
        &self.context.frames
    }

    pub(crate) fn stack(&self) -> &[Value] {
        &self.context.stack
    }

    /// What ended frames left on the stack goes.
    pub(crate) fn clear_unused(&mut self) {
        let context = Rc::make_mut(&mut self.context);
        let top = context.frames.last().map_or(0, |frame| frame.sp as usize);
        context.stack[top..].fill(Value::PAD);
    }
}

#[derive(Clone, Debug)]
pub struct Threads {
    /// All but the running one, in the order in which they stopped.
    pub parked: Vec<Parked>,
    /// Of the running thread.
    pub own: Own,
    /// Whose calls from Rust are under way, the innermost last: a thread with such a call goes on only if it is the last.
    pub(crate) nests: Vec<ObjectId>,
    /// Instructions that the running thread may execute before others get their turn.
    pub(crate) turn: u64,
    pub clocks: Clocks,
    /// Only where all orders are explored.
    pub steps: Steps,
}

impl Default for Threads {
    fn default() -> Threads {
        let own = Own::new(Phase::Main, false);
        Threads {
            parked: Vec::new(),
            own,
            nests: Vec::new(),
            turn: TURN,
            clocks: Clocks::default(),
            steps: Steps::default(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    pub object: ObjectId,
    pub thread: ObjectId,
    pub entries: u32,
}

/// The clocks of the JDK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// System.nanoTime, in nanoseconds.
    Nanos,
    /// System.currentTimeMillis, in milliseconds.
    Millis,
    /// Behind Instant.now, in nanoseconds.
    Adjustment,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Clocks {
    /// Nanoseconds that were jumped over.
    pub(crate) jumped: u64,
    /// Do the program's clocks go by our time?
    pub(crate) own: bool,
    /// What each clock showed at our time 0, in its unit, from the first look on.
    pub(crate) bases: [Option<i64>; 3],
}
