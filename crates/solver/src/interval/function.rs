//! Where the results of functions of `java.lang.Math` lie, on all JVMs: the specification lets them be one, two or two and a half
//! units in the last place away from the exact result, and the platform's library, with which bounds are computed here, is off
//! by up to four. The exact function is monotone between the places that are looked for.

use super::range::Range;
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use term::Function;

/// How many doubles lie at most between a result in Java and the one of the platform: six units and a half in the last place, which
/// are twice as many doubles below a power of two, and some to spare.
const DOUBT: u32 = 16;

/// Beyond, no period of a sine is looked for.
const FAR: f64 = 1e8;

/// What the place of an extremum, counted in periods, may be off by below `FAR`.
const PERIOD_DOUBT: f64 = 1e-6;

/// Contains every result that a JVM may compute from arguments in these ranges. The second one counts only where there are two.
pub fn enclosure(function: Function, a: &Range, b: &Range) -> Range {
    match function {
        Function::Sin => wave(a, f64::sin, FRAC_PI_2),
        Function::Cos => wave(a, f64::cos, 0.0),
        Function::Tan => tangent(a),
        Function::Asin => rising(a, Range::numbers(-1.0, 1.0), f64::asin).clamped(-UP_HALF_PI, UP_HALF_PI),
        Function::Acos => rising(&a.neg(), Range::numbers(-1.0, 1.0), |x| (-x).acos()).clamped(0.0, UP_PI),
        Function::Atan => rising(a, LINE, f64::atan).clamped(-UP_HALF_PI, UP_HALF_PI),
        Function::Exp => rising(a, LINE, f64::exp).clamped(0.0, f64::INFINITY),
        Function::Log => rising(a, POSITIVE, f64::ln),
        Function::Log10 => rising(a, POSITIVE, f64::log10),
        Function::Cbrt => rising(a, LINE, f64::cbrt),
        Function::Sinh => rising(a, LINE, f64::sinh),
        Function::Cosh => rising(&a.abs(), LINE, f64::cosh).clamped(1.0, f64::INFINITY),
        Function::Tanh => rising(a, LINE, f64::tanh).clamped(-1.0, 1.0),
        Function::Expm1 => rising(a, LINE, f64::exp_m1).clamped(-1.0, f64::INFINITY),
        Function::Log1p => rising(a, Range::numbers(-1.0, f64::INFINITY), f64::ln_1p),
        Function::Atan2 => angle(a, b),
        Function::Pow => power(a, b),
        Function::Hypot => hypotenuse(a, b),
    }
}

const LINE: Range = Range { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: false };
const POSITIVE: Range = Range { low: 0.0, high: f64::INFINITY, nan: false };
const UP_PI: f64 = PI.next_up();
const UP_HALF_PI: f64 = FRAC_PI_2.next_up();

impl Range {
    /// By as many units as Java and the platform may differ.
    fn doubted(mut self) -> Range {
        for _ in 0..DOUBT {
            (self.low, self.high) = (self.low.next_down(), self.high.next_up());
        }
        self
    }

    fn clamped(self, low: f64, high: f64) -> Range {
        self.meet(&Range { low, high, nan: true })
    }
}

/// A function that rises on its domain and is NaN elsewhere.
fn rising(a: &Range, domain: Range, of: impl Fn(f64) -> f64) -> Range {
    let nan = a.nan || a.has_numbers() && (a.low < domain.low || a.high > domain.high);
    let inside = a.meet(&domain);
    if !inside.has_numbers() {
        return Range { nan, ..Range::EMPTY };
    }
    Range { nan, ..Range::numbers(of(inside.low), of(inside.high)).doubted() }
}

/// Whether a place `from + k * period` may lie in the range, which is not far from zero.
fn meets(a: &Range, from: f64, period: f64) -> bool {
    let first = ((a.low - from) / period - PERIOD_DOUBT).ceil();
    first <= (a.high - from) / period + PERIOD_DOUBT
}

