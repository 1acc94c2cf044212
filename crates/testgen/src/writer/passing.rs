//! Which tests pass, whatever ran before them: twice, in opposite orders, and then in others.

use super::{Class, Writer};
use crate::source::Source;
use crate::trial::{Measure, Passed, Round, Trial};
use std::collections::BTreeSet;

/// Times that tests are left out which others fail for.
const REPAIRS: usize = 5;
/// Orders besides those two: what one test leaves behind another one may take away.
const MIXED: u32 = 2;
/// Groups of tests that change static fields which are tried beside the others.
const GROUPS: usize = 8;

/// Tests as the trial names them.
type Tests = BTreeSet<String>;

impl Writer {
    /// They are measured when all that run pass. Where some fail, it may be for what others leave behind: those are added to the rest one group after the
    /// other, as long as more pass with them than without.
    pub fn pass(&self, files: &[Source], class: &Class, lasting: &[Tests]) -> Result<Passed, String> {
        self.pass_where(files, class, lasting, |_| true)
    }

    /// The same, if the first round is worth going on.
    pub(super) fn pass_where(
        &self,
        files: &[Source],
        class: &Class,
        lasting: &[Tests],
        is_worth_it: impl Fn(&Passed) -> bool,
    ) -> Result<Passed, String> {
        let sources: Vec<(String, String)> =
            files.iter().map(|source| (source.path.clone(), source.contents.clone())).collect();
        if sources.is_empty() {
            return Ok(Passed::default());
        }
        let runs = Runs { trial: &self.trial, sources: &sources, measured: &class.measured };
        let first = runs.trial.tests(Round::First, &sources, runs.measured, None)?;
        if !is_worth_it(&first) {
            return Ok(first);
        }
        let all: Tests = [&first.tests, &first.failed, &first.spoiling].into_iter().flatten().cloned().collect();
        let passed = runs.settled(first)?;
        if passed.tests.len() == all.len() || lasting.is_empty() {
            return Ok(passed);
        }
        let others = all.into_iter().filter(|test| !lasting.iter().any(|group| group.contains(test))).collect();
        let mut best = runs.settled(runs.again(&others)?)?;
        for group in lasting.iter().take(GROUPS) {
            let together = runs.again(&(&best.tests | group))?;
            if together.tests.len() <= best.tests.len() {
                continue;
            }
            let together = runs.settled(together)?;
            if together.tests.len() > best.tests.len() {
                best = together;
            }
        }
        let is_better = best.tests.len() > passed.tests.len();
        Ok(if is_better { Passed { broken: passed.broken, ..best } } else { passed })
    }
}

struct Runs<'r> {
    trial: &'r Trial,
    sources: &'r [(String, String)],
    measured: &'r Measure,
}

impl Runs<'_> {
    /// What is compiled, in the order of the first round.
    fn again(&self, wanted: &Tests) -> Result<Passed, String> {
        self.trial.tests(Round::Again, self.sources, self.measured, Some(wanted))
    }

    /// What is left of a round when every test that fails is left out.
    fn settled(&self, mut passed: Passed) -> Result<Passed, String> {
        let mut reasons = std::mem::take(&mut passed.reasons);
        let mut repairs = REPAIRS;
        while !passed.spoiling.is_empty() && repairs > 0 {
            let again = self.again(&(&passed.tests | &passed.failed))?;
            passed = Passed { broken: passed.broken, ..again };
            reasons.extend(std::mem::take(&mut passed.reasons));
            repairs -= 1;
        }
        let mut chosen = passed.tests;
        loop {
            let again = self.trial.tests(Round::Second, self.sources, self.measured, Some(&chosen))?;
            reasons.extend(again.reasons.iter().cloned());
            if again.tests.len() == chosen.len() {
                let mixed = self.mixed(&chosen)?;
                if mixed.tests.len() == chosen.len() {
                    return Ok(Passed { reasons, broken: passed.broken, ..again });
                }
                reasons.extend(mixed.reasons);
                chosen = mixed.tests;
                continue;
            }
            chosen = match again.spoiling.is_empty() || repairs == 0 {
                true => again.tests,
                false => &chosen - &again.spoiling,
            };
            repairs = repairs.saturating_sub(1);
        }
    }

    /// What passes in orders in which two tests that were far from each other may be neighbours.
    fn mixed(&self, chosen: &Tests) -> Result<Passed, String> {
        let mut left = Passed { tests: chosen.clone(), ..Passed::default() };
        // Of two there are no other orders.
        for number in 1..=MIXED {
            if left.tests.len() <= 2 {
                break;
            }
            let round = self.trial.tests(Round::Mixed(number), self.sources, self.measured, Some(&left.tests))?;
            left.tests = round.tests;
            left.reasons.extend(round.reasons);
        }
        Ok(left)
    }
}
