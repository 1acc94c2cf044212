//! Rules of floats. Only what holds bit for bit: signed zeros, infinities and NaN included.

use super::{Rule, rules};
use crate::constant::signed;
use crate::terms::Node;
use crate::{Op, Sort, Term, Terms};

pub(crate) const ADD: &[Rule] = rules![arithmetic_nan, fadd_zero, fadd_neg];
pub(crate) const SUB: &[Rule] = rules![arithmetic_nan, fsub_const, fsub_neg];
pub(crate) const MUL: &[Rule] = rules![arithmetic_nan, fmul_unit, fmul_neg_both];
pub(crate) const DIV: &[Rule] = rules![arithmetic_nan, fdiv_power, fdiv_neg_both];
pub(crate) const NEG: &[Rule] = rules![fneg_fneg];
pub(crate) const ABS: &[Rule] = rules![fabs_sign];
pub(crate) const LT: &[Rule] = rules![
    compare_nan,
    flt_same,
    flt_infinity,
    compare_neg_both,
    compare_neg_const,
    compare_widened,
    compare_ints,
    compare_int_const,
];
pub(crate) const LE: &[Rule] = rules![
    compare_nan,
    equal_to_itself,
    fle_infinity,
    compare_neg_both,
    compare_neg_const,
    compare_widened,
    compare_ints,
    compare_int_const,
];
pub(crate) const EQ: &[Rule] = rules![
    compare_nan,
    equal_to_itself,
    compare_neg_both,
    compare_neg_const,
    compare_widened,
    compare_ints,
    compare_int_const,
];
pub(crate) const IS_NAN: &[Rule] = rules![is_nan_int, is_nan_through];
pub(crate) const FROM_INT: &[Rule] = rules![from_int_sext];
pub(crate) const TO_INT: &[Rule] = rules![to_int_widened, to_int_from_int];
pub(crate) const TO_FLOAT: &[Rule] = rules![to_float_back, to_float_from_int];
pub(crate) const FROM_BITS: &[Rule] = rules![from_bits_to_bits];

/// match:  x . NaN, . being + - * /
/// result: NaN
fn arithmetic_nan(terms: &mut Terms, node: &Node) -> Option<Term> {
    node.args[..2].iter().copied().find(|&arg| value(terms, arg).is_some_and(f64::is_nan))
}

/// match:  x + -0.0
/// result: x
fn fadd_zero(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = value(terms, node.args[1])?;
    (c == 0.0 && c.is_sign_negative()).then_some(node.args[0])
}

/// match:  x + (-y)
/// result: x - y
fn fadd_neg(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    if let Some(y) = terms.unary(Op::Fneg, b) {
        return Some(terms.fsub(a, y));
    }
    let y = terms.unary(Op::Fneg, a).filter(|_| !terms.is_const(b))?;
    Some(terms.fsub(b, y))
}

/// match:  x - c
/// result: x + (-c)
fn fsub_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = value(terms, node.args[1])?;
    let c = constant(terms, node.sort, -c);
    Some(terms.fadd(node.args[0], c))
}

/// match:  x - (-y)
/// result: x + y
fn fsub_neg(terms: &mut Terms, node: &Node) -> Option<Term> {
    let y = terms.unary(Op::Fneg, node.args[1])?;
    Some(terms.fadd(node.args[0], y))
}

/// match:  x * 1.0    x * -1.0
/// result: x          -x
fn fmul_unit(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = value(terms, node.args[1])?;
    if c == 1.0 {
        return Some(node.args[0]);
    }
    (c == -1.0).then(|| terms.fneg(node.args[0]))
}

/// match:  (-x) * (-y)
/// result: x * y
fn fmul_neg_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = (terms.unary(Op::Fneg, node.args[0])?, terms.unary(Op::Fneg, node.args[1])?);
    Some(terms.fmul(x, y))
}

/// match:  x / c, c a power of two whose reciprocal is one
/// result: x * (1 / c)
fn fdiv_power(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = value(terms, node.args[1])?;
    let power = c.is_normal() && c.to_bits() << 12 == 0;
    let limit = if node.sort == Sort::Float32 { f64::from(f32::MIN_POSITIVE) } else { f64::MIN_POSITIVE };
    if !power || !(limit..=1.0 / limit).contains(&c.abs()) {
        return None;
    }
    let reciprocal = constant(terms, node.sort, 1.0 / c);
    Some(terms.fmul(node.args[0], reciprocal))
}

