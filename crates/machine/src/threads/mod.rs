//! Java threads as green threads: one at a time runs, with its stack and frames directly in the state; the others are parked.
//! Who runs when is a function of the program and its inputs alone: turns are counted in instructions, waiting is in time of
//! our own (`clock`).

pub mod clock;
mod deadlock;
mod life;
mod monitors;
mod schedule;

pub use monitors::Held;

use crate::heap::Body;
use crate::program::value::{ObjectId, Value};
use crate::program::{ClassId, Classes, MethodId};
use crate::state::{After, Frame, InitStatus, State};
use clock::Clocks;
use std::rc::Rc;

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
    fn until(self) -> Option<u64> {
        match self {
            Wait::Notify { until, .. } | Wait::Park { until } => until,
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
    /// How many run loops, one inside of another, there were when its innermost call from Rust began; 0 if it is in none.
    level: usize,
    /// The native method that it waits in.
    pub waits_in: Option<MethodId>,
    /// Of ScopedValue: an array, or null.
    pub scoped_cache: ObjectId,
}

impl Own {
    fn new(phase: Phase, daemon: bool) -> Own {
        Own { phase, daemon, permit: false, woken: None, level: 0, waits_in: None, scoped_cache: ObjectId::NULL }
    }
}

/// The stack of a thread that does not run.
#[derive(Clone, Debug)]
struct Context {
    stack: Vec<Value>,
    frames: Vec<Frame>,
    native: Option<MethodId>,
    fork_counts: Rc<Vec<(usize, u32, u32)>>,
}

#[derive(Clone, Debug)]
pub struct Parked {
    pub thread: ObjectId,
    pub wait: Wait,
    pub own: Own,
    /// The statics of classes that it initialises lie under the second id meanwhile: the fast loop reads them without asking.
    veiled: Vec<(ObjectId, ObjectId)>,
    context: Rc<Context>,
}

impl Parked {
    fn new(thread: ObjectId, wait: Wait, own: Own, context: Context) -> Parked {
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
    nests: Vec<ObjectId>,
    /// Instructions that the running thread may execute before others get their turn.
    turn: u64,
    pub clocks: Clocks,
}

impl Default for Threads {
    fn default() -> Threads {
        let own = Own::new(Phase::Main, false);
        Threads { parked: Vec::new(), own, nests: Vec::new(), turn: schedule::TURN, clocks: Clocks::default() }
    }
}

impl State {
    /// Is the running thread the only one?
    #[inline]
    pub fn alone(&self) -> bool {
        self.threads.parked.is_empty()
    }

    /// Calls from Rust are under way, which may hold objects.
    pub(crate) fn is_nested(&self) -> bool {
        !self.threads.nests.is_empty()
    }

    /// Is the innermost call from Rust one of the running thread? Without one, that is the first thread's part.
    pub(crate) fn is_owner(&self) -> bool {
        match self.threads.nests.last() {
            Some(&owner) => owner == self.thread,
            None => self.threads.own.phase == Phase::Main,
        }
    }

    /// Sets the running thread aside. Its stack goes with it, and the state has none until `resume`.
    fn park(&mut self, classes: &Classes, wait: Wait) {
        if let Wait::Notify { monitor, .. } = wait {
            self.monitors.retain(|held| held.object != monitor);
        }
        if !matches!(wait, Wait::Notify { .. } | Wait::Sleep { .. } | Wait::Park { .. }) {
            self.threads.own.waits_in = None;
        }
        let veiled = self.veil(classes);
        let context = Context {
            stack: std::mem::take(&mut self.stack),
            frames: std::mem::take(&mut self.frames),
            native: self.native.take(),
            fork_counts: std::mem::take(&mut self.fork_counts),
        };
        let (thread, own) = (self.thread, self.threads.own);
        self.threads.parked.push(Parked { veiled, ..Parked::new(thread, wait, own, context) });
    }

    /// Lets a parked thread run, in a state whose running thread was parked or is over.
    fn resume(&mut self, at: usize) {
        let Parked { thread, wait, own, veiled, context } = self.threads.parked.remove(at);
        let Context { stack, frames, native, fork_counts } = Rc::unwrap_or_clone(context);
        (self.stack, self.frames, self.native, self.fork_counts) = (stack, frames, native, fork_counts);
        (self.thread, self.threads.own) = (thread, own);
        self.unveil(veiled);
        if let Wait::Reenter { monitor, entries } = wait {
            self.monitors.push(Held { object: monitor, thread, entries });
        }
        self.threads.turn = schedule::turn_of(self);
    }

    /// Classes that the running thread initialises are closed to others: `Running` means by the running thread.
    fn veil(&mut self, classes: &Classes) -> Vec<(ObjectId, ObjectId)> {
        let mut veiled = Vec::new();
        for at in 0..self.frames.len() {
            let After::Initialized(class) = self.frames[at].after else { continue };
            self.set_init_status(class, InitStatus::Elsewhere);
            let holder = classes[class].statics;
            let object = self.heap.get(holder);
            // What has a shadow stays where HotSpot finds it.
            if matches!(object.body, Body::Fields(_)) && !object.shadowed {
                let body = std::mem::replace(&mut self.heap.get_mut(holder).body, Body::Absent);
                veiled.push((holder, self.heap.alloc(class, body)));
            }
        }
        veiled
    }

    fn unveil(&mut self, veiled: Vec<(ObjectId, ObjectId)>) {
        for at in 0..self.frames.len() {
            if let After::Initialized(class) = self.frames[at].after {
                self.set_init_status(class, InitStatus::Running);
            }
        }
        for (holder, veil) in veiled {
            let body = std::mem::replace(&mut self.heap.get_mut(veil).body, Body::Absent);
            self.heap.get_mut(holder).body = body;
        }
    }
}
