//! The command line. Options of `run` stand before the main class, as with `java`; everything behind it is the program's.

use crate::check_options::{self, Check};
use crate::entry::Wanted;
use crate::follow::Source;
use crate::near::did_you_mean;
use crate::sandbox::Strength;
use crate::test_options::{self, Test};
use anyhow::{Result, bail};
use bytecode::Patterns;
use explore::{Level, Order, Property};
use std::path::PathBuf;
use std::slice::Iter;
use std::time::Duration;

pub enum Command {
    Help(&'static str),
    Run(Box<Run>),
    Verify(Box<Verify>),
    ModelCheck(Box<ModelCheck>),
    Check(Box<Check>),
    Test(Box<Test>),
    /// For our own use: becomes another program under confinement.
    Confined(Confined),
}

/// What to start, and with which JDK.
#[derive(Clone, Debug, Default)]
pub struct Launch {
    pub class_path: Option<String>,
    pub jdk: Option<PathBuf>,
    /// `-D` definitions.
    pub properties: Vec<(String, String)>,
    /// Where models of the user are.
    pub models: Vec<PathBuf>,
    pub program: Program,
    /// The method to explore instead of main.
    pub method: Option<Wanted>,
    /// Arrays that are inputs are not explored beyond this length.
    pub array_length: u32,
    /// Folders, jars or sources of invariants.
    pub specs: Vec<PathBuf>,
    /// Sources with contracts.
    pub sources: Vec<PathBuf>,
    /// Methods whose contracts are taken for them.
    pub assumed: Patterns,
    /// Methods are checked: no class needs main.
    pub checks: bool,
    /// What runs in HotSpot only.
    pub concrete: Patterns,
}

#[derive(Debug, Default)]
pub struct Run {
    pub launch: Launch,
    pub stress_fork: Option<u64>,
    pub stress_gc: Option<u64>,
    /// Programs to run in this process instead of main, for tests.
    pub trials: Option<PathBuf>,
    pub stats: bool,
    /// Where to list the methods that were executed.
    pub methods: Option<PathBuf>,
    /// What is symbolic.
    pub symbolic: Vec<Source>,
    /// Where to write the path constraint.
    pub constraint: Vec<PathBuf>,
    /// Where to write what was lost of it.
    pub imprecision: Option<PathBuf>,
    /// Run more inputs than the one given.
    pub search: Option<Search>,
    /// Where inputs are kept, for how long to search for them, and what the program may do meanwhile.
    pub corpus: Option<PathBuf>,
    /// Not only inputs that cover new branches.
    pub keep_all: bool,
    pub time: Option<Duration>,
    pub allow_io: bool,
    pub arguments: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Inputs that take other paths.
    Explore,
    /// So many that take the same one.
    SamePath(u32),
}

#[derive(Clone, Debug)]
pub struct Verify {
    pub launch: Launch,
    pub properties: Vec<Property>,
    pub time: Duration,
    /// Bytes.
    pub memory: u64,
    /// Forks on one path.
    pub depth: u32,
    /// Forks of one instruction in one frame.
    pub loops: u32,
    pub order: Order,
    /// What the user wants merged; otherwise it depends.
    pub merge: Option<Level>,
    pub seed: u64,
    /// Worker processes.
    pub jobs: u32,
    /// This process is one of them.
    pub worker: bool,
    /// What the user named, where a worker gets it compiled.
    pub source: Option<Program>,
    pub stats: bool,
    /// Where to write what the solver is asked.
    pub log_queries: Option<PathBuf>,
    /// Files to write besides the report on standard output.
    pub json: Option<PathBuf>,
    pub witness: Option<PathBuf>,
    pub junit: Option<PathBuf>,
    /// Where to list the ends of all paths instead of judging them.
    pub paths: Option<PathBuf>,
    pub inputs_per: InputsPer,
    /// Compare exploring with and without merging, for tests.
    pub check_merging: bool,
    /// Against what the program would do to the outside.
    pub strength: Strength,
    pub arguments: Vec<String>,
}

/// Models beside what they stand for.
#[derive(Debug)]
pub struct ModelCheck {
    pub launch: Launch,
    /// How many for each model.
    pub inputs: u32,
    pub seed: u64,
    /// Only say which methods have built-in models.
    pub list: bool,
    /// Against what the methods would do to the outside.
    pub strength: Strength,
}

/// What a list of paths has an input for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputsPer {
    Path,
    /// Each side of a branch of a merged path that no input before takes.
    Branch,
}

