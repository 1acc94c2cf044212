//! What a check answers: one verdict for a method, and the exit code that goes with it.

use super::tally::Tally;
use explore::limits;

/// Exit codes.
const VIOLATED: i32 = 1;
pub const UNKNOWN: i32 = 2;

/// Whether a path ended there because of a bound that the user can choose.
pub fn is_bound(reason: &str) -> bool {
    reason.starts_with("bound ") || reason == limits::LOOP
}

/// Bounds that were reached, and reasons that are none.
pub fn reasons(tally: &Tally) -> (Vec<String>, Vec<String>) {
    let (mut bounds, mut others) = (Vec::new(), Vec::new());
    for reason in tally.stats.reasons.keys().chain(tally.doubts.keys()) {
        if let Some(bound) = reason.strip_prefix("bound ") {
            bounds.push(bound.split(" at ").next().unwrap_or(bound).to_string());
        } else if reason == limits::LOOP {
            bounds.push("--loop".into());
        } else if reason.starts_with("arrays longer than") {
            bounds.push("the length of arrays".into());
        } else {
            others.push(reason.clone());
        }
    }
    if tally.paths == 0 && others.is_empty() {
        others.push("no heap within the bounds satisfies what is assumed, so the method was never called".into());
    }
    bounds.sort();
    bounds.dedup();
    (bounds, others)
}

pub fn verdict(tally: &Tally) -> String {
    if tally.violation.is_some() {
        return "VIOLATED".into();
    }
    let (bounds, others) = reasons(tally);
    match (bounds.as_slice(), others.as_slice()) {
        (_, [first]) => format!("UNKNOWN: {first}"),
        (_, [first, rest @ ..]) => format!("UNKNOWN: {first} (and {} other reasons)", rest.len()),
        ([], []) => "HOLDS".into(),
        (bounds, []) => format!("HOLDS WITHIN {}", bounds.join(", ")),
    }
}

pub fn exit_code(tally: &Tally) -> i32 {
    match (&tally.violation, reasons(tally).1.is_empty()) {
        (Some(_), _) => VIOLATED,
        (None, true) => 0,
        (None, false) => UNKNOWN,
    }
}

/// A violation counts more than an unknown answer.
pub fn worse(a: i32, b: i32) -> i32 {
    match (a, b) {
        (VIOLATED, _) | (_, VIOLATED) => VIOLATED,
        _ => a.max(b),
    }
}
