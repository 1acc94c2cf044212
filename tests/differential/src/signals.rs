//! Commands that get a signal at a random moment: afterwards nothing of them is left, and a campaign goes on to the same files.

use crate::process::{Exit, PATIENCE, run};
use crate::random::Dice;
use crate::resumed::{BUDGET, files};
use crate::tools::{Scratch, Tools, compile, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SIGNALS: [&str; 4] = ["INT", "TERM", "HUP", "KILL"];
/// A signal comes within so many milliseconds.
const LATEST: usize = 3000;
/// What a command may take to end after it, and its processes after that, on a busy machine.
const ENDS: Duration = Duration::from_secs(20);

/// What a person may interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Job {
    Run,
    Search,
    Verify,
    Parallel,
    Source,
    Method,
    Check,
    ParallelCheck,
    Campaign,
}

const JOBS: [Job; 9] = [
    Job::Run,
    Job::Search,
    Job::Verify,
    Job::Parallel,
    Job::Source,
    Job::Method,
    Job::Check,
    Job::ParallelCheck,
    Job::Campaign,
];

#[derive(Debug, Default)]
pub struct Figures {
    pub runs: usize,
    /// Runs that had ended by themselves.
    pub missed: usize,
    pub campaigns: usize,
    pub faults: Vec<String>,
}

impl Figures {
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} runs with a signal ({} had ended before it), {} campaigns went on, {} faults",
            self.runs,
            self.missed,
            self.campaigns,
            self.faults.len()
        )];
        lines.extend(self.faults.iter().cloned());
        lines
    }
}

struct Bench {
    tools: Tools,
    scratch: Scratch,
    fixtures: PathBuf,
    /// Files of a campaign that nobody disturbed.
    whole: PathBuf,
}

/// Each command gets each signal after the other.
pub fn try_signals(seed: u64, count: usize) -> Figures {
    let (tools, scratch) = (Tools::find(), Scratch::new("signals"));
    let fixtures = workspace().join("fixtures/signals");
    let sources = ["Paths", "Busy", "Tree"].map(|name| fixtures.join(format!("{name}.java")));
    let labels = workspace().join("fixtures/limits/Cart.java");
    compile(&tools, &[&sources[1..], &[labels]].concat(), "", &scratch.path().join("classes"));
    let whole = scratch.path().join("whole");
    let bench = Bench { tools, scratch, fixtures, whole };
    let undisturbed = run(bench.command(Job::Campaign, &bench.whole), b"", PATIENCE);
    assert_eq!(undisturbed.exit, Exit::Code(0), "{}", undisturbed.stderr_text());
    let mut figures = Figures::default();
    let mut dice = Dice::new(seed);
    for number in 0..count {
        let (job, signal) = (JOBS[number % JOBS.len()], SIGNALS[dice.below(SIGNALS.len())]);
        let after = Duration::from_millis(dice.below(LATEST) as u64);
        bench.disturb(number, job, signal, after, &mut figures);
    }
    figures
}

impl Bench {
    fn command(&self, job: Job, folder: &Path) -> Command {
        let classes = self.scratch.path().join("classes");
        let source = |name: &str| self.fixtures.join(format!("{name}.java"));
        let mut command = self.tools.jacana();
        let mut arguments = |words: &[&str]| {
            command.args(words);
        };
        match job {
            Job::Run => arguments(&["run"]),
            Job::Search => arguments(&["run", "--symbolic", "args", "--explore", "--time", "20s"]),
            Job::Verify | Job::Source => arguments(&["verify", "--time", "20s"]),
            Job::Parallel => arguments(&["verify", "--time", "20s", "--jobs", "2"]),
            Job::Method => arguments(&["verify", "--time", "20s", "--method", "contains"]),
            Job::Check => arguments(&["check", "--time", "20s"]),
            Job::ParallelCheck => arguments(&["check", "--time", "20s", "--jobs", "2"]),
            Job::Campaign => arguments(&["test"]),
        }
        match job {
            Job::Run => command.arg("-cp").arg(classes).arg("Busy").arg(folder),
            Job::Search => command.arg("--corpus").arg(folder).arg("-cp").arg(classes).arg("Busy").arg(folder),
            Job::Verify | Job::Parallel | Job::Source => {
                command.arg("--json").arg(folder.join("report.json")).arg(source("Paths"))
            }
            Job::Method => command.arg("--junit").arg(folder).arg(source("Tree")),
            Job::Check | Job::ParallelCheck => {
                command.arg("--json").arg(folder.join("report.json")).arg("-cp").arg(classes).arg("Tree")
            }
            Job::Campaign => command.arg("-cp").arg(&classes).args(BUDGET).arg("-o").arg(folder).arg("shop.Cart"),
        };
        command
    }

