//! What is told of inputs by branch or by condition.

use crate::Run;
use explore::inputs::{ChoicePlace, Found, InputsPer, Reached, Share, Tested};
use std::fmt::Write;

/// Conditions without a pair and sides without an input that the text names.
const MOST_NAMED: usize = 20;

/// A condition of a decision with so many.
pub(crate) fn which(at: usize, all: usize) -> String {
    if all == 1 { "The condition".into() } else { format!("Condition {} of {all}", at + 1) }
}

pub(crate) fn at_line(place: &ChoicePlace) -> String {
    match place.line {
        Some(line) => format!("{}.{}:{line}", place.class, place.method),
        None => format!("{}.{}", place.class, place.method),
    }
}

/// For people, one line each.
pub fn tested_lines(run: &Run, tested: &Tested) -> Vec<String> {
    let mut lines = vec![format!("inputs: {}, confirmed on the JVM", tested.tests.len())];
    lines.extend(reached_lines(&tested.reached));
    lines.extend(tested.missing.iter().map(|(why, count)| format!("no test: {why} ({count} times)")));
    lines.extend(run.uncallable().map(|why| format!("no test: {why} ({} times)", tested.tests.len())));
    lines
}

/// The same of tests that `jacana check` has written.
pub fn reached_text(reached: &Reached) -> String {
    reached_lines(reached).iter().map(|line| format!("  {line}\n")).collect()
}

fn reached_lines(reached: &Reached) -> Vec<String> {
    let mut lines = Vec::new();
    lines.push(format!("sides of branches: {}", share(reached.sides())));
    if reached.per == InputsPer::Mcdc {
        lines.push(format!("conditions with an MC/DC pair: {}", share(reached.pairs())));
    }
    let mut missing = missing(reached);
    let more = missing.len().saturating_sub(MOST_NAMED);
    missing.truncate(MOST_NAMED);
    lines.extend(missing);
    if more > 0 {
        lines.push(format!("  ... {more} more (--json FILE has all)"));
    }
    lines
}

fn share(share: Share) -> String {
    let Share { found, infeasible, all } = share;
    let open = all - found - infeasible;
    let mut text = format!("{found} of {all}");
    if infeasible > 0 {
        let _ = write!(text, ", {infeasible} infeasible");
    }
    if open > 0 {
        let _ = write!(text, ", {open} not found");
    }
    text
}

/// What has no input, with its place.
fn missing(reached: &Reached) -> Vec<String> {
    let mut lines = Vec::new();
    for decision in &reached.decisions {
        for (at, condition) in decision.conditions.iter().enumerate() {
            let which = which(at, decision.conditions.len()).to_lowercase();
            let sides = condition.sides.iter().filter_map(|side| word(side));
            lines.extend(sides.map(|word| format!("  {word}: a side of {which} at {}", at_line(&decision.place))));
            if reached.per == InputsPer::Mcdc
                && let Some(word) = word(&condition.pair)
            {
                lines.push(format!("  {word}: a pair for {which} at {}", at_line(&decision.place)));
            }
        }
    }
    for switch in &reached.switches {
        let targets = switch.targets.iter().filter_map(|target| word(target));
        lines.extend(targets.map(|word| format!("  {word}: a side of the switch at {}", at_line(&switch.place))));
    }
    lines
}

pub(crate) fn word<T>(found: &Found<T>) -> Option<&'static str> {
    match found {
        Found::By(_) => None,
        Found::Infeasible => Some("infeasible"),
        Found::Open => Some("not found"),
    }
}
