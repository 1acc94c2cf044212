//! Rules of division and remainder. By SMT-LIB division by zero gives all ones (1 for a negative dividend of `sdiv`),
//! remainder by zero gives the dividend; so `x / x` and `0 / x` stay as they are.

use super::{Rule, constant, rules};
use crate::constant::{mask, signed};
use crate::terms::Node;
use crate::{Op, Term, Terms};

pub(crate) const SDIV: &[Rule] = rules![div_one, sdiv_minus_one, sdiv_positive];
pub(crate) const UDIV: &[Rule] = rules![div_one, udiv_power];
pub(crate) const SREM: &[Rule] = rules![rem_unit, rem_same, srem_small, srem_negative_divisor, srem_positive];
pub(crate) const UREM: &[Rule] = rules![rem_unit, rem_same, urem_small, urem_power];

/// match:  x / 1
/// result: x
fn div_one(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[1])? == 1).then_some(node.args[0])
}

/// match:  x /s -1
/// result: -x
fn sdiv_minus_one(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    (c == mask(node.sort.width())).then(|| terms.neg(node.args[0]))
}

/// match:  x /s y, neither ever negative
/// result: x /u y
fn sdiv_positive(terms: &mut Terms, node: &Node) -> Option<Term> {
    positive(terms, node).then(|| terms.udiv(node.args[0], node.args[1]))
}

/// match:  x /u 2^k
/// result: x >>> k
fn udiv_power(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    if !c.is_power_of_two() {
        return None;
    }
    let k = constant(terms, node, u64::from(c.trailing_zeros()));
    Some(terms.lshr(node.args[0], k))
}

/// match:  x % 1    x %s -1
/// result: 0
fn rem_unit(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let minus_one = node.op == Op::Srem && c == mask(node.sort.width());
    (c == 1 || minus_one).then(|| constant(terms, node, 0))
}

/// match:  x % x
/// result: 0
fn rem_same(terms: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then(|| constant(terms, node, 0))
}

/// match:  x %s y, |x| always less than |y|
/// result: x
fn srem_small(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = (terms.fact(node.args[0]), terms.fact(node.args[1]));
    let least = if y.smin > 0 {
        y.smin.unsigned_abs()
    } else if y.smax < 0 {
        y.smax.unsigned_abs()
    } else {
        return None;
    };
    (x.smin.unsigned_abs().max(x.smax.unsigned_abs()) < least).then_some(node.args[0])
}

/// match:  x %s c, c negative but not the least number
/// result: x %s -c
fn srem_negative_divisor(terms: &mut Terms, node: &Node) -> Option<Term> {
    let width = node.sort.width();
    let c = signed(width, terms.bits(node.args[1])?);
    if c >= 0 || c == signed(width, 1 << (width - 1)) {
        return None;
    }
    let c = terms.bv(width, c.unsigned_abs());
    Some(terms.srem(node.args[0], c))
}

/// match:  x %s y, neither ever negative
/// result: x %u y
fn srem_positive(terms: &mut Terms, node: &Node) -> Option<Term> {
    positive(terms, node).then(|| terms.urem(node.args[0], node.args[1]))
}

/// match:  x %u y, x always less than y
/// result: x
fn urem_small(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.fact(node.args[0]).umax < terms.fact(node.args[1]).umin).then_some(node.args[0])
}

/// match:  x %u 2^k
/// result: x & (2^k - 1)
fn urem_power(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    if !c.is_power_of_two() {
        return None;
    }
    let low = constant(terms, node, c - 1);
    Some(terms.bv_and(node.args[0], low))
}

fn positive(terms: &Terms, node: &Node) -> bool {
    terms.fact(node.args[0]).smin >= 0 && terms.fact(node.args[1]).smin >= 0
}
