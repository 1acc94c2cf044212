//! A choice as a list of cases: what a dereference of a merged reference, or a switch on a merged value, enumerates.

use crate::{Op, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};

/// Different constants in a row of choices, at most.
const MOST_CONSTANTS: usize = 64;
/// Choices and constants that are looked at to find that out.
const MOST_CHOICES: usize = 512;

impl Terms {
    /// The leaves of a tree of choices, each once, with the condition under which it is the value.
    /// The guards are disjoint and exhaustive; leaves come newest first.
    pub fn cases(&mut self, term: Term) -> Vec<(Term, Term)> {
        // Newest first: when a choice is taken out, all choices above it have given it their share.
        let mut open = BTreeMap::from([(term, Terms::TRUE)]);
        let mut cases = Vec::new();
        while let Some((term, guard)) = open.pop_last() {
            if self.op(term) != Op::Ite {
                cases.push((guard, term));
                continue;
            }
            let &[condition, then, otherwise] = self.args(term) else { unreachable!("a choice has three arguments") };
            let opposite = self.not(condition);
            for (branch, condition) in [(then, condition), (otherwise, opposite)] {
                let share = self.and(guard, condition);
                let known = open.get(&branch).copied().unwrap_or(Terms::FALSE);
                let guard = self.or(known, share);
                open.insert(branch, guard);
            }
        }
        cases.retain(|&(guard, _)| guard != Terms::FALSE);
        cases
    }

    /// The same value as a row of choices in which each constant comes once, if it is a choice among few constants. What is
    /// computed with it then stays such a row, and whether it is a certain constant is a condition without arithmetic.
    pub fn row_of_constants(&mut self, term: Term) -> Term {
        if self.op(term) != Op::Ite || !self.has_few_constants(term) {
            return term;
        }
        let mut cases = self.cases(term);
        cases.sort_by_key(|&(_, leaf)| self.as_const(leaf).map(|constant| constant.bits()));
        let Some((_, mut row)) = cases.pop() else { return term };
        for (guard, leaf) in cases.into_iter().rev() {
            row = self.ite(guard, leaf, row);
        }
        row
    }

    /// Are all leaves of a tree of choices constants, and few?
    fn has_few_constants(&self, term: Term) -> bool {
        let (mut open, mut seen, mut leaves) = (vec![term], BTreeSet::from([term]), 0);
        while let Some(term) = open.pop() {
            if self.op(term) != Op::Ite {
                leaves += 1;
                if leaves > MOST_CONSTANTS || !self.is_const(term) {
                    return false;
                }
                continue;
            }
            if seen.len() > MOST_CHOICES {
                return false;
            }
            open.extend(self.args(term)[1..].iter().copied().filter(|&branch| seen.insert(branch)));
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sort;
    use crate::testing::Random;

    #[test]
    fn exactly_one_case_holds_and_it_is_the_value() {
        let mut random = Random::new(3);
        for _ in 0..300 {
            let mut terms = Terms::new();
            let conditions: Vec<Term> = (0..5).map(|place| terms.input(&format!("c{place}"), Sort::Bool)).collect();
            let mut values: Vec<Term> = (0..4).map(|id| terms.reference(id)).collect();
            for _ in 0..12 {
                let (c, x, y) = (random.pick(&conditions), random.pick(&values), random.pick(&values));
                let choice = terms.ite(c, x, y);
                values.push(choice);
            }
            let term = values[values.len() - 1];
            let cases = terms.cases(term);
            assert!(cases.len() <= 4);
            let witness = random.witness(&terms, &conditions);
            let holding: Vec<Term> =
                cases.iter().filter(|(guard, _)| terms.holds(*guard, &witness)).map(|&(_, leaf)| leaf).collect();
            assert_eq!(holding.len(), 1);
            assert_eq!(terms.eval(holding[0], &witness), terms.eval(term, &witness));
        }
    }

    #[test]
    fn a_row_of_constants_is_the_same_value_with_each_constant_once() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let mut terms = Terms::new();
            let conditions: Vec<Term> = (0..5).map(|place| terms.input(&format!("c{place}"), Sort::Bool)).collect();
            let mut values: Vec<Term> = (0..3).map(|number| terms.int(number)).collect();
            for _ in 0..12 {
                let (c, x, y) = (random.pick(&conditions), random.pick(&values), random.pick(&values));
                let one = terms.int(1);
                let next = terms.add(x, one);
                let choice = terms.ite(c, next, y);
                values.push(terms.row_of_constants(choice));
            }
            let row = values[values.len() - 1];
            let witness = random.witness(&terms, &conditions);
            let mut rest = row;
            let mut leaves = Vec::new();
            while terms.op(rest) == Op::Ite {
                let (yes, no) = (terms.args(rest)[1], terms.args(rest)[2]);
                // A choice under a negated condition is turned round.
                let (leaf, others) = if terms.is_const(yes) { (yes, no) } else { (no, yes) };
                leaves.push(leaf);
                rest = others;
            }
            leaves.push(rest);
            assert!(leaves.iter().all(|&leaf| terms.is_const(leaf)));
            leaves.sort();
            leaves.dedup();
            let (cases, count) = (terms.cases(row), leaves.len());
            assert_eq!(cases.len(), count);
            let holding = cases.iter().find(|(guard, _)| terms.holds(*guard, &witness)).expect("a case");
            assert_eq!(terms.eval(holding.1, &witness), terms.eval(row, &witness));
        }
    }

    #[test]
    fn shared_choices_are_visited_once() {
        let mut terms = Terms::new();
        let (mut x, mut y) = (terms.reference(1), terms.reference(2));
        for level in 0..200 {
            let (c, d) = (terms.input(&format!("c{level}"), Sort::Bool), terms.input(&format!("d{level}"), Sort::Bool));
            (x, y) = (terms.ite(c, x, y), terms.ite(d, x, y));
        }
        assert_eq!(terms.cases(x).len(), 2);
    }
}
