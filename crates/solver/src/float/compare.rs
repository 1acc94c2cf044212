//! Comparisons: false if an operand is not a number; zeros are equal whatever their sign.

use super::{Format, Parts};
use crate::gate::{Gates, Lit};
use crate::word::sign;

impl Format {
    pub fn is_nan(self, gates: &mut Gates, a: &[Lit]) -> Lit {
        Parts::new(gates, self, a).nan
    }

    pub fn eq(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
        let same = gates.equal_words(a, b);
        let zeros = self.both_zero(gates, a, b);
        let equal = gates.or(same, zeros);
        self.if_ordered(gates, a, b, equal)
    }

    pub fn lt(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
        let (x, y) = (&a[..self.width() - 1], &b[..self.width() - 1]);
        let (less, greater) = (gates.unsigned_less(x, y), gates.unsigned_less(y, x));
        let zeros = self.both_zero(gates, a, b);
        let negative = gates.mux(sign(b), greater, !zeros);
        let positive = gates.and(!sign(b), less);
        let less = gates.mux(sign(a), negative, positive);
        self.if_ordered(gates, a, b, less)
    }

    pub fn le(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
        let (x, y) = (&a[..self.width() - 1], &b[..self.width() - 1]);
        let (less, greater) = (gates.unsigned_less_equal(x, y), gates.unsigned_less_equal(y, x));
        let zeros = self.both_zero(gates, a, b);
        let negative = gates.mux(sign(b), greater, Lit::TRUE);
        let positive = gates.mux(sign(b), zeros, less);
        let less = gates.mux(sign(a), negative, positive);
        self.if_ordered(gates, a, b, less)
    }

    /// All NaNs become the canonical one.
    pub fn canonical(self, gates: &mut Gates, a: &[Lit]) -> Vec<Lit> {
        let nan = self.is_nan(gates, a);
        gates.choose(nan, &self.nan(), a)
    }

    fn both_zero(self, gates: &mut Gates, a: &[Lit], b: &[Lit]) -> Lit {
        let bits: Vec<Lit> = a[..self.width() - 1].iter().chain(&b[..self.width() - 1]).copied().collect();
        gates.none(&bits)
    }

    fn if_ordered(self, gates: &mut Gates, a: &[Lit], b: &[Lit], condition: Lit) -> Lit {
        let (first, second) = (self.is_nan(gates, a), self.is_nan(gates, b));
        gates.all(&[condition, !first, !second])
    }
}
