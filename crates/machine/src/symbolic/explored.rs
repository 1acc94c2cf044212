//! Arrays of references in a heap that a check explores. What an array held at first is made where somebody looks, at an index that may be
//! a term; a copy of a range is made without looking, and what is read from it is looked for in the source.

use crate::heap::Body;
use crate::heap::open::{ArrayId, Base, Beyond, CopiedRange, Layer, OpenArray};
use crate::program::{ClassId, ClassKind, Kind, ObjectId, Value};
use crate::state::State;
use crate::state::inputs::FirstElement;
use crate::state::path::Use;
use crate::symbolic::rough::rough;
use crate::world::atlas::Origin;
use crate::world::{Machine, Res};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Input, Sort, Term};

/// An array of known length that is longer is not copied without looking.
const MOST_CELLS: usize = 1 << 12;

impl Machine<'_> {
    /// Whether the references of an array are those of a heap that a check explores: they are no objects yet.
    pub(crate) fn is_explored(&self, state: &State, open: &OpenArray) -> bool {
        self.explores(state)
            && open.has_references()
            && !open.is_rough()
            && !open.origins().iter().any(|&id| self.elements_are_inputs(state, id))
    }

    /// Whether the path explores a heap that it does not make.
    pub(crate) fn explores(&self, state: &State) -> bool {
        !self.world.options.makes && state.path.shapes.is_used()
    }

    /// Whether arrays of this class that the JDK's code makes keep a length that is a term.
    pub(crate) fn keeps_length(&self, state: &State, array: ClassId) -> bool {
        !self.in_jdk(state) || self.explores(state) && self.world.classes.element_kind(array) == Kind::Ref
    }

    /// Whether an array, now that its length is known, can be one like any other: nothing lies at an index that is a term, and looking at all
    /// places is within the bound.
    pub(super) fn can_be_closed(&self, state: &State, open: &OpenArray, length: usize) -> bool {
        let is_term = |first: &FirstElement| !self.world.terms.is_const(first.index);
        let of_input = |id: &ArrayId| state.path.arrays[id.0 as usize].first.iter().any(is_term);
        let is_too_long = self.is_explored(state, open) && length as u64 > u64::from(self.world.options.array_length);
        open.places.is_empty()
            && !matches!(open.base, Base::Copied(_))
            && !open.origins().iter().any(|id| is_too_long || of_input(id))
    }

    /// An index that the conditions of the path fix is that number.
    pub(crate) fn fixed_index(&mut self, state: &State, index: Value) -> Value {
        let Value::Sym(term) = index else { return index };
        if !self.explores(state) {
            return index;
        }
        let inputs = self.world.terms.inputs_of(term);
        if !inputs.iter().all(|&input| self.is_fixed(state, input)) {
            return index;
        }
        Value::Int(self.world.terms.eval(term, state.path.witness(Use::Question)).bits() as i32)
    }

    /// Whether conditions of the path, as loops ask them, leave one value of an int.
    fn is_fixed(&mut self, state: &State, input: Input) -> bool {
        let term = self.world.terms.input_term(input);
        if self.world.terms.sort(term) != Sort::Bv(32) {
            return false;
        }
        let now = self.world.terms.eval(term, state.path.witness(Use::Question)).bits() as i32;
        let mut is_known = |left: Option<i32>, right: Option<i32>, truth: bool| {
            let [left, right] = [left, right].map(|number| number.map_or(term, |number| self.world.terms.int(number)));
            let less = self.world.terms.slt(left, right);
            state.path.known(&self.world.terms, less) == Some(truth)
        };
        let above =
            is_known(None, Some(now), false) || now.checked_sub(1).is_some_and(|less| is_known(Some(less), None, true));
        let below =
            is_known(Some(now), None, false) || now.checked_add(1).is_some_and(|more| is_known(None, Some(more), true));
        let number = self.world.terms.int(now);
        let same = self.world.terms.eq(term, number);
        above && below || state.path.known(&self.world.terms, same) == Some(true)
    }

    /// The reference at an index, of an array that a check explores.
    pub(super) fn reference_in(&mut self, state: &mut State, layer: &Layer, index: Term) -> Res<Term> {
        for place in &layer.places {
            if self.is_same_place(state, index, place.index)? {
                return Ok(place.value);
            }
        }
        match self.world.terms.as_const(index) {
            Some(at) => {
                if let Some(&cell) = layer.cells.get(&(at.bits() as u32)) {
                    return Ok(cell);
                }
            }
            None => {
                for (&at, &cell) in &layer.cells {
                    let at = self.world.terms.int(at as i32);
                    if self.is_same_place(state, index, at)? {
                        return Ok(cell);
                    }
                }
            }
        }
        match &layer.base {
            Base::Primitives(..) | Base::Unsteady(_) => unreachable!("an array of references"),
            Base::Nulls => Ok(self.world.terms.null()),
            Base::Rows(_) => Err(rough()),
            &Base::Unknown(id) => self.first_element(state, id, index),
            Base::Copied(copied) => {
                let offset = self.world.terms.sub(index, copied.to);
                let is_copied = self.world.terms.ult(offset, copied.len);
                if !self.decide(state, is_copied)? {
                    return self.reference_in(state, &copied.under, index);
                }
                let index = self.world.terms.add(offset, copied.from);
                let index = self.value_of(index);
                let index = self.fixed_index(state, index);
                let index = self.lift(index);
                self.reference_in(state, &copied.source, index)
            }
        }
    }

    /// What an array that is an input, and whose references are no inputs of their own, held at first at an index that is inside.
    pub(crate) fn first_element(&mut self, state: &mut State, id: ArrayId, index: Term) -> Res<Term> {
        let known = state.path.arrays[id.0 as usize].first.clone();
        for first in known.iter() {
            if self.is_same_place(state, index, first.index)? {
                return Ok(first.reference);
            }
        }
        if self.explores(state) {
            let index = self.value_of(index);
            self.look_at(state, id, index)?;
        }
        let array = &state.path.arrays[id.0 as usize];
        let (class, object) = (array.class, array.object);
        let name = self.world.terms.input_name(array.length).trim_end_matches(".length");
        let name = match self.world.terms.as_const(index) {
            Some(at) => format!("{name}[{}]", at.bits()),
            None => format!("{name}[place {}]", known.len()),
        };
        let ClassKind::Array(component) = self.world.classes[class].kind else { unreachable!("an array class") };
        let of = state.path.shapes.number_of(object).expect("an array of the heap that a check explores");
        let reference = self.new_reference(&name, component, Origin::Element(of), true);
        let array = &mut Rc::make_mut(&mut state.path.arrays)[id.0 as usize];
        Rc::make_mut(&mut array.first).push(FirstElement { index, reference });
        Ok(reference)
    }

    /// What an array of the program holds at a place under the path's witness; `None` if nobody looked there.
    pub fn element_under_witness(&mut self, state: &State, open: &OpenArray, at: u32) -> Option<Term> {
        if let Base::Primitives(prim, base) = open.base {
            return Some(open.cells.get(&at).copied().unwrap_or_else(|| self.base_element(prim, base, at)));
        }
        self.reference_under_witness(state, &open.layer(), at)
    }

    fn reference_under_witness(&mut self, state: &State, layer: &Layer, at: u32) -> Option<Term> {
        let number =
            |machine: &Self, term: Term| machine.world.terms.eval(term, state.path.witness(Use::Report)).bits() as u32;
        if let Some(place) = layer.places.iter().find(|place| number(self, place.index) == at) {
            return Some(place.value);
        }
        if let Some(&cell) = layer.cells.get(&at) {
            return Some(cell);
        }
        match &layer.base {
            Base::Primitives(..) | Base::Rows(_) | Base::Unsteady(_) => None,
            Base::Nulls => Some(self.world.terms.null()),
            Base::Unknown(id) => {
                let known = &state.path.arrays[id.0 as usize].first;
                known.iter().find(|first| number(self, first.index) == at).map(|first| first.reference)
            }
            Base::Copied(copied) => {
                let offset = at.wrapping_sub(number(self, copied.to));
                match offset < number(self, copied.len) {
                    true => self.reference_under_witness(state, &copied.source, offset + number(self, copied.from)),
                    false => self.reference_under_witness(state, &copied.under, at),
                }
            }
        }
    }

    /// All references of an array of this length that a check explores.
    pub(super) fn closed_references(
        &mut self,
        state: &mut State,
        array: &OpenArray,
        length: u32,
    ) -> Res<BTreeMap<u32, Term>> {
        let layer = array.layer();
        let mut cells = BTreeMap::new();
        if matches!(layer.base, Base::Nulls) && layer.places.is_empty() {
            cells.extend(layer.cells.range(..length).map(|(&at, &cell)| (at, cell)));
            return Ok(cells);
        }
        for at in 0..length {
            let index = self.world.terms.int(at as i32);
            cells.insert(at, self.reference_in(state, &layer, index)?);
        }
        Ok(cells)
    }

    /// Whether `System.arraycopy` between these arrays, not null, need not look at the references.
    pub(crate) fn copies_lazily(&self, state: &State, source: ObjectId, target: ObjectId) -> bool {
        let component = |array: ObjectId| match self.world.classes[self.class_of(state, array)].kind {
            ClassKind::Array(component) => Some(component),
            ClassKind::Instance | ClassKind::Primitive(_) => None,
        };
        let (Some(from), Some(to)) = (component(source), component(target)) else { return false };
        let can_be_opened = |array: ObjectId| match &state.heap.get(array).body {
            Body::Open(open) => self.is_explored(state, open),
            Body::Refs(elements) => elements.len() <= MOST_CELLS && !state.heap.get(array).shadowed,
            _ => false,
        };
        let is_open = |array: ObjectId| matches!(state.heap.get(array).body, Body::Open(_));
        self.explores(state)
            && (is_open(source) || is_open(target))
            && can_be_opened(source)
            && can_be_opened(target)
            && self.world.classes.is_subclass(from, to)
    }

    /// Copies `len` references between indices `from` and `to` that are inside, of arrays that `copies_lazily`.
    pub(crate) fn copy_range(
        &mut self,
        state: &mut State,
        source: ObjectId,
        target: ObjectId,
        (from, to, len): (Term, Term, Term),
    ) -> Res<()> {
        let (source, old) = (self.as_open(state, source)?, self.as_open(state, target)?);
        let copied = CopiedRange { under: old.layer(), source: source.layer(), from, to, len };
        let base = Base::Copied(Rc::new(copied));
        let OpenArray { length, input, beyond, .. } = old;
        let changed = OpenArray { length, base, cells: BTreeMap::new(), places: Vec::new(), input, beyond };
        let object = state.heap.get_mut(target);
        object.body = Body::Open(Rc::new(changed));
        object.symbols = None;
        Ok(())
    }

    fn as_open(&mut self, state: &mut State, array: ObjectId) -> Res<OpenArray> {
        if let Body::Open(open) = &state.heap.get(array).body {
            return Ok(open.as_ref().clone());
        }
        let length = self.array_length(state, array)?;
        let mut cells = BTreeMap::new();
        for at in 0..length {
            let element = self.element(state, array, at)?;
            cells.insert(at as u32, self.lift(element));
        }
        let length = self.world.terms.int(length as i32);
        Ok(OpenArray { length, base: Base::Nulls, cells, places: Vec::new(), input: None, beyond: Beyond::Zeros })
    }
}
