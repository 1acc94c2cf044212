//! The report for a person: violations, figures on request, and one line per verdict at the end.

use crate::Run;
use crate::inputs::tested_lines;
use crate::junit::{no_test, test_path};
use crate::profile::profile_text;
use crate::schedule::table;
use explore::{Cut, LoopProof, Proof, Property, Stats, Tier, TierName, Uncaught, Verdict, Violation, by_words};
use machine::Reason;
use replay::Branch;
use replay::heap::show_heap;
use std::fmt::Write;
use testgen::java::literal;

/// Whether the figures of the exploration are part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figures {
    None,
    All,
}

/// What else a person may want to know.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    pub figures: Figures,
    /// The folder into which tests were written, if the user asked for them.
    pub tests: Option<&'a str>,
}

/// Lines of a path or a stack trace that are shown at its start and at its end.
const HEAD: usize = 20;
const TAIL: usize = 10;

/// Exceptions that no property is about, by class and place.
const MOST_UNCAUGHT: usize = 10;

/// Characters of a condition.
const LONGEST: usize = 120;
/// Of an input.
const LONGEST_VALUE: usize = 1000;

pub fn text(run: &Run, shown: Shown) -> String {
    let mut lines = Vec::new();
    for (property, verdict) in &run.verification.verdicts {
        if let Verdict::False(found) = verdict {
            lines.push(format!("{} is violated, confirmed on the JVM:", property.name()));
            violation(&mut lines, found);
            if let Some(why) = no_test(run, found) {
                lines.push(format!("  (no JUnit 5 test of it: {why})"));
                continue;
            }
            lines.push(match shown.tests {
                Some(folder) => format!("  JUnit 5 test: {folder}/{}", test_path(run, *property)),
                None => "  (--junit DIR writes a JUnit 5 test of it)".into(),
            });
        }
    }
    if let Some(tested) = &run.verification.tested {
        lines.extend(tested_lines(run, tested));
    }
    if shown.figures == Figures::All {
        statistics(&mut lines, run);
    }
    if let Some(profile) = &run.verification.profile {
        lines.extend(profile_text(profile, run.time).lines().map(String::from));
    }
    uncaught(&mut lines, run);
    stuck(&mut lines, run);
    proofs(&mut lines, run);
    if run.verification.verdicts.iter().any(|(_, verdict)| matches!(verdict, Verdict::True)) {
        lines.extend(run.verification.stats.assumptions.iter().map(|what| format!("assumed: {what}")));
    }
    for (property, verdict) in &run.verification.verdicts {
        let name = property.name();
        lines.push(match verdict {
            Verdict::True => format!("VERDICT: TRUE({name})"),
            Verdict::False(_) => format!("VERDICT: FALSE({name})"),
            Verdict::Unknown { .. } => format!("VERDICT: UNKNOWN({name}): {verdict}"),
        });
    }
    lines.extend(run.asked.lines(open_reasons(run)));
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

/// Why there are verdicts that are UNKNOWN: what the verdicts name, then the others in the order of their words.
fn open_reasons(run: &Run) -> Vec<&Reason> {
    let named = run.verification.verdicts.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Unknown { first, .. } => Some(first),
        Verdict::True | Verdict::False(_) => None,
    });
    let mut reasons: Vec<&Reason> = named.collect();
    if !reasons.is_empty() {
        let mut others: Vec<&Reason> = run.verification.stats.reasons.keys().collect();
        others.sort_by_cached_key(|reason| reason.to_string());
        reasons.extend(others);
    }
    reasons
}

/// Exceptions that left main and that no property of the run is about.
fn uncaught(lines: &mut Vec<String>, run: &Run) {
    let all = &run.verification.replays.uncaught;
    for (Uncaught { exception, frame }, count) in all.iter().take(MOST_UNCAUGHT) {
        let at = frame.as_ref().map_or(String::new(), |frame| format!(" at {frame}"));
        let paths = if *count == 1 { "path" } else { "paths" };
        lines.push(format!(
            "also ends with: {exception}{at} ({count} {paths}; --property uncaught makes it a violation)"
        ));
    }
    if all.len() > MOST_UNCAUGHT {
        lines.push(format!("also ends with {} others (--json FILE has all)", all.len() - MOST_UNCAUGHT));
    }
}

