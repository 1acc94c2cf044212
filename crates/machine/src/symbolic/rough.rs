//! Matrices of symbolic size in a proof. How many rows there are is not known, so one array stands for all of them: it has their
//! length, its elements are something else whenever somebody looks, and what is written there is forgotten. Which row is which
//! nobody can tell, so whoever asks gets no proof.

use crate::heap::Body;
use crate::heap::open::{Base, Beyond, OpenArray};
use crate::program::{ClassId, ClassKind, ObjectId, Value};
use crate::reason::Reason;
use crate::state::State;
use crate::world::{End, Machine, Res, Stop};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Sort, Term};

/// Why there is no proof.
const ROUGH: &str = "which row of a matrix of symbolic size an array is, or what it holds";

pub(crate) fn rough() -> Stop {
    End::stopped(Reason::Unproved(ROUGH.into()))
}

impl Machine<'_> {
    /// Whether nobody makes all rows of a new matrix of numbers: in a proof, if their number is a term.
    pub(crate) fn is_roughly_made(&self, state: &State, array: ClassId, sizes: &[Value]) -> bool {
        let is_open = sizes[..sizes.len() - 1].iter().any(|size| size.term().is_some());
        let element = (0..sizes.len()).try_fold(array, |array, _| self.component(array));
        let has_numbers =
            element.is_some_and(|class| matches!(self.world.classes[class].kind, ClassKind::Primitive(_)));
        state.path.proof.rough && is_open && has_numbers && !self.in_jdk(state)
    }

    /// Whether there is memory for something depends on what else there is.
    pub(crate) fn is_out_of_memory(&mut self, state: &mut State) -> Res<bool> {
        // The same until it is decided, another one the next time.
        let name = format!("memory {}", state.path.proof.made);
        let is_full = self.world.terms.input(&name, Sort::Bool);
        let answer = self.decide(state, is_full)?;
        Rc::make_mut(&mut state.path.proof).made += 1;
        Ok(answer)
    }

    /// Arrays of arrays, the innermost ones of the last length.
    pub(crate) fn new_rows(&mut self, state: &mut State, array: ClassId, lengths: &[Term]) -> ObjectId {
        let [length, inner @ ..] = lengths else { unreachable!("an array has a length") };
        let component = self.component(array).expect("an array");
        let base = match self.world.classes[component].kind {
            ClassKind::Primitive(Some(prim)) => Base::Unsteady(prim),
            ClassKind::Primitive(None) | ClassKind::Instance | ClassKind::Array(_) => {
                Base::Rows(self.new_rows(state, component, inner))
            }
        };
        if let Base::Rows(row) = base {
            Rc::make_mut(&mut state.path.twins).insert(row);
        }
        let (cells, places, beyond) = (BTreeMap::new(), Vec::new(), Beyond::Anything);
        self.add_open_array(state, array, OpenArray { length: *length, base, cells, places, input: None, beyond })
    }

    fn component(&self, array: ClassId) -> Option<ClassId> {
        match self.world.classes[array].kind {
            ClassKind::Array(component) => Some(component),
            ClassKind::Instance | ClassKind::Primitive(_) => None,
        }
    }

    /// An element of an array of which not all is known.
    pub(crate) fn rough_element(&mut self, state: &mut State, array: &OpenArray) -> Option<Value> {
        match array.base {
            Base::Rows(row) => Some(Value::Ref(row)),
            Base::Unsteady(prim) => {
                let name = Rc::make_mut(&mut state.path.proof).next_name("element");
                Some(self.fresh_number(prim, &name).1)
            }
            Base::Primitives(..) | Base::Nulls | Base::Unknown(_) | Base::Copied(_) => None,
        }
    }

    pub(crate) fn load_rough(&mut self, state: &mut State, array: ObjectId) -> Option<Value> {
        let Body::Open(open) = &state.heap.get(array).body else { return None };
        let open = open.clone();
        self.rough_element(state, &open)
    }

    /// Whether a store at an index that is inside, of a value that fits, is done with that.
    pub(crate) fn store_rough(&self, state: &State, array: ObjectId) -> Res<bool> {
        match &state.heap.get(array).body {
            Body::Open(open) => match open.base {
                Base::Rows(_) => Err(rough()),
                Base::Unsteady(_) => Ok(true),
                Base::Primitives(..) | Base::Nulls | Base::Unknown(_) | Base::Copied(_) => Ok(false),
            },
            _ => Ok(false),
        }
    }

    /// Somebody asks for what one array has and another one has not: a hash code, a lock.
    pub(crate) fn doubt_row(&self, state: &mut State, id: ObjectId) {
        if self.stands_for_many(state, id) {
            state.path.imprecise(Reason::Unproved(ROUGH.into()));
        }
    }

    fn stands_for_many(&self, state: &State, id: ObjectId) -> bool {
        state.path.twins.contains(&id) && matches!(&state.heap.get(id).body, Body::Open(open) if open.is_rough())
    }

    /// Two references are compared: a row of a matrix may be the other one or not.
    pub(crate) fn doubt_rough(&mut self, state: &mut State, a: Value, b: Value) {
        if !state.path.proof.rough || state.path.twins.is_empty() {
            return;
        }
        let mut sides = [a, b].map(|value| {
            let term = self.lift(value);
            let leaves = self.world.terms.cases(term).into_iter();
            let ids =
                leaves.filter_map(|(_, leaf)| self.world.terms.as_const(leaf).map(|id| ObjectId(id.bits() as u32)));
            ids.filter(|id| !id.is_null()).collect::<Vec<_>>()
        });
        sides.sort_by_key(Vec::len);
        let is_row = |id: &ObjectId| self.stands_for_many(state, *id);
        if !sides[0].is_empty() && sides.iter().flatten().any(is_row) {
            state.path.imprecise(Reason::Unproved(ROUGH.into()));
        }
    }
}
