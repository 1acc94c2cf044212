//! Paths that `jacana verify --paths` lists, and what the JVM does on their inputs: many in one process.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::process::{Exit, PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// Explorations at a time.
const WORKERS: usize = 2;

/// For one exploration, whatever its own limit is, and for one JVM.
/// The reason when an exploration did not end as it should.
pub const BROKEN: &str = "broken";

/// How a path ends, by prediction or on the JVM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `returned`, `threw`, `assumed`, `exited`, `stopped` or `loose`.
    pub outcome: String,
    /// Class of the exception, or the reason.
    pub detail: String,
    /// The innermost frame of the program that threw, as a stack trace shows it.
    pub frame: String,
}

impl Ending {
    fn parse(fields: &[&str]) -> Ending {
        let field = |at: usize| fields.get(at).copied().unwrap_or_default().to_string();
        Ending { outcome: field(0), detail: field(1), frame: field(2) }
    }

    /// Whether inputs and an outcome are known.
    pub fn is_prediction(&self) -> bool {
        !matches!(self.outcome.as_str(), "stopped" | "loose")
    }

    /// Does the JVM do what was predicted? An assumption is made in no frame of the program.
    pub fn agrees(&self, jvm: &Ending) -> bool {
        let same_frame = self.outcome != "threw" || self.frame == jvm.frame;
        self.outcome == jvm.outcome && self.detail == jvm.detail && same_frame
    }
}

/// A program whose classes are compiled.
#[derive(Clone, Debug)]
pub struct Subject {
    pub classes: PathBuf,
    pub main: String,
}

#[derive(Clone, Debug)]
pub struct ListedPath {
    pub ending: Ending,
    pub inputs: Vec<String>,
}

/// What exploring a program gave.
#[derive(Clone, Debug)]
pub struct Listing {
    pub paths: Vec<ListedPath>,
    /// Reasons why it is not complete, as `--stats` prints them.
    pub reasons: Vec<String>,
}

/// The classes that stand around programs: for exploring, and for the JVM.
#[derive(Debug)]
pub struct Bench {
    pub tools: Tools,
    common: PathBuf,
    driver: PathBuf,
    scratch: Scratch,
}

/// For each program, several at a time; in the order of the programs.
pub(crate) fn each<S: Sync, T: Send>(subjects: &[S], work: impl Fn(&S) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || subjects.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed));
    let all = || std::iter::from_fn(take).map(|(at, subject)| (at, work(subject))).collect();
    let done: BTreeMap<usize, T> = thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS).map(|_| scope.spawn(all)).collect();
        let lists = workers.into_iter().map(|worker| worker.join().expect("a worker's panic is the test's"));
        lists.flat_map(|list: Vec<(usize, T)>| list).collect()
    });
    done.into_values().collect()
}

