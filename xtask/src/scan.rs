//! `cargo xtask show since` and `scan`: projects as `jacana scan` sees them.

use differential::fixture::files_below;
use differential::junit::JUnit;
use differential::scan::{ScannedProject, important};
use differential::tools::workspace;
use differential::{Scratch, Tools};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::Shown;

/// A change of one line, as the sources of the fixture name it.
struct Edit {
    file: String,
    from: String,
    to: String,
    breaks: bool,
}

/// In front of what a line becomes in a later version.
const BREAKS: &str = " // breaks: ";
const SAME: &str = " // same: ";
const COMMITS: usize = 30;
/// Every third commit breaks something.
const EVERY: usize = 3;
/// A scan of a commit takes at most this part of a whole one.
const PART: f64 = 0.2;

/// The history of fixtures/scan/toolbox: one change of a line for each commit.
pub fn since(_: &[&str]) -> Shown {
    let project = ScannedProject::of(&workspace().join("fixtures/scan/toolbox"));
    let edits = strip(&project.root());
    let mut history = history(&edits);
    history.truncate(COMMITS);
    let mut lines = Vec::new();
    project.git(&["init", "-q"]);
    fs::write(project.root().join(".gitignore"), ".jacana\n").expect("writable");
    commit(&project);
    let (outcome, report) = timed(&project, &["--write-baseline"]);
    let whole = outcome.1;
    lines.push(format!("whole scan: {:.1} s, {}", whole.as_secs_f64(), report["counts"]));
    let (mut found, mut broken, mut wrong, mut spent) = (0, 0, 0, Duration::ZERO);
    for (number, edit) in history.iter().enumerate() {
        project.edit(&edit.file, &edit.from, &edit.to);
        commit(&project);
        let (outcome, report) = timed(&project, &["--since", "HEAD~1"]);
        spent += outcome.1;
        let told = important(&report);
        let is_told = told.iter().any(|(file, _, _)| file.ends_with(&edit.file));
        let verdict = match (edit.breaks, is_told, told.len()) {
            (true, true, 1) => "found ",
            (true, true, _) => "found, with others",
            (true, false, _) => "MISSED",
            (false, _, 0) => "quiet ",
            (false, _, _) => "WRONG ",
        };
        broken += usize::from(edit.breaks);
        found += usize::from(edit.breaks && is_told);
        wrong += if edit.breaks { told.len() - usize::from(is_told) } else { told.len() };
        lines.push(format!(
            "{verdict} {:2} {} {}: {}",
            number + 1,
            if edit.breaks { "breaks" } else { "same  " },
            edit.file,
            edit.to.trim()
        ));
        lines.extend(told.iter().map(|(file, line, rule)| format!("         {rule} at {file}:{line}")));
        if !told.is_empty() {
            project.scan(&["--since", "HEAD~1", "--write-baseline"]);
            commit(&project);
        }
    }
    let mean = spent.as_secs_f64() / history.len() as f64;
    let part = mean / whole.as_secs_f64();
    lines.push(format!(
        "{} commits: {found} of {broken} that break something are found in time, {wrong} findings besides; {mean:.1} s for a commit, {part:.3} of a whole scan (at most {PART})",
        history.len()
    ));
    Shown { lines, enough: found == broken && wrong == 0 && part <= PART && history.len() == COMMITS }
}

fn commit(project: &ScannedProject) {
    project.git(&["add", "-A"]);
    project.git(&["commit", "-q", "--allow-empty", "-m", "next"]);
}

/// A scan, its answer and its time.
fn timed(project: &ScannedProject, words: &[&str]) -> ((String, Duration), Value) {
    let started = Instant::now();
    let (outcome, report) = project.scan(words);
    assert!(!report.is_null(), "no report: {}", outcome.stderr_text());
    ((outcome.stdout_text(), started.elapsed()), report)
}

/// Takes the changes out of the sources, and says what they are.
fn strip(root: &Path) -> Vec<Edit> {
    let sources = root.join("src/main/java");
    let mut edits = Vec::new();
    for file in files_below(&sources) {
        let name = file.strip_prefix(&sources).expect("below it").display().to_string();
        let text = fs::read_to_string(&file).expect("a text");
        let mut plain = String::new();
        for line in text.lines() {
            let marked = [(BREAKS, true), (SAME, false)]
                .iter()
                .find_map(|&(mark, breaks)| line.split_once(mark).map(|(code, to)| (code, to, breaks)));
            let code = marked.map_or(line, |(code, _, _)| code);
            if let Some((from, to, breaks)) = marked {
                let (from, to) = (from.trim().to_string(), to.trim().to_string());
                edits.push(Edit { file: name.clone(), from, to, breaks });
            }
            plain.push_str(code);
            plain.push('\n');
        }
        fs::write(&file, plain).expect("writable");
    }
    edits
}

