//! Rules of addition, subtraction, multiplication and negation.
//! Canonical: constants are added last and outermost; `x - c` is `x + (-c)`; multiplication by a power of two is a shift.

use super::{Rule, both_orders, constant, rules};
use crate::constant::mask;
use crate::terms::Node;
use crate::{Op, Term, Terms};

pub(crate) const ADD: &[Rule] = rules![
    add_zero,
    add_add_const,
    add_const_minus,
    add_not_one,
    add_neg,
    add_sub_cancel,
    add_complement,
    add_const_outward,
    add_const_minus_outward,
];

pub(crate) const SUB: &[Rule] = rules![
    sub_same,
    sub_const,
    sub_from_zero,
    sub_neg,
    sub_add_cancel,
    sub_sub_cancel,
    sub_const_outward_left,
    sub_const_outward_right,
    sub_const_minus_left,
    sub_const_minus_right,
];

pub(crate) const MUL: &[Rule] = rules![mul_zero, mul_one, mul_minus_one, mul_mul_const, mul_neg, mul_power, mul_shl];

pub(crate) const NEG: &[Rule] = rules![neg_neg, neg_sub, neg_add_const, neg_not, neg_mul];

/// match:  x + 0
/// result: x
fn add_zero(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[1])? == 0).then_some(node.args[0])
}

/// match:  (x + c) + d
/// result: x + (c + d)
fn add_add_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (x, c) = terms.with_const(Op::Add, node.args[0])?;
    let sum = constant(terms, node, c.wrapping_add(d));
    Some(terms.add(x, sum))
}

/// match:  (c - x) + d
/// result: (c + d) - x
fn add_const_minus(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (c, x) = terms.binary(Op::Sub, node.args[0])?;
    let c = terms.bits(c)?;
    let sum = constant(terms, node, c.wrapping_add(d));
    Some(terms.sub(sum, x))
}

/// match:  ~x + 1
/// result: -x
fn add_not_one(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::BvNot, node.args[0])?;
    (terms.bits(node.args[1])? == 1).then(|| terms.neg(x))
}

/// match:  x + (-y)
/// result: x - y
fn add_neg(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    if let Some(y) = terms.unary(Op::Neg, b) {
        return Some(terms.sub(a, y));
    }
    let y = terms.unary(Op::Neg, a)?;
    Some(terms.sub(b, y))
}

/// match:  (x - y) + y
/// result: x
fn add_sub_cancel(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (difference, y) in both_orders(node) {
        if let Some((x, subtracted)) = terms.binary(Op::Sub, difference)
            && subtracted == y
        {
            return Some(x);
        }
    }
    None
}

/// match:  x + ~x
/// result: -1
fn add_complement(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    let complements = terms.unary(Op::BvNot, a) == Some(b) || terms.unary(Op::BvNot, b) == Some(a);
    complements.then(|| constant(terms, node, u64::MAX))
}

/// match:  (x + c) + y
/// result: (x + y) + c
fn add_const_outward(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (sum, y) in both_orders(node) {
        if let Some((x, c)) = terms.with_const(Op::Add, sum) {
            let c = constant(terms, node, c);
            let rest = terms.add(x, y);
            return Some(terms.add(rest, c));
        }
    }
    None
}

/// match:  (c - x) + y
/// result: (y - x) + c
fn add_const_minus_outward(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (difference, y) in both_orders(node) {
        if let Some((c, x)) = terms.binary(Op::Sub, difference)
            && terms.is_const(c)
        {
            let rest = terms.sub(y, x);
            return Some(terms.add(rest, c));
        }
    }
    None
}

/// match:  x - x
/// result: 0
fn sub_same(terms: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then(|| constant(terms, node, 0))
}

/// match:  x - c
/// result: x + (-c)
fn sub_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let c = constant(terms, node, c.wrapping_neg());
    Some(terms.add(node.args[0], c))
}

/// match:  0 - x
/// result: -x
fn sub_from_zero(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[0])? == 0).then(|| terms.neg(node.args[1]))
}

/// match:  x - (-y)
/// result: x + y
fn sub_neg(terms: &mut Terms, node: &Node) -> Option<Term> {
    let y = terms.unary(Op::Neg, node.args[1])?;
    Some(terms.add(node.args[0], y))
}

