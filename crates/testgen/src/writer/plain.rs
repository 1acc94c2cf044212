//! Chosen tests with values that a person would choose: plainer ones are tried like any candidate, and taken where nothing is lost by them.

use super::noticed::tell;
use super::{Class, Writer};
use crate::arrange::simpler::{Vocabulary, burden, combined, edges, variants};
use crate::assertions;
use crate::candidate::Candidate;
use crate::changes;
use crate::choice::{Proposed, Sort};
use crate::existing::Done;
use crate::junit::{Declares, TestOutcome};
use bytecode::ClassFile;
use machine::World;
use replay::driver::Planned;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Tries for one class, so that no class waits long for the beauty of its values.
const MOST_TRIES: usize = 160;

/// Candidates that are run on another version.
const MOST_COMPARED: usize = 240;

impl Writer {
    /// Each test with the plainest values that cover, end and assert the same.
    pub(super) fn plainer(
        &self,
        world: &mut World,
        planned: &[Planned],
        class: &Class,
        files: &[Rc<ClassFile>],
        tests: &mut [Proposed],
    ) -> Result<(), String> {
        let vocabulary = Vocabulary::of(files);
        let mut tries: Vec<(usize, Candidate)> = Vec::new();
        for (at, one) in tests.iter().enumerate().filter(|(_, one)| is_open(one)) {
            let all = variants(&one.test.arrangement, &vocabulary);
            tries.extend(all.into_iter().map(|arrangement| (at, candidate(one, arrangement))));
        }
        tries.truncate(MOST_TRIES);
        let kept = self.kept(world, planned, class, tests, &tries)?;
        // What is plainer in one place alone may go together.
        let mut together: Vec<(usize, Candidate)> = Vec::new();
        for (at, one) in tests.iter().enumerate() {
            let mut own: Vec<&Proposed> = kept.iter().filter(|(of, _)| *of == at).map(|(_, kept)| kept).collect();
            own.sort_by_key(|kept| burden(&kept.test.arrangement, &vocabulary));
            let own: Vec<_> = own.iter().map(|kept| &kept.test.arrangement).collect();
            let all = combined(&one.test.arrangement, &own);
            if own.len() > 1 && !own.contains(&&all) {
                together.push((at, candidate(one, all)));
            }
        }
        let combined = self.kept(world, planned, class, tests, &together)?;
        for (at, plain) in kept.into_iter().chain(combined) {
            let [before, after] = [&tests[at], &plain].map(|one| burden(&one.test.arrangement, &vocabulary));
            if after < before {
                tests[at] = plain;
            }
        }
        Ok(())
    }

    /// More tests that the other version fails, one of each end and of each method whose changes the chosen ones do not show: of all that could have been
    /// chosen, and of those at the edges of what the class compares with.
    pub(super) fn more_changes(
        &self,
        world: &mut World,
        planned: &[Planned],
        class: &Class,
        files: &[Rc<ClassFile>],
        tests: &[Proposed],
        mut pool: Vec<Proposed>,
    ) -> Result<Vec<Proposed>, String> {
        let (Some(other), Some(folder)) = (&self.other, &self.ways) else { return Ok(Vec::new()) };
        let vocabulary = Vocabulary::of(files);
        let mut tries: Vec<Candidate> = Vec::new();
        for one in tests.iter().filter(|one| one.sort == Sort::Plain && is_open(one)) {
            let all = edges(&one.test.arrangement, &vocabulary).into_iter();
            tries.extend(all.map(|arrangement| candidate(one, arrangement)));
        }
        tries.dedup_by(|one, other| one.method == other.method && one.arrangement == other.arrangement);
        tries.truncate(MOST_TRIES);
        let judged = if tries.is_empty() { Vec::new() } else { self.judged(world, planned, &tries, class)? };
        pool.retain(is_open);
        pool.truncate(MOST_COMPARED);
        pool.extend(judged.into_iter().flatten());
        assertions::keep_first(&mut pool);
        pool.retain(|one| one.sort == Sort::Plain);
        // Each by a name of its own, to tell them apart.
        let named = |prefix: &str, all: &[Proposed]| -> Vec<Proposed> {
            let with_names = all.iter().enumerate().map(|(number, one)| {
                let mut one = one.clone();
                one.test.name = format!("{prefix}{number}");
                one.test.declares = Declares::Throwable;
                one
            });
            with_names.collect()
        };
        let all = [named("test", tests), named("more", &pool)].concat();
        let shown = changes::shown(&self.walker(folder), other, &class.package, &class.methods, &all)?;
        let shown: BTreeSet<&str> = shown.iter().map(|change| change.test.as_str()).collect();
        // Of methods whose changes are shown anyway nothing more is wanted.
        let is_shown = |(number, _): &(usize, &Proposed)| shown.contains(format!("test{number}").as_str());
        let done: BTreeSet<usize> = tests.iter().enumerate().filter(is_shown).map(|(_, one)| one.test.tested).collect();
        let mut seen = BTreeSet::new();
        let mut number = 0;
        pool.retain(|one| {
            number += 1;
            shown.contains(format!("more{}", number - 1).as_str())
                && !done.contains(&one.test.tested)
                && seen.insert((one.test.tested, one.outcome.clone()))
        });
        Ok(pool)
    }

    /// Those that are worth as much as the tests that they were made of.
    fn kept(
        &self,
        world: &mut World,
        planned: &[Planned],
        class: &Class,
        tests: &[Proposed],
        tries: &[(usize, Candidate)],
    ) -> Result<Vec<(usize, Proposed)>, String> {
        if tries.is_empty() {
            return Ok(Vec::new());
        }
        let candidates: Vec<Candidate> = tries.iter().map(|(_, candidate)| candidate.clone()).collect();
        let mut judged = self.judged(world, planned, &candidates, class)?;
        // What the plain values cover is not all: they have to notice the same mutants.
        if tests.iter().any(|test| !test.noticed.is_empty()) {
            let noticings = self.noticings(&judged, class, &mut Done::default(), None)?;
            tell(&noticings, &mut judged);
        }
        let kept = tries.iter().zip(judged).filter_map(|((at, _), judged)| Some((*at, judged.ok()?)));
        Ok(kept.filter(|(at, plain)| is_as_good(&tests[*at], plain)).collect())
    }
}

pub(super) fn candidate(of: &Proposed, arrangement: crate::arrange::Arrangement) -> Candidate {
    Candidate { method: of.test.tested, arrangement, by_chance: false }
}

/// What asserts nothing may have met chance, which a second candidate would not show. Without coverage nobody knows what would be lost.
pub(super) fn is_open(one: &Proposed) -> bool {
    let asserts = match &one.test.outcome {
        TestOutcome::Returned(said) => !said.is_empty(),
        TestOutcome::Threw(..) => true,
        TestOutcome::Endless => false,
    };
    asserts && !one.covered.is_empty()
}

fn is_as_good(test: &Proposed, plain: &Proposed) -> bool {
    let said = |one: &Proposed| one.test.outcome.said().len();
    plain.sort == test.sort
        && plain.outcome == test.outcome
        && plain.covered.is_superset(&test.covered)
        && said(plain) >= said(test)
}
