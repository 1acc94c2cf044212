//! Which clause of a contract is broken: the path and the JVM must agree on it.

use super::before::PreHeap;
use super::replay::{Happened, HeapCall};
use super::violation::{HeapViolation, Judged};
use crate::expected::Expected;
use bytecode::DottedName;
use contracts::Clause;
use machine::shapes::Phase;
use machine::{Machine, ObjectId, State, Value};

/// What generated code throws.
pub const BROKEN: &str = "jacana.Contract$Broken";

/// `None` if the contract has nothing to do with how the path ended.
pub fn judge(
    machine: &mut Machine,
    state: &mut State,
    exception: ObjectId,
    expected: &Expected,
    happened: &Happened,
    heap: &PreHeap,
    clauses: &[Clause],
) -> Option<Judged> {
    let violated = |what: String| Some(Judged::Violated(HeapViolation::new(heap.clone(), what).into()));
    if expected.exception == *BROKEN {
        let Some(number) = broken_clause(machine, state, exception) else {
            return Some(Judged::Refused("the clause that is broken cannot be read".into()));
        };
        let clause = clauses.get(number).map(ToString::to_string).unwrap_or_default();
        return match happened {
            Happened::Threw { class, frame } if *class == *BROKEN && clause_of(frame) == Some(number) => {
                if let Some(location) = &state.path.shapes.broken_frame {
                    let what = format!("{clause} does not hold: {location} has changed");
                    let changed = Some(location.to_string());
                    let violation = HeapViolation { changed, ..HeapViolation::new(heap.clone(), what) };
                    return Some(Judged::Violated(violation.into()));
                }
                let thrown = frame.splitn(3, ' ').nth(2);
                violated(match thrown {
                    Some(thrown) => format!("{clause} forbids {}", thrown.replacen(' ', " at ", 1)),
                    None => format!("{clause} does not hold"),
                })
            }
            Happened::Threw { class, frame } => {
                Some(Judged::Refused(format!("the JVM threw {class} at {frame} instead of breaking {clause}")))
            }
            Happened::Returned(_) => Some(Judged::Refused(format!("{clause} holds on the JVM"))),
        };
    }
    match happened {
        Happened::Threw { class, frame } if state.path.shapes.phase == Phase::After && *class == expected.exception => {
            violated(format!("the contract cannot be evaluated afterwards: {class} at {frame}"))
        }
        _ => None,
    }
}

/// `clause 3 java.lang.Error Frame`
fn clause_of(frame: &str) -> Option<usize> {
    frame.strip_prefix("clause ")?.split(' ').next()?.parse().ok()
}

/// The call that asks which clause of an invariant failed last.
pub fn asked() -> HeapCall {
    HeapCall {
        class: DottedName::new("jacana.Contract"),
        name: "broken".into(),
        descriptor: "()I".into(),
        receiver: None,
        makes: None,
        arguments: Vec::new(),
    }
}

pub fn invariant(answer: Option<&Happened>, clauses: &[Clause]) -> String {
    let number = match answer {
        Some(Happened::Returned(number)) => number.parse::<usize>().ok(),
        _ => None,
    };
    match number.and_then(|number| clauses.get(number)) {
        Some(clause) => format!("{clause} does not hold afterwards"),
        None => "the invariant does not hold afterwards".into(),
    }
}

/// The number of the clause that an exception of generated code tells of.
pub fn broken_clause(machine: &mut Machine, state: &mut State, exception: ObjectId) -> Option<usize> {
    match machine.field_named(state, exception, "clause") {
        Ok(Value::Int(number)) => usize::try_from(number).ok(),
        _ => None,
    }
}