/// Orders of threads that come to no end, if no property is about them.
fn stuck(lines: &mut Vec<String>, run: &Run) {
    let orders = &run.verification.stats.orders;
    let asked = run.verification.verdicts.iter().any(|(property, _)| *property == Property::Deadlock);
    let some = |count: u64| if count == 1 { "1 order".to_string() } else { format!("{count} orders") };
    if orders.deadlocks > 0 && !asked {
        let some = some(orders.deadlocks);
        lines.push(format!(
            "also ends with: threads that wait for ever ({some}; --property deadlock makes it a violation)"
        ));
    }
    if orders.endless > 0 {
        lines.push(format!("also: threads that go round for ever ({})", some(orders.endless)));
    }
}

/// What properties that hold without a bound rest on; both may rest on the same.
fn proofs(lines: &mut Vec<String>, run: &Run) {
    for line in run.verification.proofs.values().flat_map(proof_lines) {
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
}

/// The loops and calls of a proof.
pub(crate) fn proof_lines(proof: &Proof) -> Vec<String> {
    let line = |closed: &LoopProof| {
        let facts = |is_always: bool| {
            let facts = closed.facts.iter().filter(|fact| fact.is_always == is_always);
            facts.map(|fact| fact.text.as_str()).collect::<Vec<&str>>().join(", ")
        };
        let how = match (closed.states, facts(true).as_str(), facts(false).as_str()) {
            (1.., _, _) => "its states repeat".to_string(),
            (0, "", "") => "whatever it changes".to_string(),
            (0, always, "") => format!("always {always}"),
            (0, "", later) => format!("after its first rounds {later}"),
            (0, always, later) => format!("always {always}; after its first rounds {later}"),
        };
        let what = match closed.kind {
            Cut::Loop | Cut::Clauses => "loop at",
            Cut::Call => "calls of",
        };
        format!("proved without a bound: {what} {}: {how}", closed.place)
    };
    proof.loops.iter().map(line).collect()
}

fn violation(lines: &mut Vec<String>, violation: &Violation) {
    let trace = violation.trace.iter().enumerate().map(|(at, line)| match at {
        0 => format!("  {line}"),
        _ => format!("    {line}"),
    });
    shortened(lines, trace.collect());
    for input in &violation.inputs {
        let place = input.asked_at.as_ref().map(|at| format!("    ({}:{})", at.file, at.line)).unwrap_or_default();
        lines.push(format!("  input {} = {}{place}", input.name, value(literal(&input.value))));
    }
    if let Some(heap) = &violation.heap {
        lines.push(format!("  heap: {}", show_heap(heap)));
    }
    if let Some(schedule) = &violation.schedule {
        lines.push("  schedule:".into());
        shortened(lines, table(schedule).iter().map(|line| format!("    {line}")).collect());
    }
    if !violation.path.is_empty() {
        lines.push("  path:".into());
        shortened(lines, path(&violation.path));
    }
}

/// One line per branch; what one instruction asked again and again is counted.
fn path(branches: &[Branch]) -> Vec<String> {
    let place = |branch: &Branch| format!("{}:{}", branch.at.file, branch.at.line);
    let width = branches.iter().map(|branch| place(branch).len()).max().unwrap_or(0);
    let mut lines = Vec::new();
    for run in branches.chunk_by(|a, b| (&a.at, a.pc, &a.inside) == (&b.at, b.pc, &b.inside)) {
        let shown = |branch: &Branch| {
            let inside = branch.inside.as_ref().map(|method| format!("    (in {method})")).unwrap_or_default();
            format!("    {:width$}  {}{inside}", place(branch), condition(&branch.condition))
        };
        match run {
            [first, middle @ .., last] if middle.len() > 2 => {
                lines.push(shown(first));
                lines.push(format!("    {:width$}  ... {} more times", place(first), middle.len()));
                lines.push(shown(last));
            }
            _ => lines.extend(run.iter().map(shown)),
        }
    }
    lines
}

fn condition(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.into();
    }
    text.chars().take(LONGEST - 4).chain(" ...".chars()).collect()
}

