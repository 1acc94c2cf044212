//! `cargo xtask show pit --pit JAR`: what a mutation tool that is not ours says of our tests. PIT runs tests of JUnit 4, so they are written for
//! that; its jar, with all that it needs in it, is kept beside the project.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use differential::campaign::{Campaign, Row};
use differential::process::run;
use differential::tools::{self, Tools};
use differential::{Scratch, cache};

use super::Options;
use super::jars::{FOLDER, JARS};
use super::worth::tested;

/// Means over all classes, in percent: of killed mutants, and how far ours may be from it.
const WANTED: f64 = 65.0;
const APART: f64 = 10.0;
/// For one class.
const PATIENCE: Duration = Duration::from_secs(600);

/// Killed and all.
struct Scores {
    ours: [u64; 2],
    theirs: [u64; 2],
}

pub fn run_pit(options: &Options) -> bool {
    let Some(pit) = &options.pit else {
        println!("no jar of PIT given: --pit JAR");
        return false;
    };
    println!(
        "\n| jar | class | branches covered | our mutants killed | | PIT's killed | |\n| --- | --- | --- | --- | --- | --- | --- |"
    );
    let (mut ours, mut theirs, mut problems) = (Vec::new(), Vec::new(), Vec::new());
    for jar in JARS {
        let scratch = Scratch::new("pit");
        let Some((campaign, path)) = tested(options, jar, &scratch, &["--mutants", "--framework", "junit4"]) else {
            continue;
        };
        let measured = campaign.and_then(|campaign| {
            let compiled = compile(&options.tools, &campaign, &path, &scratch.path().join("compiled"))?;
            Ok((campaign, compiled))
        });
        let (campaign, compiled) = match measured {
            Ok(measured) => measured,
            Err(problem) => {
                problems.push(format!("{jar}: {problem}"));
                continue;
            }
        };
        for row in campaign.tested() {
            match scores(&options.tools, pit, row, &compiled, scratch.path()) {
                Ok(Scores { ours: own, theirs: other }) => {
                    let covered = row.coverage().map_or("-".into(), |covered| format!("{covered:.1}%"));
                    let (first, second) = (percent(own), percent(other));
                    println!(
                        "| {jar} | {} | {covered} | {} of {} | {first:.1}% | {} of {} | {second:.1}% |",
                        row.class, own[0], own[1], other[0], other[1]
                    );
                    ours.push(first);
                    theirs.push(second);
                }
                Err(problem) => problems.push(format!("{}: {problem}", row.class)),
            }
        }
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len().max(1) as f64;
    let (own, other) = (mean(&ours), mean(&theirs));
    println!("\n{} classes: PIT says {other:.1}%, our own mutants {own:.1}%", ours.len());
    problems.iter().for_each(|line| println!("short: {line}"));
    problems.is_empty() && other >= WANTED && (own - other).abs() <= APART
}

fn percent([killed, all]: [u64; 2]) -> f64 {
    if all == 0 { 0.0 } else { 100.0 * killed as f64 / all as f64 }
}

/// The class path of all tests and what they test.
fn compile(tools: &Tools, campaign: &Campaign, path: &str, folder: &Path) -> Result<String, String> {
    let jars = ["junit4", "hamcrest-core", "hamcrest"].map(|name| format!("{FOLDER}/{name}.jar"));
    let jars: Vec<&str> = jars.iter().map(String::as_str).filter(|jar| Path::new(jar).exists()).collect();
    fs::create_dir_all(folder).expect("temporary folder is writable");
    let path = format!("{}:{}:{path}", folder.display(), jars.join(":"));
    let options = ["-proc:none", "-encoding", "UTF-8", "-cp", &path];
    cache::copy(&tools::compiled(tools, &campaign.tests, &options)?, folder);
    Ok(path)
}

/// A class without any mutant, or with one that cannot be tried, counts as none killed.
fn scores(tools: &Tools, pit: &Path, row: &Row, path: &str, folder: &Path) -> Result<Scores, String> {
    let ours = row.mutants.ok_or("no mutants of ours")?;
    let report: PathBuf = folder.join("report");
    let tests = row.class.replace('$', "_");
    let mut java = tools.java();
    java.current_dir(folder).arg("-cp").arg(format!("{}:{path}", pit.display()));
    java.arg("org.pitest.mutationtest.commandline.MutationCoverageReport").arg("--reportDir").arg(&report);
    java.args(["--targetClasses", &row.class, "--sourceDirs"]).arg(folder);
    java.args(["--targetTests", &format!("{tests}Test,{tests}SuspectedBugsTest")]);
    java.args([
        "--mutableCodePaths",
        path.split(':').find(|entry| entry.ends_with(".jar") && !is_of_tests(entry)).unwrap_or(path),
    ]);
    java.args(["--outputFormats", "CSV", "--timestampedReports=false", "--verbose=false", "--threads", "2"]);
    let outcome = run(java, b"", PATIENCE);
    let table = report.join("mutations.csv");
    let read = fs::read_to_string(&table);
    _ = fs::remove_file(&table);
    let table =
        read.map_err(|_| format!("PIT wrote nothing, and said:\n{}{}", outcome.stdout_text(), outcome.stderr_text()))?;
    // File, class, operator, method, line, what became of it, the test that noticed.
    let of_class = table.lines().map(|line| line.split(',').collect::<Vec<_>>()).filter(|words| words.len() > 5);
    let became: Vec<&str> = of_class.filter(|words| words[1] == row.class).map(|words| words[5]).collect();
    let killed = became.iter().filter(|word| matches!(**word, "KILLED" | "TIMED_OUT" | "MEMORY_ERROR")).count();
    Ok(Scores { ours, theirs: [killed as u64, became.len() as u64] })
}

fn is_of_tests(entry: &str) -> bool {
    ["junit4", "hamcrest"].iter().any(|name| entry.contains(name))
}
