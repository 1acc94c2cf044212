//! Rules of equality. They solve for the unknown where an operation can be undone.

use super::{Rule, both_orders, rules};
use crate::constant::{mask, signed};
use crate::fact;
use crate::float::{canonical32, canonical64};
use crate::terms::Node;
use crate::{Op, Sort, Term, Terms};

pub(crate) const EQ: &[Rule] = rules![
    eq_same,
    eq_decided,
    eq_bool_const,
    eq_bool_opposite,
    eq_bool_not,
    eq_two_valued,
    eq_undo,
    eq_difference,
    eq_common_part,
    eq_add_both,
    eq_sums,
    eq_mul_odd,
    eq_shl,
    eq_lshr,
    eq_ext_const,
    eq_ext_both,
    eq_concat_const,
    eq_concat_both,
    eq_nan,
    eq_to_bits_both,
    eq_to_bits_const,
    eq_choice,
    eq_choice_both,
];

/// match:  x = x
/// result: true
fn eq_same(_: &mut Terms, node: &Node) -> Option<Term> {
    (node.args[0] == node.args[1]).then_some(Terms::TRUE)
}

/// match:  x = y, the bounds or known bits of x and y excluding each other
/// result: false
fn eq_decided(terms: &mut Terms, node: &Node) -> Option<Term> {
    let width = match terms.sort(node.args[0]) {
        Sort::Bv(width) => width,
        Sort::Ref => 32,
        Sort::Bool | Sort::Float32 | Sort::Float64 | Sort::Array(_) => return None,
    };
    let decided = fact::decide_eq(width, &terms.fact(node.args[0]), &terms.fact(node.args[1]))?;
    Some(terms.bool(decided))
}

/// match:  x = true    x = false
/// result: x           not x
fn eq_bool_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, c, _] = node.args;
    match terms.op(c) {
        Op::Bool(true) => Some(x),
        Op::Bool(false) => Some(terms.not(x)),
        _ => None,
    }
}

/// match:  x = not x
/// result: false
fn eq_bool_opposite(terms: &mut Terms, node: &Node) -> Option<Term> {
    terms.opposite(node.args[0], node.args[1]).then_some(Terms::FALSE)
}

/// match:  not x = y
/// result: not (x = y)
fn eq_bool_not(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (negated, y) in both_orders(node) {
        if let Some(x) = terms.unary(Op::Not, negated) {
            return Some(terms.ne(x, y));
        }
    }
    None
}

/// match:  x = c+1, x always c or c+1
/// result: not (x = c)
fn eq_two_valued(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [x, c, _] = node.args;
    let Op::Bv(value) = terms.op(c) else { return None };
    let fact = terms.fact(x);
    if fact.umin.checked_add(1) != Some(fact.umax) || value != fact.umax {
        return None;
    }
    let least = terms.bv(terms.width(x), fact.umin);
    Some(terms.ne(x, least))
}

/// match:  x + c = d    c - x = d    -x = d    ~x = d    x ^ c = d
/// result: x = d - c    x = c - d    x = -d    x = ~d    x = c ^ d
fn eq_undo(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [left, right, _] = node.args;
    let Op::Bv(d) = terms.op(right) else { return None };
    let args = terms.args(left);
    let (x, value) = match terms.op(left) {
        Op::Add => (args[0], d.wrapping_sub(terms.bits(args[1])?)),
        Op::Sub => (args[1], terms.bits(args[0])?.wrapping_sub(d)),
        Op::Neg => (args[0], d.wrapping_neg()),
        Op::BvNot => (args[0], !d),
        Op::BvXor => (args[0], terms.bits(args[1])? ^ d),
        _ => return None,
    };
    let value = terms.bv(terms.width(x), value);
    Some(terms.eq(x, value))
}

/// match:  x - y = 0    x ^ y = 0
/// result: x = y
fn eq_difference(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [left, right, _] = node.args;
    if terms.bits(right)? != 0 {
        return None;
    }
    let (x, y) = terms.binary(Op::Sub, left).or_else(|| terms.binary(Op::BvXor, left))?;
    Some(terms.eq(x, y))
}