#[derive(Debug)]
pub struct Confined {
    pub strength: Strength,
    pub folder: PathBuf,
    pub program: String,
    pub arguments: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub enum Program {
    #[default]
    None,
    Class(String),
    Jar(PathBuf),
    /// A source file, or a folder of them.
    Source(PathBuf),
}

/// How long arrays that are inputs get.
const ARRAY_LENGTH: u32 = 8;
const LONGEST_ARRAY: u32 = 10_000;

const HELP: &str = "\
Jacana executes Java programs on concrete and symbolic values.

usage:
  jacana run [options] Main [arguments...]        run the main class of a class path
  jacana run [options] -jar FILE [arguments...]   run the main class of a jar
  jacana run [options] File.java [arguments...]   compile a source file and run it
  jacana run [options] FOLDER [arguments...]      compile all sources below a folder and run the class with main
  jacana verify ...                               explore all paths: TRUE, FALSE with an input, or UNKNOWN
  jacana model-check ...                          compare models of your own with what they stand for
  jacana check ...                                check methods on every heap within a bound
  jacana test ...                                 write JUnit tests for classes
  jacana help | jacana run --help | jacana verify --help | jacana check --help | jacana model-check --help

Exit codes of jacana itself: 2 the program could not be run to its end (the reason is printed), 3 error in the
input or the tool. Otherwise `jacana run` ends with the exit code of the program.
";

const RUN_HELP: &str = "\
jacana run: executes a Java program on Jacana's interpreter, with the behaviour of `java -ea`.

usage: jacana run [options] (Main | -jar FILE | File.java | FOLDER) [arguments...]

options:
  -cp PATH, -classpath PATH, --class-path PATH
                 folders, jars and `folder/*`, separated by `:` (default: CLASSPATH, else the current folder)
  -jar FILE      run the Main-Class of a jar
  -Dname=value   set a system property
  --jdk DIR      the JDK to use (default: JAVA_HOME, else the `java` on PATH); JDK 17 or newer
  --models PATH  a folder or jar of classes, or sources, with methods that stand for others (docs/guide/model-check.md)
  --stats        say at the end how long starting took, how many instructions were executed, how fast, in how much memory
  --methods FILE list the methods that were executed: user or library; bytecode, native, model or native-model (a model of
                 a native method); class, name, descriptor
  -h, --help     this text

The same run with some of its input symbolic, for the path constraint (docs/guide/run.md):
  --symbolic SOURCE
                 what is symbolic, may be repeated: args, stdin, file:PATH, prop:NAME, or api (calls of the input APIs,
                 which are symbolic with any of the others, too; -Djacana.inputs=5,true gives their values)
  --constraint FILE
                 write the path constraint: SMT-LIB to a file that ends in .smt2, JSON to one in .json; may be repeated
  --imprecision FILE
                 write where code outside of Jacana's sight changed symbolic data: JSON to a file in .json, else text
  --concrete PATTERN
                 run matching methods in HotSpot only, as native methods are: `pkg.Class`, `pkg.Class.method`, `pkg.*`; may be
                 repeated. What they change of symbolic data is reported. Static initialisers are interpreted all the same.
  --explore      run more inputs: one condition of the path turned around at a time, solved, run from the start; those that
                 cover new branches are kept in --corpus DIR, from which a later search goes on
  --same-path N  find N inputs that take the same path and share as little as possible with this one, into --corpus DIR;
                 each is confirmed by a run
  --corpus DIR   the folder of inputs of --explore and --same-path
  --keep-all     --explore keeps every input that it runs
  --time SECONDS end --explore after this time (default: 60)
  --allow-io     let the program write files, open sockets and start processes in the runs of --explore and --same-path

examples:
  jacana run examples/Inventory.java
  jacana run -cp build/classes:lib/gson.jar com.example.Main input.json
  jacana run -jar tool.jar --verbose
  jacana run -Djava.library.path=native src/
  jacana run --symbolic args --constraint path.smt2 -cp build/classes com.example.Main 42 yes
  jacana run --symbolic file:in.xml --symbolic stdin --imprecision lost.txt -jar tool.jar in.xml < answers.txt
  jacana run --symbolic file:in.xml --explore --corpus found --time 120 -jar tool.jar in.xml
";

const VERIFY_HELP: &str = "\
jacana verify: explores all paths of a program over its nondeterministic inputs and answers, for each property,
TRUE, FALSE with an input that a real JVM confirms, or UNKNOWN with the reasons.

usage: jacana verify [options] (Main | -jar FILE | File.java | FOLDER) [arguments...]
       jacana verify [options] 'pkg.Class.method' | 'pkg.Class.method(int,String[])'
       jacana verify [options] (File.java | FOLDER | -jar FILE) --method 'Class.method'

options:
  -cp PATH, -jar FILE, -Dname=value, --jdk DIR, --models PATH
                  as for `jacana run`
  --property P    assert, runtime-exception or all (default: all)
  --method M      explore this method on all arguments (primitives, Strings, boxes and arrays of them; null
                  is one of them) instead of main: `method`, `Class.method`, with types where overloaded
  --array-length N
                  of arrays that are inputs, explore loops over up to this many elements (default: 8)
  --time SECONDS  give up after this time (default: 60)
  --memory MB     give up when this much memory is in use (default: 3072)
  --depth N       end a path that wants to fork more than N times (default: no limit)
  --loop N        end a path on which one instruction wants to fork more than N times in one call of its method, such
                  as the condition of a loop (default: no limit)
  --search ORDER  which state goes next: mixed, dfs, bfs, coverage or random (default: mixed,
                  which is dfs that now and then takes the oldest state)
  --merge LEVEL   paths that meet again go on as one: off, basic (sides that meet in their method, without calls), calls,
                  single-path (also if a side throws), returns (also sides that return). Default: returns and off in turns
                  until one of them answers; with --jobs returns for about a second, then off
  --seed N        of the random order (default: 0)
  --jobs N        share the work among N processes; each gets its part of the memory (default: 1)
  --allow-io      let the program write files, open sockets and start processes, on every path and in every replay
                  (default: refused, such a path ends as unknown)
  --stats         print figures of the exploration
  --log-queries DIR
                  write what the solver is asked into a new folder below DIR: one SMT-LIB file per query with its
                  answer and time, at most 20,000 files and 256 MB for each process
  --json FILE     write everything about the run as JSON (docs/guide/json.md)
  --witness FILE  write an SV-COMP witness (GraphML 1.0): of the violation, else of the property that holds
  --junit DIR     write a JUnit 5 test for each violation, with what it needs besides the program and JUnit
  --paths FILE    judge nothing, but list how every path ends and on which inputs, one line each (docs/guide/verify.md)
  --inputs-per UNIT
                  of paths that are listed and were merged, an input for each path (the default) or for each side of a
                  branch on it that no input before takes: path or branch, which merges unless --merge says otherwise
  -h, --help      this text

Inputs are the calls of jacana.Jacana, org.sosy_lab.sv_benchmarks.Verifier, org.cprover.CProver and
gov.nasa.jpf.symbc.Debug, and the answers of generators of random numbers without a seed; of a method, its arguments.
Exit codes: 0 all properties hold, 1 a violation was found, 2 unknown, 3 error in the input or the tool. Ctrl-C ends with what is
known so far; a second one ends at once.

examples:
  jacana verify examples/Buckets.java
  jacana verify -cp build/classes --property assert --time 20 Main
  jacana verify --stats --json run.json --junit src/test/java -cp build/classes com.example.Main
  jacana verify --witness witness.graphml --property assert tasks/Example
  jacana verify -cp build/classes 'com.example.Text.indent(String,int)'
  jacana verify src/Search.java --method binarySearch
";

const MODEL_CHECK_HELP: &str = "\
jacana model-check: compares models with the methods that they stand for, on generated inputs in a JVM: what they return or throw, and what
they leave in objects that they were given.

usage: jacana model-check --models PATH [options]

options:
  --models PATH   a folder or jar of classes, or sources, with methods marked @jacana.ModelOf (docs/guide/model-check.md)
  -cp PATH, -Dname=value, --jdk DIR
                  as for `jacana run`
  --list          only list the methods of the JDK that have a built-in model
  --inputs N      how many inputs for each model (default: 1000)
  --seed N        other inputs (default: 0)
  --allow-io      let the methods write files, open sockets and start processes (default: refused)
  -h, --help      this text

Exit codes: 0 all are equal on all inputs, 1 a difference was found (with its input), 2 no inputs could be made for a model, 3 error in the
input or the tool.

examples:
  jacana model-check --models src/models -cp build/classes
  jacana model-check --models NegateModel.java -cp build/classes -Djava.library.path=native --inputs 10000
";

pub fn parse(arguments: &[String]) -> Result<Command> {
    match arguments.first().map(String::as_str) {
        None | Some("help" | "-h" | "--help") => Ok(Command::Help(HELP)),
        Some("run") => parse_run(&arguments[1..]),
        Some("verify") => parse_verify(&arguments[1..]),
        Some("model-check") => parse_model_check(&arguments[1..]),
        Some("check") => check_options::parse(&arguments[1..]),
        Some("test") => test_options::parse(&arguments[1..]),
        Some("confined") => parse_confined(&arguments[1..]),
        Some(other) => bail!("unknown command `{other}` (try `jacana help`)"),
    }
}

fn parse_run(arguments: &[String]) -> Result<Command> {
    let mut run = Run::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-h" | "--help" => return Ok(Command::Help(RUN_HELP)),
            "--stress-fork" => run.stress_fork = Some(instructions(argument, value(argument, &mut rest)?)?),
            "--stress-gc" => run.stress_gc = Some(instructions(argument, value(argument, &mut rest)?)?),
            "--symbolic" => run.symbolic.push(Source::parse(value(argument, &mut rest)?)?),
            "--constraint" => run.constraint.push(crate::follow::constraint_file(value(argument, &mut rest)?)?),
            "--concrete" => run.launch.concrete.add(value(argument, &mut rest)?),
            "--explore" => run.search = Some(Search::Explore),
            "--same-path" => run.search = Some(Search::SamePath(count(argument, value(argument, &mut rest)?)?)),
            "--keep-all" => run.keep_all = true,
            "--corpus" => run.corpus = Some(value(argument, &mut rest)?.into()),
            "--time" => run.time = Some(seconds(value(argument, &mut rest)?)?),
            "--allow-io" => run.allow_io = true,
            "--imprecision" => run.imprecision = Some(value(argument, &mut rest)?.into()),
            "--trials" => run.trials = Some(value(argument, &mut rest)?.into()),
            "--stats" => run.stats = true,
            "--methods" => run.methods = Some(value(argument, &mut rest)?.into()),
            _ => {
                if parse_launch(&mut run.launch, "run", argument, &mut rest)? == Parsed::Program {
                    break;
                }
            }
        }
    }
    need_program(&run.launch, "run")?;
    if run.symbolic.is_empty() && (!run.constraint.is_empty() || run.imprecision.is_some()) {
        bail!("--constraint and --imprecision need something symbolic (see --symbolic)");
    }
    check_search(&run)?;
    run.arguments = rest.cloned().collect();
    Ok(Command::Run(Box::new(run)))
}

