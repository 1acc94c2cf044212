//! Rules of bitwise operators and shifts. Shifts by a constant are within the width once rewritten.

use super::{Rule, both_orders, constant, rules};
use crate::constant::mask;
use crate::terms::Node;
use crate::{Op, Term, Terms};

pub(crate) const AND: &[Rule] =
    rules![and_same, and_complement, and_and_const, and_covered, and_absorb, and_or_const, and_sext, and_zext];

pub(crate) const OR: &[Rule] = rules![or_same, or_complement, or_or_const, or_covered, or_absorb, or_concat];

pub(crate) const XOR: &[Rule] =
    rules![xor_zero, xor_same, xor_ones, xor_complement, xor_xor_const, xor_cancel, xor_not];

pub(crate) const NOT: &[Rule] = rules![not_not, not_neg, not_add_const];

pub(crate) const SHL: &[Rule] = rules![shift_zero, zero_shifted, shl_out, shl_shl, shl_of_right_shift];

pub(crate) const LSHR: &[Rule] = rules![shift_zero, zero_shifted, lshr_out, lshr_lshr, lshr_of_shl];

pub(crate) const ASHR: &[Rule] = rules![shift_zero, ashr_positive, ashr_out, ashr_ashr, ashr_of_shl];

/// match:  x & x
/// result: x
fn and_same(_: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then_some(node.args[0])
}

/// match:  x & ~x
/// result: 0
fn and_complement(terms: &mut Terms, node: &Node) -> Option<Term> {
    complements(terms, node).then(|| constant(terms, node, 0))
}

/// match:  (x & c) & d
/// result: x & (c & d)
fn and_and_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (x, c) = terms.with_const(Op::BvAnd, node.args[0])?;
    let both = constant(terms, node, c & d);
    Some(terms.bv_and(x, both))
}

/// match:  x & y, wherever x may be one y is known to be one
/// result: x
fn and_covered(terms: &mut Terms, node: &Node) -> Option<Term> {
    covering(node, |x, y| terms.fact(x).zeros | terms.fact(y).ones)
}

/// match:  x & (x | y)
/// result: x
fn and_absorb(terms: &mut Terms, node: &Node) -> Option<Term> {
    absorbed(terms, node, Op::BvOr)
}

/// match:  (x | c) & d, c and d having no bit in common
/// result: x & d
fn and_or_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (x, c) = terms.with_const(Op::BvOr, node.args[0])?;
    (c & d == 0).then(|| terms.bv_and(x, node.args[1]))
}

/// match:  sext(x) & c, c within the width of x
/// result: zext(x) & c
fn and_sext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let x = terms.unary(Op::Sext, node.args[0])?;
    if c > mask(terms.width(x)) {
        return None;
    }
    let extended = terms.zext(node.sort.width(), x);
    Some(terms.bv_and(extended, node.args[1]))
}

/// match:  zext(x) & c
/// result: zext(x & c)
fn and_zext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let x = terms.unary(Op::Zext, node.args[0])?;
    let c = terms.bv(terms.width(x), c);
    let both = terms.bv_and(x, c);
    Some(terms.zext(node.sort.width(), both))
}

/// match:  x | x
/// result: x
fn or_same(_: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then_some(node.args[0])
}

/// match:  x | ~x
/// result: -1
fn or_complement(terms: &mut Terms, node: &Node) -> Option<Term> {
    complements(terms, node).then(|| constant(terms, node, u64::MAX))
}

/// match:  (x | c) | d
/// result: x | (c | d)
fn or_or_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (x, c) = terms.with_const(Op::BvOr, node.args[0])?;
    let either = constant(terms, node, c | d);
    Some(terms.bv_or(x, either))
}

/// match:  x | y, wherever y may be one x is known to be one
/// result: x
fn or_covered(terms: &mut Terms, node: &Node) -> Option<Term> {
    covering(node, |x, y| terms.fact(x).ones | terms.fact(y).zeros)
}

