//! Which assertions of the chosen tests stay: the fewest that notice all mutants which can be noticed. What a method answers is asserted anyway, and no
//! test is left without an assertion that could have one.

use crate::choice::Proposed;
use crate::junit::{self, TestOutcome};
use crate::trial::{MutantId, Noticed};
use std::collections::{BTreeMap, BTreeSet};

/// Assertions of one test where no mutant says which are worth keeping.
const WITHOUT_MUTANTS: usize = 4;
/// The same behind an exception: what it says comes first, and that it is thrown is asserted anyway.
const AFTER_EXCEPTION: usize = 1;

/// Which assertions are kept, by test.
type Kept = Vec<BTreeSet<usize>>;

/// Where no mutants were made, the first ones stay: those about the result, then those that the call made true.
pub fn keep_first(tests: &mut [Proposed]) {
    for outcome in tests.iter_mut().map(|test| &mut test.test.outcome) {
        let most = if matches!(outcome, TestOutcome::Threw(..)) { AFTER_EXCEPTION } else { WITHOUT_MUTANTS };
        if let Some(said) = outcome.said_mut() {
            said.truncate(most);
        }
    }
}

/// Leaves out what no mutant needs; answers how many mutants the tests notice then.
pub fn keep_needed(tests: &mut [Proposed]) {
    let mut left = noticed_by_assertions(tests);
    let mut kept: Kept = vec![BTreeSet::new(); tests.len()];
    for (at, test) in tests.iter().enumerate() {
        let first = said(test).iter().position(|one| is_answer(one));
        if let Some(first) = first {
            keep(tests, &mut kept, &mut left, (at, first));
        }
    }
    while let Some(best) = best(tests, &left) {
        keep(tests, &mut kept, &mut left, best);
    }
    for (test, mut kept) in tests.iter_mut().zip(kept) {
        if kept.is_empty() && matches!(test.test.outcome, TestOutcome::Returned(_)) {
            kept.insert(0);
        }
        if let Some(said) = test.test.outcome.said_mut() {
            let mut at = 0..;
            said.retain(|_| at.next().is_some_and(|at| kept.contains(&at)));
        }
    }
}

/// The mutants that tests notice with the assertions that they have.
pub fn killed(tests: &[Proposed]) -> BTreeSet<MutantId> {
    let noticed = tests.iter().flat_map(|test| {
        test.noticed.iter().filter(|(_, noticed)| match noticed {
            Noticed::Always => true,
            Noticed::By(texts) => said(test).iter().any(|one| texts.contains(one)),
        })
    });
    noticed.map(|(mutant, _)| *mutant).collect()
}

fn said(test: &Proposed) -> &[String] {
    test.test.outcome.said()
}

/// Says what the method answered, not only that it did.
fn is_answer(said: &str) -> bool {
    (said.ends_with("result);") && said != "assertNotNull(result);") || said.contains(junit::THEN)
}

/// Those that no test notices by itself: which tests and assertions do.
fn noticed_by_assertions(tests: &[Proposed]) -> BTreeMap<MutantId, BTreeSet<(usize, usize)>> {
    let always = tests.iter().flat_map(|test| test.noticed.iter());
    let always: BTreeSet<MutantId> =
        always.filter(|(_, noticed)| **noticed == Noticed::Always).map(|(mutant, _)| *mutant).collect();
    let mut left: BTreeMap<MutantId, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for (at, test) in tests.iter().enumerate() {
        for (mutant, noticed) in &test.noticed {
            let Noticed::By(texts) = noticed else { continue };
            if always.contains(mutant) {
                continue;
            }
            let of_test = said(test).iter().enumerate().filter(|(_, one)| texts.contains(*one));
            left.entry(*mutant).or_default().extend(of_test.map(|(number, _)| (at, number)));
        }
    }
    left
}

fn keep(
    tests: &[Proposed],
    kept: &mut Kept,
    left: &mut BTreeMap<MutantId, BTreeSet<(usize, usize)>>,
    (test, assertion): (usize, usize),
) {
    debug_assert!(assertion < said(&tests[test]).len());
    kept[test].insert(assertion);
    left.retain(|_, by| !by.contains(&(test, assertion)));
}

/// The assertion that notices most of what is left; the first of them.
fn best(tests: &[Proposed], left: &BTreeMap<MutantId, BTreeSet<(usize, usize)>>) -> Option<(usize, usize)> {
    let mut counts: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    left.values().flatten().for_each(|one| *counts.entry(*one).or_default() += 1);
    let rank = |&((test, assertion), count): &((usize, usize), usize)| {
        let length = said(&tests[test])[assertion].len();
        (std::cmp::Reverse(count), assertion, length, test)
    };
    counts.into_iter().min_by_key(rank).map(|(one, _)| one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::tests::proposed;

    fn test(said: &[&str], noticed: &[(u32, &[&str])]) -> Proposed {
        let mut one = proposed("a", "r", &[]);
        one.test.outcome = TestOutcome::Returned(said.iter().map(ToString::to_string).collect());
        one.noticed = noticed
            .iter()
            .map(|(mutant, by)| {
                let noticed = match by {
                    [] => Noticed::Always,
                    by => Noticed::By(by.iter().map(ToString::to_string).collect()),
                };
                (MutantId(*mutant), noticed)
            })
            .collect();
        one
    }

    #[test]
    fn the_fewest_assertions_stay() {
        let mut tests = vec![
            test(&["x", "y", "z"], &[(1, &["x"]), (2, &["y"]), (3, &["y", "z"]), (4, &[])]),
            test(&["u", "v"], &[(4, &["u"]), (5, &["v"])]),
        ];
        keep_needed(&mut tests);
        assert_eq!(said(&tests[0]), ["x", "y"]);
        assert_eq!(said(&tests[1]), ["v"]);
        assert_eq!(killed(&tests).len(), 5);
    }

    #[test]
    fn an_answer_stays_and_no_test_is_left_without_an_assertion() {
        let mut tests = vec![
            test(&["assertNotNull(result);", "assertEquals(1, result);"], &[]),
            test(&["p", "q"], &[]),
            test(&[], &[]),
        ];
        keep_needed(&mut tests);
        assert_eq!(said(&tests[0]), ["assertEquals(1, result);"]);
        assert_eq!(said(&tests[1]), ["p"]);
        assert!(said(&tests[2]).is_empty());
    }
}
