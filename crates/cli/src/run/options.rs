//! The command line of `jacana run`.

use super::follow::{self, Source};
use crate::program::options::{Launch, Started, need_program, patterns};
use crate::values;
use anyhow::{Result, bail};
use clap::Args;
use sandbox::Strength;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Options stand before the program, as with `java`; everything behind it is the program's.
Exit codes: that of the program; 2 it could not be run to its end (the reason is printed), 3 error in the input or the tool.

Examples:
  jacana run examples/Inventory.java
  jacana run -cp build/classes:lib/gson.jar com.example.Main input.json
  jacana run -jar tool.jar --verbose
  jacana run -Djava.library.path=native src/
  jacana run --symbolic args --constraint path.smt2 -cp build/classes com.example.Main 42 yes
  jacana run --symbolic file:in.xml --symbolic stdin --imprecision lost.txt -jar tool.jar in.xml < answers.txt
  jacana run --symbolic file:in.xml --explore --corpus found --time 2m -jar tool.jar in.xml";

/// Run a program, with the behaviour of `java -ea`; with --symbolic, follow one path and find others
#[derive(Args, Debug, Default)]
#[command(
    override_usage = "jacana run [OPTIONS] (Main | -jar FILE | File.java | FOLDER) [ARGUMENTS]...",
    after_help = EXAMPLES
)]
pub struct Run {
    #[command(flatten)]
    pub launch: Launch,
    #[command(flatten)]
    started: Started,
    /// Say at the end how long starting took, how many instructions were executed, how fast, in how much memory; with --symbolic also
    /// in which classes, and how many of them on symbolic data
    #[arg(long)]
    pub stats: bool,
    /// List the methods that were executed: user or library; bytecode, native, model or native-model; class, name, descriptor
    #[arg(long, value_name = "FILE")]
    pub methods: Option<PathBuf>,
    /// What is symbolic: args, stdin, file:PATH, prop:NAME, or api (calls of the input APIs, which are symbolic with any of the
    /// others, too; -Djacana.inputs=5,true gives their values); may be repeated
    #[arg(long, value_name = "SOURCE", value_parser = Source::parse, help_heading = SYMBOLIC)]
    pub symbolic: Vec<Source>,
    /// Write the path constraint: SMT-LIB to a file that ends in .smt2, JSON to one in .json; may be repeated
    #[arg(long, value_name = "FILE", value_parser = follow::constraint_file, help_heading = SYMBOLIC)]
    pub constraint: Vec<PathBuf>,
    /// Write where code outside of Jacana's sight changed symbolic data: JSON to a file in .json, else text
    #[arg(long, value_name = "FILE", help_heading = SYMBOLIC)]
    pub imprecision: Option<PathBuf>,
    /// Run matching methods in HotSpot only, as native methods are: `pkg.Class`, `pkg.Class.method`, `pkg.*`; may be repeated.
    /// What they change of symbolic data is reported. Static initialisers are interpreted all the same
    #[arg(long, value_name = "PATTERN", help_heading = SYMBOLIC)]
    concrete: Vec<String>,
    /// Run more inputs: one condition of the path turned around at a time, solved, run from the start; those that cover new
    /// branches are kept in --corpus DIR, from which a later search goes on
    #[arg(long, help_heading = SYMBOLIC, conflicts_with = "same_path")]
    explore: bool,
    /// Find N inputs that take the same path and share as little as possible with this one, into --corpus DIR; each is
    /// confirmed by a run
    #[arg(long, value_name = "N", value_parser = values::count, help_heading = SYMBOLIC)]
    same_path: Option<u32>,
    /// The folder of inputs of --explore and --same-path
    #[arg(long, value_name = "DIR", help_heading = SYMBOLIC)]
    pub corpus: Option<PathBuf>,
    /// Write a page of --explore: inputs that were kept, how they ended, branches on symbolic data with the sides that were taken
    #[arg(long, value_name = "FILE", help_heading = SYMBOLIC)]
    pub html: Option<PathBuf>,
    /// --explore keeps every input that it runs
    #[arg(long, help_heading = SYMBOLIC)]
    pub keep_all: bool,
    /// End --explore after this time, such as 90s or 2m (default: 60s)
    #[arg(long, value_name = "TIME", value_parser = values::duration, help_heading = SYMBOLIC)]
    pub time: Option<Duration>,
    /// Let the program write files, open sockets and start processes in the runs of --explore and --same-path
    #[arg(long, help_heading = SYMBOLIC)]
    pub allow_io: bool,
    /// For tests: the state is forked after so many instructions.
    #[arg(long, hide = true, value_parser = values::large_count)]
    pub stress_fork: Option<u64>,
    /// For tests: a collection after so many instructions.
    #[arg(long, hide = true, value_parser = values::large_count)]
    pub stress_gc: Option<u64>,
    /// For tests: programs to run in this process instead of main.
    #[arg(long, hide = true)]
    pub trials: Option<PathBuf>,
    /// For tests: a schedule for the threads of a run on `java`.
    #[arg(long, hide = true)]
    pub turns: Option<PathBuf>,
    /// Run more inputs than the one given.
    #[arg(skip)]
    pub search: Option<Search>,
    #[arg(skip)]
    pub arguments: Vec<String>,
}

const SYMBOLIC: &str = "With some of the input symbolic (docs/guide/run.md)";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// Inputs that take other paths.
    Explore,
    /// So many that take the same one.
    SamePath(u32),
}

impl Run {
    /// One run is the program's own; many are ours.
    pub fn strength(&self) -> Strength {
        let is_ours = self.search.is_some() || self.turns.is_some();
        if !is_ours || self.allow_io { Strength::Nothing } else { Strength::Files }
    }

    /// What the words mean together, or what is wrong with them.
    pub fn finish(mut self) -> Result<Run> {
        self.arguments = self.started.apply(&mut self.launch);
        self.launch.concrete = patterns(&self.concrete);
        self.search = self.same_path.map(Search::SamePath).or(self.explore.then_some(Search::Explore));
        if self.trials.is_none() {
            need_program(&self.launch, "run")?;
        }
        if self.symbolic.is_empty() && (!self.constraint.is_empty() || self.imprecision.is_some()) {
            bail!("--constraint and --imprecision need something symbolic (see --symbolic)");
        }
        match self.search {
            Some(_) if self.symbolic.is_empty() => {
                bail!("--explore and --same-path need something symbolic (see --symbolic)")
            }
            Some(_) if self.corpus.is_none() => {
                bail!("--explore and --same-path need a folder for inputs: --corpus DIR")
            }
            Some(_) if !self.constraint.is_empty() || self.imprecision.is_some() => {
                bail!("--constraint and --imprecision are of one run: leave --explore and --same-path out")
            }
            search if self.html.is_some() && search != Some(Search::Explore) => bail!("--html is for --explore"),
            search if self.keep_all && search != Some(Search::Explore) => bail!("--keep-all is for --explore"),
            None if self.corpus.is_some() => bail!("--corpus is for --explore and --same-path"),
            Some(_) | None => Ok(self),
        }
    }
}
