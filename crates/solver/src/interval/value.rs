//! What is known of one term inside of a box: bounds of a number, or whether a condition may hold.

use super::range::Range;
use term::Sort;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    Float(Range),
    /// Signed bounds; nothing is left if `low > high`.
    Int {
        low: i64,
        high: i64,
    },
    /// Whether the condition may hold and whether it may not.
    Truth {
        yes: bool,
        no: bool,
    },
    /// A sort that nothing is known of.
    Any,
}

impl Value {
    pub const TRUE: Value = Value::Truth { yes: true, no: false };
    pub const FALSE: Value = Value::Truth { yes: false, no: true };
    pub const EITHER: Value = Value::Truth { yes: true, no: true };

    /// Every value of the sort.
    pub fn of_sort(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::EITHER,
            Sort::Float32 | Sort::Float64 => Value::Float(Range::ALL),
            Sort::Bv(width) => Value::Int { low: i64::MIN >> (64 - width), high: i64::MAX >> (64 - width) },
            Sort::Ref | Sort::Array(_) => Value::Any,
        }
    }

    pub fn constant(sort: Sort, bits: u64) -> Value {
        match sort {
            Sort::Bool => Value::Truth { yes: bits == 1, no: bits == 0 },
            Sort::Float32 => Value::Float(Range::exactly(f32::from_bits(bits as u32).into())),
            Sort::Float64 => Value::Float(Range::exactly(f64::from_bits(bits))),
            Sort::Bv(width) => {
                let value = (bits << (64 - width)) as i64 >> (64 - width);
                Value::Int { low: value, high: value }
            }
            Sort::Ref | Sort::Array(_) => Value::Any,
        }
    }

    pub fn is_empty(&self) -> bool {
        match *self {
            Value::Float(range) => range.is_empty(),
            Value::Int { low, high } => low > high,
            Value::Truth { yes, no } => !yes && !no,
            Value::Any => false,
        }
    }

    /// Both values are of one sort.
    pub fn meet(self, other: Value) -> Value {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => Value::Float(a.meet(&b)),
            (Value::Int { low, high }, Value::Int { low: least, high: most }) => {
                Value::Int { low: low.max(least), high: high.min(most) }
            }
            (Value::Truth { yes, no }, Value::Truth { yes: also, no: nor }) => {
                Value::Truth { yes: yes && also, no: no && nor }
            }
            (known, _) => known,
        }
    }

    pub fn join(self, other: Value) -> Value {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => Value::Float(a.join(&b)),
            (Value::Int { low, high }, Value::Int { low: least, high: most }) => {
                Value::Int { low: low.min(least), high: high.max(most) }
            }
            (Value::Truth { yes, no }, Value::Truth { yes: also, no: nor }) => {
                Value::Truth { yes: yes || also, no: no || nor }
            }
            (_, _) => Value::Any,
        }
    }

    pub fn range(&self) -> Range {
        match self {
            Value::Float(range) => *range,
            Value::Int { .. } | Value::Truth { .. } | Value::Any => Range::ALL,
        }
    }

    /// As signed bounds.
    pub fn bounds(&self) -> (i64, i64) {
        match *self {
            Value::Int { low, high } => (low, high),
            Value::Float(_) | Value::Truth { .. } | Value::Any => (i64::MIN, i64::MAX),
        }
    }

    pub fn may_hold(&self) -> bool {
        !matches!(self, Value::Truth { yes: false, .. })
    }

    pub fn may_fail(&self) -> bool {
        !matches!(self, Value::Truth { no: false, .. })
    }
}
