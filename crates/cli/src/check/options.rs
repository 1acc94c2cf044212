//! The command line of `jacana check`.

use crate::program::options::{Launch, Program, is_source, patterns};
use crate::values;
use anyhow::{Result, bail};
use clap::Args;
use explore::Level;
use explore::inputs::InputsPer;
use machine::reason::Measure;
use machine::shapes::{Bounds, Init};
use report::{Asked, Command};
use sandbox::Strength;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
A class says what its objects are like by a method `boolean repOK()` or `boolean invariant()`, or one that is marked with
@jacana.Invariant: that is assumed of receiver and arguments before a public method, and demanded afterwards. JML comments in
sources say more: requires, ensures, signals, assignable, invariant and so on. An exception that leaves a method is a violation
unless the method declares it. `jacana.Jacana.assume` and `assert` make a method a harness.
Exit codes: 0 all methods hold (perhaps within bounds), 1 a violation was found, 2 unknown, 3 error in the input or the tool.

Examples:
  jacana check -cp build/classes --n 5 'com.example.Tree.insert'
  jacana check src/Tree.java --k 2 Tree
  jacana check -cp build/classes 'com.example.*'
  jacana check -cp build/classes --source src --n 5 'com.example.Tree.insert'
  jacana check src/Tree.java --assume-contracts 'Tree.rotate*' Tree.insert
  jacana check --n 5 --specs specs 'java.util.TreeMap.put'
  jacana check -cp build/classes --n 4 --tests src/test/java 'com.example.Tree'
  jacana check -cp build/classes --n 4 --source src --html tree.html 'com.example.Tree.remove'";

/// Check methods on every heap within a bound: HOLDS, HOLDS WITHIN the bounds, VIOLATED with a heap that a real JVM confirms, or
/// UNKNOWN with the reasons
///
/// Receiver and arguments are symbolic: any objects, shared or not, null or not, found out as the method looks at them.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "jacana check [OPTIONS] [File.java | FOLDER] TARGET...", after_help = EXAMPLES)]
pub struct Check {
    #[command(flatten)]
    pub launch: Launch,
    /// Follow references at most N times from an argument, and look at N elements of an array (default: 3, if there is no --n)
    #[arg(long, value_name = "N", value_parser = values::count)]
    k: Option<u32>,
    /// At most N objects of each class (default: no limit)
    #[arg(long, value_name = "N", value_parser = values::count)]
    n: Option<u32>,
    /// End a path on which one instruction wants to fork more than N times in one call of its method without a new object of the
    /// heap
    #[arg(long = "loop", value_name = "N", default_value = "64", value_parser = values::count)]
    pub loops: u32,
    /// When a reference is settled: lazy (when it is read), lazier (null or not when it is read, which object when that is looked
    /// into) or lazier# (when somebody must know)
    #[arg(long, value_name = "LEVEL", default_value = "lazier#",
        value_parser = values::named(&Init::ALL.map(|init| (init.name(), init))))]
    init: Init,
    /// Give up on a method after this time, such as 90s or 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration)]
    pub time: Duration,
    /// Give up when this much memory is in use, such as 512M or 2G
    #[arg(long, value_name = "SIZE", default_value = "3G", value_parser = values::size)]
    pub memory: u64,
    /// Static fields of the class that are not final hold anything (default: what its initialiser gives them)
    #[arg(long)]
    pub globals: bool,
    /// A source or a folder of sources with contracts in JML comments (docs/guide/contracts.md): they are compiled again with
    /// code that checks them. Sources that are given as the program are read, too
    #[arg(long, value_name = "PATH")]
    source: Vec<PathBuf>,
    /// Calls of methods with a contract that match (com.example.*, Tree.insert) are replaced by it: what it requires is demanded at
    /// the call, what it makes assignable holds anything, what it ensures is assumed
    #[arg(long, value_name = "PATTERN")]
    assume_contracts: Vec<String>,
    /// A folder or jar of classes, or sources, with invariants of other classes: static methods marked @jacana.InvariantOf, which
    /// look into private fields by jacana.Inside
    #[arg(long, value_name = "PATH")]
    specs: Vec<PathBuf>,
    /// Paths that meet again on the same heap, with other numbers in it, go on as one: off, basic, calls, single-path or returns, as
    /// for verify. Cases stay what they are; paths become fewer
    #[arg(long, value_name = "LEVEL", default_value = "off", conflicts_with_all = ["cases", "states", "html", "tests"],
        value_parser = values::named(&Level::ON_HEAPS.map(|level| (level.name(), level))))]
    pub merge: Level,
    /// Write every case as a line of JSON: arguments, objects, the condition on their numbers, a solution
    #[arg(long, value_name = "FILE")]
    pub cases: Option<PathBuf>,
    /// Write the states of the symbolic heap along all paths as lines of JSON: at every line of the program, what its variables and
    /// the objects hold, and the state before
    #[arg(long, value_name = "FILE")]
    pub states: Option<PathBuf>,
    /// Say where the time went, by method and by line of the program, and write a page with a flame graph of it
    #[arg(long, value_name = "FILE")]
    pub profile: Option<PathBuf>,
    /// Write the whole report as JSON (docs/guide/json.md)
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// So many processes, each with methods of its own
    #[arg(long, value_name = "N", default_value = "1", value_parser = values::count)]
    pub jobs: u32,
    /// Write a page with pictures of the heap before and after each case, its condition and its trace through the source
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a JUnit 5 test of each violation, which passes as long as the bug is there
    #[arg(long, value_name = "DIR", conflicts_with = "tests")]
    junit: Option<PathBuf>,
    /// With --junit, write tests of inputs: for each path, for each side of a branch (branch), or also two for each condition of a
    /// decision, between which it alone decides (mcdc). With --merge a path may have many of them
    #[arg(long, value_name = "UNIT", requires = "junit", value_parser = values::named(&InputsPer::ALL))]
    pub inputs_per: Option<InputsPer>,
    /// Write a JUnit 5 test of each case: public constructors and methods make its heap, by a helper of ours only where no way was
    /// found; what is written was compiled and has passed
    #[arg(long, value_name = "DIR")]
    tests: Option<PathBuf>,
    /// Let the methods write files, open sockets and start processes, on every path and in every replay (default: refused, such a
    /// path ends without an answer)
    #[arg(long)]
    allow_io: bool,
    /// Let the program load native libraries and call them, confined like everything else (default: refused)
    #[arg(long)]
    allow_native: bool,
    /// Only look at paths within the bounds: guess no invariants of loops that have no clauses
    #[arg(long)]
    pub no_proofs: bool,
    /// Check every proof without a bound again, by an exploration of its own
    #[arg(long)]
    pub check_proofs: bool,
    /// Print figures of the exploration
    #[arg(long)]
    pub stats: bool,
    /// `Class.method`, `Class.method(int,Node)`, `Class` (its public methods) or `package.*`
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    #[arg(skip)]
    pub bounds: Bounds,
}

