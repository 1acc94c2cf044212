//! The command line of `jacana test`.

use crate::options::{self, Command, Launch};
use crate::sandbox::Strength;
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
    pub time_per_class: Duration,
    /// Paths for each method.
    pub paths: u64,
    /// Objects have the class that they are declared with.
    pub classic: bool,
    /// Files of others may be overwritten.
    pub force: bool,
    /// Where JaCoCo is.
    pub jacoco: Option<PathBuf>,
    pub strength: Strength,
}

const TIME: Duration = Duration::from_secs(20);
const PATHS: u64 = 300;

pub const HELP: &str = "\
jacana test: writes JUnit 5 tests for classes. Every public method is explored on symbolic arguments: numbers and texts by value, objects by
their class, made by constructors and factories with symbolic arguments in turn. Every test was compiled and passed on a real JVM.

usage: jacana test [options] TARGET... -o DIR
       a target is `Class`, `Class.method` or `package.*`

options:
  -cp PATH, -Dname=value, --jdk DIR
                  as for `jacana run`
  -o DIR          where the tests go, one class for each class, one more for what looks like a bug
  --time-per-class SECONDS
                  explore a class for so long (default: 20)
  --paths N       end the exploration of a method after N paths (default: 300)
  --classic       objects have the class that they are declared with: no symbolic types
  --jacoco DIR    where the jars of JaCoCo are, which measures coverage (default: JACANA_JACOCO, /usr/share/java, ~/.m2)
  --force         overwrite files that are not ours
  -h, --help      this text

Exit codes: 0 tests were written, 2 there was nothing to test, 3 error in the input or the tool.

examples:
  jacana test -cp build/classes com.example.Account -o tests
  jacana test -cp lib/commons-cli.jar 'org.apache.commons.cli.*' -o tests --time-per-class 60
";

pub fn parse(arguments: &[String]) -> Result<Command> {
    let mut test = Test {
        launch: Launch { checks: true, ..Launch::default() },
        targets: Vec::new(),
        folder: PathBuf::new(),
        time_per_class: TIME,
        paths: PATHS,
        classic: false,
        force: false,
        jacoco: None,
        strength: Strength::Files,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let option = argument.as_str();
        match option {
            "-h" | "--help" => return Ok(Command::Help(HELP)),
            "-o" | "--out" => test.folder = options::value(option, &mut rest)?.into(),
            "--time-per-class" => test.time_per_class = options::seconds(options::value(option, &mut rest)?)?,
            "--paths" => test.paths = options::count(option, options::value(option, &mut rest)?)?.into(),
            "--jacoco" => test.jacoco = Some(options::value(option, &mut rest)?.into()),
            "--classic" => test.classic = true,
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
