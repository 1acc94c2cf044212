//! A violation that a JVM has confirmed, with the heap that shows it.

use super::before::PreHeap;
use crate::path::clause::Explained;
use term::Witness;

pub struct HeapViolation {
    pub heap: PreHeap,
    /// The exception and where it was thrown, or that an invariant is broken.
    pub what: String,
    /// A location that a contract does not allow to change.
    pub changed: Option<String>,
    /// How the path went, and which condition failed.
    pub explained: Explained,
    pub witness: Witness,
}

impl HeapViolation {
    pub fn new(heap: PreHeap, what: String) -> HeapViolation {
        HeapViolation { heap, what, changed: None, explained: Explained::default(), witness: Witness::default() }
    }
}

/// What the JVM said.
pub enum Judged {
    Violated(Box<HeapViolation>),
    Refused(String),
}
