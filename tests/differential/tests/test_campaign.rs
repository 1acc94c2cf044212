//! `jacana test` on many classes: worker processes, an interrupted campaign that goes on, summaries, coverage.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use differential::fixture::files_below;
use differential::process::{PATIENCE, run};
use differential::resumed::{self, BUDGET, Subject};
use differential::tools::{compile, workspace};
use differential::{Exit, Outcome, Scratch, Tools};

struct Bench {
    tools: Tools,
    scratch: Scratch,
    jar: PathBuf,
}

impl Bench {
    /// Fixtures as a jar.
    fn new(folders: &[&str]) -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("campaign"));
        let classes = scratch.path().join("classes");
        let sources = folders.iter().flat_map(|name| files_below(&workspace().join("fixtures/test").join(name)));
        compile(&tools, &sources.collect::<Vec<_>>(), "", &classes);
        let jar = scratch.path().join("library.jar");
        let mut command = tools.jar();
        command.arg("cf").arg(&jar).arg("-C").arg(&classes).arg(".");
        assert_eq!(run(command, b"", PATIENCE).exit, Exit::Code(0));
        Bench { tools, scratch, jar }
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn command(&self, folder: &Path, options: &[&str]) -> Command {
        let mut command = self.tools.jacana();
        command.arg("test").arg(&self.jar).arg("-o").arg(folder).args(options);
        command
    }

    fn test(&self, folder: &str, options: &[&str]) -> Outcome {
        run(self.command(&self.folder(folder), options), b"", PATIENCE)
    }
}

#[test]
fn a_campaign_that_was_killed_goes_on_to_the_same_files() {
    for round in resumed::rounds(&Tools::find(), &Subject::Fixtures(&["types"]), 1, 2) {
        assert!(round.differences.is_empty() && round.files > 10, "{}", round.line());
    }
}

#[test]
fn what_was_finished_is_told_again() {
    let bench = Bench::new(&["types"]);
    let whole = bench.test("whole", &BUDGET);
    assert_eq!(whole.exit, Exit::Code(0), "{}", whole.stderr_text());
    assert!(whole.stderr_text().contains("jacana: class 5 of 5: 5 classes, "), "{}", whole.stderr_text());
    let again = bench.test("whole", &BUDGET);
    assert!(again.stdout_text().contains("5 of 5 classes were finished before"), "{}", again.stdout_text());
    assert!(again.stdout_text().ends_with(&whole.stdout_text()), "{}", again.stdout_text());
}

#[test]
fn other_options_and_fresh_start_over() {
    let bench = Bench::new(&["types"]);
    let test = |options: &[&str]| {
        let mut command = bench.tools.jacana();
        command.arg("test").arg("-cp").arg(&bench.jar).args(["types.NamedPeer", "-o"]);
        run(
            {
                command.arg(bench.folder("tests")).args(options);
                command
            },
            b"",
            PATIENCE,
        )
        .stdout_text()
    };
    let before = "1 of 1 classes were finished before";
    assert!(!test(&["--paths", "4"]).contains(before));
    assert!(test(&["--paths", "4"]).contains(before));
    assert!(!test(&["--paths", "4", "--fresh"]).contains(before));
    assert!(!test(&["--paths", "5"]).contains(before));
}

#[test]
fn every_class_is_tested_or_skipped_with_a_reason() {
    let bench = Bench::new(&["types", "hard"]);
    let outcome = bench.test("tests", &["--time-per-class", "2", "--jobs", "2"]);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    let said = outcome.stdout_text();
    for line in [
        "hard.Failing: skipped: its static initialiser fails: ExceptionInInitializerError caused by java.lang.",
        "hard.Sealed: skipped: no constructor that a test can call makes an object of type hard.Sealed",
        "class                methods  tests  branches   lines  suspected bugs\n",
        "8 classes, ",
    ] {
        assert!(said.contains(line), "{line} of {said}");
    }
    let measured = said.lines().find(|line| line.starts_with("types.Label: ")).expect("a line");
    assert!(measured.contains("branches 100.0%, lines 100.0%"), "{measured}");
    let json = fs::read_to_string(bench.folder("tests/summary.json")).expect("a summary");
    let label = json.split("\"class\": ").find(|part| part.starts_with("\"types.Label\"")).expect("a class");
    for field in ["\"methods_tested\": 5", "\"skipped\": null", "\"types/LabelTest.java\""] {
        assert!(label.contains(field), "{field} of {label}");
    }
    let html = fs::read_to_string(bench.folder("tests/summary.html")).expect("a page");
    for part in ["\"link\":\"types/LabelTest.java\"", "skipped: its static initialiser fails"] {
        assert!(html.contains(part), "{part} of {html}");
    }
}

/// The process of a class, once there is one that has no other below it.
fn worker_of(parent: u32) -> Option<u32> {
    let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?;
    children.split_whitespace().filter_map(|child| child.parse().ok()).find(|child| {
        let environment = fs::read(format!("/proc/{child}/environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains("JACANA_WORKER")
    })
}

#[test]
fn a_worker_that_dies_or_hangs_takes_its_class_only() {
    let bench = Bench::new(&["types"]);
    let mut command = bench.command(&bench.folder("died"), &["--time-per-class", "0", "--paths", "30", "--jobs", "1"]);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let child = command.spawn().expect("jacana");
    let started = Instant::now();
    let worker = loop {
        if let Some(worker) = worker_of(child.id()) {
            break worker;
        }
        assert!(started.elapsed() < PATIENCE, "no worker");
        std::thread::sleep(Duration::from_millis(5));
    };
    let mut kill = Command::new("kill");
    kill.arg("-KILL").arg(worker.to_string());
    assert_eq!(run(kill, b"", PATIENCE).exit, Exit::Code(0));
    let output = child.wait_with_output().expect("jacana ran");
    let said = String::from_utf8_lossy(&output.stdout);
    let died = "types.Endpoint: skipped: internal error: its process was ended by signal 9\n";
    assert!(said.contains(died) && said.contains("types.Label: 5 of 5 methods"), "{said}");
    // It is tried again.
    let again = bench.test("died", &["--time-per-class", "0", "--paths", "30", "--jobs", "1"]);
    assert!(again.stdout_text().contains("4 of 5 classes were finished before"), "{}", again.stdout_text());
    assert!(again.stdout_text().contains("types.Endpoint: 3 of 3 methods"), "{}", again.stdout_text());

    let mut hangs = bench.tools.jacana();
    hangs.arg("test").arg("-cp").arg(&bench.jar).args(["types.Label", "--give-up", "0.2", "-o"]);
    let hangs = run(
        {
            hangs.arg(bench.folder("hung"));
            hangs
        },
        b"",
        PATIENCE,
    );
    assert_eq!(hangs.exit, Exit::Code(2));
    let why = "types.Label: skipped: internal error: it did not end within 0.2 seconds";
    assert!(hangs.stdout_text().contains(why), "{}", hangs.stdout_text());
}
