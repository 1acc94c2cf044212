//! An array whose length is a term: elements one by one over a base that goes on for ever.

use crate::program::ObjectId;
use bytecode::Prim;
use std::collections::BTreeMap;
use std::rc::Rc;
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

#[derive(Clone, Debug)]
pub(crate) enum Base {
    /// An array term with elements of the width that Java gives them.
    Primitives(Prim, Term),
    Nulls,
    /// Elements that are inputs, made when somebody looks at them: what the array of this number held at first.
    Unknown(ArrayId),
    /// Copied from an array of references; nobody has looked at what.
    Copied(Rc<CopiedRange>),
    /// In a proof: every element is another array, and this one stands for all of them.
    Rows(ObjectId),
    /// In a proof: an array that stands for many. Its elements are something else whenever somebody looks.
    Unsteady(Prim),
}

/// References that lie over a base, without a length.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub base: Base,
    pub cells: BTreeMap<u32, Term>,
    pub places: Vec<Place>,
}

/// What `System.arraycopy` left: `len` references from the index `from` of the source on are at `to` and behind it. The range is inside
/// of both arrays.
#[derive(Debug)]
pub(crate) struct CopiedRange {
    /// What the target held before.
    pub under: Layer,
    /// What the source held.
    pub source: Layer,
    pub from: Term,
    pub to: Term,
    pub len: Term,
}

impl OpenArray {
    /// Elements that are made when somebody looks at them and are inputs of their own belong to one array only.
    pub fn can_be_copied(&self) -> bool {
        !matches!(self.base, Base::Unknown(_)) && !self.is_rough()
    }

    pub fn has_references(&self) -> bool {
        !matches!(self.base, Base::Primitives(..) | Base::Unsteady(_))
    }

    /// The array that stands for all of its elements.
    pub(crate) fn row(&self) -> Option<ObjectId> {
        if let Base::Rows(row) = self.base { Some(row) } else { None }
    }

    /// Whether less is known of it than there is to know, as proofs can do with.
    pub(crate) fn is_rough(&self) -> bool {
        matches!(self.base, Base::Rows(_) | Base::Unsteady(_))
    }

    pub(crate) fn layer(&self) -> Layer {
        Layer { base: self.base.clone(), cells: self.cells.clone(), places: self.places.clone() }
    }

    /// Every term that lies over some base.
    pub(crate) fn terms(&self) -> Vec<Term> {
        let mut found: Vec<Term> = self.cells.values().copied().collect();
        found.extend(self.places.iter().map(|place| place.value));
        if let Base::Copied(copied) = &self.base {
            copied.add_terms(&mut found);
        }
        found
    }

    /// The inputs whose first elements it may hold.
    pub(crate) fn origins(&self) -> Vec<ArrayId> {
        let mut found = Vec::new();
        self.base.add_origins(&mut found);
        found
    }
}

impl Base {
    fn add_origins(&self, found: &mut Vec<ArrayId>) {
        match self {
            Base::Primitives(..) | Base::Nulls | Base::Rows(_) | Base::Unsteady(_) => {}
            Base::Unknown(id) => found.push(*id),
            Base::Copied(copied) => {
                copied.under.base.add_origins(found);
                copied.source.base.add_origins(found);
            }
        }
    }
}

impl CopiedRange {
    fn add_terms(&self, found: &mut Vec<Term>) {
        for layer in [&self.under, &self.source] {
            found.extend(layer.cells.values());
            found.extend(layer.places.iter().map(|place| place.value));
            if let Base::Copied(copied) = &layer.base {
                copied.add_terms(found);
            }
        }
    }
}
