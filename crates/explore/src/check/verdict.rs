//! What a check answers: one verdict for a method, and the exit code that goes with it.

use super::tally::Tally;
use machine::reason::Flaw;
use machine::{Bound, Reason};
use std::fmt;

/// Exit codes.
pub const VIOLATED: i32 = 1;
pub const UNKNOWN: i32 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Violated,
    Holds,
    /// For all heaps within these bounds.
    HoldsWithin(Vec<String>),
    /// With the reasons, in the order of their words.
    Unknown(Vec<Reason>),
}

impl Verdict {
    pub fn of(tally: &Tally) -> Verdict {
        if tally.violation.is_some() {
            return Verdict::Violated;
        }
        let (bounds, others) = (bounds(tally), others(tally));
        match (bounds.is_empty(), others.is_empty()) {
            (_, false) => Verdict::Unknown(others),
            (true, true) => Verdict::Holds,
            (false, true) => Verdict::HoldsWithin(bounds),
        }
    }

    pub fn exit_code(&self) -> i32 {
        match self {
            Verdict::Violated => VIOLATED,
            Verdict::Holds | Verdict::HoldsWithin(_) => 0,
            Verdict::Unknown(_) => UNKNOWN,
        }
    }

    /// In JSON, where bounds and reasons stand beside it.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Violated => "VIOLATED",
            Verdict::Holds | Verdict::HoldsWithin(_) => "HOLDS",
            Verdict::Unknown(_) => "UNKNOWN",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Verdict::Violated => f.write_str("VIOLATED"),
            Verdict::Holds => f.write_str("HOLDS"),
            Verdict::HoldsWithin(bounds) => write!(f, "HOLDS WITHIN {}", bounds.join(", ")),
            Verdict::Unknown(reasons) => {
                f.write_str("UNKNOWN: ")?;
                reasons.iter().take(1).try_for_each(|reason| reason.fmt(f))?;
                match reasons.len() {
                    0 | 1 => Ok(()),
                    all => write!(f, " (and {} other reasons)", all - 1),
                }
            }
        }
    }
}

/// Whether the report tells how a path first came to this bound.
pub fn is_told_bound(reason: &Reason) -> bool {
    matches!(reason, Reason::Bound(_))
}

/// Bounds that were reached, each once.
pub fn bounds(tally: &Tally) -> Vec<String> {
    let name = |reason: &Reason| match reason {
        Reason::Bound(Bound::References { k, .. }) => Some(format!("k = {k}")),
        Reason::Bound(Bound::Objects { n, .. }) => Some(format!("n = {n}")),
        Reason::Bound(Bound::Loop) => Some("--loop".into()),
        Reason::Bound(Bound::Elements { most: 1, .. }) => Some("1 element of an array".into()),
        Reason::Bound(Bound::Elements { most, .. }) => Some(format!("{most} elements of an array")),
        Reason::Bound(Bound::Length { most, .. }) => Some(format!("arrays of {most} elements")),
        _ => None,
    };
    let mut bounds: Vec<String> = tally.stats.reasons.keys().filter_map(name).collect();
    bounds.sort();
    bounds.dedup();
    bounds
}

/// Why there is no answer: what stopped the exploration, then what speaks against what it found, each in the order of the words.
pub fn others(tally: &Tally) -> Vec<Reason> {
    let is_bound = |reason: &&Reason| matches!(reason, Reason::Bound(_));
    let mut others: Vec<Reason> = tally.stats.reasons.keys().filter(|reason| !is_bound(reason)).cloned().collect();
    others.sort_by_cached_key(ToString::to_string);
    let mut doubts: Vec<Reason> = tally.doubts.keys().cloned().collect();
    doubts.sort_by_cached_key(ToString::to_string);
    others.extend(doubts);
    if tally.paths == 0 && tally.proof.is_none() && others.is_empty() {
        let never = "no heap within the bounds satisfies what is assumed, so the method was never called";
        others.push(Reason::Contract(Flaw::Unsatisfiable, never.into()));
    }
    others
}

/// A violation counts more than an unknown answer.
pub fn worse(a: i32, b: i32) -> i32 {
    match (a, b) {
        (VIOLATED, _) | (_, VIOLATED) => VIOLATED,
        _ => a.max(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Wants;
    use machine::Limit;
    use machine::reason::{Absent, Measure};

    fn verdict(reasons: &[Reason], paths: u64) -> String {
        let mut tally = Tally::new(Wants::default());
        tally.paths = paths;
        reasons.iter().for_each(|reason| tally.stats.cut(reason.clone()));
        Verdict::of(&tally).to_string()
    }

    #[test]
    fn bounds_alone_leave_an_answer() {
        let references = |at: &str| Reason::Bound(Bound::References { k: 3, at: at.into() });
        assert_eq!(verdict(&[], 1), "HOLDS");
        assert_eq!(verdict(&[references("at A"), references("at B")], 1), "HOLDS WITHIN k = 3");
        let elements = Bound::Elements { most: 3, measure: Measure::K, at: "at A".into() };
        let all = [Reason::Bound(elements), Reason::Bound(Bound::Loop)];
        assert_eq!(verdict(&all, 1), "HOLDS WITHIN --loop, 3 elements of an array");
    }

    #[test]
    fn a_limit_is_no_answer() {
        let bound = Reason::Bound(Bound::Loop);
        assert_eq!(verdict(&[bound, Limit::Time.into()], 1), "UNKNOWN: time");
        let two = [Limit::Time.into(), Reason::Missing(Absent::Class, "class A".into())];
        assert_eq!(verdict(&two, 1), "UNKNOWN: class A (and 1 other reasons)");
    }

    #[test]
    fn a_method_that_was_never_called_has_no_answer() {
        assert!(verdict(&[], 0).starts_with("UNKNOWN: no heap within the bounds"));
    }

    #[test]
    fn violations_count_most() {
        assert_eq!((worse(0, UNKNOWN), worse(UNKNOWN, VIOLATED), worse(0, 0)), (UNKNOWN, VIOLATED, 0));
    }
}
