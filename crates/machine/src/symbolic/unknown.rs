//! Objects of which nothing is known but their class: Strings, boxes and arrays of primitives and of such objects. The
//! length of an array is a term (`open.rs`), and its elements are inputs.

pub use crate::heap::open::ArrayId;
use crate::program::{ClassId, ClassKind, Kind, ObjectId, Value};
use crate::reason::Assumption;
use crate::state::State;
use crate::state::asked::{Asked, AskedKind};
pub use crate::state::inputs::{Element, Elements, UnknownArray};
use crate::state::shapes::Sharing;
use crate::symbolic::open::element_sort;
use crate::world::{Machine, Res};
use bytecode::Prim;
use bytecode::synth::api::Null;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Const, Input, Sort, Term};

/// What an answer rests on where Strings or boxes are compared by `==`.
pub(crate) const DIFFERENT_VALUES: &str = "Strings and boxes are different objects";

impl Machine<'_> {
    /// The kinds of objects that can be inputs.
    pub fn can_be_unknown(&self, class: ClassId) -> bool {
        let class = &self.world.classes[class];
        match class.kind {
            ClassKind::Primitive(_) => false,
            ClassKind::Array(component) => {
                matches!(self.world.classes[component].kind, ClassKind::Primitive(_)) || self.can_be_unknown(component)
            }
            ClassKind::Instance => *class.name == *"java/lang/String" || Prim::from_wrapper(&class.name).is_some(),
        }
    }

    /// Whether the elements of an array of references are inputs of their own. In the heap that a check explores only Strings
    /// and boxes are: an array may be in several places.
    pub fn elements_are_inputs(&self, state: &State, id: ArrayId) -> bool {
        let UnknownArray { class, object, .. } = state.path.arrays[id.0 as usize];
        let ClassKind::Array(component) = self.world.classes[class].kind else { unreachable!("an array class") };
        let is_explored = !self.world.options.makes && state.path.shapes.number_of(object).is_some();
        self.can_be_unknown(component) && !(is_explored && self.world.is_array(component))
    }

    /// Any object of a class, as an input of the program: a new one, null, or, as arrays can be changed, an array
    /// that the program was given before. Objects of other classes are those of a symbolic heap, and so are the arrays that
    /// may be part of it.
    pub fn any_object(&mut self, state: &mut State, class: ClassId, null: Null, sharing: Sharing) -> Res<Value> {
        self.world.note_given(class);
        let may_be_part =
            self.world.is_array(class) && (self.world.options.objects || !state.path.shapes.arguments.is_empty());
        if !self.can_be_unknown(class) || may_be_part && sharing == Sharing::Anything {
            return self.heap_input(state, class, null, sharing);
        }
        self.prepare_boxes(state, class)?;
        let name = self.input_name(state, "object");
        let given = self.given_arrays(state, class);
        let choices = self.choices(state, &name, &given);
        if null == Null::Included && self.is_true(state, choices[0])? {
            return Ok(self.answer(state, ObjectId::NULL, AskedKind::Null, choices[0]));
        }
        for (&array, &choice) in given.iter().zip(&choices[1..]) {
            if self.is_true(state, choice)? {
                let object = state.path.arrays[array.0 as usize].object;
                return Ok(self.answer(state, object, AskedKind::Same(array), choice));
            }
        }
        if *self.world.classes[class].name == *"java/lang/Boolean" {
            return self.any_boolean(state, &name);
        }
        let (object, asked) = self.unknown_object(state, class, &name)?;
        if let AskedKind::Boxed(Prim::Byte | Prim::Short | Prim::Char | Prim::Int | Prim::Long) = asked.kind {
            // As `valueOf` makes it, which has a cache.
            Rc::make_mut(&mut state.path.boxes).insert(object);
        }
        Ok(self.answer(state, object, asked.kind, asked.input))
    }

    /// `Boolean.TRUE` or `Boolean.FALSE`.
    fn any_boolean(&mut self, state: &mut State, name: &str) -> Res<Value> {
        let (input, _) = self.fresh_number(Prim::Boolean, name);
        let constant = if self.is_true(state, input)? { "TRUE" } else { "FALSE" };
        let object = self.static_named(state, "java/lang/Boolean", constant)?.as_ref();
        Ok(self.answer(state, object, AskedKind::Boxed(Prim::Boolean), input))
    }

    fn answer(&mut self, state: &mut State, object: ObjectId, kind: AskedKind, input: Input) -> Value {
        let place = self.place(state);
        Rc::make_mut(&mut state.path.asked).push(Asked { kind, input, place, guard: None });
        Value::Ref(object)
    }

    fn given_arrays(&self, state: &State, class: ClassId) -> Vec<ArrayId> {
        let asked = state.path.asked.iter().filter_map(|asked| match asked.kind {
            AskedKind::Array(array) => Some(array),
            _ => None,
        });
        asked.filter(|array| state.path.arrays[array.0 as usize].class == class).collect()
    }

    /// The inputs that stand for the choices, null first.
    fn choices(&mut self, state: &State, name: &str, given: &[ArrayId]) -> Vec<Input> {
        let mut names = vec![format!("{name} is null")];
        for array in given {
            let length = self.world.terms.input_name(state.path.arrays[array.0 as usize].length);
            names.push(format!("{name} is {}", length.trim_end_matches(".length")));
        }
        let terms = &mut self.world.terms;
        let inputs = names.iter().map(|name| {
            let term = terms.input(name, Sort::Bool);
            terms.as_input(term).expect("an input")
        });
        inputs.collect()
    }

    fn is_true(&mut self, state: &State, input: Input) -> Res<bool> {
        let term = self.world.terms.input_term(input);
        self.decide(state, term)
    }

    /// A new object, not recorded as asked for: it may be an element of another one.
    pub(crate) fn unknown_object(&mut self, state: &mut State, class: ClassId, name: &str) -> Res<(ObjectId, Asked)> {
        let place = self.place(state);
        if class == self.world.string {
            return Ok(self.unasked_text(state, name));
        }
        if self.world.is_array(class) {
            return Ok(self.unasked_array(state, class, name));
        }
        let prim = Prim::from_wrapper(&self.world.classes[class].name).expect("a String, an array or a box");
        let (input, value) = self.fresh_number(prim, name);
        let object = self.new_object(state, class);
        self.set_field_named(state, object, "value", value)?;
        Ok((object, Asked { kind: AskedKind::Boxed(prim), input, place, guard: None }))
    }

    /// Box classes are initialised before their objects are made.
    pub(crate) fn prepare_boxes(&mut self, state: &mut State, class: ClassId) -> Res<()> {
        match self.world.classes[class].kind {
            ClassKind::Array(component) => self.prepare_boxes(state, component),
            ClassKind::Instance => self.ensure_initialized(state, class),
            ClassKind::Primitive(_) => Ok(()),
        }
    }

    /// Any number of a kind, as it lies on the operand stack.
    pub fn fresh_number(&mut self, prim: Prim, name: &str) -> (Input, Value) {
        let sort = match prim {
            Prim::Boolean => Sort::Bool,
            Prim::Byte => Sort::Bv(8),
            Prim::Char | Prim::Short => Sort::Bv(16),
            Prim::Int => Sort::Bv(32),
            Prim::Long => Sort::Bv(64),
            Prim::Float => Sort::Float32,
            Prim::Double => Sort::Float64,
        };
        let term = self.world.terms.input(name, sort);
        let input = self.world.terms.as_input(term).expect("a fresh input");
        let value = match prim {
            Prim::Boolean => self.boolean(term),
            Prim::Byte | Prim::Short => {
                let wide = self.world.terms.sext(32, term);
                self.value_of(wide)
            }
            Prim::Char => {
                let wide = self.world.terms.zext(32, term);
                self.value_of(wide)
            }
            Prim::Int | Prim::Long | Prim::Float | Prim::Double => self.value_of(term),
        };
        (input, value)
    }

    /// The name of the next input: that of the parameter, or its kind with a number.
    pub fn input_name(&self, state: &State, kind: &str) -> String {
        let number = state.path.asked.len();
        match self.world.options.input_names.get(number) {
            Some(name) => name.clone(),
            None => format!("{kind}{number}"),
        }
    }

    /// An array that no heap is too small for.
    fn unasked_array(&mut self, state: &mut State, class: ClassId, name: &str) -> (ObjectId, Asked) {
        let id = ArrayId(state.path.arrays.len() as u32);
        let length = self.world.terms.input(&format!("{name}.length"), Sort::Bv(32));
        let input = self.world.terms.as_input(length).expect("a fresh input");
        let (values, elements) = match self.world.classes.element_kind(class) {
            Kind::Prim(prim) => {
                let values = self.world.terms.input(name, Sort::Array(element_sort(prim)));
                let input = self.world.terms.as_input(values).expect("a fresh input");
                (Some((prim, values)), Elements::Primitives(prim, input))
            }
            Kind::Ref => (None, Elements::References(BTreeMap::new())),
        };
        let longest = self.world.terms.bv(32, self.world.longest_array(class) as u64);
        let possible = self.world.terms.ule(length, longest);
        state.path.witness_mut().set(input, Const::scalar(Sort::Bv(32), 0));
        state.path.assume(&self.world.terms, possible);
        let object = self.open_input(state, class, length, values, id);
        let array = UnknownArray { class, object, length: input, elements, first: Rc::default() };
        Rc::make_mut(&mut state.path.arrays).push(array);
        (object, Asked { kind: AskedKind::Array(id), input, place: self.place(state), guard: None })
    }

    /// Makes an array of this length whose elements are inputs; to be recorded as asked for by the caller.
    pub fn unknown_array(
        &mut self,
        state: &mut State,
        class: ClassId,
        len: usize,
        name: &str,
    ) -> Res<(ObjectId, Asked)> {
        let (object, asked) = self.unasked_array(state, class, name);
        state.path.witness_mut().set(asked.input, Const::scalar(Sort::Bv(32), len as u64));
        let (length, len) = (self.world.terms.input_term(asked.input), self.world.terms.bv(32, len as u64));
        let equal = self.world.terms.eq(length, len);
        state.path.assume(&self.world.terms, equal);
        self.ready(state, object)?;
        Ok((object, asked))
    }

    /// What an array of references holds at a place that nobody looked at before.
    pub fn unknown_element(&mut self, state: &mut State, id: ArrayId, at: u32) -> Res<Term> {
        let UnknownArray { class, length, .. } = state.path.arrays[id.0 as usize];
        let ClassKind::Array(component) = self.world.classes[class].kind else { unreachable!("an array class") };
        let object = state.path.arrays[id.0 as usize].object;
        if !self.elements_are_inputs(state, id) {
            let at = self.world.terms.int(at as i32);
            return self.first_element(state, id, at);
        }
        let name = self.world.terms.input_name(length).trim_end_matches(".length");
        let name = format!("{name}[{at}]");
        if state.path.shapes.number_of(object).is_some() && !self.world.is_array(component) {
            self.world.atlas.specs.assumptions.insert(DIFFERENT_VALUES.into());
        }
        if state.path.arrays.iter().any(|other| other.class == component) {
            state.path.rest_on(Assumption::OwnValues);
        }
        let (object, asked) = self.unknown_object(state, component, &name)?;
        let is_null = self.world.terms.input(&format!("{name} is null"), Sort::Bool);
        let null = self.world.terms.as_input(is_null).expect("a fresh input");
        let array = &mut Rc::make_mut(&mut state.path.arrays)[id.0 as usize];
        if let Elements::References(elements) = &mut array.elements {
            elements.insert(at, Element { asked, null });
        }
        let (none, some) = (self.world.terms.null(), self.world.terms.reference(object.0));
        Ok(self.world.terms.ite(is_null, none, some))
    }
}
