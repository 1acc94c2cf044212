//! Candidates for tests on a real JVM: sources are compiled and run there by a Java program of ours, and it says what happened and what was
//! covered.

mod measure;
mod mutants;
mod questions;
mod tools;

pub use measure::{Counter, Coverage, LineCounts, Measure, SourceCoverage};
pub use mutants::{MutantId, Noticed, Noticings, Runner, Score};
pub use tools::{Tools, ToolsError};

use crate::thrown::StackFrame;
use bytecode::{DottedName, SearchPath};
use replay::Replay;
use replay::files::{write, write_class};
use sandbox::Writes;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Runs candidates. One folder, so one round after the other.
#[derive(Clone, Debug)]
pub struct Trial {
    pub replay: Replay,
    /// With the class files of the program of ours.
    pub helper: PathBuf,
    /// The jar of the agent that measures coverage.
    pub agent: PathBuf,
    /// Where tests that are there already lie, with their framework: before what stands in for one.
    pub existing: SearchPath,
}

/// Calls with random arguments: of what, and for how long.
#[derive(Clone, Debug)]
pub struct RandomPhase {
    /// As text.
    pub grammar: String,
    /// Classes that it speaks of and that are nowhere else, with their class files.
    pub files: Vec<(DottedName, Vec<u8>)>,
    pub seed: u64,
    /// 0: it does not count.
    pub millis: u64,
    /// As long as something is found.
    pub most_millis: u64,
    pub tries: u64,
    /// `module/package` of the JDK whose classes are measured.
    pub opened: Option<String>,
}

/// A round of candidates or tests: the first compiles them; the second goes backwards, and what depends on those before it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    First,
    Second,
    /// Some of them in the order of the first.
    Again,
    /// In an order for each number.
    Mixed(u32),
}

/// That it takes to start, to initialise the class, and to write down what was covered.
const BEFORE_AND_AFTER: Duration = Duration::from_secs(20);

/// Objects have the same hash codes every time.
const SAME_HASHES: [&str; 2] = ["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Probe,
    Test,
}

impl Mode {
    fn word(self) -> &'static str {
        match self {
            Mode::Probe => "probe",
            Mode::Test => "test",
        }
    }
}

/// What the name of a source ends with that is taken if the one without it does not compile.
pub const CAST: &str = ".cast";

/// What a test is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The number of a probe that it passes.
    Probe(u32),
    /// The same of a probe that the tested method passes itself, and not what makes its arguments: what it did there can be asserted.
    Acted(u32),
    /// A mutant that it notices.
    Mutant(MutantId),
}

pub type Covered = BTreeSet<Part>;

/// What became of a candidate, and what it covered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tried {
    pub happened: Happened,
    pub covered: Covered,
    /// It compiled with casts only.
    pub casts: bool,
    /// It leaves static fields, or what they lead to, as they were not before.
    pub changes_statics: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    Returned {
        /// A word for what it answered.
        kind: String,
        /// Assertions in Java that hold afterwards.
        assertions: Vec<String>,
        /// The same for objects of which everything is the same.
        state: String,
    },
    Threw {
        class: DottedName,
        /// The place that threw.
        at: String,
        message: String,
        by: Thrower,
        /// Frames of the stack above the test.
        depth: u32,
        /// As many of them as a report shows.
        stack: Vec<StackFrame>,
        /// What holds then, of the exception first.
        assertions: Vec<String>,
    },
    Endless,
    /// It wanted to end the JVM.
    Exited,
    /// With the compiler's message.
    Uncompiled(String),
}

/// Who threw an exception.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thrower {
    /// No statement, but an instruction that could not be carried out.
    Jvm,
    /// Code of the JDK, at an index that nobody checked before.
    Internals,
    /// The system, which candidates may not ask for everything.
    Confinement,
    Statement,
}

/// JVMs that go on where one was left by a candidate with little memory, or with a thread that nobody can stop, or was ended by it.
const SPOILT: usize = 16;

/// What candidates may fill: those that fill all of it take long.
const MEMORY: &str = "-Xmx384m";

