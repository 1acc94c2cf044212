//! Ints as sums modulo 2^32, so that two of them that are the same number look the same: `n - 1 - (n - 1 - k)` is `k`. Equations are
//! used up: where one says `j == n - 1 - i`, there is no `j` any more.

use crate::{Input, Op, Sort, Term, Terms};
use std::collections::BTreeMap;

/// Terms of one sum that are looked at; others are parts of it as they are.
const MOST_TERMS: usize = 200;

/// Terms with factors, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sum {
    /// Not zero.
    factors: BTreeMap<Term, u32>,
    constant: u32,
}

impl Sum {
    fn add(&mut self, other: &Sum, factor: u32) {
        self.constant = self.constant.wrapping_add(other.constant.wrapping_mul(factor));
        for (&term, &more) in &other.factors {
            let sum = self.factors.get(&term).copied().unwrap_or(0).wrapping_add(more.wrapping_mul(factor));
            match sum {
                0 => _ = self.factors.remove(&term),
                sum => _ = self.factors.insert(term, sum),
            }
        }
    }

    /// The number that it is, whatever inputs are.
    pub fn known(&self) -> Option<u32> {
        self.factors.is_empty().then_some(self.constant)
    }

    pub fn minus(mut self, other: &Sum) -> Sum {
        self.add(other, u32::MAX);
        self
    }

    /// The sum as a term.
    pub fn term(&self, terms: &mut Terms) -> Term {
        let mut sum = terms.bv(32, self.constant.into());
        for (&term, &factor) in &self.factors {
            sum = match factor {
                1 => terms.add(sum, term),
                u32::MAX => terms.sub(sum, term),
                factor => {
                    let factor = terms.bv(32, factor.into());
                    let product = terms.mul(factor, term);
                    terms.add(sum, product)
                }
            };
        }
        sum
    }
}

/// What inputs are by equations.
#[derive(Debug, Default)]
pub struct Equations {
    defined: BTreeMap<Term, Sum>,
}

impl Equations {
    pub fn of(terms: &Terms, conditions: &[Term]) -> Equations {
        let mut equations = Equations::default();
        for &condition in conditions {
            let sides = terms.args(condition);
            if terms.op(condition) == Op::Eq && terms.sort(sides[0]) == Sort::Bv(32) {
                let difference = equations.sum(terms, sides[0]).minus(&equations.sum(terms, sides[1]));
                equations.define(terms, difference);
            }
        }
        equations
    }

    /// The inputs that are used up, as terms over others.
    pub fn definitions(&self, terms: &mut Terms) -> Vec<(Input, Term)> {
        let inputs = self.defined.iter();
        inputs.filter_map(|(&input, sum)| Some((terms.as_input(input)?, sum.term(terms)))).collect()
    }

    /// The difference is zero: one of its inputs is what the others say.
    fn define(&mut self, terms: &Terms, difference: Sum) {
        // The youngest: what is known of older ones bounds it.
        let solved = difference
            .factors
            .iter()
            .rev()
            .find(|(term, factor)| terms.as_input(**term).is_some() && [1, u32::MAX].contains(*factor));
        let Some((&input, &factor)) = solved else { return };
        let mut rest = Sum::default();
        rest.add(&difference, factor.wrapping_neg());
        rest.factors.remove(&input);
        for known in self.defined.values_mut() {
            if let Some(factor) = known.factors.remove(&input) {
                known.add(&rest, factor);
            }
        }
        self.defined.insert(input, rest);
    }

    pub fn sum(&self, terms: &Terms, term: Term) -> Sum {
        let mut sum = Sum::default();
        // A term is younger than what it is made of: with the youngest first each one comes once, however often it occurs.
        let mut open = BTreeMap::from([(term, 1u32)]);
        for _ in 0..MOST_TERMS {
            let Some((term, factor)) = open.pop_last() else { return sum };
            let arguments = terms.args(term);
            let mut add = |term: Term, factor: u32| {
                let whole = open.entry(term).or_default();
                *whole = whole.wrapping_add(factor);
            };
            match terms.op(term) {
                Op::Bv(bits) => sum.constant = sum.constant.wrapping_add((bits as u32).wrapping_mul(factor)),
                Op::Add => arguments[..2].iter().for_each(|&argument| add(argument, factor)),
                Op::Sub => {
                    add(arguments[0], factor);
                    add(arguments[1], factor.wrapping_neg());
                }
                Op::Neg => add(arguments[0], factor.wrapping_neg()),
                Op::Mul if arguments[..2].iter().any(|&side| terms.is_const(side)) => {
                    let (constant, other) =
                        if terms.is_const(arguments[0]) { (0, arguments[1]) } else { (1, arguments[0]) };
                    let number = terms.bits(arguments[constant]).unwrap_or(0) as u32;
                    add(other, factor.wrapping_mul(number));
                }
                _ => self.add_part(&mut sum, term, factor),
            }
        }
        open.into_iter().for_each(|(term, factor)| self.add_part(&mut sum, term, factor));
        sum
    }

    /// What is no sum, or too long to be looked at.
    fn add_part(&self, sum: &mut Sum, term: Term, factor: u32) {
        match self.defined.get(&term) {
            Some(known) => sum.add(known, factor),
            None => sum.add(&Sum { factors: BTreeMap::from([(term, 1)]), constant: 0 }, factor),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_occurs_very_often_is_looked_at_once() {
        let mut terms = Terms::new();
        let (a, b) = (terms.input("a", Sort::Bv(32)), terms.input("b", Sort::Bv(32)));
        let (mut x, mut y) = (a, b);
        for _ in 0..40 {
            (x, y) = (terms.add(x, y), terms.sub(x, y));
        }
        let sum = Equations::default().sum(&terms, x);
        assert_eq!(sum.factors, BTreeMap::from([(a, 1 << 20)]));
    }

    #[test]
    fn equations_are_used_up() {
        let mut terms = Terms::new();
        let [n, i, j] = ["n", "i", "j"].map(|name| terms.input(name, Sort::Bv(32)));
        let one = terms.int(1);
        let last = terms.sub(n, one);
        let mirrored = terms.sub(last, i);
        let equation = terms.eq(j, mirrored);
        let equations = Equations::of(&terms, &[equation]);
        let back = terms.sub(last, j);
        assert_eq!(equations.sum(&terms, back), equations.sum(&terms, i));
        let more = terms.add(i, one);
        assert_ne!(equations.sum(&terms, back), equations.sum(&terms, more));
        let shown = equations.sum(&terms, back).term(&mut terms);
        let i_or_same = equations.sum(&terms, shown);
        assert_eq!(i_or_same, equations.sum(&terms, i));
    }
}
