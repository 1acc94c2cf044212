//! Arrays of merged states: where a reference is a choice of arrays, elements are read and written through all of them at once, so
//! that an access does not part the path again.

use crate::heap::Body;
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::symbolic::symbols::Symbols;
use crate::world::{Machine, Res};
use term::{Op, Term};

/// Arrays that a reference may be, at most.
const MOST_ARRAYS: usize = 64;

impl Machine<'_> {
    /// The arrays that an operand may be, with their guards, if the index is inside of whichever it is. `None` if which one it is
    /// must be known.
    pub(crate) fn arrays_of(
        &mut self,
        state: &mut State,
        depth: u32,
        index_depth: u32,
    ) -> Res<Option<Vec<(Term, ObjectId)>>> {
        let Some(arrays) = self.choice_of_arrays(state, depth)? else { return Ok(None) };
        let index = state.peek(index_depth);
        let index = self.lift(index);
        let mut inside = self.world.terms.bool(false);
        for &(guard, array) in &arrays {
            let length = self.array_length(state, array)?;
            let terms = &mut self.world.terms;
            let end = terms.int(length as i32);
            let within = terms.ult(index, end);
            let within = terms.and(guard, within);
            inside = terms.or(inside, within);
        }
        // What is thrown otherwise says which length the array has.
        if !self.decide(state, inside)? {
            return Ok(None);
        }
        Ok(Some(arrays))
    }

    /// The length of a choice of arrays.
    pub(crate) fn length_of_any(&mut self, state: &mut State) -> Res<Option<Value>> {
        let Some(arrays) = self.choice_of_arrays(state, 0)? else { return Ok(None) };
        let mut chosen = None;
        for &(guard, array) in arrays.iter().rev() {
            let length = self.array_length(state, array)?;
            let length = self.world.terms.int(length as i32);
            chosen = Some(match chosen {
                None => length,
                Some(others) => self.world.terms.ite(guard, length, others),
            });
        }
        let Some(length) = chosen else { return Ok(None) };
        let length = self.world.terms.row_of_constants(length);
        Ok(Some(self.value_of(length)))
    }

    /// The element of a choice of arrays; array and index are on the operand stack.
    pub(crate) fn load_of_any(&mut self, state: &mut State) -> Res<Option<Value>> {
        let Some(arrays) = self.arrays_of(state, 1, 0)? else { return Ok(None) };
        let index = state.peek(0);
        let mut chosen = None;
        for &(guard, array) in arrays.iter().rev() {
            if !self.may_be_inside(state, array, index)? {
                continue;
            }
            let element = match index {
                Value::Int(at) => self.element(state, array, at as usize)?,
                symbolic => {
                    let index = self.lift(symbolic);
                    self.element_at(state, array, index)?
                }
            };
            let element = self.lift(element);
            chosen = Some(match chosen {
                None => element,
                Some(others) => self.world.terms.ite(guard, element, others),
            });
        }
        Ok(chosen.map(|element| self.value_of(element)))
    }

    /// Stores in whichever of the arrays it is; the index is inside.
    pub(crate) fn store_to_any(
        &mut self,
        state: &mut State,
        arrays: &[(Term, ObjectId)],
        index: Value,
        value: Value,
    ) -> Res<()> {
        let value = self.lift(value);
        for &(guard, array) in arrays {
            if !self.may_be_inside(state, array, index)? {
                continue;
            }
            let (new, old) = match index {
                Value::Int(at) => (value, self.element(state, array, at as usize)?),
                symbolic => {
                    let index = self.lift(symbolic);
                    (value, self.element_at(state, array, index)?)
                }
            };
            let old = self.lift(old);
            let new = self.world.terms.ite(guard, new, old);
            let new = self.value_of(new);
            match index {
                Value::Int(at) => self.set_element(state, array, at as usize, new)?,
                symbolic => {
                    let index = self.lift(symbolic);
                    self.set_element_at(state, array, index, new)?;
                }
            }
        }
        Ok(())
    }

    fn choice_of_arrays(&mut self, state: &mut State, depth: u32) -> Res<Option<Vec<(Term, ObjectId)>>> {
        let value = state.peek(depth);
        let Some(term) = value.term().filter(|_| self.world.options.merging && self.world.followed.is_none()) else {
            return Ok(None);
        };
        if self.world.terms.op(term) != Op::Ite || state.path.shapes.is_used() {
            return Ok(None);
        }
        let Some(arrays) = self.objects_of(state, term)? else { return Ok(None) };
        if arrays.len() > MOST_ARRAYS {
            return Ok(None);
        }
        for &(_, array) in &arrays {
            self.ready(state, array)?;
            let object = state.heap.get(array);
            let is_plain = object.body.array_length().is_some() && !matches!(object.body, Body::Open(_));
            let is_whole = matches!(object.symbols.as_deref(), Some(Symbols::Whole(_)));
            if !is_plain || is_whole {
                return Ok(None);
            }
        }
        Ok(Some(arrays))
    }

    fn may_be_inside(&mut self, state: &mut State, array: ObjectId, index: Value) -> Res<bool> {
        let length = self.array_length(state, array)?;
        Ok(match index {
            Value::Int(at) => (at as u32 as usize) < length,
            symbolic => {
                let index = self.lift(symbolic);
                self.world.terms.fact(index).smin < length as i64
            }
        })
    }
}
