//! Random small programs of which all orders are tried: `jacana verify` must see every outcome, in at most twice as many executions as there are
//! traces.

use std::collections::BTreeSet;
use std::fmt;
use std::path::PathBuf;

use super::program::Program;
use super::seen::Seen;
use super::traces::Traces;
use crate::paths::each;
use crate::random::Dice;
use crate::tools::{Scratch, Tools, compile};

const SECONDS: u32 = 120;
/// Beginnings of traces, and traces, that a program may have; what has more is drawn again.
const MOST_BEGINNINGS: usize = 100_000;
const MOST_TRACES: usize = 2000;
/// Executions for each trace.
const MOST_RATIO: usize = 2;

/// What became of many programs.
#[derive(Debug, Default)]
pub struct Counted {
    pub programs: usize,
    pub deadlocking: usize,
    pub outcomes: usize,
    pub traces: usize,
    pub executions: usize,
    /// Executions that led to nothing new, out of those.
    pub redundant: usize,
    /// The most executions for a trace of one program.
    pub worst: f64,
    pub misses: Vec<Miss>,
}

/// A program of which an outcome was not seen, or which took too many executions.
#[derive(Clone, Debug)]
pub struct Miss {
    seed: u64,
    what: String,
    source: String,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "seed {}: {}\n{}", self.seed, self.what, self.source)
    }
}

struct Subject {
    name: String,
    seed: u64,
    program: Program,
    traces: Traces,
}

impl Counted {
    pub fn count(seed: u64, count: usize) -> Counted {
        let (tools, scratch) = (Tools::find(), Scratch::new("counted"));
        let subjects: Vec<Subject> = (0..count).map(|at| subject(at, seed + at as u64)).collect();
        let write =
            |subject: &Subject| scratch.write(&format!("{}.java", subject.name), subject.program.java(&subject.name));
        let sources: Vec<PathBuf> = subjects.iter().map(write).collect();
        let classes = scratch.path().join("classes");
        compile(&tools, &sources, "", &classes);
        let mut counted = Counted { programs: count, ..Counted::default() };
        for (subject, seen) in
            subjects.iter().zip(each(&subjects, |subject| Seen::of(&tools, &[&classes], &subject.name, SECONDS)))
        {
            counted.judge(subject, &seen);
        }
        counted
    }

    pub fn is_enough(&self) -> bool {
        self.misses.is_empty() && self.executions <= MOST_RATIO * self.traces
    }

    pub fn line(&self) -> String {
        format!(
            "{} programs, {} of them with a deadlock, {} outcomes: {} traces, {} executions ({} of them redundant), at most {:.2} for a \
             trace in one program: {} misses",
            self.programs,
            self.deadlocking,
            self.outcomes,
            self.traces,
            self.executions,
            self.redundant,
            self.worst,
            self.misses.len()
        )
    }

    pub fn add(&mut self, other: Counted) {
        self.programs += other.programs;
        self.deadlocking += other.deadlocking;
        self.outcomes += other.outcomes;
        self.traces += other.traces;
        self.executions += other.executions;
        self.redundant += other.redundant;
        self.worst = self.worst.max(other.worst);
        self.misses.extend(other.misses);
    }

    fn judge(&mut self, subject: &Subject, seen: &Seen) {
        let Subject { traces, .. } = subject;
        self.deadlocking += usize::from(traces.deadlocks > 0);
        let mut expected: BTreeSet<String> = traces.outcomes.iter().map(i32::to_string).collect();
        if traces.deadlocks > 0 {
            expected.insert("deadlock".to_string());
        }
        self.outcomes += expected.len();
        self.traces += traces.count;
        self.executions += seen.executions;
        self.redundant += seen.redundant;
        self.worst = self.worst.max(seen.executions as f64 / traces.count as f64);
        let mut wrong: Vec<String> = seen.reasons.iter().map(|reason| reason.text.clone()).collect();
        let outcomes = |of: &BTreeSet<String>, but: &BTreeSet<String>| of.difference(but).cloned().collect::<Vec<_>>();
        let (unseen, invented) = (outcomes(&expected, &seen.outcomes), outcomes(&seen.outcomes, &expected));
        if !unseen.is_empty() {
            wrong.push(format!("{} of {} outcomes not seen: {}", unseen.len(), expected.len(), unseen.join(" ")));
        }
        if !invented.is_empty() {
            wrong.push(format!("{} outcomes that no order has: {}", invented.len(), invented.join(" ")));
        }
        if seen.executions < traces.count || seen.executions > MOST_RATIO * traces.count {
            wrong.push(format!("{} executions for {} traces", seen.executions, traces.count));
        }
        if !wrong.is_empty() {
            let source = subject.program.java(&subject.name);
            self.misses.push(Miss { seed: subject.seed, what: wrong.join("; "), source });
        }
    }
}

/// A program that has more than one trace, but not too many.
fn subject(at: usize, seed: u64) -> Subject {
    let mut dice = Dice::new(seed);
    loop {
        let program = Program::draw(&mut dice);
        let traces = Traces::of(&program, MOST_BEGINNINGS);
        if let Some(traces) = traces.filter(|traces| (2..=MOST_TRACES).contains(&traces.count)) {
            return Subject { name: format!("P{at:04}"), seed, program, traces };
        }
    }
}
