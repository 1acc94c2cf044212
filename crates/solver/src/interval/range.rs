//! The values that a float term may have, as bounds. IEEE 754 rounds monotonically, so the operations on the bounds are the
//! bounds of the operation: nothing is widened on the way up. What an operand may have been, given the result, is widened.

use term::Sort;

/// Numbers from `low` to `high`, where both zeros are one number, and perhaps NaN. No numbers: `low > high`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    pub low: f64,
    pub high: f64,
    pub nan: bool,
}

/// One of the two float sorts; floats are held as the doubles of the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    Single,
    Double,
}

impl Precision {
    /// `None` for other sorts.
    pub fn of(sort: Sort) -> Option<Precision> {
        match sort {
            Sort::Float32 => Some(Precision::Single),
            Sort::Float64 => Some(Precision::Double),
            Sort::Bool | Sort::Bv(_) | Sort::Array(_) | Sort::Ref => None,
        }
    }

    /// The next greater value; infinity stays.
    pub fn up(self, value: f64) -> f64 {
        match self {
            Precision::Single => (value as f32).next_up().into(),
            Precision::Double => value.next_up(),
        }
    }

    pub fn down(self, value: f64) -> f64 {
        -self.up(-value)
    }

    /// The greatest value that is not above.
    pub fn floor(self, value: f64) -> f64 {
        match self {
            Precision::Single => {
                let near = f64::from(value as f32);
                if near <= value { near } else { self.down(near) }
            }
            Precision::Double => value,
        }
    }

    /// The least and the greatest value of this precision in a range.
    pub fn on_grid(self, range: Range) -> Range {
        if self == Precision::Double || !range.has_numbers() {
            return range;
        }
        Range { low: -self.floor(-range.low), high: self.floor(range.high), nan: range.nan }
    }

    /// The two bounds rounded as a result is.
    fn rounded(self, range: Range) -> Range {
        match self {
            Precision::Single => {
                Range { low: f64::from(range.low as f32), high: f64::from(range.high as f32), ..range }
            }
            Precision::Double => range,
        }
    }

    /// Of the exact operation on two floats the double is at least as close as needed: rounding it again to a float is rounding
    /// once, for sums, products, quotients and roots.
    fn finish(self, low: f64, high: f64, nan: bool) -> Range {
        self.rounded(Range { low, high, nan })
    }
}

impl Range {
    pub const ALL: Range = Range { low: f64::NEG_INFINITY, high: f64::INFINITY, nan: true };
    pub const NAN: Range = Range { low: f64::INFINITY, high: f64::NEG_INFINITY, nan: true };
    pub const EMPTY: Range = Range { nan: false, ..Range::NAN };

    pub fn numbers(low: f64, high: f64) -> Range {
        Range { low, high, nan: false }
    }

    pub fn exactly(value: f64) -> Range {
        if value.is_nan() { Range::NAN } else { Range::numbers(value, value) }
    }

    pub fn is_empty(&self) -> bool {
        !self.nan && !self.has_numbers()
    }

    pub fn has_numbers(&self) -> bool {
        self.low <= self.high
    }

    pub fn contains(&self, value: f64) -> bool {
        if value.is_nan() { self.nan } else { self.low <= value && value <= self.high }
    }

    pub fn is_infinite(&self) -> bool {
        self.has_numbers() && (self.low == f64::NEG_INFINITY || self.high == f64::INFINITY)
    }

    /// The only number, if there is one.
    pub fn value(&self) -> Option<f64> {
        (!self.nan && self.low == self.high).then_some(self.low)
    }

    pub fn meet(&self, other: &Range) -> Range {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        let nan = self.nan && other.nan;
        if low <= high { Range { low, high, nan } } else { Range { nan, ..Range::EMPTY } }
    }