/// A round of tests.
#[derive(Clone, Debug, Default)]
pub struct Passed {
    /// `package.Class method`
    pub tests: BTreeSet<String>,
    /// The probes that all that ran passed, in the second round.
    pub hits: Option<BTreeSet<u32>>,
    /// Why others do not: files that the compiler refuses, tests that fail.
    pub reasons: Vec<String>,
    /// Tests on which a class could not be initialised: others after them fail too.
    pub spoiling: BTreeSet<String>,
    /// All others that do not pass.
    pub failed: BTreeSet<String>,
    /// Files and lines that the compiler refuses.
    pub broken: Vec<(String, usize)>,
}

impl Trial {
    /// By the name of the class.
    pub fn candidates(
        &self,
        round: Round,
        sources: &[(String, String)],
        measure: &Measure,
    ) -> Result<BTreeMap<String, Tried>, String> {
        let lines = self.run(Mode::Probe, round, sources, measure, None)?;
        let mut tried: BTreeMap<String, Tried> = BTreeMap::new();
        let mut cast = Vec::new();
        let mut rest = lines.iter();
        while let Some(line) = rest.next() {
            let (word, name) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "uncompiled" => {
                    let (file, message) = name.split_once(' ').unwrap_or((name, ""));
                    let happened = Happened::Uncompiled(message.into());
                    tried.insert(
                        file.trim_end_matches(".java").into(),
                        Tried { happened, covered: Covered::new(), casts: false, changes_statics: false },
                    );
                }
                "cast" => cast.push(name.trim_end_matches(".java")),
                "probe" => {
                    let said: Vec<&str> = rest.by_ref().map(String::as_str).take_while(|line| *line != "end").collect();
                    let simple = name.rsplit('.').next().unwrap_or(name).to_string();
                    tried.extend(read(&said).map(|outcome| (simple, outcome)));
                }
                "uninitialised" => return Err(format!("its static initialiser fails: {name}")),
                _ => {}
            }
        }
        for name in cast {
            tried.entry(name.into()).and_modify(|tried| tried.casts = true);
        }
        Ok(tried)
    }

    /// Which tests pass, of all or of some.
    pub fn tests(
        &self,
        round: Round,
        sources: &[(String, String)],
        measure: &Measure,
        chosen: Option<&BTreeSet<String>>,
    ) -> Result<Passed, String> {
        let lines = self.run(Mode::Test, round, sources, measure, chosen)?;
        let tests = lines.iter().filter_map(|line| line.strip_prefix("passed ")).map(String::from).collect();
        let all: Vec<&str> = lines.iter().map(String::as_str).collect();
        let hits = (round == Round::Second).then(|| hits(&all));
        let uncompiled = lines.iter().filter_map(|line| line.strip_prefix("uncompiled "));
        let uncompiled = uncompiled.map(|why| format!("does not compile: {why}"));
        let failures: Vec<(&str, &str)> =
            lines.iter().filter_map(|line| line.strip_prefix("failed ")?.split_once(": ")).collect();
        let (spoiling, failed): (Vec<_>, Vec<_>) =
            failures.iter().partition(|(_, why)| why.starts_with("java.lang.ExceptionInInitializerError"));
        let names = |of: Vec<(&str, &str)>| of.into_iter().map(|(test, _)| test.to_string()).collect();
        let (spoiling, failed) = (names(spoiling), names(failed));
        let why = failures.iter().map(|(_, why)| format!("fails as a test: {why}"));
        let broken = lines.iter().filter_map(|line| line.strip_prefix("broken ")?.split_once(' '));
        let broken = broken.filter_map(|(file, line)| Some((file.to_string(), line.parse().ok()?))).collect();
        Ok(Passed { tests, hits, reasons: uncompiled.chain(why).collect(), spoiling, failed, broken })
    }

    /// What was drawn and kept, line by line. Classes around the measured ones, which come first there, have probes, too.
    pub fn random_calls(
        &self,
        phase: &RandomPhase,
        measure: &Measure,
        around: &Measure,
    ) -> Result<Vec<String>, String> {
        let folder = self.replay.free.work.join("draw");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("classes")).map_err(|error| format!("{}: {error}", folder.display()))?;
        let (grammar, results) = (folder.join("grammar"), folder.join("results"));
        write(&grammar, &phase.grammar).map_err(told)?;
        for (name, bytes) in &phase.files {
            write_class(&folder.join("classes"), &name.internal(), bytes).map_err(told)?;
        }
        let mut command = self.replay.java_command();
        command.arg(self.temporary()?).args(SAME_HASHES).arg(self.agent(around)?);
        command.args(phase.opened.as_ref().map(|package| format!("--add-opens={package}=ALL-UNNAMED")));
        let path = self.replay.class_path.with_first(&folder.join("classes")).with_first(&self.helper);
        command.arg("-cp").arg(path.to_string());
        command.arg("jacana.trial.RandomCalls").arg(&grammar).arg(&results).arg(phase.seed.to_string());
        command
            .arg(phase.millis.to_string())
            .arg(phase.most_millis.to_string())
            .arg(phase.tries.to_string())
            .arg(measure.numbers().to_string());
        command.args(measure.names().map(|name| name.to_string()));
        let time = match phase.millis {
            0 => self.replay.time,
            _ => self.replay.time.min(Duration::from_millis(phase.most_millis) + BEFORE_AND_AFTER),
        };
        let said = Replay { time, ..self.replay.clone() }.finish(command, Writes::Work);
        match fs::read_to_string(&results) {
            // Without a clock it is all or nothing.
            Ok(_) if phase.millis == 0 && said.is_err() => Err("it took too long".into()),
            Ok(lines) => match lines.lines().find_map(|line| line.strip_prefix("failed ")) {
                Some(why) => Err(why.into()),
                None => Ok(lines.lines().map(String::from).collect()),
            },
            Err(_) => Err(said.unwrap_or_else(|why| why).lines().next().unwrap_or("it said nothing").into()),
        }
    }

    /// The option of `java` by which classes have probes.
    fn agent(&self, measure: &Measure) -> Result<String, String> {
        self.agent_with("measure", &measure.orders())
    }

    /// The same for classes that have none, but may change.
    fn unmeasured(&self, measure: &Measure) -> Result<String, String> {
        self.agent_with("change", &measure.orders_without_probes())
    }

    fn agent_with(&self, name: &str, orders: &[u8]) -> Result<String, String> {
        let file = self.replay.folder.join(name);
        self.replay.free.write(&file, orders).map_err(told)?;
        Ok(format!("-javaagent:{}={}", self.agent.display(), file.display()))
    }

    /// With tests that are there already in front.
    fn with_existing(&self, class_path: SearchPath) -> SearchPath {
        self.existing
            .iter()
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .fold(class_path, |path, entry| path.with_first(entry))
    }

    /// As elsewhere, there is a place for temporary files.
    fn temporary(&self) -> Result<String, String> {
        let folder = self.replay.free.work.join("temporary");
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        Ok(format!("-Djava.io.tmpdir={}", folder.display()))
    }

    /// The lines that the program of ours wrote, as far as it came.
    fn run(
        &self,
        mode: Mode,
        round: Round,
        sources: &[(String, String)],
        measure: &Measure,
        chosen: Option<&BTreeSet<String>>,
    ) -> Result<Vec<String>, String> {
        // Once is enough, and what the agent changes must make no difference.
        let is_measured = matches!((mode, round), (Mode::Probe, Round::First) | (Mode::Test, Round::Second));
        let folder = self.replay.free.work.join(mode.word());
        let temporary = self.temporary()?;
        if round == Round::First {
            write_sources(&folder, sources)?;
        }
        let _ = fs::remove_file(folder.join("done"));
        let list = folder.join("chosen");
        let _ = fs::remove_file(&list);
        if let Some(chosen) = chosen {
            let lines: String = chosen.iter().map(|test| format!("{test}\n")).collect();
            write(&list, lines).map_err(told)?;
        }
        let mut lines = Vec::new();
        let begun = Instant::now();
        for again in 0..=SPOILT {
            let more = match self.launch((mode, round, is_measured), &folder, &temporary, measure) {
                Ok(more) => more,
                Err(why) if again == 0 => return Err(why),
                Err(_) => break,
            };
            let has = |word: &str| more.iter().any(|line| line == word);
            // One that died in the middle had begun with some candidate, which is left out then.
            let goes_on = mode == Mode::Probe && (has("spoilt") || !has("done"));
            lines.extend(more);
            if !goes_on || begun.elapsed() > self.replay.time {
                break;
            }
        }
        Ok(lines)
    }

    /// One JVM for what has not run yet.
    fn launch(
        &self,
        (mode, round, is_measured): (Mode, Round, bool),
        folder: &Path,
        temporary: &str,
        measure: &Measure,
    ) -> Result<Vec<String>, String> {
        let results = self.replay.free.work.join("results");
        let _ = fs::remove_file(&results);
        let mut command = self.replay.java_command();
        command.arg(temporary).arg(measure.questions());
        if mode == Mode::Probe {
            command.arg(MEMORY);
        }
        if mode == Mode::Test {
            // What takes long here must take long there.
            command.arg("-XX:TieredStopAtLevel=4");
        }
        match (is_measured, mode) {
            (true, _) => _ = command.arg(self.agent(measure)?),
            // It knows the classes whose static fields are to be restored.
            (false, Mode::Probe) => _ = command.arg(self.unmeasured(measure)?),
            (false, Mode::Test) => {}
        }
        let mut class_path = self.replay.class_path.with_first(&self.helper);
        if mode == Mode::Probe {
            class_path = self.with_existing(class_path);
        }
        let round = match round {
            Round::First => "first".to_string(),
            Round::Second => "second".into(),
            Round::Again => "again".into(),
            Round::Mixed(number) => format!("mixed{number}"),
        };
        command
            .arg("-cp")
            .arg(class_path.with_first(&folder.join("classes")).to_string())
            .arg("jacana.trial.TestProbe");
        command.arg(mode.word()).arg(round).arg(folder).arg(class_path.to_string()).arg(&results);
        command.args(measure.names().next().map(|name| name.to_string()));
        // What was said before the time was over counts.
        let said = self.replay.finish(command, Writes::Work);
        let early = |said: &str| format!("the JVM ended early: {}", said.lines().next().unwrap_or("it said nothing"));
        match (fs::read_to_string(&results), said) {
            (Ok(lines), _) => Ok(lines.lines().map(String::from).collect()),
            (Err(_), Ok(said)) => Err(early(&said)),
            (Err(_), Err(why)) => Err(why),
        }
    }
}

