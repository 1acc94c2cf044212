//! What the user wants of a run, as far as the machine must know. Options are handed over once and never change.

use crate::reason::Measure;
use bytecode::Patterns;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[derive(Clone, Debug)]
pub struct Options {
    /// Feature version of the JDK: 17, 21, 25.
    pub feature: u32,
    /// `java.version`, as stack traces show it for JDK modules.
    pub version: String,
    /// Bytes of stack a thread may use, by the measure of `invoke`.
    pub stack_bytes: usize,
    /// Nondeterministic values are symbols: the program's calls for them are recognised.
    pub symbolic: bool,
    /// Paths that meet again are made one: references may be choices.
    pub merging: bool,
    /// Paths that nobody knows to be feasible go on through what needs no witness.
    pub lockstep: bool,
    /// While exploring.
    pub outside: Outside,
    /// May the program load native libraries of its own and call them, in a process that is confined?
    pub native_code: Outside,
    /// The largest array a program may ask for.
    pub heap_bytes: u64,
    /// Set by another thread when the run must end.
    pub interrupt: Arc<AtomicBool>,
    /// Tells other threads that a native method is running, which nobody can interrupt.
    pub in_native: Arc<AtomicBool>,
    /// Arrays that are inputs are not explored beyond this length.
    pub array_length: u32,
    /// What the user calls that.
    pub measure: Measure,
    /// All orders in which threads can go are explored.
    pub orders: bool,
    /// Methods that run in the concrete heap only.
    pub concrete: Patterns,
    /// Names of the first inputs: the arguments of the method that is explored.
    pub input_names: Vec<String>,
    /// Whether the arguments of the method that is explored are objects: arrays among them may be part of those.
    pub objects: bool,
    /// Whether they must be as the invariants of their classes say.
    pub invariants: bool,
    /// How far the heap that a method under check finds is explored.
    pub bounds: Bounds,
    /// Objects of which nothing is known are made by constructors, as tests do.
    pub makes: bool,
    /// Methods and classes that callers must not reach with arguments of their choice.
    pub sinks: Patterns,
    /// Code that a checked method executes is marked.
    pub coverage: bool,
    /// How each decision of the program is evaluated is written down.
    pub decisions: bool,
}

/// May the program change the world outside of the process?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    Allowed,
    Refused,
}

/// When a reference is settled that nobody looked at before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Init {
    /// When it is read: null, an object that is known, or a new one.
    Lazy,
    /// When it is read: null or not; which object, when that is looked into.
    Lazier,
    /// Only when somebody must know.
    #[default]
    LazierSharp,
}

impl Init {
    pub const ALL: [Init; 3] = [Init::Lazy, Init::Lazier, Init::LazierSharp];

    pub fn name(self) -> &'static str {
        match self {
            Init::Lazy => "lazy",
            Init::Lazier => "lazier",
            Init::LazierSharp => "lazier#",
        }
    }

    pub fn by_name(name: &str) -> Option<Init> {
        Init::ALL.into_iter().find(|init| init.name() == name)
    }
}

/// Bound where the user gives none: small heaps hold most bugs.
const DEFAULT_K: u32 = 3;

/// How far the heap is explored.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    pub init: Init,
    /// Length of chains of references from an argument.
    pub k: Option<u32>,
    /// Objects of a class.
    pub n: Option<u32>,
}

impl Bounds {
    /// What the user asks for, or a bound that always ends.
    pub fn of(k: Option<u32>, n: Option<u32>, init: Init) -> Bounds {
        Bounds { init, k: if n.is_none() { Some(k.unwrap_or(DEFAULT_K)) } else { k }, n }
    }
}
