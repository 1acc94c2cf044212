//! Times: hello world, and CPU-bound programs over `java -Xint`. Both sides are measured in turns in one run, in CPU time, which
//! other work on the machine disturbs least.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use differential::compare::difference;
use differential::fixture::{entries, fixtures_named, stem};
use differential::timed::timed;
use differential::tools::{compile, workspace};
use differential::{Mode, Program, Scratch, Tools};

use crate::{Shown, forks};

const HELLO_RUNS: usize = 7;
const HELLO_LIMIT: Duration = Duration::from_millis(400);
/// Times `java`.
const HELLO_RATIO: f64 = 6.0;
/// Times `java -Xint`: the geometric mean, and each.
const SPEED_MEAN: f64 = 3.0;
const SPEED_WORST: f64 = 6.0;
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
        "median of {HELLO_RUNS}: jacana {:.3} s, at most {:.1} s and {HELLO_RATIO} times java; java {:.3} s",
        time.as_secs_f64(),
        HELLO_LIMIT.as_secs_f64(),
        java.as_secs_f64()
    );
    Shown { lines: vec![line], enough: time <= HELLO_LIMIT && time <= java.mul_f64(HELLO_RATIO) }
}

/// Ratios to `java -Xint`, start-up, instructions per second, costs of forks. `--out FILE` keeps the figures, `--compare FILE` shows
/// them beside those kept of another commit; more words select programs.
pub fn speed(words: &[&str]) -> Shown {
    let Asked { names, out, compare } = asked(words);
    let tools = Tools::find();
    let scratch = Scratch::new("speed");
    let sources: Vec<PathBuf> = entries(&workspace().join("benches"));
    compile(&tools, &sources, "", scratch.path());
    let before = Report::read(compare);
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let mut now = Report::default();
    let mut ratios = Vec::new();
    for name in
        sources.iter().map(|source| stem(source)).filter(|name| names.is_empty() || names.contains(&name.as_str()))
    {
        let program =
            Program { main: name.clone(), name, class_path: vec![scratch.path().to_path_buf()], ..Program::default() };
        match measure(&tools, &program) {
            Ok(Measured { java, jacana, speed }) => {
                let ratio = jacana.as_secs_f64() / java.as_secs_f64();
                let rate = format!("{}-million-per-second", program.name);
                shown.lines.push(format!(
                    "{:11} java -Xint {:6.2} s, jacana {:6.2} s, ratio {ratio:6.2}{}, {speed:6.1} million instructions per second{}",
                    program.name,
                    java.as_secs_f64(),
                    jacana.as_secs_f64(),
                    before.beside(&program.name),
                    before.beside(&rate),
                ));
                ratios.push(ratio);
                now.0.insert(program.name, ratio);
                now.0.insert(rate, speed);
            }
            Err(text) => {
                shown.enough = false;
                shown.lines.push(text);
            }
        }
    }
    let (mean, worst) = (geometric_mean(&ratios), ratios.iter().copied().fold(0.0, f64::max));
    now.0.insert(MEAN.to_string(), mean);
    shown.lines.push(format!(
        "geometric mean of {}: {mean:.2}{} (at most {SPEED_MEAN:.1}), worst {worst:.2} (at most {SPEED_WORST:.1})",
        ratios.len(),
        before.beside(MEAN)
    ));
    shown.enough &= mean <= SPEED_MEAN && worst <= SPEED_WORST;
    if names.is_empty() {
        let started = startup(&tools, &scratch);
        shown.lines.push(format!("starting JVM and engine: {started:.3} s{}", before.beside(STARTUP)));
        now.0.insert(STARTUP.to_string(), started);
        for costs in [1000, 1_000_000].map(forks::measure) {
            shown.lines.push(costs.line());
            for (name, nanos) in costs.rows() {
                if let Some(then) = before.0.get(&name) {
                    shown.lines.push(format!("  {name} before {then:.0}"));
                }
                now.0.insert(name, nanos);
            }
        }
    }
    if let Some(out) = out {
        now.write(out);
    }
    shown
}

