//! Times: hello world, and CPU-bound programs over `java -Xint`. Both sides are measured in turns in one run, in CPU time, which
//! other work on the machine disturbs least.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use differential::compare::difference;
use differential::fixture::{entries, fixtures_named, stem};
use differential::tools::{compile, workspace};
use differential::{Mode, Outcome, Program, Scratch, Tools};

use crate::Shown;

const HELLO_RUNS: usize = 7;
const HELLO_LIMIT: Duration = Duration::from_millis(600);
const SPEED_RUNS: usize = 3;
const SPEED_LIMIT: Duration = Duration::from_secs(300);

pub fn hello(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("hello");
    let program = fixtures_named(&tools, &scratch, &["Hello"]).remove(0);
    let times = (0..HELLO_RUNS).map(|_| program.on_jacana(&tools, Mode::Plain).time).collect();
    let java = (0..HELLO_RUNS).map(|_| program.on_java(&tools).time).collect();
    let (time, java) = (median(times), median(java));
    let line = format!(
        "median of {HELLO_RUNS}: jacana {:.3} s, at most {:.1} s; java {:.3} s",
        time.as_secs_f64(),
        HELLO_LIMIT.as_secs_f64(),
        java.as_secs_f64()
    );
    Shown { lines: vec![line], enough: time <= HELLO_LIMIT }
}

/// Only a difference in output is short: the bar for speed is not set yet. `--out FILE` keeps the figures, `--compare FILE` shows
/// them beside those kept of another commit; more words select programs.
pub fn speed(words: &[&str]) -> Shown {
    let Asked { names, out, compare } = asked(words);
    let tools = Tools::find();
    let scratch = Scratch::new("speed");
    let sources: Vec<PathBuf> = entries(&workspace().join("benches"));
    compile(&tools, &sources, "", scratch.path());
    let before = compare.map(read_report).unwrap_or_default();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let mut ratios: BTreeMap<String, f64> = BTreeMap::new();
    for name in
        sources.iter().map(|source| stem(source)).filter(|name| names.is_empty() || names.contains(&name.as_str()))
    {
        let program =
            Program { main: name.clone(), name, class_path: vec![scratch.path().to_path_buf()], ..Program::default() };
        match measure(&tools, &program) {
            Ok((java, jacana)) => {
                let ratio = jacana.as_secs_f64() / java.as_secs_f64();
                let then = before.get(&program.name).map_or(String::new(), |then| format!(", before {then:6.2}"));
                shown.lines.push(format!(
                    "{:11} java -Xint {:6.2} s, jacana {:6.2} s, ratio {ratio:6.2}{then}",
                    program.name,
                    java.as_secs_f64(),
                    jacana.as_secs_f64()
                ));
                ratios.insert(program.name, ratio);
            }
            Err(text) => {
                shown.enough = false;
                shown.lines.push(text);
            }
        }
    }
    let both: Vec<f64> = ratios.keys().filter_map(|name| before.get(name).copied()).collect();
    let then = if both.is_empty() { String::new() } else { format!(", before {:.2}", geometric_mean(both)) };
    let mean = geometric_mean(ratios.values().copied());
    shown.lines.push(format!("geometric mean of {}: {mean:.2}{then}", ratios.len()));
    if let Some(out) = out {
        write_report(out, &ratios);
    }
    shown
}

struct Asked<'a> {
    names: Vec<&'a str>,
    out: Option<&'a str>,
    compare: Option<&'a str>,
}

fn asked<'a>(words: &[&'a str]) -> Asked<'a> {
    let mut asked = Asked { names: Vec::new(), out: None, compare: None };
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        match word {
            "--out" => asked.out = words.next(),
            "--compare" => asked.compare = words.next(),
            name => asked.names.push(name),
        }
    }
    asked
}

/// The commit, then a line `NAME RATIO` for each program.
fn write_report(file: &str, ratios: &BTreeMap<String, f64>) {
    let commit = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
    let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let lines: String = ratios.iter().map(|(name, ratio)| format!("{name} {ratio:.3}\n")).collect();
    fs::write(file, format!("commit {commit}{lines}")).unwrap_or_else(|error| panic!("cannot write {file}: {error}"));
}

fn read_report(file: &str) -> BTreeMap<String, f64> {
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("cannot read {file}: {error}"));
    let row = |line: &str| line.split_once(' ').and_then(|(name, ratio)| Some((name.to_string(), ratio.parse().ok()?)));
    text.lines().skip(1).filter_map(row).collect()
}

/// CPU times of both sides.
fn measure(tools: &Tools, program: &Program) -> Result<(Duration, Duration), String> {
    let mut javas = Vec::new();
    let mut jacanas = Vec::new();
    for _ in 0..SPEED_RUNS {
        let mut interpreted = tools.java();
        // One thread collects garbage on both sides.
        interpreted
            .args(["-ea", "-Xint", "-XX:+UseSerialGC", "-cp"])
            .arg(program.joined_class_path())
            .arg(&program.main);
        let (java, java_time) = timed(program, interpreted);
        let mut ours = tools.jacana();
        ours.arg("run").args(Mode::Plain.options()).arg("-cp").arg(program.joined_class_path()).arg(&program.main);
        let (jacana, jacana_time) = timed(program, ours);
        if let Some(text) = difference(&program.name, &java, &jacana) {
            return Err(text);
        }
        javas.push(java_time);
        jacanas.push(jacana_time);
    }
    Ok((median(javas), median(jacanas)))
}

/// Runs a command below a shell, which says at the end what its children used.
fn timed(program: &Program, command: Command) -> (Outcome, Duration) {
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
    let mut outcome = program.start(shell, SPEED_LIMIT);
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

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn geometric_mean(ratios: impl IntoIterator<Item = f64>) -> f64 {
    let logarithms: Vec<f64> = ratios.into_iter().map(f64::ln).collect();
    (logarithms.iter().sum::<f64>() / logarithms.len().max(1) as f64).exp()
}
