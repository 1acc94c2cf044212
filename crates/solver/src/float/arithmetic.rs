//! Addition, multiplication, division, square root; negation and absolute value, which only touch the sign.

use super::{Exact, Format, Number, Parts};
use crate::gate::{Gates, Lit, Word};
use crate::word::{constant, resize, shift_up, sign, sign_extend};

impl Format {
    /// The NaN has no sign to change.
    pub fn neg(self, gates: &mut Gates, a: &[Lit]) -> Word {
        let nan = self.is_nan(gates, a);
        let mut word = a.to_vec();
        word[self.width() - 1] = gates.and(!sign(a), !nan);
        word
    }

    pub fn abs(self, a: &[Lit]) -> Word {
        let mut word = a.to_vec();
        word[self.width() - 1] = Lit::FALSE;
        word
    }

    pub fn sub(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
        let mut opposite = b.to_vec();
        opposite[self.width() - 1] = !sign(b);
        self.add(gates, a, &opposite)
    }

    pub fn add(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
        let magnitude = self.width() - 1;
        let swap = gates.unsigned_less(&a[..magnitude], &b[..magnitude]);
        let (larger, smaller) = (gates.choose(swap, b, a), gates.choose(swap, a, b));
        let larger = Parts::new(gates, self, &larger);
        let smaller = Parts::new(gates, self, &smaller);
        let subtract = gates.xor(larger.sign, smaller.sign);

        // Three bits below the last place are enough: guard, round and sticky.
        let (scale, other_scale) = (larger.scale(gates), smaller.scale(gates));
        let distance = gates.sub(&scale, &other_scale);
        let aligned = gates.shift_right_sticky(&shift_up(&smaller.significand(), 3), &distance);
        let width = self.precision() + 4;
        let addend: Word = resize(&aligned, width).iter().map(|&bit| gates.xor(bit, subtract)).collect();
        let base = resize(&shift_up(&larger.significand(), 3), width);
        let (sum, _) = gates.add_carry(&base, &addend, subtract);

        let (normalised, room) = gates.normalise_within(&sum, &scale);
        let leading = sign(&normalised);
        let next = gates.increment(&room, Lit::TRUE);
        let field = gates.mask(&next, leading);
        let compact = gates.compact(&normalised, self.precision() + 2);
        let nonzero = gates.any(&sum);
        let both_negative = gates.and(larger.sign, smaller.sign);
        let sign = gates.mux(nonzero, larger.sign, both_negative);
        let finite = gates.pack(self, sign, &field, &compact);

        let opposed = gates.and(smaller.infinite, subtract);
        let nan = gates.any(&[larger.nan, smaller.nan, opposed]);
        let result = gates.choose(larger.infinite, &self.infinity(larger.sign), &finite);
        gates.choose(nan, &self.nan(), &result)
    }

    pub fn mul(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
        let (a, b) = (Parts::new(gates, self, a), Parts::new(gates, self, b));
        let (x, y) = (Number::new(gates, self, &a), Number::new(gates, self, &b));
        let precision = self.precision();
        let product = gates.multiply(&x.significand, &y.significand, 2 * precision);
        // 1.f * 1.f is in [1, 4)
        let carry = sign(&product);
        let mut significand = gates.choose(carry, &product, &resize(&shift_up(&product, 1), 2 * precision));
        significand[2 * precision - 1] = Lit::TRUE;
        let width = self.wide_exponent_bits();
        let bias = constant(self.bias(), width);
        let excess = gates.sub(&x.exponent, &bias);
        let (exponent, _) = gates.add_carry(&excess, &y.exponent, carry);
        let sign = gates.xor(x.sign, y.sign);
        let finite = gates.round(self, &Exact { sign, exponent, significand });

        let zero = gates.or(a.zero, b.zero);
        let infinite = gates.or(a.infinite, b.infinite);
        let undefined = gates.and(zero, infinite);
        let nan = gates.any(&[a.nan, b.nan, undefined]);
        let result = gates.choose(zero, &self.zero(sign), &finite);
        let result = gates.choose(infinite, &self.infinity(sign), &result);
        gates.choose(nan, &self.nan(), &result)
    }