fn parse_verify(arguments: &[String]) -> Result<Command> {
    let mut verify = Verify {
        launch: Launch { array_length: ARRAY_LENGTH, ..Launch::default() },
        properties: Property::ALL.to_vec(),
        time: Duration::from_secs(60),
        memory: 3 << 30,
        depth: u32::MAX,
        loops: u32::MAX,
        order: Order::default(),
        merge: None,
        seed: 0,
        jobs: 1,
        worker: false,
        source: None,
        stats: false,
        log_queries: None,
        json: None,
        witness: None,
        junit: None,
        paths: None,
        inputs_per: InputsPer::Path,
        check_merging: false,
        strength: Strength::Files,
        arguments: Vec::new(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-h" | "--help" => return Ok(Command::Help(VERIFY_HELP)),
            "--property" => verify.properties = properties(value(argument, &mut rest)?)?,
            "--time" => verify.time = seconds(value(argument, &mut rest)?)?,
            "--memory" => verify.memory = megabytes(value(argument, &mut rest)?)?,
            "--depth" => verify.depth = count(argument, value(argument, &mut rest)?)?,
            "--loop" => verify.loops = count(argument, value(argument, &mut rest)?)?,
            "--search" => verify.order = order(value(argument, &mut rest)?)?,
            "--merge" => verify.merge = Some(level(value(argument, &mut rest)?)?),
            "--jobs" => verify.jobs = count(argument, value(argument, &mut rest)?)?,
            "--seed" => verify.seed = seed(value(argument, &mut rest)?)?,
            "--allow-io" => verify.strength = Strength::Nothing,
            "--paths" => verify.paths = Some(value(argument, &mut rest)?.into()),
            "--inputs-per" => verify.inputs_per = inputs_per(value(argument, &mut rest)?)?,
            "--check-merging" => verify.check_merging = true,
            "--confine" => verify.strength = strength(value(argument, &mut rest)?)?,
            "--stats" => verify.stats = true,
            "--method" => verify.launch.method = Some(Wanted::parse(value(argument, &mut rest)?)?),
            "--array-length" => verify.launch.array_length = length(value(argument, &mut rest)?)?,
            "--log-queries" => verify.log_queries = Some(value(argument, &mut rest)?.into()),
            "--json" => verify.json = Some(value(argument, &mut rest)?.into()),
            "--witness" => verify.witness = Some(value(argument, &mut rest)?.into()),
            "--junit" => verify.junit = Some(value(argument, &mut rest)?.into()),
            _ => {
                if parse_launch(&mut verify.launch, "verify", argument, &mut rest)? == Parsed::Program {
                    break;
                }
            }
        }
    }
    if let Some("--method") = rest.as_slice().first().map(String::as_str) {
        rest.next();
        verify.launch.method = Some(Wanted::parse(value("--method", &mut rest)?)?);
    }
    if let Program::Class(name) = &verify.launch.program
        && name.contains('(')
    {
        verify.launch.method = Some(Wanted::parse(name)?);
        verify.launch.program = Program::None;
    }
    let has_class = verify.launch.method.as_ref().is_some_and(|method| method.class.is_some());
    if !has_class {
        need_program(&verify.launch, "verify")?;
    }
    if verify.jobs > 1 && verify.merge.is_some_and(|level| level != Level::Off) {
        bail!("--merge is for one process: leave --jobs out");
    }
    if verify.paths.is_some() && verify.jobs > 1 {
        bail!("--paths lists what one process explores: leave --jobs out");
    }
    if verify.inputs_per == InputsPer::Branch && verify.paths.is_none() {
        bail!("--inputs-per is for the list of --paths FILE");
    }
    verify.arguments = rest.cloned().collect();
    if verify.launch.method.is_some() && !verify.arguments.is_empty() {
        bail!("a method has no program arguments: `{}` is too much", verify.arguments.join(" "));
    }
    Ok(Command::Verify(Box::new(verify)))
}

