//! Cases as tests and pictures need them: the heap before, and what the method did. Between a path and a method with a contract stands
//! code of ours; what such a method does itself is seen when it is called.

use super::wanted::{Ended, Invariant};
use bytecode::synth::check::Called;
use contracts::PREFIX;
use explore::Outcome;
use explore::check::MethodEnd;
use machine::shapes::Phase;
use machine::{Machine, State};
use replay::driver::Planned;
use replay::heap::{BROKEN, PreHeap, broken_clause, pre_heap, show_heap};

/// One case of a check, as a test needs it.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub heap: PreHeap,
    /// The same as text.
    pub shown: String,
    pub ended: Ended,
}

/// What the method did; nothing if the program ended.
pub fn ended(machine: &mut Machine, state: &mut State, end: &MethodEnd) -> Option<Ended> {
    let planned = end.planned;
    let exception = match end.outcome {
        Outcome::Returned => return Some(Ended::Returned),
        Outcome::Threw(exception) => *exception,
        Outcome::Assumed
        | Outcome::Exited(_)
        | Outcome::Deadlock(_)
        | Outcome::Race(_)
        | Outcome::Endless
        | Outcome::Stopped(_) => {
            return None;
        }
    };
    let thrown = replay::expected(machine, state, exception).ok()?.exception;
    if planned.checked.contract && thrown == *BROKEN {
        let clause = broken_clause(machine, state, exception).and_then(|number| end.clauses.get(number));
        return Some(Ended::Seen(Some(format!("{} does not hold", clause?))));
    }
    if state.path.shapes.phase != Phase::After {
        return Some(Ended::Threw(thrown));
    }
    let invariant = machine.world.invariant_of(planned.class).map(|method| &machine.world.classes[method]);
    match invariant {
        // The class as the user has it does not know an invariant that was made of comments.
        Some(method) if !method.name.starts_with(PREFIX) => {
            let class = machine.world.classes[method.class].dotted();
            Some(Ended::Broke(Invariant { class, name: method.name.to_string(), is_static: method.is_static() }))
        }
        _ => Some(Ended::Seen(Some("An invariant or a contract does not hold afterwards".into()))),
    }
}

/// A case for a test. `what` is broken, if a JVM has confirmed it.
pub fn recorded(
    machine: &mut Machine,
    state: &State,
    ended: Ended,
    planned: &Planned,
    what: Option<String>,
) -> Recorded {
    let mut heap = pre_heap(machine, state);
    if planned.checked.parameters.len() > machine.world.classes[planned.method].parameters.len() {
        // The case of the contract is no argument of the method.
        heap.arguments.remove(usize::from(planned.checked.kind == Called::Instance));
    }
    let shown = show_heap(&heap);
    let ended = match ended {
        Ended::Seen(broken) => Ended::Seen(what.or(broken)),
        _ if planned.checked.contract => Ended::Seen(what),
        other => other,
    };
    Recorded { heap, shown, ended }
}

/// Adds a case. Cases of a contract have heaps in common: the method does the same there, and a broken clause says more.
pub fn add(all: &mut Vec<Recorded>, case: Recorded) {
    let same = all.iter_mut().find(|other| matches!(other.ended, Ended::Seen(_)) && other.shown == case.shown);
    match same {
        None => all.push(case),
        Some(other) if other.ended == Ended::Seen(None) => *other = case,
        Some(_) => {}
    }
}