    pub fn div(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Word {
        let (a, b) = (Parts::new(gates, self, a), Parts::new(gates, self, b));
        let (x, y) = (Number::new(gates, self, &a), Number::new(gates, self, &b));
        let precision = self.precision();
        // The quotient of two significands is in (1/2, 2): its integer has precision + 1 or + 2 bits.
        let dividend = shift_up(&x.significand, precision + 1);
        let (quotient, rest) = gates.divide_long(&dividend, &y.significand, precision + 2);
        let inexact = gates.any(&rest);
        let mut exact = vec![inexact];
        exact.extend(quotient);
        let at_least_one = sign(&exact);
        let mut significand = gates.choose(at_least_one, &exact, &resize(&shift_up(&exact, 1), exact.len()));
        significand[precision + 2] = Lit::TRUE;
        let width = self.wide_exponent_bits();
        let difference = gates.sub(&x.exponent, &y.exponent);
        let (exponent, _) = gates.add_carry(&difference, &constant(self.bias() - 1, width), at_least_one);
        let sign = gates.xor(x.sign, y.sign);
        let finite = gates.round(self, &Exact { sign, exponent, significand });

        let zeros = gates.and(a.zero, b.zero);
        let infinities = gates.and(a.infinite, b.infinite);
        let nan = gates.any(&[a.nan, b.nan, zeros, infinities]);
        let zero = gates.or(a.zero, b.infinite);
        let infinite = gates.or(a.infinite, b.zero);
        let result = gates.choose(zero, &self.zero(sign), &finite);
        let result = gates.choose(infinite, &self.infinity(sign), &result);
        gates.choose(nan, &self.nan(), &result)
    }

    pub fn sqrt(self, gates: &mut Gates, a: &[Lit]) -> Word {
        let parts = Parts::new(gates, self, a);
        let x = Number::new(gates, self, &parts);
        let precision = self.precision();
        let width = self.wide_exponent_bits();
        let unbiased = gates.sub(&x.exponent, &constant(self.bias(), width));
        // An odd exponent lends its unit to the radicand, which then has an even one.
        let odd = unbiased[0];
        let radicand_bits = 2 * (precision + 1);
        let even_radicand = resize(&shift_up(&x.significand, precision + 1), radicand_bits);
        let odd_radicand = shift_up(&x.significand, precision + 2);
        let radicand = gates.choose(odd, &odd_radicand, &even_radicand);
        let (mut root, rest) = gates.square_root(&radicand);
        root[precision] = Lit::TRUE;
        let inexact = gates.any(&rest);
        let mut significand = vec![inexact];
        significand.extend(root);
        let half = sign_extend(&unbiased[1..], width);
        let exponent = gates.add(&half, &constant(self.bias(), width));
        // A root is never subnormal and never overflows.
        let finite = gates.pack(self, Lit::FALSE, &exponent[..self.exponent_bits()], &significand);

        let negative = gates.and(parts.sign, !parts.zero);
        let nan = gates.or(parts.nan, negative);
        let itself = gates.or(parts.zero, parts.infinite);
        let result = gates.choose(itself, a, &finite);
        gates.choose(nan, &self.nan(), &result)
    }
}

impl Gates {
    /// Shifts left until the top bit is set or `room` is used up; also answers the room that is left.
    fn normalise_within(&mut self, word: &[Lit], room: &[Lit]) -> (Word, Word) {
        let width = word.len();
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let mut shifted = word.to_vec();
        let mut room = room.to_vec();
        for stage in (0..stages).rev() {
            let by = 1 << stage;
            let clear = self.none(&shifted[width - by..]);
            let enough = self.any(&room[stage..]);
            let go = self.and(clear, enough);
            let moved = resize(&shift_up(&shifted, by), width);
            shifted = self.choose(go, &moved, &shifted);
            let spent = vec![go; room.len() - stage];
            let left = self.add(&room[stage..], &spent);
            room.truncate(stage);
            room.extend(left);
        }
        (shifted, room)
    }
}