fn parse_model_check(arguments: &[String]) -> Result<Command> {
    let strength = Strength::Files;
    let mut check = ModelCheck { launch: Launch::default(), inputs: 1000, seed: 0, list: false, strength };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "-h" | "--help" => return Ok(Command::Help(MODEL_CHECK_HELP)),
            "--list" => check.list = true,
            "--inputs" => check.inputs = count(argument, value(argument, &mut rest)?)?,
            "--seed" => check.seed = seed(value(argument, &mut rest)?)?,
            "--allow-io" => check.strength = Strength::Nothing,
            _ => {
                if parse_launch(&mut check.launch, "model-check", argument, &mut rest)? == Parsed::Program {
                    bail!("`{argument}` is not needed: the models say what they stand for");
                }
            }
        }
    }
    if check.launch.models.is_empty() && !check.list {
        bail!("no models given: --models PATH (try `jacana model-check --help`)");
    }
    Ok(Command::ModelCheck(Box::new(check)))
}

fn parse_confined(arguments: &[String]) -> Result<Command> {
    let [by, folder, program, arguments @ ..] = arguments else {
        bail!("usage: jacana confined STRENGTH FOLDER PROGRAM [arguments...]");
    };
    Ok(Command::Confined(Confined {
        strength: strength(by)?,
        folder: folder.into(),
        program: program.clone(),
        arguments: arguments.to_vec(),
    }))
}

