//! Sides of branches on which the solver worked in vain, by their place: asked about less and less often. Only for explorations that need not be
//! complete: what is not asked is left out like what was not answered. Work is counted, not timed, so the same run always asks the same.

use super::Explorer;
use super::side::Side;
use machine::trail::Place;
use machine::{MethodId, State};
use solver::Why;
use std::collections::HashMap;
use term::Term;

/// Work in vain on one side after which it is asked about half as often, and so on: some hundredths of a second.
const PATIENCE: u64 = 400_000;
/// A side is asked about at least every 2 to this power times.
const HALVED: u64 = 10;

#[derive(Default)]
pub struct Hard {
    sides: HashMap<(MethodId, u32, bool), Tries>,
}

#[derive(Default)]
struct Tries {
    /// On questions that were answered with no, or not at all.
    wasted: u64,
    /// Questions that were not asked since.
    skipped: u64,
}

impl Hard {
    fn is_worth_asking(&mut self, key: (MethodId, u32, bool)) -> bool {
        let Some(tries) = self.sides.get_mut(&key) else { return true };
        tries.skipped += 1;
        let is_due = tries.skipped >= 1 << (tries.wasted / PATIENCE).min(HALVED);
        if is_due {
            tries.skipped = 0;
        }
        is_due
    }

    fn wasted(&mut self, key: (MethodId, u32, bool), work: u64) {
        self.sides.entry(key).or_default().wasted += work;
    }
}

impl Explorer<'_, '_> {
    /// The other side of a branch, unless too much was spent on it in vain.
    pub(super) fn side_if_worth(&mut self, state: &State, place: Place, condition: Term, side: bool) -> Side {
        let key = (place.method, place.pc, side);
        if self.hard.as_mut().is_some_and(|hard| !hard.is_worth_asking(key)) {
            return Side::Unknown(Why::Budget);
        }
        let before = self.stats.solver_work;
        let answer = self.side(state, condition);
        if let (Some(hard), Side::Infeasible | Side::Unknown(_)) = (&mut self.hard, &answer) {
            hard.wasted(key, self.stats.solver_work.saturating_sub(before));
        }
        answer
    }
}
