//! What `jacana scan` found in a project, and the formats in which it is told. A finding was seen on a JVM: nothing here is a guess.

mod finding;

pub use finding::{CodeStep, Finding, Frame, Importance, Input, Place, ReproducingTest, Rule};

use serde::{Deserialize, Serialize};

/// A finished scan.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Scan {
    /// The name of the project's folder or jar.
    pub project: String,
    /// Version of the JDK.
    pub jdk: String,
    /// The most important one first.
    pub findings: Vec<Finding>,
    /// Findings of the baseline that are no longer there, by their fingerprints.
    pub gone: Vec<String>,
    pub work: Work,
    /// What could not be looked at, and why: one line each.
    pub notes: Vec<String>,
    /// From the start to the end, unless no clock plays a part.
    pub millis: Option<u64>,
}

/// How much was looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Classes that were explored in this run, and classes whose results of an earlier run still hold.
    pub explored: u64,
    pub remembered: u64,
    /// Classes that were left out, and those that could not be tried.
    pub excluded: u64,
    pub skipped: u64,
    /// Methods with contracts or assertions, and main programs with inputs that were verified.
    pub contracts: u64,
    pub programs: u64,
    /// Of the classes that were explored.
    pub branches: Option<(u64, u64)>,
}

impl Scan {
    /// Those that the baseline does not have: these count for the exit code.
    pub fn new_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.known)
    }
}
