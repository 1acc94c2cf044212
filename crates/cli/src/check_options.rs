//! The command line of `jacana check`.

use crate::check_jobs;
use crate::near::did_you_mean;
use crate::options::{self, Command, Launch, Program};
use crate::sandbox::Strength;
use anyhow::{Result, bail};
use machine::shapes::{Bounds, Init};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug)]
pub struct Check {
    pub launch: Launch,
    /// As the user wrote them: `Class.method`, `Class`, `package.*`.
    pub targets: Vec<String>,
    pub bounds: Bounds,
    /// Forks of one instruction in one frame without a new object.
    pub loops: u32,
    /// For each method.
    pub time: Duration,
    /// Bytes.
    pub memory: u64,
    /// Static fields of the class hold anything.
    pub globals: bool,
    pub stats: bool,
    /// Where to write what every path found.
    pub cases: Option<PathBuf>,
    /// Where to write the states along the paths.
    pub states: Option<PathBuf>,
    /// Where to write the report.
    pub json: Option<PathBuf>,
    /// Worker processes.
    pub jobs: u32,
    /// Of a worker: the folder in which workers claim methods and leave what they found.
    pub claims: Option<PathBuf>,
    /// Where to write a page with pictures of all cases.
    pub html: Option<PathBuf>,
    /// Where to write JUnit tests, and of what.
    pub tests: Option<Tests>,
    pub strength: Strength,
}

#[derive(Clone, Debug)]
pub enum Tests {
    OfCases(PathBuf),
    OfViolations(PathBuf),
}

impl Tests {
    pub fn folder(&self) -> &Path {
        match self {
            Tests::OfCases(folder) | Tests::OfViolations(folder) => folder,
        }
    }
}

impl Check {
    /// Somebody wants to know all cases, also those behind a violation.
    pub fn wants_all(&self) -> bool {
        self.html.is_some() || matches!(self.tests, Some(Tests::OfCases(_)))
    }
}

/// Bounds where the user gives none: small heaps hold most bugs.
const DEFAULT_K: u32 = 3;
const DEFAULT_LOOPS: u32 = 64;

pub const HELP: &str = "\
jacana check: checks methods on every heap within a bound. Receiver and arguments are symbolic: any objects, shared or not, null or
not, found out as the method looks at them. Answers for each method HOLDS, HOLDS WITHIN the bounds, VIOLATED with a heap
that a real JVM confirms, or UNKNOWN with the reasons.

usage: jacana check [options] [File.java | FOLDER] TARGET...
       a target is `Class.method`, `Class.method(int,Node)`, `Class` (its public methods) or `package.*`

options:
  -cp PATH, -Dname=value, --jdk DIR
                  as for `jacana run`
  --k N           follow references at most N times from an argument, and look at N elements of an array (default: 3, if
                  there is no --n)
  --n N           at most N objects of each class (default: no limit)
  --loop N        end a path on which one instruction wants to fork more than N times in one call of its method without
                  a new object of the heap (default: 64)
  --init LEVEL    when a reference is settled: lazy (when it is read), lazier (null or not when it is read, which object when
                  that is looked into) or lazier# (when somebody must know) (default: lazier#)
  --time SECONDS  give up on a method after this time (default: 60)
  --memory MB     give up when this much memory is in use (default: 3072)
  --globals       static fields of the class that are not final hold anything (default: what its initialiser gives them)
  --source PATH   a source or a folder of sources with contracts in JML comments (docs/guide/contracts.md): they are compiled again with code
                  that checks them. Sources that are given as the program are read, too
  --assume-contracts PATTERN
                  calls of methods with a contract that match (com.example.*, Tree.insert) are replaced by it: what it requires is
                  demanded at the call, what it makes assignable holds anything, what it ensures is assumed
  --specs PATH    a folder or jar of classes, or sources, with invariants of other classes: static methods marked
                  @jacana.InvariantOf, which look into private fields by jacana.Inside
  --cases FILE    write every case as a line of JSON: arguments, objects, the condition on their numbers, a solution
  --states FILE   write the states of the symbolic heap along all paths as lines of JSON: at every line of the program, what its
                  variables and the objects hold, and the state before
  --json FILE     write the whole report as JSON (docs/guide/json.md)
  --jobs N        so many processes, each with methods of its own (default: 1)
  --html FILE     write a page with pictures of the heap before and after each case, its condition and its trace through the source
  --junit DIR     write a JUnit 5 test of each violation, which passes as long as the bug is there
  --tests DIR     write a JUnit 5 test of each case: public constructors and methods make its heap, by a helper of ours only
                  where no way was found; what is written was compiled and has passed
  --stats         print figures of the exploration
  -h, --help      this text

