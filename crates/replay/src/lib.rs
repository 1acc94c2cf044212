//! From a path to a JVM and back: the inputs that a path asked for, the heaps before and after a method, and what a fresh
//! `java` does with them. Only what happens there counts as a violation.

pub mod agent;
mod branch;
mod candidate;
pub mod driver;
mod expected;
pub mod files;
pub mod heap;
mod input;
pub mod javac;
mod json;
mod jvm;
mod outcome;
pub mod path;
pub mod probed;
mod referee;
mod stream;
mod turned;
pub mod turns;

pub use branch::{Branch, branches};
pub use candidate::{candidate, inputs, order_candidate};
pub use expected::{Expected, expected};
pub use input::{Input, InputValue, SourceLine, number_value, source_line, text_length, value as input_value};
pub use jvm::{Answer, Candidate, InputHeap, Replay, shorten_texts};
pub use referee::Referee;
pub use turned::TurnFiles;
pub use turns::{Ends, StepKind, TurnSite, TurnStep, Turns, TurnsEnd};
