//! Arrays as terms, remembered: a table of the program that does not change is made a term once, not at every look at a
//! symbolic index. A remembered body shares its storage with the array, so a write to the array makes a copy.

use super::{Body, Object, Symbols};
use crate::program::ObjectId;
use std::rc::Rc;
use term::{FastMap, Term};

/// Contents of arrays as terms, as they were when a symbolic index last met them: a table that does not change is made a term once.
#[derive(Debug, Default)]
pub struct Wholes(FastMap<ObjectId, Known>);

#[derive(Debug)]
struct Known {
    /// What the term was made of. While it is held here, a write makes a copy: the same storage has the same contents.
    body: Body,
    symbols: Option<Rc<Symbols>>,
    term: Term,
}

/// How many are remembered before all are forgotten: which ones are must not depend on anything but the path.
const WHOLES: usize = 1024;

impl Wholes {
    pub(crate) fn find(&self, array: ObjectId, object: &Object) -> Option<Term> {
        let known = self.0.get(&array)?;
        let same_symbols = match (&known.symbols, &object.symbols) {
            (None, None) => true,
            (Some(known), Some(symbols)) => Rc::ptr_eq(known, symbols),
            (None, Some(_)) | (Some(_), None) => false,
        };
        (same_symbols && known.body.shares(&object.body)).then_some(known.term)
    }

    /// Was the array another one when it was last made a term? It may change again.
    pub(crate) fn is_outdated(&self, array: ObjectId, object: &Object) -> bool {
        self.0.get(&array).is_some_and(|known| !known.body.shares(&object.body))
    }

    pub(crate) fn remember(&mut self, array: ObjectId, object: &Object, term: Term) {
        if self.0.len() == WHOLES {
            self.0.clear();
        }
        let (body, symbols) = (object.body.clone(), object.symbols.clone());
        self.0.insert(array, Known { body, symbols, term });
    }
}
