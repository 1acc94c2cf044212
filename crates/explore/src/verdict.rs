//! What an exploration found: outcomes of paths, violations, verdicts.

use crate::inputs::Tested;
use crate::profile::Profiled;
use crate::stats::Stats;
use bytecode::DottedName;
use machine::state::steps::{Deed, Stack, ThreadNumber};
use machine::{ObjectId, Reason};
use replay::heap::PreHeap;
use replay::{Branch, Input, SourceLine, TurnFiles};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Returned,
    Threw(ObjectId),
    Exited(i32),
    Assumed,
    /// No thread can go on. The text says who waits for what.
    Deadlock(String),
    /// Two threads stand at accesses of one variable: the thread and the place of each.
    Race(Box<Racing>),
    /// Threads go round for ever without changing anything.
    Endless,
    Stopped(Reason),
}

/// A data race that is about to happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Racing {
    pub variable: String,
    pub accesses: [(ThreadNumber, Deed, Stack); 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Property {
    Assert,
    RuntimeException,
    /// Nothing that can be thrown leaves main.
    Uncaught,
    /// No thread waits for ever for others that do, too.
    Deadlock,
    /// No two threads access a plain variable, one of them to write it, without an order between them.
    Race,
}

impl Property {
    /// What is looked at where the user names none. Proofs are about these alone.
    pub const USUAL: [Property; 2] = [Property::Assert, Property::RuntimeException];

    pub fn name(self) -> &'static str {
        match self {
            Property::Assert => "assert",
            Property::RuntimeException => "runtime-exception",
            Property::Uncaught => "uncaught",
            Property::Deadlock => "deadlock",
            Property::Race => "race",
        }
    }

    /// The exceptions that violate it if they leave main, or end another thread.
    pub fn violated_by(self) -> Option<&'static str> {
        match self {
            Property::Assert => Some("java/lang/AssertionError"),
            Property::RuntimeException => Some("java/lang/RuntimeException"),
            Property::Uncaught => Some("java/lang/Throwable"),
            Property::Deadlock | Property::Race => None,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Verdict {
    True,
    False(Box<Violation>),
    /// The first of the reasons, by their words, and how many others there are.
    Unknown {
        first: Reason,
        others: usize,
    },
}

/// Why there is no verdict.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Verdict::True => f.write_str("TRUE"),
            Verdict::False(violation) => write!(f, "FALSE: {}", violation.what),
            Verdict::Unknown { first, others: 0 } => write!(f, "{first}"),
            Verdict::Unknown { first, others } => write!(f, "{first} (and {others} other reasons)"),
        }
    }
}

/// Counts in the order of the words that people read.
pub fn by_words<K: ToString>(counted: &BTreeMap<K, u64>) -> BTreeMap<String, u64> {
    let mut sorted = BTreeMap::new();
    for (what, count) in counted {
        *sorted.entry(what.to_string()).or_default() += count;
    }
    sorted
}

/// What happens where a property does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happening {
    Threw(DottedName),
    Deadlock,
    Race,
}

impl fmt::Display for Happening {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Happening::Threw(exception) => write!(f, "{exception}"),
            Happening::Deadlock => f.write_str("deadlock"),
            Happening::Race => f.write_str("data race"),
        }
    }
}

/// What a thread did at a place of the program, in an order of several threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreadTurn {
    /// 0 is the first thread.
    pub thread: u32,
    pub place: Option<SourceLine>,
    /// `locks Account`, `reads Counter.value`.
    pub what: String,
}

/// The order in which threads went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// Names of the threads, by number.
    pub threads: Vec<String>,
    pub turns: Vec<ThreadTurn>,
    /// With what a java followed it.
    pub files: Option<TurnFiles>,
}

/// A confirmed violation.
#[derive(Clone, Debug)]
pub struct Violation {
    pub what: Happening,
    /// The lines of the stack trace, the exception first; of a deadlock or a race, who does what where.
    pub trace: Vec<String>,
    /// If there were several threads.
    pub schedule: Option<Schedule>,
    /// The inputs in the order in which the program asked for them.
    pub inputs: Vec<Input>,
    /// The objects among them, if there are some.
    pub heap: Option<PreHeap>,
    /// Which way it went at its forks.
    pub path: Vec<Branch>,
    /// Some inputs are what generators of random numbers answered.
    pub random: bool,
}

/// An exception that left main and that no property of the run is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Uncaught {
    pub exception: DottedName,
    /// The innermost frame of the program, if there is one: `A.f(A.java:12)`.
    pub frame: Option<String>,
}

