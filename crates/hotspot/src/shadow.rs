//! From our heap to the concrete one: shadows are made for what a native can reach, and written before it runs.

use crate::concrete::{Hotspot, SHADOW_BYTES, Shadow};
use crate::raw::{Handle, RawValue};
use bytecode::Prim;
use machine::heap::{Body, Object};
use machine::path::Use;
use machine::reason::{Gap, Inexact};
use machine::{ClassId, End, Kind, ObjectId, Reason, Res, State, Value, World};
use std::rc::Rc;
use term::{Const, Term};

impl Hotspot {
    /// The shadow of an object, made together with everything it reaches.
    pub(crate) fn shadow(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<Handle> {
        let mut work = vec![id];
        while let Some(id) = work.pop() {
            let base = world.base.get(id);
            if matches!(state.heap.get(id).body, Body::Absent) && !base.shadowed {
                // Made by us for all states, such as a lambda that captures nothing.
                *state.heap.get_mut(id) = base.clone();
            }
            self.settle(world, state, id)?;
            let object = state.heap.get(id);
            // What is not in the state is as the base layer has it, which the concrete heap knows.
            if object.shadowed || matches!(object.body, Body::Absent | Body::Stub) {
                continue;
            }
            if !self.shadows.contains_key(&id) {
                self.make(world, state, id)?;
            }
            let object = state.heap.get_mut(id);
            object.shadowed = true;
            object.dirty = true;
            work.extend(references(&object.body));
            state.dirty.push(id);
        }
        Ok(self.handle(id))
    }

    /// An empty HotSpot object of the same class.
    fn make(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        let object = state.heap.get(id);
        let (class, len) = (object.class, object.body.array_length());
        let made = match len {
            Some(len) => match world.classes.element_kind(class) {
                Kind::Prim(prim) => self.jvm.new_prim_array(prim, len as i32),
                Kind::Ref => {
                    let machine::ClassKind::Array(component) = world.classes[class].kind else {
                        unreachable!("an array has a component");
                    };
                    let component = self.class_handle(world, state, component)?;
                    self.jvm.new_ref_array(&component, len as i32)
                }
            },
            None => {
                let class = self.class_handle(world, state, class)?;
                self.jvm.alloc_object(&class)
            }
        };
        let handle = made.map_err(|e| self.thrown(world, e))?;
        self.jvm.set_tag(&handle, id.0);
        self.shadows.insert(id, Shadow::Object(handle));
        world.ids.known_outside(id);
        state.heap.charge(SHADOW_BYTES);
        Ok(())
    }

    /// The object with its symbolic cells as the witness has them. Code that we do not see consumes them: the path is
    /// bound to these values, and the imprecision is recorded.
    fn pinned(&mut self, world: &mut World, state: &mut State, object: &Object) -> Object {
        let (plain, cells) = concrete_cells(world, state, object);
        if world.followed.is_some() {
            return plain;
        }
        for (term, value) in cells {
            let value = world.terms.constant(&value);
            let equal = world.terms.eq(term, value);
            if state.path.known(&world.terms, equal) != Some(true) {
                state.path.assume(&world.terms, equal);
                let class = world.classes[object.class].dotted();
                state.path.imprecise(Reason::Imprecision(
                    Inexact::Native,
                    format!("native code could see symbolic data in an object of {class}"),
                ));
            }
        }
        plain
    }

    /// Writes all that the state changed since the last flush; new shadows may turn up on the way.
    pub(crate) fn flush(&mut self, world: &mut World, state: &mut State) -> Res<()> {
        while let Some(&id) = state.dirty.last() {
            self.settle(world, state, id)?;
            state.dirty.pop();
            state.heap.get_mut(id).dirty = false;
            let object = state.heap.get(id).clone();
            self.write(world, state, id, &object)?;
            self.mutated.insert(id);
            if world.followed.is_some() {
                // Both are equal now: what differs later was changed later.
                self.synced.insert(id, state.epoch);
            }
        }
        Ok(())
    }

    /// A text or an array that became symbolic again gets the bytes that a shadow can have.
    fn settle(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        if matches!(state.heap.get(id).body, Body::Text(_) | Body::Open(_)) {
            machine::Machine { world, host: self }.settle_text(state, id)?;
        }
        Ok(())
    }

    /// Makes the shadows those of `state`, if another state used them last.
    pub(crate) fn own(&mut self, world: &mut World, state: &mut State) -> Res<()> {
        if self.owner == Some(state.id) {
            return Ok(());
        }
        if self.owner.replace(state.id).is_none() {
            return Ok(());
        }
        self.shared = true;
        if std::mem::take(&mut self.doubted) {
            self.held.clear();
        }
        for id in self.mutated.clone() {
            self.write_back(world, state, id)?;
        }
        Ok(())
    }

    /// Gives a shadow the contents it has in `state`, after another state used it.
    pub(crate) fn write_back(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        self.settle(world, state, id)?;
        let object = match state.heap.get(id).body {
            Body::Absent | Body::Stub => world.base.get(id).clone(),
            _ => state.heap.get(id).clone(),
        };
        if !object.shadowed || matches!(object.body, Body::Absent | Body::Stub) || !self.shadows.contains_key(&id) {
            return Ok(());
        }
        // What it refers to was shadowed in this state, too, when these contents were written for it or for one before it.
        let is_held = self.held.get(&id).is_some_and(|held| is_same(held, &object.body));
        if is_held && !object.dirty && object.symbols.is_none() {
            return Ok(());
        }
        self.write(world, state, id, &object)
    }

    /// Writes contents into a shadow. Those with symbolic cells are not remembered: they are as the witness of this state has them.
    fn write(&mut self, world: &mut World, state: &mut State, id: ObjectId, object: &Object) -> Res<()> {
        self.held.remove(&id);
        self.write_cells(world, state, id, object)?;
        let is_symbolic =
            |body: &Body| matches!(body, Body::Fields(fields) if fields.iter().any(|cell| cell.term().is_some()));
        if self.exploring && object.symbols.is_none() && !is_symbolic(&object.body) {
            self.held.insert(id, object.body.clone());
        }
        Ok(())
    }

    fn write_cells(&mut self, world: &mut World, state: &mut State, id: ObjectId, object: &Object) -> Res<()> {
        let class = object.class;
        let plain = self.pinned(world, state, object);
        let object = &plain;
        match (self.shadows[&id].clone(), &object.body) {
            (Shadow::Object(handle), Body::Fields(fields)) => {
                self.ready_class(world, state, class)?;
                self.ready_chain(world, class)?;
                let own = self.own_slots(world, id, class);
                for (slot, (owner, at)) in world.classes[class].layout.clone().into_iter().enumerate() {
                    if own.contains(&(slot as u16)) {
                        continue;
                    }
                    let field = self.field_handle(world, owner, at)?;
                    match (world.classes[owner].fields[at as usize].kind, fields[slot]) {
                        (Kind::Prim(_), value) => self.jvm.set_prim(&handle, &field, raw_of(value)),
                        (Kind::Ref, value) => {
                            let target = self.target(world, state, value)?;
                            // SAFETY: a field of our heap holds what its type allows: bytecode of the program is verified, that
                            // of the JDK is trusted, and what Unsafe or natives store is trusted by the JVM, too.
                            unsafe { self.jvm.set_ref(&handle, &field, target.as_ref()) };
                        }
                    }
                }
            }
            (Shadow::Statics, Body::Fields(fields)) => self.write_statics(world, state, class, fields)?,
            (Shadow::Memory(address), Body::Bytes(elements)) => {
                let bytes: Vec<u8> = elements.iter().map(|b| b as u8).collect();
                self.memory.write(address, &bytes).expect("a block of ours");
            }
            (Shadow::Object(handle), body) => self.write_array(world, state, class, handle, body)?,
            (Shadow::Statics | Shadow::Memory(_), body) => panic!("statics or memory expected, found {body:?}"),
        }
        Ok(())
    }

    fn write_statics(&mut self, world: &mut World, state: &mut State, class: ClassId, fields: &[Value]) -> Res<()> {
        for at in 0..world.classes[class].fields.len() as u16 {
            let field = &world.classes[class].fields[at as usize];
            if !field.is_static() {
                continue;
            }
            let (kind, value) = (field.kind, fields[field.slot as usize]);
            let id = self.field_handle(world, class, at)?;
            match kind {
                Kind::Prim(_) => self.jvm.set_static_prim(&id, raw_of(value)),
                Kind::Ref => {
                    let target = self.target(world, state, value)?;
                    // SAFETY: as for fields of instances in `write`.
                    unsafe { self.jvm.set_static_ref(&id, target.as_ref()) };
                }
            }
        }
        Ok(())
    }

    fn target(&mut self, world: &mut World, state: &mut State, value: Value) -> Res<Option<Handle>> {
        match value.as_ref() {
            ObjectId::NULL => Ok(None),
            id => self.shadow(world, state, id).map(Some),
        }
    }

    fn write_array(
        &mut self,
        world: &mut World,
        state: &mut State,
        class: ClassId,
        array: Handle,
        body: &Body,
    ) -> Res<()> {
        let prim = match world.classes.element_kind(class) {
            Kind::Prim(prim) => prim,
            Kind::Ref => return self.write_ref_array(world, state, array, body),
        };
        let array = self.jvm.prim_array(array, prim);
        same_length(array.length(), body)?;
        match body {
            Body::Bytes(e) if prim == Prim::Boolean => {
                let bits: Vec<u8> = e.iter().map(|b| b as u8).collect();
                array.write_booleans(&bits);
            }
            Body::Bytes(e) => array.write_bytes(&e.to_vec()),
            Body::Chars(e) => array.write_chars(&e.to_vec()),
            Body::Shorts(e) => array.write_shorts(&e.to_vec()),
            Body::Ints(e) => array.write_ints(&e.to_vec()),
            Body::Longs(e) => array.write_longs(&e.to_vec()),
            Body::Floats(e) => array.write_floats(&e.to_vec()),
            Body::Doubles(e) => array.write_doubles(&e.to_vec()),
            Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) | Body::Fields(_) | Body::Refs(_) => {
                unreachable!("an array of primitives")
            }
        }
        Ok(())
    }