/// match:  (-x) / (-y)
/// result: x / y
fn fdiv_neg_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = (terms.unary(Op::Fneg, node.args[0])?, terms.unary(Op::Fneg, node.args[1])?);
    Some(terms.fdiv(x, y))
}

/// match:  -(-x)
/// result: x
fn fneg_fneg(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.unary(Op::Fneg, node.args[0])
}

/// match:  |-x|    ||x||
/// result: |x|
fn fabs_sign(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::Fneg, node.args[0]).or_else(|| terms.unary(Op::Fabs, node.args[0]))?;
    Some(terms.fabs(x))
}

/// match:  x < NaN    x <= NaN    x == NaN, in either order
/// result: false
fn compare_nan(terms: &mut Terms, node: &Node) -> Option<Term> {
    arithmetic_nan(terms, node).map(|_| Terms::FALSE)
}

/// match:  x < x
/// result: false
fn flt_same(_: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then_some(Terms::FALSE)
}

/// match:  x < -inf    inf < x
/// result: false
fn flt_infinity(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    let never = value(terms, b) == Some(f64::NEG_INFINITY) || value(terms, a) == Some(f64::INFINITY);
    never.then_some(Terms::FALSE)
}

/// match:  x <= x    x == x
/// result: not is_nan(x)
fn equal_to_itself(terms: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then(|| number(terms, node.args[0]))
}

/// match:  x <= inf    -inf <= x
/// result: not is_nan(x)
fn fle_infinity(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    if value(terms, b) == Some(f64::INFINITY) {
        return Some(number(terms, a));
    }
    (value(terms, a) == Some(f64::NEG_INFINITY)).then(|| number(terms, b))
}

/// match:  r(-x, -y), r being a comparison
/// result: r(y, x)
fn compare_neg_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = (terms.unary(Op::Fneg, node.args[0])?, terms.unary(Op::Fneg, node.args[1])?);
    Some(terms.make(node.op, Sort::Bool, &[y, x]))
}

/// match:  r(-x, c)    r(c, -x)
/// result: r(-c, x)    r(x, -c)
fn compare_neg_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    let (x, y) = match (terms.unary(Op::Fneg, a), terms.unary(Op::Fneg, b)) {
        (Some(x), None) => (terms.is_const(b).then(|| terms.fneg(b))?, x),
        (None, Some(y)) => (y, terms.is_const(a).then(|| terms.fneg(a))?),
        (_, _) => return None,
    };
    Some(terms.make(node.op, Sort::Bool, &[x, y]))
}

/// match:  r(double(x), double(y))    r(double(x), c), c exact as a float
/// result: r(x, y)                    r(x, float(c))
fn compare_widened(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    if terms.sort(a) != Sort::Float64 || terms.is_const(a) && terms.is_const(b) {
        return None;
    }
    let (x, y) = (narrowed(terms, a)?, narrowed(terms, b)?);
    Some(terms.make(node.op, Sort::Bool, &[x, y]))
}

/// match:  r(float(i), float(j)), both conversions exact
/// result: r(i, j), signed
fn compare_ints(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (i, j) = (exact_int(terms, node.args[0])?, exact_int(terms, node.args[1])?);
    let width = terms.width(i).max(terms.width(j));
    let (i, j) = (terms.sext(width, i), terms.sext(width, j));
    Some(match node.op {
        Op::Flt => terms.slt(i, j),
        Op::Fle => terms.sle(i, j),
        _ => terms.eq(i, j),
    })
}

/// match:  float(i) < c        c < float(i)        float(i) <= c        c <= float(i)        float(i) == c, conversions exact
/// result: i < ceil(c)         floor(c) < i        i <= floor(c)        ceil(c) <= i         i = c, or false if c is no integer
fn compare_int_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [a, b, _] = node.args;
    let (i, c, int_first) = match (value(terms, a), value(terms, b)) {
        (None, Some(c)) => (exact_int(terms, a)?, c, true),
        (Some(c), None) => (exact_int(terms, b)?, c, false),
        (_, _) => return None,
    };
    let bound = match (node.op, int_first) {
        (Op::Flt, true) | (Op::Fle, false) => c.ceil(),
        (Op::Flt, false) | (Op::Fle, true) => c.floor(),
        (_, _) if c.fract() == 0.0 => c,
        (_, _) => return Some(Terms::FALSE),
    };
    let width = terms.width(i);
    let (least, greatest) = (signed(width, 1 << (width - 1)), signed(width, !(u64::MAX << (width - 1))));
    if bound < least as f64 || bound > greatest as f64 {
        return Some(terms.bool(node.op != Op::Feq && (bound > 0.0) == int_first));
    }
    // Beyond 2^53 the greatest long is not a double: the cast saturates, and no exact conversion reaches that far.
    let bound = terms.bv(width, bound as i64 as u64);
    Some(match (node.op, int_first) {
        (Op::Flt, true) => terms.slt(i, bound),
        (Op::Flt, false) => terms.slt(bound, i),
        (Op::Fle, true) => terms.sle(i, bound),
        (Op::Fle, false) => terms.sle(bound, i),
        (_, _) => terms.eq(i, bound),
    })
}

