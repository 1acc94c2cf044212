//! States that were seen before: a state at the head of a loop whose cells are those of an earlier one there, and whose conditions
//! allow no more, shows nothing that the earlier one does not show.

use crate::attempt::{Attempt, GiveUp};
use crate::certificate::Arrival;
use crate::cut::LoopAt;
use machine::{Console, State};
use solver::Answer;
use std::collections::BTreeSet;
use term::{Input, Term, Terms};

/// Conditions of an earlier state that are asked about.
const MOST_ASKED: usize = 16;

impl Attempt<'_, '_, '_> {
    /// By which state it is covered. If by none, it is one that was seen from now on.
    pub fn was_seen(&mut self, state: &State, at: LoopAt) -> Result<Option<Arrival>, GiveUp> {
        let live = self.explorer.machine.inputs_in_cells(state);
        for index in 0..self.seen.at.len() {
            let (place, earlier) = &self.seen.at[index];
            let same =
                *place == at && self.explorer.machine.changed(earlier, state).is_ok_and(|cells| cells.is_empty());
            if !same {
                continue;
            }
            let wanted = wanted(&self.explorer.machine.world.terms, earlier, state, &live);
            if wanted.len() > MOST_ASKED {
                continue;
            }
            let terms = &mut self.explorer.machine.world.terms;
            let all = terms.all(wanted);
            let counter = terms.not(all);
            if self.ask(state, counter)? == Answer::Unsat {
                let (place, earlier) = &self.seen.at[index];
                return Ok(Some(Arrival::of(earlier, place.key())));
            }
        }
        let copy = self.explorer.machine.fork(state, Console::Muted);
        self.seen.at.push((at, copy));
        Ok(None)
    }
}

/// The conditions of the earlier state that say something about its cells and that the later one does not have. Conditions that have
/// no input in common with those, directly or by others, can be satisfied whatever the cells are.
fn wanted(terms: &Terms, earlier: &State, later: &State, live: &BTreeSet<Input>) -> Vec<Term> {
    let mut reached = live.clone();
    let mut rest: Vec<Term> = earlier.path.conjuncts.to_vec();
    let mut wanted = Vec::new();
    loop {
        let before = rest.len();
        rest.retain(|&condition| {
            let inputs = terms.inputs_of(condition);
            if !inputs.iter().any(|input| reached.contains(input)) {
                return true;
            }
            reached.extend(inputs.iter());
            wanted.push(condition);
            false
        });
        if rest.len() == before {
            break;
        }
    }
    let known: BTreeSet<Term> = later.path.conjuncts.iter().copied().collect();
    wanted.retain(|condition| !known.contains(condition));
    wanted
}
