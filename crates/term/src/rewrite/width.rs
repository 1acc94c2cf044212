//! Rules of extraction, concatenation and extension: Java's narrowing, byte shuffling and masks.

use super::{Rule, rules};
use crate::constant::{mask, signed};
use crate::terms::Node;
use crate::{Op, Term, Terms};

pub(crate) const EXTRACT: &[Rule] = rules![
    extract_whole,
    extract_extract,
    extract_concat,
    extract_zext,
    extract_sext,
    extract_right_shift,
    extract_shl,
    extract_masked,
    extract_bits,
    extract_low_sum,
];

pub(crate) const CONCAT: &[Rule] = rules![concat_zero, concat_extracts];
pub(crate) const SEXT: &[Rule] = rules![sext_sext, sext_positive, sext_of_fitting];
pub(crate) const ZEXT: &[Rule] = rules![zext_zext, zext_of_fitting];

/// match:  x[width-1 : 0]
/// result: x
fn extract_whole(terms: &mut Terms, node: &Node) -> Option<Term> {
    (node.sort == terms.sort(node.args[0])).then_some(node.args[0])
}

/// match:  x[h : l][hi : lo]
/// result: x[hi+l : lo+l]
fn extract_extract(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let Op::Extract { lo: l, .. } = terms.op(node.args[0]) else { return None };
    Some(terms.extract(hi + l, lo + l, terms.args(node.args[0])[0]))
}

/// match:  (x ++ y)[hi : lo]
/// result: part of y, part of x, or part of x ++ part of y
fn extract_concat(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let (x, y) = terms.binary(Op::Concat, node.args[0])?;
    let split = terms.width(y);
    if hi < split {
        return Some(terms.extract(hi, lo, y));
    }
    if lo >= split {
        return Some(terms.extract(hi - split, lo - split, x));
    }
    let (high, low) = (terms.extract(hi - split, 0, x), terms.extract(split - 1, lo, y));
    Some(terms.concat(high, low))
}

/// match:  zext(x)[hi : lo]
/// result: x[hi : lo], zext(x[width-1 : lo]), or 0
fn extract_zext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let x = terms.unary(Op::Zext, node.args[0])?;
    let width = terms.width(x);
    if lo >= width {
        return Some(terms.bv(hi - lo + 1, 0));
    }
    let kept = terms.extract(hi.min(width - 1), lo, x);
    Some(terms.zext(hi - lo + 1, kept))
}

/// match:  sext(x)[hi : lo]
/// result: x[hi : lo], or sext(x[width-1 : lo]) where lo beyond the width means the sign bit
fn extract_sext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let x = terms.unary(Op::Sext, node.args[0])?;
    let last = terms.width(x) - 1;
    let kept = terms.extract(hi.min(last), lo.min(last), x);
    Some(terms.sext(hi - lo + 1, kept))
}

/// match:  (x >>> k)[hi : lo]    (x >> k)[hi : lo], hi+k within the width
/// result: x[hi+k : lo+k]
fn extract_right_shift(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let (x, k) = terms.with_const(Op::Lshr, node.args[0]).or_else(|| terms.with_const(Op::Ashr, node.args[0]))?;
    (k < u64::from(terms.width(x) - hi)).then(|| terms.extract(hi + k as u8, lo + k as u8, x))
}

/// match:  (x << k)[hi : lo], k at most lo
/// result: x[hi-k : lo-k]
fn extract_shl(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let (x, k) = terms.with_const(Op::Shl, node.args[0])?;
    (k <= u64::from(lo)).then(|| terms.extract(hi - k as u8, lo - k as u8, x))
}

/// match:  (x & c)[hi : lo] with c all ones there    (x | c)[hi : lo], (x ^ c)[hi : lo] with c all zeros there
/// result: x[hi : lo]
fn extract_masked(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let op = terms.op(node.args[0]);
    let neutral = match op {
        Op::BvAnd => mask(hi - lo + 1),
        Op::BvOr | Op::BvXor => 0,
        _ => return None,
    };
    let (x, c) = terms.with_const(op, node.args[0])?;
    ((c >> lo) & mask(hi - lo + 1) == neutral).then(|| terms.extract(hi, lo, x))
}

