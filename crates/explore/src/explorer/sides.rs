//! Inputs of a path that was merged from several: one for each side of a branch in it that no input before takes, so that
//! merging costs no coverage. The sink sees such a path once for each of them.

use super::Explorer;
use crate::limits::Look;
use bytecode::Flow;
use machine::path::Use;
use machine::trail::{Fork, Place};
use machine::{Machine, State};
use solver::Answer;
use std::collections::BTreeSet;
use term::{Term, Witness};

/// What tells one side of a branch from all others.
type Side = (Option<(u32, u32)>, (u32, u32), bool, Option<Term>);

/// The sides that inputs were found for.
#[derive(Default)]
pub struct Sides {
    taken: BTreeSet<Side>,
}

impl Explorer<'_, '_> {
    /// Witnesses of an ended path besides its own, for sides that were not taken yet.
    pub(crate) fn witnesses_by_side(&mut self, state: &State) -> Vec<Witness> {
        let Some(mut sides) = self.sides.take() else { return Vec::new() };
        sides.take(self.machine, state, state.path.witness(Use::Report));
        let mut found = Vec::new();
        for (fork, leads) in state.path.trail.merged_forks() {
            if sides.taken.contains(&side(self.machine, fork)) {
                continue;
            }
            if self.exhausted(Look::Short).is_some() {
                break;
            }
            let mut conjuncts: Vec<Term> = state.path.conjuncts.to_vec();
            conjuncts.extend(state.path.focus.iter().map(|(condition, _)| condition));
            conjuncts.extend(leads);
            if let Answer::Sat(witness) = self.ask(&conjuncts, state) {
                sides.take(self.machine, state, &witness);
                found.push(witness);
            }
        }
        self.sides = Some(sides);
        found
    }
}

impl Sides {
    fn take(&mut self, machine: &Machine, state: &State, witness: &Witness) {
        let forks = state.path.trail.forks_under(&machine.world.terms, witness);
        self.taken.extend(forks.into_iter().map(|fork| side(machine, fork)));
    }
}

/// A branch has two sides; other instructions may go more ways, which their conditions tell apart.
fn side(machine: &Machine, fork: &Fork) -> Side {
    let Place { method, pc, user } = fork.place;
    let code = machine.world.classes[method].code.get();
    let is_branch = code.is_some_and(|code| matches!(code.insns[pc as usize].get().flow(), Flow::Branch(_)));
    let condition = (!is_branch).then_some(fork.condition);
    (user.map(|(method, pc)| (method.0, pc)), (method.0, pc), fork.side, condition)
}
