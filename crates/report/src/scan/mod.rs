//! What `jacana scan` found in a project, and the formats in which it is told. A finding was seen on a JVM: nothing here is a guess.

mod advice;
mod counts;
#[cfg(test)]
mod examples;
mod finding;
mod github;
mod json;
mod junit;
mod page;
mod sarif;
mod text;

pub use crate::source::{CodeStep, Frame, Input, Place, Sources};
pub use finding::{Finding, Importance, ReproducingTest, Rule};
pub use github::github;
pub use json::json;
pub use junit::junit_xml;
pub use page::html;
pub use sarif::sarif;
pub use text::{Colour, Listed, text};

use serde::{Deserialize, Serialize};

/// A way to tell a scan, for files and for `--format`.
pub struct Format {
    pub name: &'static str,
    /// One line for the help.
    pub about: &'static str,
    pub write: fn(&Scan, &Sources) -> String,
}

pub const FORMATS: &[Format] = &[
    Format {
        name: "text",
        about: "for a terminal, without colours",
        write: |scan, sources| text(scan, sources, Colour::Never, Listed::Important),
    },
    Format { name: "json", about: "everything, for programs", write: |scan, _| json(scan) },
    Format { name: "sarif", about: "SARIF 2.1.0, for code scanning and editors", write: sarif },
    Format { name: "github", about: "annotations for GitHub Actions", write: |scan, _| github(scan) },
    Format { name: "junit", about: "JUnit XML, for CI servers", write: |scan, _| junit_xml(scan) },
    Format { name: "html", about: "a page with all findings, for browsers", write: html },
];

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
    /// What the tests of findings are compiled and run with, besides JUnit.
    pub class_path: Vec<String>,
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
    /// The files that findings refer to; `read` answers with the text of one.
    pub fn sources(&self, read: impl FnMut(&str) -> Option<String>) -> Sources {
        Sources::read(self.findings.iter().flat_map(|finding| finding.places()), read)
    }

    /// Those that the baseline does not have: these count for the exit code.
    pub fn new_findings(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| !finding.known)
    }
}
