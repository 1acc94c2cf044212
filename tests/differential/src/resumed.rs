//! A campaign of `jacana test` with budgets of paths, killed at random moments and started again: in the end its files are those of one that was left alone.

use std::collections::BTreeMap;
use std::collections::hash_map::RandomState;
use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bytecode::DottedName;

use crate::fixture::files_below;
use crate::library::{Library, branches};
use crate::process::{Exit, run};
use crate::random::Dice;
use crate::tools::{Scratch, Tools, compile, workspace};

const LIMIT: Duration = Duration::from_secs(1800);
/// No clock takes part.
pub const BUDGET: [&str; 6] = ["--time-per-class", "0", "--paths", "10", "--seed", "7"];
/// Classes of a jar, with at most so many branches: without a clock large ones take long.
const CLASSES: usize = 4;
const MOST_BRANCHES: usize = 40;

/// What is tested.
pub enum Subject<'a> {
    /// Folders of fixtures/test.
    Fixtures(&'a [&'a str]),
    /// The first classes by hash.
    Jar(&'a str),
}

pub struct Round {
    subject: String,
    pub files: usize,
    /// Paths of files that are not the same.
    pub differences: Vec<PathBuf>,
    whole: Duration,
    /// When it was killed.
    killed: Vec<Duration>,
}

impl Round {
    pub fn line(&self) -> String {
        let killed: Vec<String> = self.killed.iter().map(|time| format!("{:.1}", time.as_secs_f64())).collect();
        format!(
            "{}: killed after {} s (alone it takes {:.1} s) and resumed: {} files, {} differ {:?}",
            self.subject,
            killed.join(", "),
            self.whole.as_secs_f64(),
            self.files,
            self.differences.len(),
            self.differences
        )
    }
}

pub fn rounds(tools: &Tools, subject: &Subject, rounds: usize, kills: usize) -> Vec<Round> {
    let scratch = Scratch::new("resumed");
    let (name, arguments) = subject.arguments(tools, &scratch);
    let command = |folder: &Path| {
        let mut command = tools.jacana();
        command.arg("test").args(&arguments).args(BUDGET).arg("-o").arg(folder);
        command
    };
    let whole = scratch.path().join("whole");
    let started = Instant::now();
    finish(command(&whole));
    let time = started.elapsed();
    let mut dice = Dice::new(RandomState::new().build_hasher().finish());
    let mut all = Vec::new();
    for round in 0..rounds {
        let folder = scratch.path().join(format!("round{round}"));
        let mut killed = Vec::new();
        for _ in 0..kills {
            let after = time.mul_f64(0.8 * dice.below(1000) as f64 / 1000.0);
            kill(command(&folder), after);
            killed.push(after);
        }
        finish(command(&folder));
        let (one, other) = (files(&whole), files(&folder));
        let differ = |path: &&PathBuf| one.get(*path) != other.get(*path);
        let mut differences: Vec<PathBuf> = one.keys().chain(other.keys()).filter(differ).cloned().collect();
        differences.dedup();
        all.push(Round { subject: name.clone(), files: one.len(), differences, whole: time, killed });
    }
    all
}

impl Subject<'_> {
    /// Its name, and what `jacana test` is given.
    fn arguments(&self, tools: &Tools, scratch: &Scratch) -> (String, Vec<String>) {
        match self {
            Subject::Fixtures(folders) => {
                let classes = scratch.path().join("classes");
                let sources =
                    folders.iter().flat_map(|name| files_below(&workspace().join("fixtures/test").join(name)));
                compile(tools, &sources.collect::<Vec<_>>(), "", &classes);
                (folders.join(", "), vec![classes.display().to_string()])
            }
            Subject::Jar(jar) => {
                let library = Library::open(Path::new(jar));
                let small =
                    |name: &String| branches(&library.classes[&DottedName::new(name).internal()]) <= MOST_BRANCHES;
                let sample = library.sample(usize::MAX, 10).into_iter().filter(small).take(CLASSES);
                (jar.to_string(), ["-cp".to_string(), jar.to_string()].into_iter().chain(sample).collect())
            }
        }
    }
}

fn finish(command: Command) {
    let outcome = run(command, b"", LIMIT);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
}

/// SIGKILL: it cannot prepare for that.
fn kill(mut command: Command, after: Duration) {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("jacana starts");
    std::thread::sleep(after);
    child.kill().expect("it is ours");
    child.wait().expect("it is ours");
}

/// Path below the folder and contents, what is remembered of finished classes too.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let file = |path: PathBuf| {
        let contents = fs::read(&path).expect("a file");
        (path.strip_prefix(folder).expect("below").to_path_buf(), contents)
    };
    files_below(folder).into_iter().map(file).collect()
}