    fn write_ref_array(&mut self, world: &mut World, state: &mut State, array: Handle, body: &Body) -> Res<()> {
        let Body::Refs(elements) = body else { unreachable!("an array of references") };
        let array = self.jvm.ref_array(array);
        same_length(array.length(), body)?;
        for (at, id) in elements.iter().enumerate() {
            let target = self.target(world, state, Value::Ref(id))?;
            array.set(at as i32, target.as_ref()).map_err(|e| self.thrown(world, e))?;
        }
        Ok(())
    }
}

/// An object with symbolic cells replaced by their values under the witness, and what was replaced.
pub(crate) fn concrete_cells(world: &mut World, state: &State, object: &Object) -> (Object, Vec<(Term, Const)>) {
    let mut replaced = Vec::new();
    let mut plain = object.clone();
    if let Body::Fields(fields) = &mut plain.body
        && fields.iter().any(|v| v.term().is_some())
    {
        for field in Rc::make_mut(fields) {
            if let Some(term) = field.term() {
                if let Some(target) = state.path.shapes.target(term) {
                    *field = Value::Ref(target);
                    continue;
                }
                let value = world.terms.eval(term, state.path.witness(Use::Record));
                *field = machine::decide::concrete(&value);
                replaced.push((term, value));
            }
        }
    }
    if let Some(symbols) = plain.symbols.take() {
        let len = plain.body.array_length().expect("symbols are elements");
        for (at, term) in machine::symbols::cells(&mut world.terms, &symbols, 0..len) {
            let value = world.terms.eval(term, state.path.witness(Use::Record));
            machine::symbols::set_plain(&mut plain.body, at, machine::decide::concrete(&value));
            replaced.push((term, value));
        }
    }
    (plain, replaced)
}