/// match:  (x + y) - x    x - (x + y)
/// result: y              -y
fn sub_add_cancel(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    if let Some(y) = terms.other(Op::Add, a, b) {
        return Some(y);
    }
    let y = terms.other(Op::Add, b, a)?;
    Some(terms.neg(y))
}

/// match:  x - (x - y)    (x - y) - x
/// result: y              -y
fn sub_sub_cancel(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    if let Some((x, y)) = terms.binary(Op::Sub, b)
        && x == a
    {
        return Some(y);
    }
    let (x, y) = terms.binary(Op::Sub, a)?;
    (x == b).then(|| terms.neg(y))
}

/// match:  (x + c) - y
/// result: (x - y) + c
fn sub_const_outward_left(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, c) = terms.with_const(Op::Add, node.args[0])?;
    let c = constant(terms, node, c);
    let rest = terms.sub(x, node.args[1]);
    Some(terms.add(rest, c))
}

/// match:  x - (y + c)
/// result: (x - y) + (-c)
fn sub_const_outward_right(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (y, c) = terms.with_const(Op::Add, node.args[1])?;
    let c = constant(terms, node, c.wrapping_neg());
    let rest = terms.sub(node.args[0], y);
    Some(terms.add(rest, c))
}

/// match:  (c - x) - y
/// result: c - (x + y)
fn sub_const_minus_left(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (c, x) = terms.binary(Op::Sub, node.args[0])?;
    if !terms.is_const(c) {
        return None;
    }
    let sum = terms.add(x, node.args[1]);
    Some(terms.sub(c, sum))
}

/// match:  x - (c - y)
/// result: (x + y) + (-c)
fn sub_const_minus_right(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (c, y) = terms.binary(Op::Sub, node.args[1])?;
    let c = terms.bits(c)?;
    let c = constant(terms, node, c.wrapping_neg());
    let sum = terms.add(node.args[0], y);
    Some(terms.add(sum, c))
}

/// match:  x * 0
/// result: 0
fn mul_zero(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[1])? == 0).then_some(node.args[1])
}

/// match:  x * 1
/// result: x
fn mul_one(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[1])? == 1).then_some(node.args[0])
}

/// match:  x * -1
/// result: -x
fn mul_minus_one(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    (c == mask(node.sort.width())).then(|| terms.neg(node.args[0]))
}

/// match:  (x * c) * d
/// result: x * (c * d)
fn mul_mul_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (x, c) = terms.with_const(Op::Mul, node.args[0])?;
    let product = constant(terms, node, c.wrapping_mul(d));
    Some(terms.mul(x, product))
}

/// match:  -x * c
/// result: x * -c
fn mul_neg(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let x = terms.unary(Op::Neg, node.args[0])?;
    let c = constant(terms, node, c.wrapping_neg());
    Some(terms.mul(x, c))
}

/// match:  x * 2^k
/// result: x << k
fn mul_power(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let k = c.is_power_of_two().then(|| u64::from(c.trailing_zeros()))?;
    let k = constant(terms, node, k);
    Some(terms.shl(node.args[0], k))
}

/// match:  (x << k) * c
/// result: x * (c << k)
fn mul_shl(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let (x, k) = terms.with_const(Op::Shl, node.args[0])?;
    let c = constant(terms, node, c.checked_shl(u32::try_from(k).ok()?)?);
    Some(terms.mul(x, c))
}

/// match:  -(-x)
/// result: x
fn neg_neg(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.unary(Op::Neg, node.args[0])
}

/// match:  -(x - y)
/// result: y - x
fn neg_sub(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = terms.binary(Op::Sub, node.args[0])?;
    Some(terms.sub(y, x))
}

/// match:  -(x + c)
/// result: -c - x
fn neg_add_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, c) = terms.with_const(Op::Add, node.args[0])?;
    let c = constant(terms, node, c.wrapping_neg());
    Some(terms.sub(c, x))
}

/// match:  -(~x)
/// result: x + 1
fn neg_not(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::BvNot, node.args[0])?;
    let one = constant(terms, node, 1);
    Some(terms.add(x, one))
}

/// match:  -(x * c)
/// result: x * -c
fn neg_mul(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, c) = terms.with_const(Op::Mul, node.args[0])?;
    let c = constant(terms, node, c.wrapping_neg());
    Some(terms.mul(x, c))
}
