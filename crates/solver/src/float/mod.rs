//! IEEE 754 binary32 and binary64 in gates, round to nearest even, as the JVM computes (JLS 15.4).
//! A float is the word of its bits. Invariant: the only NaN in operands and results is the canonical one.

mod arithmetic;
mod compare;
mod convert;
mod remainder;

pub use convert::{double_to_single, single_to_double};
pub use remainder::Remainder;

use crate::gate::{DefinitionId, Gates, Lit, Word};
use crate::word::{constant, resize, shift_up, sign};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    Single,
    Double,
}

impl Format {
    pub fn width(self) -> usize {
        match self {
            Format::Single => 32,
            Format::Double => 64,
        }
    }

    /// Bits of the significand, the hidden one included.
    pub fn precision(self) -> usize {
        match self {
            Format::Single => 24,
            Format::Double => 53,
        }
    }

    fn exponent_bits(self) -> usize {
        self.width() - self.precision()
    }

    fn fraction_bits(self) -> usize {
        self.precision() - 1
    }

    /// Signed words of this width hold the biased exponent of every product and quotient of normalised numbers.
    fn wide_exponent_bits(self) -> usize {
        self.exponent_bits() + 2
    }

    fn bias(self) -> u128 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    pub fn nan(self) -> Word {
        let quiet = 1 << (self.fraction_bits() - 1);
        constant(((1 << self.exponent_bits()) - 1) << self.fraction_bits() | quiet, self.width())
    }

    /// A float input: of all NaNs only the canonical one. The support is as in `Definition`.
    pub fn input(self, gates: &mut Gates, support: Word) -> (DefinitionId, Word) {
        let (id, word) = gates.supported_input(self.width(), support);
        let nan = self.is_nan(gates, &word);
        let canonical = gates.equal_words(&word, &self.nan());
        let restriction = gates.implies(nan, canonical);
        gates.constrain(id, vec![restriction]);
        (id, word)
    }

    fn infinity(self, sign: Lit) -> Word {
        let mut word = constant(0, self.fraction_bits());
        word.extend(vec![Lit::TRUE; self.exponent_bits()]);
        word.push(sign);
        word
    }

    fn zero(self, sign: Lit) -> Word {
        let mut word = constant(0, self.width() - 1);
        word.push(sign);
        word
    }
}

/// The fields of a float and what they say about its class.
struct Parts {
    sign: Lit,
    /// Biased, as stored.
    exponent: Word,
    fraction: Word,
    /// Not subnormal and not zero: the hidden bit.
    normal: Lit,
    nan: Lit,
    infinite: Lit,
    zero: Lit,
}

impl Parts {
    fn new(gates: &mut Gates, format: Format, word: &[Lit]) -> Parts {
        debug_assert_eq!(word.len(), format.width());
        let exponent = word[format.fraction_bits()..format.width() - 1].to_vec();
        let fraction = word[..format.fraction_bits()].to_vec();
        let normal = gates.any(&exponent);
        let top = gates.all(&exponent);
        let integral = gates.none(&fraction);
        Parts {
            sign: sign(word),
            normal,
            nan: gates.and(top, !integral),
            infinite: gates.and(top, integral),
            zero: gates.and(!normal, integral),
            exponent,
            fraction,
        }
    }

    /// Hidden bit included.
    fn significand(&self) -> Word {
        let mut significand = self.fraction.clone();
        significand.push(self.normal);
        significand
    }

    /// The stored exponent, but 1 for subnormal numbers, which have the same scale.
    fn scale(&self, gates: &mut Gates) -> Word {
        let mut scale = self.exponent.clone();
        scale[0] = gates.or(scale[0], !self.normal);
        scale
    }
}

/// A finite number as 1.fraction * 2^(exponent - bias). Zero, infinite and NaN operands give some number:
/// the caller overrules the result.
struct Number {
    sign: Lit,
    /// Biased, signed, of `wide_exponent_bits`.
    exponent: Word,
    /// The top bit is the constant true, so that circuits and descriptions may rely on it.
    significand: Word,
}

