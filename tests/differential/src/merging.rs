//! `jacana verify --merge LEVEL` on the programs of fixtures/merging: paths by outcome, what was merged, how long it took.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use crate::fixture::files_below;
use crate::process::{PATIENCE, run};
use crate::search::{Explored, read};
use crate::tools::{Scratch, Tools, compile, workspace};

/// The programs, compiled once.
pub struct Programs<'t> {
    tools: &'t Tools,
    classes: PathBuf,
    _scratch: Scratch,
}

/// A program, its argument, and how its paths end: normally, by an exception, by an assumption.
pub struct Expected {
    pub name: &'static str,
    pub argument: &'static str,
    pub returned: u64,
    pub threw: u64,
    pub assumed_away: u64,
}

pub const fn one_path(name: &'static str, argument: &'static str) -> Expected {
    Expected { name, argument, returned: 1, threw: 0, assumed_away: 0 }
}

/// What each kind of cell, side and exit needs.
pub const SMALL: &[Expected] = &[
    one_path("FieldWrite", ""),
    one_path("ArrayWrite", ""),
    one_path("Allocation", ""),
    one_path("AllocationAndBranch", ""),
    one_path("VirtualCall", ""),
    one_path("EarlyReturn", ""),
    Expected { threw: 1, ..one_path("OneSideThrows", "") },
    Expected { assumed_away: 1, ..one_path("OneSideAssumes", "") },
    one_path("LoopInOneSide", ""),
    one_path("Cases", ""),
    one_path("Contradicted", ""),
    one_path("Counter", ""),
    one_path("Caught", ""),
    one_path("Appended", ""),
    one_path("ManySides", ""),
    one_path("Diamonds", "64"),
    Expected { threw: 1, ..one_path("WordCount", "7") },
];

/// What an exploration printed.
pub struct Merging {
    pub explored: Explored,
    /// States that became one with others.
    pub merged: u64,
    /// Why others did not, with counts.
    pub apart: BTreeMap<String, u64>,
    pub terms: u64,
    /// Counted, so the same on a busy machine.
    pub work: u64,
    /// What jacana says, so without the time that its process takes to start and end.
    pub seconds: f64,
    pub solver_seconds: f64,
}

impl<'t> Programs<'t> {
    /// The programs of all these folders of the repository.
    pub fn new(tools: &'t Tools, folders: &[&str]) -> Programs<'t> {
        let files = |folder: &&str| std::fs::read_dir(workspace().join(folder)).expect("the folder of the programs");
        let mut sources: Vec<PathBuf> =
            folders.iter().flat_map(files).map(|file| file.expect("a file").path()).collect();
        sources.retain(|file| file.extension().is_some_and(|ending| ending == "java"));
        sources.extend(files_below(&workspace().join("fixtures/verify/common")));
        sources.sort();
        Programs::of(tools, &sources)
    }

    /// These sources.
    pub fn of(tools: &'t Tools, sources: &[PathBuf]) -> Programs<'t> {
        let scratch = Scratch::new("merging");
        let classes = scratch.path().join("classes");
        compile(tools, sources, "", &classes);
        Programs { tools, classes, _scratch: scratch }
    }

    /// Runs `jacana verify --stats --merge LEVEL`; the program gets arguments.
    pub fn explore(&self, name: &str, level: &str, time: Duration, arguments: &str) -> Merging {
        self.explore_with(name, &["--merge", level], time, arguments)
    }

    pub fn explore_with(&self, name: &str, options: &[&str], time: Duration, arguments: &str) -> Merging {
        let mut command = self.tools.jacana();
        command.args(["verify", "--stats", "--time", &time.as_secs().to_string()]).args(options).arg("-cp");
        command.arg(&self.classes).arg(name).args(arguments.split_whitespace());
        let outcome = run(command, b"", time + PATIENCE);
        figures(read(outcome.stdout_text() + &outcome.stderr_text(), outcome.time, outcome.exit))
    }
}

impl Expected {
    /// Why what was explored is not what was expected; asserts must hold, and what throws must be found.
    pub fn difference(&self, merging: &Merging) -> Option<String> {
        let explored = &merging.explored;
        let exceptions = if self.threw == 0 { "TRUE" } else { "FALSE" };
        let verdicts = ["VERDICT: TRUE(assert)".to_string(), format!("VERDICT: {exceptions}(runtime-exception)")];
        if explored.ends != [self.returned, self.threw, 0, self.assumed_away] {
            return Some("other paths".into());
        }
        if explored.verdicts != verdicts {
            return Some(format!("not {}", verdicts.join(", ")));
        }
        (merging.merged < 2).then(|| "nothing was merged".into())
    }
}

fn figures(explored: Explored) -> Merging {
    let text = &explored.text;
    let after = |start: &str| text.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default();
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0);
    let seconds = |text: &str| text.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN);
    let reason = |line: &str| {
        let (reason, count) = line.strip_prefix("not merged: ")?.rsplit_once(" (")?;
        Some((reason.to_string(), number(count)))
    };
    Merging {
        merged: number(after("merged ")),
        apart: text.lines().filter_map(reason).collect(),
        work: number(after("work ")),
        terms: after("forks ").rsplit_once("terms ").map_or(0, |(_, rest)| number(rest)),
        seconds: seconds(after("time ")),
        solver_seconds: seconds(after("solver calls ").split_once(" in ").map_or("", |(_, rest)| rest)),
        explored,
    }
}
