//! Tests that `jacana check` writes, run by JUnit itself (scripts/setup tests).

use std::path::{Path, PathBuf};

use crate::check::Subjects;
use crate::fixture::files_below;
use crate::junit::JUnit;
use crate::process::{self, Outcome, PATIENCE};
use crate::tools::{Scratch, Tools};

/// Where the classes are that are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// fixtures/check
    Fixtures,
    /// The JDK, with the invariants of fixtures/check/specs.
    Jdk,
    /// Harnesses of fixtures/check/specs.
    Harnesses,
}

/// What became of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tested {
    pub tests: u64,
    pub by_api: u64,
    pub by_helper: u64,
    /// Lines that tell of cases without a test.
    pub missing: Vec<String>,
    /// As JUnit counts.
    pub passed: u64,
    pub failed: u64,
    /// All that was written, below each other.
    pub sources: String,
}

impl Subjects {
    /// Writes tests of the cases of the targets, compiles them with JUnit and runs them.
    pub fn test_cases(&self, place: Place, options: &[&str], targets: &[&str]) -> Tested {
        self.tested("--tests", place, options, targets)
    }

    /// The same for violations.
    pub fn test_violations(&self, options: &[&str], targets: &[&str]) -> Tested {
        self.tested("--junit", Place::Fixtures, options, targets)
    }

    fn tested(&self, what: &str, place: Place, options: &[&str], targets: &[&str]) -> Tested {
        let scratch = Scratch::new("case-tests");
        let folder = scratch.path().join("tests");
        let classes = if place == Place::Fixtures { self.classes() } else { self.library() };
        let mut jacana = self.tools.jacana();
        jacana.arg("check").args(options).arg(what).arg(&folder);
        match place {
            Place::Fixtures | Place::Harnesses => jacana.arg("-cp").arg(classes),
            Place::Jdk => jacana.arg("--specs").arg(classes).arg("-cp").arg(scratch.path()),
        };
        jacana.args(targets);
        let outcome = process::run(jacana, b"", PATIENCE);
        let mut tested = read(&outcome);
        let sources = files_below(&folder);
        tested.sources = sources.iter().map(|file| std::fs::read_to_string(file).expect("UTF-8")).collect();
        if !sources.is_empty() {
            let compiled = scratch.path().join("compiled");
            (tested.passed, tested.failed) = junit(&self.tools, &sources, classes, &compiled);
        }
        tested
    }
}

/// How many tests passed and failed.
pub fn junit(tools: &Tools, sources: &[PathBuf], classes: &Path, compiled: &Path) -> (u64, u64) {
    let tests = JUnit::compile(tools, sources, &classes.display().to_string(), compiled);
    let tests = tests.unwrap_or_else(|said| panic!("javac: {said}"));
    let ran = tests.run(tools, &[], compiled);
    (ran.passed, ran.failed)
}

/// Adds up the lines of all methods.
fn read(outcome: &Outcome) -> Tested {
    let mut tested = Tested::default();
    for line in outcome.stdout_text().lines() {
        if let Some(rest) = line.strip_prefix("  tests: ") {
            let numbers: Vec<u64> = rest.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
            let [tests, by_api, by_helper] = numbers[..] else { panic!("not three numbers: {line}") };
            tested.tests += tests;
            tested.by_api += by_api;
            tested.by_helper += by_helper;
        } else if line.starts_with("  no test: ") {
            tested.missing.push(line.trim().to_string());
        }
    }
    tested
}