/// match:  x . y = x . z    x . y = x, . being + or ^
/// result: y = z            y = 0
fn eq_common_part(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (sum, right) in both_orders(node) {
        let op = terms.op(sum);
        if !matches!(op, Op::Add | Op::BvXor) {
            continue;
        }
        let (x, y) = terms.binary(op, sum)?;
        for (x, y) in [(x, y), (y, x)] {
            if x == right {
                let zero = terms.bv(terms.width(x), 0);
                return Some(terms.eq(y, zero));
            }
            if let Some(z) = terms.other(op, right, x) {
                return Some(terms.eq(y, z));
            }
        }
    }
    None
}

/// match:  x + c = y + d
/// result: x + (c - d) = y
fn eq_add_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, c) = terms.with_const(Op::Add, node.args[0])?;
    let (y, d) = terms.with_const(Op::Add, node.args[1])?;
    let difference = terms.bv(terms.width(x), c.wrapping_sub(d));
    let moved = terms.add(x, difference);
    Some(terms.eq(moved, y))
}

/// match:  x + y + ... = z + x + ...
/// result: y + ... = z + ...
fn eq_sums(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    addends(terms, node.args[0], &mut left);
    addends(terms, node.args[1], &mut right);
    if left.len() < 2 || right.len() < 2 || left.len().max(right.len()) > ADDENDS {
        return None;
    }
    let before = left.len();
    left.retain(|x| match right.iter().position(|y| x == y) {
        Some(at) => {
            right.swap_remove(at);
            false
        }
        None => true,
    });
    if left.len() == before {
        return None;
    }
    let zero = terms.bv(terms.width(node.args[0]), 0);
    let left = left.into_iter().fold(zero, |sum, x| terms.add(sum, x));
    let right = right.into_iter().fold(zero, |sum, x| terms.add(sum, x));
    Some(terms.eq(left, right))
}

/// Longer sums stay as they are.
const ADDENDS: usize = 8;

fn addends(terms: &Terms, sum: Term, found: &mut Vec<Term>) {
    match terms.binary(Op::Add, sum) {
        Some((x, y)) if found.len() <= ADDENDS => {
            addends(terms, x, found);
            addends(terms, y, found);
        }
        _ => found.push(sum),
    }
}

/// match:  x * c = d, c odd
/// result: x = d * c^-1
fn eq_mul_odd(terms: &mut Terms, node: &Node) -> Option<Term> {
    let d = terms.bits(node.args[1])?;
    let (x, c) = terms.with_const(Op::Mul, node.args[0])?;
    if c & 1 == 0 {
        return None;
    }
    // Newton: each step doubles the number of correct low bits, beginning with three.
    let inverse = (0..5).fold(c, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(c.wrapping_mul(inverse))));
    let value = terms.bv(terms.width(x), d.wrapping_mul(inverse));
    Some(terms.eq(x, value))
}

/// match:  x << k = d
/// result: x[width-1-k : 0] = d >>> k, or false where d has bits below k
fn eq_shl(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, k, d) = shifted(terms, node, Op::Shl)?;
    if d & !(u64::MAX << k) != 0 {
        return Some(Terms::FALSE);
    }
    let width = terms.width(x);
    let part = terms.extract(width - 1 - k, 0, x);
    let value = terms.bv(width - k, d >> k);
    Some(terms.eq(part, value))
}

/// match:  x >>> k = d
/// result: x[width-1 : k] = d, or false where d is too great
fn eq_lshr(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, k, d) = shifted(terms, node, Op::Lshr)?;
    let width = terms.width(x);
    if d > mask(width - k) {
        return Some(Terms::FALSE);
    }
    let part = terms.extract(width - 1, k, x);
    let value = terms.bv(width - k, d);
    Some(terms.eq(part, value))
}

/// match:  ext(x) = c, ext being zext or sext
/// result: x = c, or false where c is no value of the extension
fn eq_ext_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let [left, right, _] = node.args;
    let Op::Bv(c) = terms.op(right) else { return None };
    let x = *terms.args(left).first()?;
    let extended = match terms.op(left) {
        Op::Zext => c & mask(terms.width(x)),
        Op::Sext => signed(terms.width(x), c) as u64 & mask(terms.width(left)),
        _ => return None,
    };
    if extended != c {
        return Some(Terms::FALSE);
    }
    let value = terms.bv(terms.width(x), c);
    Some(terms.eq(x, value))
}

