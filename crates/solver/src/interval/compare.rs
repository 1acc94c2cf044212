//! Comparisons of bounds, and integers as bounds.

use super::range::Range;
use super::value::Value;
use term::{Op, Sort};

/// The next number below; nothing is below the least one.
pub(super) fn below(value: f64) -> f64 {
    if value == 0.0 { -f64::from_bits(1) } else { value.next_down() }
}

pub(super) fn above(value: f64) -> f64 {
    -below(-value)
}

pub(super) fn less(a: &Range, b: &Range, of: impl Fn(&f64, &f64) -> bool) -> Value {
    if !a.has_numbers() || !b.has_numbers() {
        return Value::FALSE;
    }
    Value::Truth { yes: of(&a.low, &b.high), no: a.nan || b.nan || !of(&a.high, &b.low) }
}

/// Identity: of floats by their bits, where the ranges do not tell the two zeros apart.
pub(super) fn identical(a: Value, b: Value) -> Value {
    if a.meet(b).is_empty() {
        return Value::FALSE;
    }
    let same = match (a, b) {
        (Value::Float(a), Value::Float(b)) => a.value().is_some_and(|value| value != 0.0) && a.value() == b.value(),
        (Value::Int { low, high }, Value::Int { .. }) => low == high && a == b,
        (Value::Truth { yes, no }, Value::Truth { .. }) => yes != no && a == b,
        (_, _) => false,
    };
    Value::Truth { yes: true, no: !same }
}

pub(super) fn to_int(a: &Range, sort: Sort) -> Value {
    let cast = |value: f64| if sort == Sort::Bv(32) { i64::from(value as i32) } else { value as i64 };
    let zero = Value::Int { low: 0, high: 0 };
    if !a.has_numbers() {
        return zero;
    }
    let numbers = Value::Int { low: cast(a.low), high: cast(a.high) };
    if a.nan { numbers.join(zero) } else { numbers }
}

pub(super) fn wide(value: Value) -> (i128, i128) {
    let (low, high) = value.bounds();
    (low.into(), high.into())
}

pub(super) fn clipped(low: i128, high: i128) -> Value {
    let clip = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
    Value::Int { low: clip(low), high: clip(high) }
}

/// The bounds of the operation on integers of any size.
pub(super) fn exact(op: Op, a: Value, b: Value) -> Option<(i128, i128)> {
    let ((low, high), (least, most)) = (wide(a), wide(b));
    match op {
        Op::Add => Some((low + least, high + most)),
        Op::Sub => Some((low - most, high - least)),
        Op::Neg => Some((-high, -low)),
        Op::Mul => {
            let corners = [low * least, low * most, high * least, high * most];
            Some((corners.into_iter().min()?, corners.into_iter().max()?))
        }
        _ => None,
    }
}

pub(super) fn fits(sort: Sort, low: i128, high: i128) -> bool {
    let (least, most) = wide(Value::of_sort(sort));
    least <= low && high <= most
}

/// What wraps around may be anything.
pub(super) fn integer(op: Op, sort: Sort, a: Value, b: Value) -> Value {
    match exact(op, a, b) {
        Some((low, high)) if fits(sort, low, high) => clipped(low, high),
        _ => Value::of_sort(sort),
    }
}
