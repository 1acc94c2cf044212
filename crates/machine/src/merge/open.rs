//! Arrays of symbolic length in merged states.

use super::{Apart, Arms};
use crate::heap::open::{Base, OpenArray};
use crate::world::Machine;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::Term;

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
        let Base::Primitives(prim, _) = first.base else { return Err(Apart::Objects) };
        let wholes: Vec<Term> = all.iter().map(|array| self.whole_open(array)).collect();
        let whole = arms.choose(&mut self.world.terms, &wholes);
        let base = Base::Primitives(prim, whole);
        Ok(Some(Rc::new(OpenArray { base, cells: BTreeMap::new(), ..(**first).clone() })))
    }
}
