//! What may become a test, before a JVM was asked.

use crate::arrange::Arrangement;

/// A path that may become a test.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Which of the planned methods.
    pub method: usize,
    pub arrangement: Arrangement,
    /// Whether its path drew numbers by chance.
    pub by_chance: bool,
}
