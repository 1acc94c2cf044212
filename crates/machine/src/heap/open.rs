//! An array whose length is a term: elements one by one over a base that goes on for ever.

use bytecode::Prim;
use std::collections::BTreeMap;
use term::Term;

/// Which array of the path was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayId(pub u32);

#[derive(Clone, Debug)]
pub struct OpenArray {
    /// 32 bits, never negative.
    pub length: Term,
    pub(crate) base: Base,
    /// Elements that lie over the base, as they are on the operand stack.
    pub cells: BTreeMap<u32, Term>,
    /// References at indices that are terms. On this path no two of them are equal, nor one of them and the index of a cell.
    pub(crate) places: Vec<Place>,
    /// Set for an array that the program was given.
    pub input: Option<ArrayId>,
    /// What the terms say about places behind the end.
    pub(crate) beyond: Beyond,
}

/// An element at an index that is a term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub index: Term,
    pub value: Term,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Zeros,
    Anything,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Base {
    /// An array term with elements of the width that Java gives them.
    Primitives(Prim, Term),
    Nulls,
    /// Elements that are inputs, made when somebody looks at them.
    Unknown,
}

impl OpenArray {
    /// Elements that are made when somebody looks at them belong to one array only.
    pub fn can_be_copied(&self) -> bool {
        !matches!(self.base, Base::Unknown)
    }

    pub fn has_references(&self) -> bool {
        !matches!(self.base, Base::Primitives(..))
    }
}
