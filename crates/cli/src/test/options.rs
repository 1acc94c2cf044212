//! The command line of `jacana test`.

use crate::program::options::Launch;
use crate::values::{self, Timed};
use anyhow::{Result, bail};
use bytecode::SearchPath;
use clap::Args;
use sandbox::Strength;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use testgen::changes::Other;
use testgen::junit::{Form, Framework, Style};
use testgen::{Alias, Keep, Parameterized, RandomPart, Settings};

const MOST_JOBS: usize = 4;
/// For the exploration of a class, and of a method.
const TIME: Duration = Duration::from_secs(20);
const PATHS: u64 = 300;
/// A sink may be far: the clock ends the search for it, not the number of paths.
const SINK_TIME: Duration = Duration::from_secs(60);
const SINK_PATHS: u64 = 20_000;
/// For random arguments, which no sink is looked for with.
const RANDOM: RandomPart = RandomPart { percent: 25, most: 60 };
const SINK_RANDOM: u32 = 10;
/// Elements of arrays that are arguments.
const ARRAY_LENGTH: u32 = 3;
/// For compiling and running candidates.
const TRIAL_TIME: Duration = Duration::from_secs(600);
/// Without a time for each class.
const UNTIMED_LIMIT: Duration = Duration::from_secs(3600);

const EXAMPLES: &str = "\
Exit codes: 0 tests were written, 1 there are changes (--against), 2 there was nothing to test, 3 error in the input or the tool.

Examples:
  jacana test -cp build/classes com.example.Account -o tests
  jacana test -cp lib/commons-cli.jar 'org.apache.commons.cli.*' -o tests --time-per-class 1m
  jacana test lib/commons-cli.jar -o tests --time-per-class 0 --paths 500
  jacana test lib/tool-2.jar --against lib/tool-1.jar -o tests";

/// Write JUnit 5 tests for classes: every test was compiled and has passed on a real JVM
///
/// Every public method is called with random arguments first and then explored on symbolic ones: numbers and texts by value,
/// objects by their class, made by constructors and factories with symbolic arguments in turn.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "jacana test [OPTIONS] TARGET... -o DIR", after_help = EXAMPLES)]
pub struct Test {
    #[command(flatten)]
    pub launch: Launch,
    /// Where the tests go, one class for each class, one more for what looks like a bug; with summary.json and summary.html
    #[arg(short = 'o', long = "out", value_name = "DIR")]
    out: Option<PathBuf>,
    /// Explore a class for so long, such as 20s or 2m (default: 20s, with --sink 60s); 0: path budgets alone, no clock, the same
    /// tests every time
    #[arg(long, value_name = "TIME", value_parser = values::duration_or_none)]
    time_per_class: Option<Timed>,
    /// End the exploration of a method after N paths (default: 300, with --sink 20000)
    #[arg(long, value_name = "N", value_parser = values::large_count)]
    paths: Option<u64>,
    /// Explore other sides of the first N branches of a path alone (default: of all)
    #[arg(long, value_name = "N", value_parser = values::count)]
    depth: Option<u32>,
    /// End it after N paths in a row that found nothing new
    #[arg(long, value_name = "N", value_parser = values::large_count)]
    saturation: Option<u64>,
    /// End the exploration of a class when all its methods ran and so many of its branches were taken
    #[arg(long, value_name = "PERCENT", value_parser = values::percent)]
    enough: Option<f64>,
    /// Part of the time in which the methods are called on a JVM with random arguments, before the exploration; 0: tests of
    /// explored paths alone (default: 25, up to 60 as long as that finds something; with --sink 10)
    #[arg(long, value_name = "PERCENT", value_parser = values::percent)]
    random: Option<f64>,
    /// Other random arguments, and another order of the paths that look equally promising
    #[arg(long, value_name = "N", default_value = "0", value_parser = values::seed)]
    seed: u64,
    /// So many processes, each with classes of its own (default: the cores of the machine, at most 4)
    #[arg(long, value_name = "N", value_parser = values::count)]
    jobs: Option<u32>,
    /// Skip a class that takes longer, tries included (default: three times its time and ten minutes)
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    give_up: Option<Duration>,
    /// Start over: classes that are finished are not repeated otherwise
    #[arg(long)]
    pub fresh: bool,
    /// Objects have the class that they are declared with: no symbolic types
    #[arg(long)]
    classic: bool,
    /// Whether one object may be several arguments, or receiver and argument: auto is where the class compares references, writes to
    /// objects or hands references on
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = values::named(&Alias::ALL))]
    alias: Alias,
    /// Report how many small changes of each class (mutants) its tests notice
    #[arg(long)]
    pub mutants: bool,
    /// Write all tests that differ, not only those that cover or notice what no other does
    #[arg(long)]
    all: bool,
    /// Report calls of these methods, and classes loaded by these names, that depend on arguments of the method under test:
    /// `java.lang.Class.forName`, `com.example.internal.*`; may be given several times
    #[arg(long = "sink", value_name = "PATTERN")]
    sinks: Vec<String>,
    /// Let classes load native libraries and call them, confined like everything else (default: refused)
    #[arg(long)]
    allow_native: bool,
    /// Compare with an older version, a jar or a folder of class files: tests of each version run on the other one, and what fails
    /// there is told
    #[arg(long, value_name = "OLD")]
    pub against: Option<PathBuf>,
    /// Tests that are there already, jars and folders of class files: what they cover and notice is not written again. Of a project
    /// these are its compiled tests
    #[arg(long, value_name = "PATH")]
    pub existing: Option<SearchPath>,
    /// A folder with sources of the classes: exceptions that their documentation announces are expected, and no suspected bugs; may
    /// be given several times. Of a project these are its own
    #[arg(long = "source", value_name = "DIR")]
    pub sources: Vec<PathBuf>,
    /// The framework that runs the tests: junit5, junit4 or testng
    #[arg(long, value_name = "NAME", default_value = "junit5", value_parser = values::named(&Framework::ALL))]
    framework: Framework,
    /// How assertions are written: plain are those of the framework, or assertj
    #[arg(long, value_name = "NAME", default_value = "plain", value_parser = values::named(&Style::ALL))]
    style: Style,
    /// Whether tests that differ in values alone become one with a table of values (JUnit 5): auto is unless the class path has
    /// JUnit 5 without junit-jupiter-params
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = values::named(&Parameterized::ALL))]
    parameterized: Parameterized,
    /// Overwrite files that are not ours
    #[arg(long)]
    pub force: bool,
    /// `Class`, `Class.method`, `package.*`, `package.**`, a jar or a folder of class files (all their public classes), or a folder with pom.xml
    /// or build.gradle: the build is asked to compile and for its class path. Maven and Gradle run with all rights of yours: name
    /// only projects that you would build yourself
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    /// Where the tests go.
    #[arg(skip)]
    pub folder: PathBuf,
    /// The version with which classes are compared.
    #[arg(skip)]
    pub other: Option<Other>,
    /// Who speaks of the campaign.
    #[arg(skip)]
    pub voice: Voice,
    /// No further class is begun then.
    #[arg(skip)]
    pub until: Option<Instant>,
    /// What all results depend on, if that is not all of the class path.
    #[arg(skip)]
    pub remembered_by: Option<SearchPath>,
    /// For `jacana scan`: suspected bugs alone.
    #[arg(long, hide = true)]
    suspects: bool,
}

