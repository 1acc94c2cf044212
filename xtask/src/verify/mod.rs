//! Runs `jacana verify` on tasks in the format of SV-COMP and reads its verdicts. The scoreboard uses it, and the test
//! of fixtures/verify/tasks includes it by path. An answer counts only if it is in time and the exit code agrees.

pub mod classes;
pub mod task;
pub mod watch;

use std::time::Duration;

use differential::Tools;
use task::{Property, Task};
use watch::{End, Limits, Watched, watch};

/// The command keeps to its limit by itself, within 5%: later answers do not count, and soon after it is ended.
const TOLERANCE: f64 = 1.05;
const GRACE: Duration = Duration::from_secs(3);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    True,
    False,
    Unknown(String),
}

/// The answers in the order of the task's labels.
pub struct Verified {
    pub answers: Vec<Answer>,
    pub time: Duration,
    pub peak_bytes: u64,
    /// Candidates that the JVM did not confirm, `cause (N times)`.
    pub refused: Vec<String>,
    /// Properties with a proof without a bound, and after how many seconds it was there.
    pub proved: Vec<(String, f64)>,
}

/// One run for all properties of the task, with these words besides. `javac` is not part of the time.
pub fn verify(tools: &Tools, task: &Task, limits: Limits, words: &[&str]) -> Verified {
    let classes = match classes::classes(tools, task) {
        Ok(classes) => classes,
        Err(reason) => {
            let answers = task.labels.iter().map(|_| Answer::Unknown(reason.clone())).collect();
            return Verified { answers, time: Duration::ZERO, peak_bytes: 0, refused: Vec::new(), proved: Vec::new() };
        }
    };
    let mut command = tools.jacana();
    let properties: Vec<Property> = task.labels.iter().map(|label| label.property).collect();
    command.args(["verify", "--stats", "--property", asked(&properties)]).args(words);
    command.arg("--time").arg(limits.time.as_secs().to_string());
    command.arg("-cp").arg(classes).arg("Main");
    let watched = watch(command, Limits { time: limits.time + GRACE, ..limits });
    let answers = properties.iter().map(|property| answer(*property, &watched, limits.time)).collect();
    let refused = refusals(&watched.stdout).map(String::from).collect();
    let proved = watched.stdout.lines().filter_map(proof).collect();
    Verified { answers, time: watched.time, peak_bytes: watched.peak_bytes, refused, proved }
}

/// The line `proved PROPERTY after SECONDS s` of `--stats`.
fn proof(line: &str) -> Option<(String, f64)> {
    let (property, seconds) = line.strip_prefix("proved ")?.split_once(" after ")?;
    Some((property.into(), seconds.strip_suffix(" s")?.parse().ok()?))
}

fn asked(properties: &[Property]) -> &'static str {
    match properties {
        [property] => property.name(),
        _ => "all",
    }
}

fn answer(property: Property, watched: &Watched, limit: Duration) -> Answer {
    let verdict = verdicts(&watched.stdout).find(|(name, _)| *name == property.name()).map(|(_, answer)| answer);
    match (&watched.end, verdict) {
        (End::OverTime, _) => Answer::Unknown("killed: time".into()),
        (End::OverMemory, _) => Answer::Unknown("killed: memory".into()),
        (End::Signal(signal), _) => Answer::Unknown(format!("crash: signal {signal}")),
        (End::Code(_), None) => Answer::Unknown(format!("error: {}", watched.last_word())),
        (End::Code(code), Some(_)) if *code != agreed_code(&watched.stdout) => {
            Answer::Unknown(format!("exit code {code} does not fit the verdicts"))
        }
        (End::Code(_), Some(Answer::True | Answer::False)) if watched.time > limit.mul_f64(TOLERANCE) => {
            Answer::Unknown("late".into())
        }
        (End::Code(_), Some(answer)) => answer,
    }
}

/// The lines `VERDICT: TRUE(property)`, `FALSE(property)`, `UNKNOWN(property): reason`.
fn verdicts(stdout: &str) -> impl Iterator<Item = (&str, Answer)> {
    stdout.lines().filter_map(|line| {
        let (word, rest) = line.strip_prefix("VERDICT: ")?.split_once('(')?;
        let (property, reason) = rest.split_once(')')?;
        let answer = match word {
            "TRUE" => Answer::True,
            "FALSE" => Answer::False,
            "UNKNOWN" => Answer::Unknown(reason.trim_start_matches(':').trim().into()),
            _ => return None,
        };
        Some((property, answer))
    })
}

/// The lines of `--stats` about candidates.
fn refusals(stdout: &str) -> impl Iterator<Item = &str> {
    stdout
        .lines()
        .filter(|line| line.starts_with("perhaps no input of Java"))
        .chain(stdout.lines().filter_map(|line| line.strip_prefix("refused: ")))
}

/// Exit codes of `verify`: 1 with a violation, else 2 with an unknown, else 0.
fn agreed_code(stdout: &str) -> i32 {
    let code = |answer| match answer {
        Answer::True => 0,
        Answer::Unknown(_) => 1,
        Answer::False => 2,
    };
    match verdicts(stdout).map(|(_, answer)| code(answer)).max() {
        None | Some(0) => 0,
        Some(1) => 2,
        Some(_) => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watched(stdout: &str, code: i32, seconds: u64) -> Watched {
        let time = Duration::from_secs(seconds);
        Watched {
            end: End::Code(code),
            stdout: stdout.into(),
            stderr: "x\njacana: no main\n".into(),
            time,
            peak_bytes: 0,
        }
    }

    #[test]
    fn a_verdict_counts_if_it_is_in_time_and_the_exit_code_agrees() {
        let text = "hello\nVERDICT: TRUE(assert)\nVERDICT: UNKNOWN(runtime-exception): depth (1,000)\n";
        let limit = Duration::from_secs(20);
        let assert = |code, seconds| answer(Property::Assert, &watched(text, code, seconds), limit);
        assert_eq!(assert(2, 1), Answer::True);
        assert_eq!(assert(0, 1), Answer::Unknown("exit code 0 does not fit the verdicts".into()));
        assert_eq!(assert(2, 20), Answer::True);
        assert_eq!(assert(2, 22), Answer::Unknown("late".into()));
        let other = answer(Property::RuntimeException, &watched(text, 2, 1), limit);
        assert_eq!(other, Answer::Unknown("depth (1,000)".into()));
    }

    #[test]
    fn a_violation_decides_the_exit_code() {
        assert_eq!(agreed_code("VERDICT: UNKNOWN(assert): x\nVERDICT: FALSE(runtime-exception)\n"), 1);
        assert_eq!(agreed_code("VERDICT: TRUE(assert)\nVERDICT: TRUE(runtime-exception)\n"), 0);
    }

    #[test]
    fn no_verdict_is_an_error_with_the_last_line() {
        let answer = answer(Property::Assert, &watched("", 3, 1), Duration::from_secs(20));
        assert_eq!(answer, Answer::Unknown("error: jacana: no main".into()));
    }
}