/// What became of paths that end with an exception: what the JVM said about candidates, and what nobody asked about.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Replays {
    pub confirmed: u64,
    /// Candidates that the JVM did not confirm, by cause.
    pub refused: BTreeMap<Reason, u64>,
    /// Candidates whose inputs may not exist in Java and that the JVM did not confirm, by property and reason. They say
    /// nothing about other properties.
    pub open: BTreeMap<(Property, Reason), u64>,
    /// Paths with exceptions that no property is about. Not each was replayed.
    pub uncaught: BTreeMap<Uncaught, u64>,
    pub time: Duration,
}

impl Replays {
    pub fn refusals(&self) -> u64 {
        self.refused.values().sum()
    }

    pub fn refuse(&mut self, cause: Reason) {
        *self.refused.entry(cause).or_default() += 1;
    }

    pub fn leave_open(&mut self, property: Property, reason: Reason) {
        *self.open.entry((property, reason)).or_default() += 1;
    }

    /// No candidate waits for a better answer.
    pub fn is_clear(&self) -> bool {
        self.refused.is_empty() && self.open.is_empty()
    }

    /// Why candidates of this property are open, with counts.
    pub fn open_for(&self, property: Property) -> impl Iterator<Item = (&Reason, u64)> {
        let of = self.open.iter().filter(move |((of, _), _)| *of == property);
        of.map(|((_, reason), &count)| (reason, count))
    }
}

/// What a TRUE rests on that no exploration of all paths gave: loops and calls that were generalised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Proof {
    pub loops: Vec<LoopProof>,
    /// When it was found, from the beginning of the search on.
    pub after: Duration,
}

/// What was generalised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Loop,
    /// The calls of a recursive method.
    Call,
    /// A loop that has clauses in the source.
    Clauses,
}

/// A loop, and what every round of it keeps; or a recursive method, and what all of its calls do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopProof {
    pub kind: Cut,
    /// Where its head is: class, method and line.
    pub place: String,
    /// The same, if it is code with line numbers and no clauses.
    pub at: Option<SourceLine>,
    /// Cells that a round may change.
    pub changes: Vec<String>,
    /// What holds whenever control comes to the head.
    pub facts: Vec<LoopFact>,
    /// States that came there and were those of an earlier round.
    pub states: u64,
    /// Whether it was shown to end, where somebody wants to know that.
    pub ends: bool,
}

/// Something that every round of a loop keeps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopFact {
    pub text: String,
    /// Whether the text is a Java expression that can be evaluated at the head of the loop.
    pub is_java: bool,
    /// Whether it holds from the first round on; others hold once the loop has gone round a few times.
    pub is_always: bool,
}

impl LoopProof {
    /// What an answer rests on where nobody has shown that it ends.
    pub fn partial(&self) -> String {
        match self.kind {
            Cut::Loop | Cut::Clauses => format!("the loop at {} ends (partial correctness)", self.place),
            Cut::Call => format!("calls of {} return (partial correctness)", self.place),
        }
    }

    /// The part of the prover that closed it, in a word.
    pub fn part(&self) -> &'static str {
        match self.kind {
            Cut::Clauses => "clauses",
            Cut::Loop | Cut::Call if self.states > 0 => "seen before",
            Cut::Loop | Cut::Call if self.facts.is_empty() => "no guess",
            Cut::Loop => "invariant",
            Cut::Call => "contract",
        }
    }

    /// What holds whenever control comes to the head, as far as it is Java.
    pub fn java(&self) -> impl Iterator<Item = &str> {
        self.facts.iter().filter(|fact| fact.is_java && fact.is_always).map(|fact| fact.text.as_str())
    }
}

impl From<&contracts::LoopContract> for LoopProof {
    fn from(said: &contracts::LoopContract) -> LoopProof {
        let fact = |text: &String| LoopFact { text: text.clone(), is_java: false, is_always: true };
        let (changes, facts) = (Vec::new(), said.invariants.iter().map(fact).collect());
        LoopProof {
            kind: Cut::Clauses,
            place: said.place.clone(),
            at: None,
            changes,
            facts,
            states: 0,
            ends: said.ends,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Verification {
    pub verdicts: Vec<(Property, Verdict)>,
    /// Of properties that are TRUE by proof.
    pub proofs: BTreeMap<Property, Proof>,
    pub stats: Stats,
    pub replays: Replays,
    /// Tests of inputs by branch or condition, if they were asked for.
    pub tested: Option<Tested>,
    /// Where the time went, if that was asked for.
    pub profile: Option<Profiled>,
}
