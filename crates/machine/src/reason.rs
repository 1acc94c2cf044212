//! Why a path or a run has no answer, or only part of one. Decisions look at the variant; words are made here and nowhere else, so
//! that a message can be reworded without changing a verdict.

mod cause;

pub use cause::{Absent, Decider, Deed, Flaw, Gap, Inexact};

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// A bound that the user chose: an answer holds within it.
    Bound(Bound),
    /// The run came to its end before the program did.
    Limit(Limit),
    /// A question that the solver left open, or answered wrongly.
    Solver(Unsolved),
    /// A class, a member or a library that is not there, or cannot be used.
    Missing(Absent, String),
    /// Something outside of the program decides: files, the environment, the collector, other schedules.
    Environment(Decider, String),
    /// A concrete value stands for a symbolic one, or part of the values was left out.
    Imprecision(Inexact, String),
    /// The path would have reached outside of the process.
    Confined(Deed, String),
    /// Code or data that the engine does not know how to execute.
    Unsupported(Gap, String),
    /// A contract or an invariant that cannot be used.
    Contract(Flaw, String),
    /// All threads wait for ever: who for whom.
    Deadlock(String),
    /// What looks like a violation, and a JVM did not confirm.
    Unconfirmed(String),
    /// What a proof by clauses of loops came to, and could not exclude.
    Unproved(String),
    /// A worker process is gone with its part of the work, or paths differ between processes.
    Worker(Lost),
    /// The user wanted something else than a verdict.
    NotJudged(Instead),
    /// Something of ours is wrong.
    Internal(String),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bound {
    /// Chains of references, with the place that would have followed one more.
    References { k: u32, at: String },
    /// Objects of a class, with the place that would have found one more.
    Objects { n: u32, at: String },
    /// Forks of one instruction in one call.
    Loop,
    /// Threads that go on although the one that ran could have.
    Preemptions(u32),
    /// Places of an array that is an input which are looked at, with the place in the program that would have looked at one more.
    Elements { most: u32, measure: Measure, at: String },
    /// Elements of an array that a replay can make, with what is thrown where there are more, and where.
    Length { most: u32, at: String },
}

/// What the user calls a bound on elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Measure {
    K,
    N,
    ArrayLength,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Limit {
    Time,
    Interrupted,
    Paths,
    Memory,
    Depth,
    /// One run of a program that is run on many inputs.
    RunTime,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Unsolved {
    /// Its budget was used up.
    Budget,
    /// The question is larger than allowed.
    Size,
    /// It does not know what the question is about.
    Unsupported,
    /// It was interrupted.
    Interrupted,
    /// Its answer failed the evaluation.
    Wrong,
    /// Evaluation refuted an answer: the others are not trusted either.
    Refuted,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Lost {
    Died,
    /// A path was not the same when executed again.
    Different,
    /// What one worker sent another cannot read.
    Garbled,
    /// A violation that one worker saw another could not show.
    Violation,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Instead {
    Listed,
    Compared,
}

/// What the machine decides and a TRUE may rest on, told beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Assumption {
    Properties,
    LongText,
    StackDepth,
    Memory,
    Identity,
    Locale,
    TimeZone,
    Charset,
    Platform,
    Objects,
    EarlierArrays,
    OwnValues,
    OwnBoxes,
    Wakeups,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Assumption::Properties => "system properties are those of this JVM",
            Assumption::LongText => "texts that are inputs have fewer than 268,435,456 characters",
            Assumption::StackDepth => "the stack is as deep as that of a JVM without options",
            Assumption::Memory => "there is as much memory as the program asks for",
            Assumption::Identity => "identity hash codes are those of one run",
            Assumption::Locale => "the default locale is that of this machine",
            Assumption::TimeZone => "the default time zone is that of this machine",
            Assumption::Charset => "the default charset is that of this machine",
            Assumption::Platform => "the platform is that of this machine",
            Assumption::Objects => {
                "objects that are inputs have classes of the class path and lead to none that the program made, constants of enums excepted"
            }
            Assumption::EarlierArrays => "arrays that were inputs before the first object are no part of such objects",
            Assumption::OwnValues => "Strings and rows of arrays that are inputs are objects of their own",
            Assumption::Wakeups => "threads that wait go on when they are notified, interrupted or late, never without a reason",
            Assumption::OwnBoxes => "boxes that are inputs are such as valueOf makes, each of them once",
        })
    }
}

