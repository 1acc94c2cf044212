//! What an exploration found: outcomes of paths, violations, verdicts.

use crate::explorer::Stats;
use machine::ObjectId;

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Returned,
    Threw(ObjectId),
    Exited(i32),
    Assumed,
    Stopped(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    Assert,
    RuntimeException,
}

impl Property {
    pub const ALL: [Property; 2] = [Property::Assert, Property::RuntimeException];

    pub fn name(self) -> &'static str {
        match self {
            Property::Assert => "assert",
            Property::RuntimeException => "runtime-exception",
        }
    }

    /// The exceptions whose escape from main violates it.
    pub fn violated_by(self) -> &'static str {
        match self {
            Property::Assert => "java/lang/AssertionError",
            Property::RuntimeException => "java/lang/RuntimeException",
        }
    }
}

#[derive(Clone, Debug)]
pub enum Verdict {
    True,
    False(Violation),
    Unknown(String),
}

/// A confirmed violation.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Dotted class of the exception.
    pub exception: String,
    /// The first frames of the trace.
    pub trace: Vec<String>,
    /// The inputs in the order in which the program asked for them.
    pub inputs: Vec<Input>,
}

#[derive(Clone, Debug)]
pub struct Input {
    pub name: String,
    /// As a Java literal.
    pub literal: String,
}

#[derive(Clone, Debug)]
pub struct Verification {
    pub verdicts: Vec<(Property, Verdict)>,
    pub stats: Stats,
}