impl Number {
    fn new(gates: &mut Gates, format: Format, parts: &Parts) -> Number {
        let (mut significand, amount) = gates.normalise(&parts.significand());
        let top = significand.len() - 1;
        significand[top] = Lit::TRUE;
        let width = format.wide_exponent_bits();
        let scale = parts.scale(gates);
        let exponent = gates.sub(&resize(&scale, width), &resize(&amount, width));
        Number { sign: parts.sign, exponent, significand }
    }
}

/// A number before rounding: like `Number`, with more bits of significand below; the lowest one is sticky.
struct Exact {
    sign: Lit,
    exponent: Word,
    significand: Word,
}

impl Gates {
    /// Rounds to nearest even; the significand has its top bit set.
    fn round(&mut self, format: Format, exact: &Exact) -> Word {
        let width = exact.exponent.len();
        let compact = self.compact(&exact.significand, format.precision() + 2);
        // Below the smallest normal exponent the significand moves right instead.
        let distance = self.sub(&constant(1, width), &exact.exponent);
        let tiny = self.signed_less_equal(&exact.exponent, &constant(0, width));
        let amount = self.mask(&distance[..width - 1], tiny);
        let shifted = self.shift_right_sticky(&compact, &amount);
        let limit = constant((1 << format.exponent_bits()) - 1, width);
        let huge = self.signed_less_equal(&limit, &exact.exponent);
        let field: Word = exact.exponent[..format.exponent_bits()].to_vec();
        let field = self.mask(&field, !tiny);
        let field: Word = field.iter().map(|&bit| self.or(bit, huge)).collect();
        self.pack(format, exact.sign, &field, &shifted)
    }

    /// `significand` has the hidden bit on top and two bits below the last place: guard and sticky. An all-ones
    /// exponent field means overflow. A carry out of the fraction goes into the exponent, as it should.
    fn pack(&mut self, format: Format, sign: Lit, field: &[Lit], significand: &[Lit]) -> Word {
        debug_assert_eq!(significand.len(), format.precision() + 2);
        let (sticky, guard) = (significand[0], significand[1]);
        let fraction = &significand[2..format.precision() + 1];
        let tie_break = self.or(sticky, fraction[0]);
        let up = self.and(guard, tie_break);
        let magnitude: Word = fraction.iter().chain(field).copied().collect();
        let mut rounded = self.increment(&magnitude, up);
        rounded.push(sign);
        let overflow = self.all(field);
        self.choose(overflow, &format.infinity(sign), &rounded)
    }

    /// Narrows from below, or widens with zeros; the lowest bit becomes sticky.
    fn compact(&mut self, significand: &[Lit], width: usize) -> Word {
        if significand.len() <= width {
            return shift_up(significand, width - significand.len());
        }
        let lost = significand.len() - width;
        let mut kept = significand[lost..].to_vec();
        kept[0] = self.any(&significand[..=lost]);
        kept
    }

    /// What is shifted out is remembered in the lowest bit.
    fn shift_right_sticky(&mut self, word: &[Lit], amount: &[Lit]) -> Word {
        let width = word.len();
        let mut shifted = word.to_vec();
        let mut all_out = Lit::FALSE;
        for (stage, &bit) in amount.iter().enumerate() {
            let by = 1 << stage;
            if by >= width {
                all_out = self.or(all_out, bit);
                continue;
            }
            let mut moved = shifted[by..].to_vec();
            moved[0] = self.any(&shifted[..=by]);
            moved.resize(width, Lit::FALSE);
            shifted = self.choose(bit, &moved, &shifted);
        }
        let mut gone = constant(0, width);
        gone[0] = self.any(word);
        self.choose(all_out, &gone, &shifted)
    }
}
