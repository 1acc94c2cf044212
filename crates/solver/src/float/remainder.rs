//! Java's `%` on floats (JLS 15.17.3, C's fmod): the exact remainder of truncating division, by long division.

use super::{Exact, Format, Number, Parts};
use crate::gate::{Gates, Lit, Word};
use crate::word::{Shift, constant, constant_value, invert, resize, shift_up, sign};

/// Steps of long division that are encoded: all that binary32 can need. Binary64 could need 2,098, but programs
/// rarely divide numbers further apart than this.
fn steps(format: Format) -> usize {
    match format {
        Format::Single => 277,
        Format::Double => 130,
    }
}

pub struct Remainder {
    pub word: Word,
    /// Where this is false the exponents differ by more than is encoded and `word` is meaningless.
    pub exact: Lit,
}

impl Format {
    pub fn rem(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Remainder {
        let (x, y) = (Parts::new(gates, self, a), Parts::new(gates, self, b));
        let (dividend, divisor) = (Number::new(gates, self, &x), Number::new(gates, self, &y));
        let width = self.wide_exponent_bits();
        let distance = gates.sub(&dividend.exponent, &divisor.exponent);
        let magnitude = self.width() - 1;
        let smaller = gates.unsigned_less(&a[..magnitude], &b[..magnitude]);

        let top = self.precision() - 1;
        let power_of_two = constant_value(&divisor.significand) == Some(1 << top);
        let (rest, covered) = if power_of_two {
            let shifted = gates.shift(&dividend.significand, &distance, Shift::Left);
            (shifted[..top].to_vec(), Lit::TRUE)
        } else {
            let steps = steps(self);
            let rest = gates.long_division(&dividend.significand, &divisor.significand, &distance, steps);
            let covered = match self {
                Format::Single => Lit::TRUE,
                Format::Double => gates.signed_less(&distance, &constant(steps as u128, width)),
            };
            (rest, covered)
        };
        let (mut significand, amount) = gates.normalise(&resize(&rest, self.precision()));
        let nonzero = sign(&significand);
        significand[top] = Lit::TRUE;
        let exponent = gates.sub(&divisor.exponent, &resize(&amount, width));
        let nonzero_rest = gates.round(self, &Exact { sign: x.sign, exponent, significand });
        let finite = gates.choose(nonzero, &nonzero_rest, &self.zero(x.sign));

        let nan = gates.any(&[x.nan, y.nan, x.infinite, y.zero]);
        let result = gates.choose(smaller, a, &finite);
        let easy = gates.or(smaller, nan);
        Remainder { word: gates.choose(nan, &self.nan(), &result), exact: gates.or(easy, covered) }
    }
}

impl Gates {
    /// dividend * 2^distance mod divisor, for distances from 0 below `steps`; both have their top bits set.
    fn long_division(&mut self, dividend: &[Lit], divisor: &[Lit], distance: &[Lit], steps: usize) -> Word {
        let wide = divisor.len() + 1;
        let divisor = resize(divisor, wide);
        let mut rest = self.reduce_once(&resize(dividend, wide), &divisor);
        for step in 1..steps {
            let doubled = resize(&shift_up(&rest, 1), wide);
            let reduced = self.reduce_once(&doubled, &divisor);
            let active = self.signed_less_equal(&constant(step as u128, distance.len()), distance);
            rest = self.choose(active, &reduced, &rest);
        }
        rest.truncate(wide - 1);
        rest
    }

    /// For words below twice the divisor.
    fn reduce_once(&mut self, word: &[Lit], divisor: &[Lit]) -> Word {
        let (difference, fits) = self.add_carry(word, &invert(divisor), Lit::TRUE);
        self.choose(fits, &difference, word)
    }
}