/// The references in a body.
pub(crate) fn references(body: &Body) -> Vec<ObjectId> {
    let all: Vec<ObjectId> = match body {
        Body::Fields(fields) => {
            fields.iter().filter_map(|v| if let Value::Ref(id) = v { Some(*id) } else { None }).collect()
        }
        Body::Refs(elements) => elements.to_vec(),
        _ => Vec::new(),
    };
    all.into_iter().filter(|id| !id.is_null()).collect()
}

fn raw_of(value: Value) -> RawValue {
    match value {
        Value::Int(i) => RawValue::Int(i),
        Value::Long(l) => RawValue::Long(l),
        Value::Float(x) => RawValue::Float(x),
        Value::Double(x) => RawValue::Double(x),
        Value::Ref(_) | Value::Sym(_) | Value::Sym2(_) => panic!("no raw value: {value:?}"),
    }
}

/// An array of symbolic length has one on each path; its shadow has that of the first path that showed it to native code.
fn same_length(shadow: usize, body: &Body) -> Res<()> {
    match body.array_length() == Some(shadow) {
        true => Ok(()),
        false => Err(End::stopped(Reason::Unsupported(
            Gap::Choice,
            "native code looks at an array that is longer or shorter on another path".into(),
        ))),
    }
}

/// Contents that two states share; contents that are only equal may be told apart.
fn is_same(a: &Body, b: &Body) -> bool {
    match (a, b) {
        (Body::Fields(a), Body::Fields(b)) => Rc::ptr_eq(a, b),
        _ => a.shares(b),
    }
}
