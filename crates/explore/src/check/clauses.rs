//! Methods with clauses of loops: first a proof without bounds, in which loops are cut at their heads; where there is none, the search for
//! a violation within bounds, in which the clauses are checked in every round.

use super::tally::Tally;
use super::verdict::Verdict;
use crate::verdict::{LoopProof, Proof};
use machine::{Machine, Reason};

/// How often a proof begins again because a round changed something more.
const MOST_ATTEMPTS: usize = 40;

/// Explores a method as `explore` does it, which is called once for each attempt. Cases are those within bounds. `loops` are those of
/// the program that have clauses.
pub fn explore_by_clauses<E>(
    machine: &mut Machine,
    loops: &[LoopProof],
    wants_cases: bool,
    mut explore: impl FnMut(&mut Machine) -> Result<Tally, E>,
) -> Result<Tally, E> {
    if loops.is_empty() {
        return explore(machine);
    }
    machine.world.atlas.loops.proving = true;
    let mut proof = explore(machine)?;
    for _ in 0..MOST_ATTEMPTS {
        if !std::mem::take(&mut machine.world.atlas.loops.grown) {
            break;
        }
        machine.world.atlas.specs.assumptions.clear();
        proof = explore(machine)?;
    }
    let has_grown = machine.world.atlas.loops.grown;
    let was_cut = !machine.world.atlas.loops.cut.is_empty();
    machine.world.atlas.loops.proving = false;
    if was_cut {
        let cut = machine.world.atlas.loops.cut.iter();
        let closed = cut.filter_map(|&number| loops.get(number as usize).cloned()).collect();
        proof.proof = Some(Proof { loops: closed, ..Proof::default() });
    }
    let is_answer = !has_grown && matches!(Verdict::of(&proof), Verdict::Holds | Verdict::Violated);
    if is_answer && !wants_cases {
        return Ok(proof);
    }
    machine.world.atlas.specs.assumptions.clear();
    let mut within = explore(machine)?;
    if is_answer && within.violation.is_none() {
        (proof.cases, proof.ends) = (within.cases, within.ends);
        return Ok(proof);
    }
    if was_cut && within.violation.is_none() {
        if has_grown {
            let what = "what rounds of a loop change was not found out";
            *within.doubts.entry(Reason::Unproved(what.into())).or_default() += 1;
        }
        within.not_proved(&proof);
    }
    Ok(within)
}
