//! Sums of products, modulo a power of two: terms that are the same polynomial are equal, in whatever order they were written. What
//! is no sum, difference or product is a variable.

use super::{Term, Terms};
use crate::{FastMap, Op, Sort};
use std::collections::BTreeMap;

/// Larger ones are variables of their own.
const MOST_MONOMIALS: usize = 64;
const MOST_FACTORS: usize = 6;

/// Coefficients by the sorted variables of a product; none is zero.
type Polynomial = BTreeMap<Vec<Term>, u64>;

impl Terms {
    /// True if two bit-vectors of one width are the same polynomial. False says nothing.
    pub fn same_polynomial(&self, a: Term, b: Term) -> bool {
        let Sort::Bv(width) = self.sort(a) else { return false };
        if self.sort(b) != Sort::Bv(width) {
            return false;
        }
        let mut known = FastMap::default();
        self.polynomial(a, width, &mut known) == self.polynomial(b, width, &mut known)
    }

    fn polynomial(&self, term: Term, width: u8, known: &mut FastMap<Term, Polynomial>) -> Polynomial {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if known.contains_key(&next) {
                open.pop();
                continue;
            }
            let inner: &[Term] = match self.op(next) {
                Op::Add | Op::Sub | Op::Mul | Op::Neg => self.args(next),
                Op::Shl if self.bits(self.args(next)[1]).is_some_and(|by| by < u64::from(width)) => {
                    &self.args(next)[..1]
                }
                _ => &[],
            };
            let missing: Vec<Term> = inner.iter().copied().filter(|arg| !known.contains_key(arg)).collect();
            if !missing.is_empty() {
                open.extend(missing);
                continue;
            }
            let made = self.combined(next, inner, width, known).unwrap_or_else(|| variable(next));
            known.insert(next, made);
            open.pop();
        }
        known[&term].clone()
    }

    /// `None` if it is a variable, or gets too large.
    fn combined(&self, term: Term, inner: &[Term], width: u8, known: &FastMap<Term, Polynomial>) -> Option<Polynomial> {
        let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
        if let Some(bits) = self.bits(term) {
            let constant = (bits & mask != 0).then_some((Vec::new(), bits & mask));
            return Some(constant.into_iter().collect());
        }
        let first = known.get(inner.first()?)?;
        let scaled = |of: &Polynomial, by: u64| -> Polynomial {
            let products = of.iter().map(|(product, factor)| (product.clone(), factor.wrapping_mul(by) & mask));
            products.filter(|(_, factor)| *factor != 0).collect()
        };
        let made = match self.op(term) {
            Op::Neg => scaled(first, u64::MAX),
            Op::Shl => scaled(first, 1 << self.bits(self.args(term)[1])?),
            Op::Add => sum(first, known.get(&inner[1])?, mask),
            Op::Sub => sum(first, &scaled(known.get(&inner[1])?, u64::MAX), mask),
            Op::Mul => product(first, known.get(&inner[1])?, mask)?,
            _ => return None,
        };
        (made.len() <= MOST_MONOMIALS).then_some(made)
    }
}

fn variable(term: Term) -> Polynomial {
    BTreeMap::from([(vec![term], 1)])
}

fn sum(a: &Polynomial, b: &Polynomial, mask: u64) -> Polynomial {
    let mut sum = a.clone();
    for (product, factor) in b {
        let whole = sum.entry(product.clone()).or_default();
        *whole = whole.wrapping_add(*factor) & mask;
    }
    sum.retain(|_, factor| *factor != 0);
    sum
}

fn product(a: &Polynomial, b: &Polynomial, mask: u64) -> Option<Polynomial> {
    if a.len() * b.len() > MOST_MONOMIALS {
        return None;
    }
    let mut all = Polynomial::new();
    for (left, by) in a {
        for (right, factor) in b {
            let mut both = [&left[..], &right[..]].concat();
            both.sort();
            if both.len() > MOST_FACTORS {
                return None;
            }
            let whole = all.entry(both).or_default();
            *whole = whole.wrapping_add(by.wrapping_mul(*factor)) & mask;
        }
    }
    all.retain(|_, factor| *factor != 0);
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_products_in_any_order_are_the_same() {
        let mut terms = Terms::default();
        let sort = Sort::Bv(32);
        let (n, m) = (terms.input("n", sort), terms.input("m", sort));
        let one = terms.bv(32, 1);
        let less = terms.sub(m, one);
        let times = terms.mul(n, less);
        let (left, right) = (terms.add(n, times), terms.mul(m, n));
        assert!(terms.same_polynomial(left, right));
        let more = terms.add(right, one);
        assert!(!terms.same_polynomial(left, more));
        let (sum, difference) = (terms.add(n, m), terms.sub(n, m));
        let (both, squares) = (terms.mul(sum, difference), terms.mul(n, n));
        let other = terms.mul(m, m);
        let apart = terms.sub(squares, other);
        assert!(terms.same_polynomial(both, apart));
    }

    #[test]
    fn coefficients_are_modulo_the_width() {
        let mut terms = Terms::default();
        let n = terms.input("n", Sort::Bv(32));
        let (half, zero) = (terms.bv(32, 1 << 31), terms.bv(32, 0));
        let one = terms.mul(n, half);
        let two = terms.add(one, one);
        assert!(terms.same_polynomial(two, zero));
        assert!(!terms.same_polynomial(one, zero));
    }
}
