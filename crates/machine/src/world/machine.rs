//! The machine's handle on world and host, and the only ways to reach an object: they see to it that the object
//! is in the state, up to date with its shadow, and on the dirty list when written.

use crate::heap::{Body, Object};
use crate::program::{ClassId, ObjectId, Value};
use crate::reason::{Absent, Reason};
use crate::state::threads::Wait;
use crate::state::trail::Place;
use crate::state::{InitStatus, State};
use crate::world::{End, Host, Res, Stop, World};

pub struct Machine<'a> {
    pub world: &'a mut World,
    pub host: &'a mut dyn Host,
}

impl Machine<'_> {
    /// For people: why something was not carried out.
    pub fn told(&self, state: &State, stop: &Stop) -> String {
        match stop {
            Stop::Throw(exception) => {
                format!("{} is thrown", self.world.classes[self.class_of(state, *exception)].dotted())
            }
            Stop::End(end) => end.told(),
            Stop::Block(_) => "a thread has to wait".into(),
            Stop::Again | Stop::Decide(_) | Stop::Choose(_) | Stop::Fix(_) | Stop::Settle | Stop::Visible => {
                "it depends on symbolic data where it must not".into()
            }
        }
    }

    /// Where the state stands.
    pub fn place(&self, state: &State) -> Place {
        let top = state.top();
        let classes = &self.world.classes;
        let user = state.frames.iter().rev().find(|f| !classes[classes[f.method].class].is_jdk());
        Place { method: top.method, pc: top.pc, user: user.map(|f| (f.method, f.pc)) }
    }

    /// Brings an object into the state and up to date. Not for null.
    pub fn ready(&mut self, state: &mut State, id: ObjectId) -> Res<()> {
        if matches!(state.heap.get(id).body, Body::Absent | Body::Stub) {
            if matches!(self.world.base.get(id).body, Body::Stub) {
                self.host.fetch(self.world, id)?;
            }
            if let Some(&class) = self.world.holders.get(&id)
                && state.init_status(class) == InitStatus::Elsewhere
            {
                return Err(Stop::Block(Wait::Class(class)));
            }
            let pristine = self.world.base.get(id).clone();
            assert!(!matches!(pristine.body, Body::Absent), "dangling reference {id:?}");
            *state.heap.get_mut(id) = pristine;
        }
        if let Body::Text(text) = &state.heap.get(id).body {
            let text = text.clone();
            self.materialize(state, id, &text)?;
        }
        if let Body::Open(array) = &state.heap.get(id).body {
            let array = array.clone();
            self.close(state, id, &array)?;
        }
        if state.epoch != 0 && state.heap.get(id).shadowed {
            self.host.refresh(self.world, state, id)?;
        }
        Ok(())
    }

    pub fn object<'s>(&mut self, state: &'s mut State, id: ObjectId) -> Res<&'s Object> {
        self.ready(state, id)?;
        Ok(state.heap.get(id))
    }

    /// For writing: the object is put on the dirty list if a shadow must learn of it.
    pub fn object_mut<'s>(&mut self, state: &'s mut State, id: ObjectId) -> Res<&'s mut Object> {
        self.ready(state, id)?;
        let State { heap, dirty, .. } = state;
        let object = heap.get_mut(id);
        if object.shadowed && !object.dirty {
            object.dirty = true;
            dirty.push(id);
        }
        Ok(object)
    }

    /// The class of an object, without its contents.
    pub fn class_of(&self, state: &State, id: ObjectId) -> ClassId {
        let class = state.heap.get(id).class;
        if class != ClassId::NONE {
            return class;
        }
        match self.with_open_class(state, id) {
            Some(number) => state.path.shapes.object(number).class,
            None => self.world.base.get(id).class,
        }
    }

    /// A field for models: a reference is one object; others that it may be are other paths.
    pub fn field(&mut self, state: &mut State, id: ObjectId, slot: u16) -> Res<Value> {
        let value = self.raw_field(state, id, slot)?;
        match value.term() {
            Some(term) if self.is_reference(term) => self.settle_reference(state, value),
            _ => Ok(value),
        }
    }

    pub fn set_field(&mut self, state: &mut State, id: ObjectId, slot: u16, value: Value) -> Res<()> {
        match &mut self.object_mut(state, id)?.body {
            Body::Fields(fields) => std::rc::Rc::make_mut(fields)[slot as usize] = value,
            other => panic!("fields expected, found {other:?}"),
        }
        Ok(())
    }

    /// A field by name, for models that know the class.
    pub fn field_named(&mut self, state: &mut State, id: ObjectId, name: &str) -> Res<Value> {
        let class = self.class_of(state, id);
        match self.world.classes.slot_named(class, name) {
            Some(slot) => self.field(state, id, slot),
            None => Err(End::stopped(Reason::Missing(
                Absent::Jdk,
                format!("this JDK has no field {}.{name}", self.world.classes[class].dotted()),
            ))),
        }
    }

    /// An int or boolean by name; other values that it may have are other paths.
    pub fn int_named(&mut self, state: &mut State, id: ObjectId, name: &str) -> Res<i32> {
        let value = self.field_named(state, id, name)?;
        self.concretize_int(state, value)
    }

    pub fn set_field_named(&mut self, state: &mut State, id: ObjectId, name: &str, value: Value) -> Res<()> {
        let class = self.class_of(state, id);
        match self.world.classes.slot_named(class, name) {
            Some(slot) => self.set_field(state, id, slot, value),
            None => Err(End::stopped(Reason::Missing(
                Absent::Jdk,
                format!("this JDK has no field {}.{name}", self.world.classes[class].dotted()),
            ))),
        }
    }

    /// A static field of a JDK class by name; the class gets initialised.
    pub fn static_named(&mut self, state: &mut State, class: &str, name: &str) -> Res<Value> {
        let (holder, slot) = self.static_place(state, class, name)?;
        self.field(state, holder, slot)
    }

    pub fn set_static_named(&mut self, state: &mut State, class: &str, name: &str, value: Value) -> Res<()> {
        let (holder, slot) = self.static_place(state, class, name)?;
        self.set_field(state, holder, slot, value)
    }

    pub(crate) fn static_place(&mut self, state: &mut State, class: &str, name: &str) -> Res<(ObjectId, u16)> {
        let class = self.jdk_class(state, class)?;
        self.ensure_initialized(state, class)?;
        let c = &self.world.classes[class];
        match c.fields.iter().find(|f| f.is_static() && *f.name == *name) {
            Some(field) => Ok((c.statics, field.slot)),
            None => {
                Err(End::stopped(Reason::Missing(Absent::Jdk, format!("this JDK has no static {}.{name}", c.dotted()))))
            }
        }
    }

    pub fn array_length(&mut self, state: &mut State, id: ObjectId) -> Res<usize> {
        Ok(self.object(state, id)?.body.array_length().expect("an array"))
    }

    /// The length of an array as user code sees it: perhaps a term.
    pub fn length_of(&mut self, state: &mut State, id: ObjectId) -> Res<Value> {
        match self.open_array(state, id)? {
            Some(array) => Ok(self.value_of(array.length)),
            None => Ok(Value::Int(self.array_length(state, id)? as i32)),
        }
    }

    pub fn new_array(&mut self, state: &mut State, array: ClassId, len: usize) -> ObjectId {
        state.pay_for(len as u64 * self.world.element_bytes(array));
        let body = self.world.blank_array(array, len);
        state.heap.alloc(array, body)
    }

    /// An instance with all fields zero; its class must be initialised.
    pub fn new_object(&mut self, state: &mut State, class: ClassId) -> ObjectId {
        state.heap.alloc(class, Body::Fields(self.world.classes[class].blank.clone()))
    }

    /// An array of references with these elements.
    pub fn new_ref_array(&mut self, state: &mut State, array: ClassId, elements: &[ObjectId]) -> ObjectId {
        state.heap.alloc(array, Body::Refs(crate::heap::elements::Elements::from_slice(elements)))
    }

    pub fn new_byte_array(&mut self, state: &mut State, bytes: &[u8]) -> ObjectId {
        let signed: Vec<i8> = bytes.iter().map(|&byte| byte as i8).collect();
        let array = self.world.byte_array;
        state.heap.alloc(array, Body::Bytes(crate::heap::elements::Elements::from_slice(&signed)))
    }

    pub fn refs(&mut self, state: &mut State, id: ObjectId) -> Res<Vec<ObjectId>> {
        let len = self.array_length(state, id)?;
        self.concretize_range(state, id, 0, len)?;
        match &self.object(state, id)?.body {
            Body::Refs(e) => Ok(e.to_vec()),
            other => panic!("reference array expected, found {other:?}"),
        }
    }

    /// The bytes of an array; other values of symbolic ones are other paths.
    pub fn bytes(&mut self, state: &mut State, id: ObjectId) -> Res<Vec<i8>> {
        if self.object(state, id)?.symbols.is_some() {
            let length = self.array_length(state, id)?;
            self.concretize_range(state, id, 0, length)?;
        }
        match &self.object(state, id)?.body {
            Body::Bytes(e) => Ok(e.to_vec()),
            other => panic!("byte array expected, found {other:?}"),
        }
    }
}
