//! CPU time of a program, which other work on the machine disturbs least.

use std::process::Command;
use std::time::Duration;

use crate::process::Outcome;
use crate::program::Program;

/// Runs a command below a shell, which says at the end what its children used.
pub fn timed(program: &Program, command: Command, limit: Duration) -> (Outcome, Duration) {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "\"$@\"; code=$?; times >&2; exit $code", "sh"])
        .arg(command.get_program())
        .args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let mut outcome = program.start(shell, limit);
    let text = outcome.stderr_text();
    let mut lines: Vec<&str> = text.lines().collect();
    let used = lines.pop().map(cpu_time).unwrap_or_default();
    // The shell's own times.
    lines.pop();
    outcome.stderr = lines.iter().flat_map(|line| format!("{line}\n").into_bytes()).collect();
    (outcome, used)
}

/// `0m1.230s 0m0.050s`: user and system.
fn cpu_time(line: &str) -> Duration {
    let one = |text: &str| {
        let (minutes, seconds) = text.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    Duration::from_secs_f64(line.split_whitespace().filter_map(one).sum())
}
