//! What becomes of each candidate after two tries on a JVM.

use super::{Class, Writer, is_generic, probe_name};
use crate::arrange::Arrangement;
use crate::candidate::Candidate;
use crate::choice::Proposed;
use crate::existing::{Done, Wrapped};
use crate::junit;
use crate::trial::{CAST, Measure, Round, Tried};
use crate::verdict::{self, Subject};
use bytecode::DottedName;
use machine::World;
use replay::driver::Planned;
use std::collections::{BTreeMap, BTreeSet};

impl Writer {
    /// What becomes of each candidate after two tries, or why it is nothing.
    pub fn judged(
        &self,
        world: &mut World,
        planned: &[Planned],
        candidates: &[Candidate],
        class: &Class,
    ) -> Result<Vec<Result<Proposed, String>>, String> {
        Ok(self.judged_beside(world, planned, candidates, class, &[])?.0)
    }

    /// The same, and what tests do that are there already.
    pub(super) fn judged_beside(
        &self,
        world: &mut World,
        planned: &[Planned],
        candidates: &[Candidate],
        class: &Class,
        existing: &[Wrapped],
    ) -> Result<(Vec<Result<Proposed, String>>, Done), String> {
        let probes = candidates.iter().enumerate().map(|(at, candidate)| {
            let name = probe_name(at);
            let method = &class.methods[candidate.method];
            let file = DottedName::in_package(&class.package, &name).internal();
            let cast = Arrangement { casts: true, ..candidate.arrangement.clone() };
            [("", &candidate.arrangement), (CAST, &cast)].map(|(ending, arrangement)| {
                (format!("{file}.java{ending}"), junit::probe(&class.package, &name, method, arrangement))
            })
        });
        let beside = existing.iter().map(|one| {
            let file = DottedName::in_package(&class.package, &one.name).internal();
            (format!("{file}.java"), one.source.clone())
        });
        let probes: Vec<(String, String)> = probes.flatten().chain(beside).collect();
        let first = self.probe(Round::First, &probes, &class.measured)?;
        let second = self.probe(Round::Second, &probes, &class.measured)?;
        let differs = |at: usize| {
            let name = probe_name(at);
            let both = first.get(&name).zip(second.get(&name));
            both.is_some_and(|(tried, again)| verdict::is_by_chance(&tried.happened, &again.happened))
        };
        // One that differs may have met what another test left behind; of a method that answers by chance most do.
        let mut counts: BTreeMap<usize, [usize; 2]> = BTreeMap::new();
        for (at, candidate) in candidates.iter().enumerate() {
            let count = counts.entry(candidate.method).or_default();
            count[0] += usize::from(differs(at));
            count[1] += 1;
        }
        let by_chance = counts.into_iter().filter(|(_, [differ, all])| 2 * differ > *all);
        let by_chance: BTreeSet<usize> = by_chance.map(|(method, _)| method).collect();
        let mut all = Vec::new();
        for (at, candidate) in candidates.iter().enumerate() {
            let name = probe_name(at);
            let subject = Subject {
                at: candidate.method,
                tested: &class.methods[candidate.method],
                is_public: planned[candidate.method].is_public,
                declared: &planned[candidate.method].declared,
                is_generic: is_generic(world, planned[candidate.method].method),
                package: &class.package,
            };
            let judged = match (first.get(&name), second.get(&name)) {
                (Some(tried), Some(again)) => match verdict::agreed(subject.tested, &tried.happened, &again.happened) {
                    Some(mut happened) => {
                        if by_chance.contains(&candidate.method) {
                            verdict::forget_result(&mut happened);
                        }
                        if candidate.by_chance {
                            verdict::forget_all(&mut happened);
                        }
                        verdict::judge(world, &subject, candidate, &Tried { happened, ..tried.clone() })
                    }
                    None => Err("another result the second time".into()),
                },
                (Some(tried), None) => verdict::judge(world, &subject, candidate, tried)
                    .and_then(|_| Err("the second try did not come to it".into())),
                (None, _) => Err("the JVM did not come to the end of it".into()),
            };
            all.push(judged);
        }
        Ok((all, Done::of(existing, &first, &second)))
    }

    fn probe(
        &self,
        round: Round,
        sources: &[(String, String)],
        measured: &Measure,
    ) -> Result<BTreeMap<String, Tried>, String> {
        self.trial.candidates(round, sources, measured)
    }
}
