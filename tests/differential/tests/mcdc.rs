//! `--inputs-per branch` and `mcdc` with `--junit`: the generated tests pass, and on the JVM each pair of them is one.

use std::fs;
use std::path::PathBuf;

use differential::json::Json;
use differential::mcdc::{Checked, brute, check, fixture, numbers};
use differential::process::{PATIENCE, run};
use differential::{Scratch, Tools};

struct Bench {
    tools: Tools,
    scratch: Scratch,
}

impl Bench {
    fn new() -> Bench {
        Bench { tools: Tools::find(), scratch: Scratch::new("mcdc") }
    }

    fn tests(&self) -> PathBuf {
        self.scratch.path().join("tests")
    }

    /// Runs jacana with these words; what it said, and its JSON.
    fn run(&self, words: &[&str]) -> (String, Json) {
        let json = self.scratch.path().join("run.json");
        let mut command = self.tools.jacana();
        let (name, rest) = words.split_first().expect("a command");
        command.arg(name).arg("--junit").arg(self.tests()).arg("--json").arg(&json).args(rest);
        let outcome = run(command, b"", PATIENCE);
        let said = outcome.stdout_text();
        let document = fs::read_to_string(json).unwrap_or_else(|_| panic!("{said}{}", outcome.stderr_text()));
        (said, Json::parse(&document))
    }

    fn verify(&self, program: &str, options: &[&str]) -> (Checked, String, Json) {
        let file = fixture(program).display().to_string();
        let (said, json) = self.run(&[&["verify"], options, &[&file]].concat());
        let reached = json["inputs"]["reached"].clone();
        (check(&self.tools, program, &self.tests(), "input", &reached, &self.scratch), said, reached)
    }
}

/// `&&`, `||`, `!`, ternaries and loops; what is infeasible does not show on a grid of arguments either.
#[test]
fn pairs_of_a_method_are_pairs_on_the_jvm() {
    let bench = Bench::new();
    let options = ["--method", "Conditions.mixed", "--inputs-per", "mcdc"];
    let (checked, said, reached) = bench.verify("Conditions.java", &options);
    assert!(checked.problems.is_empty(), "{said}{}", checked.problems.join("\n"));
    // Both conditions of the sixth decision have no pair, nor has one of the seventh that is coupled to another.
    assert_eq!((checked.pairs, checked.infeasible, checked.open), (17, 3, 0), "{said}");
    let numbers = numbers(&fs::read_to_string(fixture("Conditions.java")).expect("the fixture is there"));
    let grid = brute(&bench.tools, &bench.scratch);
    for decision in reached["decisions"].list() {
        let Some(evaluations) = numbers.get(&(decision["line"].number() as usize)).and_then(|number| grid.get(number))
        else {
            continue;
        };
        for (condition, found) in decision["conditions"].list().iter().enumerate() {
            let pairs = || evaluations.iter().flat_map(|one| evaluations.iter().map(move |other| (one, other)));
            let shows = pairs().any(|(one, other)| one.is_pair(other, condition));
            let is_infeasible = found["pair"] == Json::Text("infeasible".into());
            assert_eq!(shows, !is_infeasible, "{decision:?}: condition {condition}");
        }
    }
}

/// Where the other side only throws, the sides of a condition meet in the middle of their decision.
#[test]
fn decisions_with_exceptions_texts_and_calls() {
    let bench = Bench::new();
    let options = ["--method", "Conditions.guarded", "--inputs-per", "mcdc"];
    let (checked, said, _) = bench.verify("Conditions.java", &options);
    assert!(checked.problems.is_empty(), "{said}{}", checked.problems.join("\n"));
    assert_eq!((checked.pairs, checked.infeasible + checked.open), (11, 0), "{said}");
}

/// A program that asks for its inputs: merged paths need fewer tests than there are single ones.
#[test]
fn a_program_has_tests_by_branch_and_by_condition() {
    let bench = Bench::new();
    let (checked, said, _) = bench.verify("Gate.java", &["--inputs-per", "mcdc"]);
    assert!(checked.problems.is_empty(), "{said}{}", checked.problems.join("\n"));
    assert_eq!((checked.pairs, checked.infeasible + checked.open), (7, 0), "{said}");
    assert!(said.contains("VERDICT: TRUE(assert)\nVERDICT: FALSE(runtime-exception)\n"), "{said}");
    let by_condition = checked.tests;
    let bench = Bench::new();
    let (checked, said, _) = bench.verify("Gate.java", &["--inputs-per", "branch"]);
    assert!(checked.problems.is_empty(), "{said}{}", checked.problems.join("\n"));
    // What the assumption leaves out is infeasible, and an assertion that holds.
    assert!(said.contains("sides of branches: 19 of 22, 3 infeasible\n"), "{said}");
    assert!(checked.tests <= by_condition && by_condition < 12, "{} and {by_condition} tests", checked.tests);
}

/// Merged paths on symbolic heaps.
#[test]
fn a_check_writes_tests_of_merged_paths() {
    for (method, pairs) in [("Account.withdraw", 4), ("Account.count", 3)] {
        let bench = Bench::new();
        let file = fixture("Account.java").display().to_string();
        let words = ["check", "--merge", "returns", "--k", "2", "--inputs-per", "mcdc", &file, method];
        let (said, json) = bench.run(&words);
        let reached = &json["methods"].list()[0]["inputs"];
        let checked = check(&bench.tools, "Account.java", &bench.tests(), "case", reached, &bench.scratch);
        assert!(checked.problems.is_empty(), "{said}{}", checked.problems.join("\n"));
        assert_eq!((checked.pairs, checked.infeasible), (pairs, 0), "{said}");
        // What merged paths execute is covered like what single ones do.
        let covered = said.lines().find(|line| line.starts_with("  covered: ")).expect("it is told");
        let [branches, _, instructions, all] = numbers_in(covered)[..4] else { panic!("{covered}") };
        assert!(branches > 0 && instructions * 10 >= all * 8, "{covered}");
    }
}

/// One input for each path says nothing of what else a merged path can do.
#[test]
fn nothing_is_infeasible_that_nobody_asked_for() {
    let file = fixture("Account.java").display().to_string();
    for (level, word) in [("returns", "not found"), ("off", "of")] {
        let bench = Bench::new();
        let words = ["check", "--merge", level, "--k", "2", "--inputs-per", "path", &file, "Account.withdraw"];
        let (said, _) = bench.run(&words);
        let sides = said.lines().find(|line| line.starts_with("  sides of branches: ")).expect("it is told");
        assert!(sides.contains(word) && !sides.contains("infeasible"), "{said}");
    }
}

fn numbers_in(line: &str) -> Vec<u64> {
    line.split(' ').filter_map(|word| word.parse().ok()).collect()
}
