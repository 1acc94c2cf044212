//! A cell of a state: where it is, what it holds, and how it is given another value.

use crate::heap::open::{Base, Beyond, OpenArray};
use crate::heap::{Body, Object, Symbols};
use crate::program::{ObjectId, Value};
use crate::state::State;
pub use crate::state::proof::Cell;
use crate::symbolic::open::element_sort;
use crate::world::{Machine, Res};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use term::{Op, Sort, Term, Terms};

impl Machine<'_> {
    /// An object as the state has it; its contents may still be in the base layer.
    pub(super) fn in_state<'s>(&'s self, state: &'s State, id: ObjectId) -> &'s Object {
        match state.heap.get(id).body {
            Body::Absent | Body::Stub if !matches!(self.world.base.get(id).body, Body::Absent) => {
                self.world.base.get(id)
            }
            _ => state.heap.get(id),
        }
    }

    /// Is an object unknown to a state, since it was made behind it?
    pub fn is_made_since(&self, state: &State, id: ObjectId) -> bool {
        matches!(self.in_state(state, id).body, Body::Absent)
    }

    /// What a cell holds; `None` if the state has no such cell.
    pub fn read_cell(&mut self, state: &State, cell: Cell) -> Option<Term> {
        let value = match cell {
            Cell::Slot(at) => *state.stack.get(at as usize)?,
            Cell::Field(id, slot) => match &self.in_state(state, id).body {
                Body::Fields(fields) => *fields.get(slot as usize)?,
                _ => return None,
            },
            Cell::Element(id, at) => {
                let object = self.in_state(state, id).clone();
                if object.body.array_length().is_none_or(|length| at as usize >= length) {
                    return None;
                }
                self.element_of(&object, at as usize)
            }
            Cell::Contents(id) => {
                let object = self.in_state(state, id).clone();
                return match &object.body {
                    Body::Open(array) if array.is_rough() => None,
                    Body::Open(array) if !array.has_references() => Some(self.whole_open(array)),
                    body => {
                        let length = body.array_length()?;
                        self.whole(&object, length)
                    }
                };
            }
        };
        Some(self.lift(value))
    }

    /// Gives a cell that can be read a value of its sort.
    pub fn write_cell(&mut self, state: &mut State, cell: Cell, term: Term) -> Res<()> {
        let value = self.value_of(term);
        match cell {
            Cell::Slot(at) => state.stack[at as usize] = value,
            Cell::Field(id, slot) => self.set_field(state, id, slot, value)?,
            Cell::Element(id, at) => self.set_element(state, id, at as usize, value)?,
            Cell::Contents(id) => {
                let open = match &state.heap.get(id).body {
                    Body::Open(array) => Some(array.clone()),
                    _ => None,
                };
                match open {
                    Some(array) => {
                        let Base::Primitives(prim, _) = array.base else {
                            unreachable!("arrays of numbers have contents")
                        };
                        debug_assert_eq!(self.world.terms.sort(term), Sort::Array(element_sort(prim)));
                        let base = Base::Primitives(prim, term);
                        let (cells, places, beyond) = (BTreeMap::new(), Vec::new(), Beyond::Anything);
                        let general = OpenArray { base, cells, places, beyond, ..(*array).clone() };
                        state.heap.get_mut(id).body = Body::Open(Rc::new(general));
                    }
                    None => self.object_mut(state, id)?.symbols = Some(Rc::new(Symbols::Whole(term))),
                }
            }
        }
        Ok(())
    }

    /// The length of an array.
    pub fn length_term(&mut self, state: &State, id: ObjectId) -> Option<Term> {
        if id.is_null() {
            return None;
        }
        match &self.in_state(state, id).body {
            Body::Open(array) => Some(array.length),
            body => body.array_length().map(|length| self.world.terms.int(length as i32)),
        }
    }

    /// The lengths of arrays that the frame at hand names, as terms: bounds of its counters.
    pub fn array_lengths(&mut self, state: &State) -> Vec<Term> {
        let top = *state.top();
        let slots = state.stack[top.locals as usize..top.sp as usize].to_vec();
        let mut lengths = Vec::new();
        for value in slots {
            if let Value::Ref(id) = value {
                lengths.extend(self.length_term(state, id));
            }
        }
        lengths.sort();
        lengths.dedup();
        lengths
    }
}

/// The objects that a reference may be, with null; `None` if it may be one that nobody has named yet.
pub fn targets(terms: &Terms, reference: Term) -> Option<BTreeSet<ObjectId>> {
    let (mut found, mut open, mut seen) = (BTreeSet::new(), vec![reference], BTreeSet::new());
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.as_const(term) {
            Some(constant) => {
                found.insert(ObjectId(constant.bits() as u32));
            }
            None if terms.op(term) == Op::Ite => open.extend(&terms.args(term)[1..]),
            None => return None,
        }
    }
    Some(found)
}