/// match:  ext(x) = ext(y), both zext or both sext
/// result: x = y, the narrower one extended
fn eq_ext_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let op = terms.op(node.args[0]);
    if op != terms.op(node.args[1]) || !matches!(op, Op::Zext | Op::Sext) {
        return None;
    }
    let (x, y) = (terms.args(node.args[0])[0], terms.args(node.args[1])[0]);
    let width = terms.width(x).max(terms.width(y));
    let (x, y) = match op {
        Op::Zext => (terms.zext(width, x), terms.zext(width, y)),
        _ => (terms.sext(width, x), terms.sext(width, y)),
    };
    Some(terms.eq(x, y))
}

/// match:  x ++ y = c
/// result: x = upper part of c and y = lower part of c
fn eq_concat_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let (x, y) = terms.binary(Op::Concat, node.args[0])?;
    let (high, low) = (terms.bv(terms.width(x), c >> terms.width(y)), terms.bv(terms.width(y), c));
    let (high, low) = (terms.eq(x, high), terms.eq(y, low));
    Some(terms.and(high, low))
}

/// match:  x ++ y = z ++ w, split at the same place
/// result: x = z and y = w
fn eq_concat_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (x, y) = terms.binary(Op::Concat, node.args[0])?;
    let (z, w) = terms.binary(Op::Concat, node.args[1])?;
    if terms.sort(x) != terms.sort(z) {
        return None;
    }
    let (high, low) = (terms.eq(x, z), terms.eq(y, w));
    Some(terms.and(high, low))
}

/// match:  x = NaN, by identity
/// result: is_nan(x)
fn eq_nan(terms: &mut Terms, node: &Node) -> Option<Term> {
    let nan = match terms.op(node.args[1]) {
        Op::Float32(bits) => f32::from_bits(bits).is_nan(),
        Op::Float64(bits) => f64::from_bits(bits).is_nan(),
        _ => false,
    };
    nan.then(|| terms.is_nan(node.args[0]))
}

/// match:  to_bits(x) = to_bits(y)
/// result: x = y, by identity
fn eq_to_bits_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let x = terms.unary(Op::ToBits, node.args[0])?;
    let y = terms.unary(Op::ToBits, node.args[1])?;
    Some(terms.eq(x, y))
}

/// match:  to_bits(x) = c
/// result: x = c, by identity, or false where c is a NaN other than the canonical one
fn eq_to_bits_const(terms: &mut Terms, node: &Node) -> Option<Term> {
    let c = terms.bits(node.args[1])?;
    let x = terms.unary(Op::ToBits, node.args[0])?;
    let (canonical, value) = match terms.sort(x) {
        Sort::Float32 => (u64::from(canonical32(c as u32)), terms.float32(c as u32)),
        _ => (canonical64(c), terms.float64(c)),
    };
    Some(if canonical == c { terms.eq(x, value) } else { Terms::FALSE })
}

/// match:  ite(c, x, y) = x    ite(c, x, y) = y
/// result: c or y = x          not c or x = y
fn eq_choice(terms: &mut Terms, node: &Node) -> Option<Term> {
    for (choice, value) in both_orders(node) {
        let Some((c, x, y)) = terms.choice(choice) else { continue };
        let (c, other) = match value {
            value if value == x => (c, y),
            value if value == y => (terms.not(c), x),
            _ => continue,
        };
        let same = terms.eq(other, value);
        return Some(terms.or(c, same));
    }
    None
}

/// match:  ite(c, x, y) = ite(c, z, w)
/// result: ite(c, x = z, y = w)
fn eq_choice_both(terms: &mut Terms, node: &Node) -> Option<Term> {
    let (c, x, y) = terms.choice(node.args[0])?;
    let (d, z, w) = terms.choice(node.args[1])?;
    if c != d {
        return None;
    }
    let (yes, no) = (terms.eq(x, z), terms.eq(y, w));
    Some(terms.ite(c, yes, no))
}

/// match: `x shift k = d` with constants k and d, k within the width; answers x, k, d
fn shifted(terms: &Terms, node: &Node, shift: Op) -> Option<(Term, u8, u64)> {
    let d = terms.bits(node.args[1])?;
    let (x, k) = terms.with_const(shift, node.args[0])?;
    (k < u64::from(terms.width(x))).then_some((x, k as u8, d))
}
