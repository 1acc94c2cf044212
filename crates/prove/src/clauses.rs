//! Proofs by clauses of loops in the source: loops that have some are cut at their heads, where the clauses are assumed once they were
//! demanded (`machine`, `general/loops.rs`). No guesses are made: a clause that a round may break proves nothing.

use crate::elements::is_excluded;
use explore::judge::Judge;
use explore::{Explorer, Go, Level, LoopProof, Outcome, Proof, Property, Resting};
use machine::state::proof::BROKEN;
use machine::{Console, Machine, ObjectId, State};
use solver::Solver;
use std::collections::BTreeSet;
use std::time::Instant;

/// How often the exploration begins again because a round changed something more.
const MOST_ATTEMPTS: usize = 40;

/// Tries to prove what is open; the explorer is as before. Parts of clauses are branches, and most of them are terms where paths are merged; what is not
/// proved so may be without.
pub fn by_clauses(
    explorer: &mut Explorer,
    first: &State,
    judge: &mut Judge,
    solvers: [Box<dyn Solver>; 2],
    loops: &[LoopProof],
) {
    let end = explorer.limits.deadline;
    explorer.limits.deadline = Instant::now() + end.saturating_duration_since(Instant::now()) / 2;
    for (level, solver) in [Level::Returns, Level::Off].into_iter().zip(solvers) {
        let is_open = judge.open().next().is_some() && Instant::now() < explorer.limits.deadline;
        if is_open && !attempt(explorer, first, judge, Resting::idle(level, solver), loops) {
            break;
        }
    }
    explorer.limits.deadline = end;
}

/// Whether another one may find more: some loop was cut.
fn attempt(
    explorer: &mut Explorer,
    first: &State,
    judge: &mut Judge,
    mut resting: Resting,
    loops: &[LoopProof],
) -> bool {
    let open: Vec<Property> = judge.open().collect();
    explorer.change(&mut resting);
    explorer.machine.world.atlas.loops.begin();
    let (mut ends, mut is_complete) = (Vec::new(), false);
    for _ in 0..MOST_ATTEMPTS {
        ends.clear();
        explorer.stats.reasons.clear();
        explorer.machine.world.atlas.loops.grown = false;
        let start = explorer.machine.fork(first, Console::Muted);
        explorer.explore(start, |machine, state, outcome, _| {
            if let Outcome::Threw(exception) = outcome {
                let against = violates(machine, state, *exception, &open);
                if !against.is_empty() {
                    ends.push((machine.fork(state, Console::Muted), against));
                }
            }
            Go::On
        });
        is_complete = explorer.stats.is_complete() && !explorer.machine.world.atlas.loops.grown;
        if !explorer.machine.world.atlas.loops.grown {
            break;
        }
    }
    let cut = explorer.machine.world.atlas.loops.cut.clone();
    explorer.machine.world.atlas.loops.proving = false;
    let mut violated = BTreeSet::new();
    for (state, against) in ends {
        if against.iter().any(|property| !violated.contains(property)) && !is_excluded(explorer, &state) {
            violated.extend(against);
        }
    }
    let mut tiers = Vec::new();
    explorer.solver.statistics(&mut tiers);
    let assumptions = std::mem::take(&mut explorer.stats.assumptions);
    explorer.change(&mut resting);
    let is_sound = tiers.iter().all(|tier| tier.refuted == 0);
    let holds: Vec<Property> = open.into_iter().filter(|property| !violated.contains(property)).collect();
    if !cut.is_empty() && is_complete && is_sound && !holds.is_empty() && judge.is_trusted() {
        explorer.stats.assumptions.extend(assumptions);
        let closed = cut.iter().filter_map(|&number| loops.get(number as usize).cloned()).collect();
        judge.prove(holds, Proof { loops: closed, ..Proof::default() });
    } else {
        explorer.machine.world.atlas.specs.assumptions.clear();
    }
    !cut.is_empty()
}

/// What the end of a path speaks against. A clause that is not proved is none to assume, so nothing is.
fn violates(machine: &mut Machine, state: &mut State, exception: ObjectId, open: &[Property]) -> Vec<Property> {
    let class = machine.class_of(state, exception);
    if *machine.world.classes[class].name == *BROKEN {
        return open.to_vec();
    }
    let mut found = Vec::new();
    for &property in open {
        let violator = property.violated_by().and_then(|name| machine.jdk_class(state, name).ok());
        if violator.is_some_and(|violator| machine.world.classes.is_subclass(class, violator)) {
            found.push(property);
        }
    }
    found
}
