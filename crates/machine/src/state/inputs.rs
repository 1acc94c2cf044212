//! Inputs of a path that are more than a number: texts, with what was looked for in them, and arrays.

use super::asked::Asked;
use crate::heap::text::Text;
use crate::program::{ClassId, ObjectId};
use bytecode::Prim;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Input, Term, Terms};

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
    /// References that are no inputs of their own: what it held at first where somebody looked. No two of these places are the same.
    pub first: Rc<Vec<FirstElement>>,
}

/// What an array held at an index before the method ran.
#[derive(Clone, Copy, Debug)]
pub struct FirstElement {
    pub index: Term,
    pub reference: Term,
}

/// Where a path looked into an array, or wrote.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub seen: BTreeSet<Term>,
    /// How many different ones they are, in 32 bits.
    pub count: Term,
}

impl Places {
    pub fn new(terms: &mut Terms) -> Places {
        Places { seen: BTreeSet::new(), count: terms.bv(32, 0) }
    }

    pub fn add(&mut self, terms: &mut Terms, place: Term) {
        if self.seen.contains(&place) {
            return;
        }
        let mut is_new = terms.bool(true);
        for &seen in &self.seen {
            let same = terms.eq(place, seen);
            let other = terms.not(same);
            is_new = terms.and(is_new, other);
        }
        let (none, one) = (terms.bv(32, 0), terms.bv(32, 1));
        let step = terms.ite(is_new, one, none);
        self.count = terms.add(self.count, step);
        self.seen.insert(place);
    }
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
