//! The solver: random queries against Z3, floats against the CPU, logged queries against Z3 alone. They are tests and an
//! example of the crate `solver` with the feature `z3`, built by cargo, because this program does without libz3.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use differential::tools::workspace;
use differential::{Scratch, Tools};

use crate::Shown;
use crate::verify::task::tasks_below;

/// What a figure begins with in the output of a test.
const MARK: &str = "figure: ";

const QUERIES: usize = 100_000;
const FLOAT_OPERATIONS: usize = 1_150_000;

/// Seconds for each task that is logged.
const TIME: &str = "20";

pub fn against_z3(_: &[&str]) -> Shown {
    let mut test = cargo(&["test", "--release", "--package", "solver", "--features", "z3"]);
    test.args(["--test", "against_z3", "--test", "floats", "--", "--nocapture"]);
    test.env("QUERIES", QUERIES.to_string()).env("FLOAT_OPERATIONS", FLOAT_OPERATIONS.to_string());
    figures(test)
}

/// On the log in a folder, or on one of our own tasks.
pub fn queries(words: &[&str]) -> Shown {
    let scratch = Scratch::new("queries");
    let folder = match words {
        [] => {
            log_own_tasks(scratch.path());
            scratch.path().to_path_buf()
        }
        [folder, ..] => PathBuf::from(folder),
    };
    let mut example = cargo(&["run", "--release", "--package", "solver", "--features", "z3"]);
    example.args(["--example", "queries", "--"]).arg(folder);
    figures(example)
}

fn log_own_tasks(folder: &Path) {
    let tools = Tools::find();
    for task in tasks_below(&workspace().join("fixtures/verify/tasks")) {
        let sources = task.inputs.last().expect("a task has sources");
        let mut verify = Command::new(&tools.jacana);
        verify.args(["verify", "--time", TIME, "--log-queries"]).arg(folder).arg(sources);
        // An answer that is wrong or unknown is another figure's matter.
        verify.output().unwrap_or_else(|error| panic!("cannot start jacana: {error}"));
    }
}

fn cargo(arguments: &[&str]) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(workspace()).args(arguments);
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace().join("target"), PathBuf::from);
    cargo.env("Z3_LIBRARY_PATH_OVERRIDE", target.join("z3"));
    cargo
}

fn figures(mut command: Command) -> Shown {
    let output = command.output().unwrap_or_else(|error| panic!("cannot start cargo: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // A test's own line may stand before the figure.
    let mut lines: Vec<String> =
        text.lines().filter_map(|line| line.split_once(MARK)).map(|(_, figure)| figure.to_owned()).collect();
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        let told = text.lines().chain(errors.lines());
        lines.extend(told.filter(|line| line.contains("panicked") || line.starts_with("error")).map(str::to_owned));
    }
    Shown { enough: output.status.success() && !lines.is_empty(), lines }
}
