//! Division and square roots by description: fresh result words and what holds of them. Multiplying back is
//! smaller than a divider circuit and lets the SAT solver reason from the result to the operands.

use crate::gate::{DefinitionKind, Gates, Lit, Word};
use crate::word::{constant, constant_value, resize, shift_up, sign};

impl Gates {
    /// Unsigned quotient and remainder; division by zero as in SMT-LIB (all ones, dividend).
    pub fn divide_unsigned(&mut self, dividend: &[Lit], divisor: &[Lit]) -> (Word, Word) {
        debug_assert_eq!(dividend.len(), divisor.len());
        self.divide_bounded(dividend, divisor, dividend.len())
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

    /// The divisor may be narrower than the dividend. The caller knows that the quotient has at most
    /// `quotient_bits` bits WHATEVER the operands are: a description that no quotient meets would make every
    /// query that contains it unsatisfiable.
    pub fn divide_bounded(&mut self, dividend: &[Lit], divisor: &[Lit], quotient_bits: usize) -> (Word, Word) {
        let known_divisor = constant_value(divisor);
        if let Some(known) = known_divisor
            && let Some(results) = divide_by_constant(dividend, divisor.len(), known, quotient_bits)
        {
            return results;
        }
        let mode: u32 = std::env::var("DIVMODE").map_or(0, |m| m.parse().unwrap());
        if known_divisor.is_none() && mode & 1 == 1 || known_divisor.is_some() && mode & 2 == 2 {
            let bits = known_divisor.map_or(divisor.len(), |known| 128 - known.leading_zeros() as usize);
            return self.restoring(dividend, divisor, bits, quotient_bits);
        }
        let key = (dividend.to_vec(), divisor.to_vec());
        if let Some(known) = self.divisions.get(&key) {
            return known.clone();
        }
        // A constant divisor bounds quotient and remainder further.
        let divisor_bits = known_divisor.map_or(divisor.len(), |known| 128 - known.leading_zeros() as usize);
        let fitting_bits = match known_divisor {
            Some(_) => quotient_bits.min(dividend.len() + 1 - divisor_bits),
            None => quotient_bits,
        };
        let id = self.next_definition();
        let quotient = self.defined_word(id, fitting_bits);
        let remainder = self.defined_word(id, divisor_bits);
        let results = (resize(&quotient, quotient_bits), resize(&remainder, divisor.len()));
        self.define(DefinitionKind::Divide {
            dividend: dividend.to_vec(),
            divisor: divisor.to_vec(),
            quotient: quotient.clone(),
            remainder: remainder.clone(),
        });
        let mut constraints = match known_divisor {
            Some(known) => self.multiplied_back_constant(&quotient, known, &remainder, dividend),
            None => self.multiplied_back(&quotient, divisor, &remainder, dividend),
        };
        let by_zero = self.none(divisor);
        let in_range = self.unsigned_less(&results.1, divisor);
        constraints.push(self.or(by_zero, in_range));
        let ones = self.all(&quotient);
        constraints.push(self.implies(by_zero, ones));
        self.constrain(id, constraints);
        self.divisions.insert(key, results.clone());
        results
    }

    fn restoring(&mut self, dividend: &[Lit], divisor: &[Lit], bits: usize, quotient_bits: usize) -> (Word, Word) {
        let wide = resize(divisor, bits + 1);
        let skip = dividend.len() - quotient_bits;
        // the first bits cannot give a quotient bit
        let mut rest = resize(&dividend[dividend.len() - skip..], bits + 1);
        let mut quotient = constant(0, quotient_bits);
        for i in (0..quotient_bits).rev() {
            rest.rotate_right(1);
            rest[0] = dividend[i];
            let (difference, fits) = self.add_carry(&rest, &crate::word::invert(&wide), Lit::TRUE);
            quotient[i] = fits;
            rest = self.choose(fits, &difference, &rest);
        }
        (quotient, resize(&rest, divisor.len()))
    }

    fn digits(&mut self, radicand: &[Lit]) -> (Word, Word) {
        let half = radicand.len() / 2;
        let mut rest = constant(0, half + 2);
        let mut root: Word = Word::new();
        for i in (0..half).rev() {
            let mut next = vec![radicand[2 * i], radicand[2 * i + 1]];
            next.extend_from_slice(&rest[..half]);
            let mut trial = vec![Lit::TRUE, Lit::FALSE];
            trial.extend_from_slice(&root);
            let trial = resize(&trial, half + 2);
            let (difference, fits) = self.add_carry(&next, &crate::word::invert(&trial), Lit::TRUE);
            rest = self.choose(fits, &difference, &next);
            root.insert(0, fits);
        }
        (root, rest[..half + 1].to_vec())
    }

    /// floor(sqrt(radicand)) and what is left, which has one bit more. The width of the radicand is even.
    pub fn square_root(&mut self, radicand: &[Lit]) -> (Word, Word) {
        let half = radicand.len() / 2;
        debug_assert_eq!(radicand.len(), 2 * half);
        if let Some(radicand) = constant_value(radicand) {
            let root = radicand.isqrt();
            return (constant(root, half), constant(radicand - root * root, half + 1));
        }
        if std::env::var("DIVMODE").map_or(0, |m| m.parse().unwrap()) & 4 == 4 { return self.digits(radicand); }
        if let Some(known) = self.roots.get(radicand) {
            return known.clone();
        }
        let id = self.next_definition();
        let root = self.defined_word(id, half);
        let rest = self.defined_word(id, half + 1);
        self.define(DefinitionKind::Root {
            radicand: radicand.to_vec(),
            root: root.clone(),
            rest: rest.clone(),
        });
        let mut constraints = self.multiplied_back(&root, &root, &rest, radicand);
        // radicand < (root + 1)^2
        let double = shift_up(&root, 1);
        constraints.push(self.unsigned_less_equal(&rest, &double));
        self.constrain(id, constraints);
        self.roots.insert(radicand.to_vec(), (root.clone(), rest.clone()));
        (root, rest)
    }

    /// a * b + c = sum without overflow; no operand is wider than `sum`.
    fn multiplied_back(&mut self, a: &[Lit], b: &[Lit], c: &[Lit], sum: &[Lit]) -> Vec<Lit> {
        let width = sum.len();
        let b = resize(b, width);
        let mut constraints = Vec::new();
        let mut partial = resize(c, width);
        // some bit of b at or above width - i
        let mut high = Lit::FALSE;
        for (i, &bit) in a.iter().enumerate() {
            let row = self.mask(&b[..width - i], bit);
            let (top, carry) = self.add_carry(&partial[i..], &row, Lit::FALSE);
            partial.truncate(i);
            partial.extend(top);
            constraints.push(!carry);
            constraints.push(!self.and(bit, high));
            high = self.or(high, b[width - 1 - i]);
        }
        constraints.push(self.equal_words(&partial, sum));
        constraints
    }

    /// The same for a constant: two spare bits hold every carry, because a * b < 2^(width + 1).
    fn multiplied_back_constant(&mut self, a: &[Lit], b: u128, c: &[Lit], sum: &[Lit]) -> Vec<Lit> {
        let wide = sum.len() + 2;
        let product = self.multiply_constant(a, b, wide);
        let total = self.add(&product, &resize(c, wide));
        vec![self.equal_words(&total, &resize(sum, wide))]
    }
}

/// The divisors that need no description.
fn divide_by_constant(
    dividend: &[Lit],
    divisor_width: usize,
    divisor: u128,
    quotient_bits: usize,
) -> Option<(Word, Word)> {
    if divisor == 0 {
        return Some((vec![Lit::TRUE; quotient_bits], resize(dividend, divisor_width)));
    }
    if let Some(dividend) = constant_value(dividend) {
        return Some((constant(dividend / divisor, quotient_bits), constant(dividend % divisor, divisor_width)));
    }
    if divisor.is_power_of_two() {
        let low = (divisor.trailing_zeros() as usize).min(dividend.len());
        return Some((resize(&dividend[low..], quotient_bits), resize(&dividend[..low], divisor_width)));
    }
    None
}
