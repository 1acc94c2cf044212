//! Rules of `<` on signed and unsigned numbers.
//! Canonical: a constant stands on the right; what is never negative is compared as signed.

use super::{Rule, rules};
use crate::constant::{mask, signed};
use crate::fact;
use crate::terms::Node;
use crate::{Op, Term, Terms};

pub(crate) const SLT: &[Rule] = rules![
    lt_same,
    lt_decided,
    slt_const_left,
    slt_lowest,
    slt_highest,
    slt_sext,
    slt_zext,
    slt_unsigned_idiom,
    slt_add_const,
];

pub(crate) const ULT: &[Rule] =
    rules![lt_same, lt_decided, ult_const_left, ult_lowest, ult_highest, ult_zext, ult_sext, ult_positive];

/// match:  x < x
/// result: false
fn lt_same(_: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then_some(Terms::FALSE)
}

/// match:  x < y, the bounds of x and y deciding it
/// result: true or false
fn lt_decided(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = (terms.fact(node.args[0]), terms.fact(node.args[1]));
    let decided = if node.op == Op::Slt { fact::decide_slt(&x, &y) } else { fact::decide_ult(&x, &y) };
    Some(terms.bool(decided?))
}

/// match:  c <s x
/// result: not (x <s c+1)
fn slt_const_left(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, _] = node.args;
    // The greatest number is below nothing, which the bounds have decided.
    let next = terms.bits(c)?.wrapping_add(1);
    let next = terms.bv(terms.width(x), next);
    let below = terms.slt(x, next);
    Some(terms.not(below))
}

/// match:  x <s c, x never less than c-1
/// result: x = c-1
fn slt_lowest(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, c, _] = node.args;
    terms.bits(c)?;
    let (least, limit) = (terms.fact(x).smin, terms.fact(c).smin);
    if least.checked_add(1) != Some(limit) {
        return None;
    }
    let least = terms.bv(terms.width(x), least as u64);
    Some(terms.eq(x, least))
}

/// match:  x <s c, x never greater than c
/// result: not (x = c)
fn slt_highest(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, c, _] = node.args;
    terms.bits(c)?;
    (terms.fact(x).smax == terms.fact(c).smax).then(|| terms.ne(x, c))
}

/// match:  sext(x) <s sext(y)    sext(x) <s c
/// result: x <s y                x <s c
fn slt_sext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = under_extension(terms, node, Op::Sext)?;
    Some(terms.slt(x, y))
}

/// match:  zext(x) <s zext(y)    zext(x) <s c
/// result: x <u y                x <u c
fn slt_zext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = under_extension(terms, node, Op::Zext)?;
    Some(terms.ult(x, y))
}

/// match:  x + MIN <s y + MIN    x + MIN <s c
/// result: x <u y                x <u c + MIN
fn slt_unsigned_idiom(terms: &mut Terms, node: &Node) -> Option<Term> {
    let width = terms.width(node.args[0]);
    let sign = 1u64 << (width - 1);
    let (x, c) = terms.with_const(Op::Add, node.args[0])?;
    if c != sign {
        return None;
    }
    if let Some(d) = terms.bits(node.args[1]) {
        let d = terms.bv(width, d ^ sign);
        return Some(terms.ult(x, d));
    }
    let (y, d) = terms.with_const(Op::Add, node.args[1])?;
    (d == sign).then(|| terms.ult(x, y))
}

/// match:  x + c <s d, where x + c and d - c never overflow
/// result: x <s d - c
fn slt_add_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let width = terms.width(node.args[0]);
    let d = signed(width, terms.bits(node.args[1])?);
    let (x, c) = terms.with_const(Op::Add, node.args[0])?;
    let c = signed(width, c);
    let fits = |value: Option<i64>| value.is_some_and(|value| signed(width, value as u64) == value);
    let fact = terms.fact(x);
    let limit = d.checked_sub(c);
    if !fits(fact.smin.checked_add(c)) || !fits(fact.smax.checked_add(c)) || !fits(limit) {
        return None;
    }
    let limit = terms.bv(width, limit? as u64);
    Some(terms.slt(x, limit))
}

/// match:  c <u x
/// result: not (x <u c+1)
fn ult_const_left(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [c, x, _] = node.args;
    let next = terms.bits(c)?.wrapping_add(1);
    let next = terms.bv(terms.width(x), next);
    let below = terms.ult(x, next);
    Some(terms.not(below))
}

/// match:  x <u c, x never less than c-1
/// result: x = c-1
fn ult_lowest(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, c, _] = node.args;
    let limit = terms.bits(c)?;
    let least = terms.fact(x).umin;
    if least.checked_add(1) != Some(limit) {
        return None;
    }
    let least = terms.bv(terms.width(x), least);
    Some(terms.eq(x, least))
}

/// match:  x <u c, x never greater than c
/// result: not (x = c)
fn ult_highest(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, c, _] = node.args;
    (terms.fact(x).umax == terms.bits(c)?).then(|| terms.ne(x, c))
}

/// match:  zext(x) <u zext(y)    zext(x) <u c
/// result: x <u y                x <u c
fn ult_zext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = under_extension(terms, node, Op::Zext)?;
    Some(terms.ult(x, y))
}

/// match:  sext(x) <u sext(y)
/// result: x <u y
fn ult_sext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = under_extension(terms, node, Op::Sext)?;
    Some(terms.ult(x, y))
}

/// match:  x <u y, neither ever negative
/// result: x <s y
fn ult_positive(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, y, _] = node.args;
    (terms.fact(x).smin >= 0 && terms.fact(y).smin >= 0).then(|| terms.slt(x, y))
}

/// match: `ext(x) < ext(y)`, or `ext(x) < c` with c among the values of the extension; answers x and y at the smaller width
fn under_extension(terms: &mut Terms, node: &Node, ext: Op) -> Option<(Term, Term)> {
    let x = terms.unary(ext, node.args[0])?;
    if let Some(y) = terms.unary(ext, node.args[1]) {
        return (terms.sort(x) == terms.sort(y)).then_some((x, y));
    }
    let c = terms.bits(node.args[1])?;
    let (narrow, wide) = (terms.width(x), terms.width(node.args[0]));
    let extended = match ext {
        Op::Sext => signed(narrow, c) as u64 & mask(wide),
        _ => c & mask(narrow),
    };
    (extended == c).then(|| (x, terms.bv(narrow, c)))
}
