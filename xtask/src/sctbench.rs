//! `cargo xtask show sctbench CLASSES [--time S] [--tries N] [NAMES]`: the bugs that orders of threads lead to in SCTBench, found by `jacana verify`.
//! CLASSES has the compiled programs, which are no part of the project. A bug is found again N times: every run explores the same
//! orders and has a java of its own follow the one that it found.

use std::fs;
use std::path::Path;
use std::time::Duration;

use bytecode::{ClassFile, access};
use differential::fixture::files_below;
use differential::process::{Exit, run};
use differential::{Scratch, Tools};
use serde_json::Value;

use crate::Shown;

const SECONDS: u64 = 60;
const TRIES: usize = 10;
/// How many of the 28 programs must be found.
const ENOUGH: usize = 25;
/// A run keeps to its limit by itself, but for its last replay.
const GRACE: Duration = Duration::from_secs(60);
/// Data races are no bugs here: most of the programs have some on purpose.
const PROPERTIES: &str = "assert,runtime-exception,deadlock";

/// What one run of `verify` says of a program.
struct Answer {
    /// The first property that is violated, and how; a java has seen it.
    found: Option<Found>,
    seconds: f64,
    executions: u64,
    /// Orders that java did not follow.
    refused: u64,
    /// Why nothing was found.
    reason: String,
}

struct Found {
    property: String,
    what: String,
}

struct Options<'w> {
    classes: &'w Path,
    seconds: u64,
    tries: usize,
    names: Vec<&'w str>,
}

pub fn figures(words: &[&str]) -> Shown {
    let Some(options) = Options::parse(words) else {
        let usage =
            "not shown: the programs are no part of the project; show sctbench CLASSES [--time S] [--tries N] [NAMES]";
        return Shown { lines: vec![usage.into()], enough: words.is_empty() };
    };
    let tools = Tools::find();
    let programs = options.programs();
    let mut lines = vec![
        "| program | bug | seconds | executions | refused | replays |".to_string(),
        "| --- | --- | --- | --- | --- | --- |".to_string(),
    ];
    let (mut found, mut confirmed) = (0, 0);
    for program in &programs {
        let searched = options.ask(&tools, program, PROPERTIES);
        let tries = match &searched.found {
            Some(bug) => (0..options.tries).map(|_| options.ask(&tools, program, &bug.property)).collect(),
            None => Vec::new(),
        };
        found += usize::from(searched.found.is_some());
        let seen = tries.iter().filter(|again| again.is_seen()).count();
        confirmed += usize::from(searched.found.is_some() && seen == options.tries);
        lines.push(searched.row(program, &tries, seen));
        eprint!("\r{} of {} programs, {found} found ", lines.len() - 2, programs.len());
    }
    eprintln!();
    let tries = options.tries;
    lines.push(format!("{found} of {} found, {confirmed} of them confirmed {tries} of {tries} times", programs.len()));
    let wanted = if options.names.is_empty() { ENOUGH } else { programs.len() };
    Shown { lines, enough: found >= wanted && confirmed == found }
}

impl<'w> Options<'w> {
    fn parse(words: &[&'w str]) -> Option<Options<'w>> {
        let [classes, rest @ ..] = words else { return None };
        let mut options = Options { classes: Path::new(*classes), seconds: SECONDS, tries: TRIES, names: Vec::new() };
        let mut rest = rest.iter();
        while let Some(word) = rest.next() {
            match *word {
                "--time" => options.seconds = rest.next()?.parse().ok()?,
                "--tries" => options.tries = rest.next()?.parse().ok()?,
                name => options.names.push(name),
            }
        }
        Some(options)
    }

    /// The main classes, by their dotted names.
    fn programs(&self) -> Vec<String> {
        let mut programs: Vec<String> = files_below(self.classes).iter().filter_map(|file| main_class(file)).collect();
        programs.retain(|program| self.names.is_empty() || self.names.iter().any(|name| program.ends_with(name)));
        programs.sort();
        programs
    }

    fn ask(&self, tools: &Tools, program: &str, properties: &str) -> Answer {
        let scratch = Scratch::new("sctbench");
        let file = scratch.path().join("run.json");
        let mut command = tools.jacana();
        command.args(["verify", "--property", properties, "--time", &format!("{}s", self.seconds), "--json"]);
        command.arg(&file).arg("-cp").arg(self.classes).arg(program);
        let outcome = run(command, b"", Duration::from_secs(self.seconds) + GRACE);
        let report = fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
        let is_over = matches!(outcome.exit, Exit::Code(0..=2));
        match report.filter(|_| is_over) {
            Some(report) => Answer::of(&report),
            None => {
                // Such as an engine that ran out of memory.
                let said = outcome.stdout_text();
                let verdict = said.lines().find_map(|line| line.strip_prefix("VERDICT: "));
                let reason = verdict.unwrap_or("no report").to_string();
                let seconds = outcome.time.as_secs_f64();
                Answer { found: None, seconds, executions: 0, refused: 0, reason }
            }
        }
    }
}

impl Answer {
    fn of(report: &Value) -> Answer {
        let verdicts = report["verdicts"].as_array().map_or(&[][..], Vec::as_slice);
        let violated = verdicts.iter().find(|verdict| verdict["verdict"] == "FALSE");
        let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let found = violated
            .map(|verdict| Found { property: text(&verdict["property"]), what: text(&verdict["violation"]["what"]) });
        let unknown = verdicts.iter().find(|verdict| verdict["verdict"] == "UNKNOWN");
        let statistics = &report["statistics"];
        Answer {
            found,
            seconds: statistics["seconds"].as_f64().unwrap_or_default(),
            executions: statistics["schedules"]["executions"].as_u64().unwrap_or_default(),
            refused: statistics["replays"]["refused"].as_u64().unwrap_or_default(),
            reason: unknown.map_or("it has none".into(), |verdict| text(&verdict["reason"])),
        }
    }

    /// Whether java followed every order that it was asked to.
    fn is_seen(&self) -> bool {
        self.found.is_some() && self.refused == 0
    }

    /// Of a bug the time is that of the first run that looks for nothing else.
    fn row(&self, program: &str, tries: &[Answer], seen: usize) -> String {
        let name = program.rsplit('.').next().unwrap_or(program);
        let bug = match &self.found {
            Some(Found { property, what }) => format!("{property}: {what}"),
            None => format!("not found: {}", self.reason),
        };
        let Answer { seconds, executions, .. } = tries.first().unwrap_or(self);
        let refused = self.refused + tries.iter().map(|again| again.refused).sum::<u64>();
        let replays = if tries.is_empty() { String::new() } else { format!("{seen} of {}", tries.len()) };
        format!("| {name} | {bug} | {seconds:.1} | {executions} | {refused} | {replays} |")
    }
}

/// The dotted name of a class that `java` can start.
fn main_class(file: &Path) -> Option<String> {
    file.extension().filter(|ending| *ending == "class")?;
    let class = ClassFile::parse(fs::read(file).ok()?.into()).ok()?;
    let main = class.method("main", "([Ljava/lang/String;)V")?;
    let starts = access::PUBLIC | access::STATIC;
    (main.access & starts == starts).then(|| class.name.dotted().to_string())
}