/// Whether a campaign tells of its classes itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Voice {
    #[default]
    Full,
    /// Somebody else does.
    Quiet,
}

impl Test {
    /// Against what candidates would do to the outside.
    pub const STRENGTH: Strength = Strength::Files;

    /// What the words mean together, or what is wrong with them.
    pub fn finish(mut self) -> Result<Test> {
        if self.targets.is_empty() {
            bail!("nothing to test: name a class, a method or a package (try `jacana test --help`)");
        }
        match self.out.take() {
            Some(folder) if !folder.as_os_str().is_empty() => self.folder = folder,
            _ => bail!("where should the tests go? (-o DIR)"),
        }
        for source in &self.sources {
            if !source.is_dir() {
                bail!("--source: no such folder: {}", source.display());
            }
        }
        self.launch.array_length = ARRAY_LENGTH;
        self.launch.checks = true;
        self.launch.allow_native = self.allow_native;
        Ok(self)
    }

    /// What the search for tests is told.
    pub fn settings(&self) -> Settings {
        Settings {
            time_per_class: self.time_per_class(),
            paths: self.paths.unwrap_or(if self.looks_for_sinks() { SINK_PATHS } else { PATHS }),
            seed: self.seed,
            saturation: self.saturation,
            depth: self.depth,
            enough: self.enough,
            random: match self.random {
                Some(percent) => RandomPart::exactly(percent.ceil() as u32),
                None if self.looks_for_sinks() => RandomPart::exactly(SINK_RANDOM),
                None => RANDOM,
            },
            classic: self.classic,
            alias: self.alias,
            keep: match (self.suspects, self.all) {
                (true, _) => Keep::Suspects,
                (false, true) => Keep::All,
                (false, false) => Keep::Needed,
            },
            sinks: self.sinks.clone(),
            form: Form { framework: self.framework, style: self.style },
            parameterized: self.parameterized,
        }
    }

    /// As long as a clock allows.
    fn looks_for_sinks(&self) -> bool {
        !self.sinks.is_empty() && self.time_per_class != Some(Timed::ByCount)
    }

    fn time_per_class(&self) -> Option<Duration> {
        match self.time_per_class {
            Some(Timed::For(time)) => Some(time),
            Some(Timed::ByCount) => None,
            None => Some(if self.looks_for_sinks() { SINK_TIME } else { TIME }),
        }
    }

    /// Processes at a time.
    pub fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_JOBS));
        self.jobs.map_or_else(cores, |jobs| jobs as usize)
    }

    /// For everything about a class.
    pub fn give_up(&self) -> Duration {
        self.give_up.unwrap_or_else(|| self.time_per_class().map_or(UNTIMED_LIMIT, |time| time * 3 + TRIAL_TIME))
    }
}