impl Bench {
    pub fn new() -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("paths"));
        let (common, driver) = (scratch.path().join("common"), scratch.path().join("driver"));
        let folder = workspace().join("fixtures/paths");
        let verifier = folder.join("driver/org/sosy_lab/sv_benchmarks/Verifier.java");
        compile(&tools, &[folder.join("common/End.java"), verifier.clone()], "", &common);
        let sources = [folder.join("driver/PathDriver.java"), folder.join("driver/End.java"), verifier];
        compile(&tools, &sources, "", &driver);
        Bench { tools, common, driver, scratch }
    }

    pub fn scratch(&self) -> &Scratch {
        &self.scratch
    }

    /// Compiles sources, one main class each, named like the file.
    pub fn compile(&self, sources: &[PathBuf]) -> Vec<Subject> {
        let classes = self.scratch.path().join("classes");
        compile(&self.tools, sources, &self.common.display().to_string(), &classes);
        let subject = |source: &PathBuf| Subject { classes: classes.clone(), main: crate::fixture::stem(source) };
        sources.iter().map(subject).collect()
    }

    /// Explores all paths of a program.
    pub fn explore(&self, subject: &Subject, options: &[&str]) -> Listing {
        let file = self.scratch.path().join(format!("{}.paths", subject.main));
        let mut command = self.tools.jacana();
        command.args(["verify", "--stats", "--paths"]).arg(&file).args(options);
        let class_path = format!("{}:{}", subject.classes.display(), self.common.display());
        command.arg("-cp").arg(class_path).arg(&subject.main);
        let outcome = run(command, b"", PATIENCE);
        let text = outcome.stdout_text();
        if !matches!(outcome.exit, Exit::Code(0..=2)) {
            let reason = format!("{BROKEN}: {:?} {}", outcome.exit, outcome.stderr_text());
            return Listing { paths: Vec::new(), reasons: vec![reason] };
        }
        let lines = fs::read_to_string(&file).expect("the paths were written");
        Listing { paths: lines.lines().map(listed).collect(), reasons: reasons(&text) }
    }

    /// As `explore`, several at a time; in the order of the programs.
    pub fn explore_all(&self, subjects: &[Subject], options: &[&str]) -> Vec<Listing> {
        each(subjects, |subject| self.explore(subject, options))
    }

    /// What `--check-merging` says of each program.
    pub fn check_merging(&self, subjects: &[Subject], options: &[&str]) -> Vec<String> {
        each(subjects, |subject| {
            let mut command = self.tools.jacana();
            command.args(["verify", "--stats", "--check-merging"]).args(options);
            let class_path = format!("{}:{}", subject.classes.display(), self.common.display());
            command.arg("-cp").arg(class_path).arg(&subject.main);
            run(command, b"", PATIENCE).stdout_text()
        })
    }

    /// What the JVM does on the inputs of paths; with the line of the last End.here().
    pub fn on_jvm(&self, paths: &[(&Subject, &ListedPath)]) -> Vec<(Ending, u32)> {
        let line = |(subject, path): &(&Subject, &ListedPath)| {
            let mut fields = vec![subject.classes.display().to_string(), subject.main.clone()];
            fields.extend(path.inputs.iter().cloned());
            fields.join("\t") + "\n"
        };
        let stdin: String = paths.iter().map(line).collect();
        let mut java = self.tools.java();
        java.args(["-Xss1m", "-cp"]).arg(&self.driver).arg("PathDriver");
        let outcome = run(java, stdin.as_bytes(), PATIENCE);
        assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
        let answers: Vec<(Ending, u32)> = outcome.stdout_text().lines().map(answer).collect();
        assert_eq!(answers.len(), paths.len(), "{}", outcome.stderr_text());
        answers
    }
}

impl Default for Bench {
    fn default() -> Bench {
        Bench::new()
    }
}

fn listed(line: &str) -> ListedPath {
    let fields: Vec<&str> = line.split('\t').collect();
    ListedPath { ending: Ending::parse(&fields), inputs: fields.iter().skip(3).map(|i| i.to_string()).collect() }
}

fn answer(line: &str) -> (Ending, u32) {
    let fields: Vec<&str> = line.split('\t').collect();
    let last = fields.get(3).and_then(|number| number.parse().ok());
    (Ending::parse(&fields), last.unwrap_or_else(|| panic!("the driver answers four fields: {line}")))
}

/// Everything but that nothing was judged.
fn reasons(stats: &str) -> Vec<String> {
    let reason = |line: &str| line.strip_prefix("not complete: ").map(str::to_string);
    stats.lines().filter_map(reason).filter(|reason| !reason.starts_with("paths were listed")).collect()
}

/// The sources of fixtures/paths, in the order of their names.
pub fn fixtures() -> Vec<PathBuf> {
    let files = crate::fixture::entries(&workspace().join("fixtures/paths")).into_iter();
    files.filter(|path| path.extension().is_some_and(|extension| extension == "java")).collect()
}

/// The line number of a frame: `Main.f(Main.java:3)`.
pub fn line_of(frame: &str) -> Option<u32> {
    frame.strip_suffix(')')?.rsplit_once(':')?.1.parse().ok()
}

/// What a comment of a fixture expects, by line: `// paths: 2, 1 ArithmeticException`; no word means that the path returned.
pub fn expectations(source: &Path) -> Vec<(u32, String, usize)> {
    let text = fs::read_to_string(source).expect("a fixture can be read");
    let mut found = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let Some((_, comment)) = line.split_once("// paths: ") else { continue };
        for part in comment.split(',').map(str::trim) {
            let (count, word) = part.split_once(' ').unwrap_or((part, "returned"));
            let count = count.parse().unwrap_or_else(|_| panic!("{}: no number in '{part}'", source.display()));
            found.push((at as u32 + 1, word.to_string(), count));
        }
    }
    found
}
