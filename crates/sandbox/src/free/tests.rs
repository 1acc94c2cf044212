//! What an engine asks for and does not get. Programs of a JDK are the matter of the tests of the whole.

use super::*;
use crate::confine::Strength;
use crate::rules::{Rules, StandardInput};
use std::fs;
use std::os::unix::fs::symlink;
use tempfile::TempDir;

struct Bench {
    folder: TempDir,
    free: Free,
}

impl Bench {
    /// A report and a folder of reports may be written, below a folder of the test.
    fn new() -> Bench {
        let folder = TempDir::new().expect("temporary folder");
        let rules = Rules {
            strength: Strength::Files,
            jdk: None,
            compile_time: Duration::from_secs(1),
            reports: vec![folder.path().join("report.json"), folder.path().join("tests")],
            reads: None,
            input: StandardInput::Empty,
            terminal: false,
        };
        let server = Server::new(rules).expect("temporary folder");
        Bench { folder, free: Free::here(Arc::new(server)) }
    }

    /// Is the file there after somebody asked for it?
    fn writes(&self, file: &Path) -> bool {
        let said = self.free.write(file, "x");
        assert_eq!(said.is_ok(), file.exists(), "{said:?}");
        said.is_ok()
    }
}

#[test]
fn reports_are_those_of_the_command_line() {
    let bench = Bench::new();
    let below = |name: &str| bench.folder.path().join(name);
    assert!(bench.writes(&below("report.json")));
    assert!(bench.writes(&below("tests/a/ATest.java")));
    assert!(!bench.writes(&below("other.json")));
    assert!(!bench.writes(&below("tests/../other.json")));
    assert!(!bench.writes(&below("report.json.bak")));
}

#[test]
fn what_is_given_stays_below_its_folder() {
    let bench = Bench::new();
    let given = bench.free.given.clone();
    assert!(bench.writes(&given.join("a/b/C.class")));
    assert!(!bench.writes(&given.join("../work/planted")));
    assert!(!bench.writes(&bench.free.work.join("planted")));
    assert!(!bench.writes(&given.with_file_name("planted")));
}

#[test]
fn links_are_not_followed() {
    let bench = Bench::new();
    let outside = bench.folder.path().join("outside");
    fs::create_dir(&outside).expect("temporary folder");
    fs::write(outside.join("kept"), "kept").expect("temporary folder");
    symlink(&outside, bench.free.given.join("folder")).expect("temporary folder");
    symlink(outside.join("kept"), bench.free.given.join("file")).expect("temporary folder");
    assert!(bench.free.write(&bench.free.given.join("folder/new"), "x").is_err());
    assert!(bench.free.write(&bench.free.given.join("file"), "x").is_err());
    assert_eq!(fs::read_to_string(outside.join("kept")).expect("still there"), "kept");
    assert_eq!(fs::read_dir(&outside).expect("still there").count(), 1);
}

#[test]
fn renaming_stays_among_the_reports() {
    let bench = Bench::new();
    let below = |name: &str| bench.folder.path().join(name);
    assert!(bench.writes(&below("tests/1/entry.part")));
    assert!(bench.free.rename(&below("tests/1/entry.part"), &below("entry")).is_err());
    assert!(bench.free.rename(&below("tests/1/entry.part"), &below("tests/1/entry")).is_ok());
    assert!(bench.free.make_folder(&below("tests/1")).is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists));
}

#[test]
fn without_a_jdk_nothing_is_started() {
    // The executable of this test stands in for the launcher, whose words select tests, this one among them: without this line each starts another one.
    if std::env::args().any(|word| word == "confined") {
        std::process::exit(1);
    }
    let bench = Bench::new();
    let job = Job {
        program: Program::Java,
        arguments: Vec::new(),
        writes: Writes::Nothing,
        time: Duration::from_secs(1),
        input: Vec::new(),
    };
    // It is no launcher: whatever happened, it was no success.
    assert!(!bench.free.run(job).is_ok_and(|ran| ran.ended == JobEnd::Exited(0)));
}
