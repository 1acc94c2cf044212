//! Division and square roots. Two ways, chosen by measurement (examples/workload.rs): a symbolic divisor gets the
//! circuit of long division, which computes forward from known operands; a constant one gets fresh quotient and
//! remainder words and what holds of them, which is much smaller.

use crate::gate::{Division, Gates, Lit, Word};
use crate::word::{constant, constant_value, invert, resize, sign};

impl Gates {
    /// Unsigned quotient and remainder; division by zero as in SMT-LIB (all ones, dividend).
    pub fn divide_unsigned(&mut self, dividend: &[Lit], divisor: &[Lit]) -> (Word, Word) {
        debug_assert_eq!(dividend.len(), divisor.len());
        match constant_value(divisor) {
            Some(divisor) => self.divide_by_constant(dividend, divisor),
            None => self.divide_long(dividend, divisor, dividend.len()),
        }
    }

    /// Truncating, as Java's `/` and `%`; division by zero as in SMT-LIB.
    pub fn divide_signed(&mut self, dividend: &[Lit], divisor: &[Lit]) -> (Word, Word) {
        let (negative, other) = (sign(dividend), sign(divisor));
        let magnitude = self.negate_if(negative, dividend);
        let other_magnitude = self.negate_if(other, divisor);
        let (quotient, remainder) = self.divide_unsigned(&magnitude, &other_magnitude);
        let opposite = self.xor(negative, other);
        (self.negate_if(opposite, &quotient), self.negate_if(negative, &remainder))
    }

    /// Bit by bit. The divisor may be narrower than the dividend; the caller knows that the quotient has at most
    /// `quotient_bits` bits, unless the divisor is zero.
    pub fn divide_long(&mut self, dividend: &[Lit], divisor: &[Lit], quotient_bits: usize) -> (Word, Word) {
        let wide = divisor.len() + 1;
        let subtrahend = invert(&resize(divisor, wide));
        // What is above the quotient is less than the divisor.
        let mut rest = resize(&dividend[quotient_bits..], wide);
        let mut quotient = constant(0, quotient_bits);
        for i in (0..quotient_bits).rev() {
            rest.rotate_right(1);
            rest[0] = dividend[i];
            let (difference, fits) = self.add_carry(&rest, &subtrahend, Lit::TRUE);
            quotient[i] = fits;
            rest = self.choose(fits, &difference, &rest);
        }
        (quotient, resize(&rest, divisor.len()))
    }

    fn divide_by_constant(&mut self, dividend: &[Lit], divisor: u128) -> (Word, Word) {
        let width = dividend.len();
        if divisor == 0 {
            return (vec![Lit::TRUE; width], dividend.to_vec());
        }
        if let Some(dividend) = constant_value(dividend) {
            return (constant(dividend / divisor, width), constant(dividend % divisor, width));
        }
        if divisor.is_power_of_two() {
            let low = divisor.trailing_zeros() as usize;
            return (resize(&dividend[low..], width), resize(&dividend[..low], width));
        }
        let division = self.describe_division(dividend, divisor);
        (resize(&division.quotient, width), resize(&division.remainder, width))
    }

    /// quotient * divisor + remainder = dividend, remainder < divisor.
    fn describe_division(&mut self, dividend: &[Lit], divisor: u128) -> Division {
        let key = (dividend.to_vec(), divisor);
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        let bits = 128 - divisor.leading_zeros() as usize;
        let (id, division) = self.define_division(dividend, divisor, dividend.len() + 1 - bits, bits);
        // Two spare bits hold every carry: the product is below 2^(width + 1).
        let wide = dividend.len() + 2;
        let product = self.multiply_constant(&division.quotient, divisor, wide);
        let sum = self.add(&product, &resize(&division.remainder, wide));
        let same = self.equal_words(&sum, &resize(dividend, wide));
        let in_range = self.unsigned_less(&division.remainder, &constant(divisor, bits));
        self.constrain(id, vec![same, in_range]);
        self.divisions.insert(key, division.clone());
        division
    }

    /// floor(sqrt(radicand)) and what is left, which has one bit more. The width of the radicand is even.
    /// Digit by digit, as by hand: a digit is one if (2 * root * 2 + 1) fits into what is left.
    pub fn square_root(&mut self, radicand: &[Lit]) -> (Word, Word) {
        let half = radicand.len() / 2;
        debug_assert_eq!(radicand.len(), 2 * half);
        let wide = half + 2;
        let mut rest = constant(0, wide);
        let mut root = Word::new();
        for i in (0..half).rev() {
            let mut next = radicand[2 * i..2 * i + 2].to_vec();
            next.extend_from_slice(&rest[..half]);
            let mut trial = vec![Lit::TRUE, Lit::FALSE];
            trial.extend_from_slice(&root);
            let (difference, fits) = self.add_carry(&next, &invert(&resize(&trial, wide)), Lit::TRUE);
            rest = self.choose(fits, &difference, &next);
            root.insert(0, fits);
        }
        rest.truncate(half + 1);
        (root, rest)
    }
}
