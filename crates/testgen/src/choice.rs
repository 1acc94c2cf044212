//! Which of the tests that could be written are written: each covers something that no other does, or ends as no other does.

use crate::arrange::{Made, Object};
use crate::junit::{TestOutcome, UnitTest};
use crate::thrown::{PathStep, ThrownException};
use crate::trial::{Covered, MutantId, Noticed, Part};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// In the order in which suspicions are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Sort {
    Plain,
    Suspect,
    /// Something was null, and so was an argument.
    NullPassed,
    /// The method itself reads an argument that is null.
    NullArgument,
    /// The weakest of the suspicions: a cast failed, and types had no arguments. There for what it covers.
    RawTypes,
}

impl Sort {
    pub fn is_suspect(self) -> bool {
        self != Sort::Plain
    }

    /// Of the name of the class.
    pub fn ending(self) -> &'static str {
        match self {
            Sort::Plain => "Test",
            Sort::Suspect | Sort::NullPassed | Sort::NullArgument | Sort::RawTypes => "SuspectedBugsTest",
        }
    }
}

/// A test that could be written.
#[derive(Clone, Debug)]
pub struct Proposed {
    pub sort: Sort,
    /// Others are there for what they cover.
    pub is_public: bool,
    /// The same for those that end alike.
    pub outcome: String,
    /// The same for those that end there, whatever leads there.
    pub place: String,
    pub covered: Covered,
    /// Others that run after it may end in another way.
    pub changes_statics: bool,
    /// Mutants of the class that it notices, and how.
    pub noticed: BTreeMap<MutantId, Noticed>,
    /// The exception with which it ends.
    pub thrown: Option<ThrownException>,
    /// Branches that it takes, if it is a suspicion.
    pub path: Vec<PathStep>,
    pub test: UnitTest,
}

impl Proposed {
    /// What was found out about mutants; of assertions, those that the test has.
    pub fn notice(&mut self, noticed: &BTreeMap<MutantId, Noticed>) {
        for (mutant, how) in noticed {
            let how = match (how, &self.test.outcome) {
                (Noticed::Always, _) => Noticed::Always,
                (Noticed::By(texts), outcome) => {
                    Noticed::By(outcome.said().iter().filter(|one| texts.contains(*one)).cloned().collect())
                }
            };
            if how != Noticed::By(BTreeSet::new()) {
                self.covered.insert(Part::Mutant(*mutant));
                self.noticed.insert(*mutant, how);
            }
        }
    }

    /// Whether it may be kept for anything but what it covers.
    fn is_of_interest(&self) -> bool {
        self.is_public && self.sort != Sort::RawTypes
    }

    /// Whether how it ends is a reason to keep it: what returns is kept for what it covers and notices.
    fn is_kept_for_end(&self, worth: Worth) -> bool {
        match worth {
            Worth::Coverage => true,
            Worth::CoverageAndMutants => !matches!(self.test.outcome, TestOutcome::Returned(_)),
        }
    }

    /// How much there is to read.
    pub fn size(&self) -> usize {
        let steps = |object: &Object| match &object.made {
            Made::Call { steps, .. } => steps.len(),
            _ => 0,
        };
        let objects = &self.test.arrangement.objects;
        objects.len() + STEP * objects.iter().map(steps).sum::<usize>()
    }
}

/// What is known about the worth of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    Coverage,
    CoverageAndMutants,
}

/// A call before the test is more to read than an object: what does it matter?
const STEP: usize = 2;

/// Tests of one suspicion through other classes.
const THROUGH: usize = 3;

