//! Inputs of a path that was merged from several: for each side of a branch in it that no input before takes, and for the two
//! evaluations of a decision between which one of its conditions decides, so that merging costs no coverage. The sink sees such a path
//! once for each of them.

use super::Explorer;
use crate::inputs::{Inputs, Side};
use crate::limits::Look;
use crate::verdict::Outcome;
use machine::State;
use machine::path::{Offer, Use};
use machine::trail::TrailEvent;
use solver::Answer;
use std::collections::BTreeSet;
use term::{Term, Witness};

impl Explorer<'_, '_> {
    /// Witnesses of an ended path besides its own, for what was not seen yet, each with what the sink is told of it.
    pub(crate) fn further_witnesses(&mut self, state: &mut State, outcome: &Outcome) -> Vec<(Witness, Offer)> {
        let Some(mut inputs) = self.inputs.take() else { return Vec::new() };
        let found = if counts(&inputs, outcome) { self.look_for(state, &mut inputs) } else { Vec::new() };
        self.inputs = Some(inputs);
        found
    }

    fn look_for(&mut self, state: &mut State, inputs: &mut Inputs) -> Vec<(Witness, Offer)> {
        if state.path.loose.is_some() && !inputs.is_listing() {
            inputs.doubt();
            return Vec::new();
        }
        if state.path.evaluations.lost {
            inputs.doubt();
        }
        let own = inputs.reach(self.machine, state, state.path.witness(Use::Report));
        state.path.offer = Offer { again: false, input: inputs.offer(own) };
        let mut found = Vec::new();
        // An evaluation that is infeasible by one way may be feasible by another, but nobody asks twice about the same.
        let mut asked: BTreeSet<Vec<Term>> = BTreeSet::new();
        if inputs.wants_nothing_more() {
            if !state.path.trail.merged_conditions().is_empty() {
                inputs.doubt();
            }
            return found;
        }
        for (event, leads) in state.path.trail.merged() {
            let is_wanted = match event {
                TrailEvent::Fork(fork) => inputs.wants_side(&Side::of(self.machine, fork)),
                TrailEvent::Decided(decided) => inputs.wants(self.machine, &decided.evaluated),
            };
            if !is_wanted || !asked.insert(leads.clone()) {
                continue;
            }
            if self.exhausted(Look::Short).is_some() {
                inputs.doubt();
                break;
            }
            let mut conjuncts: Vec<Term> = state.path.conjuncts.to_vec();
            conjuncts.extend(state.path.focus.iter().map(|(condition, _)| condition));
            conjuncts.extend(leads);
            match self.ask(&conjuncts, state) {
                Answer::Sat(witness) => {
                    let reach = inputs.reach(self.machine, state, &witness);
                    let input = inputs.offer(reach);
                    found.push((witness, Offer { again: true, input }));
                }
                Answer::Unsat if state.path.focus.is_empty() => {}
                Answer::Unsat | Answer::Unknown(_) => inputs.doubt(),
            }
        }
        found
    }
}

/// Are inputs of a path with that end of use?
fn counts(inputs: &Inputs, outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Returned | Outcome::Threw(_) | Outcome::Exited(_) | Outcome::Deadlock(_) => true,
        Outcome::Assumed | Outcome::Race(_) | Outcome::Endless | Outcome::Stopped(_) => inputs.is_listing(),
    }
}
