//! Which facts say all that many of them say: of bounds of one term the tightest, and no fact that follows from a single other one.
//! Guesses are many bounds of the same few terms, and whoever assumes or asks about them needs the tightest ones only.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use term::{Op, Sort, Term, Terms};

/// What a fact says, as far as others follow from it or it from them.
#[derive(Clone, Copy)]
enum Says {
    Bound(Side, Term, Limit),
    /// A term is this constant.
    Is(Term, Limit),
    IsNot(Term, Limit),
    Less(Term, Term),
    AtMost(Term, Term),
    Same(Term, Term),
    /// The lowest bits of a term: which ones, and what they are.
    Low(Term, u64, u64),
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Side {
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Limit {
    Integer(i64),
    Float(f64),
}

/// For each fact, whether it is one of those from which all follow.
pub fn strongest(terms: &Terms, facts: &[Term]) -> Vec<bool> {
    let all: Vec<Says> = facts.iter().map(|&fact| said(terms, fact)).collect();
    let mut known = Known::default();
    for (at, says) in all.iter().enumerate() {
        known.add(at, *says);
    }
    all.iter().enumerate().map(|(at, says)| !known.implies(at, *says)).collect()
}

#[derive(Default)]
struct Known {
    /// The tightest bound of a term, and the fact that says so.
    bounds: BTreeMap<(Term, Side), (Limit, usize)>,
    less: BTreeSet<(Term, Term)>,
    same: BTreeSet<(Term, Term)>,
    /// The lowest bits of a term, as many as some fact tells.
    low: BTreeMap<Term, (u64, u64)>,
}

impl Known {
    fn add(&mut self, at: usize, says: Says) {
        match says {
            Says::Bound(side, term, limit) => self.bound(at, side, term, limit),
            Says::Is(term, limit) => {
                self.bound(at, Side::AtLeast, term, limit);
                self.bound(at, Side::AtMost, term, limit);
            }
            Says::Less(a, b) => _ = self.less.insert((a, b)),
            Says::Same(a, b) => self.same.extend([(a, b), (b, a)]),
            Says::Low(term, mask, rest) => {
                let widest = self.low.entry(term).or_default();
                *widest = (mask, rest).max(*widest);
            }
            Says::IsNot(..) | Says::AtMost(..) | Says::Other => {}
        }
    }

    fn bound(&mut self, at: usize, side: Side, term: Term, limit: Limit) {
        let best = self.bounds.entry((term, side)).or_insert((limit, at));
        if is_tighter(side, limit, best.0) {
            *best = (limit, at);
        }
    }

    /// Does it follow from another fact, which follows from none?
    fn implies(&self, at: usize, says: Says) -> bool {
        let excludes = |side: Side, term: Term, limit: Limit| {
            self.bounds.get(&(term, side)).is_some_and(|best| is_tighter(side, best.0, limit))
        };
        match says {
            Says::Bound(side, term, _) => self.bounds[&(term, side)].1 != at,
            Says::IsNot(term, limit) => excludes(Side::AtLeast, term, limit) || excludes(Side::AtMost, term, limit),
            Says::AtMost(a, b) => self.less.contains(&(a, b)) || self.same.contains(&(a, b)),
            Says::Low(term, mask, rest) => {
                let (wider, bits) = self.low[&term];
                wider > mask && bits & mask == rest
            }
            Says::Is(..) | Says::Less(..) | Says::Same(..) | Says::Other => false,
        }
    }
}

fn is_tighter(side: Side, limit: Limit, than: Limit) -> bool {
    let wanted = match side {
        Side::AtLeast => Ordering::Greater,
        Side::AtMost => Ordering::Less,
    };
    limit.partial_cmp(&than) == Some(wanted)
}

fn said(terms: &Terms, fact: Term) -> Says {
    let (op, args) = (terms.op(fact), terms.args(fact));
    match op {
        Op::Slt => match (limit(terms, args[0]), limit(terms, args[1])) {
            (None, Some(Limit::Integer(most))) if most > i64::MIN => {
                Says::Bound(Side::AtMost, args[0], Limit::Integer(most - 1))
            }
            (Some(Limit::Integer(least)), None) if least < i64::MAX => {
                Says::Bound(Side::AtLeast, args[1], Limit::Integer(least + 1))
            }
            (None, None) => Says::Less(args[0], args[1]),
            _ => Says::Other,
        },
        Op::Fle => match (limit(terms, args[0]), limit(terms, args[1])) {
            (None, Some(most)) => Says::Bound(Side::AtMost, args[0], most),
            (Some(least), None) => Says::Bound(Side::AtLeast, args[1], least),
            _ => Says::Other,
        },
        Op::Eq if terms.sort(args[0]).is_bv() => equal(terms, args[0], args[1]),
        Op::Not => denied(terms, args[0]),
        _ => Says::Other,
    }
}

fn equal(terms: &Terms, a: Term, b: Term) -> Says {
    let (a, b) = if terms.is_const(a) { (b, a) } else { (a, b) };
    let Some(constant) = limit(terms, b) else { return Says::Same(a, b) };
    match terms.op(a) {
        Op::BvAnd => {
            let both = terms.args(a);
            let (term, mask) = if terms.is_const(both[0]) { (both[1], both[0]) } else { (both[0], both[1]) };
            match (terms.bits(mask), terms.bits(b)) {
                (Some(mask), Some(rest)) if mask.count_ones() == mask.trailing_ones() => Says::Low(term, mask, rest),
                _ => Says::Other,
            }
        }
        _ => Says::Is(a, constant),
    }
}

fn denied(terms: &Terms, fact: Term) -> Says {
    let args = terms.args(fact);
    match terms.op(fact) {
        Op::Slt => match (limit(terms, args[0]), limit(terms, args[1])) {
            (None, Some(least)) => Says::Bound(Side::AtLeast, args[0], least),
            (Some(most), None) => Says::Bound(Side::AtMost, args[1], most),
            (None, None) => Says::AtMost(args[1], args[0]),
            _ => Says::Other,
        },
        Op::Eq if terms.sort(args[0]).is_bv() => match equal(terms, args[0], args[1]) {
            Says::Is(term, constant) => Says::IsNot(term, constant),
            _ => Says::Other,
        },
        _ => Says::Other,
    }
}

/// A constant that bounds something.
fn limit(terms: &Terms, term: Term) -> Option<Limit> {
    let constant = terms.as_const(term)?;
    match terms.sort(term) {
        Sort::Bv(_) => constant.signed().map(Limit::Integer),
        Sort::Float32 => Some(Limit::Float(f64::from(f32::from_bits(constant.bits() as u32)))),
        Sort::Float64 => Some(Limit::Float(f64::from_bits(constant.bits()))),
        Sort::Bool | Sort::Array(_) | Sort::Ref => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tightest_bounds_are_left() {
        let mut terms = Terms::default();
        let (x, n) = (terms.input("x", Sort::Bv(32)), terms.input("n", Sort::Bv(32)));
        let numbers: Vec<Term> = [-5i64, 0, 1, 7, 9].iter().map(|&number| terms.bv(32, number as u64)).collect();
        let (one, three, zero) = (terms.bv(32, 1), terms.bv(32, 3), numbers[1]);
        let (parity, rest) = (terms.bv_and(x, one), terms.bv_and(x, three));
        let seven = terms.eq(x, numbers[3]);
        let all = [
            (terms.sle(numbers[0], x), false),
            (terms.sle(zero, x), true),
            (terms.slt(x, numbers[4]), true),
            (terms.sle(x, numbers[4]), false),
            (terms.not(seven), true),
            (terms.slt(x, n), true),
            (terms.sle(x, n), false),
            (terms.sle(n, x), true),
            (terms.eq(parity, zero), false),
            (terms.eq(rest, zero), true),
        ];
        let (facts, wanted): (Vec<Term>, Vec<bool>) = all.into_iter().unzip();
        assert_eq!(strongest(&terms, &facts), wanted);
        let odd = terms.eq(parity, one);
        let contradictory = [facts[0], seven, terms.sle(x, one), odd, facts[9]];
        assert_eq!(strongest(&terms, &contradictory), [false, true, true, true, true]);
    }
}
