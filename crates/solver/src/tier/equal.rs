//! Equations between ints: an input that one of them fixes is replaced by what it is, and sums that are the same number are the same
//! term. Circuits of sums that are equal for no other reason than arithmetic are what a SAT solver is worst at.

use crate::statistics::{Tier, TierName};
use crate::{Answer, Solver};
use std::time::Instant;
use term::{Equations, Op, Sort, Substitution, Term, Terms, Witness};

pub struct Equal {
    inner: Box<dyn Solver>,
    tier: Tier,
}

impl Equal {
    pub fn new(inner: Box<dyn Solver>) -> Equal {
        Equal { inner, tier: Tier::new(TierName::Equal) }
    }
}

/// An equation or its negation whose sides are sums: what it is, if that is known.
fn decided(terms: &Terms, condition: Term) -> Option<bool> {
    if let Some(constant) = terms.as_const(condition) {
        return constant.truth();
    }
    let (equation, positive) = match terms.op(condition) {
        Op::Not => (terms.args(condition)[0], false),
        _ => (condition, true),
    };
    let sides = terms.args(equation);
    if terms.op(equation) != Op::Eq || terms.sort(sides[0]) != Sort::Bv(32) {
        return None;
    }
    let nothing = Equations::default();
    let difference = nothing.sum(terms, sides[0]).minus(&nothing.sum(terms, sides[1]));
    difference.known().map(|difference| (difference == 0) == positive)
}

impl Solver for Equal {
    fn check(&mut self, terms: &mut Terms, conjuncts: &[Term], hint: Option<&Witness>) -> Answer {
        let start = Instant::now();
        let definitions = Equations::of(terms, conjuncts).definitions(terms);
        let mut substitution = Substitution::of_terms(definitions.iter().copied());
        let mut left = Vec::with_capacity(conjuncts.len());
        for &condition in conjuncts {
            let condition = substitution.of(terms, condition);
            match decided(terms, condition) {
                Some(true) => {}
                Some(false) => return self.tier.answered(start, Answer::Unsat),
                None => left.push(condition),
            }
        }
        self.tier.passed(start);
        match self.inner.check(terms, &left, hint) {
            Answer::Sat(mut witness) => {
                let values: Vec<_> = definitions.iter().map(|&(input, is)| (input, terms.eval(is, &witness))).collect();
                values.into_iter().for_each(|(input, value)| witness.set(input, value));
                Answer::Sat(witness)
            }
            answer @ (Answer::Unsat | Answer::Unknown(_)) => answer,
        }
    }

    fn statistics(&self, tiers: &mut Vec<Tier>) {
        tiers.push(self.tier);
        self.inner.statistics(tiers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;

    #[test]
    fn sums_that_are_equal_are_no_search() {
        let mut terms = Terms::new();
        let [q, r, n] = ["q", "r", "n"].map(|name| terms.input(name, Sort::Bv(32)));
        let (one, ten) = (terms.int(1), terms.int(10));
        let product = terms.mul(q, ten);
        let whole = terms.add(product, r);
        let before = terms.eq(whole, n);
        let (q, r) = (terms.add(q, one), terms.sub(r, ten));
        let product = terms.mul(q, ten);
        let whole = terms.add(product, r);
        let after = terms.eq(whole, n);
        let broken = terms.not(after);
        let mut solver = crate::standard(Config { equations: true, ..Config::default() });
        assert_eq!(solver.check(&mut terms, &[before, broken], None), Answer::Unsat);
        match solver.check(&mut terms, &[before, after], None) {
            Answer::Sat(witness) => assert!(terms.holds(before, &witness) && terms.holds(after, &witness)),
            other => panic!("{other:?}"),
        }
    }
}