fn level(name: &str) -> Result<Level> {
    match Level::by_name(name) {
        Some(level) => Ok(level),
        None => bail!("unknown level `{name}` of merging: there are {}", Level::ALL.map(Level::name).join(", ")),
    }
}

fn inputs_per(name: &str) -> Result<InputsPer> {
    match name {
        "path" => Ok(InputsPer::Path),
        "branch" => Ok(InputsPer::Branch),
        other => bail!("inputs per `{other}`: there are path and branch"),
    }
}

fn strength(name: &str) -> Result<Strength> {
    match Strength::ALL.iter().find(|(n, _)| *n == name) {
        Some(&(_, strength)) => Ok(strength),
        None => bail!("unknown strength `{name}`: there are natives, calls and files"),
    }
}

fn check_search(run: &Run) -> Result<()> {
    match run.search {
        Some(_) if run.symbolic.is_empty() => {
            bail!("--explore and --same-path need something symbolic (see --symbolic)")
        }
        Some(_) if run.corpus.is_none() => bail!("--explore and --same-path need a folder for inputs: --corpus DIR"),
        Some(_) if !run.constraint.is_empty() || run.imprecision.is_some() => {
            bail!("--constraint and --imprecision are of one run: leave --explore and --same-path out")
        }
        search if run.keep_all && search != Some(Search::Explore) => bail!("--keep-all is for --explore"),
        None if run.corpus.is_some() => bail!("--corpus is for --explore and --same-path"),
        Some(_) | None => Ok(()),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parsed {
    Option,
    /// The program was named: what follows is its own.
    Program,
}

fn parse_launch(launch: &mut Launch, command: &str, argument: &str, rest: &mut Iter<String>) -> Result<Parsed> {
    match argument {
        "-cp" | "-classpath" | "--class-path" => launch.class_path = Some(value(argument, rest)?.clone()),
        "--jdk" => launch.jdk = Some(value(argument, rest)?.into()),
        "--models" => launch.models.push(value(argument, rest)?.into()),
        "-ea" => {}
        "-jar" => {
            launch.program = Program::Jar(value(argument, rest)?.into());
            return Ok(Parsed::Program);
        }
        option if option.starts_with("-D") => launch.properties.push(property(&option[2..])),
        option if option.starts_with('-') => bail!("unknown option `{option}` (try `jacana {command} --help`)"),
        program => {
            launch.program = program_named(program);
            return Ok(Parsed::Program);
        }
    }
    Ok(Parsed::Option)
}

/// Takes an option that says what to start, if it is one.
pub fn launch_option(launch: &mut Launch, option: &str, rest: &mut Iter<String>) -> Result<bool> {
    match option {
        "-cp" | "-classpath" | "--class-path" => launch.class_path = Some(value(option, rest)?.clone()),
        "--jdk" => launch.jdk = Some(value(option, rest)?.into()),
        _ if option.starts_with("-D") => launch.properties.push(property(&option[2..])),
        _ => return Ok(false),
    }
    Ok(true)
}

pub fn value<'a>(option: &str, rest: &mut Iter<'a, String>) -> Result<&'a String> {
    match rest.next() {
        Some(value) => Ok(value),
        None => bail!("option {option} needs a value (try --help)"),
    }
}