/// Path below the folder and text. The JVM does not see folders that come later.
fn told(error: std::io::Error) -> String {
    error.to_string()
}

fn write_sources(folder: &Path, sources: &[(String, String)]) -> Result<(), String> {
    // Of an earlier class.
    let _ = fs::remove_dir_all(folder);
    let make = |folder: &Path| fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()));
    make(&folder.join("classes"))?;
    for (path, text) in sources {
        let file = folder.join(path);
        make(file.parent().ok_or("a file without a folder")?)?;
        write(&file, text).map_err(told)?;
    }
    Ok(())
}

fn read(lines: &[&str]) -> Option<Tried> {
    let passed = hits(lines);
    let acted = match lines.iter().find_map(|line| line.strip_prefix("acted")) {
        Some(acted) => numbers(acted).collect(),
        None => passed.clone(),
    };
    let covered = passed.into_iter().map(Part::Probe).chain(acted.into_iter().map(Part::Acted)).collect();
    let happened = lines.iter().find_map(|line| {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        happened(word, rest, lines)
    })?;
    Some(Tried { happened, covered, casts: false, changes_statics: lines.contains(&"changes") })
}

fn happened(word: &str, rest: &str, lines: &[&str]) -> Option<Happened> {
    let behind = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    let assertions = lines.iter().filter_map(|line| line.strip_prefix("assert ")).map(String::from).collect();
    Some(match word {
        "returned" => Happened::Returned { kind: rest.into(), assertions, state: behind("state ").into() },
        "threw" => Happened::Threw {
            class: DottedName::new(rest),
            at: behind("at ").into(),
            message: behind("message ").into(),
            by: match behind("by ") {
                "jvm" => Thrower::Jvm,
                "internals" => Thrower::Internals,
                "confinement" => Thrower::Confinement,
                _ => Thrower::Statement,
            },
            depth: behind("depth ").parse().unwrap_or(0),
            stack: lines.iter().filter_map(|line| StackFrame::read(line.strip_prefix("frame ")?)).collect(),
            assertions,
        },
        "endless" => Happened::Endless,
        "exited" => Happened::Exited,
        _ => return None,
    })
}

/// The numbers of the probes that were passed.
pub fn hits(lines: &[&str]) -> BTreeSet<u32> {
    lines.iter().filter_map(|line| line.strip_prefix("hits ")).flat_map(numbers).collect()
}

fn numbers(line: &str) -> impl Iterator<Item = u32> {
    line.split(' ').filter_map(|number| number.parse().ok())
}