/// Those that break something among the others.
fn history(edits: &[Edit]) -> Vec<&Edit> {
    let (mut breaking, mut same) = (edits.iter().filter(|edit| edit.breaks), edits.iter().filter(|edit| !edit.breaks));
    let next = (1..=edits.len()).map(|number| match number % EVERY {
        0 => breaking.next().or_else(|| same.next()),
        _ => same.next().or_else(|| breaking.next()),
    });
    next.flatten().collect()
}

/// `cargo xtask show scan FOLDER...`: projects, each scanned with no options; every finding must be reproduced by its test.
pub fn projects(words: &[&str]) -> Shown {
    let mut shown = Shown { lines: Vec::new(), enough: !words.is_empty() };
    if words.is_empty() {
        shown.lines.push("usage: cargo xtask show scan FOLDER...".into());
    }
    let scratch = Scratch::new("scans");
    let tools = Tools::find();
    for word in words {
        let name = Path::new(word).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let project = Scanned::new(&tools, Path::new(word), &scratch.path().join(&name));
        shown.lines.push(format!("{name}: {}", project.line()));
        shown.lines.extend(project.findings.iter().map(|finding| format!("  {finding}")));
        shown.enough &= project.is_enough();
    }
    shown
}

/// What a scan found, and what became of its tests.
struct Scanned {
    findings: Vec<String>,
    seconds: f64,
    report: Value,
    tests: Ran,
}

#[derive(Default)]
struct Ran {
    passed: u64,
    failed: u64,
    error: Option<String>,
}

impl Scanned {
    fn new(tools: &Tools, folder: &Path, out: &Path) -> Scanned {
        let (json, started) = (out.join("report.json"), Instant::now());
        fs::create_dir_all(out).expect("writable");
        let mut command: Command = tools.jacana();
        command.arg("scan").arg("--out").arg(out).arg("--json").arg(&json).arg(folder).stdin(Stdio::null());
        let _ = command.output().expect("jacana starts");
        let report: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap_or_default()).unwrap_or(Value::Null);
        let seconds = started.elapsed().as_secs_f64();
        let all = || report["findings"].as_array().into_iter().flatten();
        let findings = all().filter(|finding| finding["importance"] != "possible").map(|finding| {
            let text = |name: &str| finding[name].as_str().unwrap_or_default().to_string();
            let place = &finding["place"];
            let place = format!("{}:{}", place["file"].as_str().unwrap_or("?"), place["line"]);
            format!("{} {}: {} {} ({place})", text("importance"), text("rule"), text("class"), text("message"))
        });
        let files: BTreeSet<PathBuf> =
            all().filter_map(|finding| Some(out.join("tests").join(finding["test"]["file"].as_str()?))).collect();
        let tests = ran(tools, &files, &report, &out.join("compiled"));
        Scanned { findings: findings.collect(), seconds, tests, report }
    }

    fn line(&self) -> String {
        let Ran { passed, failed, error } = &self.tests;
        let error = error.as_ref().map_or(String::new(), |error| format!(" ({error})"));
        let counts = &self.report["counts"];
        format!(
            "{:.0} s, {} classes, bug {} likely {} possible {}, tests {passed} passed {failed} failed{error}, notes {}",
            self.seconds,
            self.report["work"]["classes_explored"],
            counts["bug"],
            counts["likely"],
            counts["possible"],
            self.report["notes"]
        )
    }

    fn is_enough(&self) -> bool {
        let is_internal = self.report["notes"].to_string().contains("internal error");
        !self.report.is_null() && !is_internal && self.tests.failed == 0 && self.tests.error.is_none()
    }
}

/// The tests that show findings, with the class path of the report.
fn ran(tools: &Tools, files: &BTreeSet<PathBuf>, report: &Value, compiled: &Path) -> Ran {
    if files.is_empty() {
        return Ran::default();
    }
    let entries = report["class_path"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let class_path = entries.collect::<Vec<_>>().join(":");
    let sources: Vec<PathBuf> = files.iter().cloned().collect();
    match JUnit::compile(tools, &sources, &class_path, compiled) {
        Ok(tests) => {
            let ran = tests.run(tools, &[], compiled);
            Ran { passed: ran.passed, failed: ran.failed, error: None }
        }
        Err(said) => Ran { error: Some(said.lines().next().unwrap_or("javac failed").into()), ..Ran::default() },
    }
}