fn need_program(launch: &Launch, command: &str) -> Result<()> {
    if matches!(launch.program, Program::None) {
        bail!("no program given: name a main class, a jar, a source file or a folder (try `jacana {command} --help`)");
    }
    Ok(())
}

fn properties(name: &str) -> Result<Vec<Property>> {
    if name == "all" {
        return Ok(Property::ALL.to_vec());
    }
    match Property::ALL.into_iter().find(|p| p.name() == name) {
        Some(property) => Ok(vec![property]),
        None => {
            let names = Property::ALL.iter().map(|p| p.name()).chain(["all"]);
            bail!("unknown property `{name}`: there are assert, runtime-exception and all{}", did_you_mean(name, names))
        }
    }
}

fn order(name: &str) -> Result<Order> {
    match Order::by_name(name) {
        Some(order) => Ok(order),
        None => bail!("unknown search order `{name}`: there are {}", Order::ALL.map(Order::name).join(", ")),
    }
}

pub fn seed(text: &str) -> Result<u64> {
    match text.parse() {
        Ok(seed) => Ok(seed),
        Err(_) => bail!("--seed needs a number from 0 on, not `{text}`"),
    }
}

pub fn count(option: &str, text: &str) -> Result<u32> {
    match text.parse() {
        Ok(count @ 1..) => Ok(count),
        _ => bail!("{option} needs a positive number, not `{text}`"),
    }
}

