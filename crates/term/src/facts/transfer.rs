//! From the facts of the arguments to the fact of an operator's result.

use crate::constant::{mask, signed};
use crate::fact::{Fact, fact_width, mask_of};
use crate::terms::Node;
use crate::{Op, Terms};

/// Tables larger than this are not looked through.
const TABLE: usize = 4096;

/// The fact of a node, given the facts of its arguments by place.
pub(crate) fn forward(terms: &Terms, node: &Node, args: &[Fact; 3]) -> Fact {
    let Some(width) = fact_width(node.sort) else { return Fact::NONE };
    let raw = match node.op {
        Op::Select => table(terms, node, &args[1], width),
        Op::Sext | Op::Zext | Op::Extract { .. } | Op::Concat => {
            resized(node.op, width, terms.width(node.args[0]), &args[0], &args[1])
        }
        op => arithmetic(op, width, args),
    };
    if raw == Fact::top(width) {
        return raw;
    }
    // An over-approximation of a value that exists is never empty.
    raw.reduced(width).unwrap_or_else(|| Fact::top(width))
}

pub(super) fn arithmetic(op: Op, width: u8, [a, b, c]: &[Fact; 3]) -> Fact {
    match op {
        Op::Add => add(width, a, b),
        Op::Sub => sub(width, a, b),
        Op::Neg => sub(width, &Fact::constant(width, 0), a),
        Op::Mul => mul(width, a, b),
        Op::Udiv => udiv(width, a, b),
        Op::Urem => urem(width, a, b),
        Op::Sdiv => sdiv(width, a, b),
        Op::Srem => srem(width, a, b),
        Op::BvAnd => Fact { umax: a.umax.min(b.umax), ..Fact::known_bits(width, a.zeros | b.zeros, a.ones & b.ones) },
        Op::BvOr => Fact { umin: a.umin.max(b.umin), ..Fact::known_bits(width, a.zeros & b.zeros, a.ones | b.ones) },
        Op::BvXor => {
            Fact::known_bits(width, (a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros))
        }
        Op::BvNot => Fact {
            smin: !a.smax,
            smax: !a.smin,
            umin: !a.umax & mask(width),
            umax: !a.umin & mask(width),
            zeros: a.ones,
            ones: a.zeros,
        },
        Op::Shl => shl(width, a, b),
        Op::Lshr => lshr(width, a, b),
        Op::Ashr => ashr(width, a, b),
        Op::Ite => b.join(c),
        _ => Fact::top(width),
    }
}

/// Known bits of `a + b + carry`: a sum bit is known where both bits and the carry into it are (LLVM's KnownBits).
fn add_bits(width: u8, a: (u64, u64), b: (u64, u64), carry: u64) -> Fact {
    let ((a_zeros, a_ones), (b_zeros, b_ones)) = (a, b);
    let greatest = (!a_zeros).wrapping_add(!b_zeros).wrapping_add(carry);
    let least = a_ones.wrapping_add(b_ones).wrapping_add(carry);
    let carry_zeros = !(greatest ^ !a_zeros ^ !b_zeros);
    let carry_ones = least ^ a_ones ^ b_ones;
    let known = (a_zeros | a_ones) & (b_zeros | b_ones) & (carry_zeros | carry_ones);
    Fact::known_bits(width, !greatest & known, least & known)
}

fn add(width: u8, a: &Fact, b: &Fact) -> Fact {
    let bits = add_bits(width, (a.zeros, a.ones), (b.zeros, b.ones), 0);
    let fact =
        with_signed(bits, width, i128::from(a.smin) + i128::from(b.smin), i128::from(a.smax) + i128::from(b.smax));
    with_unsigned(fact, width, u128::from(a.umin) + u128::from(b.umin), u128::from(a.umax) + u128::from(b.umax))
}

fn sub(width: u8, a: &Fact, b: &Fact) -> Fact {
    let bits = add_bits(width, (a.zeros, a.ones), (b.ones, b.zeros), 1);
    let fact =
        with_signed(bits, width, i128::from(a.smin) - i128::from(b.smax), i128::from(a.smax) - i128::from(b.smin));
    if a.umin < b.umax {
        return fact;
    }
    with_unsigned(fact, width, u128::from(a.umin - b.umax), u128::from(a.umax) - u128::from(b.umin))
}

