//! Proofs without a bound against all inputs: random programs whose inputs are few enough to be tried on the JVM, one by one. What is
//! violated there must not be TRUE.

mod program;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};
use std::fs;
use std::iter;
use std::path::Path;
use std::time::Duration;

use crate::json::Json;
use crate::process::run;
use crate::tools::{Scratch, Tools};
pub use program::Writer;
use program::{FAR, FIRST, SECOND};

/// Mutations of one program that are tried on the JVM.
const VARIANTS: u64 = 24;
/// Mutants of one program that are kept.
const MUTANTS_OF_ONE: usize = 4;
const PATIENCE: Duration = Duration::from_secs(120);

/// What became of many programs.
#[derive(Debug, Default)]
pub struct Tally {
    pub programs: usize,
    /// Answers by whether the property is violated: TRUE, FALSE, UNKNOWN.
    pub holds: [usize; 3],
    pub violated: [usize; 3],
    pub wrong: Vec<Wrong>,
    /// Programs that were proved, by seed.
    pub proved: Vec<u64>,
}

/// A TRUE that is none, or a FALSE that is none.
#[derive(Clone, Debug)]
pub struct Wrong {
    pub subject: Subject,
    pub what: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "seed {}, mutation {:?}: {}", self.subject.seed, self.subject.mutation, self.what)
    }
}

impl Tally {
    pub fn line(&self) -> String {
        let [proved, refuted, open] = self.holds;
        let [wrong, found, missed] = self.violated;
        let share = 100 * proved / (proved + refuted + open).max(1);
        format!(
            "{} programs: of {} verdicts that hold {proved} proved ({share}%), {refuted} refuted, {open} open; of {} that do not {wrong} \
             proved, {found} found, {missed} open",
            self.programs,
            proved + refuted + open,
            wrong + found + missed
        )
    }

    pub fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        for at in 0..3 {
            self.holds[at] += other.holds[at];
            self.violated[at] += other.violated[at];
        }
        self.wrong.extend(other.wrong);
        self.proved.extend(other.proved);
    }
}

/// A program by its seed, and what is off in a late round of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub seed: u64,
    pub mutation: Option<u64>,
}

impl Subject {
    pub fn plain(seed: u64) -> Subject {
        Subject { seed, mutation: None }
    }

    pub fn source(self, name: &str) -> String {
        Writer::new(self.seed).program(name, self.mutation)
    }
}

/// For each seed some of its mutations that violate what the program does not, by inputs that come to late rounds.
pub fn mutants(seeds: &[u64]) -> Vec<Subject> {
    let mutations = |seed: u64| (0..VARIANTS).map(move |at| Some(seed * VARIANTS + at));
    let all: Vec<Subject> = seeds
        .iter()
        .flat_map(|&seed| iter::once(None).chain(mutations(seed)).map(move |mutation| Subject { seed, mutation }))
        .collect();
    let violated = Compiled::new(&all, Inputs::Late).tried();
    let is_violated = |at: usize| violated[&at].iter().any(|property| property == "assert");
    let mut found: Vec<Subject> = Vec::new();
    for (at, subject) in all.iter().enumerate().filter(|(_, subject)| subject.mutation.is_some()) {
        let plain = at - at % (VARIANTS as usize + 1);
        let of_seed = found.iter().rev().take_while(|mutant| mutant.seed == subject.seed).count();
        if of_seed < MUTANTS_OF_ONE && violated[&plain].is_empty() && is_violated(at) {
            found.push(*subject);
        }
    }
    found
}

/// Which inputs a JVM tries.
#[derive(Clone, Copy)]
enum Inputs {
    All,
    /// Those by which a program comes to the rounds that mutations are about.
    Late,
}

/// Programs on the class path, and the folder for them.
struct Compiled {
    tools: Tools,
    scratch: Scratch,
    count: usize,
}

impl Compiled {
    fn new(subjects: &[Subject], inputs: Inputs) -> Compiled {
        let (tools, scratch) = (Tools::find(), Scratch::new("unbounded"));
        let mut source = String::new();
        for (at, subject) in subjects.iter().enumerate() {
            source.push_str(&subject.source(&format!("P{at}")));
        }
        source.push_str(&brute_force(subjects.len(), inputs));
        let file = scratch.path().join("Brute.java");
        fs::write(&file, source).expect("temporary folder is writable");
        let mut javac = tools.javac();
        let compiled =
            javac.args(["-g", "-nowarn", "-d"]).arg(scratch.path()).arg(&file).status().expect("javac starts");
        assert!(compiled.success(), "a generated program does not compile");
        Compiled { tools, scratch, count: subjects.len() }
    }

    /// What the programs violate, by all inputs on the JVM.
    fn tried(&self) -> BTreeMap<usize, Vec<String>> {
        let mut java = self.tools.java();
        java.args(["-ea", "-Xss64m", "-cp"]).arg(self.scratch.path()).arg("Brute");
        let outcome = run(java, b"", 5 * PATIENCE);
        let text = String::from_utf8_lossy(&outcome.stdout).into_owned();
        let violated: BTreeMap<usize, Vec<String>> = text.lines().map(outcomes).collect();
        assert_eq!(violated.len(), self.count, "the JVM tried all of them: {text}");
        violated
    }

