//! Constants: what evaluation yields and witnesses assign. Scalars have a raw form, their bits in a `u64`.

use crate::{Element, Sort, float};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Const {
    Bool(bool),
    /// Bits above `width` are zero.
    Bv {
        width: u8,
        value: u64,
    },
    /// Bit pattern.
    F32(u32),
    /// Bit pattern.
    F64(u64),
    Ref(u32),
    Array(Rc<ArrayConst>),
}

/// A constant array. No entry equals the default, so equality is extensional.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct ArrayConst {
    element: Element,
    default: u64,
    entries: BTreeMap<u32, u64>,
}

impl Const {
    /// A scalar from its raw bits; surplus bits are cut, NaN becomes canonical.
    pub fn scalar(sort: Sort, bits: u64) -> Const {
        match sort {
            Sort::Bool => Const::Bool(bits & 1 == 1),
            Sort::Bv(width) => Const::Bv { width, value: bits & mask(width) },
            Sort::Float32 => Const::F32(float::canonical32(bits as u32)),
            Sort::Float64 => Const::F64(float::canonical64(bits)),
            Sort::Ref => Const::Ref(bits as u32),
            Sort::Array(_) => panic!("an array is no scalar"),
        }
    }

    /// Zero, false, null, or the array of such.
    pub fn zero(sort: Sort) -> Const {
        match sort {
            Sort::Array(element) => Const::Array(Rc::new(ArrayConst::new(element, 0))),
            Sort::Bool | Sort::Bv(_) | Sort::Float32 | Sort::Float64 | Sort::Ref => Const::scalar(sort, 0),
        }
    }

    pub fn sort(&self) -> Sort {
        match self {
            Const::Bool(_) => Sort::Bool,
            Const::Bv { width, .. } => Sort::Bv(*width),
            Const::F32(_) => Sort::Float32,
            Const::F64(_) => Sort::Float64,
            Const::Ref(_) => Sort::Ref,
            Const::Array(array) => Sort::Array(array.element),
        }
    }

    /// Raw bits of a scalar.
    pub fn bits(&self) -> u64 {
        match self {
            Const::Bool(value) => u64::from(*value),
            Const::Bv { value, .. } | Const::F64(value) => *value,
            Const::F32(value) | Const::Ref(value) => u64::from(*value),
            Const::Array(_) => panic!("an array is no scalar"),
        }
    }

    /// A bit-vector read as a signed number.
    pub fn signed(&self) -> Option<i64> {
        match self {
            Const::Bv { width, value } => Some(signed(*width, *value)),
            Const::Bool(_) | Const::F32(_) | Const::F64(_) | Const::Ref(_) | Const::Array(_) => None,
        }
    }

    /// The truth value of a `Bool`.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Const::Bool(value) => Some(*value),
            Const::Bv { .. } | Const::F32(_) | Const::F64(_) | Const::Ref(_) | Const::Array(_) => None,
        }
    }
}

impl ArrayConst {
    pub fn new(element: Element, default: u64) -> ArrayConst {
        ArrayConst { element, default: Const::scalar(element.sort(), default).bits(), entries: BTreeMap::new() }
    }

    /// `values[i]` at index `i`, the zero of the element sort elsewhere.
    pub fn of_values(element: Element, values: impl IntoIterator<Item = u64>) -> ArrayConst {
        let mut array = ArrayConst::new(element, 0);
        for (index, value) in (0u32..).zip(values) {
            array.set(index, value);
        }
        array
    }

    pub fn element(&self) -> Element {
        self.element
    }

    pub fn default_bits(&self) -> u64 {
        self.default
    }

    /// The entries that differ from the default, by index.
    pub fn entries(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.entries.iter().map(|(&index, &bits)| (index, bits))
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Entries within an inclusive range of indices.
    pub fn entries_in(&self, low: u32, high: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.entries.range(low..=high).map(|(&index, &bits)| (index, bits))
    }

    pub fn get(&self, index: u32) -> u64 {
        self.entries.get(&index).copied().unwrap_or(self.default)
    }

    pub fn set(&mut self, index: u32, bits: u64) {
        let bits = Const::scalar(self.element.sort(), bits).bits();
        if bits == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, bits);
        }
    }
}

/// The low `width` bits.
#[inline]
pub(crate) fn mask(width: u8) -> u64 {
    u64::MAX >> (64 - u32::from(width))
}

/// Sign-extends the low `width` bits.
#[inline]
pub(crate) fn signed(width: u8, bits: u64) -> i64 {
    let shift = 64 - u32::from(width);
    ((bits << shift) as i64) >> shift
}
