//! What one worker knows of a run. The parts of all workers are added up by the one that reports.

use super::codec::{Garbled, Reader, Writer};
use crate::{Replays, Stats};
use solver::statistics::Tier;
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Clone, Debug, Default)]
pub struct Part {
    pub stats: Stats,
    pub replays: Replays,
    pub peak_bytes: u64,
}

impl Part {
    pub fn add(&mut self, other: &Part) {
        self.stats.add(&other.stats);
        // Without `..`, here and below: what is new must be added up, too.
        let Replays { confirmed, refused, open, time } = &other.replays;
        self.replays.confirmed += confirmed;
        self.replays.time += *time;
        add_counts(&mut self.replays.refused, refused);
        add_counts(&mut self.replays.open, open);
        self.peak_bytes += other.peak_bytes;
    }

    pub fn write(&self, writer: &mut Writer) {
        self.stats.write(writer);
        let Replays { confirmed, refused, open, time } = &self.replays;
        writer.number(*confirmed);
        write_time(writer, *time);
        write_counts(writer, refused);
        write_counts(writer, open);
        writer.number(self.peak_bytes);
    }

    /// `tiers` has the names of the solver's tiers.
    pub fn read(reader: &mut Reader, tiers: &[Tier]) -> Result<Part, Garbled> {
        let stats = Stats::read(reader, tiers)?;
        let (confirmed, time) = (reader.number()?, read_time(reader)?);
        let replays = Replays { confirmed, refused: read_counts(reader)?, open: read_counts(reader)?, time };
        Ok(Part { stats, replays, peak_bytes: reader.number()? })
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

    fn write(&self, writer: &mut Writer) {
        let Stats {
            returned,
            threw,
            assumed_away,
            exited,
            stopped,
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
            terms,
            tiers,
            assumptions,
            reasons,
        } = self;
        let numbers = [
            returned,
            threw,
            assumed_away,
            exited,
            stopped,
            forks,
            infeasible,
            solver_calls,
            solver_work,
            order,
            instructions,
            merged,
            chosen_conditions,
            other_work,
            terms,
        ];
        numbers.into_iter().for_each(|&number| writer.number(number));
        write_time(writer, *solver_time);
        writer.number(tiers.len() as u64);
        for Tier { name, queries, sat, unsat, unknown, refuted, work, time } in tiers {
            writer.string(name);
            [queries, sat, unsat, unknown, refuted, work].into_iter().for_each(|&number| writer.number(number));
            write_time(writer, *time);
        }
        writer.number(assumptions.len() as u64);
        assumptions.iter().for_each(|assumption| writer.string(assumption));
        write_counts(writer, reasons);
        write_counts(writer, apart);
    }

    fn read(reader: &mut Reader, tiers: &[Tier]) -> Result<Stats, Garbled> {
        let mut stats = Stats {
            returned: reader.number()?,
            threw: reader.number()?,
            assumed_away: reader.number()?,
            exited: reader.number()?,
            stopped: reader.number()?,
            forks: reader.number()?,
            infeasible: reader.number()?,
            solver_calls: reader.number()?,
            solver_work: reader.number()?,
            order: reader.number()?,
            instructions: reader.number()?,
            merged: reader.number()?,
            chosen_conditions: reader.number()?,
            other_work: reader.number()?,
            terms: reader.number()?,
            solver_time: read_time(reader)?,
            ..Stats::default()
        };
        for _ in 0..reader.number()? {
            let name = reader.string()?;
            let name = tiers.iter().find(|tier| tier.name == name).ok_or(Garbled)?.name;
            let mut numbers = [0; 6];
            for number in &mut numbers {
                *number = reader.number()?;
            }
            let [queries, sat, unsat, unknown, refuted, work] = numbers;
            stats.tiers.push(Tier { name, queries, sat, unsat, unknown, refuted, work, time: read_time(reader)? });
        }
        for _ in 0..reader.number()? {
            stats.assumptions.insert(reader.string()?);
        }
        stats.reasons = read_counts(reader)?;
        stats.apart = read_counts(reader)?;
        Ok(stats)
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

fn add_counts(sum: &mut BTreeMap<String, u64>, counts: &BTreeMap<String, u64>) {
    for (name, count) in counts {
        *sum.entry(name.clone()).or_default() += count;
    }
}

fn write_counts(writer: &mut Writer, counts: &BTreeMap<String, u64>) {
    writer.number(counts.len() as u64);
    for (name, count) in counts {
        writer.string(name);
        writer.number(*count);
    }
}

fn read_counts(reader: &mut Reader) -> Result<BTreeMap<String, u64>, Garbled> {
    let count = reader.number()?;
    (0..count).map(|_| Ok((reader.string()?, reader.number()?))).collect()
}

fn write_time(writer: &mut Writer, time: Duration) {
    writer.number(time.as_nanos() as u64);
}

fn read_time(reader: &mut Reader) -> Result<Duration, Garbled> {
    Ok(Duration::from_nanos(reader.number()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_arrive_and_add_up() {
        let mut part = Part { peak_bytes: 7, ..Part::default() };
        part.stats = Stats { returned: 3, forks: 2, solver_time: Duration::from_micros(5), ..Stats::default() };
        part.stats.cut("time");
        part.stats.tiers.push(Tier { sat: 4, ..Tier::new("slice") });
        part.stats.assumptions.insert("hashes".into());
        part.replays.refused.insert("no exception".into(), 2);
        let mut writer = Writer::default();
        part.write(&mut writer);
        let bytes = writer.finish();
        let mut sum = Part::read(&mut Reader::new(&bytes), &[Tier::new("slice")]).expect("as written");
        sum.add(&part);
        assert_eq!((sum.stats.returned, sum.stats.forks, sum.peak_bytes), (6, 4, 14));
        assert_eq!(sum.stats.solver_time, Duration::from_micros(10));
        assert_eq!((sum.stats.reasons["time"], sum.replays.refused["no exception"]), (2, 4));
        assert_eq!((sum.stats.tiers.len(), sum.stats.tiers[0].sat), (1, 8));
        assert_eq!(sum.stats.assumptions.len(), 1);
    }
}
