//! Frames of the Java stack, and the small things that a state keeps beside them.

use super::shapes::Symbolic;
use crate::program::{ClassId, MethodId, ObjectId, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InitStatus {
    Untouched,
    /// The running thread initialises classes that it needs.
    Begun,
    /// By the running thread.
    Running,
    /// By another thread.
    Elsewhere,
    Done,
    Failed,
}

#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub method: MethodId,
    /// The instruction being executed: while a callee runs, the invocation itself.
    pub pc: u32,
    /// First free stack slot.
    pub sp: u32,
    /// Where the locals start on the stack.
    pub locals: u32,
    pub after: After,
    /// The monitor that a synchronized method holds.
    pub lock: ObjectId,
    /// A `<clinit>` that waits for the one of its superclass on top of it.
    pub pending: bool,
    /// Has forked: the state counts how often its instructions did.
    pub forked: bool,
}

impl Frame {
    /// At the first instruction, with an empty operand stack.
    #[inline(always)]
    pub fn new(method: MethodId, locals: u32, sp: u32, after: After) -> Frame {
        Frame { method, pc: 0, sp, locals, after, lock: ObjectId::NULL, pending: false, forked: false }
    }
}

/// What happens in the frame below when a frame ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The result is pushed and the caller goes on behind its invocation.
    Push,
    /// The result is dropped and the caller goes on behind its invocation.
    Discard,
    /// The result is dropped and the caller goes on with the instruction that it was about to execute.
    Resume,
    /// The caller executes its instruction again: `<clinit>` of a class ended.
    Initialized(ClassId),
    /// The caller executes its instruction again: an object of the heap before the test was made. Exceptions end the path.
    Made(Symbolic),
    /// The caller goes on with this reference: a reflective constructor ended. Exceptions are wrapped.
    PushConstructed(ObjectId, MethodId),
    /// Reflective call by that native method: a primitive result is boxed, exceptions are wrapped.
    PushBoxed(MethodId),
    /// As `Push`, on behalf of that native method.
    PushFor(MethodId),
    /// The lowest frame of a thread: what comes next is the thread's phase.
    Thread,
    /// The interpreter returns to the Rust code that called it, on behalf of a native method or of none.
    Leave(Option<MethodId>),
}

impl After {
    /// The native method on whose behalf the frame was pushed, which a stack trace shows below it.
    pub fn native(self) -> Option<MethodId> {
        match self {
            After::PushBoxed(native) | After::PushConstructed(_, native) | After::PushFor(native) => Some(native),
            After::Leave(native) => native,
            After::Push | After::Discard | After::Resume | After::Initialized(_) | After::Made(_) | After::Thread => {
                None
            }
        }
    }
}

/// A place of the program that is linked once in each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    /// An index into the world's call sites.
    Site(u32),
    /// An entry of a class's constant pool.
    Constant(ClassId, u16),
}

#[derive(Clone, Copy, Debug)]
pub enum Linked {
    /// A static method that gets `appendix`, if not null, as its last argument.
    Call {
        method: MethodId,
        appendix: ObjectId,
    },
    Constant(Value),
    /// The error that every later attempt reports.
    Failed(ObjectId),
}

impl Linked {
    pub fn same(&self, other: &Linked) -> bool {
        match (self, other) {
            (Linked::Call { method, appendix }, Linked::Call { method: other, appendix: of_other }) => {
                method == other && appendix == of_other
            }
            (Linked::Constant(value), Linked::Constant(other)) => value.same(*other),
            (Linked::Failed(error), Linked::Failed(other)) => error == other,
            (Linked::Call { .. } | Linked::Constant(_) | Linked::Failed(_), _) => false,
        }
    }
}

/// A place at which the run loop gives control back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Number of frames and instruction of the top one.
    pub depth: u32,
    pub pc: u32,
    /// With fewer frames the state has left, wherever it is.
    pub floor: u32,
    /// In the frame of the place, the state has left before this instruction and behind the last one.
    pub first: u32,
    pub last: u32,
    /// Where the run loop gives control back, too.
    pub places: Places,
    /// The state stands at the place and is to go on from there: it is seen when it comes back.
    pub leaves: bool,
}

/// Instructions of methods, in whatever frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    at: [Option<(MethodId, u32)>; Places::MOST],
    /// The lowest bits of the instructions, as a set: most instructions are none of them.
    bits: u64,
}

impl Places {
    pub const MOST: usize = 16;

    /// False if there is no room for it.
    pub fn add(&mut self, method: MethodId, pc: u32) -> bool {
        let place = Some((method, pc));
        let Some(free) = self.at.iter_mut().find(|at| at.is_none() || **at == place) else { return false };
        *free = place;
        self.bits |= 1 << (pc % 64);
        true
    }

    pub fn is_empty(&self) -> bool {
        self.bits == 0
    }

    #[inline(always)]
    fn may_have(self, pc: usize) -> bool {
        self.bits >> (pc % 64) & 1 != 0
    }

    pub fn has(self, method: MethodId, pc: u32) -> bool {
        self.at.contains(&Some((method, pc)))
    }
}

impl Watch {
    /// Anywhere else in the frame the state goes on.
    pub fn for_place(depth: u32, pc: u32, floor: u32) -> Watch {
        Watch { depth, pc, floor, first: 0, last: u32::MAX, places: Places::default(), leaves: false }
    }

    /// Does a state that is here stop? One that is to leave the place does so the next time.
    #[inline(always)]
    pub fn stops(self, frames: &[Frame], pc: usize, leaves: &mut bool) -> bool {
        let is_place = || self.places.has(frames.last().expect("a frame").method, pc as u32);
        self.sees(frames.len(), pc) && !std::mem::take(leaves) || self.places.may_have(pc) && is_place()
    }

    #[inline(always)]
    pub fn sees(self, frames: usize, pc: usize) -> bool {
        frames < self.floor as usize || frames == self.depth as usize && self.is_border(pc)
    }

    #[inline(always)]
    fn is_border(self, pc: usize) -> bool {
        pc == self.pc as usize || pc < self.first as usize || pc > self.last as usize
    }

    #[inline(always)]
    pub fn is_at(self, frames: usize, pc: usize) -> bool {
        frames == self.depth as usize && pc == self.pc as usize
    }
}

/// Where standard output and error go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Console {
    Live,
    /// A clone made by the stress test: what it prints must not be seen, and it may not touch the outside.
    Muted,
}

/// Off-heap memory: a byte array of ours stands for what `address` points to.
#[derive(Clone, Copy, Debug)]
pub struct Segment {
    pub bytes: ObjectId,
    pub length: u64,
}
