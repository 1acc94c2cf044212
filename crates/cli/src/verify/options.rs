//! The command line of `jacana verify`.

use crate::program::options::{Launch, Program, Started, need_program};
use crate::values;
use anyhow::{Result, bail};
use clap::Args;
use explore::inputs::{Inputs, InputsFor, InputsPer};
use explore::{Level, Order, Property};
use machine::shapes::{Bounds, Init};
use prove::Plant;
use replay::driver::lookup::Wanted;
use report::{Asked, Command};
use sandbox::Strength;
use std::path::PathBuf;
use std::time::Duration;

/// The longest array that is an input may have.
const LONGEST_ARRAY: u32 = 10_000;

const EXAMPLES: &str = "\
Inputs are the calls of jacana.Jacana, org.sosy_lab.sv_benchmarks.Verifier, org.cprover.CProver and
gov.nasa.jpf.symbc.Debug, and the answers of generators of random numbers without a seed; of a method, its arguments.
Exit codes: 0 all properties hold, 1 a violation was found, 2 unknown, 3 error in the input or the tool. Ctrl-C ends with what is
known so far; a second one ends at once.

Examples:
  jacana verify examples/Buckets.java
  jacana verify -cp build/classes --property assert --time 20s Main
  jacana verify --stats --json run.json --junit src/test/java -cp build/classes com.example.Main
  jacana verify --witness witness.graphml --property assert tasks/Example
  jacana verify -cp build/classes 'com.example.Text.indent(String,int)'
  jacana verify src/Search.java --method binarySearch";

