//! What `jacana verify` answers on programs that all have a violation.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::jvm::{Stage, Subject};
use crate::json::Json;
use crate::process::{Exit, PATIENCE, run};

/// Programs at a time.
const WORKERS: usize = 2;

const MERGE: [&str; 5] = ["off", "basic", "calls", "single-path", "returns"];
const SEARCH: [&str; 5] = ["mixed", "dfs", "bfs", "coverage", "random"];

/// Of so many programs one is explored at every level of merging and in every order.
const EVERY_COMBINATION: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    False,
    /// With the reason.
    Unknown(String),
    /// The wrong answer.
    True,
    /// No answer at all, with what was said.
    Broken(String),
}

/// The answer to one program at one setting.
#[derive(Clone, Debug)]
pub struct Answer {
    pub name: String,
    pub group: &'static str,
    pub title: String,
    pub source: PathBuf,
    pub inputs: Vec<String>,
    pub options: Vec<String>,
    pub verdict: Verdict,
}

/// Every program as usual and at one more setting; some at all settings.
fn settings(number: usize) -> Vec<Vec<String>> {
    let set = |merge: &str, search: &str| ["--merge", merge, "--search", search].map(str::to_string).to_vec();
    let mut all = vec![Vec::new()];
    if number % EVERY_COMBINATION == EVERY_COMBINATION - 1 {
        all.extend(MERGE.iter().flat_map(|merge| SEARCH.iter().map(|search| set(merge, search))));
        all.push(vec!["--jobs".to_string(), "2".to_string()]);
        return all;
    }
    match number % 13 {
        12 => all.push(vec!["--jobs".to_string(), "2".to_string()]),
        _ => all.push(set(MERGE[number % 5], SEARCH[number / 5 % 5])),
    }
    all
}

/// Asks for every program at its settings, in the order of the programs.
pub fn answers(stage: &Stage, subjects: &[Subject], seconds: u32, told: impl Fn(&Answer) + Sync) -> Vec<Answer> {
    let work: Vec<(&Subject, Vec<String>)> = subjects
        .iter()
        .enumerate()
        .flat_map(|(number, subject)| settings(number).into_iter().map(move |options| (subject, options)))
        .collect();
    let next = AtomicUsize::new(0);
    let one = || -> BTreeMap<usize, Answer> {
        let mut done = BTreeMap::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((subject, options)) = work.get(at) else { return done };
            let answer = ask(stage, subject, options, seconds);
            told(&answer);
            done.insert(at, answer);
        }
    };
    let done: BTreeMap<usize, Answer> = thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(one)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker's panic is the test's")).collect()
    });
    done.into_values().collect()
}

/// Is there a report, and does it know of no error of ours?
fn is_sound(report: &Path) -> bool {
    let Ok(text) = fs::read_to_string(report) else { return false };
    Json::parse(&text)["reasons"].list().iter().all(|reason| reason["kind"].text() != "internal")
}

fn ask(stage: &Stage, subject: &Subject, options: &[String], seconds: u32) -> Answer {
    let mut command = stage.tools.jacana();
    command.args(["verify", "--property", "assert", "--time", &format!("{seconds}s"), "--memory", "2G"]).args(options);
    let report = stage.report(&subject.draft.name, options);
    command.arg("--json").arg(&report);
    command
        .arg("-cp")
        .arg(format!("{}:{}", stage.classes().display(), stage.driver.display()))
        .arg(&subject.draft.name);
    let outcome = run(command, b"", PATIENCE);
    let (said, error) = (outcome.stdout_text(), outcome.stderr_text());
    let broken = || Verdict::Broken(format!("{:?} {error}{said}", outcome.exit));
    let verdict = match said.lines().find_map(|line| line.strip_prefix("VERDICT: ")) {
        // A path that failed, whatever the others say; one of a search that gave way to another is told on standard error alone.
        _ if !error.is_empty() || !is_sound(&report) => broken(),
        Some("TRUE(assert)") => Verdict::True,
        Some("FALSE(assert)") => Verdict::False,
        Some(other) if matches!(outcome.exit, Exit::Code(2)) => {
            Verdict::Unknown(other.trim_start_matches("UNKNOWN(assert): ").to_string())
        }
        Some(_) | None => broken(),
    };
    let draft = &subject.draft;
    Answer {
        name: draft.name.clone(),
        group: draft.group,
        title: draft.title.clone(),
        source: subject.source.clone(),
        inputs: draft.inputs.clone(),
        options: options.to_vec(),
        verdict,
    }
}
