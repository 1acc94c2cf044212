//! Symbolic indices into arrays of symbolic length. A number is stored and read as a term, at any index. Of a reference must be known
//! which one it is: only which indices are equal is settled, not what they are (Kiasan's accumulators).

use crate::heap::Body;
use crate::heap::open::{Base, OpenArray, Place};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::followed::Why;
use crate::world::{Machine, Res, Stop};
use std::rc::Rc;
use term::{Op, Term};

/// Writes to an array of numbers, behind which a followed path fixes an index: each is a term that every later read looks at.
const MOST_WRITES: usize = 256;
/// Elements of an array of references, behind which an index is fixed: a new one is compared with each.
const MOST_PLACES: usize = 16;

/// Where a reference lies.
#[derive(Clone, Copy)]
enum Found {
    Cell(u32),
    /// By its number.
    Place(usize),
    /// Nobody has written there.
    New(Term),
}

impl Machine<'_> {
    /// Is an element of the array at a symbolic index a term that is not too large for a followed path?
    pub(crate) fn keeps_index(&self, array: &OpenArray) -> bool {
        let Base::Primitives(_, mut base) = array.base else {
            return false;
        };
        let terms = &self.world.terms;
        let mut writes = array.cells.len();
        while writes <= MOST_WRITES && terms.op(base) == Op::Store {
            base = terms.args(base)[0];
            writes += 1;
        }
        writes <= MOST_WRITES
    }

    /// As `keeps_index`, for an array of any kind.
    pub(crate) fn keeps_stored_index(&self, state: &State, array: ObjectId) -> bool {
        matches!(&state.heap.get(array).body, Body::Open(open) if self.keeps_index(open))
    }

    /// The reference at an index that is known to be inside, if index or places of the array are terms; `None` if another way is better.
    pub(crate) fn load_place(&mut self, state: &mut State, array: ObjectId, index: Value) -> Res<Option<Value>> {
        let Some((open, index)) = self.with_places(state, array, index)? else {
            return Ok(None);
        };
        if self.is_explored(state, &open) {
            let index = self.lift(index);
            let value = self.reference_in(state, &open.layer(), index)?;
            return Ok(Some(self.value_of(value)));
        }
        let value = match self.find_place(state, &open, index)? {
            Found::Cell(at) => open.cells.get(&at).copied(),
            Found::Place(number) => Some(open.places[number].value),
            Found::New(_) => None,
        };
        Ok(Some(value.map_or(Value::NULL, |value| self.value_of(value))))
    }

    /// Stores a reference as `load_place` finds it; false if another way is better.
    pub(crate) fn store_place(&mut self, state: &mut State, array: ObjectId, index: Value, value: Value) -> Res<bool> {
        let Some((open, index)) = self.with_places(state, array, index)? else {
            return Ok(false);
        };
        let found = self.find_place(state, &open, index)?;
        let value = self.lift(value);
        drop(open);
        let Body::Open(open) = &mut state.heap.get_mut(array).body else { return Ok(false) };
        let open = Rc::make_mut(open);
        match found {
            Found::Cell(at) => {
                open.cells.insert(at, value);
            }
            Found::Place(number) => open.places[number].value = value,
            Found::New(index) => open.places.push(Place { index, value }),
        }
        Ok(true)
    }

    /// An array of references whose length is a term, and the index to look for, if there is something to compare.
    fn with_places(&mut self, state: &State, array: ObjectId, index: Value) -> Res<Option<(Rc<OpenArray>, Value)>> {
        let open = match &state.heap.get(array).body {
            Body::Open(open) if self.is_explored(state, open) => return Ok(Some((open.clone(), index))),
            Body::Open(open) if matches!(open.base, Base::Nulls) => open.clone(),
            _ => return Ok(None),
        };
        if index.term().is_none() {
            return Ok((!open.places.is_empty()).then_some((open, index)));
        }
        if open.cells.len() + open.places.len() < MOST_PLACES {
            return Ok(Some((open, index)));
        }
        if self.world.followed.is_none() {
            return Ok(None);
        }
        let index = self.concretize(state, index)?;
        Ok(Some((open, index)))
    }

    fn find_place(&mut self, state: &State, open: &OpenArray, index: Value) -> Res<Found> {
        let here = self.lift(index);
        for (number, place) in open.places.iter().enumerate() {
            if self.is_same_place(state, here, place.index)? {
                return Ok(Found::Place(number));
            }
        }
        if let Value::Int(at) = index {
            return Ok(Found::Cell(at as u32));
        }
        for &at in open.cells.keys() {
            let cell = self.world.terms.int(at as i32);
            if self.is_same_place(state, here, cell)? {
                return Ok(Found::Cell(at));
            }
        }
        Ok(Found::New(here))
    }

    pub(super) fn is_same_place(&mut self, state: &State, one: Term, other: Term) -> Res<bool> {
        let same = self.world.terms.eq(one, other);
        self.answered(state, same, Why::Fixed).ok_or(Stop::Decide(same))
    }
}
