//! What the parent of a shared check and its workers say to each other.

use super::part::Part;
use serde::{Deserialize, Serialize};

/// To a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Wanted {
    /// The first word.
    Begin,
    /// The method of this number.
    Check(usize),
}

/// Of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Said {
    /// It has found the methods, the same ones as every other worker, and has nothing to do.
    Ready(Vec<String>),
    /// What it found out about one of them; it has nothing to do.
    Checked(usize, Box<Part>),
}