/// match:  (x . y)[hi : lo], . being & | ^, where an argument is an extension or a concatenation
/// result: x[hi : lo] . y[hi : lo]
fn extract_bits(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let op = terms.op(node.args[0]);
    if !matches!(op, Op::BvAnd | Op::BvOr | Op::BvXor) {
        return None;
    }
    let (x, y) = terms.binary(op, node.args[0])?;
    if !narrows(terms, x) && !narrows(terms, y) {
        return None;
    }
    let (x, y) = (terms.extract(hi, lo, x), terms.extract(hi, lo, y));
    Some(match op {
        Op::BvAnd => terms.bv_and(x, y),
        Op::BvOr => terms.bv_or(x, y),
        _ => terms.bv_xor(x, y),
    })
}

/// match:  (x + y)[hi : 0], (x - y)[hi : 0], (x * y)[hi : 0], where an argument is an extension or a concatenation
/// result: the same on x[hi : 0] and y[hi : 0]
fn extract_low_sum(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (hi, lo) = bounds(node);
    let op = terms.op(node.args[0]);
    if lo != 0 || !matches!(op, Op::Add | Op::Sub | Op::Mul) {
        return None;
    }
    let (x, y) = terms.binary(op, node.args[0])?;
    if !narrows(terms, x) && !narrows(terms, y) {
        return None;
    }
    let (x, y) = (terms.extract(hi, 0, x), terms.extract(hi, 0, y));
    Some(match op {
        Op::Add => terms.add(x, y),
        Op::Sub => terms.sub(x, y),
        _ => terms.mul(x, y),
    })
}

/// match:  0 ++ x
/// result: zext(x)
fn concat_zero(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.bits(node.args[0])? == 0).then(|| terms.zext(node.sort.width(), node.args[1]))
}

/// match:  x[h : m+1] ++ x[m : l]
/// result: x[h : l]
fn concat_extracts(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    let (Op::Extract { hi, lo: middle }, Op::Extract { hi: below, lo }) = (terms.op(a), terms.op(b)) else {
        return None;
    };
    let x = terms.args(a)[0];
    (x == terms.args(b)[0] && middle == below + 1).then(|| terms.extract(hi, lo, x))
}

/// match:  sext(sext(x))
/// result: sext(x)
fn sext_sext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::Sext, node.args[0])?;
    Some(terms.sext(node.sort.width(), x))
}

/// match:  sext(x), x never negative
/// result: zext(x)
fn sext_positive(terms: &mut Terms, node: &Node) -> Option<Term> {
    (terms.fact(node.args[0]).smin >= 0).then(|| terms.zext(node.sort.width(), node.args[0]))
}

/// match:  sext(x[hi : 0]) to the width of x, x always within the smaller signed range
/// result: x
fn sext_of_fitting(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, hi) = low_extract(terms, node)?;
    let limit = signed(hi + 1, mask(hi + 1) >> 1);
    let fact = terms.fact(x);
    (fact.smin >= -limit - 1 && fact.smax <= limit).then_some(x)
}

/// match:  zext(zext(x))
/// result: zext(x)
fn zext_zext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::Zext, node.args[0])?;
    Some(terms.zext(node.sort.width(), x))
}

/// match:  zext(x[hi : 0]) to the width of x, x never above the smaller range
/// result: x
fn zext_of_fitting(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, hi) = low_extract(terms, node)?;
    (terms.fact(x).umax <= mask(hi + 1)).then_some(x)
}

/// match: `ext(x[hi : 0])` back to the width of x, answers x and hi
fn low_extract(terms: &Terms, node: &Node) -> Option<(Term, u8)> {
    let Op::Extract { hi, lo: 0 } = terms.op(node.args[0]) else { return None };
    let x = terms.args(node.args[0])[0];
    (terms.sort(x) == node.sort).then_some((x, hi))
}

/// Whether an extraction from this term is likely to vanish.
fn narrows(terms: &Terms, term: Term) -> bool {
    matches!(terms.op(term), Op::Sext | Op::Zext | Op::Concat)
}

fn bounds(node: &Node) -> (u8, u8) {
    match node.op {
        Op::Extract { hi, lo } => (hi, lo),
        other => unreachable!("{other:?} has no bounds"),
    }
}
