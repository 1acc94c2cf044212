//! `cargo xtask experiments merging`: nine programs at every level of merging, beside the figures of the literature. Prints tables;
//! docs/internals/experiments/merging.md keeps them.

use std::process::ExitCode;
use std::time::Duration;

use crate::{cloning, kiasan, libraries, ranger};
use differential::Tools;
use differential::merging::{Merging, Programs};

const TIME: Duration = Duration::from_secs(300);
const LEVELS: [&str; 5] = ["off", "basic", "calls", "single-path", "returns"];

/// A program, its subject in the literature, an argument with which single paths can be counted, and one for merging alone.
struct Experiment {
    name: &'static str,
    subject: &'static str,
    small: &'static str,
    large: &'static str,
    /// Paths with all features over paths without, where any were merged (Java Ranger, Table 4b).
    ratio: Option<f64>,
}

const EXPERIMENTS: &[Experiment] = &[
    Experiment { name: "Brake", subject: "WBS", small: "4", large: "40", ratio: Some(1.2e-7) },
    Experiment { name: "Separation", subject: "TCAS", small: "2", large: "10", ratio: Some(2.5e-5) },
    Experiment { name: "Substitute", subject: "replace", small: "10", large: "20", ratio: Some(0.12) },
    Experiment { name: "Xml", subject: "NanoXML", small: "8", large: "16", ratio: Some(0.15) },
    Experiment { name: "Events", subject: "Siena", small: "6", large: "40", ratio: None },
    Experiment { name: "Scheduler", subject: "Schedule", small: "5", large: "7", ratio: None },
    Experiment { name: "Tokens", subject: "PrintTokens2", small: "5", large: "40", ratio: Some(0.60) },
    Experiment { name: "CommandLine", subject: "ApacheCLI", small: "7", large: "20", ratio: Some(0.07) },
    Experiment { name: "Arbiter", subject: "MerArbiter", small: "5", large: "8", ratio: Some(0.16) },
];

pub fn experiments(words: &[&str]) -> ExitCode {
    match words {
        ["merging", "--corpus", words @ ..] => ranger::experiment(words),
        ["merging", names @ ..] => merging(names),
        ["heap-cloning", names @ ..] => cloning::experiment(names),
        ["kiasan", words @ ..] => kiasan::experiments(words),
        ["symbolic-types", words @ ..] => libraries::experiments(words),
        _ => {
            eprintln!(
                "usage: cargo xtask experiments merging [--corpus DIR] [NAMES] | heap-cloning [NAMES] | kiasan [1 | 2] [CLASSES] | symbolic-types [OPTIONS]"
            );
            ExitCode::FAILURE
        }
    }
}

fn merging(names: &[&str]) -> ExitCode {
    let tools = Tools::find();
    let folders = ["fixtures/merging", "fixtures/merging/experiments"];
    let programs = Programs::new(&tools, &folders);
    let chosen = |experiment: &&Experiment| names.is_empty() || names.contains(&experiment.name);
    let experiments: Vec<&Experiment> = EXPERIMENTS.iter().filter(chosen).collect();
    println!(
        "| program | argument | level | paths | merged | kept apart | solver calls | work | solver s | time s | answer |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut rows = Vec::new();
    for experiment in &experiments {
        let levels = LEVELS.map(|level| explore(&programs, experiment, level, experiment.small));
        explore(&programs, experiment, "returns", experiment.large);
        rows.push(levels);
    }
    ratios("time", &experiments, &rows, |merging| merging.seconds);
    ratios("work", &experiments, &rows, |merging| merging.work as f64);
    ratios("paths", &experiments, &rows, |merging| merging.explored.paths() as f64);
    judge(&experiments, &rows)
}

fn explore(programs: &Programs, experiment: &Experiment, level: &str, argument: &str) -> Merging {
    let merging = programs.explore(experiment.name, level, TIME, argument);
    let apart: Vec<String> = merging.apart.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    let explored = &merging.explored;
    let whole = explored.verdicts.iter().all(|verdict| verdict.starts_with("VERDICT: TRUE"));
    println!(
        "| {} | {argument} | {level} | {} | {} | {} | {} | {} | {:.2} | {:.2} | {} |",
        experiment.name,
        explored.paths(),
        merging.merged,
        apart.join(", "),
        explored.solver_calls,
        merging.work,
        merging.solver_seconds,
        merging.seconds,
        if whole && !explored.verdicts.is_empty() { "TRUE" } else { "not TRUE" }
    );
    merging
}

/// A table in the form of Table 4: figures of a level over those without merging.
fn ratios(what: &str, experiments: &[&Experiment], rows: &[[Merging; 5]], figure: fn(&Merging) -> f64) {
    println!("\nRatio of {what} to that without merging:\n");
    println!("| program | {} |", LEVELS[1..].join(" | "));
    println!("| --- | --- | --- | --- | --- |");
    for (experiment, levels) in experiments.iter().zip(rows) {
        let ratios: Vec<String> = levels[1..].iter().map(|level| brief(figure(level) / figure(&levels[0]))).collect();
        println!("| {} ({}) | {} |", experiment.name, experiment.subject, ratios.join(" | "));
    }
}

fn brief(ratio: f64) -> String {
    if ratio < 0.01 { format!("{ratio:.1e}") } else { format!("{ratio:.2}") }
}

const MOST_OF_RATIO: f64 = 1.5;
const MOST_SLOWER: f64 = 1.1;
const MOST_SECONDS_SLOWER: f64 = 0.2;
const MOST_OF_TIME: f64 = 0.5;

/// What must be shown over all programs.
fn judge(experiments: &[&Experiment], rows: &[[Merging; 5]]) -> ExitCode {
    let mut enough = true;
    let (mut with, mut without, mut fewer) = (0.0, 0.0, 0);
    println!();
    for (experiment, [off, .., all]) in experiments.iter().zip(rows) {
        let (paths, single) = (all.explored.paths(), off.explored.paths());
        with += all.seconds;
        without += off.seconds;
        fewer += usize::from(paths < single);
        // One path is the least there can be, however few there were.
        let ratio = paths as f64 / single as f64;
        if paths > 1 && experiment.ratio.is_some_and(|known| ratio > MOST_OF_RATIO * known) {
            println!("{}: more paths than {MOST_OF_RATIO} times the known ratio", experiment.name);
            enough = false;
        }
        if all.seconds > off.seconds * MOST_SLOWER && all.seconds > off.seconds + MOST_SECONDS_SLOWER {
            println!("{}: slower with merging", experiment.name);
            enough = false;
        }
    }
    println!("{fewer} of {} with fewer paths; time {with:.1} s with merging, {without:.1} s without", rows.len());
    enough &= fewer * 9 >= rows.len() * 7 && with <= MOST_OF_TIME * without;
    if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