/// Where to write JUnit tests, and of what.
#[derive(Clone, Copy, Debug)]
pub enum Tests<'c> {
    OfCases(&'c Path),
    OfViolations(&'c Path),
}

impl<'c> Tests<'c> {
    pub fn folder(self) -> &'c Path {
        match self {
            Tests::OfCases(folder) | Tests::OfViolations(folder) => folder,
        }
    }
}

impl Check {
    /// Against what the methods would do to the outside.
    pub fn strength(&self) -> Strength {
        if self.allow_io { Strength::Nothing } else { Strength::Files }
    }

    /// What the words mean together, or what is wrong with them.
    pub fn finish(mut self) -> Result<Check> {
        let (sources, targets) = self.targets.iter().cloned().partition(|word| is_source(word));
        let sources: Vec<String> = sources;
        self.targets = targets;
        if let Some(source) = sources.last() {
            self.launch.program = Program::Source(source.into());
        }
        if self.targets.is_empty() {
            bail!("nothing to check: name a method, a class or a package (try `jacana check --help`)");
        }
        if self.profile.is_some() && self.jobs > 1 {
            bail!("--profile is about what one process does: leave --jobs out");
        }
        self.bounds = Bounds::of(self.k, self.n, self.init);
        self.launch.array_length = self.bounds.k.unwrap_or(u32::MAX).min(self.n.unwrap_or(u32::MAX));
        self.launch.checks = true;
        self.launch.allow_native = self.allow_native || self.allow_io;
        self.launch.sources = std::mem::take(&mut self.source);
        self.launch.specs = std::mem::take(&mut self.specs);
        self.launch.assumed = patterns(&self.assume_contracts);
        Ok(self)
    }

    /// What hints may offer more of.
    pub fn asked(&self) -> Asked {
        Asked { command: Command::Check, time: self.time, memory_bytes: self.memory, jobs: self.jobs }
    }

    /// Which of the bounds holds for elements of arrays.
    pub fn measure(&self) -> Measure {
        if self.bounds.k == Some(self.launch.array_length) { Measure::K } else { Measure::N }
    }

    /// Files and folders that are to be written.
    pub fn reports(&self) -> Vec<PathBuf> {
        let files = [&self.cases, &self.states, &self.json, &self.html, &self.junit, &self.tests, &self.profile];
        files.into_iter().flatten().cloned().collect()
    }

    pub fn tests(&self) -> Option<Tests<'_>> {
        let of_cases = self.tests.as_deref().map(Tests::OfCases);
        of_cases.or(self.junit.as_deref().map(Tests::OfViolations))
    }

    /// Somebody wants to know all cases, also those behind a violation.
    pub fn wants_all(&self) -> bool {
        self.html.is_some() || self.tests.is_some() || self.inputs_per.is_some()
    }

    /// Somebody wants cases, which a proof has none of.
    pub fn wants_cases(&self) -> bool {
        self.wants_all() || self.cases.is_some() || self.states.is_some()
    }
}
