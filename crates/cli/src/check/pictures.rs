//! `jacana check --html FILE`: what a page with pictures needs to know of each case, and the source lines of its trace.

use crate::check::options::Check;
use crate::program::listing::Listing;
use explore::check::Tally;
use machine::path::Use;
use machine::{Machine, State};
use replay::driver::Planned;
use replay::heap::{PreHeap, post_heap, pre_heap};
use replay::path::{Witness, clause};
use report::PicturedCase;
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
    let sources = Listing::new(&check.launch, None);
    report::pictured_method(planned, tally, &cases, |name| sources.text(name))
}