/// Small ones are preferred, and plain ones to suspicions, and those that leave nothing behind. Each method keeps one, but for those that others test
/// already. What stays is in the order of the methods, suspicions by their rank.
pub fn minimal(proposed: Vec<Proposed>, worth: Worth, tested: &BTreeSet<usize>) -> Vec<Proposed> {
    let mut by_size: Vec<usize> = (0..proposed.len()).collect();
    by_size.sort_by_key(|&at| {
        let one = &proposed[at];
        (!one.is_public, one.sort, one.changes_statics, one.size())
    });
    let (mut covered, mut outcomes, mut methods) = (Covered::new(), BTreeSet::new(), tested.clone());
    let mut kept: Vec<usize> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for at in by_size {
        let one = &proposed[at];
        let place = places.entry(&one.place).or_default();
        *place += 1;
        let is_wanted = one.sort == Sort::Plain || *place <= THROUGH;
        let is_end = outcomes.insert(&one.outcome) && one.is_kept_for_end(worth);
        let is_other = one.is_of_interest() && is_wanted && (is_end | methods.insert(one.test.tested));
        // What does not end takes the time of everybody who runs the tests: once is enough.
        let is_welcome = one.test.outcome != TestOutcome::Endless;
        let is_new = is_other || is_welcome && !one.covered.is_subset(&covered);
        if is_new {
            covered.extend(one.covered.iter().cloned());
            kept.push(at);
        }
    }
    let mut counts: BTreeMap<&Part, usize> = BTreeMap::new();
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    let mut of_methods: BTreeMap<usize, usize> = BTreeMap::new();
    for &at in &kept {
        proposed[at].covered.iter().for_each(|part| *counts.entry(part).or_default() += 1);
        *ends.entry(&proposed[at].outcome).or_default() += 1;
        *of_methods.entry(proposed[at].test.tested).or_default() += 1;
    }
    // Later ones may have made earlier ones superfluous; the large go first.
    let mut left: BTreeSet<usize> = kept.iter().copied().collect();
    for &at in kept.iter().rev() {
        let one = &proposed[at];
        let (same_end, same_method) = (ends[one.outcome.as_str()], of_methods[&one.test.tested]);
        let is_end = same_end == 1 && one.is_kept_for_end(worth);
        let is_last = same_method == 1 && !tested.contains(&one.test.tested);
        let is_other = one.is_of_interest() && (is_end || is_last);
        if !is_other && one.covered.iter().all(|part| counts[part] > 1) {
            one.covered.iter().for_each(|part| *counts.get_mut(part).expect("counted") -= 1);
            ends.insert(&one.outcome, same_end - 1);
            of_methods.insert(one.test.tested, same_method - 1);
            left.remove(&at);
        }
    }
    let mut chosen: Vec<Proposed> =
        proposed.into_iter().enumerate().filter(|(at, _)| left.contains(at)).map(|(_, one)| one).collect();
    chosen.sort_by_key(|one| one.sort);
    chosen
}

/// All of them, without those that say the same as an earlier one; suspicions by their rank.
pub fn different(proposed: Vec<Proposed>, text: impl Fn(&Proposed) -> String) -> Vec<Proposed> {
    let mut seen = BTreeSet::new();
    let mut kept = proposed;
    kept.retain(|one| seen.insert(if one.sort.is_suspect() { one.outcome.clone() } else { text(one) }));
    kept.sort_by_key(|one| one.sort);
    kept
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::junit::Declares;

    pub(crate) fn proposed(name: &str, outcome: &str, covered: &[u32]) -> Proposed {
        Proposed {
            sort: Sort::Plain,
            is_public: true,
            outcome: outcome.into(),
            place: outcome.into(),
            covered: covered.iter().map(|&probe| Part::Probe(probe)).collect(),
            changes_statics: false,
            noticed: BTreeMap::new(),
            thrown: None,
            path: Vec::new(),
            test: UnitTest {
                name: name.into(),
                display: None,
                declares: Declares::default(),
                comment: None,
                tested: 0,
                arrangement: crate::arrange::Arrangement::default(),
                outcome: TestOutcome::Returned(Vec::new()),
                table: None,
            },
        }
    }

    fn names(chosen: &[Proposed]) -> Vec<&str> {
        chosen.iter().map(|one| one.test.name.as_str()).collect()
    }

    #[test]
    fn tests_with_the_same_coverage_and_outcome_are_one() {
        let chosen = minimal(
            vec![proposed("a", "r", &[1]), proposed("b", "r", &[1]), proposed("c", "threw", &[1])],
            Worth::Coverage,
            &BTreeSet::new(),
        );
        assert_eq!(names(&chosen), ["a", "c"]);
    }

    #[test]
    fn what_does_not_end_is_there_once() {
        let endless = |name, covered: &[u32]| {
            let mut one = proposed(name, "endless", covered);
            one.test.outcome = TestOutcome::Endless;
            Proposed { sort: Sort::Suspect, ..one }
        };
        let chosen = minimal(
            vec![endless("a", &[1]), endless("b", &[1, 2]), proposed("c", "r", &[3])],
            Worth::Coverage,
            &BTreeSet::new(),
        );
        assert_eq!(names(&chosen), ["c", "a"]);
    }

    #[test]
    fn raw_types_are_there_for_what_they_cover() {
        let raw = |name, covered: &[u32]| Proposed { sort: Sort::RawTypes, ..proposed(name, name, covered) };
        let all = vec![raw("a", &[1]), raw("b", &[2]), proposed("c", "r", &[1])];
        assert_eq!(names(&minimal(all, Worth::Coverage, &BTreeSet::new())), ["c", "b"]);
    }

    #[test]
    fn what_a_later_test_covers_too_is_superfluous() {
        let chosen = minimal(
            vec![proposed("a", "r", &[1]), proposed("b", "r", &[1, 2]), proposed("c", "r", &[1, 3])],
            Worth::Coverage,
            &BTreeSet::new(),
        );
        assert_eq!(names(&chosen), ["b", "c"]);
    }
}
