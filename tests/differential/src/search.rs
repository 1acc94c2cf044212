//! `jacana verify` on the programs of fixtures/search: what it says of paths, reasons, verdicts, and how long it takes.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::process::{Exit, PATIENCE, run};
use crate::tools::{Tools, workspace};

/// What an exploration printed.
#[derive(Clone, Debug)]
pub struct Explored {
    /// The verdict lines.
    pub verdicts: Vec<String>,
    /// Why it is not complete, with counts.
    pub reasons: BTreeMap<String, u64>,
    /// Returned, threw, exited, assumed away.
    pub ends: [u64; 4],
    /// Differs if other paths ended, or in another order.
    pub order: String,
    pub solver_calls: u64,
    pub peak_megabytes: u64,
    pub time: Duration,
    pub exit: Exit,
    pub text: String,
}

impl Explored {
    pub fn paths(&self) -> u64 {
        self.ends.iter().sum()
    }
}

/// Runs `jacana verify --stats --merge off OPTIONS fixtures/search/NAME.java`: single paths are counted.
pub fn explore(tools: &Tools, name: &str, options: &[&str]) -> Explored {
    explore_with(tools, name, options, &[])
}

/// The program gets arguments.
pub fn explore_with(tools: &Tools, name: &str, options: &[&str], arguments: &[&str]) -> Explored {
    let mut command = tools.jacana();
    command.args(["verify", "--stats", "--merge", "off"]).args(options);
    command.arg(workspace().join("fixtures/search").join(name).with_extension("java")).args(arguments);
    let outcome = run(command, b"", PATIENCE);
    read(outcome.stdout_text() + &outcome.stderr_text(), outcome.time, outcome.exit)
}

/// Takes the figures from what was printed; what is not there is zero or empty.
pub fn read(text: String, time: Duration, exit: Exit) -> Explored {
    let after = |start: &str| text.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default();
    let number = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0);
    let named = |line: &str, name: &str| line.split_once(name).map_or(0, |(_, rest)| number(rest.trim_start()));
    let paths = after("paths ");
    let ends = ["returned ", "threw ", "exited ", "assumed away "].map(|name| named(paths, name));
    let order = paths.split_once("in order ").map_or("", |(_, rest)| rest.split([',', ' ']).next().unwrap_or(""));
    let reason = |line: &str| {
        let (reason, count) = line.strip_prefix("not complete: ")?.rsplit_once(" (")?;
        Some((reason.to_string(), number(count)))
    };
    Explored {
        verdicts: text.lines().filter(|line| line.starts_with("VERDICT: ")).map(str::to_string).collect(),
        reasons: text.lines().filter_map(reason).collect(),
        ends,
        order: order.to_string(),
        solver_calls: number(after("solver calls ")),
        peak_megabytes: named(after("time "), "peak memory "),
        time,
        exit,
        text,
    }
}
