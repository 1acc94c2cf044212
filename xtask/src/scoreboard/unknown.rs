//! `cargo xtask show unknown-reasons DIR`: why tasks are UNKNOWN, by frequency. Each reason has a hint in the output and in JSON, and the hint
//! names a section of the guide that is there.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use differential::tools::workspace;
use differential::{Scratch, Tools};
use serde_json::Value;

use super::options::{self, Options, Request};
use crate::Shown;
use crate::verify::classes;
use crate::verify::task::{Task, tasks_below};
use crate::verify::watch::{Limits, watch};

const TASKS: usize = 250;
const TIME: Duration = Duration::from_secs(3);
/// A run keeps to its limit by itself; one that does not is ended after so much more.
const GRACE: Duration = Duration::from_secs(10);
/// The most frequent ones that are listed.
const LISTED: usize = 20;

#[derive(Default)]
struct Tally {
    tasks: usize,
    verdicts: usize,
    /// Tasks that ended without a report, such as those whose classes javac refuses.
    without_report: usize,
    /// By topic: how often a verdict is UNKNOWN for it, and one of its reasons in words.
    unknown: BTreeMap<String, (usize, String)>,
    /// Reasons without a hint or a section.
    missing: Vec<String>,
}

pub fn figures(words: &[&str]) -> Shown {
    let mut options = match options::parse(words) {
        Ok(Request::Run(options)) => options,
        Ok(Request::Table(_)) => return Shown { lines: vec!["a folder with tasks is needed".into()], enough: false },
        Err(problem) => return Shown { lines: vec![problem, options::USAGE.to_string()], enough: false },
    };
    options.sample.get_or_insert(TASKS);
    if !words.contains(&"--time") {
        options.limits.time = TIME;
    }
    let guide = fs::read_to_string(workspace().join("docs/guide/unknown.md")).expect("the guide is there");
    let sections: Vec<&str> = guide.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let tasks = options.selected(tasks_below(&options.folder));
    let (tools, mut tally) = (Tools::find(), Tally::default());
    for task in &tasks {
        tally.ask(&tools, task, &options, &sections);
        eprint!("\r{} of {} tasks, {} topics ", tally.tasks, tasks.len(), tally.unknown.len());
    }
    eprintln!();
    tally.shown()
}

impl Tally {
    fn ask(&mut self, tools: &Tools, task: &Task, options: &Options, sections: &[&str]) {
        self.tasks += 1;
        let Ok(classes) = classes::classes(tools, task) else {
            self.without_report += 1;
            return;
        };
        let scratch = Scratch::new("unknown-reasons");
        let file = scratch.path().join("run.json");
        let mut command = tools.jacana();
        command.arg("verify").arg("--json").arg(&file);
        command.arg("--time").arg(options.limits.time.as_secs().to_string());
        command.arg("-cp").arg(classes).arg("Main");
        let watched = watch(command, Limits { time: options.limits.time + GRACE, ..options.limits });
        let report = fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str::<Value>(&text).ok());
        let Some(report) = report else {
            self.without_report += 1;
            return;
        };
        for verdict in report["verdicts"].as_array().into_iter().flatten() {
            self.verdicts += 1;
            if verdict["verdict"] == "UNKNOWN" {
                self.look(task, &verdict["hint"], &watched.stdout, sections);
            }
        }
        // The others are behind `and 2 other reasons`, and have hints, too.
        for reason in report["reasons"].as_array().into_iter().flatten() {
            let [topic, help] = ["topic", "help"].map(|field| reason[field].as_str().unwrap_or_default());
            if help.is_empty() || !sections.contains(&topic) {
                self.missing.push(format!("  {}: no hint or no section for {}", task.name, reason["reason"]));
            }
        }
    }

    fn look(&mut self, task: &Task, hint: &Value, stdout: &str, sections: &[&str]) {
        let [topic, help, reason] = ["topic", "help", "reason"].map(|field| hint[field].as_str().unwrap_or_default());
        let row = self.unknown.entry(topic.into()).or_insert_with(|| (0, reason.into()));
        row.0 += 1;
        let is_told = stdout.lines().any(|line| line == format!("help: {help} [{topic}]"));
        if help.is_empty() || !is_told {
            self.missing.push(format!("  {}: no hint in the output for {reason}", task.name));
        }
        if !sections.contains(&topic) {
            self.missing.push(format!("  {}: no section `{topic}` for {reason}", task.name));
        }
    }

    fn shown(self) -> Shown {
        let Tally { tasks, verdicts, without_report, unknown, missing } = self;
        let count: usize = unknown.values().map(|(count, _)| count).sum();
        let mut rows: Vec<(usize, String, String)> =
            unknown.into_iter().map(|(topic, (count, reason))| (count, topic, reason)).collect();
        rows.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut lines = vec![
            format!("{tasks} tasks ({without_report} without a report), {verdicts} verdicts, {count} UNKNOWN"),
            format!("reasons without a hint or a section: {}, at most 0", missing.len()),
        ];
        let rows = rows.iter().take(LISTED).map(|(count, topic, reason)| format!("{count:6}  {topic}: {reason}"));
        lines.extend(rows);
        let enough = missing.is_empty() && verdicts > 0;
        lines.extend(missing);
        Shown { lines, enough }
    }
}