pub fn megabytes(text: &str) -> Result<u64> {
    match text.parse::<u64>() {
        Ok(megabytes @ 1..) => Ok(megabytes << 20),
        _ => bail!("--memory needs a positive number of megabytes, not `{text}`"),
    }
}

fn length(text: &str) -> Result<u32> {
    match text.parse() {
        Ok(length @ 0..=LONGEST_ARRAY) => Ok(length),
        _ => bail!("--array-length needs a number from 0 to {LONGEST_ARRAY}, not `{text}`"),
    }
}

pub fn seconds(text: &str) -> Result<Duration> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds.is_finite() => Ok(Duration::from_secs_f64(seconds)),
        _ => bail!("--time needs a positive number of seconds, not `{text}`"),
    }
}

fn instructions(option: &str, text: &str) -> Result<u64> {
    match text.parse() {
        Ok(n @ 1..) => Ok(n),
        _ => bail!("{option} needs a positive number of instructions, not `{text}`"),
    }
}

pub fn property(definition: &str) -> (String, String) {
    let (name, value) = definition.split_once('=').unwrap_or((definition, ""));
    (name.into(), value.into())
}

fn program_named(name: &str) -> Program {
    let path = PathBuf::from(name);
    if name.ends_with(".java") || path.is_dir() {
        return Program::Source(path);
    }
    Program::Class(name.into())
}
