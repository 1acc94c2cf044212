//! What a check prints about one method.

use crate::hint::Asked;
use crate::text::{Figures, proof_lines};
use explore::check::{CoveredMethod, Reached, Tally, Verdict, is_told_bound};
use machine::{Bound, Reason};
use replay::driver::Planned;
use replay::heap::show_heap;
use replay::path::clause::Explained;

/// Forks and lines that the text shows, the last ones; JSON has all.
const SHOWN: usize = 8;

pub fn checked_text(planned: &Planned, tally: &Tally, figures: Figures, asked: Asked) -> String {
    let mut lines: Vec<String> = Vec::new();
    let verdict = Verdict::of(tally);
    lines.push(format!(
        "{}: {}; {} cases, {} paths, {:.1} s",
        planned.shown,
        verdict,
        tally.cases(),
        tally.paths,
        tally.time.as_secs_f64()
    ));
    if let Verdict::Unknown(reasons) = &verdict {
        lines.extend(asked.lines(reasons).into_iter().map(|line| format!("  {line}")));
    }
    if let Some(violation) = &tally.violation {
        lines.push(format!("  {}", violation.what));
        lines.extend(clause_line(&violation.explained));
        lines.push(format!("  heap before: {}", show_heap(&violation.heap)));
        lines.extend(trace_line(&violation.explained));
    }
    let proved = tally.proof.iter().flat_map(proof_lines);
    lines.extend(proved.map(|line| format!("  {line}")));
    lines.extend(planned.problems.iter().map(|problem| format!("  not understood: {problem}")));
    for (note, count) in &tally.notes {
        lines.push(format!("  note: {note} ({count} times)"));
    }
    lines.extend(
        tally.assumptions.iter().chain(&tally.stats.assumptions).map(|assumption| format!("  assumed: {assumption}")),
    );
    let told = tally.stats.reasons.iter().filter(|(reason, _)| is_told_bound(reason));
    for (reason, count) in told {
        lines.extend(bound_lines(reason, *count, tally.reached.get(reason)));
    }
    lines.extend(coverage_line(&tally.coverage));
    if figures == Figures::All {
        let stats = &tally.stats;
        lines.push(format!(
            "  {} forks, {} infeasible, {} assumed away, {} stopped, {} solver calls, {:.2} s in the solver, {} instructions",
            stats.forks,
            stats.infeasible,
            stats.assumed_away,
            stats.stopped,
            stats.solver_calls,
            stats.solver_time.as_secs_f64(),
            stats.instructions
        ));
        for tier in &stats.tiers {
            lines.push(format!(
                "  {}: {} queries, {} sat, {} unsat, {} unknown, {:.2} s",
                tier.name,
                tier.queries,
                tier.sat,
                tier.unsat,
                tier.unknown,
                tier.time.as_secs_f64()
            ));
        }
    }
    lines.join("\n") + "\n"
}

fn coverage_line(coverage: &[CoveredMethod]) -> Option<String> {
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

fn clause_line(explained: &Explained) -> Option<String> {
    let clause = explained.clause.as_ref()?;
    let which = match clause.condition {
        (_, 1) => String::new(),
        (number, all) => format!(", condition {number} of {all} on the line"),
    };
    Some(format!("  decided at {}{which}", clause.at))
}

fn trace_line(explained: &Explained) -> Option<String> {
    let trace = &explained.trace;
    let lines: Vec<String> = trace.iter().skip(trace.len().saturating_sub(SHOWN)).map(ToString::to_string).collect();
    let more = if trace.len() > lines.len() { "... " } else { "" };
    (!lines.is_empty()).then(|| format!("  trace: {more}{}", lines.join(", ")))
}

fn bound_lines(reason: &Reason, count: u64, reached: Option<&Reached>) -> Vec<String> {
    let Some(reached) = reached else { return vec![format!("  {reason} ({count} times)")] };
    let place = match reached.stack.first() {
        Some(place) if *reason == Reason::Bound(Bound::Loop) => format!(" {place}"),
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
