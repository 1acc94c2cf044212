//! What an exploration found: outcomes of paths, violations, verdicts.

use crate::explorer::Stats;
use machine::ObjectId;
use replay::{Branch, Input};
use std::collections::BTreeMap;
use std::time::Duration;

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
    /// The lines of the stack trace, the exception first.
    pub trace: Vec<String>,
    /// The inputs in the order in which the program asked for them.
    pub inputs: Vec<Input>,
    /// Which way it went at its forks.
    pub path: Vec<Branch>,
    /// Some inputs are what generators of random numbers answered.
    pub random: bool,
}

/// What the JVM said about candidates.
#[derive(Clone, Debug, Default)]
pub struct Replays {
    pub confirmed: u64,
    /// Candidates that the JVM did not confirm, by cause.
    pub refused: BTreeMap<String, u64>,
    /// Candidates whose inputs may not exist in Java and that the JVM did not confirm, by property and reason. They say
    /// nothing about other properties.
    pub open: BTreeMap<String, u64>,
    pub time: Duration,
}

impl Replays {
    pub fn refusals(&self) -> u64 {
        self.refused.values().sum()
    }

    pub fn leave_open(&mut self, property: Property, reason: &str) {
        *self.open.entry(format!("{}: {reason}", property.name())).or_default() += 1;
    }

    /// No candidate waits for a better answer.
    pub fn is_clear(&self) -> bool {
        self.refused.is_empty() && self.open.is_empty()
    }

    /// Why candidates of this property are open, with counts.
    pub fn open_for(&self, property: Property) -> impl Iterator<Item = (&str, u64)> {
        let prefix = format!("{}: ", property.name());
        self.open.iter().filter_map(move |(key, &count)| Some((key.strip_prefix(&prefix)?, count)))
    }
}

#[derive(Clone, Debug)]
pub struct Verification {
    pub verdicts: Vec<(Property, Verdict)>,
    pub stats: Stats,
    pub replays: Replays,
}