fn mul(width: u8, a: &Fact, b: &Fact) -> Fact {
    let low_zeros = a.zeros.trailing_ones() + b.zeros.trailing_ones();
    let bits = Fact::known_bits(width, mask_of(low_zeros.min(64)), 0);
    let corners = [(a.smin, b.smin), (a.smin, b.smax), (a.smax, b.smin), (a.smax, b.smax)];
    let products = corners.map(|(x, y)| i128::from(x) * i128::from(y));
    let fact = with_signed(bits, width, least(&products), greatest(&products));
    with_unsigned(fact, width, u128::from(a.umin) * u128::from(b.umin), u128::from(a.umax) * u128::from(b.umax))
}

/// Division by zero gives all ones, which only the upper bound has to admit.
fn udiv(width: u8, a: &Fact, b: &Fact) -> Fact {
    let umin = a.umin.checked_div(b.umax).unwrap_or(mask(width));
    let umax = a.umax.checked_div(b.umin).unwrap_or(mask(width));
    Fact::unsigned_range(width, umin, umax)
}

/// Remainder by zero gives the dividend.
fn urem(width: u8, a: &Fact, b: &Fact) -> Fact {
    let umax = if b.umin > 0 { a.umax.min(b.umax - 1) } else { a.umax };
    Fact::unsigned_range(width, 0, umax)
}

fn sdiv(width: u8, a: &Fact, b: &Fact) -> Fact {
    if b.smin <= 0 && b.smax >= 0 {
        return Fact::top(width);
    }
    let corners = [(a.smin, b.smin), (a.smin, b.smax), (a.smax, b.smin), (a.smax, b.smax)];
    let quotients = corners.map(|(x, y)| i128::from(x) / i128::from(y));
    with_signed(Fact::top(width), width, least(&quotients), greatest(&quotients))
}

/// The sign is the dividend's; remainder by zero gives the dividend.
fn srem(width: u8, a: &Fact, b: &Fact) -> Fact {
    let (mut smin, mut smax) = (i128::from(a.smin.min(0)), i128::from(a.smax.max(0)));
    if b.smin > 0 || b.smax < 0 {
        let limit = i128::from(b.smin).abs().max(i128::from(b.smax).abs()) - 1;
        (smin, smax) = (smin.max(-limit), smax.min(limit));
    }
    with_signed(Fact::top(width), width, smin, smax)
}

fn shl(width: u8, a: &Fact, b: &Fact) -> Fact {
    if b.umax >= u64::from(width) {
        let low_zeros = u64::from(a.zeros.trailing_ones()) + b.umin.min(64);
        return Fact::known_bits(width, mask_of(low_zeros.min(64) as u32), 0);
    }
    let (least, most) = (b.umin as u32, b.umax as u32);
    let bits = if least == most {
        Fact::known_bits(width, (a.zeros << least) | mask_of(least), a.ones << least)
    } else {
        Fact::known_bits(width, mask_of((a.zeros.trailing_ones() + least).min(64)), 0)
    };
    let smin = i128::from(a.smin) << if a.smin < 0 { most } else { least };
    let smax = i128::from(a.smax) << if a.smax < 0 { least } else { most };
    let fact = with_signed(bits, width, smin, smax);
    with_unsigned(fact, width, u128::from(a.umin) << least, u128::from(a.umax) << most)
}

fn lshr(width: u8, a: &Fact, b: &Fact) -> Fact {
    let shifted = |value: u64, by: u64| if by >= 64 { 0 } else { value >> by };
    let range = Fact::unsigned_range(width, shifted(a.umin, b.umax), shifted(a.umax, b.umin));
    match b.value() {
        Some(by) if by < u64::from(width) => {
            let entering = mask(width) & !(mask(width) >> by);
            Fact { zeros: (a.zeros >> by) | entering, ones: a.ones >> by, ..range }
        }
        _ => range,
    }
}