    fn verified(&self, at: usize, seconds: u32) -> Said {
        let report = self.scratch.path().join(format!("P{at}.json"));
        let mut command = self.tools.jacana();
        command.args(["verify", "--check-proofs", "-cp"]).arg(self.scratch.path()).arg("--json").arg(&report);
        command.arg("--time").arg(format!("{seconds}s")).arg(format!("P{at}.run(int,int)"));
        run(command, b"", PATIENCE);
        Said::read(&report)
    }
}

/// What a report in JSON says of a run.
pub struct Said {
    report: Json,
}

impl Said {
    pub fn read(file: &Path) -> Said {
        Said { report: Json::parse(&fs::read_to_string(file).expect("a report")) }
    }

    fn verdict(&self, property: &str) -> &Json {
        let mut verdicts = self.report["verdicts"].list().iter();
        verdicts.find(|verdict| verdict["property"].text() == property).expect("a verdict")
    }

    /// Does any verdict rest on a proof without a bound?
    pub fn is_proved(&self) -> bool {
        self.report["verdicts"].list().iter().any(|verdict| verdict["proof"] != Json::Null)
    }

    /// The part of the prover that the answers rest on.
    pub fn part(&self) -> &'static str {
        strongest_part(self.report["verdicts"].list().iter().map(|verdict| &verdict["proof"]))
    }

    /// A proof that did not survive its check is an error of ours.
    pub fn is_refused(&self) -> bool {
        self.report["reasons"].list().iter().any(|reason| reason["kind"].text() == "internal")
    }
}

/// Of the parts that closed the loops and calls of a proof: a loop inside of another one may need less.
pub fn strongest_part<'j>(proofs: impl IntoIterator<Item = &'j Json>) -> &'static str {
    let mut parts: BTreeSet<&str> = BTreeSet::new();
    for proof in proofs {
        let Json::List(closed) = proof else { continue };
        parts.extend(closed.iter().map(|closed| closed["part"].text()));
    }
    let is_there = |part: &&str| parts.contains(part);
    ["clauses", "contract", "invariant", "no guess", "seen before"].into_iter().find(is_there).unwrap_or("no loop")
}

/// Compiles programs together, tries all inputs, and asks for verdicts.
pub fn try_all(subjects: &[Subject], seconds: u32) -> Tally {
    let mut tally = Tally::default();
    if subjects.is_empty() {
        return tally;
    }
    let compiled = Compiled::new(subjects, Inputs::All);
    let violated = compiled.tried();
    for (at, &subject) in subjects.iter().enumerate() {
        let said = compiled.verified(at, seconds);
        tally.programs += 1;
        let before = tally.holds[0];
        for property in ["assert", "runtime-exception"] {
            let is_violated = violated[&at].iter().any(|violated| violated == property);
            tally.count(subject, property, is_violated, &said);
        }
        if tally.holds[0] == before + 2 && said.is_proved() {
            tally.proved.push(subject.seed);
        }
    }
    tally
}

impl Tally {
    fn count(&mut self, subject: Subject, property: &str, violated: bool, said: &Said) {
        let answer = ["TRUE", "FALSE", "UNKNOWN"]
            .iter()
            .position(|answer| said.verdict(property)["verdict"].text() == *answer)
            .expect("one of three answers");
        let counts = if violated { &mut self.violated } else { &mut self.holds };
        counts[answer] += 1;
        if said.is_refused() {
            self.wrong.push(Wrong { subject, what: "a proof was refused".to_string() });
        }
        if violated && answer == 0 || !violated && answer == 1 {
            let what = format!("{property} is {}", ["TRUE", "FALSE"][answer]);
            self.wrong.push(Wrong { subject, what });
        }
    }
}

/// `3 assert runtime-exception`
fn outcomes(line: &str) -> (usize, Vec<String>) {
    let mut words = line.split_whitespace();
    let number = words.next().and_then(|word| word.parse().ok()).expect("a number");
    (number, words.map(str::to_string).collect())
}

/// A main class that runs all programs on all inputs and prints what they violate. Errors such as an overflow violate nothing.
fn brute_force(count: usize, inputs: Inputs) -> String {
    let mut text = String::from(
        "class Brute {\n    interface Run {\n        void on(int n, int k);\n    }\n\n    \
         static void all(int number, Run run) {\n        String violated = \"\";\n",
    );
    let first = match inputs {
        Inputs::All => format!("int n = 0; n < {FIRST}; n++"),
        Inputs::Late => {
            format!("int n : new int[] {{{}, {FIRST} - 1}}", FAR.map(|far| format!("{far}, {far} + 1")).join(", "))
        }
    };
    let _ = write!(text, "        for ({first}) {{\n            for (int k = -{SECOND}; k <= {SECOND}; k++) {{\n");
    text.push_str(
        "                try {\n                    run.on(n, k);\n                } catch (AssertionError e) {\n                    \
         violated = with(violated, \" assert\");\n                } catch (RuntimeException e) {\n                    \
         violated = with(violated, \" runtime-exception\");\n                } catch (StackOverflowError e) {\n                }\n            \
         }\n        }\n        System.out.println(number + violated);\n    }\n\n    \
         static String with(String all, String one) {\n        return all.contains(one) ? all : all + one;\n    }\n\n    \
         public static void main(String[] arguments) {\n",
    );
    for number in 0..count {
        let _ = writeln!(text, "        all({number}, P{number}::run);");
    }
    text.push_str("    }\n}\n");
    text
}
