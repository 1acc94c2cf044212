//! A schedule for a JVM: the order in which the threads of a path took their visible steps. An agent (`java/turns`) holds the threads of the
//! program to it; `plan.rs` says where its calls go.

mod path;
mod plan;

use bytecode::ClassName;
pub use path::{Ends, turns};
pub(crate) use plan::Schedule;

/// The order in which the threads of a path took their visible steps, for a JVM to follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    pub steps: Vec<TurnStep>,
    pub end: TurnsEnd,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnStep {
    /// 0 is the first thread; others are numbered in the order of their `Start` steps: 1, 2, ...
    pub thread: u32,
    pub kind: StepKind,
    pub site: Option<TurnSite>,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TurnSite {
    /// Of the program or of the JDK.
    pub class: ClassName,
    pub method: String,
    pub descriptor: String,
    /// Its index in the decoded body, not the byte offset.
    pub at: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// The thread executes the instruction at the site.
    Step,
    /// The same; the frame is one of `java.lang.Thread.start`, and the thread that begins is its `this`. It gets this number.
    Start { child: u32 },
    /// The thread's life ends: the site is the first instruction of `java.lang.Thread.exit`.
    End,
    /// A call of `Object.wait` or `wait0` at the site: the thread gives up the monitor and waits until its next `Wake`.
    Wait,
    /// A call of `Unsafe.park` at the site that blocks until the thread's next `Wake`; one of `Thread.sleep` may be, too.
    Park,
    /// A call of `Thread.sleep`, or of `Unsafe.park` where a permit was there: it returns at once.
    Pass,
    /// What the thread waits for is over; after `Wait` it holds the monitor again. There is no site.
    Wake { interrupted: bool },
    /// No step: at this place in its code the thread stands while the others take all the steps that are left. A thread that has no such
    /// entry stands right behind the instruction of its last step, if control goes on there.
    Stand,
}

/// What must happen behind the last step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TurnsEnd {
    /// A thread ends with the exception of the candidate.
    #[default]
    Exception,
    Deadlock,
    /// Two accesses to one variable are both next: the thread of each, and its place.
    Race([(u32, TurnSite); 2]),
}
