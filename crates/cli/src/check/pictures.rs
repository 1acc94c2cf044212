//! `jacana check --html FILE`: what a page with pictures needs to know of each case, and the source lines of its trace.

use crate::check::options::Check;
use crate::program::options::Program;
use bytecode::SearchPath;
use explore::check::{Tally, Verdict};
use machine::path::Use;
use machine::{Machine, State};
use replay::SourceLine;
use replay::driver::Planned;
use replay::heap::{PreHeap, post_heap, pre_heap};
use replay::path::{Witness, clause};
use report::PicturedCase;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use testgen::cases::Ended;

/// Of one method: more would make the page slow.
const MOST: usize = 5000;

/// The frame of the driver.
const FLOOR: usize = 1;

/// A case at its end.
pub struct Pictured {
    before: PreHeap,
    after: PreHeap,
    outcome: String,
    condition: Vec<String>,
    witness: Witness,
}

/// Keeps a case for the page, as long as there is room.
pub fn keep(kept: &mut Vec<Pictured>, machine: &mut Machine, state: &mut State, ended: &Ended) {
    if kept.len() >= MOST {
        return;
    }
    let before = pre_heap(machine, state);
    let after = post_heap(machine, state, &before);
    let terms = &machine.world.terms;
    let condition = state.path.conjuncts.iter().map(|&conjunct| terms.show(conjunct).to_string()).collect();
    let outcome = match ended {
        Ended::Returned => "returns".into(),
        Ended::Threw(class) => format!("throws {class}"),
        Ended::Broke(invariant) => format!("breaks {}.{}", invariant.class, invariant.name),
        Ended::Seen(None) => "keeps its contract".into(),
        Ended::Seen(Some(broken)) => broken.clone(),
    };
    kept.push(Pictured { before, after, outcome, condition, witness: state.path.witness(Use::Report).clone() });
}

/// The data of the method for the page. Paths are followed once more for their lines.
pub fn data(
    machine: &mut Machine,
    start: &State,
    check: &Check,
    planned: &Planned,
    tally: &Tally,
    kept: Vec<Pictured>,
) -> String {
    let cases: Vec<PicturedCase> = kept
        .into_iter()
        .map(|kept| PicturedCase {
            trace: clause::explain(machine, start, &kept.witness, FLOOR).trace,
            before: kept.before,
            after: kept.after,
            outcome: kept.outcome,
            condition: kept.condition,
        })
        .collect();
    let mut sources = Sources { roots: roots(check), files: HashMap::new() };
    let verdict = Verdict::of(tally).to_string();
    report::pictured_method(&planned.shown, &verdict, tally.paths, &cases, |at| sources.line(at))
}

/// Where sources may lie.
fn roots(check: &Check) -> Vec<PathBuf> {
    let mut roots = check.launch.sources.clone();
    if let Program::Source(source) = &check.launch.program {
        roots.push(source.clone());
    }
    roots.extend(check.launch.specs.iter().cloned());
    let path = check.launch.class_path.clone().unwrap_or_else(|| SearchPath::of("."));
    roots.extend(path.iter().map(PathBuf::from));
    roots
}

struct Sources {
    roots: Vec<PathBuf>,
    /// Lines by the file's place below a root.
    files: HashMap<PathBuf, Option<Vec<String>>>,
}

impl Sources {
    fn line(&mut self, at: &SourceLine) -> Option<String> {
        let below = Path::new(at.class.internal().package()).join(&at.file);
        let roots = &self.roots;
        let lines = self.files.entry(below).or_insert_with_key(|below| {
            let found = roots.iter().find_map(|root| {
                let is_itself = root.file_name() == below.file_name();
                std::fs::read_to_string(if is_itself { root.clone() } else { root.join(below) }).ok()
            });
            found.map(|text| text.lines().map(str::to_string).collect())
        });
        lines.as_ref()?.get(usize::from(at.line).checked_sub(1)?).map(|line| line.trim().to_string())
    }
}
