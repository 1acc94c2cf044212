//! No verdict, exit code or count depends on the words of a reason: everything is the same with numbers in their place.

use differential::tools::workspace;
use differential::{Exit, Tools, process};
use std::path::PathBuf;

/// What is left of a run when the words are gone: verdicts, counts of reasons, figures of paths, the exit code.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    verdicts: Vec<String>,
    counts: Vec<u64>,
    paths: Vec<String>,
    exit: Exit,
}

const NUMBERS: &str = "--number-reasons";

fn told(command: &str, options: &[&str], program: &str, targets: &[&str], numbers: bool) -> (Told, String) {
    let mut run = Tools::find().jacana();
    let program: PathBuf = workspace().join("fixtures").join(program);
    run.arg(command).args(options).args(numbers.then_some(NUMBERS)).arg(program).args(targets);
    let outcome = process::run(run, b"", process::PATIENCE);
    let text = outcome.stdout_text() + &outcome.stderr_text();
    let verdict = |line: &str| {
        let is_one = line.starts_with("VERDICT: ") || line.contains("; ") && line.contains(" cases, ");
        // Behind the verdict stands the reason; of a check bounds are part of the answer.
        let cut = match line.split_once("UNKNOWN") {
            Some((before, behind)) => {
                let more = behind.find(" cases, ").and_then(|at| behind[..at].rfind("; ").map(|from| &behind[from..]));
                let property = behind.split_once("): ").map_or("", |(property, _)| property);
                format!("{before}UNKNOWN{property}{}", more.unwrap_or_default())
            }
            None => line.to_string(),
        };
        is_one.then(|| cut.rsplit_once(", ").map_or(cut.clone(), |(kept, _)| kept.to_string()))
    };
    let count = |line: &str| line.strip_prefix("not complete: ")?.rsplit_once('(')?.1.split(' ').next()?.parse().ok();
    let mut counts: Vec<u64> = text.lines().filter_map(count).collect();
    counts.sort_unstable();
    let told = Told {
        verdicts: text.lines().filter_map(verdict).collect(),
        counts,
        paths: text.lines().filter(|line| line.starts_with("paths ")).map(String::from).collect(),
        exit: outcome.exit,
    };
    (told, text)
}

fn same(command: &str, options: &[&str], program: &str, targets: &[&str]) {
    let (words, _) = told(command, options, program, targets, false);
    let (numbers, text) = told(command, options, program, targets, true);
    assert!(!words.verdicts.is_empty(), "{program}: no verdict\n{text}");
    assert_eq!(words, numbers, "{program}\n{text}");
}

#[test]
fn verdicts_of_programs_do_not_depend_on_words() {
    for (program, options) in [
        ("search/One.java", &[][..]),
        ("search/Tree.java", &[]),
        ("search/Tree.java", &["--loop", "1", "--merge", "off"]),
        ("search/Branches.java", &["--depth", "3", "--merge", "off"]),
        ("search/Cleared.java", &[]),
        ("search/Waits.java", &[]),
        ("search/Sleeps.java", &[]),
    ] {
        same("verify", &[options, &["--stats"]].concat(), program, &[]);
    }
}

#[test]
fn verdicts_of_checks_do_not_depend_on_words() {
    for (program, options, target) in [
        ("check/BinaryHeap.java", &["--k", "2"][..], "BinaryHeap"),
        ("check/BinaryHeap.java", &["--k", "3", "--loop", "1"], "BinaryHeap"),
        ("check/Marking.java", &["--n", "2"], "Marking"),
        ("check/Marking.java", &["--k", "1"], "Marking"),
    ] {
        same("check", options, program, &[target]);
    }
}

/// The switch does what it says: otherwise the tests above could not fail.
#[test]
fn numbers_stand_for_words() {
    let options = ["--stats", "--depth", "3", "--merge", "off"];
    let (_, words) = told("verify", &options, "search/Branches.java", &[], false);
    let (_, numbers) = told("verify", &options, "search/Branches.java", &[], true);
    assert!(words.contains("UNKNOWN(assert): depth"), "{words}");
    // Hints name options: their words are none of a reason.
    let is_told = |line: &str| !line.starts_with("help: ") && line.contains("depth");
    assert!(numbers.contains("UNKNOWN(assert): 2") && !numbers.lines().any(is_told), "{numbers}");
}
