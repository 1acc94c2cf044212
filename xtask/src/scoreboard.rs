//! `cargo xtask scoreboard DIR`: `jacana verify` on a folder of SV-COMP tasks, several at a time, each under limits of
//! time and memory, scored as the competition does. It fails when an answer differs from its label.

mod options;
mod row;
mod run;
pub mod shared;
mod sheet;
mod table;
pub mod turns;
pub mod unknown;

use std::env;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use differential::Tools;
use differential::tools::workspace;
use options::{Options, Request};

use crate::Shown;
use crate::verify::task::tasks_below;

const FEWEST_TASKS: usize = 30;

pub fn scoreboard(words: &[&str]) -> ExitCode {
    match options::parse(words) {
        Ok(Request::Table(path)) => {
            print!("{}", table::report(&sheet::read(&path)));
            ExitCode::SUCCESS
        }
        Ok(Request::Run(options)) => score(&options),
        Err(problem) => {
            eprintln!("xtask: {problem}\n{}", options::USAGE);
            ExitCode::FAILURE
        }
    }
}

/// `cargo xtask show verify`: the tasks of fixtures/verify/tasks.
pub fn figures(_: &[&str]) -> Shown {
    let options = Options::new(workspace().join("fixtures/verify/tasks"));
    let tasks = tasks_below(&options.folder);
    let rows = run::answers(&Tools::find(), &tasks, &options);
    let enough = tasks.len() >= FEWEST_TASKS && !rows.iter().any(|row| row.mark().is_wrong());
    let mut lines = vec![format!("{} tasks, at least {FEWEST_TASKS}", tasks.len())];
    lines.extend(table::report(&rows).lines().map(str::to_string));
    Shown { lines, enough }
}

fn score(options: &Options) -> ExitCode {
    if let Some(jacana) = &options.jacana {
        start_again_with(jacana);
    }
    let all = tasks_below(&options.folder);
    let skipped: usize = all.iter().map(|task| task.skipped).sum();
    let tasks = options.selected(all);
    assert!(!tasks.is_empty(), "no such tasks in {}", options.folder.display());
    let rows = run::answers(&Tools::find(), &tasks, options);
    println!("{} tasks, {} verdicts; {skipped} labels of other properties skipped\n", tasks.len(), rows.len());
    print!("{}", table::report(&rows));
    if let Some(old) = &options.compare {
        print!("\n{}", table::changes(&sheet::read(old), &rows));
    }
    if rows.iter().any(|row| row.mark().is_wrong()) {
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// `Tools` finds the binary by `JACANA`, and a process must not change its own environment.
fn start_again_with(jacana: &Path) {
    if env::var_os("JACANA").is_some_and(|set| Path::new(&set) == jacana) {
        return;
    }
    let here = env::current_exe().expect("xtask is a file");
    let error = Command::new(here).args(env::args_os().skip(1)).env("JACANA", jacana).exec();
    panic!("cannot start again: {error}");
}