/// match:  x | (x & y)
/// result: x
fn or_absorb(terms: &mut Terms, node: &Node) -> Option<Term> {
    absorbed(terms, node, Op::BvAnd)
}

/// match:  (zext(x) << k) | zext(y), y having k bits and nothing shifted out
/// result: zext(x ++ y)
fn or_concat(terms: &mut Terms, node: &Node) -> Option<Term> {
    let width = node.sort.width();
    for (high, low) in both_orders(node) {
        let (Some((shifted, k)), Some(y)) = (terms.with_const(Op::Shl, high), terms.unary(Op::Zext, low)) else {
            continue;
        };
        let Some(x) = terms.unary(Op::Zext, shifted) else { continue };
        if u64::from(terms.width(y)) == k && u64::from(terms.width(x)) + k <= u64::from(width) {
            let joined = terms.concat(x, y);
            return Some(terms.zext(width, joined));
        }
    }
    None
}

/// match:  x ^ 0
/// result: x
fn xor_zero(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[1])? == 0).then_some(node.args[0])
}

/// match:  x ^ x
/// result: 0
fn xor_same(terms: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then(|| constant(terms, node, 0))
}

/// match:  x ^ -1
/// result: ~x
fn xor_ones(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    (c == mask(node.sort.width())).then(|| terms.bv_not(node.args[0]))
}

/// match:  x ^ ~x
/// result: -1
fn xor_complement(terms: &mut Terms, node: &Node) -> Option<Term> {
    complements(terms, node).then(|| constant(terms, node, u64::MAX))
}

/// match:  (x ^ c) ^ d
/// result: x ^ (c ^ d)
fn xor_xor_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (x, c) = terms.with_const(Op::BvXor, node.args[0])?;
    let difference = constant(terms, node, c ^ d);
    Some(terms.bv_xor(x, difference))
}

/// match:  (x ^ y) ^ y
/// result: x
fn xor_cancel(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    terms.other(Op::BvXor, a, b).or_else(|| terms.other(Op::BvXor, b, a))
}

/// match:  ~x ^ c     ~x ^ y
/// result: x ^ ~c     ~(x ^ y)
fn xor_not(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (negated, y) in both_orders(node) {
        let Some(x) = terms.unary(Op::BvNot, negated) else { continue };
        if let Some(c) = terms.bits(y) {
            let c = constant(terms, node, !c);
            return Some(terms.bv_xor(x, c));
        }
        let difference = terms.bv_xor(x, y);
        return Some(terms.bv_not(difference));
    }
    None
}

/// match:  ~~x
/// result: x
fn not_not(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.unary(Op::BvNot, node.args[0])
}

/// match:  ~(-x)
/// result: x - 1
fn not_neg(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::Neg, node.args[0])?;
    let minus_one = constant(terms, node, u64::MAX);
    Some(terms.add(x, minus_one))
}

/// match:  ~(x + c)
/// result: ~c - x
fn not_add_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, c) = terms.with_const(Op::Add, node.args[0])?;
    let c = constant(terms, node, !c);
    Some(terms.sub(c, x))
}

/// match:  x << 0    x >> 0    x >>> 0
/// result: x
fn shift_zero(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[1])? == 0).then_some(node.args[0])
}

/// match:  0 << x    0 >>> x
/// result: 0
fn zero_shifted(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[0])? == 0).then_some(node.args[0])
}

/// match:  x << k, k never below the width
/// result: 0
fn shl_out(terms: &mut Terms, node: &Node) -> Option<Term> {
    shifted_out(terms, node)
}

/// match:  (x << j) << k
/// result: x << (j + k)
fn shl_shl(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, sum) = repeated(terms, node, Op::Shl)?;
    Some(terms.shl(x, sum))
}

