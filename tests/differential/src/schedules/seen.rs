//! What `jacana verify` sees of all orders of a program that ends with `System.exit(outcome)`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::json::Json;
use crate::process::run;
use crate::tools::{Scratch, Tools};

/// Longer than any limit of an exploration.
const PATIENCE: Duration = Duration::from_secs(300);

/// What an exploration saw.
#[derive(Debug, Default)]
pub struct Seen {
    /// Exit codes of the paths, deadlocks, and whatever else there was.
    pub outcomes: BTreeSet<String>,
    pub executions: usize,
    /// Of those, the ones that led to nothing new.
    pub redundant: usize,
    /// Why it stands for less than all orders on a JVM.
    pub reasons: Vec<Reason>,
}

/// Something that stops a TRUE.
#[derive(Clone, Debug)]
pub struct Reason {
    /// Which section of the guide is about it.
    pub topic: String,
    pub text: String,
}

/// Topics of explorations that gave up.
const GIVEN_UP: &[&str] = &["time", "memory"];

impl Seen {
    pub fn of(tools: &Tools, class_path: &[&Path], main: &str, seconds: u32) -> Seen {
        let scratch = Scratch::new("seen");
        let (paths, report) = (scratch.path().join("paths"), scratch.path().join("json"));
        let folders: Vec<String> = class_path.iter().map(|folder| folder.display().to_string()).collect();
        let mut command = tools.jacana();
        command.args(["verify", "--merge", "off", "--property", "assert,deadlock,race", "--time"]);
        command.arg(format!("{seconds}s")).arg("--paths").arg(&paths).arg("--json").arg(&report);
        command.args(["-cp", &folders.join(":"), main]);
        let outcome = run(command, b"", PATIENCE);
        let (Ok(paths), Ok(report)) = (fs::read_to_string(&paths), fs::read_to_string(&report)) else {
            let text = format!("{:?} {}", outcome.exit, outcome.stderr_text());
            let reasons = vec![Reason { topic: "time".to_string(), text }];
            return Seen { reasons, ..Seen::default() };
        };
        let report = Json::parse(&report);
        let redundant = report["statistics"]["schedules"]["redundant"].number() as usize;
        let reasons = report["reasons"].list().iter().filter(|reason| reason["kind"].text() != "not-judged");
        let text = |reason: &Json, name: &str| reason[name].text().to_string();
        Seen {
            outcomes: paths.lines().map(ending).collect(),
            executions: paths.lines().count() + redundant,
            redundant,
            reasons: reasons.map(|it| Reason { topic: text(it, "topic"), text: text(it, "reason") }).collect(),
        }
    }

    /// Whether there are orders that were not looked at.
    pub fn has_given_up(&self) -> bool {
        self.reasons.iter().any(|reason| GIVEN_UP.contains(&reason.topic.as_str()))
    }
}

/// The exit code in a line of `--paths`, or what else it is.
fn ending(line: &str) -> String {
    let fields: Vec<&str> = line.split('\t').collect();
    match fields[..] {
        ["exited", code, ..] => code.to_string(),
        [outcome] | [outcome, "", ..] => outcome.to_string(),
        [outcome, detail, ..] => format!("{outcome} {detail}"),
        [] => String::new(),
    }
}
