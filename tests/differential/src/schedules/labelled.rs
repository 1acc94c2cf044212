//! The programs of fixtures/threads: each says in its first lines what `jacana verify` has to answer,
//!
//!     // expect: deadlock FALSE
//!     // expect: assert not TRUE
//!
//! where UNKNOWN is an answer only behind `not`. `// needs: 21` names the JDK that a program begins with.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::fixture::{entries, files_below, stem};
use crate::paths::each;
use crate::process::run;
use crate::tools::{Scratch, Tools, compile, workspace};

/// What one exploration may take that must come to an answer, on a busy machine, and one that need not.
const LIMIT: &str = "280s";
const SHORT_LIMIT: &str = "8s";
const PATIENCE: Duration = Duration::from_secs(400);

/// What became of the programs.
#[derive(Debug, Default)]
pub struct Labelled {
    pub programs: usize,
    pub answers: usize,
    pub wrong: Vec<Miss>,
    /// UNKNOWN, or no answer, where there must be one.
    pub open: Vec<Miss>,
}

/// An answer that is not the expected one.
#[derive(Clone, Debug)]
pub struct Miss {
    name: String,
    expected: Expected,
    said: String,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Expected { property, not, answer } = &self.expected;
        let not = if *not { "not " } else { "" };
        write!(f, "{}: {property} must be {not}{answer}: {}", self.name, self.said)
    }
}

#[derive(Clone, Debug)]
struct Expected {
    property: String,
    not: bool,
    answer: String,
}

impl Expected {
    fn all(source: &str) -> Vec<Expected> {
        let of = |line: &str| {
            let mut words = line.split(' ');
            let property = words.next().unwrap_or_default().to_string();
            let rest: Vec<&str> = words.collect();
            match rest[..] {
                [answer @ ("TRUE" | "FALSE")] => Expected { property, not: false, answer: answer.to_string() },
                ["not", answer @ ("TRUE" | "FALSE")] => Expected { property, not: true, answer: answer.to_string() },
                _ => panic!("no expectation: {line}"),
            }
        };
        source.lines().filter_map(|line| line.strip_prefix("// expect: ")).map(of).collect()
    }
}

struct Subject {
    name: String,
    expected: Vec<Expected>,
}

impl Labelled {
    /// Asks for the programs with these names; no names means all.
    pub fn ask(names: &[&str]) -> Labelled {
        let (tools, scratch) = (Tools::find(), Scratch::new("labelled"));
        let (sources, subjects) = subjects(&tools, names);
        let classes = scratch.path().join("classes");
        let common: Vec<PathBuf> = files_below(&workspace().join("fixtures/verify/common"));
        compile(&tools, &[sources, common].concat(), "", &classes);
        let mut labelled = Labelled { programs: subjects.len(), ..Labelled::default() };
        for (subject, said) in subjects.iter().zip(each(&subjects, |subject| answer(&tools, &classes, subject))) {
            labelled.judge(subject, &said);
        }
        labelled
    }

    pub fn line(&self) -> String {
        let Labelled { programs, answers, wrong, open } = self;
        format!("{programs} programs, {answers} answers: {} wrong, {} open", wrong.len(), open.len())
    }

    fn judge(&mut self, subject: &Subject, said: &str) {
        for expected in &subject.expected {
            self.answers += 1;
            let end = format!("({})", expected.property);
            let verdicts = said.lines().filter_map(|line| line.strip_prefix("VERDICT: "));
            let found = verdicts.filter_map(|line| line.split_once(&end)).map(|(answer, _)| answer).next();
            let miss = || {
                let lines: Vec<&str> = said.lines().filter(|line| found.is_none() || line.contains(&end)).collect();
                Miss { name: subject.name.clone(), expected: expected.clone(), said: lines.join("\n") }
            };
            match found {
                Some(answer) if expected.not && answer == expected.answer => self.wrong.push(miss()),
                Some(_) if expected.not => {}
                Some(answer) if answer == expected.answer => {}
                Some("TRUE" | "FALSE") => self.wrong.push(miss()),
                Some(_) | None => self.open.push(miss()),
            }
        }
    }
}

/// The sources that the compiler at hand knows, and what they expect.
fn subjects(tools: &Tools, names: &[&str]) -> (Vec<PathBuf>, Vec<Subject>) {
    let mut sources = Vec::new();
    let mut subjects = Vec::new();
    for path in entries(&workspace().join("fixtures/threads")) {
        let (name, source) = (stem(&path), fs::read_to_string(&path).expect("a fixture"));
        let needs = source.lines().find_map(|line| line.strip_prefix("// needs: "));
        let is_known = needs.is_none_or(|version| version.parse::<u32>().expect("a version") <= tools.feature());
        if is_known && (names.is_empty() || names.contains(&name.as_str())) {
            let expected = Expected::all(&source);
            assert!(!expected.is_empty(), "{name} expects nothing");
            subjects.push(Subject { name, expected });
            sources.push(path);
        }
    }
    (sources, subjects)
}

fn answer(tools: &Tools, classes: &Path, subject: &Subject) -> String {
    let mut command = tools.jacana();
    let properties: Vec<&str> = subject.expected.iter().map(|expected| expected.property.as_str()).collect();
    let limit = if subject.expected.iter().all(|expected| expected.not) { SHORT_LIMIT } else { LIMIT };
    command.args(["verify", "--time", limit, "--property", &properties.join(",")]);
    command.arg("-cp").arg(classes).arg(&subject.name);
    let outcome = run(command, b"", PATIENCE);
    outcome.stdout_text() + &outcome.stderr_text()
}