/// match:  is_nan(float(i))
/// result: false
fn is_nan_int(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.unary(Op::FromInt, node.args[0]).map(|_| Terms::FALSE)
}

/// match:  is_nan(-x)    is_nan(|x|)    is_nan(float or double of x)
/// result: is_nan(x)
fn is_nan_through(terms: &mut Terms, node: &Node) -> Option<Term> {
    if !matches!(terms.op(node.args[0]), Op::Fneg | Op::Fabs | Op::ToFloat) {
        return None;
    }
    let x = terms.args(node.args[0])[0];
    Some(terms.is_nan(x))
}

/// match:  float(sext(i))
/// result: float(i)
fn from_int_sext(terms: &mut Terms, node: &Node) -> Option<Term> {
    let i = terms.unary(Op::Sext, node.args[0])?;
    Some(terms.from_int(i, node.sort))
}

/// match:  int(double(x)), x a float
/// result: int(x)
fn to_int_widened(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::ToFloat, node.args[0])?;
    (terms.sort(x) == Sort::Float32).then(|| terms.to_int(x, node.sort.width()))
}

/// match:  int(float(i)), exact and within the target
/// result: i, extended or cut
fn to_int_from_int(terms: &mut Terms, node: &Node) -> Option<Term> {
    let i = exact_int(terms, node.args[0])?;
    let (from, to) = (terms.width(i), node.sort.width());
    if from <= to {
        return Some(terms.sext(to, i));
    }
    let fact = terms.fact(i);
    let fits = fact.smin >= i64::from(i32::MIN) && fact.smax <= i64::from(i32::MAX);
    fits.then(|| terms.extract(to - 1, 0, i))
}

/// match:  float(double(x)), x a float
/// result: x
fn to_float_back(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::ToFloat, node.args[0])?;
    (terms.sort(x) == node.sort && node.sort == Sort::Float32).then_some(x)
}

/// match:  double(float(i))    float(double(i)), the inner conversion exact
/// result: double(i)           float(i)
fn to_float_from_int(terms: &mut Terms, node: &Node) -> Option<Term> {
    let i = exact_int(terms, node.args[0])?;
    Some(terms.from_int(i, node.sort))
}

/// match:  from_bits(to_bits(x))
/// result: x
fn from_bits_to_bits(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.unary(Op::ToBits, node.args[0])
}

/// A float constant's value; every float is exact as a double.
fn value(terms: &Terms, term: Term) -> Option<f64> {
    match terms.op(term) {
        Op::Float32(bits) => Some(f64::from(f32::from_bits(bits))),
        Op::Float64(bits) => Some(f64::from_bits(bits)),
        _ => None,
    }
}

fn constant(terms: &mut Terms, sort: Sort, value: f64) -> Term {
    match sort {
        Sort::Float32 => terms.float32((value as f32).to_bits()),
        _ => terms.float64(value.to_bits()),
    }
}

fn number(terms: &mut Terms, x: Term) -> Term {
    let nan = terms.is_nan(x);
    terms.not(nan)
}

/// match: `float(i)` where every value of i is exact in the float's precision, answers i
fn exact_int(terms: &Terms, term: Term) -> Option<Term> {
    let i = terms.unary(Op::FromInt, term)?;
    let limit = if terms.sort(term) == Sort::Float32 { 1i64 << 24 } else { 1i64 << 53 };
    let fact = terms.fact(i);
    (fact.smin >= -limit && fact.smax <= limit).then_some(i)
}

/// match: `double(x)` of a float x, or a double constant that is exact as a float; answers the float
fn narrowed(terms: &mut Terms, term: Term) -> Option<Term> {
    if let Some(c) = value(terms, term) {
        let single = c as f32;
        return (f64::from(single) == c).then(|| terms.float32(single.to_bits()));
    }
    terms.unary(Op::ToFloat, term)
}
