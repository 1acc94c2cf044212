//! The heap that a checked method left, beside the one that it found: the same objects at the same positions, then those that it made.

use super::before::{HeapContents, HeapField, HeapObject, HeapValue, PreHeap, number};
use crate::input::InputValue;
use bytecode::Prim;
use machine::heap::Body;
use machine::heap::open::OpenArray;
use machine::path::Use;
use machine::shapes::{Contents, Settled};
use machine::{ClassId, ClassKind, Kind, Machine, ObjectId, State, Value};

/// Objects and elements beyond these are not looked at.
const MOST_OBJECTS: usize = 100;
const MOST_ELEMENTS: usize = 32;

pub fn post_heap(machine: &mut Machine, state: &mut State, before: &PreHeap) -> PreHeap {
    let shapes = state.path.shapes.clone();
    let ids = shapes.objects.iter().enumerate().map(|(at, object)| (object.id, at)).collect();
    let (arguments, objects) = (before.arguments.clone(), before.objects.clone());
    let heap = PreHeap { arguments, objects, ..PreHeap::default() };
    let mut after = After { machine, state, heap, ids };
    for (at, object) in shapes.objects.iter().enumerate() {
        let contents = match object.contents {
            // Strings and boxes stay what they are.
            Contents::Input(_) if !before.objects[at].class.starts_with('[') => continue,
            Contents::Input(_) | Contents::Fields(_) | Contents::Made(_) => {
                after.contents(object.id, object.class, Some(at))
            }
        };
        after.heap.objects[at].contents = contents;
    }
    let mut next = shapes.objects.len();
    while next < after.ids.len() {
        let (id, at) = after.ids[next];
        let class = after.machine.class_of(after.state, id);
        after.heap.objects[at].contents = after.contents(id, class, None);
        next += 1;
    }
    after.heap
}

struct After<'a, 'm> {
    machine: &'a mut Machine<'m>,
    state: &'a mut State,
    heap: PreHeap,
    /// Those that were there, then those that were reached.
    ids: Vec<(ObjectId, usize)>,
}

impl After<'_, '_> {
    /// `before` is the position of an object that was there.
    fn contents(&mut self, id: ObjectId, class: ClassId, before: Option<usize>) -> HeapContents {
        if let Body::Open(array) = &self.state.heap.get(id).body {
            let array = array.clone();
            return self.open_array(&array, class);
        }
        if self.machine.ready(self.state, id).is_err() {
            return HeapContents::Fields(Vec::new());
        }
        if before.is_none() && *self.machine.world.classes[class].name == *"java/lang/String" {
            let text = self.machine.string(self.state, id).unwrap_or_default();
            return HeapContents::Input(InputValue::Text(text.encode_utf16().collect()));
        }
        let body = self.state.heap.get(id).body.clone();
        match body {
            Body::Fields(values) => {
                let fields = values.iter().enumerate().map(|(slot, &value)| {
                    let field = self.machine.world.classes.field_at(class, slot as u16).clone();
                    let class = self.machine.world.classes[field.class].dotted();
                    HeapField { class, name: field.name.to_string(), value: self.value(field.kind, value) }
                });
                HeapContents::Fields(fields.collect())
            }
            Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) => HeapContents::Fields(Vec::new()),
            array => {
                let (kind, length) = (self.element_kind(class), array.array_length().unwrap_or(0).min(MOST_ELEMENTS));
                let elements = (0..length).map(|at| match self.machine.element(self.state, id, at) {
                    Ok(value) => self.value(kind, value),
                    Err(_) => HeapValue::Open,
                });
                HeapContents::Elements(elements.collect())
            }
        }
    }

    /// An array whose length is a term, as long as it is under the witness.
    fn open_array(&mut self, array: &OpenArray, class: ClassId) -> HeapContents {
        let length = self.machine.world.terms.eval(array.length, self.state.path.witness(Use::Report)).bits();
        let kind = self.element_kind(class);
        let elements = (0..length.min(MOST_ELEMENTS as u64) as u32).map(|at| {
            match self.machine.element_under_witness(self.state, array, at) {
                Some(term) => {
                    let value = self.machine.value_of(term);
                    self.value(kind, value)
                }
                None => HeapValue::Open,
            }
        });
        HeapContents::Elements(elements.collect())
    }

    fn element_kind(&self, class: ClassId) -> Kind {
        match self.machine.world.classes[class].kind {
            ClassKind::Array(component) => match self.machine.world.classes[component].kind {
                ClassKind::Primitive(Some(prim)) => Kind::Prim(prim),
                _ => Kind::Ref,
            },
            _ => Kind::Ref,
        }
    }

    fn value(&mut self, kind: Kind, value: Value) -> HeapValue {
        match (kind, value) {
            (Kind::Prim(prim), value) => HeapValue::Plain(number(self.machine, self.state, prim, value)),
            (Kind::Ref, Value::Ref(id)) if id.is_null() => HeapValue::Plain(InputValue::Null),
            (Kind::Ref, Value::Ref(id)) => self.object(id),
            (Kind::Ref, Value::Sym(term) | Value::Sym2(term)) => match self.machine.settled(self.state, term) {
                Settled::Open => HeapValue::Open,
                Settled::Null => HeapValue::Plain(InputValue::Null),
                Settled::Object(id) => self.object(id),
                Settled::SomeObject(_) => {
                    let known = self.heap.objects.iter().position(|object| object.reference == Some(term));
                    known.map_or(HeapValue::Open, HeapValue::Object)
                }
            },
            (Kind::Ref, Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_)) => {
                HeapValue::Plain(number(self.machine, self.state, Prim::Int, value))
            }
        }
    }

    fn object(&mut self, id: ObjectId) -> HeapValue {
        if let Some(&(_, at)) = self.ids.iter().find(|(known, _)| *known == id) {
            return HeapValue::Object(at);
        }
        if self.heap.objects.len() >= MOST_OBJECTS {
            return HeapValue::Open;
        }
        let class = self.machine.class_of(self.state, id);
        let class = self.machine.world.classes[class].dotted();
        let contents = HeapContents::Fields(Vec::new());
        self.heap.objects.push(HeapObject { class, contents, explored: true, reference: None });
        self.ids.push((id, self.heap.objects.len() - 1));
        HeapValue::Object(self.heap.objects.len() - 1)
    }
}
