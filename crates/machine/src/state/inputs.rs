//! Inputs of a path that are more than a number: texts, with what was looked for in them, and arrays.

use super::asked::Asked;
use crate::heap::text::Text;
use crate::program::{ClassId, ObjectId};
use bytecode::Prim;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Input, Term};

/// A text that the program asked for.
#[derive(Clone, Copy, Debug)]
pub struct InputText {
    /// `LENGTH_BITS` wide.
    pub length: Input,
    /// An array of 16-bit units.
    pub units: Input,
}

/// A search from the start of a text.
#[derive(Clone, Debug)]
pub struct Search {
    pub(crate) text: Rc<Text>,
    pub(crate) pattern: Rc<[Term]>,
    pub(crate) found: Term,
    /// Where it may have been found outside of the focus.
    pub(crate) place: Term,
}

/// The inputs of an array.
#[derive(Clone, Debug)]
pub struct UnknownArray {
    pub class: ClassId,
    pub object: ObjectId,
    pub length: Input,
    pub elements: Elements,
    /// The places that were looked at one by one.
    pub(crate) looked_at: BTreeSet<u32>,
}

#[derive(Clone, Debug)]
pub enum Elements {
    /// All elements are one input.
    Primitives(Prim, Input),
    /// Those that somebody looked at; the others may be null.
    References(BTreeMap<u32, Element>),
}

#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub asked: Asked,
    /// Whether it is null.
    pub null: Input,
}
