//! Exceptions that leave the program and that the properties asked for are not about: they are told, and `--property uncaught` makes
//! each of them a violation that a JVM confirms. A program without any has a TRUE.

use differential::process::{PATIENCE, run};
use differential::tools::workspace;
use differential::{Outcome, Scratch, Tools};
use serde_json::Value;
use std::fs;

const LINE: &str = "also ends with: ";

fn verify(method: &str, options: &[&str]) -> Outcome {
    let mut command = Tools::find().jacana();
    command.arg("verify").args(["--time", "20s"]).args(options).args(["--method", method]);
    command.arg(workspace().join("fixtures/verify/uncaught/Ends.java"));
    run(command, b"", PATIENCE)
}

fn told(outcome: &Outcome) -> Vec<String> {
    outcome.stdout_text().lines().filter_map(|line| line.strip_prefix(LINE)).map(str::to_string).collect()
}

fn assert_verdict(outcome: &Outcome, verdict: &str) {
    let text = outcome.stdout_text();
    assert!(text.lines().any(|line| line == verdict), "no {verdict}\n{text}{}", outcome.stderr_text());
}

#[test]
fn what_no_property_is_about_is_told_with_class_place_and_paths() {
    for (method, exception, place) in [
        ("read", "java.io.IOException", "Ends.read(Ends.java:8)"),
        ("look", "java.lang.ExceptionInInitializerError", "Ends.look(Ends.java:31)"),
        ("choose", "java.lang.Error", "Ends.choose(Ends.java:37)"),
    ] {
        let outcome = verify(method, &[]);
        assert_verdict(&outcome, "VERDICT: TRUE(assert)");
        assert_verdict(&outcome, "VERDICT: TRUE(runtime-exception)");
        let told = told(&outcome);
        let begins = format!("{exception} at {place} (");
        assert!(told.len() == 1 && told[0].starts_with(&begins), "{method}: {told:?}");
        assert!(told[0].ends_with("; --property uncaught makes it a violation)"), "{told:?}");
    }
}

#[test]
fn a_property_that_is_not_asked_for_is_told_as_well() {
    let outcome = verify("divide", &["--property", "assert"]);
    assert_verdict(&outcome, "VERDICT: TRUE(assert)");
    assert_eq!(told(&outcome).len(), 1, "{}", outcome.stdout_text());
    let asked = verify("divide", &[]);
    assert_verdict(&asked, "VERDICT: FALSE(runtime-exception)");
    assert!(told(&asked).is_empty(), "{}", asked.stdout_text());
}

#[test]
fn what_is_caught_is_not_told() {
    for method in ["readAndCatch", "half"] {
        let outcome = verify(method, &[]);
        assert!(told(&outcome).is_empty(), "{}", outcome.stdout_text());
        let all = verify(method, &["--property", "uncaught"]);
        assert_verdict(&all, "VERDICT: TRUE(uncaught)");
        assert!(all.stdout_text().contains("assumed: the stack is as deep as"), "{}", all.stdout_text());
    }
}

#[test]
fn each_of_them_violates_uncaught_on_the_jvm() {
    for (method, exception) in [
        ("read", "java.io.IOException: odd"),
        ("look", "java.lang.ExceptionInInitializerError"),
        ("choose", "java.lang.Error: one"),
        ("divide", "java.lang.ArithmeticException: / by zero"),
    ] {
        let outcome = verify(method, &["--property", "uncaught"]);
        assert_verdict(&outcome, "VERDICT: FALSE(uncaught)");
        let text = outcome.stdout_text();
        assert!(text.contains("uncaught is violated, confirmed on the JVM:") && text.contains(exception), "{text}");
        assert!(told(&outcome).is_empty(), "{text}");
    }
}

/// By induction no call of it violates anything, but none of a great depth returns.
#[test]
fn a_recursion_without_a_bound_is_never_free_of_errors() {
    let outcome = verify("deep", &["--property", "uncaught", "--time", "6s"]);
    assert!(!outcome.stdout_text().contains("TRUE(uncaught)"), "{}", outcome.stdout_text());
}

#[test]
fn json_has_them_and_two_processes_tell_the_same() {
    let scratch = Scratch::new("uncaught");
    let file = scratch.path().join("run.json");
    for jobs in ["1", "2"] {
        let outcome = verify("read", &["--jobs", jobs, "--json", &file.display().to_string()]);
        assert_verdict(&outcome, "VERDICT: TRUE(runtime-exception)");
        let report: Value = serde_json::from_str(&fs::read_to_string(&file).expect("written")).expect("JSON");
        let [uncaught] = report["uncaught"].as_array().expect("a list").as_slice() else {
            panic!("{}", report["uncaught"]);
        };
        assert_eq!(uncaught["exception"], "java.io.IOException");
        assert_eq!(uncaught["at"], "Ends.read(Ends.java:8)");
        assert!(uncaught["paths"].as_u64().is_some_and(|paths| paths > 0), "{uncaught}");
    }
}
