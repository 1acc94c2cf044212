//! Many mutants on Jacana, a hundred in a process (what natives saw of earlier ones makes later ones slower): nothing may panic, crash,
//! hang or take much memory.

use std::collections::BTreeMap;
use std::fs;
use std::sync::Mutex;

use super::{Subject, mutant, share_out, subjects};
use crate::process::{Exit, PATIENCE, run};
use crate::tools::{Scratch, Tools, compile_with, workspace};

const BATCH: u64 = 100;
const MOST_MEGABYTES: u64 = 1024;

#[derive(Debug, Default)]
pub struct Figures {
    pub mutants: usize,
    /// How they ended, in a word, with counts.
    pub ends: BTreeMap<String, usize>,
    /// What must not happen, with the seed.
    pub faults: Vec<String>,
    pub peak_megabytes: u64,
}

impl Figures {
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} mutants, {} faults, at most {} MB in a process of {BATCH}",
            self.mutants,
            self.faults.len(),
            self.peak_megabytes
        )];
        lines.extend(self.ends.iter().map(|(end, count)| format!("{count:7} {end}")));
        lines.extend(self.faults.iter().take(20).cloned());
        lines
    }

    fn fault(&mut self, seed: u64, what: &str) {
        self.faults.push(format!("mutant {seed}: {what}"));
    }
}

/// Runs mutants `first` to `first + count`.
pub fn try_mutants(tools: &Tools, first: u64, count: u64) -> Figures {
    let scratch = Scratch::new("hostile");
    let subjects = subjects(tools, &scratch);
    let harness = scratch.path().join("harness");
    compile_with(tools, &[workspace().join("fixtures/hostile/Trials.java")], &["-cp", ""], &harness);
    let figures = Mutex::new(Figures::default());
    share_out(first..first + count, BATCH, |seeds| batch(tools, &scratch, &subjects, seeds, &figures));
    figures.into_inner().expect("no worker panics while holding it")
}

/// A process that dies costs the mutant it was at; the rest gets another.
fn batch(
    tools: &Tools,
    scratch: &Scratch,
    subjects: &[Subject],
    seeds: std::ops::Range<u64>,
    figures: &Mutex<Figures>,
) {
    let mut seeds = seeds;
    let mut alone = false;
    while !seeds.is_empty() {
        let tried = if alone { seeds.start..seeds.start + 1 } else { seeds.clone() };
        let file = scratch.write(&format!("trials-{}", seeds.start), pack(subjects, tried.clone()));
        let mut jacana = tools.jacana();
        jacana.args(["run", "--trials"]).arg(&file).arg("-cp").arg(scratch.path().join("harness")).arg("Trials");
        let outcome = run(jacana, &[], PATIENCE);
        let text = fs::read_to_string(file.with_extension("ends")).unwrap_or_default();
        let mut figures = figures.lock().expect("no worker panics while holding it");
        for line in text.lines() {
            if let Some(megabytes) = line.strip_prefix("peak ") {
                let megabytes = megabytes.parse().unwrap_or(u64::MAX);
                figures.peak_megabytes = figures.peak_megabytes.max(megabytes);
                if megabytes > MOST_MEGABYTES {
                    figures.fault(seeds.start, &format!("or one of the next {BATCH}: {megabytes} MB"));
                }
                break;
            }
            if line == "interrupted" && !alone {
                break;
            }
            figures.mutants += 1;
            *figures.ends.entry(end(line)).or_default() += 1;
            let internal = line.starts_with("stopped") && !is_reason(line);
            if line.starts_with("panic") || line.starts_with("interrupted") || internal {
                figures.fault(seeds.start, &format!("{line} {}", outcome.stderr_text()));
            }
            seeds.start += 1;
        }
        // A busy machine makes one slow that is not: it is tried again, by itself.
        let slow = !alone && text.lines().any(|line| line == "interrupted");
        alone = slow;
        if !slow && seeds.start < tried.end && text.lines().last().is_none_or(|line| line != "panic") {
            let what = if outcome.exit == Exit::TimedOut { "hangs" } else { "crashes" };
            figures.fault(seeds.start, &format!("{what}: {:?} {}", outcome.exit, outcome.stderr_text()));
            figures.mutants += 1;
            seeds.start += 1;
        }
    }
}

/// A stop is a clear answer if it says what the program did; malformed code must have been refused before.
fn is_reason(line: &str) -> bool {
    !line.contains("malformed") && !line.contains("could not be loaded")
}

/// `threw java.lang.VerifyError: ...` counts by the class.
fn end(line: &str) -> String {
    let first = line.split(": ").next().unwrap_or(line);
    if first.starts_with("stopped") { "stopped".into() } else { first.into() }
}

fn pack(subjects: &[Subject], seeds: std::ops::Range<u64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let number = |bytes: &mut Vec<u8>, value: usize| bytes.extend((value as u32).to_be_bytes());
    number(&mut bytes, (seeds.end - seeds.start) as usize);
    for seed in seeds {
        let mutant = mutant(subjects, seed);
        number(&mut bytes, subjects[mutant.subject].classes.len());
        for (name, body) in mutant.classes(subjects) {
            number(&mut bytes, name.len());
            bytes.extend(name.as_bytes());
            number(&mut bytes, body.len());
            bytes.extend(body);
        }
    }
    bytes
}
