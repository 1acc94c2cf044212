//! What a proof may use about functions of `java.lang.Math`: only what their specification says of every implementation
//! (when a result is NaN, its sign and range; results are within one or two units in the last place and semi-monotonic).

use crate::float::Format;
use crate::gate::{Gates, Lit, Word};
use crate::word::{constant, sign};
use std::f64::consts::{FRAC_PI_2, PI};
use term::Function;

const DOUBLE: Format = Format::Double;

/// Conditions on a result, all of which hold.
pub fn properties(gates: &mut Gates, function: Function, args: &[&[Lit]], result: &[Lit]) -> Vec<Lit> {
    let mut claims = Claims { gates, a: args[0], result, claims: Vec::new() };
    match function {
        Function::Sin => {
            claims.nan_where_infinite();
            claims.within(-1.0, 1.0);
            claims.zero_stays();
        }
        Function::Cos => {
            claims.nan_where_infinite();
            claims.within(-1.0, 1.0);
        }
        Function::Tan => {
            claims.nan_where_infinite();
            claims.zero_stays();
        }
        Function::Asin => {
            claims.nan_outside(-1.0, 1.0);
            claims.within(-up(FRAC_PI_2), up(FRAC_PI_2));
            claims.sign_stays();
        }
        Function::Acos => {
            claims.nan_outside(-1.0, 1.0);
            claims.within(0.0, up(PI));
        }
        Function::Atan => {
            claims.nan_where_nan();
            claims.within(-up(FRAC_PI_2), up(FRAC_PI_2));
            claims.sign_stays();
        }
        Function::Tanh => {
            claims.nan_where_nan();
            claims.within(-1.0, 1.0);
            claims.sign_stays();
        }
        Function::Cbrt | Function::Sinh => {
            claims.nan_where_nan();
            claims.sign_stays();
        }
        Function::Exp => {
            claims.nan_where_nan();
            claims.within(0.0, f64::INFINITY);
            claims.crosses(0.0, 1.0);
        }
        Function::Expm1 => {
            claims.nan_where_nan();
            claims.within(-1.0, f64::INFINITY);
            claims.sign_stays();
        }
        Function::Cosh => {
            claims.nan_where_nan();
            claims.within(1.0, f64::INFINITY);
        }
        Function::Log | Function::Log10 => {
            claims.nan_outside(0.0, f64::INFINITY);
            claims.crosses(1.0, 0.0);
        }
        Function::Log1p => {
            claims.nan_outside(-1.0, f64::INFINITY);
            claims.sign_stays();
        }
        Function::Atan2 => claims.within(-up(PI), up(PI)),
        Function::Hypot => claims.within(0.0, f64::INFINITY),
        Function::Pow => claims.power(args[1]),
    }
    claims.claims
}

/// One unit further from zero, for results that may be off by one.
fn up(value: f64) -> f64 {
    value.next_up()
}

struct Claims<'a> {
    gates: &'a mut Gates,
    a: &'a [Lit],
    result: &'a [Lit],
    claims: Vec<Lit>,
}

impl Claims<'_> {
    fn number(value: f64) -> Word {
        constant(value.to_bits().into(), DOUBLE.width())
    }

    fn at_least(&mut self, word: &[Lit], value: f64) -> Lit {
        DOUBLE.le(self.gates, &Self::number(value), word)
    }

    fn at_most(&mut self, word: &[Lit], value: f64) -> Lit {
        DOUBLE.le(self.gates, word, &Self::number(value))
    }

    fn result_is_nan(&mut self) -> Lit {
        DOUBLE.is_nan(self.gates, self.result)
    }

    fn implies(&mut self, condition: Lit, conclusion: Lit) {
        let claim = self.gates.or(!condition, conclusion);
        self.claims.push(claim);
    }

    /// The result is NaN there and nowhere else.
    fn nan_exactly(&mut self, condition: Lit) {
        let nan = self.result_is_nan();
        let differs = self.gates.xor(nan, condition);
        self.claims.push(!differs);
    }

    fn nan_where_nan(&mut self) {
        let nan = DOUBLE.is_nan(self.gates, self.a);
        self.nan_exactly(nan);
    }

    fn nan_where_infinite(&mut self) {
        self.nan_outside(-f64::MAX, f64::MAX);
    }

    /// NaN itself is outside of everything.
    fn nan_outside(&mut self, low: f64, high: f64) {
        let (above, below) = (self.at_least(self.a, low), self.at_most(self.a, high));
        let inside = self.gates.and(above, below);
        self.nan_exactly(!inside);
    }

    fn within(&mut self, low: f64, high: f64) {
        let (above, below) = (self.at_least(self.result, low), self.at_most(self.result, high));
        let inside = self.gates.and(above, below);
        let nan = self.result_is_nan();
        self.implies(!nan, inside);
    }

    /// The function rises through (x, y): on either side of x the result is on that side of y, or on it.
    fn crosses(&mut self, x: f64, y: f64) {
        let nan = self.result_is_nan();
        let (right, above) = (self.at_least(self.a, x), self.at_least(self.result, y));
        let (left, below) = (self.at_most(self.a, x), self.at_most(self.result, y));
        let (above, below) = (self.gates.or(above, nan), self.gates.or(below, nan));
        self.implies(right, above);
        self.implies(left, below);
    }

    fn zero_stays(&mut self) {
        let zero = self.gates.none(&self.a[..DOUBLE.width() - 1]);
        let same = self.gates.equal_words(self.a, self.result);
        self.implies(zero, same);
    }

    /// Through the origin, and the sign of a zero is kept.
    fn sign_stays(&mut self) {
        self.crosses(0.0, 0.0);
        self.zero_stays();
    }

    /// The zeroth power is 1, the first the base itself; bases without a sign have such powers.
    fn power(&mut self, exponent: &[Lit]) {
        let zero = self.gates.none(&exponent[..DOUBLE.width() - 1]);
        let one = self.gates.equal_words(self.result, &Self::number(1.0));
        self.implies(zero, one);
        let first = self.gates.equal_words(exponent, &Self::number(1.0));
        let same = self.gates.equal_words(self.result, self.a);
        self.implies(first, same);
        let (nan, positive) = (self.result_is_nan(), self.at_least(self.result, 0.0));
        let no_number = DOUBLE.is_nan(self.gates, self.a);
        let base = self.gates.and(!no_number, !sign(self.a));
        let either = self.gates.or(nan, positive);
        self.implies(base, either);
        let (low, high) = (self.at_least(exponent, -f64::MAX), self.at_most(exponent, f64::MAX));
        let regular = self.gates.all(&[base, low, high]);
        self.implies(regular, !nan);
    }
}
