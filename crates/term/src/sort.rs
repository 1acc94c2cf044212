//! The sorts of terms.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Sort {
    Bool,
    /// Bit-vector of 1 to 64 bits.
    Bv(u8),
    Float32,
    Float64,
    /// Total map from 32-bit indices to elements.
    Array(Element),
    /// Object id; 0 is null.
    Ref,
}

/// What an array may hold.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Element {
    Bv(u8),
    Float32,
    Float64,
    Ref,
}

impl Sort {
    /// Bits of a scalar's raw value; arrays have none.
    pub fn width(self) -> u8 {
        match self {
            Sort::Bool => 1,
            Sort::Bv(width) => width,
            Sort::Float32 | Sort::Ref => 32,
            Sort::Float64 => 64,
            Sort::Array(_) => panic!("an array has no width"),
        }
    }

    pub fn element(self) -> Option<Element> {
        match self {
            Sort::Array(element) => Some(element),
            Sort::Bool | Sort::Bv(_) | Sort::Float32 | Sort::Float64 | Sort::Ref => None,
        }
    }

    pub fn is_bv(self) -> bool {
        matches!(self, Sort::Bv(_))
    }

    pub fn is_float(self) -> bool {
        matches!(self, Sort::Float32 | Sort::Float64)
    }

    pub fn is_array(self) -> bool {
        matches!(self, Sort::Array(_))
    }
}

impl Element {
    pub fn sort(self) -> Sort {
        match self {
            Element::Bv(width) => Sort::Bv(width),
            Element::Float32 => Sort::Float32,
            Element::Float64 => Sort::Float64,
            Element::Ref => Sort::Ref,
        }
    }
}
