//! Conversions with Java's rules (JLS 5.1): to nearest even towards floats, towards zero and saturating towards
//! integers, NaN to 0.

use super::{Exact, Format, Number, Parts};
use crate::gate::{Gates, Lit, Word};
use crate::word::{Shift, constant, resize, shift_up, sign, sign_extend};

impl Format {
    /// From a signed integer of at most 64 bits.
    pub fn from_signed(self, gates: &mut Gates, integer: &[Lit]) -> Word {
        let width = integer.len();
        let negative = sign(integer);
        let magnitude = gates.negate_if(negative, integer);
        let (normalised, amount) = gates.normalise(&magnitude);
        let greatest = constant(self.bias() + width as u128 - 1, self.exponent_bits());
        let field = gates.sub(&greatest, &resize(&amount, self.exponent_bits()));
        let significand = gates.compact(&normalised, self.precision() + 2);
        let nonzero = gates.any(integer);
        let rounded = gates.pack(self, negative, &field, &significand);
        gates.mask(&rounded, nonzero)
    }

    /// To a signed integer of 32 or 64 bits.
    pub fn to_signed(self, gates: &mut Gates, a: &[Lit], width: usize) -> Word {
        let parts = Parts::new(gates, self, a);
        let bits = self.exponent_bits();
        let bias = constant(self.bias(), bits);
        let exponent = gates.sub(&parts.exponent, &bias);
        let fractional = self.precision() - 1;
        let fixed_point = resize(&parts.significand(), fractional + width);
        let amount = &exponent[..width.trailing_zeros() as usize];
        let integral = gates.shift(&fixed_point, amount, Shift::Left)[fractional..].to_vec();
        let value = gates.negate_if(parts.sign, &integral);

        let below_one = gates.unsigned_less(&parts.exponent, &bias);
        let zero = gates.or(below_one, parts.nan);
        let limit = constant(self.bias() + width as u128 - 1, bits);
        let beyond = gates.unsigned_less_equal(&limit, &parts.exponent);
        let mut extreme = vec![!parts.sign; width];
        extreme[width - 1] = parts.sign;
        let saturated = gates.choose(beyond, &extreme, &value);
        gates.mask(&saturated, !zero)
    }
}

/// Exact.
pub fn single_to_double(gates: &mut Gates, a: &[Lit]) -> Word {
    let (from, to) = (Format::Single, Format::Double);
    let parts = Parts::new(gates, from, a);
    let number = Number::new(gates, from, &parts);
    let bits = to.exponent_bits();
    let rebias = constant(to.bias() - from.bias(), bits);
    let exponent = gates.add(&sign_extend(&number.exponent, bits), &rebias);
    let fraction = &number.significand[..from.fraction_bits()];
    let mut finite = shift_up(fraction, to.fraction_bits() - from.fraction_bits());
    finite.extend(exponent);
    finite.push(parts.sign);
    let result = gates.choose(parts.zero, &to.zero(parts.sign), &finite);
    let result = gates.choose(parts.infinite, &to.infinity(parts.sign), &result);
    gates.choose(parts.nan, &to.nan(), &result)
}

pub fn double_to_single(gates: &mut Gates, a: &[Lit]) -> Word {
    let (from, to) = (Format::Double, Format::Single);
    let parts = Parts::new(gates, from, a);
    let width = from.wide_exponent_bits();
    let rebias = constant(from.bias() - to.bias(), width);
    let exponent = gates.sub(&resize(&parts.exponent, width), &rebias);
    // A zero or subnormal double is far below the smallest float, with or without the hidden bit.
    let mut significand = parts.fraction.clone();
    significand.push(Lit::TRUE);
    let finite = gates.round(to, &Exact { sign: parts.sign, exponent, significand });
    let result = gates.choose(parts.infinite, &to.infinity(parts.sign), &finite);
    gates.choose(parts.nan, &to.nan(), &result)
}