    pub fn join(&self, other: &Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high), nan: self.nan || other.nan }
    }

    pub fn without_nan(&self) -> Range {
        Range { nan: false, ..*self }
    }

    pub fn neg(&self) -> Range {
        Range { low: -self.high, high: -self.low, nan: self.nan }
    }

    pub fn abs(&self) -> Range {
        if !self.has_numbers() || self.low >= 0.0 {
            *self
        } else if self.high <= 0.0 {
            self.neg()
        } else {
            Range { low: 0.0, high: self.high.max(-self.low), nan: self.nan }
        }
    }

    pub fn add(&self, other: &Range, precision: Precision) -> Range {
        let nan = self.nan
            || other.nan
            || self.high == f64::INFINITY && other.low == f64::NEG_INFINITY
            || self.low == f64::NEG_INFINITY && other.high == f64::INFINITY;
        if !self.has_numbers() || !other.has_numbers() {
            return Range { nan, ..Range::EMPTY };
        }
        precision.finish(or(self.low + other.low, f64::NEG_INFINITY), or(self.high + other.high, f64::INFINITY), nan)
    }

    pub fn sub(&self, other: &Range, precision: Precision) -> Range {
        self.add(&other.neg(), precision)
    }

    pub fn mul(&self, other: &Range, precision: Precision) -> Range {
        let nan = self.nan
            || other.nan
            || self.contains(0.0) && other.is_infinite()
            || other.contains(0.0) && self.is_infinite();
        if !self.has_numbers() || !other.has_numbers() {
            return Range { nan, ..Range::EMPTY };
        }
        // Zero times infinity is no number; the numbers next to it reach from zero to the other corners.
        let corners = self.corners(other, |a, b| or(a * b, 0.0));
        precision.finish(corners.low, corners.high, nan)
    }

    /// A number times itself.
    pub fn square(&self, precision: Precision) -> Range {
        let size = self.abs();
        if !size.has_numbers() {
            return size;
        }
        precision.finish(size.low * size.low, size.high * size.high, self.nan)
    }

    pub fn div(&self, other: &Range, precision: Precision) -> Range {
        let nan = self.nan
            || other.nan
            || self.contains(0.0) && other.contains(0.0)
            || self.is_infinite() && other.is_infinite();
        if !self.has_numbers() || !other.has_numbers() {
            return Range { nan, ..Range::EMPTY };
        }
        if other.contains(0.0) {
            return Range { nan, ..Range::ALL };
        }
        let corners = self.corners(other, |a, b| or(a / b, 0.0));
        precision.finish(corners.low, corners.high, nan)
    }

    /// Java's `%`: not greater than the dividend, smaller than the divisor, with the sign of the dividend.
    pub fn rem(&self, other: &Range) -> Range {
        let nan = self.nan || other.nan || self.is_infinite() || other.contains(0.0);
        let (size, divisor) = (self.abs(), other.abs());
        if !self.has_numbers() || !other.has_numbers() {
            return Range { nan, ..Range::EMPTY };
        }
        if size.high < divisor.low {
            return Range { nan, ..*self };
        }
        let most = size.high.min(divisor.high);
        let (low, high) = (if self.low < 0.0 { -most } else { 0.0 }, if self.high > 0.0 { most } else { 0.0 });
        Range { low, high, nan }
    }

    pub fn sqrt(&self, precision: Precision) -> Range {
        let nan = self.nan || self.low < 0.0 && self.has_numbers();
        let domain = self.meet(&Range::numbers(0.0, f64::INFINITY));
        if !domain.has_numbers() {
            return Range { nan, ..Range::EMPTY };
        }
        precision.finish(domain.low.sqrt(), domain.high.sqrt(), nan)
    }

    /// Results of a function that is monotone in either argument on this box.
    pub fn corners(&self, other: &Range, of: impl Fn(f64, f64) -> f64) -> Range {
        let all =
            [of(self.low, other.low), of(self.low, other.high), of(self.high, other.low), of(self.high, other.high)];
        let low = all.into_iter().fold(f64::INFINITY, f64::min);
        Range::numbers(low, all.into_iter().fold(f64::NEG_INFINITY, f64::max))
    }

    pub fn to_precision(&self, precision: Precision) -> Range {
        if self.has_numbers() { precision.rounded(*self) } else { *self }
    }

    /// The numbers that are rounded into this range.
    pub fn before_rounding(&self, precision: Precision) -> Range {
        if !self.has_numbers() {
            return *self;
        }
        Range { low: precision.down(self.low), high: precision.up(self.high), nan: self.nan }
    }

    /// One double more at both ends: for bounds that were computed with a rounding.
    fn outward(&self) -> Range {
        self.before_rounding(Precision::Double)
    }

    /// What `a` may be if `a + other` is in this range of numbers.
    pub fn undo_add(&self, other: &Range, precision: Precision) -> Range {
        if !self.has_numbers() || !other.has_numbers() {
            return Range::EMPTY;
        }
        let exact = self.before_rounding(precision);
        let low = or(exact.low - other.high, f64::NEG_INFINITY);
        Range::numbers(low, or(exact.high - other.low, f64::INFINITY)).outward()
    }

    /// What `a` may be if `a * other` is in this range of numbers.
    pub fn undo_mul(&self, other: &Range, precision: Precision) -> Range {
        if !self.has_numbers() || !other.has_numbers() {
            return Range::EMPTY;
        }
        let unknown = Range::numbers(f64::NEG_INFINITY, f64::INFINITY);
        let exact = self.before_rounding(precision);
        let apart = other.low > 0.0 || other.high < 0.0;
        if !apart {
            // A product that is not zero has no factor that is.
            if exact.contains(0.0) || other.low < 0.0 && other.high > 0.0 {
                return unknown;
            }
            let size = exact.abs().low / other.abs().high;
            let positive = (exact.low > 0.0) == (other.high > 0.0);
            return if positive {
                Range::numbers(size.next_down().max(0.0), f64::INFINITY)
            } else {
                Range::numbers(f64::NEG_INFINITY, -size.next_down().max(0.0))
            };
        }
        if exact.is_infinite() && other.is_infinite() {
            return unknown;
        }
        exact.corners(other, |a, b| a / b).outward()
    }

    /// What `a` may be if `a / other` is in this range of numbers.
    pub fn undo_div(&self, other: &Range, precision: Precision) -> Range {
        if !self.has_numbers() || !other.has_numbers() {
            return Range::EMPTY;
        }
        let exact = self.before_rounding(precision);
        if exact.contains(0.0) && other.is_infinite() || other.contains(0.0) && exact.is_infinite() {
            return Range::numbers(f64::NEG_INFINITY, f64::INFINITY);
        }
        exact.corners(other, |a, b| a * b).outward()
    }

    /// What `b` may be if `dividend / b` is in this range of numbers.
    pub fn divisor(&self, dividend: &Range, precision: Precision) -> Range {
        if !self.has_numbers() || !dividend.has_numbers() {
            return Range::EMPTY;
        }
        let exact = self.before_rounding(precision);
        if exact.contains(0.0) || dividend.is_infinite() || exact.is_infinite() {
            return Range::numbers(f64::NEG_INFINITY, f64::INFINITY);
        }
        dividend.corners(&exact, |a, b| a / b).outward()
    }

    /// What `a` may be if `a * a` is in this range of numbers.
    pub fn undo_square(&self, precision: Precision) -> Range {
        let size = self.before_rounding(precision).high.max(0.0).sqrt().next_up();
        Range::numbers(-size, size)
    }

    /// What `a` may be if its root is in this range of numbers.
    pub fn undo_sqrt(&self, precision: Precision) -> Range {
        let exact = self.before_rounding(precision);
        let low = exact.low.max(0.0);
        Range::numbers(low * low, exact.high * exact.high).outward().meet(&Range::numbers(0.0, f64::INFINITY))
    }
}

/// The other value for NaN.
fn or(value: f64, other: f64) -> f64 {
    if value.is_nan() { other } else { value }
}