/// Explore all paths over the inputs of a program: for each property TRUE, FALSE with an input that a real JVM confirms, or
/// UNKNOWN with the reasons
#[derive(Args, Clone, Debug)]
#[command(
    override_usage = "jacana verify [OPTIONS] (Main | -jar FILE | File.java | FOLDER) [ARGUMENTS]...\n       \
                      jacana verify [OPTIONS] 'pkg.Class.method' | 'pkg.Class.method(int,String[])'\n       \
                      jacana verify [OPTIONS] (File.java | FOLDER | -jar FILE) --method 'Class.method'",
    after_help = EXAMPLES
)]
pub struct Verify {
    #[command(flatten)]
    pub launch: Launch,
    #[command(flatten)]
    started: Started,
    /// What must hold, with commas between: no AssertionError (assert) or RuntimeException (runtime-exception) leaves main or ends
    /// another thread, both of that (all), nothing that can be thrown does (uncaught), the program never stands still with threads that
    /// wait (deadlock), what threads share they access in an order (race). `all` is the first two alone
    #[arg(long, value_name = "P", default_value = "all", value_delimiter = ',', value_parser = values::named(&PROPERTIES))]
    property: Vec<Properties>,
    /// Explore this method on all arguments (primitives, Strings, boxes and arrays of them; null is one of them) instead of
    /// main: `method`, `Class.method`, with types where overloaded
    #[arg(long, value_name = "M", value_parser = Wanted::parse)]
    method: Option<Wanted>,
    /// Of arrays that are inputs, explore loops over up to this many elements
    #[arg(long, value_name = "N", default_value = "8", value_parser = array_length)]
    array_length: u32,
    /// Of objects that are inputs, follow references at most N times (default: 3, if there is no --n)
    #[arg(long, value_name = "N", value_parser = values::count)]
    k: Option<u32>,
    /// Of objects that are inputs, at most N of each class (default: no limit)
    #[arg(long, value_name = "N", value_parser = values::count)]
    n: Option<u32>,
    /// Give up after this time, such as 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration)]
    pub time: Duration,
    /// Give up when this much memory is in use, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "3G", value_parser = values::size)]
    pub memory: u64,
    /// End a path that wants to fork more than N times (default: no limit)
    #[arg(long, value_name = "N", value_parser = values::count)]
    depth: Option<u32>,
    /// End a path on which one instruction wants to fork more than N times in one call of its method, such as the condition of
    /// a loop (default: no limit)
    #[arg(long = "loop", value_name = "N", value_parser = values::count)]
    loops: Option<u32>,
    /// Of programs with threads, explore orders in which at most N times a thread goes on although the one that ran could have (default:
    /// no limit)
    #[arg(long, value_name = "N", value_parser = values::number)]
    preemptions: Option<u32>,
    /// Which state goes next; mixed is dfs that now and then takes the oldest state
    #[arg(long = "search", value_name = "ORDER", default_value = "mixed",
        value_parser = values::named(&Order::ALL.map(|order| (order.name(), order))))]
    pub order: Order,
    /// Paths that meet again go on as one: basic (sides that meet in their method, without calls), calls, single-path (also if
    /// a side throws), returns (also sides that return), lockstep (only paths that agree in positions and sizes).
    /// Default: returns and off in turns until one of them answers, later lockstep, too; with --jobs one process returns, the others off
    #[arg(long, value_name = "LEVEL", value_parser = values::named(&Level::ALL.map(|level| (level.name(), level))))]
    pub merge: Option<Level>,
    /// Merge at most N sides of one branch; more stay apart
    #[arg(long, value_name = "N", default_value = "64", value_parser = values::count)]
    pub merge_arms: u32,
    /// Merge branches inside of branches down to N levels
    #[arg(long, value_name = "N", default_value = "24", value_parser = values::count)]
    pub merge_depth: u32,
    /// Of the random order
    #[arg(long, value_name = "N", default_value = "0", value_parser = values::seed)]
    pub seed: u64,
    /// Share the work among N processes, each with its part of the memory: one merges paths and looks for proofs, the others take paths one by one
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::count)]
    pub jobs: u32,
    /// Let the program write files, open sockets and start processes, on every path and in every replay (default: refused, such
    /// a path ends as unknown)
    #[arg(long)]
    allow_io: bool,
    /// Let the program load native libraries and call them, confined like everything else (default: refused)
    #[arg(long)]
    allow_native: bool,
    /// Do without proofs of loops that have no last round (docs/internals/proofs.md)
    #[arg(long)]
    pub no_proofs: bool,
    /// Check every such proof again from the beginning, with a solver of its own, before it counts
    #[arg(long)]
    pub check_proofs: bool,
    /// Make every such proof wrong before it is checked: for tests
    #[arg(long, hide = true, requires = "check_proofs", value_parser = values::named(&PLANTS))]
    pub plant: Option<Plant>,
    /// Print figures of the exploration
    #[arg(long)]
    pub stats: bool,
    /// Write what the solver is asked into a new folder below DIR: one SMT-LIB file per query with its answer and time, at most
    /// 20,000 files and 256 MB for each process
    #[arg(long, value_name = "DIR")]
    pub log_queries: Option<PathBuf>,
    /// Say where the time went, by method and by line of the program, and write a page with a flame graph of it
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Write everything about the run as JSON (docs/guide/json.md)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write a page: violations with source lines, path and objects, what proofs rest on, figures
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write an SV-COMP witness (GraphML 1.0): of the violation, else of the property that holds
    #[arg(long, value_name = "FILE")]
    pub witness: Option<PathBuf>,
    /// Write a JUnit 5 test for each violation, with what it needs besides the program and JUnit
    #[arg(long, value_name = "DIR")]
    pub junit: Option<PathBuf>,
    /// Judge nothing, but list how every path ends and on which inputs, one line each (docs/internals/merging.md)
    #[arg(long, value_name = "FILE")]
    pub paths: Option<PathBuf>,
    /// With --paths, list inputs; with --junit, write a test of each, confirmed on the JVM: for each path, for each side of a
    /// branch that no input before takes (branch), or also two for each condition of a decision, between which it alone decides
    /// (mcdc). The last two merge paths unless --merge says otherwise
    #[arg(long, value_name = "UNIT", value_parser = values::named(&InputsPer::ALL))]
    pub inputs_per: Option<InputsPer>,
    /// For tests: compare exploring with and without merging.
    #[arg(long, hide = true)]
    pub check_merging: bool,
    /// For tests and for kernels that make trouble: how much of the confinement is asked for.
    #[arg(long, hide = true, value_parser = values::named(&Strength::ALL))]
    confine: Option<Strength>,
    /// What the user named, where a worker gets it compiled.
    #[arg(skip)]
    pub source: Option<Program>,
    #[arg(skip)]
    pub arguments: Vec<String>,
    /// What the user allowed, where a worker has its share of that.
    #[arg(skip)]
    pub asked: Option<Asked>,
}

const PLANTS: [(&str, Plant); 2] = [("fact", Plant::Fact), ("closure", Plant::Closure)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Properties {
    All,
    One(Property),
}

const PROPERTIES: [(&str, Properties); 6] = [
    ("assert", Properties::One(Property::Assert)),
    ("runtime-exception", Properties::One(Property::RuntimeException)),
    ("uncaught", Properties::One(Property::Uncaught)),
    ("deadlock", Properties::One(Property::Deadlock)),
    ("race", Properties::One(Property::Race)),
    ("all", Properties::All),
];

fn array_length(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(length @ 0..=LONGEST_ARRAY) => Ok(length),
        _ => Err(format!("needs a number from 0 to {LONGEST_ARRAY}, not `{text}`")),
    }
}

