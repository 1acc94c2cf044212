//! Classes of real jars from Debian's packages, taken by the hash of their names: branch coverage, and all tests under JUnit, twice.

use std::fs;
use std::path::Path;

use differential::Scratch;
use differential::campaign::{Campaign, Row};
use differential::junit::{JUnit, Ran};
use differential::library::Library;

use super::Options;

pub const FOLDER: &str = "/usr/share/java";
pub const JARS: [&str; 5] = ["commons-cli", "commons-lang3", "gson", "joda-time", "guava"];
/// What guava needs beside it, where it is a jar of its own.
const BESIDE: [&str; 1] = ["failureaccess"];
const CLASSES: usize = 20;
pub const BRANCHES: usize = 10;
/// Mean over all classes, in percent.
const WANTED: f64 = 77.3;

/// What became of the classes of a jar.
pub struct Tested {
    jar: String,
    rows: Vec<Row>,
    /// Or what the compiler said.
    ran: Result<Vec<Ran>, String>,
}

/// How the tests are run again.
#[derive(Clone, Copy)]
pub enum Runs {
    Twice,
    /// Five times, the methods of each class in another order each time.
    Shuffled,
}

/// Whether all is as it must be.
pub fn run(options: &Options) -> bool {
    let mut all = Vec::new();
    let mut enough = true;
    for jar in JARS {
        let file = format!("{FOLDER}/{jar}.jar");
        let sample = Library::open(Path::new(&file)).sample(CLASSES, BRANCHES);
        let chosen = sample.into_iter().filter(|class| options.is_chosen(jar) || options.is_chosen(class));
        let chosen: Vec<String> = chosen.collect();
        if chosen.is_empty() {
            continue;
        }
        match test(options, jar, &class_path(&file), &chosen, Runs::Twice) {
            Ok(tested) => all.push(tested),
            Err(problem) => {
                println!("{jar}: {problem}");
                enough = false;
            }
        }
    }
    tables(&all);
    let short = short(&all, WANTED);
    short.iter().for_each(|line| println!("short: {line}"));
    enough && short.is_empty()
}

/// Tests for classes of a jar, which is the first of the class path.
pub fn test(options: &Options, jar: &str, class_path: &str, classes: &[String], runs: Runs) -> Result<Tested, String> {
    let scratch = Scratch::new("jars");
    let mut words = options.of_test();
    words.extend(["-cp", class_path]);
    let targets: Vec<&str> = classes.iter().map(String::as_str).collect();
    let campaign = Campaign::run(&options.tools, &words, &targets, &options.folder(&scratch, jar))?;
    let place = scratch.path().join("place");
    fs::create_dir_all(&place).map_err(|error| error.to_string())?;
    let compiled = JUnit::compile(&options.tools, &campaign.tests, class_path, &scratch.path().join("compiled"));
    let options_of_runs: Vec<Vec<String>> = match runs {
        Runs::Twice => vec![Vec::new(); 2],
        Runs::Shuffled => (1..=5).map(shuffled).collect(),
    };
    let run = |tests: JUnit| options_of_runs.iter().map(|own| tests.run(&options.tools, own, &place)).collect();
    Ok(Tested { jar: jar.into(), rows: campaign.rows, ran: compiled.map(run) })
}

/// Options of java by which JUnit takes the tests of a class in some order.
fn shuffled(seed: u32) -> Vec<String> {
    let order = "-Djunit.jupiter.testmethod.order.default=org.junit.jupiter.api.MethodOrderer$Random";
    vec![order.into(), format!("-Djunit.jupiter.execution.order.random.seed={seed}")]
}

/// A jar with what it needs beside it.
pub fn class_path(file: &str) -> String {
    let beside = BESIDE.map(|name| format!("{FOLDER}/{name}.jar"));
    let entries = [file].into_iter().chain(beside.iter().map(String::as_str)).filter(|entry| Path::new(entry).exists());
    entries.collect::<Vec<_>>().join(":")
}

fn mean<'a>(rows: impl Iterator<Item = &'a Row>) -> f64 {
    // A class that was skipped has branches, none of them covered.
    let covered: Vec<f64> = rows.map(|row| row.coverage().unwrap_or(0.0)).collect();
    covered.iter().sum::<f64>() / covered.len().max(1) as f64
}

pub fn tables(all: &[Tested]) {
    println!("\n| jar | class | branches | covered | tests | suspected bugs | candidates refused | |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for (tested, row) in all.iter().flat_map(|tested| tested.rows.iter().map(move |row| (tested, row))) {
        let branches = row.branches.map_or("-".into(), |[_, all]| all.to_string());
        let covered = row.coverage().map_or("-".into(), |covered| format!("{covered:.1}%"));
        let why = row.skipped.as_ref().map_or(String::new(), |why| format!("skipped: {why}"));
        println!(
            "| {} | {} | {branches} | {covered} | {} | {} | {} | {why} |",
            tested.jar, row.class, row.tests, row.suspects, row.refused
        );
    }
    println!(
        "\n| jar | classes | skipped | mean branch coverage | tests | suspected bugs | passed and failed with JUnit, each run |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for Tested { jar, rows, ran } in all {
        let sum = |of: fn(&Row) -> u64| rows.iter().map(of).sum::<u64>();
        let runs = match ran {
            Ok(runs) => {
                let runs: Vec<String> = runs.iter().map(|run| format!("{}, {}", run.passed, run.failed)).collect();
                runs.join("; ")
            }
            Err(_) => "not compiled".into(),
        };
        println!(
            "| {jar} | {} | {} | {:.1}% | {} | {} | {runs} |",
            rows.len(),
            rows.iter().filter(|row| row.skipped.is_some()).count(),
            mean(rows.iter()),
            sum(|row| row.tests + row.suspects),
            sum(|row| row.suspects)
        );
    }
    let rows = || all.iter().flat_map(|tested| &tested.rows);
    println!("\nMean branch coverage of {} classes: {:.1}%", rows().count(), mean(rows()));
}

/// What is not as it must be.
pub fn short(all: &[Tested], wanted: f64) -> Vec<String> {
    let rows = || all.iter().flat_map(|tested| &tested.rows);
    let mut short = Vec::new();
    if mean(rows()) < wanted {
        short.push(format!("mean branch coverage {:.1}%, {wanted:.1}% wanted", mean(rows())));
    }
    let crashed = rows().filter(|row| row.is_crash());
    short.extend(crashed.map(|row| format!("{}: {}", row.class, row.skipped.clone().unwrap_or_default())));
    for Tested { jar, rows, ran } in all {
        let written: u64 = rows.iter().map(|row| row.tests + row.suspects).sum();
        match ran {
            Err(said) => short.push(format!("{jar}: not compiled: {}", said.lines().next().unwrap_or_default())),
            Ok(runs) => {
                for run in runs.iter().filter(|run| run.failed > 0 || run.passed != written) {
                    short.push(format!("{jar}: {} of {written} tests passed: {}", run.passed, run.failures.join(", ")));
                }
            }
        }
    }
    short
}
