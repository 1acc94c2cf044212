//! Times: hello world, and five CPU-bound programs over `java -Xint`. Both sides are measured in turns in one run.

use std::path::PathBuf;
use std::time::Duration;

use differential::compare::difference;
use differential::fixture::{entries, fixtures_named, stem};
use differential::tools::{compile, workspace};
use differential::{Mode, Program, Scratch, Tools};

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

/// Only a difference in output is short: the bar for speed is not set yet. More words select programs.
pub fn speed(names: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("speed");
    let sources: Vec<PathBuf> = entries(&workspace().join("benches"));
    compile(&tools, &sources, "", scratch.path());
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let mut ratios = Vec::new();
    for name in
        sources.iter().map(|source| stem(source)).filter(|name| names.is_empty() || names.contains(&name.as_str()))
    {
        let program =
            Program { main: name.clone(), name, class_path: vec![scratch.path().to_path_buf()], ..Program::default() };
        match measure(&tools, &program) {
            Ok((java, jacana)) => {
                let ratio = jacana.as_secs_f64() / java.as_secs_f64();
                ratios.push(ratio);
                shown.lines.push(format!(
                    "{:11} java -Xint {:6.2} s, jacana {:6.2} s, ratio {ratio:6.2}",
                    program.name,
                    java.as_secs_f64(),
                    jacana.as_secs_f64()
                ));
            }
            Err(text) => {
                shown.enough = false;
                shown.lines.push(text);
            }
        }
    }
    shown.lines.push(format!("geometric mean of {}: {:.2}", ratios.len(), geometric_mean(&ratios)));
    shown
}

fn measure(tools: &Tools, program: &Program) -> Result<(Duration, Duration), String> {
    let mut javas = Vec::new();
    let mut jacanas = Vec::new();
    for _ in 0..SPEED_RUNS {
        let mut interpreted = tools.java();
        interpreted.args(["-ea", "-Xint", "-cp"]).arg(program.joined_class_path()).arg(&program.main);
        let java = program.start(interpreted, SPEED_LIMIT);
        let jacana = program.on_jacana(tools, Mode::Plain);
        if let Some(text) = difference(&program.name, &java, &jacana) {
            return Err(text);
        }
        javas.push(java.time);
        jacanas.push(jacana.time);
    }
    Ok((median(javas), median(jacanas)))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (logarithms / ratios.len().max(1) as f64).exp()
}
