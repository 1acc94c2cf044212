//! What a path has found out about a symbolic reference, for those who describe its heap.

use crate::program::{ClassId, ObjectId};
use crate::state::State;
use crate::state::shapes::Symbolic;
use crate::world::Machine;
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

    /// The reference at a place of a symbolic array, if somebody looked there.
    pub fn element_reference(&self, of: Symbolic, at: u32) -> Option<Term> {
        self.world.atlas.elements.get(&(of, at)).copied()
    }

    /// Those that somebody looked at, in order.
    pub fn element_references(&self, state: &State, of: Symbolic) -> Vec<(u32, Term)> {
        let known = |term: Term| {
            let null = self.world.atlas.reference(term).and_then(|reference| reference.null);
            let asked = null.is_some_and(|null| state.path.known(&self.world.terms, null).is_some());
            asked || state.path.shapes.target(term).is_some()
        };
        let all = self.world.atlas.elements.range((of, 0)..=(of, u32::MAX));
        all.filter(|&(_, &term)| known(term)).map(|(&(_, at), &term)| (at, term)).collect()
    }
}