/// A long value without its end.
fn value(literal: String) -> String {
    let length = literal.chars().count();
    if length <= LONGEST_VALUE {
        return literal;
    }
    let shown: String = literal.chars().take(LONGEST_VALUE / 2).collect();
    format!("{shown} ... {} characters left out (--json FILE has all)", length - LONGEST_VALUE / 2)
}

/// A long list without its middle.
fn shortened(lines: &mut Vec<String>, list: Vec<String>) {
    if list.len() <= HEAD + TAIL + 1 {
        lines.extend(list);
        return;
    }
    lines.extend_from_slice(&list[..HEAD]);
    lines.push(format!("    ... {} lines left out (--json FILE has all)", list.len() - HEAD - TAIL));
    lines.extend_from_slice(&list[list.len() - TAIL..]);
}

fn statistics(lines: &mut Vec<String>, run: &Run) {
    let stats = &run.verification.stats;
    let Stats { returned, threw, exited, assumed_away, stopped, forks, infeasible, solver_calls, .. } = stats;
    lines.push(format!(
        "paths {} (returned {returned}, threw {threw}, exited {exited}, assumed away {assumed_away}) in order {:016x}, stopped {stopped}",
        stats.paths(),
        stats.order
    ));
    let Stats { instructions, terms, .. } = stats;
    let orders = &stats.orders;
    if orders.steps > 0 {
        lines.push(format!(
            "schedules {}, cut off as equivalent to others {}, begun again because of races {}, steps {}",
            orders.executions, orders.redundant, orders.superseded, orders.steps
        ));
    }
    lines.push(format!("forks {forks}, infeasible sides {infeasible}, instructions {instructions}, terms {terms}"));
    if stats.merged > 0 || !stats.apart.is_empty() {
        lines.push(format!("merged {}, conditions over merged values {}", stats.merged, stats.chosen_conditions));
        lines.extend(stats.apart.iter().map(|(why, count)| format!("not merged: {why} ({count} times)")));
    }
    let other = if stats.other_work > 0 {
        format!(", of an exploration without answer {}", stats.other_work)
    } else {
        String::new()
    };
    lines.push(format!("work {}{other}", stats.work()));
    lines.push(format!("solver calls {solver_calls} in {:.3} s", stats.solver_time.as_secs_f64()));
    lines.extend(stats.tiers.iter().filter_map(|tier| share(tier, *solver_calls)));
    let proved = run.verification.proofs.iter();
    lines.extend(
        proved.map(|(property, proof)| format!("proved {} after {:.3} s", property.name(), proof.after.as_secs_f64())),
    );
    let replays = &run.verification.replays;
    lines.push(format!(
        "replays {} in {:.3} s (confirmed {}, refused {})",
        replays.confirmed + replays.refusals(),
        replays.time.as_secs_f64(),
        replays.confirmed,
        replays.refusals()
    ));
    lines.extend(replays.refused.iter().map(|(cause, count)| format!("refused: {cause} ({count} times)")));
    lines.extend(replays.open.iter().map(|((property, why), count)| {
        format!("perhaps no input of Java, {}: {why} ({count} times)", property.name())
    }));
    lines.push(format!("time {:.3} s, peak memory {} MB", run.time.as_secs_f64(), run.peak_bytes >> 20));
    lines.push(format!("defence: {}", run.defence));
    lines.extend(
        by_words(&stats.reasons).into_iter().map(|(reason, count)| format!("not complete: {reason} ({count} times)")),
    );
}

/// Tiers that check the answers of others.
const ONLOOKERS: [TierName; 2] = [TierName::Checked, TierName::Opinion];

/// What a tier decided by itself.
fn share(tier: &Tier, calls: u64) -> Option<String> {
    if ONLOOKERS.contains(&tier.name) {
        return (tier.refuted > 0).then(|| format!("  {} refuted {} answers", tier.name, tier.refuted));
    }
    let percent = 100.0 * (tier.sat + tier.unsat) as f64 / calls.max(1) as f64;
    Some(format!(
        "  {:11} {percent:5.1}% ({} sat, {} unsat, {} unknown) in {:.3} s",
        tier.name,
        tier.sat,
        tier.unsat,
        tier.unknown,
        tier.time.as_secs_f64()
    ))
}