impl Reason {
    /// The same for a program that reads a report.
    pub fn kind(&self) -> &'static str {
        match self {
            Reason::Bound(_) => "bound",
            Reason::Limit(_) => "limit",
            Reason::Solver(_) => "solver",
            Reason::Missing(..) => "missing",
            Reason::Environment(..) => "environment",
            Reason::Imprecision(..) => "imprecision",
            Reason::Confined(..) => "confined",
            Reason::Unsupported(..) => "unsupported",
            Reason::Contract(..) => "contract",
            Reason::Deadlock(_) => "deadlock",
            Reason::Unconfirmed(_) => "unconfirmed",
            Reason::Unproved(_) => "unproved",
            Reason::Worker(_) => "worker",
            Reason::NotJudged(_) => "not-judged",
            Reason::Internal(_) => "internal",
        }
    }

    /// More time, memory or effort might have given an answer.
    pub fn is_exhaustion(&self) -> bool {
        match self {
            Reason::Limit(Limit::Time | Limit::Memory | Limit::Interrupted)
            | Reason::Solver(_)
            | Reason::Internal(_) => true,
            Reason::Limit(Limit::Paths | Limit::Depth | Limit::RunTime)
            | Reason::Bound(_)
            | Reason::Missing(..)
            | Reason::Environment(..)
            | Reason::Imprecision(..)
            | Reason::Confined(..)
            | Reason::Unsupported(..)
            | Reason::Contract(..)
            | Reason::Deadlock(_)
            | Reason::Unconfirmed(_)
            | Reason::Unproved(_)
            | Reason::Worker(_)
            | Reason::NotJudged(_) => false,
        }
    }

    /// What tests print instead of the words.
    fn number(&self) -> u32 {
        match self {
            Reason::Bound(_) => 1,
            Reason::Limit(_) => 2,
            Reason::Solver(_) => 3,
            Reason::Missing(..) => 4,
            Reason::Environment(..) => 5,
            Reason::Imprecision(..) => 6,
            Reason::Confined(..) => 7,
            Reason::Unsupported(..) => 8,
            Reason::Contract(..) => 9,
            Reason::Unconfirmed(_) => 10,
            Reason::Worker(_) => 11,
            Reason::NotJudged(_) => 12,
            Reason::Internal(_) => 13,
            Reason::Deadlock(_) => 14,
            Reason::Unproved(_) => 15,
        }
    }
}

/// Numbers stand for the words, so that a test sees whether somebody depends on those.
static NUMBERED: AtomicBool = AtomicBool::new(false);

pub fn show_numbers() {
    NUMBERED.store(true, Ordering::Relaxed);
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if NUMBERED.load(Ordering::Relaxed) {
            return write!(f, "{}", self.number());
        }
        match self {
            Reason::Bound(bound) => bound.fmt(f),
            Reason::Limit(limit) => limit.fmt(f),
            Reason::Solver(unsolved) => unsolved.fmt(f),
            Reason::Missing(_, what)
            | Reason::Environment(_, what)
            | Reason::Imprecision(_, what)
            | Reason::Confined(_, what)
            | Reason::Unsupported(_, what)
            | Reason::Contract(_, what)
            | Reason::Unconfirmed(what)
            | Reason::Unproved(what) => f.write_str(what),
            Reason::Deadlock(who) => write!(f, "deadlock: {who}"),
            Reason::Worker(lost) => lost.fmt(f),
            Reason::NotJudged(instead) => instead.fmt(f),
            Reason::Internal(what) => write!(f, "internal error: {what}"),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Bound::References { k, at } => write!(f, "bound k = {k} {at}"),
            Bound::Objects { n, at } => write!(f, "bound n = {n} {at}"),
            Bound::Loop => f.write_str("loop iterations"),
            Bound::Preemptions(most) => {
                write!(f, "orders of threads with more than {most} preemptions (--preemptions)")
            }
            Bound::Elements { most, measure: Measure::K, at } => {
                write!(f, "bound k = {most} for elements of an array {at}")
            }
            Bound::Elements { most, measure: Measure::N, at } => {
                write!(f, "bound n = {most} for elements of an array {at}")
            }
            Bound::Elements { most, measure: Measure::ArrayLength, at } => {
                write!(f, "more than {most} elements of an array were not explored (--array-length) {at}")
            }
            Bound::Length { most, at } => write!(f, "bound of {most} elements that a replay can make: {at} with more"),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Limit::Time => "time",
            Limit::Interrupted => "interrupted",
            Limit::Paths => "number of paths",
            Limit::Memory => "memory",
            Limit::Depth => "depth",
            Limit::RunTime => "takes too long",
        })
    }
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Unsolved::Budget => "solver: its budget was used up",
            Unsolved::Size => "solver: a question that is too large",
            Unsolved::Wrong => "solver: an answer that is wrong",
            Unsolved::Unsupported => "solver: a question that it does not understand",
            Unsolved::Interrupted => "solver: interrupted",
            Unsolved::Refuted => "an answer of the solver was refuted",
        })
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Lost::Died => "a worker died",
            Lost::Different => "a path was not the same when executed again",
            Lost::Garbled => "a worker sent what another cannot read",
            Lost::Violation => "a violation that a worker saw was lost with it",
        })
    }
}

impl fmt::Display for Instead {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Instead::Listed => "paths were listed, not judged",
            Instead::Compared => "explorations were compared, not judged",
        })
    }
}

impl From<Limit> for Reason {
    fn from(limit: Limit) -> Reason {
        Reason::Limit(limit)
    }
}
