//! What one worker knows of a run. The parts of all workers are added up by the one that reports.

use crate::stats::Stats;
use crate::verdict::Replays;
use serde::{Deserialize, Serialize};
use solver::statistics::Tier;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Part {
    pub stats: Stats,
    pub replays: Replays,
    pub peak_bytes: u64,
}

impl Part {
    /// Nothing was left out, and every candidate was confirmed.
    pub fn is_answer(&self) -> bool {
        self.stats.is_complete() && self.replays.is_clear()
    }

    /// What is said of two explorations of the whole program, this one path by path: the one that answers, else the one whose
    /// reasons say more. Of the other one count what was merged and replayed.
    pub fn or_merged(self, merged: Part) -> Part {
        let says_more = !self.is_answer() && (merged.is_answer() || !merged.stats.gave_up());
        let (mut said, other) = if says_more { (merged, self) } else { (self, merged) };
        said.stats.also_merged(&other.stats);
        said.replays.confirmed += other.replays.confirmed;
        said.replays.time += other.replays.time;
        said.peak_bytes = said.peak_bytes.max(other.peak_bytes);
        said
    }

    pub fn add(&mut self, other: &Part) {
        self.stats.add(&other.stats);
        // Without `..`, here and below: what is new must be added up, too.
        let Replays { confirmed, refused, open, uncaught, time } = &other.replays;
        self.replays.confirmed += confirmed;
        self.replays.time += *time;
        add_counts(&mut self.replays.refused, refused);
        add_counts(&mut self.replays.open, open);
        add_counts(&mut self.replays.uncaught, uncaught);
        self.peak_bytes += other.peak_bytes;
    }
}

impl Stats {
    fn add(&mut self, other: &Stats) {
        let Stats {
            returned,
            threw,
            assumed_away,
            exited,
            stopped,
            orders,
            forks,
            infeasible,
            solver_calls,
            solver_time,
            solver_work,
            order,
            instructions,
            merged,
            chosen_conditions,
            other_work,
            apart,
            made_terms,
            terms,
            tiers,
            assumptions,
            reasons,
        } = other;
        self.returned += returned;
        self.threw += threw;
        self.assumed_away += assumed_away;
        self.exited += exited;
        self.stopped += stopped;
        self.orders.add(*orders);
        self.forks += forks;
        self.infeasible += infeasible;
        self.solver_calls += solver_calls;
        self.solver_time += *solver_time;
        self.solver_work += solver_work;
        // Which worker was first is chance: their orders are put together without one.
        self.order = self.order.wrapping_add(*order);
        self.instructions += instructions;
        self.merged += merged;
        self.chosen_conditions += chosen_conditions;
        self.other_work += other_work;
        add_counts(&mut self.apart, apart);
        self.made_terms += made_terms;
        self.terms += terms;
        for tier in tiers {
            match self.tiers.iter_mut().find(|known| known.name == tier.name) {
                Some(known) => add_tier(known, tier),
                None => self.tiers.push(*tier),
            }
        }
        self.assumptions.extend(assumptions.iter().cloned());
        add_counts(&mut self.reasons, reasons);
    }
}

fn add_tier(sum: &mut Tier, tier: &Tier) {
    let Tier { name: _, queries, sat, unsat, unknown, refuted, work, time } = tier;
    sum.queries += queries;
    sum.sat += sat;
    sum.unsat += unsat;
    sum.unknown += unknown;
    sum.refuted += refuted;
    sum.work += work;
    sum.time += *time;
}

fn add_counts<K: Clone + Ord>(sum: &mut BTreeMap<K, u64>, counts: &BTreeMap<K, u64>) {
    for (name, count) in counts {
        *sum.entry(name.clone()).or_default() += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::reason::Absent;
    use machine::{Limit, Reason};
    use solver::statistics::TierName;
    use std::time::Duration;

    #[test]
    fn one_of_two_explorations_is_reported() {
        let ended = |returned: u64, reason: Option<Reason>| {
            let mut part = Part::default();
            part.stats.returned = returned;
            reason.into_iter().for_each(|reason| part.stats.cut(reason));
            part
        };
        let reported = |single: Option<Reason>, merged: Option<Reason>| {
            let said = ended(9, single).or_merged(ended(1, merged));
            (said.stats.returned, said.is_answer())
        };
        let (time, unknown) = (Some(Limit::Time.into()), Some(Reason::Missing(Absent::Class, "x".into())));
        assert_eq!(reported(None, time.clone()), (9, true));
        assert_eq!(reported(time.clone(), None), (1, true));
        assert_eq!(reported(unknown.clone(), None), (1, true));
        assert_eq!(reported(time.clone(), unknown.clone()), (1, false));
        assert_eq!(reported(unknown, time.clone()), (9, false));
        assert_eq!(reported(time.clone(), time), (9, false));
        let mut refused = ended(1, None);
        refused.replays.refused.insert(Reason::Unconfirmed("no exception".into()), 1);
        assert!(ended(9, None).or_merged(refused.clone()).is_answer());
        assert!(!ended(9, Some(Limit::Time.into())).or_merged(refused).is_answer());
    }

    #[test]
    fn parts_arrive_and_add_up() {
        let unconfirmed = Reason::Unconfirmed("no exception".into());
        let mut part = Part { peak_bytes: 7, ..Part::default() };
        part.stats = Stats { returned: 3, forks: 2, solver_time: Duration::from_micros(5), ..Stats::default() };
        part.stats.cut(Limit::Time);
        part.stats.tiers.push(Tier { sat: 4, ..Tier::new(TierName::Slice) });
        part.stats.assumptions.insert("hashes".into());
        part.replays.refused.insert(unconfirmed.clone(), 2);
        let bytes = postcard::to_stdvec(&part).expect("plain data");
        let mut sum: Part = postcard::from_bytes(&bytes).expect("as written");
        sum.add(&part);
        assert_eq!((sum.stats.returned, sum.stats.forks, sum.peak_bytes), (6, 4, 14));
        assert_eq!(sum.stats.solver_time, Duration::from_micros(10));
        assert_eq!((sum.stats.reasons[&Reason::from(Limit::Time)], sum.replays.refused[&unconfirmed]), (2, 4));
        assert_eq!((sum.stats.tiers.len(), sum.stats.tiers[0].sat), (1, 8));
        assert_eq!(sum.stats.assumptions.len(), 1);
    }
}
