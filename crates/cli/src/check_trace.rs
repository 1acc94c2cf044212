//! What the report of a check says about the way: to a bound, to a violation, through the code, from state to state.

use crate::check_report::{self, Tally};
use crate::check_writes;
use crate::targets::Planned;
use contracts::PREFIX;
use explore::clause::{self, Explained};
use explore::states::Tree;
use explore::{SourceLine, branches};
use machine::{Machine, MethodId, State};
use report::{CheckedMethod, CoveredMethod, Reached, Violated};

/// The frame of the driver.
const FLOOR: usize = 1;

/// Forks and lines that the text shows, the last ones; JSON has all.
const SHOWN: usize = 8;

/// How the path that stopped here came to this place.
pub fn reached(machine: &Machine, state: &State) -> Reached {
    let is_driver = |line: &String| line.contains("jacana.Checks.");
    let stack = machine.stack_lines(state).into_iter().take_while(|line| !is_driver(line));
    Reached { stack: stack.collect(), path: branches(machine, state) }
}

/// What only needs to be known once the paths are: the code that ran, how the violation came about, and the tree of states,
/// if the ends of paths were kept.
pub fn look_back(machine: &mut Machine, start: &State, planned: &Planned, tally: &mut Tally) -> String {
    tally.coverage = coverage(machine, planned);
    if let Some(violation) = &mut tally.violation {
        violation.explained = clause::explain(machine, start, &violation.witness, FLOOR);
        let explained = &mut violation.explained;
        explained.trace.retain(|line| !line.method.contains(PREFIX));
        explained.clause.take_if(|clause| clause.at.method.contains(PREFIX));
        if let Some(location) = &violation.changed {
            let places = check_writes::places(machine.world, &explained.trace, location);
            let places: Vec<String> = places.into_iter().map(shown).collect();
            if !places.is_empty() {
                violation.what += &format!(" at {}", places.join(" or "));
            }
        }
    }
    let mut tree = Tree::default();
    for witness in std::mem::take(&mut tally.ends) {
        tree.add(machine, start, &witness, FLOOR);
    }
    tree.lines
}

fn coverage(machine: &Machine, planned: &Planned) -> Vec<CoveredMethod> {
    let classes = &machine.world.classes;
    let mut covered = machine.world.coverage();
    // Code that checks contracts is none of the program.
    let is_ours = |method: MethodId| {
        classes[method].name.contains(PREFIX) || classes[classes[method].class].name.starts_with("jacana/")
    };
    covered.retain(|(method, _)| !is_ours(*method));
    covered.sort_by_key(|(method, _)| *method != planned.method);
    let covered = covered.into_iter().map(|(method, coverage)| {
        let method = &classes[method];
        let method = format!("{}.{}{}", classes[method.class].dotted(), method.name, method.descriptor);
        CoveredMethod { method, instructions: coverage.instructions, branches: coverage.branches }
    });
    covered.collect()
}

pub fn coverage_line(coverage: &[CoveredMethod]) -> Option<String> {
    let (instructions, branches) = coverage.iter().fold(([0; 2], [0; 2]), |(instructions, branches), method| {
        (added(instructions, method.instructions), added(branches, method.branches))
    });
    let methods = match coverage.len() {
        0 => return None,
        1 => "1 method".into(),
        many => format!("{many} methods"),
    };
    Some(format!(
        "  covered: {} of {} branches and {} of {} instructions in {methods}",
        branches[0], branches[1], instructions[0], instructions[1]
    ))
}

fn added(a: [u64; 2], b: [u64; 2]) -> [u64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

pub fn clause_line(explained: &Explained) -> Option<String> {
    let clause = explained.clause.as_ref()?;
    let which = match clause.condition {
        (_, 1) => String::new(),
        (number, all) => format!(", condition {number} of {all} on the line"),
    };
    Some(format!("  decided at {}{which}", shown(&clause.at)))
}

pub fn trace_line(explained: &Explained) -> Option<String> {
    let trace = &explained.trace;
    let lines: Vec<String> = trace.iter().skip(trace.len().saturating_sub(SHOWN)).map(shown).collect();
    let more = if trace.len() > lines.len() { "... " } else { "" };
    (!lines.is_empty()).then(|| format!("  trace: {more}{}", lines.join(", ")))
}

pub fn bound_lines(reason: &str, count: u64, reached: Option<&Reached>) -> Vec<String> {
    let Some(reached) = reached else { return vec![format!("  {reason} ({count} times)")] };
    let place = match reached.stack.first() {
        Some(place) if !reason.contains(" at ") => format!(" {place}"),
        _ => String::new(),
    };
    let mut lines = vec![format!("  {reason}{place} ({count} times)")];
    let path = &reached.path;
    let forks = path.iter().skip(path.len().saturating_sub(SHOWN));
    let forks: Vec<String> =
        forks.map(|fork| format!("{} at {}:{}", fork.condition, fork.at.file, fork.at.line)).collect();
    let more = if path.len() > forks.len() { "... " } else { "" };
    if !forks.is_empty() {
        lines.push(format!("    first by: {more}{}", forks.join(", ")));
    }
    lines
}

fn shown(at: &SourceLine) -> String {
    format!("{}.{}({}:{})", at.class, at.method, at.file, at.line)
}

pub fn json(jdk: &str, planned: &Planned, tally: &Tally) -> String {
    let (within, reasons) = check_report::reasons(tally);
    let verdict = match (&tally.violation, reasons.is_empty()) {
        (Some(_), _) => "VIOLATED",
        (None, true) => "HOLDS",
        (None, false) => "UNKNOWN",
    };
    let bounds = tally.stats.reasons.iter().filter_map(|(reason, count)| {
        tally.reached.get(reason).map(|reached| (reason.clone(), *count, reached.clone()))
    });
    let bounds: Vec<(String, u64, Reached)> = bounds.collect();
    report::checked_json(&CheckedMethod {
        method: &planned.shown,
        verdict,
        within: &within,
        reasons: &reasons,
        jdk,
        cases: tally.cases(),
        paths: tally.paths,
        seconds: tally.time.as_secs_f64(),
        violation: tally.violation.as_ref().map(|violation| Violated {
            what: &violation.what,
            heap: &violation.heap,
            explained: &violation.explained,
        }),
        bounds: &bounds,
        coverage: &tally.coverage,
        notes: &tally.notes,
        assumptions: tally.assumptions.iter().chain(&tally.stats.assumptions).map(String::as_str).collect(),
    })
}
