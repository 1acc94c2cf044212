//! Which clause of a contract is broken: the path and the JVM must agree on it.

use crate::case_record::{self, BROKEN};
use crate::check_judge::Judged;
use crate::check_report::Violation;
use contracts::Clause;
use explore::heap_replay::{Happened, HeapCall};
use explore::preheap::PreHeap;
use explore::replay::Expected;
use machine::shapes::Phase;
use machine::{Machine, ObjectId, State};

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
    let violated = |what: String| Some(Judged::Violated(Violation::new(heap.clone(), what).into()));
    if expected.exception == BROKEN {
        let Some(number) = case_record::clause(machine, state, exception) else {
            return Some(Judged::Refused("the clause that is broken cannot be read".into()));
        };
        let clause = clauses.get(number).map(ToString::to_string).unwrap_or_default();
        return match happened {
            Happened::Threw { class, frame } if class == BROKEN && clause_of(frame) == Some(number) => {
                if let Some(location) = &state.path.shapes.broken_frame {
                    let what = format!("{clause} does not hold: {location} has changed");
                    let changed = Some(location.to_string());
                    let violation = Violation { changed, ..Violation::new(heap.clone(), what) };
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
        class: "jacana.Contract".into(),
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
