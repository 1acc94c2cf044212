//! A choice as a list of cases: what a dereference of a merged reference, or a switch on a merged value, enumerates.

use crate::{Op, Term, Terms};
use std::collections::BTreeMap;

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
