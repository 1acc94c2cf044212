//! Methods with clauses of loops: first a proof without bounds, in which loops are cut at their heads; where there is none, the search for
//! a violation within bounds, in which the clauses are checked in every round.

use super::tally::Tally;
use super::verdict::Verdict;
use crate::explorer::Level;
use crate::verdict::{LoopProof, Proof};
use machine::{Limit, Machine, Reason};

/// How often a proof begins again because a round changed something more.
const MOST_ATTEMPTS: usize = 40;

/// Explores a method as `explore` does it, which is called once for each attempt and told how paths are merged. Cases are those within bounds.
/// `loops` are those of the program that have clauses.
pub fn explore_by_clauses<E>(
    machine: &mut Machine,
    loops: &[LoopProof],
    level: Level,
    wants_cases: bool,
    mut explore: impl FnMut(&mut Machine, Level) -> Result<Tally, E>,
) -> Result<Tally, E> {
    if loops.is_empty() {
        return explore(machine, level);
    }
    // A clause of three parts is three branches, and paths through all clauses are many: as terms they are one. What is not proved so may be without.
    let merged = (level == Level::Off && !wants_cases).then_some(Level::Returns);
    let mut attempt = prove(machine, loops, merged.unwrap_or(level), &mut explore)?;
    let is_late = attempt.tally.stats.reasons.contains_key(&Reason::Limit(Limit::Time));
    let is_open = !attempt.was_cut || !attempt.is_answer() && !is_late;
    if merged.is_some() && is_open {
        machine.world.atlas.specs.assumptions.clear();
        attempt = prove(machine, loops, level, &mut explore)?;
    }
    let is_answer = attempt.is_answer();
    let Attempt { tally: mut proof, has_grown, was_cut } = attempt;
    if is_answer && !wants_cases {
        return Ok(proof);
    }
    machine.world.atlas.specs.assumptions.clear();
    let mut within = explore(machine, level)?;
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

/// What came of a proof.
struct Attempt {
    tally: Tally,
    /// It is not known what rounds change.
    has_grown: bool,
    was_cut: bool,
}

impl Attempt {
    fn is_answer(&self) -> bool {
        !self.has_grown && matches!(Verdict::of(&self.tally), Verdict::Holds | Verdict::Violated)
    }
}

fn prove<E>(
    machine: &mut Machine,
    loops: &[LoopProof],
    level: Level,
    explore: &mut impl FnMut(&mut Machine, Level) -> Result<Tally, E>,
) -> Result<Attempt, E> {
    machine.world.atlas.loops.begin();
    let mut tally = explore(machine, level)?;
    for _ in 0..MOST_ATTEMPTS {
        if !std::mem::take(&mut machine.world.atlas.loops.grown) {
            break;
        }
        machine.world.atlas.specs.assumptions.clear();
        tally = explore(machine, level)?;
    }
    let known = &mut machine.world.atlas.loops;
    known.proving = false;
    let (has_grown, was_cut) = (known.grown, !known.cut.is_empty());
    if was_cut {
        let closed = known.cut.iter().filter_map(|&number| loops.get(number as usize).cloned()).collect();
        tally.proof = Some(Proof { loops: closed, ..Proof::default() });
    }
    Ok(Attempt { tally, has_grown, was_cut })
}
