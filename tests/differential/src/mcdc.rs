//! Inputs by branch and by condition, checked by means of our own: the programs of fixtures/mcdc are compiled once more with calls that
//! log how each decision is evaluated, and the generated tests run on that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::files_below;
use crate::json::Json;
use crate::process::{PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// One evaluation of a decision: what its conditions were, as far as they were evaluated, and what it decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Evaluation {
    pub outcome: bool,
    pub conditions: BTreeMap<usize, bool>,
}

/// By the number of the decision.
pub type Evaluations = BTreeMap<u32, BTreeSet<Evaluation>>;

impl Evaluation {
    /// `true {0=true, 2=false}`
    fn parse(text: &str) -> Evaluation {
        let (outcome, conditions) = text.split_once(" {").expect("an outcome and conditions");
        let of = |entry: &str| {
            let (number, value) = entry.split_once('=').expect("a condition and its value");
            (number.parse().expect("a number"), value == "true")
        };
        let conditions = conditions.trim_end_matches('}').split(", ").map(of).collect();
        Evaluation { outcome: outcome == "true", conditions }
    }

    /// Does the condition alone decide between the two?
    pub fn is_pair(&self, other: &Evaluation, condition: usize) -> bool {
        let both = self
            .conditions
            .iter()
            .filter_map(|(number, value)| Some((*number, *value, *other.conditions.get(number)?)));
        let differ: Vec<usize> = both.filter(|(_, mine, theirs)| mine != theirs).map(|(number, ..)| number).collect();
        differ == [condition] && self.outcome != other.outcome
    }
}

/// What became of the inputs of one run.
#[derive(Debug, Default)]
pub struct Checked {
    pub tests: usize,
    /// Conditions whose pair was seen on the JVM, and conditions that are said to have none.
    pub pairs: usize,
    pub infeasible: usize,
    pub open: usize,
    pub problems: Vec<String>,
}

pub fn fixture(name: &str) -> PathBuf {
    workspace().join("fixtures/mcdc").join(name)
}

/// Runs the generated tests on the program as it is and on the one that logs; `reached` is what the report says.
pub fn check(tools: &Tools, program: &str, tests: &Path, name: &str, reached: &Json, scratch: &Scratch) -> Checked {
    let source = fs::read_to_string(fixture(program)).expect("the fixture is there");
    let logged = log(tools, program, &source, tests, scratch);
    let mut checked = Checked { tests: logged.len(), ..Checked::default() };
    let plain = scratch.path().join("plain");
    let sources = [vec![fixture(program)], files_below(tests), stubs()].concat();
    compile(tools, &sources, "", &plain);
    let mut java = tools.java();
    java.args(["-ea", "-cp"]).arg(&plain).arg("RunTests").args(test_classes(tests));
    let said = run(java, b"", PATIENCE).stdout_text();
    if said.lines().count() != logged.len() || said.lines().any(|line| !line.ends_with(" passed")) {
        checked.problems.push(format!("{program}: {said}"));
    }
    let numbers = numbers(&source);
    for decision in reached["decisions"].list() {
        let line = decision["line"].number() as usize;
        let Some(&number) = numbers.get(&line) else { continue };
        for (condition, found) in decision["conditions"].list().iter().enumerate() {
            match &found["pair"] {
                Json::Text(word) if word == "infeasible" => checked.infeasible += 1,
                Json::Text(_) => checked.open += 1,
                pair => {
                    let of = |at: usize| {
                        let test = format!("{name}{}", pair.list()[at].number());
                        let all = logged.get(&test).and_then(|all| all.get(&number));
                        all.cloned().unwrap_or_default()
                    };
                    let (ones, others) = (of(0), of(1));
                    let mut pairs = ones.iter().flat_map(|one| others.iter().map(move |other| (one, other)));
                    if pairs.any(|(one, other)| one.is_pair(other, condition)) {
                        checked.pairs += 1;
                    } else {
                        checked.problems.push(format!("{program}:{line}: no pair for condition {condition}: {pair:?}"));
                    }
                }
            }
        }
    }
    checked
}

/// All evaluations on the grid of arguments of `Brute`, of which the program must have been logged before.
pub fn brute(tools: &Tools, scratch: &Scratch) -> Evaluations {
    let mut java = tools.java();
    java.arg("-cp").arg(scratch.path().join("logged")).arg("Brute");
    let mut found = Evaluations::new();
    run(java, b"", PATIENCE).stdout_text().lines().for_each(|line| add(&mut found, line));
    found
}

/// Decisions by the line of their mark.
pub fn numbers(source: &str) -> BTreeMap<usize, u32> {
    let mark = |line: &str| {
        line.split("/*").skip(1).find_map(|rest| rest.split_once("*/").and_then(|(number, _)| number.parse().ok()))
    };
    source.lines().enumerate().filter_map(|(at, line)| Some((at + 1, mark(line)?))).collect()
}

/// By test what it evaluates.
fn log(tools: &Tools, program: &str, source: &str, tests: &Path, scratch: &Scratch) -> BTreeMap<String, Evaluations> {
    let mut instrumented = String::new();
    let mut rest = source;
    while let Some((before, (mark, behind))) =
        rest.split_once("/*").and_then(|(before, rest)| Some((before, rest.split_once("*/(")?)))
    {
        instrumented += before;
        instrumented += &match mark.split_once('.') {
            Some((decision, condition)) => format!("Log.condition({decision}, {condition}, "),
            None => format!("Log.decision({mark}, "),
        };
        rest = behind;
    }
    instrumented += rest;
    let classes = scratch.path().join("logged");
    let source = scratch.write(&format!("instrumented/{program}"), instrumented);
    let helpers = files_below(&fixture("instrumented"));
    let is_brute = |file: &PathBuf| file.ends_with("Brute.java") && program != "Conditions.java";
    let helpers = helpers.into_iter().filter(|file| !is_brute(file)).collect();
    compile(tools, &[vec![source], files_below(tests), stubs(), helpers].concat(), "", &classes);
    let mut java = tools.java();
    java.args(["-ea", "-cp"]).arg(&classes).arg("RunLogged").args(test_classes(tests));
    let mut logged: BTreeMap<String, Evaluations> = BTreeMap::new();
    let mut test = String::new();
    for line in run(java, b"", PATIENCE).stdout_text().lines() {
        if line.starts_with("  ") {
            add(logged.entry(test.clone()).or_default(), line);
        } else {
            test = line.split(' ').next().unwrap_or_default().to_string();
            logged.entry(test.clone()).or_default();
        }
    }
    logged
}

fn add(evaluations: &mut Evaluations, line: &str) {
    let (decision, rest) = line.trim().split_once(' ').expect("a decision and its evaluation");
    evaluations.entry(decision.parse().expect("a number")).or_default().insert(Evaluation::parse(rest));
}

fn stubs() -> Vec<PathBuf> {
    files_below(&workspace().join("fixtures/report/junit"))
}

fn test_classes(tests: &Path) -> Vec<String> {
    let names = files_below(tests).into_iter().filter_map(|file| {
        let below = file.strip_prefix(tests).expect("below the folder").to_str().expect("plain path").to_string();
        below.ends_with("Test.java").then(|| below.trim_end_matches(".java").replace('/', "."))
    });
    names.collect()
}
