//! Chosen tests with values that a person would choose: plainer ones are tried like any candidate, and taken where nothing is lost by them.

use super::{Class, Writer};
use crate::arrange::simpler::{Vocabulary, burden, combined, variants};
use crate::candidate::Candidate;
use crate::choice::Proposed;
use crate::junit::TestOutcome;
use bytecode::ClassFile;
use machine::World;
use replay::driver::Planned;
use std::rc::Rc;

/// Tries for one class, so that no class waits long for the beauty of its values.
const MOST_TRIES: usize = 160;

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
        let judged = self.judged(world, planned, &candidates, class)?;
        let kept = tries.iter().zip(judged).filter_map(|((at, _), judged)| Some((*at, judged.ok()?)));
        Ok(kept.filter(|(at, plain)| is_as_good(&tests[*at], plain)).collect())
    }
}

fn candidate(of: &Proposed, arrangement: crate::arrange::Arrangement) -> Candidate {
    Candidate { method: of.test.tested, arrangement, by_chance: false }
}

/// What asserts nothing may have met chance, which a second candidate would not show. Without coverage nobody knows what would be lost.
fn is_open(one: &Proposed) -> bool {
    let asserts = match &one.test.outcome {
        TestOutcome::Returned(said) => !said.is_empty(),
        TestOutcome::Threw(_) => true,
        TestOutcome::Endless => false,
    };
    asserts && !one.covered.is_empty()
}

fn is_as_good(test: &Proposed, plain: &Proposed) -> bool {
    let said = |one: &Proposed| match &one.test.outcome {
        TestOutcome::Returned(said) => said.len(),
        TestOutcome::Threw(_) | TestOutcome::Endless => 0,
    };
    plain.sort == test.sort
        && plain.outcome == test.outcome
        && plain.covered.is_superset(&test.covered)
        && said(plain) >= said(test)
}
