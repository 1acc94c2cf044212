//! Arrays of symbolic length in merged states.

use super::{Apart, Arms};
use crate::heap::Object;
use crate::heap::open::{Base, OpenArray};
use crate::world::Machine;
use bytecode::Prim;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::Term;

/// Elements of an array of known length that becomes one of symbolic length again.
const LONGEST_OPENED: usize = 1024;

impl Machine<'_> {
    /// One array for those of merged states; `None` if they are the same, or an answer that there is none.
    pub(super) fn merge_open(&mut self, arms: &Arms, all: &[Rc<OpenArray>]) -> Result<Option<Rc<OpenArray>>, Apart> {
        let (first, others) = all.split_first().expect("a state");
        if others.iter().all(|other| Rc::ptr_eq(first, other)) {
            return Ok(None);
        }
        if others.iter().any(|other| other.length != first.length || other.input != first.input) {
            return Err(Apart::Objects);
        }
        let Base::Primitives(prim, base) = first.base else { return Err(Apart::Objects) };
        let is_over_base = |array: &Rc<OpenArray>| matches!(array.base, Base::Primitives(_, own) if own == base);
        if all.iter().all(is_over_base) {
            return Ok(Some(self.merge_cells(arms, all, (prim, base))));
        }
        let wholes: Vec<Term> = all.iter().map(|array| self.whole_open(array)).collect();
        let whole = arms.choose(&mut self.world.terms, &wholes);
        let base = Base::Primitives(prim, whole);
        Ok(Some(Rc::new(OpenArray { base, cells: BTreeMap::new(), ..(**first).clone() })))
    }

    /// Element by element, where what lies below is the same.
    fn merge_cells(&mut self, arms: &Arms, all: &[Rc<OpenArray>], (prim, base): (Prim, Term)) -> Rc<OpenArray> {
        let places: BTreeSet<u32> = all.iter().flat_map(|array| array.cells.keys().copied()).collect();
        let mut cells = BTreeMap::new();
        for at in places {
            let below = self.base_element(prim, base, at);
            let values: Vec<Term> = all.iter().map(|array| array.cells.get(&at).copied().unwrap_or(below)).collect();
            let value = arms.choose(&mut self.world.terms, &values);
            cells.insert(at, value);
        }
        Rc::new(OpenArray { cells, ..(*all[0]).clone() })
    }

    /// An array whose length is known on one path, as it is where it is not.
    pub(super) fn opened_again(&mut self, object: &Object, like: &OpenArray) -> Result<Rc<OpenArray>, Apart> {
        let length = object.body.array_length().filter(|&length| length <= LONGEST_OPENED).ok_or(Apart::Objects)?;
        if like.has_references() || like.input.is_some() || !like.places.is_empty() {
            return Err(Apart::Objects);
        }
        let mut cells = BTreeMap::new();
        for at in 0..length {
            let element = self.element_of(object, at);
            cells.insert(at as u32, self.lift(element));
        }
        Ok(Rc::new(OpenArray { cells, ..like.clone() }))
    }
}
