//! Symbolic array elements: a layer over the concrete contents. Element terms have the sort that the element has on the
//! operand stack (bv32 for boolean to int).

pub use crate::heap::object::{different, plain_element, set_plain};
pub use crate::heap::symbols::{Symbols, cells};
use crate::heap::{Body, Object};
use crate::program::{ObjectId, Value};
use crate::reason::{Reason, Unsolved};
use crate::state::State;
use crate::symbolic::decide::raw;
use crate::world::{End, Machine, Res};
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{ArrayConst, Element, Op, Term};

/// An element at a symbolic index is a choice among those of so many places.
const EXPANDED: usize = 48;
/// Different from zero, in a term for all contents of an array: each takes some ten bytes there.
const MOST_ELEMENTS: usize = 1 << 22;

impl Machine<'_> {
    /// The element at a concrete index inside the bounds.
    pub fn element(&mut self, state: &mut State, array: ObjectId, index: usize) -> Res<Value> {
        self.ready(state, array)?;
        Ok(self.element_of(state.heap.get(array), index))
    }

    pub(crate) fn element_of(&mut self, object: &Object, index: usize) -> Value {
        match object.symbols.as_deref() {
            Some(Symbols::Sparse(cells)) => match cells.get(&(index as u32)) {
                Some(&term) => self.value_of(term),
                None => plain_element(&object.body, index),
            },
            Some(&Symbols::Whole(term)) => {
                let at = self.world.terms.bv(32, index as u64);
                let element = self.world.terms.select(term, at);
                self.value_of(element)
            }
            None => plain_element(&object.body, index),
        }
    }

    /// Stores at a concrete index inside the bounds.
    pub fn set_element(&mut self, state: &mut State, array: ObjectId, index: usize, value: Value) -> Res<()> {
        let symbolic = value.term();
        let object = self.object_mut(state, array)?;
        match (object.symbols.take(), symbolic) {
            (None, None) => set_plain(&mut object.body, index, value),
            (None, Some(term)) => {
                let cells = BTreeMap::from([(index as u32, term)]);
                object.symbols = Some(Rc::new(Symbols::Sparse(cells)));
            }
            (Some(mut symbols), symbolic) => match Rc::make_mut(&mut symbols) {
                Symbols::Sparse(cells) => {
                    match symbolic {
                        Some(term) => {
                            cells.insert(index as u32, term);
                        }
                        None => {
                            cells.remove(&(index as u32));
                            set_plain(&mut object.body, index, value);
                        }
                    }
                    object.symbols = (!cells.is_empty()).then_some(symbols);
                }
                Symbols::Whole(whole) => {
                    let (at, value) = (self.world.terms.bv(32, index as u64), self.lift(value));
                    *whole = self.world.terms.store(*whole, at, value);
                    state.heap.get_mut(array).symbols = Some(symbols);
                }
            },
        }
        Ok(())
    }

    /// The element at a symbolic index that is known to be inside.
    pub fn element_at(&mut self, state: &mut State, array: ObjectId, index: Term) -> Res<Value> {
        self.ready(state, array)?;
        let object = state.heap.get(array).clone();
        let len = object.body.array_length().expect("an array");
        let term = match self.few_places(&object, len, index) {
            Some(places) => self.expand(&object, &places),
            None => {
                let whole = self.known_whole(array, &object, len)?;
                self.world.terms.select(whole, index)
            }
        };
        Ok(self.value_of(term))
    }

    /// The places at which an index that is inside may be, with the conditions for that, if these are few and the elements are no
    /// single term.
    fn few_places(&mut self, object: &Object, len: usize, index: Term) -> Option<Vec<(Term, usize)>> {
        if len == 0 || matches!(object.symbols.as_deref(), Some(Symbols::Whole(_))) {
            return None;
        }
        let fact = self.world.terms.fact(index);
        let (first, last) = (fact.smin.max(0) as usize, (fact.smax.max(0) as usize).min(len - 1));
        if last < first || last - first >= EXPANDED {
            return None;
        }
        if self.world.terms.op(index) == Op::Ite {
            let cases = self.world.terms.cases(index);
            let places =
                cases.iter().map(|&(guard, leaf)| Some((guard, self.world.terms.as_const(leaf)?.bits() as usize)));
            if let Some(mut places) = places.collect::<Option<Vec<(Term, usize)>>>() {
                places.retain(|&(_, at)| at < len);
                return (!places.is_empty()).then_some(places);
            }
        }
        let places = (first..=last).map(|at| {
            let here = self.world.terms.bv(32, at as u64);
            (self.world.terms.eq(index, here), at)
        });
        Some(places.collect())
    }

    fn expand(&mut self, object: &Object, places: &[(Term, usize)]) -> Term {
        let ((_, last), others) = places.split_last().expect("an index is somewhere");
        let last = self.element_of(object, *last);
        let mut chosen = self.lift(last);
        for &(hit, at) in others.iter().rev() {
            let element = self.element_of(object, at);
            let element = self.lift(element);
            chosen = self.world.terms.ite(hit, element, chosen);
        }
        chosen
    }

    /// Stores at a symbolic index that is known to be inside.
    pub fn set_element_at(&mut self, state: &mut State, array: ObjectId, index: Term, value: Value) -> Res<()> {
        self.ready(state, array)?;
        let object = state.heap.get(array).clone();
        let len = object.body.array_length().expect("an array");
        let stored = self.lift(value);
        let Some(places) = self.few_places(&object, len, index) else {
            let whole = self.known_whole(array, &object, len)?;
            let whole = Symbols::Whole(self.world.terms.store(whole, index, stored));
            self.object_mut(state, array)?.symbols = Some(Rc::new(whole));
            return Ok(());
        };
        for (hit, at) in places {
            let old = self.element_of(&object, at);
            let old = self.lift(old);
            let new = self.world.terms.ite(hit, stored, old);
            let new = self.value_of(new);
            self.set_element(state, array, at, new)?;
        }
        Ok(())
    }

    fn known_whole(&mut self, array: ObjectId, object: &Object, len: usize) -> Res<Term> {
        if let Some(term) = self.world.wholes.find(array, object) {
            return Ok(term);
        }
        let term = self.whole(object, len).ok_or_else(|| End::stopped(Reason::Solver(Unsolved::Size)))?;
        self.world.wholes.remember(array, object, term);
        Ok(term)
    }

    /// On a followed path: is an element at a symbolic index better read at the index that it has?
    pub(crate) fn is_costly_place(&self, state: &State, array: ObjectId) -> bool {
        let object = state.heap.get(array);
        self.world.followed.is_some()
            && (object.symbols.is_some()
                || match &object.body {
                    Body::Open(open) => !self.keeps_index(open),
                    body => matches!(body, Body::Refs(_)),
                }
                || object.body.array_length().is_some_and(|len| len > MOST_ELEMENTS)
                || self.world.wholes.is_outdated(array, object))
    }

    /// The contents as one array term, unless they are too many for one.
    pub(crate) fn whole(&mut self, object: &Object, len: usize) -> Option<Term> {
        if let Some(&Symbols::Whole(term)) = object.symbols.as_deref() {
            return Some(term);
        }
        let element = element_sort(&object.body);
        let bits = (0..len).map(|at| raw_bits(plain_element(&object.body, at)));
        if len > MOST_ELEMENTS && bits.clone().filter(|&bits| bits != 0).nth(MOST_ELEMENTS).is_some() {
            return None;
        }
        let mut term = self.world.terms.array(Rc::new(ArrayConst::of_values(element, bits)));
        if let Some(Symbols::Sparse(cells)) = object.symbols.as_deref() {
            for (&at, &cell) in cells {
                let at = self.world.terms.bv(32, at as u64);
                term = self.world.terms.store(term, at, cell);
            }
        }
        Some(term)
    }

    /// The symbolic elements in a range, by offset from its start.
    pub fn symbols_in(&mut self, state: &State, array: ObjectId, from: usize, len: usize) -> Vec<(usize, Term)> {
        match state.heap.get(array).symbols.clone() {
            Some(symbols) => {
                let all = cells(&mut self.world.terms, &symbols, from..from + len);
                all.into_iter().map(|(at, term)| (at - from, term)).collect()
            }
            None => Vec::new(),
        }
    }

    /// Makes these the symbolic elements of a range whose concrete contents were just written.
    pub fn put_symbols(
        &mut self,
        state: &mut State,
        array: ObjectId,
        from: usize,
        len: usize,
        cells: &[(usize, Term)],
    ) -> Res<()> {
        if cells.is_empty() && state.heap.get(array).symbols.is_none() {
            return Ok(());
        }
        let end = (from + len) as u32;
        if let Some(&Symbols::Whole(mut whole)) = state.heap.get(array).symbols.as_deref() {
            let body = state.heap.get(array).body.clone();
            let mut new: BTreeMap<usize, Term> = cells.iter().copied().collect();
            for offset in 0..len {
                let value = new.remove(&offset);
                let value = value.unwrap_or_else(|| self.lift(plain_element(&body, from + offset)));
                let at = self.world.terms.bv(32, (from + offset) as u64);
                whole = self.world.terms.store(whole, at, value);
            }
            self.object_mut(state, array)?.symbols = Some(Rc::new(Symbols::Whole(whole)));
            return Ok(());
        }
        let values: Vec<Value> = cells.iter().map(|&(_, term)| self.value_of(term)).collect();
        let object = self.object_mut(state, array)?;
        let mut all = match object.symbols.take().map(Rc::unwrap_or_clone) {
            Some(Symbols::Sparse(all)) => all,
            Some(Symbols::Whole(_)) | None => BTreeMap::new(),
        };
        let mut behind = all.split_off(&(from as u32));
        let mut behind = behind.split_off(&end);
        for (&(offset, term), value) in cells.iter().zip(values) {
            match value.term() {
                Some(_) => {
                    all.insert((from + offset) as u32, term);
                }
                None => set_plain(&mut object.body, from + offset, value),
            }
        }
        all.append(&mut behind);
        object.symbols = (!all.is_empty()).then(|| Rc::new(Symbols::Sparse(all)));
        Ok(())
    }

    /// Concrete contents in a range: other values of its symbolic elements are explored by other states.
    pub fn concretize_range(&mut self, state: &mut State, array: ObjectId, from: usize, len: usize) -> Res<()> {
        let cells = self.symbols_in(state, array, from, len);
        let mut values = Vec::with_capacity(cells.len());
        for &(offset, term) in &cells {
            let value = self.value_of(term);
            values.push((from + offset, self.concretize(state, value)?));
        }
        for (at, value) in values {
            self.set_element(state, array, at, value)?;
        }
        Ok(())
    }
}

fn element_sort(body: &Body) -> Element {
    match body {
        Body::Bytes(_) | Body::Chars(_) | Body::Shorts(_) | Body::Ints(_) => Element::Bv(32),
        Body::Longs(_) => Element::Bv(64),
        Body::Floats(_) => Element::Float32,
        Body::Doubles(_) => Element::Float64,
        Body::Refs(_) => Element::Ref,
        Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) | Body::Fields(_) => panic!("not an array"),
    }
}

fn raw_bits(value: Value) -> u64 {
    match value {
        Value::Ref(id) => id.0 as u64,
        number => raw(number).1,
    }
}
