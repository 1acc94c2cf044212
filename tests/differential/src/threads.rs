//! Programs with several threads: those of fixtures/run whose names begin with `Threads`, and those of fixtures/deadlock,
//! which `java` would never end. What we say of the latter stands in their `// expect:` lines, in that order.

use std::fs;
use std::path::Path;

use crate::fixture::{entries, fixtures_named, stem};
use crate::process::{Exit, PATIENCE, run};
use crate::program::Program;
use crate::tools::{Scratch, Tools, compile, workspace};

/// The exit code of a program that cannot be run to its end.
const STOPPED: Exit = Exit::Code(2);

pub fn thread_fixtures(tools: &Tools, scratch: &Scratch) -> Vec<Program> {
    let names: Vec<String> = entries(&workspace().join("fixtures/run"))
        .iter()
        .map(|path| stem(path))
        .filter(|name| name.starts_with("Threads"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    fixtures_named(tools, scratch, &names)
}

/// Runs every program of fixtures/deadlock: how many there are, and what is wrong with the reports.
pub fn deadlocks(tools: &Tools, scratch: &Scratch) -> (usize, Vec<String>) {
    let sources = entries(&workspace().join("fixtures/deadlock"));
    let classes = scratch.path().join("deadlocks");
    compile(tools, &sources, "", &classes);
    let wrong = sources.iter().filter_map(|source| deadlock(tools, source, &classes)).collect();
    (sources.len(), wrong)
}

fn deadlock(tools: &Tools, source: &Path, classes: &Path) -> Option<String> {
    let mut command = tools.jacana();
    command.arg("run").arg("-cp").arg(classes).arg(stem(source));
    let outcome = run(command, b"", PATIENCE);
    let report = without_hashes(&outcome.stderr_text());
    let text = fs::read_to_string(source).expect("a fixture");
    let expected = text.lines().filter_map(|line| line.strip_prefix("// expect: "));
    let mut lines = report.lines().map(str::trim);
    let missing = expected.into_iter().find(|&line| !lines.any(|found| found == line));
    match missing {
        None if outcome.exit == STOPPED => None,
        None => Some(format!("{}: {:?}\n{report}", stem(source), outcome.exit)),
        Some(line) => Some(format!("{}: no line `{line}` in its place:\n{report}", stem(source))),
    }
}

/// `Object@1f` becomes `Object`.
fn without_hashes(report: &str) -> String {
    let mut text = String::new();
    let mut parts = report.split('@');
    text += parts.next().unwrap_or_default();
    for part in parts {
        text += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    text
}
