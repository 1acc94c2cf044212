//! Random programs that a JVM runs often: `jacana verify` must have seen every outcome that shows up there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};

use super::scene::source;
use super::seen::Seen;
use crate::paths::each;
use crate::process::{Exit, PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// What one exploration may take. One that ends earlier says nothing of what it did not see.
const SECONDS: u32 = 20;
const RUNS: &str = "200";
/// Of a hundred programs so many must be explored to the end.
const MOST_INCOMPLETE: usize = 20;

/// What became of many programs.
#[derive(Debug, Default)]
pub struct Shown {
    pub programs: usize,
    pub incomplete: usize,
    /// Outcomes that the exploration saw, and of the same programs those that the JVM showed.
    pub seen: usize,
    pub shown: usize,
    pub misses: Vec<Miss>,
    /// How often an exploration would not have answered TRUE for a reason.
    pub reasons: BTreeMap<String, usize>,
}

/// A program with an outcome on the JVM that the exploration did not see.
#[derive(Clone, Debug)]
pub struct Miss {
    seed: u64,
    what: String,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "seed {}: {}\n{}", self.seed, self.what, source("Main", self.seed))
    }
}

impl Shown {
    pub fn compare(seed: u64, count: usize) -> Shown {
        let (tools, scratch) = (Tools::find(), Scratch::new("shown"));
        let (classes, quiet, busy) =
            (scratch.path().join("classes"), scratch.path().join("quiet"), scratch.path().join("busy"));
        let ours = workspace().join("tests/differential/java/outcomes");
        compile(&tools, &[ours.join("quiet/Pause.java")], "", &quiet);
        compile(&tools, &[ours.join("busy/Pause.java"), ours.join("OutcomesDriver.java")], "", &busy);
        let names: Vec<String> = (0..count).map(|at| format!("P{at:04}")).collect();
        let write = |(name, seed): (&String, u64)| scratch.write(&format!("{name}.java"), source(name, seed));
        let sources: Vec<PathBuf> = names.iter().zip(seed..).map(write).collect();
        compile(&tools, &sources, &quiet.display().to_string(), &classes);
        let on_jvm = outcomes(&tools, &[&classes, &busy], &names);
        let seen = each(&names, |name| Seen::of(&tools, &[&classes, &quiet], name, SECONDS));
        let mut shown = Shown { programs: count, ..Shown::default() };
        for ((name, seed), seen) in names.iter().zip(seed..).zip(seen) {
            shown.judge(seed, &seen, &on_jvm[name]);
        }
        shown
    }

    pub fn is_enough(&self) -> bool {
        self.misses.is_empty() && self.incomplete * 100 <= MOST_INCOMPLETE * self.programs
    }

    pub fn line(&self) -> String {
        format!(
            "{} programs, {} of them not explored to the end; of the others {} outcomes seen, {} of them on the JVM: {} misses",
            self.programs,
            self.incomplete,
            self.seen,
            self.shown,
            self.misses.len()
        )
    }

    pub fn add(&mut self, other: Shown) {
        self.programs += other.programs;
        self.incomplete += other.incomplete;
        self.seen += other.seen;
        self.shown += other.shown;
        self.misses.extend(other.misses);
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
    }

    fn judge(&mut self, seed: u64, seen: &Seen, on_jvm: &BTreeSet<String>) {
        for reason in &seen.reasons {
            *self.reasons.entry(reason.text.clone()).or_default() += 1;
        }
        if seen.has_given_up() {
            self.incomplete += 1;
            return;
        }
        self.seen += seen.outcomes.len();
        self.shown += on_jvm.intersection(&seen.outcomes).count();
        let unseen: Vec<&str> = on_jvm.difference(&seen.outcomes).map(String::as_str).collect();
        // None of the programs can get stuck or end in another way.
        let strange: Vec<&str> =
            seen.outcomes.iter().map(String::as_str).filter(|outcome| outcome.parse::<i32>().is_err()).collect();
        if !unseen.is_empty() || !strange.is_empty() {
            let count = seen.outcomes.len();
            let what = format!("not among the {count} outcomes: {}; no end: {}", unseen.join(" "), strange.join(", "));
            self.misses.push(Miss { seed, what });
        }
    }
}

/// What each of the programs shows on a JVM.
fn outcomes(tools: &Tools, class_path: &[&Path], names: &[String]) -> BTreeMap<String, BTreeSet<String>> {
    let folders: Vec<String> = class_path.iter().map(|folder| folder.display().to_string()).collect();
    let mut command = tools.java();
    command.args(["-cp", &folders.join(":"), "OutcomesDriver", RUNS]).args(names);
    let outcome = run(command, b"", PATIENCE);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    let of_line = |line: &str| {
        let mut words = line.split(' ').map(str::to_string);
        (words.next().unwrap_or_default(), words.collect())
    };
    outcome.stdout_text().lines().map(of_line).collect()
}