A class says what its objects are like by a method `boolean repOK()` or `boolean invariant()`, or one that is marked with
@jacana.Invariant: that is assumed of receiver and arguments before a public method, and demanded afterwards. JML comments in
sources say more: requires, ensures, signals, assignable, invariant and so on. An exception that leaves a method is a violation
unless the method declares it. `jacana.Jacana.assume` and `assert` make a method a harness.
Exit codes: 0 all methods hold (perhaps within bounds), 1 a violation was found, 2 unknown, 3 error in the input or the tool.

examples:
  jacana check -cp build/classes --n 5 'com.example.Tree.insert'
  jacana check src/Tree.java --k 2 Tree
  jacana check -cp build/classes 'com.example.*'
  jacana check -cp build/classes --source src --n 5 'com.example.Tree.insert'
  jacana check src/Tree.java --assume-contracts 'Tree.rotate*' Tree.insert
  jacana check --n 5 --specs specs 'java.util.TreeMap.put'
  jacana check -cp build/classes --n 4 --tests src/test/java 'com.example.Tree'
  jacana check -cp build/classes --n 4 --source src --html tree.html 'com.example.Tree.remove'
";

pub fn parse(arguments: &[String]) -> Result<Command> {
    let mut check = Check {
        launch: Launch { checks: true, ..Launch::default() },
        targets: Vec::new(),
        bounds: Bounds::default(),
        loops: DEFAULT_LOOPS,
        time: Duration::from_secs(60),
        memory: 3 << 30,
        globals: false,
        stats: false,
        cases: None,
        states: None,
        json: None,
        jobs: 1,
        claims: None,
        html: None,
        tests: None,
        strength: Strength::Files,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let option = argument.as_str();
        match option {
            "-h" | "--help" => return Ok(Command::Help(HELP)),
            "--k" => check.bounds.k = Some(options::count(option, options::value(option, &mut rest)?)?),
            "--n" => check.bounds.n = Some(options::count(option, options::value(option, &mut rest)?)?),
            "--loop" => check.loops = options::count(option, options::value(option, &mut rest)?)?,
            "--init" => check.bounds.init = init(options::value(option, &mut rest)?)?,
            "--time" => check.time = options::seconds(options::value(option, &mut rest)?)?,
            "--memory" => check.memory = options::megabytes(options::value(option, &mut rest)?)?,
            "--globals" => check.globals = true,
            "--stats" => check.stats = true,
            "--cases" => check.cases = Some(options::value(option, &mut rest)?.into()),
            "--states" => check.states = Some(options::value(option, &mut rest)?.into()),
            "--json" => check.json = Some(options::value(option, &mut rest)?.into()),
            "--jobs" => check.jobs = options::count(option, options::value(option, &mut rest)?)?,
            check_jobs::CLAIMS => check.claims = Some(options::value(option, &mut rest)?.into()),
            "--assume-contracts" => check.launch.assumed.add(options::value(option, &mut rest)?),
            "--source" => check.launch.sources.push(options::value(option, &mut rest)?.into()),
            "--html" => check.html = Some(options::value(option, &mut rest)?.into()),
            "--junit" => check.tests = Some(Tests::OfViolations(options::value(option, &mut rest)?.into())),
            "--tests" => check.tests = Some(Tests::OfCases(options::value(option, &mut rest)?.into())),
            "--specs" => check.launch.specs.push(options::value(option, &mut rest)?.into()),
            _ if options::launch_option(&mut check.launch, option, &mut rest)? => {}
            _ if option.starts_with('-') => bail!("unknown option `{option}` (try `jacana check --help`)"),
            _ if is_source(option) => check.launch.program = Program::Source(option.into()),
            _ => check.targets.push(argument.clone()),
        }
    }
    if check.targets.is_empty() {
        bail!("nothing to check: name a method, a class or a package (try `jacana check --help`)");
    }
    if check.bounds.k.is_none() && check.bounds.n.is_none() {
        check.bounds.k = Some(DEFAULT_K);
    }
    check.launch.array_length = check.bounds.k.unwrap_or(u32::MAX).min(check.bounds.n.unwrap_or(u32::MAX));
    Ok(Command::Check(Box::new(check)))
}

fn is_source(name: &str) -> bool {
    name.ends_with(".java") || Path::new(name).is_dir()
}

fn init(name: &str) -> Result<Init> {
    let names = Init::ALL.map(Init::name);
    match Init::by_name(name) {
        Some(init) => Ok(init),
        None => {
            let near = did_you_mean(name, names.into_iter());
            bail!("unknown initialisation `{name}`: there are {}{near}", names.join(", "))
        }
    }
}
