//! Candidates for changes of the class that none notices so far: those that reach the changed method, with other values.

use super::plain::{candidate, is_open};
use super::{Class, Writer, noticed};
use crate::arrange::sharper::sharper;
use crate::arrange::simpler::Vocabulary;
use crate::candidate::Candidate;
use crate::choice::{Proposed, Sort};
use crate::existing::Done;
use crate::trial::{MutantId, Noticings, Part};
use machine::World;
use replay::driver::Planned;
use std::collections::BTreeSet;

/// Candidates that are varied for the changes of one method.
const OF_METHOD: usize = 6;
/// Tries for one class.
const MOST_TRIES: usize = 240;

/// What became of candidates.
type Judged = Vec<Result<Proposed, String>>;

impl Writer {
    /// Those that notice one of them.
    pub(super) fn sharper(
        &self,
        world: &mut World,
        planned: &[Planned],
        class: &Class,
        noticings: &Noticings,
        judged: &[Result<Proposed, String>],
        done: &Done,
    ) -> Result<(Judged, Noticings), String> {
        let alive: BTreeSet<MutantId> = noticings.alive().difference(&done.mutants()).copied().collect();
        let methods: BTreeSet<(usize, usize)> =
            alive.iter().map(|mutant| noticings.places[mutant.0 as usize]).collect();
        let vocabulary = Vocabulary::of(&class.files_under_test(world, planned[0].class));
        let mut queues: Vec<Vec<Candidate>> = Vec::new();
        for (of, method) in methods {
            let Some(entry) = class.measured.entry(of, method) else { continue };
            let reaches =
                |one: &&Proposed| one.sort == Sort::Plain && is_open(one) && one.covered.contains(&Part::Acted(entry));
            let mut reaching: Vec<&Proposed> = judged.iter().flatten().filter(reaches).collect();
            reaching.sort_by_key(|one| one.size());
            // Of each end the smallest first.
            let mut ends = BTreeSet::new();
            reaching.sort_by_key(|one| !ends.insert(&one.outcome));
            for one in reaching.into_iter().take(OF_METHOD) {
                let all = sharper(&one.test.arrangement, &vocabulary).into_iter();
                queues.push(all.map(|arrangement| candidate(one, arrangement)).rev().collect());
            }
        }
        let mut tries: Vec<Candidate> = Vec::new();
        while tries.len() < MOST_TRIES && queues.iter().any(|queue| !queue.is_empty()) {
            for next in queues.iter_mut().filter_map(Vec::pop) {
                let is_known = |known: &Candidate| known.method == next.method && known.arrangement == next.arrangement;
                if tries.len() < MOST_TRIES && !tries.iter().any(is_known) {
                    tries.push(next);
                }
            }
        }
        if tries.is_empty() {
            return Ok((Vec::new(), Noticings::default()));
        }
        let mut judged = self.judged(world, planned, &tries, class)?;
        let found = self.noticings(&judged, class, &mut Done::default(), Some(&alive))?;
        noticed::tell(&found, &mut judged);
        judged.retain(|one| one.as_ref().is_ok_and(|one| one.sort == Sort::Plain && !one.noticed.is_empty()));
        Ok((judged, found))
    }
}
