//! Objects of which nothing is known but their class: Strings, boxes and arrays of primitives and of such objects. An
//! array is only a promise until somebody looks inside: then its length is chosen, shortest first, each length a path of
//! its own, and its elements are inputs.

use crate::heap::Body;
use crate::host::{End, Res};
use crate::machine::Machine;
use crate::path::{Asked, AskedKind};
use crate::program::{ClassId, ClassKind};
use crate::state::State;
use crate::symbols::Symbols;
use crate::value::{ObjectId, Value};
use bytecode::Prim;
use bytecode::synth::api::Null;
use std::collections::BTreeMap;
use std::rc::Rc;
use term::{Input, Sort, Term};

/// Which array of the path an unmade array is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArrayId(pub u32);

/// The inputs of an array.
#[derive(Clone, Debug)]
pub struct UnknownArray {
    pub class: ClassId,
    pub object: ObjectId,
    pub length: Input,
    /// Once the length is chosen.
    pub elements: Option<Rc<[Element]>>,
}

#[derive(Clone, Copy, Debug)]
pub struct Element {
    pub asked: Asked,
    /// Whether it is null, for elements that can be.
    pub null: Option<Input>,
}

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

    /// Any object of a class, as an input of the program: a new one, null, or, as arrays can be changed, an array
    /// that the program was given before.
    pub fn any_object(&mut self, state: &mut State, class: ClassId, null: Null) -> Res<Value> {
        if !self.can_be_unknown(class) {
            let name = self.world.classes[class].dotted();
            return Err(End::stopped(format!("objects of class {name} cannot be inputs yet")));
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
        Rc::make_mut(&mut state.path.asked).push(Asked { kind, input, place });
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
    fn unknown_object(&mut self, state: &mut State, class: ClassId, name: &str) -> Res<(ObjectId, Asked)> {
        let place = self.place(state);
        if class == self.world.string {
            return Ok(self.unasked_text(state, name));
        }
        if let ClassKind::Array(_) = self.world.classes[class].kind {
            let id = ArrayId(state.path.arrays.len() as u32);
            let length = self.world.terms.input(&format!("{name}.length"), Sort::Bv(32));
            let length = self.world.terms.as_input(length).expect("a fresh input");
            let object = state.heap.alloc(class, Body::Unmade(id));
            Rc::make_mut(&mut state.path.arrays).push(UnknownArray { class, object, length, elements: None });
            return Ok((object, Asked { kind: AskedKind::Array(id), input: length, place }));
        }
        let prim = Prim::from_wrapper(&self.world.classes[class].name).expect("a String, an array or a box");
        let (input, value) = self.fresh_number(prim, name);
        let object = self.new_object(state, class);
        self.set_field_named(state, object, "value", value)?;
        Ok((object, Asked { kind: AskedKind::Boxed(prim), input, place }))
    }

    /// Box classes are initialised before their objects are made.
    fn prepare_boxes(&mut self, state: &mut State, class: ClassId) -> Res<()> {
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

    /// Chooses the length of an array and fills it with inputs.
    pub fn make_array(&mut self, state: &mut State, id: ArrayId) -> Res<()> {
        let UnknownArray { class, object, length, .. } = state.path.arrays[id.0 as usize];
        let len = self.choose_array_length(state, length)?;
        let name = self.world.terms.input_name(length).trim_end_matches(".length").to_string();
        self.fill_array(state, id, object, class, len, &name)
    }

    /// Makes an array of this length whose elements are inputs; to be recorded as asked for by the caller.
    pub fn unknown_array(
        &mut self,
        state: &mut State,
        class: ClassId,
        len: usize,
        name: &str,
    ) -> Res<(ObjectId, Asked)> {
        let (object, asked) = self.unknown_object(state, class, name)?;
        let AskedKind::Array(id) = asked.kind else { unreachable!("an array was asked for") };
        self.fill_array(state, id, object, class, len, name)?;
        Ok((object, asked))
    }

    fn fill_array(
        &mut self,
        state: &mut State,
        id: ArrayId,
        object: ObjectId,
        class: ClassId,
        len: usize,
        name: &str,
    ) -> Res<()> {
        let ClassKind::Array(component) = self.world.classes[class].kind else { unreachable!("an array class") };
        let mut elements = Vec::with_capacity(len);
        let mut references = Vec::new();
        let mut cells: BTreeMap<u32, Term> = BTreeMap::new();
        for at in 0..len {
            let name = format!("{name}[{at}]");
            if let ClassKind::Primitive(prim) = self.world.classes[component].kind {
                let prim = prim.expect("there are no arrays of void");
                let (input, value) = self.fresh_number(prim, &name);
                cells.insert(at as u32, self.lift(value));
                let asked = Asked { kind: AskedKind::Number(prim), input, place: self.place(state) };
                elements.push(Element { asked, null: None });
                continue;
            }
            let (element, asked) = self.unknown_object(state, component, &name)?;
            let is_null = self.world.terms.input(&format!("{name} is null"), Sort::Bool);
            let null = self.world.terms.as_input(is_null);
            let (none, some) = (self.world.terms.null(), self.world.terms.reference(element.0));
            cells.insert(at as u32, self.world.terms.ite(is_null, none, some));
            references.push(element);
            elements.push(Element { asked, null });
        }
        let mut body = self.world.blank_array(class, len);
        if let Body::Refs(plain) = &mut body {
            plain.write(0, &references);
        }
        let made = state.heap.get_mut(object);
        made.body = body;
        made.symbols = (!cells.is_empty()).then(|| Rc::new(Symbols::Sparse(cells)));
        Rc::make_mut(&mut state.path.arrays)[id.0 as usize].elements = Some(elements.into());
        Ok(())
    }

    fn choose_array_length(&mut self, state: &mut State, length: Input) -> Res<usize> {
        let longest = self.world.options.array_length;
        let term = self.world.terms.input_term(length);
        let bound = self.world.terms.bv(32, u64::from(longest));
        let inside = self.world.terms.ule(term, bound);
        if state.path.known(&self.world.terms, inside).is_none() {
            // Nobody looked yet, so no condition is about the length: any will do.
            state.path.witness.set(length, term::Const::scalar(Sort::Bv(32), 0));
            state.path.assume(&self.world.terms, inside);
            state.path.imprecise(format!("arrays longer than {longest} were not explored (--array-length)"));
        }
        for candidate in 0..=longest {
            let value = self.world.terms.bv(32, u64::from(candidate));
            let equal = self.world.terms.eq(term, value);
            if self.choose(state, equal)? {
                return Ok(candidate as usize);
            }
        }
        unreachable!("the length is inside the bound")
    }
}
