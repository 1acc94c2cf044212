//! What becomes of arms that arrived: one state when all did, and sooner where there are many.

use super::Bracket;
use crate::explorer::Explorer;
use crate::limits::unread;
use machine::State;
use machine::merge::Merged;

/// How many times as many arms may come to one place one after the other as may wait there at once.
const ROUNDS: u32 = 16;

impl Bracket {
    /// Are most of its arms on their way, so that those that arrived cannot make room?
    pub(super) fn is_crowded(&self, most: u32) -> bool {
        self.waiting.len() as u32 >= most / 2 && self.sides < ROUNDS * most
    }
}

impl Explorer<'_, '_> {
    /// All arms arrived or left.
    pub(super) fn close(&mut self, mut bracket: Bracket) -> Option<State> {
        let often = self.merging.one_sided.entry(bracket.at).or_default();
        if bracket.arrived.len() < 2 {
            *often += u32::from(bracket.infeasible > 0);
            return bracket.arrived.pop();
        }
        *often = often.saturating_sub(1);
        self.merge_arrived(&mut bracket);
        if bracket.arrived.len() == 1 {
            return bracket.arrived.pop();
        }
        bracket.arrived.into_iter().for_each(|state| self.release(state));
        None
    }

    /// There were many arms at the innermost bracket, but few are on their way: those that arrived become one.
    pub(super) fn make_room(&mut self) -> bool {
        let most = self.room.arms;
        let bracket = self.merging.open.last().expect("it has too many arms");
        let fits =
            bracket.arrived.len() >= 2 && bracket.waiting.len() as u32 + 2 < most && bracket.sides < ROUNDS * most;
        fits && self.merge_early()
    }

    /// Those that arrived so far become one, if they fit together.
    pub(super) fn merge_early(&mut self) -> bool {
        let mut bracket = self.merging.open.pop().expect("an arm arrived");
        self.merge_arrived(&mut bracket);
        let fits = bracket.arrived.len() <= 1;
        bracket.arms = bracket.waiting.len() as u32 + 2;
        self.merging.open.push(bracket);
        fits
    }

    /// Those that arrived become one state, or one for each heap that they found.
    fn merge_arrived(&mut self, bracket: &mut Bracket) {
        for state in &mut bracket.arrived {
            self.machine.host.resume(state);
            if let Err(stop) = self.machine.host.pull(self.machine.world, state) {
                let why = self.machine.told(state, &stop);
                self.stats.cut(unread(&why));
            }
        }
        let arms = bracket.arrived.len();
        for group in self.by_heap(&bracket.entry, std::mem::take(&mut bracket.arrived)) {
            let count = group.len() as u64;
            match self.machine.merge(&bracket.entry, group) {
                Merged::One(state) => {
                    self.stats.merged += if count > 1 { count } else { 0 };
                    bracket.arrived.push(*state);
                }
                Merged::Infeasible => self.stats.infeasible += count,
                Merged::Apart(why, states) => {
                    *self.stats.apart.entry(why.name().into()).or_default() += 1;
                    bracket.arrived.extend(states);
                }
            }
        }
        let failures = self.merging.failures.entry(bracket.at).or_default();
        *failures = if bracket.arrived.len() < arms { failures.saturating_sub(1) } else { *failures + 1 };
    }
}
