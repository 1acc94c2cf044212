//! Arrays whose length is a term. User code takes their length and reads and writes elements without settling it, and so does the JDK's
//! with arrays of objects that a check explores; whatever else looks at such an array gets it with one length at a time (`close`).

use crate::heap::Body;
use crate::heap::object::set_plain;
use crate::heap::open::{ArrayId, Base, Beyond, OpenArray};
use crate::heap::symbols::Symbols;
use crate::program::{ClassId, Kind, ObjectId, Value};
use crate::state::State;
use crate::state::path::Use;
use crate::symbolic::rough::rough;
use crate::world::{Machine, Res};
use bytecode::Prim;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{ArrayConst, Element, Op, Term};

/// A longer array becomes no open one.
const COPIED: usize = 1 << 12;

impl Machine<'_> {
    /// An array of zeros or nulls.
    pub fn new_open_array(&mut self, state: &mut State, class: ClassId, length: Term) -> ObjectId {
        let base = match self.world.classes.element_kind(class) {
            Kind::Ref => Base::Nulls,
            Kind::Prim(prim) => Base::Primitives(prim, self.zeros(prim)),
        };
        self.add_open_array(
            state,
            class,
            OpenArray { length, base, cells: BTreeMap::new(), places: Vec::new(), input: None, beyond: Beyond::Zeros },
        )
    }

    /// An array of which nothing is known: `values` are the elements of an array of primitives.
    pub fn open_input(
        &mut self,
        state: &mut State,
        class: ClassId,
        length: Term,
        values: Option<(Prim, Term)>,
        id: ArrayId,
    ) -> ObjectId {
        let base = values.map_or(Base::Unknown(id), |(prim, values)| Base::Primitives(prim, values));
        self.add_open_array(
            state,
            class,
            OpenArray {
                length,
                base,
                cells: BTreeMap::new(),
                places: Vec::new(),
                input: Some(id),
                beyond: Beyond::Anything,
            },
        )
    }

    pub(super) fn add_open_array(&mut self, state: &mut State, class: ClassId, array: OpenArray) -> ObjectId {
        Rc::make_mut(&mut state.path.lengths).push(array.length);
        state.heap.alloc(class, Body::Open(Rc::new(array)))
    }

    /// The array if its length is a term and the running code is the user's. The loops of the JDK are better off with one length, but for
    /// its collections, whose objects nobody looks at.
    pub fn open_array(&mut self, state: &mut State, id: ObjectId) -> Res<Option<Rc<OpenArray>>> {
        let Body::Open(array) = &state.heap.get(id).body else {
            return Ok(None);
        };
        let array = array.clone();
        if array.is_rough() {
            return Ok(Some(array));
        }
        if self.in_jdk(state) && !self.is_explored(state, &array) {
            self.close(state, id, &array)?;
            return Ok(None);
        }
        match self.settled_length(state, array.length).filter(|_| !self.world.atlas.loops.proving) {
            Some(length) if self.can_be_closed(state, &array, length) => {
                self.fill_closed(state, id, &array, length)?;
                Ok(None)
            }
            Some(_) | None => Ok(Some(array)),
        }
    }

    pub fn in_jdk(&self, state: &State) -> bool {
        let method = state.top().method;
        self.world.classes[self.world.classes[method].class].is_jdk()
    }

    /// The length if the loops of the path have found it out.
    fn settled_length(&mut self, state: &State, length: Term) -> Option<usize> {
        if self.world.followed.is_some() {
            return None;
        }
        let now = self.world.terms.eval(length, state.path.witness(Use::Question)).bits() as i32;
        let mut longer_than = |length_before: i32| {
            let bound = self.world.terms.int(length_before);
            let longer = self.world.terms.slt(bound, length);
            state.path.known(&self.world.terms, longer)
        };
        let settled = longer_than(now) == Some(false) && (now == 0 || longer_than(now - 1) == Some(true));
        settled.then_some(now as usize)
    }

    /// The element at an index that is known to be inside; references at concrete ones only, and not those that a check explores.
    pub fn open_element(&mut self, state: &mut State, id: ObjectId, array: &OpenArray, index: Value) -> Res<Value> {
        if let Some(value) = self.rough_element(state, array) {
            return Ok(value);
        }
        let Value::Int(at) = index else {
            let Base::Primitives(prim, _) = array.base else { unreachable!("references are looked at one by one") };
            let (whole, index) = (self.whole_open(array), self.lift(index));
            let element = self.world.terms.select(whole, index);
            let element = self.widen(prim, element);
            return Ok(self.value_of(element));
        };
        if let Some(&cell) = array.cells.get(&(at as u32)) {
            return Ok(self.value_of(cell));
        }
        match array.base {
            Base::Primitives(prim, base) => {
                let element = self.base_element(prim, base, at as u32);
                Ok(self.value_of(element))
            }
            Base::Nulls => Ok(Value::NULL),
            Base::Rows(_) | Base::Unsteady(_) => unreachable!("looked at before"),
            Base::Copied(_) => unreachable!("what a check explores is found by places"),
            Base::Unknown(input) => {
                let cell = self.unknown_element(state, input, at as u32)?;
                self.set_cell(state, id, at as u32, cell);
                Ok(self.value_of(cell))
            }
        }
    }

    /// Stores at an index that is known to be inside; references at concrete ones only.
    pub fn set_open_element(
        &mut self,
        state: &mut State,
        id: ObjectId,
        array: Rc<OpenArray>,
        index: Value,
        value: Value,
    ) -> Res<()> {
        match array.base {
            Base::Rows(_) => return Err(rough()),
            Base::Unsteady(_) => return Ok(()),
            Base::Primitives(..) | Base::Nulls | Base::Unknown(_) | Base::Copied(_) => {}
        }
        let value = self.lift(value);
        if let Value::Int(at) = index {
            // As long as somebody else holds it, a write copies all cells.
            drop(array);
            self.set_cell(state, id, at as u32, value);
            return Ok(());
        }
        let Base::Primitives(prim, _) = array.base else { unreachable!("references are looked at one by one") };
        let (whole, index, value) = (self.whole_open(&array), self.lift(index), self.narrowed(prim, value));
        let base = Base::Primitives(prim, self.world.terms.store(whole, index, value));
        let OpenArray { length, input, beyond, .. } = *array;
        let changed = OpenArray { length, base, cells: BTreeMap::new(), places: Vec::new(), input, beyond };
        state.heap.get_mut(id).body = Body::Open(Rc::new(changed));
        Ok(())
    }

    /// A copy of another length, of an array of primitives; `None` if it would not have zeros behind the end of the original.
    pub fn resized_open(&mut self, state: &mut State, original: ObjectId, length: Value) -> Res<Option<ObjectId>> {
        let class = self.class_of(state, original);
        let length = self.lift(length);
        let old = match &state.heap.get(original).body {
            Body::Open(array) if array.is_rough() => return Err(rough()),
            Body::Open(array) => array.as_ref().clone(),
            _ => match self.opened(state, original)? {
                Some(array) => array,
                None => return Ok(None),
            },
        };
        let shorter = self.world.terms.sle(length, old.length);
        if old.beyond == Beyond::Anything && !self.decide(state, shorter)? {
            return Ok(None);
        }
        let longer = self.world.terms.sle(old.length, length);
        let keeps_all = state.path.known(&self.world.terms, longer) == Some(true);
        let beyond = if keeps_all { old.beyond } else { Beyond::Anything };
        let copy = OpenArray { length, beyond, input: None, ..old };
        Ok(Some(self.add_open_array(state, class, copy)))
    }

    /// An array of primitives with a known length, as one whose length could be a term.
    fn opened(&mut self, state: &mut State, id: ObjectId) -> Res<Option<OpenArray>> {
        let length = self.array_length(state, id)?;
        let class = self.class_of(state, id);
        let Kind::Prim(prim) = self.world.classes.element_kind(class) else {
            return Ok(None);
        };
        if length > COPIED {
            return Ok(None);
        }
        let mut cells = BTreeMap::new();
        for at in 0..length {
            let element = self.element(state, id, at)?;
            cells.insert(at as u32, self.lift(element));
        }
        let length = self.world.terms.int(length as i32);
        let base = Base::Primitives(prim, self.zeros(prim));
        Ok(Some(OpenArray { length, base, cells, places: Vec::new(), input: None, beyond: Beyond::Zeros }))
    }

    fn zeros(&mut self, prim: Prim) -> Term {
        let zeros = ArrayConst::new(element_sort(prim), 0);
        self.world.terms.array(Rc::new(zeros))
    }

    fn set_cell(&mut self, state: &mut State, id: ObjectId, at: u32, value: Term) {
        if let Body::Open(array) = &mut state.heap.get_mut(id).body {
            Rc::make_mut(array).cells.insert(at, value);
        }
    }

    /// All elements as one term.
    pub(crate) fn whole_open(&mut self, array: &OpenArray) -> Term {
        let Base::Primitives(prim, mut whole) = array.base else { unreachable!("references are looked at one by one") };
        for (&at, &cell) in &array.cells {
            let (at, cell) = (self.world.terms.bv(32, at.into()), self.narrowed(prim, cell));
            whole = self.world.terms.store(whole, at, cell);
        }
        whole
    }

    /// Whether nobody wrote to an array that was given: its elements are these values, or inputs of their own that nobody looked at.
    pub(crate) fn is_as_given(&self, state: &State, id: ObjectId, values: Option<Term>) -> bool {
        let Body::Open(array) = &state.heap.get(id).body else { return false };
        let same = match array.base {
            Base::Primitives(_, base) => values == Some(base),
            Base::Nulls | Base::Copied(_) | Base::Rows(_) | Base::Unsteady(_) => false,
            Base::Unknown(_) => values.is_none(),
        };
        same && array.cells.is_empty() && array.places.is_empty()
    }

    pub(crate) fn base_element(&mut self, prim: Prim, base: Term, at: u32) -> Term {
        let at = self.world.terms.bv(32, at.into());
        let element = self.world.terms.select(base, at);
        self.widen(prim, element)
    }

    /// Settles the length: what the array is given to knows no others.
    pub fn close(&mut self, state: &mut State, id: ObjectId, array: &OpenArray) -> Res<()> {
        if array.is_rough() {
            return Err(rough());
        }
        let length = match self.settled_length(state, array.length) {
            Some(length) => length,
            None if array.input.is_some() => self.choose_input_length(state, array.length)?,
            None if !array.origins().is_empty() => {
                for id in array.origins() {
                    let length = self.world.terms.input_term(state.path.arrays[id.0 as usize].length);
                    self.choose_input_length(state, length)?;
                }
                let length = self.value_of(array.length);
                self.concretize_int(state, length)? as usize
            }
            None => {
                let length = self.value_of(array.length);
                self.choose_size(state, length)?.expect("a length is not negative") as usize
            }
        };
        self.fill_closed(state, id, array, length)
    }

    fn choose_input_length(&mut self, state: &mut State, length: Term) -> Res<usize> {
        let longest = self.world.options.array_length;
        let bound = self.world.terms.bv(32, longest.into());
        let inside = self.world.terms.ule(length, bound);
        if !self.decide(state, inside)? {
            return Err(self.too_many_places(state));
        }
        for candidate in 0..=longest {
            let value = self.world.terms.bv(32, candidate.into());
            let equal = self.world.terms.eq(length, value);
            if self.choose(state, equal)? {
                return Ok(candidate as usize);
            }
        }
        unreachable!("the length is inside the bound")
    }

    /// An array of this length with the same elements.
    pub fn fill_closed(&mut self, state: &mut State, id: ObjectId, array: &OpenArray, length: usize) -> Res<()> {
        let class = self.class_of(state, id);
        let cells = match self.is_explored(state, array) {
            true => self.closed_references(state, array, length as u32)?,
            false => self.closed_cells(state, array, length as u32)?,
        };
        state.pay_for(length as u64 * self.world.element_bytes(class));
        let mut body = self.world.blank_array(class, length);
        let mut symbols = BTreeMap::new();
        for (at, cell) in cells {
            match self.value_of(cell) {
                Value::Sym(_) | Value::Sym2(_) => {
                    symbols.insert(at, cell);
                }
                plain => set_plain(&mut body, at as usize, plain),
            }
        }
        let object = state.heap.get_mut(id);
        object.body = body;
        object.symbols = (!symbols.is_empty()).then(|| Rc::new(Symbols::Sparse(symbols)));
        Ok(())
    }

    fn closed_cells(&mut self, state: &mut State, array: &OpenArray, length: u32) -> Res<BTreeMap<u32, Term>> {
        let mut cells: BTreeMap<u32, Term> = array.cells.range(..length).map(|(&at, &cell)| (at, cell)).collect();
        for place in &array.places {
            let index = self.value_of(place.index);
            cells.insert(self.concretize_int(state, index)? as u32, place.value);
        }
        for at in 0..length {
            match array.base {
                Base::Nulls => break,
                Base::Primitives(_, base) if self.is_blank(base) => break,
                _ if cells.contains_key(&at) => {}
                Base::Primitives(prim, base) => {
                    cells.insert(at, self.base_element(prim, base, at));
                }
                Base::Copied(_) => unreachable!("only what a check explores is copied like that"),
                Base::Rows(_) | Base::Unsteady(_) => return Err(rough()),
                Base::Unknown(input) => {
                    let element = self.unknown_element(state, input, at)?;
                    cells.insert(at, element);
                }
            }
        }
        Ok(cells)
    }

    fn is_blank(&self, base: Term) -> bool {
        match self.world.terms.op(base) {
            Op::Array(id) => {
                let array = self.world.terms.array_const(id);
                array.is_empty() && array.default_bits() == 0
            }
            _ => false,
        }
    }

    /// An element as it is on the operand stack.
    fn widen(&mut self, prim: Prim, element: Term) -> Term {
        match prim {
            Prim::Boolean | Prim::Char => self.world.terms.zext(32, element),
            Prim::Byte | Prim::Short => self.world.terms.sext(32, element),
            Prim::Int | Prim::Long | Prim::Float | Prim::Double => element,
        }
    }

    fn narrowed(&mut self, prim: Prim, value: Term) -> Term {
        match prim {
            Prim::Boolean => self.world.terms.extract(0, 0, value),
            Prim::Byte => self.world.terms.extract(7, 0, value),
            Prim::Char | Prim::Short => self.world.terms.extract(15, 0, value),
            Prim::Int | Prim::Long | Prim::Float | Prim::Double => value,
        }
    }
}

/// What the base of an array of primitives holds.
pub fn element_sort(prim: Prim) -> Element {
    match prim {
        Prim::Boolean => Element::Bv(1),
        Prim::Byte => Element::Bv(8),
        Prim::Char | Prim::Short => Element::Bv(16),
        Prim::Int => Element::Bv(32),
        Prim::Long => Element::Bv(64),
        Prim::Float => Element::Float32,
        Prim::Double => Element::Float64,
    }
}
