//! What a path has found out about a symbolic reference, for those who describe its heap.

use crate::program::{ClassId, ObjectId};
use crate::state::State;
use crate::state::inputs::FirstElement;
use crate::state::path::Use;
use crate::state::shapes::Symbolic;
use crate::world::Machine;
use std::collections::BTreeMap;
use term::Term;

/// What a path knows about a symbolic reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Nobody asked.
    Open,
    Null,
    /// Not null; nobody asked which object. One of this class would do.
    SomeObject(ClassId),
    Object(ObjectId),
}

impl Machine<'_> {
    pub fn settled(&mut self, state: &State, term: Term) -> Settled {
        match state.path.shapes.target(term) {
            Some(target) if target.is_null() => return Settled::Null,
            Some(target) => return Settled::Object(target),
            None => {}
        }
        let Some(&reference) = self.world.atlas.reference(term) else { return Settled::Open };
        let null = reference.null.map_or(Some(false), |null| state.path.known(&self.world.terms, null));
        match null {
            Some(true) => Settled::Null,
            Some(false) => Settled::SomeObject(*self.subtypes(reference.class).first().unwrap_or(&reference.class)),
            None => Settled::Open,
        }
    }

    /// The objects that a reference of which it is not settled what it is was found not to be.
    pub fn excluded(&self, state: &State, term: Term) -> Vec<Symbolic> {
        let numbers = (0..state.path.shapes.objects.len() as u32).map(Symbolic);
        let is_other = |number: &Symbolic| {
            let choice = self.world.atlas.aliases.get(&(term, *number));
            choice.is_some_and(|&choice| state.path.known(&self.world.terms, choice) == Some(false))
        };
        numbers.filter(is_other).collect()
    }

    /// What the array held at first where somebody looked, by the indices of the path's witness.
    pub fn first_references(&self, state: &State, of: Symbolic) -> BTreeMap<u32, Term> {
        let at = |index: Term| self.world.terms.eval(index, state.path.witness(Use::Report)).bits() as u32;
        self.first_elements(state, of).iter().map(|first| (at(first.index), first.reference)).collect()
    }

    /// Those of which something is known: whether they are null, or an object that they are not.
    pub fn known_elements(&self, state: &State, of: Symbolic) -> Vec<FirstElement> {
        let is_known = |first: &FirstElement| {
            let null = self.world.atlas.reference(first.reference).and_then(|reference| reference.null);
            let asked = null.is_some_and(|null| state.path.known(&self.world.terms, null).is_some());
            let is_settled = asked || state.path.shapes.target(first.reference).is_some();
            is_settled || !self.excluded(state, first.reference).is_empty()
        };
        let mut known: Vec<FirstElement> = self.first_elements(state, of).iter().copied().filter(is_known).collect();
        known.sort_by_key(|first| (self.world.terms.bits(first.index), first.index));
        known
    }

    fn first_elements<'s>(&self, state: &'s State, of: Symbolic) -> &'s [FirstElement] {
        let id = state.path.shapes.object(of).id;
        let array = state.path.arrays.iter().find(|array| array.object == id);
        array.map_or(&[], |array| &array.first)
    }
}
