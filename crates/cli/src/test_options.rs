//! The command line of `jacana test`.

use crate::options::{self, Command, Launch};
use crate::sandbox::Strength;
use crate::test_trial::Tools;
use anyhow::{Result, bail};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Test {
    pub launch: Launch,
    /// As the user wrote them: `Class.method`, `Class`, `package.*`.
    pub targets: Vec<String>,
    /// Where the tests go.
    pub folder: PathBuf,
    /// None: path budgets alone, no clock.
    pub time_per_class: Option<Duration>,
    /// Paths for each method.
    pub paths: u64,
    /// Of the order of paths that look equally promising.
    pub seed: u64,
    /// The exploration of a method ends after so many paths in a row that found nothing.
    pub saturation: Option<u64>,
    /// The exploration of a class ends when so many percent of its branches were taken.
    pub enough: Option<f64>,
    /// Part of the time, in percent, in which arguments are drawn by lot.
    pub lots: u32,
    /// Processes at a time.
    pub jobs: u32,
    /// A class is given up after so long, whatever it does.
    pub limit: Option<Duration>,
    /// What was finished before is done again.
    pub fresh: bool,
    /// Objects have the class that they are declared with.
    pub classic: bool,
    /// Methods and classes that callers must not reach with arguments of their choice.
    pub sinks: Vec<String>,
    /// Files of others may be overwritten.
    pub force: bool,
    /// Where JaCoCo is.
    pub jacoco: Option<PathBuf>,
    pub strength: Strength,
    /// What candidates are tried with, in a worker.
    pub tools: Option<Tools>,
}

impl Test {
    /// For the exploration of a class.
    pub fn time(&self) -> Duration {
        self.time_per_class.unwrap_or(FOREVER)
    }

    /// For everything about a class.
    pub fn give_up(&self) -> Duration {
        self.limit.unwrap_or_else(|| self.time_per_class.map_or(UNTIMED_LIMIT, |time| time * 3 + TRIALS))
    }
}

const TIME: Duration = Duration::from_secs(20);
const PATHS: u64 = 300;
const LOTS: u32 = 25;
const MOST_JOBS: usize = 4;
const FOREVER: Duration = Duration::from_secs(10 * 365 * 86400);
/// For compiling and running candidates.
const TRIALS: Duration = Duration::from_secs(600);
/// Without a time for each class.
const UNTIMED_LIMIT: Duration = Duration::from_secs(3600);

pub const HELP: &str = "\
jacana test: writes JUnit 5 tests for classes. Every public method is explored on symbolic arguments: numbers and texts by value, objects by
their class, made by constructors and factories with symbolic arguments in turn. Every test was compiled and passed on a real JVM.

usage: jacana test [options] TARGET... -o DIR
       a target is `Class`, `Class.method`, `package.*`, a jar or a folder of class files (all their public classes),
       or a folder with pom.xml or build.gradle: the build is asked to compile and for its class path

options:
  -cp PATH, -Dname=value, --jdk DIR
                  as for `jacana run`
  -o DIR          where the tests go, one class for each class, one more for what looks like a bug; with summary.json and summary.html
  --time-per-class SECONDS
                  explore a class for so long (default: 20); 0: path budgets alone, no clock, the same tests every time
  --paths N       end the exploration of a method after N paths (default: 300)
  --saturation N  end it after N paths in a row that found nothing new
  --enough PERCENT
                  end the exploration of a class when all its methods ran and so many of its branches were taken
  --lots PERCENT  part of the time in which the methods are called on a JVM with arguments that are drawn by lot, before the exploration
                  (default: 25); 0: tests of explored paths alone
  --seed N        other lots, and another order of the paths that look equally promising
  --jobs N        so many processes, each with classes of its own (default: the cores of the machine, at most 4)
  --give-up SECONDS
                  skip a class that takes longer, tries included (default: three times its time and ten minutes)
  --fresh         start over: classes that are finished are not repeated otherwise
  --classic       objects have the class that they are declared with: no symbolic types
  --jacoco DIR    where the jars of JaCoCo are, which measures coverage (default: JACANA_JACOCO, /usr/share/java, ~/.m2)
  --sink PATTERN  report calls of these methods, and classes loaded by these names, that depend on arguments of the method under
                  test: `java.lang.Class.forName`, `com.example.internal.*`; may be given several times
  --force         overwrite files that are not ours
  -h, --help      this text

Exit codes: 0 tests were written, 2 there was nothing to test, 3 error in the input or the tool.

examples:
  jacana test -cp build/classes com.example.Account -o tests
  jacana test -cp lib/commons-cli.jar 'org.apache.commons.cli.*' -o tests --time-per-class 60
  jacana test lib/commons-cli.jar -o tests --time-per-class 0 --paths 500
";

pub fn parse(arguments: &[String]) -> Result<Command> {
    let mut test = Test {
        launch: Launch { checks: true, ..Launch::default() },
        targets: Vec::new(),
        folder: PathBuf::new(),
        time_per_class: Some(TIME),
        paths: PATHS,
        seed: 0,
        saturation: None,
        enough: None,
        lots: LOTS,
        jobs: std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_JOBS)) as u32,
        limit: None,
        fresh: false,
        classic: false,
        sinks: Vec::new(),
        force: false,
        jacoco: None,
        strength: Strength::Files,
        tools: None,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let option = argument.as_str();
        match option {
            "-h" | "--help" => return Ok(Command::Help(HELP)),
            "-o" | "--out" => test.folder = options::value(option, &mut rest)?.into(),
            "--time-per-class" => {
                test.time_per_class = match options::value(option, &mut rest)?.as_str() {
                    "0" => None,
                    text => Some(options::seconds(text.strip_suffix('s').unwrap_or(text))?),
                };
            }
            "--paths" => test.paths = options::count(option, options::value(option, &mut rest)?)?.into(),
            "--jacoco" => test.jacoco = Some(options::value(option, &mut rest)?.into()),
            "--seed" => test.seed = options::seed(options::value(option, &mut rest)?)?,
            "--saturation" => {
                test.saturation = Some(options::count(option, options::value(option, &mut rest)?)?.into());
            }
            "--enough" => test.enough = Some(percent(option, options::value(option, &mut rest)?)?),
            "--lots" => test.lots = percent(option, options::value(option, &mut rest)?)?.ceil() as u32,
            "--jobs" => test.jobs = options::count(option, options::value(option, &mut rest)?)?,
            "--give-up" => test.limit = Some(options::seconds(options::value(option, &mut rest)?)?),
            "--fresh" => test.fresh = true,
            "--classic" => test.classic = true,
            "--sink" => test.sinks.push(options::value(option, &mut rest)?.to_string()),
            "--force" => test.force = true,
            _ if options::launch_option(&mut test.launch, option, &mut rest)? => {}
            _ if option.starts_with('-') => bail!("unknown option `{option}` (try `jacana test --help`)"),
            _ => test.targets.push(argument.clone()),
        }
    }
    if test.targets.is_empty() {
        bail!("nothing to test: name a class, a method or a package (try `jacana test --help`)");
    }
    if test.folder.as_os_str().is_empty() {
        bail!("where should the tests go? (-o DIR)");
    }
    test.launch.array_length = 3;
    Ok(Command::Test(Box::new(test)))
}

fn percent(option: &str, text: &str) -> Result<f64> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => bail!("{option} needs a number up to 100, not `{text}`"),
    }
}