const MEAN: &str = "geometric-mean";
const STARTUP: &str = "startup-seconds";

/// What `--stats` says that starting took, the median of some runs.
fn startup(tools: &Tools, scratch: &Scratch) -> f64 {
    let hello = fixtures_named(tools, scratch, &["Hello"]).remove(0);
    let mut times: Vec<f64> = (0..HELLO_RUNS)
        .map(|_| {
            let mut ours = tools.jacana();
            ours.args(["run", "--stats", "-cp"]).arg(hello.joined_class_path()).arg(&hello.main);
            Stats::of(&hello.start(ours, SPEED_LIMIT).stderr_text()).started
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The line of `--stats`.
struct Stats {
    started: f64,
    millions_per_second: f64,
}

impl Stats {
    fn of(stderr: &str) -> Stats {
        let line = stderr.lines().find(|line| line.starts_with(STATS)).expect("jacana run --stats says so");
        let part = |from: &str, to: &str| {
            let behind = line.split_once(to).and_then(|(before, _)| before.rsplit_once(from));
            behind.and_then(|(_, number)| number.trim().parse().ok()).expect("a number")
        };
        Stats { started: part("started in", " s,"), millions_per_second: part(",", " million") }
    }
}

const STATS: &str = "jacana: started in";

/// Figures by name, as a file keeps them: the commit, then a line `NAME FIGURE` each.
#[derive(Default)]
struct Report(BTreeMap<String, f64>);

impl Report {
    fn read(file: Option<&str>) -> Report {
        let Some(file) = file else { return Report::default() };
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("cannot read {file}: {error}"));
        let row =
            |line: &str| line.split_once(' ').and_then(|(name, figure)| Some((name.to_string(), figure.parse().ok()?)));
        Report(text.lines().skip(1).filter_map(row).collect())
    }

    fn write(&self, file: &str) {
        let commit = Command::new("git").args(["rev-parse", "--short", "HEAD"]).output();
        let commit = commit.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        let lines: String = self.0.iter().map(|(name, figure)| format!("{name} {figure:.3}\n")).collect();
        fs::write(file, format!("commit {commit}{lines}"))
            .unwrap_or_else(|error| panic!("cannot write {file}: {error}"));
    }

    /// The figure of the other commit, if there is one.
    fn beside(&self, name: &str) -> String {
        self.0.get(name).map_or(String::new(), |then| format!(", before {then:.2}"))
    }
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

/// CPU times of both sides, and how fast ours was.
struct Measured {
    java: Duration,
    jacana: Duration,
    /// Millions of instructions per second.
    speed: f64,
}

fn measure(tools: &Tools, program: &Program) -> Result<Measured, String> {
    let mut javas = Vec::new();
    let mut jacanas = Vec::new();
    let mut speed: f64 = 0.0;
    for _ in 0..SPEED_RUNS {
        let mut interpreted = tools.java();
        // One thread collects garbage on both sides.
        interpreted
            .args(["-ea", "-Xint", "-XX:+UseSerialGC", "-cp"])
            .arg(program.joined_class_path())
            .arg(&program.main);
        let (java, java_time) = timed(program, interpreted, SPEED_LIMIT);
        let mut ours = tools.jacana();
        ours.arg("run")
            .arg("--stats")
            .args(Mode::Plain.options())
            .arg("-cp")
            .arg(program.joined_class_path())
            .arg(&program.main);
        let (mut jacana, jacana_time) = timed(program, ours, SPEED_LIMIT);
        let text = jacana.stderr_text();
        speed = speed.max(Stats::of(&text).millions_per_second);
        let others = text.lines().filter(|line| !line.starts_with(STATS));
        jacana.stderr = others.flat_map(|line| format!("{line}\n").into_bytes()).collect();
        if let Some(text) = difference(&program.name, &java, &jacana) {
            return Err(text);
        }
        javas.push(java_time);
        jacanas.push(jacana_time);
    }
    Ok(Measured { java: median(javas), jacana: median(jacanas), speed })
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().copied().map(f64::ln).sum::<f64>() / ratios.len().max(1) as f64).exp()
}
