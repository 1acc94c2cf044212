//! How execution stops: why an instruction did not complete, why the run loop gave control back, and how a state ends.

use crate::program::{ObjectId, Value};
use crate::reason::{Limit, Reason};
use crate::state::threads::Wait;
use term::Term;

/// Why an instruction did not complete.
#[derive(Clone, Debug)]
pub enum Stop {
    /// A Java exception is thrown.
    Throw(ObjectId),
    /// A frame was pushed that must end first; the instruction is executed again.
    Again,
    /// The thread must wait; then the instruction is executed again.
    Block(Wait),
    /// A condition on symbolic data must be settled; then the instruction is executed again.
    Decide(Term),
    /// As `Decide`; the state in which the condition holds is explored first.
    Choose(Term),
    /// As `Decide`; one value of many is taken, so nothing is won by bringing the sides together again.
    Fix(Term),
    /// It does what other threads can notice, and nobody granted that yet; then the instruction is executed again.
    Visible,
    /// The witness is needed, and the path has none yet; then the instruction is executed again.
    Settle,
    End(End),
}

/// How a state ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Runtime.halt: all of the program is over.
    Exit(i32),
    /// An assumption of the program does not hold.
    Assumed,
    /// This path cannot go on, for a reason the user is told.
    Stopped(Reason),
    /// All threads wait for ever. The text says for what, with their stacks; its first line stands alone.
    Deadlock(String),
    /// Threads go round for ever without changing anything, and all others wait.
    Livelock,
    /// Somebody outside of the machine wants an end.
    Interrupted,
}

impl End {
    pub fn stopped(reason: impl Into<Reason>) -> Stop {
        Stop::End(End::Stopped(reason.into()))
    }
}

impl End {
    /// For people.
    pub fn told(&self) -> String {
        match self {
            End::Exit(code) => format!("it exits with {code}"),
            End::Assumed => "an assumption does not hold".into(),
            End::Stopped(reason) => reason.to_string(),
            End::Deadlock(report) => format!("deadlock: {}", report.lines().next().unwrap_or_default()),
            End::Livelock => "its threads go round for ever".into(),
            End::Interrupted => Limit::Interrupted.to_string(),
        }
    }
}

pub type Res<T> = Result<T, Stop>;

/// Why the run loop gave control back.
#[derive(Clone, Debug)]
pub enum Event {
    /// The frame that Rust code had pushed ended.
    Returned(Option<Value>),
    Threw(ObjectId),
    OutOfFuel,
    /// The explorer must settle this condition.
    Decide(Term),
    /// The same, the true side first.
    Choose(Term),
    /// The same, where a symbolic value becomes one of many concrete ones.
    Fix(Term),
    /// A thread is about to do what others can notice, or can go on no more: somebody must say which thread goes on.
    Visible,
    /// An exception ended a thread that is not the first one (`Steps::uncaught`).
    ThreadThrew,
    /// The state needs a witness to go on.
    Settle,
    /// The state came to the place that it watches for, or left the frame of that place.
    Watched,
    Ended(End),
}