/// match:  (x >> k) << k    (x >>> k) << k
/// result: x & (-1 << k)
fn shl_of_right_shift(terms: &mut Terms, node: &Node) -> Option<Term> {
    let k = terms.bits(node.args[1])?;
    let (x, j) = terms.with_const(Op::Lshr, node.args[0]).or_else(|| terms.with_const(Op::Ashr, node.args[0]))?;
    if j != k || k >= u64::from(node.sort.width()) {
        return None;
    }
    let high = constant(terms, node, u64::MAX << k);
    Some(terms.bv_and(x, high))
}

/// match:  x >>> k, k never below the width
/// result: 0
fn lshr_out(terms: &mut Terms, node: &Node) -> Option<Term> {
    shifted_out(terms, node)
}

/// match:  (x >>> j) >>> k
/// result: x >>> (j + k)
fn lshr_lshr(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, sum) = repeated(terms, node, Op::Lshr)?;
    Some(terms.lshr(x, sum))
}

/// match:  (x << k) >>> k
/// result: zext(x[width-1-k : 0])
fn lshr_of_shl(terms: &mut Terms, node: &Node) -> Option<Term> {
    let low = low_part(terms, node)?;
    Some(terms.zext(node.sort.width(), low))
}

/// match:  x >> y, x never negative
/// result: x >>> y
fn ashr_positive(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.fact(node.args[0]).smin >= 0).then(|| terms.lshr(node.args[0], node.args[1]))
}

/// match:  x >> k, k never below the width
/// result: x >> (width-1)
fn ashr_out(terms: &mut Terms, node: &Node) -> Option<Term> {
    let width = u64::from(node.sort.width());
    if terms.fact(node.args[1]).umin < width {
        return None;
    }
    let last = constant(terms, node, width - 1);
    Some(terms.ashr(node.args[0], last))
}

/// match:  (x >> j) >> k
/// result: x >> (j + k)
fn ashr_ashr(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, sum) = repeated(terms, node, Op::Ashr)?;
    Some(terms.ashr(x, sum))
}

/// match:  (x << k) >> k
/// result: sext(x[width-1-k : 0])
fn ashr_of_shl(terms: &mut Terms, node: &Node) -> Option<Term> {
    let low = low_part(terms, node)?;
    Some(terms.sext(node.sort.width(), low))
}

fn shifted_out(terms: &mut Terms, node: &Node) -> Option<Term> {
    let out = terms.fact(node.args[1]).umin >= u64::from(node.sort.width());
    out.then(|| constant(terms, node, 0))
}

/// For `(x op j) op k` with constants: x, and j + k cut to at most the width (which the width can always express).
fn repeated(terms: &mut Terms, node: &Node, op: Op) -> Option<(Term, Term)> {
    let k = terms.bits(node.args[1])?;
    let (x, j) = terms.with_const(op, node.args[0])?;
    let sum = j.saturating_add(k).min(u64::from(node.sort.width()));
    Some((x, constant(terms, node, sum)))
}

/// For `(x << k) op k`: the bits of x that stay.
fn low_part(terms: &mut Terms, node: &Node) -> Option<Term> {
    let k = terms.bits(node.args[1])?;
    let (x, j) = terms.with_const(Op::Shl, node.args[0])?;
    let width = node.sort.width();
    (j == k && k < u64::from(width)).then(|| terms.extract(width - 1 - k as u8, 0, x))
}

/// The argument that is the whole result, if the known bits cover the width.
fn covering(node: &Node, covered: impl Fn(Term, Term) -> u64) -> Option<Term> {
    both_orders(node).into_iter().find(|&(x, y)| covered(x, y) == mask(node.sort.width())).map(|(x, _)| x)
}

/// match: `x . (x op y)` in every order, answers x
fn absorbed(terms: &Terms, node: &Node, op: Op) -> Option<Term> {
    both_orders(node).into_iter().find(|&(x, inner)| terms.other(op, inner, x).is_some()).map(|(x, _)| x)
}

fn complements(terms: &Terms, node: &Node) -> bool {
    let [a, b, _] = node.args;
    terms.unary(Op::BvNot, a) == Some(b) || terms.unary(Op::BvNot, b) == Some(a)
}
