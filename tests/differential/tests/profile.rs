//! `--profile FILE`: the text and the page have the same figures as the run, and no answer changes.

use differential::process::{PATIENCE, run};
use differential::tools::workspace;
use differential::{Exit, Outcome, Scratch, Tools};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn example(name: &str) -> String {
    workspace().join("examples").join(name).display().to_string()
}

fn jacana(words: &[&str], folder: &Path) -> Outcome {
    let mut command = Tools::find().jacana();
    command.args(words).current_dir(folder);
    run(command, b"", PATIENCE)
}

/// What the page carries.
fn data(page: &str) -> Value {
    let begin = "const data = ";
    let from = page.find(begin).expect("the page has data") + begin.len();
    let line = page[from..].lines().next().expect("a line");
    serde_json::from_str(line.trim_end_matches(';')).expect("JSON")
}

fn verdicts(outcome: &Outcome) -> Vec<String> {
    outcome.stdout_text().lines().filter(|line| line.starts_with("VERDICT: ")).map(String::from).collect()
}

/// The number behind a word in the figures of `--stats`.
fn figure(text: &str, word: &str) -> u64 {
    let behind = text.split_once(word).unwrap_or_else(|| panic!("no {word} in\n{text}")).1;
    behind.trim_start().split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok()).expect("a number")
}

/// The figures of all stacks below this one add up to its own.
fn assert_adds_up(stack: &Value) {
    let costs = |stack: &Value| -> Vec<u64> {
        stack[1].as_array().expect("costs").iter().map(|cost| cost.as_u64().expect("a number")).collect()
    };
    let (whole, above) = (costs(stack), stack[2].as_array().expect("stacks"));
    for (at, &most) in whole.iter().enumerate() {
        let sum: u64 = above.iter().map(|stack| costs(stack)[at]).sum();
        assert!(sum <= most, "{stack}");
    }
    above.iter().for_each(assert_adds_up);
}

#[test]
fn the_page_has_the_figures_of_the_run_and_the_verdicts_stay() {
    let folder = Scratch::new("profile");
    let program = example("Buckets.java");
    // One exploration, so that its figures are all there are.
    let words = ["verify", "--merge", "off", "--no-proofs", "--stats"];
    let plain = jacana(&[&words[..], &[&program]].concat(), folder.path());
    let profiled = jacana(&[&words[..], &["--profile", "profile.html", &program]].concat(), folder.path());
    assert_eq!(verdicts(&plain), verdicts(&profiled), "{}", profiled.stderr_text());
    let text = profiled.stdout_text();
    assert!(text.contains("profile: ") && text.contains("  Buckets.connect (Buckets.java:"), "{text}");
    let data = data(&fs::read_to_string(folder.path().join("profile.html")).expect("a page"));
    let cost = |at: usize| data["root"][1][at].as_u64().expect("a number");
    assert_eq!(cost(2), figure(&text, "instructions"), "{text}");
    assert_eq!(cost(3), figure(&text, "forks"), "{text}");
    assert_eq!(cost(4), figure(&text, "solver calls"), "{text}");
    assert_adds_up(&data["root"]);
}

#[test]
fn a_check_has_one_profile_of_all_its_methods() {
    let folder = Scratch::new("profile");
    let program = example("TaskQueue.java");
    let words = ["check", &program, "--n", "2", "--profile", "profile.html", "TaskQueue"];
    let outcome = jacana(&words, folder.path());
    assert!(outcome.stdout_text().contains("profile: "), "{}{}", outcome.stdout_text(), outcome.stderr_text());
    let data = data(&fs::read_to_string(folder.path().join("profile.html")).expect("a page"));
    let methods = data["methods"].as_array().expect("methods");
    assert!(methods.iter().any(|method| method[0] == "TaskQueue.repOK"), "{methods:?}");
    assert_adds_up(&data["root"]);
}

#[test]
fn several_processes_have_no_profile() {
    let folder = Scratch::new("profile");
    let program = example("Buckets.java");
    let outcome = jacana(&["verify", "--jobs", "2", "--profile", "profile.html", &program], folder.path());
    assert_eq!(outcome.exit, Exit::Code(3), "{}", outcome.stderr_text());
    assert!(outcome.stderr_text().contains("leave --jobs out"), "{}", outcome.stderr_text());
}