/// Sine and cosine: 1 at `top + k * TAU`, -1 half a period later.
fn wave(a: &Range, of: impl Fn(f64) -> f64, top: f64) -> Range {
    let nan = a.nan || a.is_infinite();
    let finite = a.meet(&Range::numbers(-f64::MAX, f64::MAX));
    if !finite.has_numbers() {
        return Range { nan, ..Range::EMPTY };
    }
    let ends = || {
        let (first, last) = (of(finite.low), of(finite.high));
        Range::numbers(first.min(last), first.max(last)).doubted()
    };
    let mut result = if finite.low == finite.high {
        ends()
    } else if finite.abs().high > FAR {
        LINE
    } else {
        let mut result = ends();
        if meets(&finite, top, TAU) {
            result.high = 1.0;
        }
        if meets(&finite, top - PI, TAU) {
            result.low = -1.0;
        }
        result
    };
    result.nan = nan;
    result.clamped(-1.0, 1.0)
}

fn tangent(a: &Range) -> Range {
    let nan = a.nan || a.is_infinite();
    let finite = a.meet(&Range::numbers(-f64::MAX, f64::MAX));
    if !finite.has_numbers() {
        return Range { nan, ..Range::EMPTY };
    }
    let continuous = finite.low == finite.high || finite.abs().high <= FAR && !meets(&finite, FRAC_PI_2, PI);
    if !continuous {
        return Range { nan, ..LINE };
    }
    Range { nan, ..Range::numbers(finite.low.tan(), finite.high.tan()).doubted() }
}

/// `atan2(y, x)`: on a box that does not touch the negative half of the x axis the extreme angles are at corners.
fn angle(y: &Range, x: &Range) -> Range {
    let nan = y.nan || x.nan;
    if !y.has_numbers() || !x.has_numbers() {
        return Range { nan, ..Range::EMPTY };
    }
    let result = if x.low > 0.0 || y.low > 0.0 || y.high < 0.0 { y.corners(x, f64::atan2).doubted() } else { LINE };
    Range { nan, ..result }.clamped(-UP_PI.next_up(), UP_PI.next_up())
}

fn hypotenuse(a: &Range, b: &Range) -> Range {
    // An infinite side makes an infinite hypotenuse, whatever the other one is.
    if a.nan || b.nan {
        return Range { nan: true, ..POSITIVE };
    }
    let (a, b) = (a.abs(), b.abs());
    Range::numbers(a.low.hypot(b.low), a.high.hypot(b.high)).doubted().clamped(0.0, f64::INFINITY)
}

/// `base` to the `exponent`, which is `exp(exponent * ln(base))` for positive bases: extreme at corners.
fn power(base: &Range, exponent: &Range) -> Range {
    if exponent.value() == Some(0.0) {
        return Range::exactly(1.0);
    }
    if base.nan || exponent.nan || !base.has_numbers() || !exponent.has_numbers() {
        return Range::ALL;
    }
    let whole = exponent.value().filter(|value| value.fract() == 0.0 && value.abs() < FAR);
    if base.low >= 0.0 {
        let nan = base.contains(1.0) && exponent.is_infinite();
        // The sign of such a power of zero is that of the zero.
        if base.low == 0.0 && exponent.low < 0.0 {
            return Range { nan, ..LINE };
        }
        if nan {
            return Range { nan, ..POSITIVE };
        }
        return base.corners(exponent, f64::powf).doubted().clamped(0.0, f64::INFINITY);
    }
    match whole {
        Some(even) if even % 2.0 == 0.0 => power(&base.abs(), exponent),
        Some(odd) if odd > 0.0 => Range::numbers(base.low.powf(odd), base.high.powf(odd)).doubted(),
        Some(odd) if base.high < 0.0 => Range::numbers(base.high.powf(odd), base.low.powf(odd)).doubted(),
        Some(_) => LINE,
        None => Range::ALL,
    }
}