impl Verify {
    /// What the words mean together, or what is wrong with them.
    pub fn finish(mut self) -> Result<Verify> {
        self.arguments = self.started.apply(&mut self.launch);
        self.launch.array_length = self.array_length;
        self.launch.allow_native = self.allow_native || self.allow_io;
        self.launch.method = self.method.take();
        if let Some("--method") = self.arguments.first().map(String::as_str) {
            let Some(method) = self.arguments.get(1) else { bail!("option --method needs a value (try --help)") };
            self.launch.method = Some(Wanted::parse(method).map_err(anyhow::Error::msg)?);
            self.arguments.drain(..2);
        }
        if let Program::Class(name) = &self.launch.program
            && name.contains('(')
        {
            self.launch.method = Some(Wanted::parse(name).map_err(anyhow::Error::msg)?);
            self.launch.program = Program::None;
        }
        if self.launch.method.as_ref().is_none_or(|method| method.class.is_none()) {
            need_program(&self.launch, "verify")?;
        }
        if self.paths.is_some() && self.jobs > 1 {
            bail!("--paths lists what one process explores: leave --jobs out");
        }
        if self.profile.is_some() && self.jobs > 1 {
            bail!("--profile is about what one process does: leave --jobs out");
        }
        if self.inputs_per.is_some() && self.paths.is_none() && self.junit.is_none() {
            bail!("--inputs-per is for the list of --paths FILE and the tests of --junit DIR");
        }
        if self.inputs_per.is_some() && self.jobs > 1 {
            bail!("--inputs-per is about what one process explores: leave --jobs out");
        }
        if self.launch.method.is_some() && !self.arguments.is_empty() {
            bail!("a method has no program arguments: `{}` is too much", self.arguments.join(" "));
        }
        Ok(self)
    }

    pub fn properties(&self) -> Vec<Property> {
        let mut all: Vec<Property> = Vec::new();
        for property in &self.property {
            let meant = match property {
                Properties::All => Property::USUAL.to_vec(),
                Properties::One(property) => vec![*property],
            };
            all.extend(meant.into_iter().filter(|property| !all.contains(property)).collect::<Vec<_>>());
        }
        all
    }

    /// Whether loops and recursive calls may be generalised. A proof says nothing of the depth of calls, and an overflow of the stack is
    /// something that can be thrown; nor does it look at several threads.
    pub fn wants_proofs(&self) -> bool {
        !self.no_proofs && self.properties().iter().all(|property| Property::USUAL.contains(property))
    }

    /// What hints may offer more of.
    pub fn asked(&self) -> Asked {
        let own = Asked { command: Command::Verify, time: self.time, memory_bytes: self.memory, jobs: self.jobs };
        self.asked.unwrap_or(own)
    }

    /// How far objects that are inputs are explored.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.k, self.n, Init::default())
    }

    /// What inputs are wanted for, if not for violations alone.
    pub fn inputs(&self) -> Option<Inputs> {
        let purpose = if self.paths.is_some() { InputsFor::List } else { InputsFor::Tests };
        self.inputs_per.map(|per| Inputs::new(per, purpose))
    }

    /// All inputs become tests, not only those of violations.
    pub fn wants_tests(&self) -> bool {
        self.inputs_per.is_some() && self.paths.is_none()
    }

    /// Switches of threads on one path that nothing demands.
    pub fn preemptions(&self) -> u32 {
        self.preemptions.unwrap_or(u32::MAX)
    }

    /// Forks on one path.
    pub fn depth(&self) -> u32 {
        self.depth.unwrap_or(u32::MAX)
    }

    /// Forks of one instruction in one frame.
    pub fn loops(&self) -> u32 {
        self.loops.unwrap_or(u32::MAX)
    }

    /// Files and folders that are to be written.
    pub fn reports(&self) -> Vec<PathBuf> {
        [&self.json, &self.html, &self.witness, &self.junit, &self.paths, &self.log_queries, &self.profile]
            .into_iter()
            .flatten()
            .cloned()
            .collect()
    }

    /// Against what the program would do to the outside.
    pub fn strength(&self) -> Strength {
        if self.allow_io { Strength::Nothing } else { self.confine.unwrap_or(Strength::Files) }
    }
}