fn ashr(width: u8, a: &Fact, b: &Fact) -> Fact {
    let (least, most) = (b.umin.min(63), b.umax.min(63));
    let smin = a.smin >> if a.smin < 0 { least } else { most };
    let smax = a.smax >> if a.smax < 0 { most } else { least };
    let range = Fact::signed_range(width, smin, smax);
    match b.value() {
        Some(by) => {
            let by = by.min(63);
            let zeros = (signed(width, a.zeros) >> by) as u64;
            let ones = (signed(width, a.ones) >> by) as u64;
            Fact { zeros: zeros & mask(width), ones: ones & mask(width), ..range }
        }
        None => range,
    }
}

fn resized(op: Op, width: u8, from: u8, a: &Fact, b: &Fact) -> Fact {
    match op {
        Op::Zext => Fact { umin: a.umin, umax: a.umax, ..Fact::known_bits(width, a.zeros | !mask(from), a.ones) },
        Op::Sext => {
            let bits = Fact::known_bits(width, signed(from, a.zeros) as u64, signed(from, a.ones) as u64);
            Fact { smin: a.smin, smax: a.smax, ..bits }
        }
        Op::Concat => {
            let low = width - from;
            Fact {
                umin: (a.umin << low) | b.umin,
                umax: (a.umax << low) | b.umax,
                ..Fact::known_bits(width, (a.zeros << low) | b.zeros, (a.ones << low) | b.ones)
            }
        }
        Op::Extract { lo, .. } => extracted(width, lo, a),
        other => unreachable!("{other:?} keeps the width"),
    }
}

/// `width` bits from `lo` upwards.
pub(super) fn extracted(width: u8, lo: u8, a: &Fact) -> Fact {
    let bits = Fact::known_bits(width, a.zeros >> lo, a.ones >> lo);
    // Bounds survive if the bits cut off above are the same for all values.
    let hi = lo + width - 1;
    let same_above = a.umin >> hi >> 1 == a.umax >> hi >> 1;
    let fact = if same_above {
        Fact { umin: (a.umin >> lo) & mask(width), umax: (a.umax >> lo) & mask(width), ..bits }
    } else {
        bits
    };
    if lo == 0 { with_signed(fact, width, i128::from(a.smin), i128::from(a.smax)) } else { fact }
}

/// A read of a constant array: the join of what lies within the bounds of the index.
fn table(terms: &Terms, node: &Node, index: &Fact, width: u8) -> Fact {
    let Op::Array(id) = terms.op(node.args[0]) else { return Fact::top(width) };
    let array = terms.array_const(id);
    if array.len() > TABLE {
        return Fact::top(width);
    }
    let mut joined: Option<Fact> = None;
    let mut add = |bits: u64| {
        let one = Fact::constant(width, bits);
        joined = Some(joined.map_or(one, |known| known.join(&one)));
    };
    let mut inside = 0;
    for (_, bits) in array.entries_in(index.umin as u32, index.umax as u32) {
        inside += 1;
        add(bits);
    }
    if inside <= index.umax - index.umin {
        add(array.default_bits());
    }
    joined.unwrap_or_else(|| Fact::top(width))
}

/// Adds signed bounds unless they leave the width.
fn with_signed(fact: Fact, width: u8, smin: i128, smax: i128) -> Fact {
    let top = Fact::top(width);
    if smin < i128::from(top.smin) || smax > i128::from(top.smax) {
        return fact;
    }
    Fact { smin: smin as i64, smax: smax as i64, ..fact }
}

/// Adds unsigned bounds unless they leave the width.
fn with_unsigned(fact: Fact, width: u8, umin: u128, umax: u128) -> Fact {
    if umax > u128::from(mask(width)) {
        return fact;
    }
    Fact { umin: umin as u64, umax: umax as u64, ..fact }
}

fn least(values: &[i128; 4]) -> i128 {
    values.iter().copied().fold(i128::MAX, i128::min)
}

fn greatest(values: &[i128; 4]) -> i128 {
    values.iter().copied().fold(i128::MIN, i128::max)
}
