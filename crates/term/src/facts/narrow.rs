//! Backwards through an operator: what a fact about the result says about one argument.

use super::transfer::{arithmetic, extracted};
use crate::Op;
use crate::constant::mask;
use crate::fact::{Fact, mask_of};

/// The fact that argument `place` must satisfy if the result satisfies `result` and the arguments satisfy `args`.
/// `width` is the result's, `widths` the arguments'; `None` where nothing is learnt.
pub(super) fn backward(
    op: Op,
    width: u8,
    result: &Fact,
    widths: [u8; 2],
    args: [&Fact; 2],
    place: usize,
) -> Option<Fact> {
    let other = args[1 - place];
    let own = args[place];
    let undone = |op: Op, a: &Fact, b: &Fact| arithmetic(op, width, &[*a, *b, *b]);
    match (op, place) {
        (Op::Add, _) => Some(undone(Op::Sub, result, other)),
        (Op::Sub, 0) => Some(undone(Op::Add, result, other)),
        (Op::Sub, 1) => Some(undone(Op::Sub, other, result)),
        (Op::Neg | Op::BvNot, 0) => Some(undone(op, result, result)),
        (Op::BvXor, _) => Some(undone(Op::BvXor, result, other)),
        (Op::BvAnd, _) => {
            Some(Fact { umin: result.umin, ..Fact::known_bits(width, result.zeros & other.ones, result.ones) })
        }
        (Op::BvOr, _) => {
            Some(Fact { umax: result.umax, ..Fact::known_bits(width, result.zeros, result.ones & other.zeros) })
        }
        (Op::Mul, _) => factor(width, result, own, other),
        (Op::Sdiv, 0) => dividend(width, result, other),
        (Op::Udiv, 0) => unsigned_dividend(width, result, other),
        (Op::Shl, 0) => unshifted_left(width, result, own, within(other, width)?),
        (Op::Lshr, 0) => Some(unshifted_right(width, result, within(other, width)?)),
        (Op::Ashr, 0) => Some(unshifted_signed(width, result, within(other, width)?)),
        (Op::Zext | Op::Sext, 0) => Some(extracted(widths[0], 0, result)),
        (Op::Concat, 0) => Some(extracted(widths[0], widths[1], result)),
        (Op::Concat, 1) => Some(extracted(widths[1], 0, result)),
        (Op::Extract { hi, lo }, 0) => Some(whole(widths[0], hi, lo, result, own)),
        (_, _) => None,
    }
}

/// A constant shift distance within the width.
fn within(distance: &Fact, width: u8) -> Option<u32> {
    distance.value().filter(|&by| by < u64::from(width)).map(|by| by as u32)
}

/// `x * c` within bounds, c a positive constant, where the product cannot overflow.
fn factor(width: u8, result: &Fact, own: &Fact, other: &Fact) -> Option<Fact> {
    let top = Fact::top(width);
    let c = other.value().filter(|_| other.smin > 0).map(|_| i128::from(other.smin))?;
    let fits = i128::from(own.smin) * c >= i128::from(top.smin) && i128::from(own.smax) * c <= i128::from(top.smax);
    let smin = -(-i128::from(result.smin)).div_euclid(c);
    let smax = i128::from(result.smax).div_euclid(c);
    // Crossed bounds are a contradiction for the caller to find, as long as they stay within the width.
    fits.then(|| Fact::signed_range(width, smin as i64, smax as i64))
}

/// `x / c` within bounds, c a positive constant, rounding towards zero.
fn dividend(width: u8, result: &Fact, divisor: &Fact) -> Option<Fact> {
    let top = Fact::top(width);
    let c = divisor.value().filter(|_| divisor.smin > 0).map(|_| i128::from(divisor.smin))?;
    let (low, high) = (i128::from(result.smin), i128::from(result.smax));
    let smin = if low > 0 { low * c } else { (low - 1) * c + 1 };
    let smax = if high >= 0 { high * c + c - 1 } else { high * c };
    let (smin, smax) = (smin.max(i128::from(top.smin)), smax.min(i128::from(top.smax)));
    // A quotient that no dividend reaches leaves bounds outside the width: learn nothing here.
    (smin <= smax).then(|| Fact::signed_range(width, smin as i64, smax as i64))
}

fn unsigned_dividend(width: u8, result: &Fact, divisor: &Fact) -> Option<Fact> {
    let c = divisor.value().filter(|&c| c > 0).map(u128::from)?;
    let umin = u128::from(result.umin) * c;
    let umax = (u128::from(result.umax) * c + c - 1).min(u128::from(mask(width)));
    (umin <= umax).then(|| Fact::unsigned_range(width, umin as u64, umax as u64))
}

fn unshifted_left(width: u8, result: &Fact, own: &Fact, by: u32) -> Option<Fact> {
    let bits = Fact::known_bits(width, (result.zeros >> by) & (mask(width) >> by), result.ones >> by);
    if own.umax > mask(width) >> by {
        return Some(bits);
    }
    // The result's low bits are zero, so its least value is a multiple once reduced.
    let umin = result.umin.div_ceil(1 << by);
    Some(Fact { umin, umax: result.umax >> by, ..bits })
}

fn unshifted_right(width: u8, result: &Fact, by: u32) -> Fact {
    let kept = mask(width) >> by;
    let (umin, umax) = (result.umin.min(kept), result.umax.min(kept));
    Fact {
        umin: umin << by,
        umax: (umax << by) | mask_of(by),
        ..Fact::known_bits(width, (result.zeros & kept) << by, (result.ones & kept) << by)
    }
}

fn unshifted_signed(width: u8, result: &Fact, by: u32) -> Fact {
    let top = Fact::top(width);
    let smin = (i128::from(result.smin) << by).max(i128::from(top.smin));
    let smax = ((i128::from(result.smax) << by) | i128::from(mask_of(by))).min(i128::from(top.smax));
    let kept = mask(width) >> by;
    let bits = Fact::known_bits(width, (result.zeros & kept) << by, (result.ones & kept) << by);
    Fact { smin: smin.min(smax) as i64, smax: smax.max(smin) as i64, ..bits }
}

/// `x[hi : lo]` is known: its bits are known in x, its bounds too if x has nothing above.
fn whole(width: u8, hi: u8, lo: u8, result: &Fact, own: &Fact) -> Fact {
    let mut fact = Fact::known_bits(width, (result.zeros & mask(hi - lo + 1)) << lo, result.ones << lo);
    let narrow = Fact::top(hi - lo + 1);
    if lo == 0 && own.umax <= narrow.umax {
        (fact.umin, fact.umax) = (result.umin, result.umax);
    }
    if lo == 0 && own.smin >= narrow.smin && own.smax <= narrow.smax {
        (fact.smin, fact.smax) = (result.smin, result.smax);
    }
    fact
}
