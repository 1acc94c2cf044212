//! `jacana test` on packages of the JDK and on jars: what its summary says, and its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::fixture::files_below;
use crate::json::Json;
use crate::process::{Outcome, run};
use crate::tools::Tools;

const LIMIT: Duration = Duration::from_secs(24 * 3600);

/// A campaign that has ended.
pub struct Campaign {
    pub rows: Vec<Row>,
    /// Sources of tests.
    pub tests: Vec<PathBuf>,
    pub outcome: Outcome,
}

/// What the summary says about a class.
#[derive(Clone, Debug)]
pub struct Row {
    /// Dotted.
    pub class: String,
    pub skipped: Option<String>,
    pub tests: u64,
    pub suspects: u64,
    pub refused: u64,
    /// Covered and all.
    pub branches: Option<[u64; 2]>,
    pub lines: Option<[u64; 2]>,
    /// Killed and all.
    pub mutants: Option<[u64; 2]>,
    /// Classes that its coverage is of.
    pub measured: Vec<String>,
    pub seconds: f64,
    pub mutated: u64,
    /// `Class.method(descriptor)`
    pub with_test: Vec<String>,
    pub without_test: Vec<String>,
    pub notes: Vec<String>,
}

impl Row {
    /// In percent; nothing if it has no branches or was not measured.
    pub fn coverage(&self) -> Option<f64> {
        let [covered, all] = self.branches?;
        (all > 0).then(|| 100.0 * covered as f64 / all as f64)
    }

    /// Whether a fault of ours is why it has no tests.
    pub fn is_crash(&self) -> bool {
        self.skipped.as_ref().is_some_and(|why| why.starts_with("internal error"))
    }

    /// Whether there is no way for a test to have an object of it, and nothing else to call.
    pub fn is_unmakeable(&self) -> bool {
        let reasons =
            ["no constructor that a test can call", "an interface", "an abstract class", "no method or constructor"];
        self.skipped.as_ref().is_some_and(|why| reasons.iter().any(|reason| why.starts_with(reason)))
    }
}

impl Campaign {
    /// Goes on where an earlier one with the same options in the folder ended.
    pub fn run(tools: &Tools, options: &[&str], targets: &[&str], folder: &Path) -> Result<Campaign, String> {
        let mut command = tools.jacana();
        command.arg("test").args(options).args(targets).arg("-o").arg(folder);
        let outcome = run(command, b"", LIMIT);
        let Ok(summary) = fs::read_to_string(folder.join("summary.json")) else {
            return Err(format!("jacana test {}: {}", targets.join(" "), outcome.stderr_text().trim()));
        };
        let rows = Json::parse(&summary)["classes"].list().iter().map(row).collect();
        let is_test = |file: &PathBuf| file.extension().is_some_and(|ending| ending == "java");
        let tests = files_below(folder).into_iter().filter(is_test).collect();
        Ok(Campaign { rows, tests, outcome })
    }

    pub fn tested(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.skipped.is_none())
    }
}

fn row(json: &Json) -> Row {
    let count = |name: &str| json[name].number() as u64;
    let texts = |name: &str| json[name].list().iter().map(|text| text.text().to_string()).collect();
    let pair = |name: &str, first: &str| {
        let figures = &json[name];
        (*figures != Json::Null).then(|| [first, "total"].map(|name| figures[name].number() as u64))
    };
    Row {
        class: json["class"].text().to_string(),
        skipped: (json["skipped"] != Json::Null).then(|| json["skipped"].text().to_string()),
        tests: count("tests"),
        suspects: count("suspected_bugs"),
        refused: count("candidates_refused"),
        branches: pair("branches", "covered"),
        lines: pair("lines", "covered"),
        mutants: pair("mutants", "killed"),
        measured: texts("measured"),
        seconds: if json["seconds"] == Json::Null { 0.0 } else { json["seconds"].number() },
        mutated: count("paths_mutated"),
        with_test: texts("with_test"),
        without_test: texts("without_test"),
        notes: texts("notes"),
    }
}
