//! What the parent of a campaign tells a worker, and what the worker hands back: one class.

use bytecode::SearchPath;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use testgen::changes::Other;
use testgen::existing::Existing;
use testgen::trial::Tools;
use testgen::writer::Written;

/// To a worker, the first and only word.
#[derive(Debug, Serialize, Deserialize)]
pub struct Work {
    /// The class, or what of it, as a user would write it.
    pub targets: Vec<String>,
    pub class_path: Option<SearchPath>,
    /// What candidates are tried with.
    pub tools: Tools,
    /// What tells which branches tests take.
    pub ways: Option<PathBuf>,
    /// The version with which the class is compared.
    pub other: Option<Other>,
    /// Tests that are there already.
    pub existing: Option<Existing>,
    /// Folders with sources of the class.
    pub sources: Vec<PathBuf>,
}

/// Of a worker, once.
#[derive(Debug, Serialize, Deserialize)]
pub enum Said {
    Done(Box<Written>),
    /// Why there are no tests of it.
    Failed(String),
}
