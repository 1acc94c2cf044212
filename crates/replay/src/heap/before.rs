//! The heap that a checked method found, as one concrete heap of those that the path stands for: for reports and replay.

use crate::input::{self, InputValue};
use bytecode::{DottedName, Prim, Type};
use machine::heap::Body;
use machine::path::AskedKind;
use machine::path::Use;
use machine::program::Field;
use machine::shapes::{Contents, Settled, Symbolic};
use machine::unknown::Elements;
use machine::{ClassId, Kind, Machine, ObjectId, State, Value};
use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};
use term::Term;

/// Arrays with more elements are not written down for a replay.
pub const MOST_ELEMENTS: u32 = 1 << 20;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreHeap {
    /// In their order, the receiver first.
    pub arguments: Vec<(String, HeapValue)>,
    /// Static fields, where they may hold anything.
    pub globals: Vec<HeapField>,
    pub objects: Vec<HeapObject>,
    /// What methods answered that nobody implements, with descriptors of their types.
    pub answers: Vec<(String, HeapValue)>,
    /// Classes that are needed to make the heap: names and contents.
    pub stubs: Vec<(DottedName, Vec<u8>)>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum HeapValue {
    /// A number, or null.
    Plain(InputValue),
    /// A number that no condition of the path mentions: any other would do.
    Free(InputValue),
    /// A reference that nobody asked about: null would do.
    Open,
    /// By position.
    Object(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub struct HeapObject {
    pub class: DottedName,
    pub contents: HeapContents,
    /// Whether somebody looked into it: otherwise any object of the class would do.
    pub explored: bool,
    /// The reference that leads to it, if nobody looked into it.
    pub reference: Option<Term>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum HeapContents {
    Fields(Vec<HeapField>),
    /// An array of references.
    Elements(Vec<HeapValue>),
    /// A String, a box or an array of numbers.
    Input(InputValue),
    /// Of an enum.
    Constant(String),
}

#[derive(Clone, Debug, PartialEq)]
pub struct HeapField {
    /// The class that declares it.
    pub class: DottedName,
    pub name: String,
    pub value: HeapValue,
}

/// One heap of the path.
pub fn pre_heap(machine: &mut Machine, state: &State) -> PreHeap {
    let mut heap = PreHeap::default();
    let shapes = state.path.shapes.clone();
    for object in &shapes.objects {
        let class = machine.world.classes[*object.types.first().unwrap_or(&object.class)].dotted();
        heap.objects.push(HeapObject {
            class,
            contents: HeapContents::Fields(Vec::new()),
            explored: true,
            reference: None,
        });
    }
    for (at, object) in shapes.objects.iter().enumerate() {
        let contents = match &object.contents {
            Contents::Fields(fields) => {
                let fields = fields.iter().enumerate().map(|(slot, &value)| {
                    let field = machine.world.classes.field_at(object.class, slot as u16).clone();
                    let class = machine.world.classes[field.class].dotted();
                    let value = field_value(machine, state, &mut heap, &field, value);
                    HeapField { class, name: field.name.to_string(), value }
                });
                HeapContents::Fields(fields.collect())
            }
            // Has a recipe instead of contents (`arrange.rs`).
            Contents::Made(_) => HeapContents::Fields(Vec::new()),
            Contents::Input(asked) => match asked.kind {
                AskedKind::Array(id) if is_of_objects(machine, state, id) => {
                    elements(machine, state, &mut heap, Symbolic(at as u32), asked.input)
                }
                _ => HeapContents::Input(input::value(machine, state, asked)),
            },
        };
        heap.objects[at].contents = contents;
    }
    for (name, value) in &shapes.arguments {
        let value = any_value(machine, state, &mut heap, *value);
        heap.arguments.push((name.to_string(), value));
    }
    for (kind, value) in &shapes.answered {
        let value = match kind {
            Type::Prim(prim) => HeapValue::Plain(number(machine, state, *prim, *value)),
            Type::Ref(_) => any_value(machine, state, &mut heap, *value),
        };
        heap.answers.push((kind.to_string(), value));
    }
    for &(class, slot, value) in &shapes.globals {
        let field = machine.world.classes.static_at(class, slot).clone();
        let class = machine.world.classes[class].dotted();
        let value = field_value(machine, state, &mut heap, &field, value);
        heap.globals.push(HeapField { class, name: field.name.to_string(), value });
    }
    heap
}

/// The length of the longest array of this heap.
pub fn longest_array(machine: &Machine, state: &State) -> u32 {
    let terms = &machine.world.terms;
    let lengths = state
        .path
        .arrays
        .iter()
        .map(|array| terms.eval(terms.input_term(array.length), state.path.witness(Use::Report)));
    lengths.map(|length| length.bits() as u32).max().unwrap_or(0)
}

pub fn is_of_objects(machine: &Machine, state: &State, id: machine::unknown::ArrayId) -> bool {
    let array = &state.path.arrays[id.0 as usize];
    matches!(array.elements, Elements::References(_)) && !machine.elements_are_inputs(state, id)
}

fn elements(
    machine: &mut Machine,
    state: &State,
    heap: &mut PreHeap,
    of: Symbolic,
    length: term::Input,
) -> HeapContents {
    let term = machine.world.terms.input_term(length);
    let length = machine.world.terms.eval(term, state.path.witness(Use::Report)).bits() as u32;
    let known = machine.first_references(state, of);
    let elements = (0..length).map(|at| match known.get(&at) {
        Some(&term) => reference(machine, state, heap, term),
        None => HeapValue::Open,
    });
    HeapContents::Elements(elements.collect())
}

fn field_value(machine: &mut Machine, state: &State, heap: &mut PreHeap, field: &Field, value: Value) -> HeapValue {
    match field.kind {
        Kind::Ref => any_value(machine, state, heap, value),
        Kind::Prim(prim) => {
            let number = number(machine, state, prim, value);
            if is_free(machine, state, value) { HeapValue::Free(number) } else { HeapValue::Plain(number) }
        }
    }
}

fn any_value(machine: &mut Machine, state: &State, heap: &mut PreHeap, value: Value) -> HeapValue {
    match value.term().filter(|&term| machine.is_reference(term)) {
        Some(term) => reference(machine, state, heap, term),
        None => HeapValue::Plain(match under_witness(machine, state, value) {
            Value::Int(number) => InputValue::Int(number),
            Value::Long(number) => InputValue::Long(number),
            Value::Float(number) => InputValue::Float(number),
            Value::Double(number) => InputValue::Double(number),
            Value::Ref(_) | Value::Sym(_) | Value::Sym2(_) => InputValue::Null,
        }),
    }
}

/// Does no condition speak of this number?
fn is_free(machine: &Machine, state: &State, value: Value) -> bool {
    let Some(term) = value.term() else { return false };
    let terms = &machine.world.terms;
    let inputs = terms.inputs_of(term);
    let focus = state.path.focus.iter().map(|(condition, _)| condition);
    // Which of the paths that were merged a witness takes is part of what it is a witness of.
    let merged = state.path.trail.merged_conditions();
    let mut conditions = state.path.conjuncts.iter().chain(focus).chain(&merged);
    !conditions.any(|&condition| terms.inputs_of(condition).iter().any(|input| inputs.contains(input)))
}

fn under_witness(machine: &mut Machine, state: &State, value: Value) -> Value {
    match value.term() {
        Some(term) => machine::decide::concrete(&machine.world.terms.eval(term, state.path.witness(Use::Report))),
        None => value,
    }
}

pub fn number(machine: &mut Machine, state: &State, prim: Prim, value: Value) -> InputValue {
    match (prim, under_witness(machine, state, value)) {
        (Prim::Boolean, Value::Int(number)) => InputValue::Boolean(number != 0),
        (Prim::Byte, Value::Int(number)) => InputValue::Byte(number as i8),
        (Prim::Short, Value::Int(number)) => InputValue::Short(number as i16),
        (Prim::Char, Value::Int(number)) => InputValue::Char(number as u16),
        (_, Value::Int(number)) => InputValue::Int(number),
        (_, Value::Long(number)) => InputValue::Long(number),
        (_, Value::Float(number)) => InputValue::Float(number),
        (_, Value::Double(number)) => InputValue::Double(number),
        (_, Value::Ref(_) | Value::Sym(_) | Value::Sym2(_)) => InputValue::Null,
    }
}

/// Whatever nobody looked at may be null; what is not null and may be any object is one of its own.
fn reference(machine: &mut Machine, state: &State, heap: &mut PreHeap, term: Term) -> HeapValue {
    match machine.settled(state, term) {
        Settled::Open => HeapValue::Open,
        Settled::Null => HeapValue::Plain(InputValue::Null),
        Settled::Object(id) => match state.path.shapes.number_of(id) {
            Some(number) => HeapValue::Object(number.0 as usize),
            None => constant(machine, state, heap, term, id),
        },
        Settled::SomeObject(class) => {
            let class = machine.world.classes[class].dotted();
            heap.objects.push(HeapObject {
                class,
                contents: HeapContents::Fields(Vec::new()),
                explored: false,
                reference: Some(term),
            });
            HeapValue::Object(heap.objects.len() - 1)
        }
    }
}

/// An object that is not of the heap before: a constant of an enum.
fn constant(machine: &mut Machine, state: &State, heap: &mut PreHeap, term: Term, id: ObjectId) -> HeapValue {
    let Some((class, name)) = constant_name(machine, state, term, id) else {
        return HeapValue::Plain(InputValue::Null);
    };
    let contents = HeapContents::Constant(name);
    heap.objects.push(HeapObject { class, contents, explored: true, reference: None });
    HeapValue::Object(heap.objects.len() - 1)
}

/// The class of an enum and the name of its constant that the reference is.
pub fn constant_name(machine: &Machine, state: &State, term: Term, id: ObjectId) -> Option<(DottedName, String)> {
    let declared = machine.world.atlas.reference(term)?.class;
    // The variable may be of a more general class.
    let own = Some(state.heap.get(id).class).filter(|&class| class != ClassId::NONE);
    let class = &machine.world.classes[machine.enum_of(own.unwrap_or(declared))];
    let holder = state.heap.get(class.statics);
    let field = class.fields.iter().find(|field| match &holder.body {
        Body::Fields(values) => field.is_static() && values[field.slot as usize].same(Value::Ref(id)),
        _ => false,
    })?;
    Some((class.dotted(), field.name.to_string()))
}

/// The shape that the path has found out, the same for isomorphic heaps.
pub fn shape(machine: &mut Machine, state: &State) -> u64 {
    let shapes = state.path.shapes.clone();
    let mut hasher = DefaultHasher::new();
    let mut order: Vec<ObjectId> = Vec::new();
    let mut open: Vec<Term> = Vec::new();
    let globals = shapes.globals.iter().map(|&(.., value)| value);
    let mut waiting: VecDeque<Value> = shapes.arguments.iter().map(|(_, value)| *value).chain(globals).collect();
    while let Some(value) = waiting.pop_front() {
        let Some(term) = value.term().filter(|&term| machine.is_reference(term)) else { continue };
        match machine.settled(state, term) {
            Settled::Open => {
                open.push(term);
                0_usize.hash(&mut hasher);
            }
            Settled::Null => 1_usize.hash(&mut hasher),
            Settled::SomeObject(_) => {
                open.push(term);
                2_usize.hash(&mut hasher);
            }
            Settled::Object(id) => {
                let known = order.iter().position(|&known| known == id);
                (3 + known.unwrap_or(order.len())).hash(&mut hasher);
                if known.is_some() {
                    continue;
                }
                order.push(id);
                let Some(number) = shapes.number_of(id) else {
                    constant_name(machine, state, term, id).map(|(_, name)| name).hash(&mut hasher);
                    continue;
                };
                let object = shapes.object(number);
                object.types.hash(&mut hasher);
                match &object.contents {
                    Contents::Fields(fields) => waiting.extend(fields.iter().copied()),
                    Contents::Made(recipe) => waiting.extend(recipe.arguments.iter().copied()),
                    Contents::Input(_) => {
                        let known = machine.known_elements(state, number);
                        waiting.extend(known.iter().map(|first| Value::Sym(first.reference)));
                    }
                }
            }
        }
    }
    for term in open {
        let excluded = machine.excluded(state, term).into_iter().map(|number| shapes.object(number).id);
        let mut excluded: Vec<_> = excluded.map(|id| order.iter().position(|&known| known == id)).collect();
        excluded.sort();
        excluded.hash(&mut hasher);
    }
    hasher.finish()
}