    fn disturb(&self, number: usize, job: Job, signal: &str, after: Duration, figures: &mut Figures) {
        // Its path is a word of every process of the run.
        let folder = self.scratch.path().join(format!("out{number}"));
        let temporary = self.scratch.path().join(format!("tmp{number}"));
        for folder in [&folder, &temporary] {
            fs::create_dir_all(folder).expect("temporary folder is writable");
        }
        let mut fault = |what: String| {
            figures.faults.push(format!("run {number}, {job:?}, {signal} after {} ms: {what}", after.as_millis()));
        };
        let mut command = self.command(job, &folder);
        command.env("TMPDIR", &temporary).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("jacana starts");
        std::thread::sleep(after);
        figures.runs += 1;
        figures.missed += usize::from(child.try_wait().expect("ours").is_some());
        send(signal, child.id());
        if !ends(&mut child) {
            fault("it goes on".into());
            send("KILL", child.id());
            child.wait().expect("ours");
        }
        for left in orphans(&folder, &temporary) {
            fault(format!("left behind: {left}"));
        }
        if signal == "KILL" {
            // The next run removes what was left.
            let mut next = self.tools.jacana();
            next.env("TMPDIR", &temporary).args(["verify", "--time", "1s"]).arg(self.fixtures.join("Paths.java"));
            run(next, b"", PATIENCE);
        }
        let left: Vec<String> = names(&temporary);
        if !left.is_empty() {
            fault(format!("temporary files: {}", left.join(" ")));
        }
        let sockets = names(&folder).into_iter().filter(|name| name.starts_with(".java_pid") || name.contains(".part"));
        for name in sockets.filter(|_| job != Job::Campaign) {
            fault(format!("file {name}"));
        }
        if job == Job::Campaign {
            figures.campaigns += 1;
            let again = run(self.command(job, &folder), b"", PATIENCE);
            if again.exit != Exit::Code(0) {
                fault(format!("it does not go on: {}", again.stderr_text()));
            } else if files(&folder) != files(&self.whole) {
                fault(format!("other files: {:?}, not {:?}", files(&folder).keys(), files(&self.whole).keys()));
            }
        }
    }
}

fn send(signal: &str, process: u32) {
    // It may be gone already.
    let _ = Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).stderr(Stdio::null()).status();
}

fn ends(child: &mut Child) -> bool {
    let started = Instant::now();
    while started.elapsed() < ENDS {
        if child.try_wait().expect("ours").is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    false
}

/// Processes of a run that go on after it, unless they end soon.
fn orphans(folder: &Path, temporary: &Path) -> Vec<String> {
    let marks = [folder, temporary].map(|path| path.display().to_string());
    let started = Instant::now();
    loop {
        let found = processes(&marks);
        if found.is_empty() || started.elapsed() > ENDS {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// By a word of their command lines.
fn processes(marks: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
        let words = String::from_utf8_lossy(&words).replace('\0', " ");
        if marks.iter().any(|mark| words.contains(&format!("{mark} ")) || words.contains(&format!("{mark}/"))) {
            found.push(format!("{} {words}", entry.file_name().to_string_lossy()));
        }
    }
    found
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}
