//! From the concrete heap to ours: objects seen for the first time become stubs of the base layer, their contents are
//! read when somebody asks, and what natives changed is taken over.

use crate::fields::{FieldHandle, Scope};
use crate::handle::{Handle, Seen};
use crate::host::{Hotspot, Shadow, load_stop, value_of};
use bytecode::Prim;
use machine::elements::Elements;
use machine::heap::{Body, Object};
use machine::{ClassId, End, Host, Kind, Loader, ObjectId, Res, State, Value, World};
use std::rc::Rc;

impl Hotspot {
    /// The object of ours that stands for one of the concrete heap.
    pub(crate) fn wrap(&mut self, world: &mut World, seen: Seen) -> Res<ObjectId> {
        let handle = match seen {
            Seen::Null => return Ok(ObjectId::NULL),
            Seen::Tagged(id) => {
                self.lend(world, ObjectId(id))?;
                return Ok(ObjectId(id));
            }
            Seen::New(handle) => handle,
        };
        let id = world.base.fresh_id();
        // Tag first: finding its class may meet the object again.
        self.jvm.set_tag(handle, id.0);
        self.shadows.insert(id, Shadow::Object(handle));
        world.base.charge(crate::shadow::SHADOW_BYTES);
        world.base.get_mut(id).body = Body::Stub;
        let mirror = self.jvm.object_class(handle);
        let mirror = self.wrap(world, mirror)?;
        let class = if mirror == id { world.class } else { self.class_of_mirror(world, mirror)? };
        *world.base.get_mut(id) = Object { shadowed: true, ..Object::new(class, Body::Stub) };
        Ok(id)
    }

    /// An object of one state that the concrete heap refers to can be met by all others: they find it in the base layer.
    fn lend(&mut self, world: &mut World, id: ObjectId) -> Res<()> {
        if !self.exploring || !matches!(world.base.get(id).body, Body::Absent) {
            return Ok(());
        }
        let Some(&Shadow::Object(handle)) = self.shadows.get(&id) else {
            return Ok(());
        };
        world.base.get_mut(id).body = Body::Stub;
        let mirror = self.jvm.object_class(handle);
        let mirror = self.wrap(world, mirror)?;
        let class = self.class_of_mirror(world, mirror)?;
        *world.base.get_mut(id) = Object { shadowed: true, ..Object::new(class, Body::Stub) };
        Ok(())
    }

    /// The class of ours for a Class object that was not seen before.
    pub(crate) fn identify_class(&mut self, world: &mut World, mirror: Handle) -> Res<ClassId> {
        let signature = self.jvm.class_signature(mirror);
        if let Ok(bytecode::Type::Prim(prim)) = bytecode::parse_type(&signature) {
            return Ok(world.classes.primitive(Some(prim)));
        }
        if signature == "V" {
            return Ok(world.classes.primitive(None));
        }
        let loader = self.jvm.class_loader(mirror);
        let loader_kind = self.loader_kind(world, loader)?;
        if let Some(component) = signature.strip_prefix('[') {
            return self.identify_array(world, loader_kind, component);
        }
        let name = signature.trim_start_matches('L').trim_end_matches(';');
        if self.jvm.is_hidden(mirror) {
            return self.define_captured(world, mirror, loader_kind, Some(name));
        }
        match world.load(loader_kind, name).map_err(load_stop)? {
            Some(class) => Ok(class),
            None => self.define_captured(world, mirror, loader_kind, None),
        }
    }

    fn identify_array(&mut self, world: &mut World, loader: Loader, component: &str) -> Res<ClassId> {
        let component = match bytecode::parse_type(component) {
            Ok(bytecode::Type::Prim(prim)) => world.classes.primitive(Some(prim)),
            _ => {
                let name = component.strip_prefix('L').map_or(component, |n| n.trim_end_matches(';'));
                self.named(world, loader, name)?
            }
        };
        Ok(world.array_of(component))
    }

    /// The class `name` as the concrete heap knows it for a loader.
    fn named(&mut self, world: &mut World, loader: Loader, name: &str) -> Res<ClassId> {
        if let Some(class) = world.load(loader, name).map_err(load_stop)? {
            return Ok(class);
        }
        let handle = match loader {
            Loader::Jdk => None,
            Loader::App => Some(self.app_loader(world)?),
            Loader::Custom(object) => Some(object),
        };
        let handle = handle.map(|object| self.handle(object));
        let seen = self.jvm.load_class(&name.replace('/', "."), handle).map_err(|e| self.thrown(world, e))?;
        let mirror = self.wrap(world, seen)?;
        self.class_of_mirror(world, mirror)
    }

    /// A class that was defined at run time, from the bytes it was defined with.
    fn define_captured(
        &mut self,
        world: &mut World,
        mirror: Handle,
        loader: Loader,
        hidden: Option<&str>,
    ) -> Res<ClassId> {
        let name = self.jvm.class_signature(mirror);
        let Some(bytes) = self.jvm.captured_bytes(mirror) else {
            return Err(End::stopped(format!("class {name} was made by the JVM in a way that hides its bytes")));
        };
        let file = world.parse(&name, bytes).map_err(load_stop)?;
        let superclass = match &file.super_name {
            Some(name) => Some(self.named(world, loader, name)?),
            None => None,
        };
        let mut interfaces = Vec::new();
        for name in &file.interfaces {
            interfaces.push(self.named(world, loader, name)?);
        }
        let hidden = hidden.map(|n| Rc::from(n.replace('.', "/")));
        let class = world.link(file, loader, None, superclass, interfaces, hidden).map_err(load_stop)?;
        Ok(class)
    }

    /// The JNI id of a declared field.
    pub(crate) fn field_handle(&mut self, world: &mut World, owner: ClassId, at: u16) -> Res<FieldHandle> {
        if let Some(&known) = self.fields.get(&(owner, at)) {
            return Ok(known);
        }
        let class = self.handle(world.classes[owner].mirror.get());
        let field = &world.classes[owner].fields[at as usize];
        let scope = if field.is_static() { Scope::Static } else { Scope::Instance };
        let (name, descriptor) = (field.name.clone(), field.descriptor.clone());
        let id = self.jvm.field_id(class, &name, &descriptor, scope).map_err(|e| self.thrown(world, e))?;
        self.fields.insert((owner, at), id);
        Ok(id)
    }

    /// Makes sure that the superclasses' mirrors are known, which field look-ups need.
    pub(crate) fn ready_chain(&mut self, world: &mut World, class: ClassId) -> Res<()> {
        for owner in world.classes[class].chain.clone() {
            if world.classes[owner].mirror.get().is_null() {
                let loader = world.classes[owner].loader;
                let handle = match loader {
                    Loader::Custom(object) => self.handle(object),
                    Loader::Jdk | Loader::App => {
                        let app = self.app_loader(world)?;
                        self.handle(app)
                    }
                };
                let name = world.classes[owner].dotted();
                let seen = self.jvm.load_class(&name, Some(handle)).map_err(|e| self.thrown(world, e))?;
                let mirror = self.wrap(world, seen)?;
                world.record_mirror(owner, mirror);
            }
        }
        Ok(())
    }

    /// The contents of a shadow as a body of ours.
    pub(crate) fn read(&mut self, world: &mut World, id: ObjectId, class: ClassId) -> Res<Body> {
        match self.shadows[&id] {
            Shadow::Object(handle) if world.is_array(class) => self.read_array(world, handle, class),
            Shadow::Object(handle) => {
                self.ready_chain(world, class)?;
                let layout = world.classes[class].layout.clone();
                let mut values = Vec::with_capacity(layout.len());
                for (owner, at) in layout {
                    let field = self.field_handle(world, owner, at)?;
                    values.push(match world.classes[owner].fields[at as usize].kind {
                        Kind::Prim(prim) => value_of(self.jvm.get_prim(handle, field, prim)),
                        Kind::Ref => Value::Ref(self.wrap(world, self.jvm.get_ref(handle, field))?),
                    });
                }
                Ok(Body::Fields(values.into()))
            }
            Shadow::Statics(handle) => {
                let mut values = vec![Value::PAD; world.classes[class].static_count as usize];
                for at in 0..world.classes[class].fields.len() as u16 {
                    let (kind, slot, is_static) = {
                        let field = &world.classes[class].fields[at as usize];
                        (field.kind, field.slot, field.is_static())
                    };
                    if !is_static {
                        continue;
                    }
                    let field = self.field_handle(world, class, at)?;
                    values[slot as usize] = match kind {
                        Kind::Prim(prim) => value_of(self.jvm.get_static_prim(handle, field, prim)),
                        Kind::Ref => Value::Ref(self.wrap(world, self.jvm.get_static_ref(handle, field))?),
                    };
                }
                Ok(Body::Fields(values.into()))
            }
            Shadow::Memory(address) => {
                let len = self.memory.block_len(address).expect("a block of ours") as usize;
                let mut bytes = vec![0u8; len];
                self.memory.read(address, &mut bytes).expect("a block of ours");
                Ok(Body::Bytes(Elements::from_slice(&bytes.iter().map(|&b| b as i8).collect::<Vec<_>>())))
            }
        }
    }

    fn read_array(&mut self, world: &mut World, array: Handle, class: ClassId) -> Res<Body> {
        let jvm = self.jvm;
        let len = jvm.array_length(array) as usize;
        macro_rules! region {
            ($read:ident, $zero:expr, $body:ident) => {{
                let mut values = vec![$zero; len];
                jvm.$read(array, 0, &mut values);
                Body::$body(Elements::from_slice(&values))
            }};
        }
        Ok(match world.classes.element_kind(class) {
            Kind::Ref => {
                let mut ids = Vec::with_capacity(len);
                for at in 0..len as i32 {
                    ids.push(self.wrap(world, jvm.get_element(array, at))?);
                }
                Body::Refs(Elements::from_slice(&ids))
            }
            Kind::Prim(Prim::Boolean) => {
                let mut values = vec![0u8; len];
                jvm.read_booleans(array, 0, &mut values);
                Body::Bytes(Elements::from_slice(&values.iter().map(|&b| b as i8).collect::<Vec<_>>()))
            }
            Kind::Prim(Prim::Byte) => region!(read_bytes, 0i8, Bytes),
            Kind::Prim(Prim::Char) => region!(read_chars, 0u16, Chars),
            Kind::Prim(Prim::Short) => region!(read_shorts, 0i16, Shorts),
            Kind::Prim(Prim::Int) => region!(read_ints, 0i32, Ints),
            Kind::Prim(Prim::Long) => region!(read_longs, 0i64, Longs),
            Kind::Prim(Prim::Float) => region!(read_floats, 0f32, Floats),
            Kind::Prim(Prim::Double) => region!(read_doubles, 0f64, Doubles),
        })
    }

    /// Compares an object of the state with its shadow and takes over the difference.
    pub(crate) fn take_over(&mut self, world: &mut World, state: &mut State, id: ObjectId, since: u32) -> Res<()> {
        let class = state.heap.get(id).class;
        if self.is_settled(world, class) {
            return Ok(());
        }
        let ours = state.heap.get(id).clone();
        let (plain, _) = crate::shadow::concrete_cells(world, state, &ours);
        let found = self.read_beside(world, id, class, &plain.body)?;
        if !same_body(&plain.body, &found) {
            self.mutated.insert(id);
            if world.followed.is_some() {
                return self.take_over_cells(world, state, id, (&ours, &plain.body, found), since);
            }
            let object = state.heap.get_mut(id);
            object.body = found;
            object.symbols = None;
        }
        Ok(())
    }

    /// The contents of a shadow, with the fields that are ours alone as in `ours`.
    pub(crate) fn read_beside(&mut self, world: &mut World, id: ObjectId, class: ClassId, ours: &Body) -> Res<Body> {
        let mut found = self.read(world, id, class)?;
        if let (Body::Fields(ours), Body::Fields(theirs)) = (ours, &mut found) {
            for slot in self.own_slots(world, id, class) {
                Rc::make_mut(theirs)[slot as usize] = ours[slot as usize];
            }
        }
        Ok(found)
    }

    /// Classes whose instances never change once they are built.
    fn is_settled(&self, world: &World, class: ClassId) -> bool {
        class == world.string
    }

    /// Stack traces are ours: the shadow's are of HotSpot's own frames.
    pub(crate) fn own_slots(&self, world: &World, id: ObjectId, class: ClassId) -> Vec<u16> {
        let instance = matches!(self.shadows[&id], Shadow::Object(_));
        if !instance || !world.classes.is_subclass(class, world.throwable) {
            return Vec::new();
        }
        ["backtrace", "depth"].iter().filter_map(|name| world.classes.slot_named(class, name)).collect()
    }

    /// One object of `Host::pull`: also an object that the state shares with the base layer may have changed.
    pub(crate) fn pull_one(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        match state.heap.get(id).body {
            Body::Absent | Body::Stub => {
                let pristine = world.base.get(id).clone();
                if matches!(pristine.body, Body::Absent | Body::Stub) {
                    return Ok(());
                }
                let found = self.read_beside(world, id, pristine.class, &pristine.body)?;
                if !same_body(&pristine.body, &found) {
                    *state.heap.get_mut(id) = Object { body: found, ..pristine };
                    self.mutated.insert(id);
                }
                Ok(())
            }
            _ if state.heap.get(id).shadowed => self.refresh(world, state, id),
            _ => Ok(()),
        }
    }
}

pub(crate) fn same_body(a: &Body, b: &Body) -> bool {
    match (a, b) {
        (Body::Fields(a), Body::Fields(b)) => a.iter().zip(b.iter()).all(|(x, y)| x.same(*y)),
        (Body::Bytes(a), Body::Bytes(b)) => a.iter().eq(b.iter()),
        (Body::Chars(a), Body::Chars(b)) => a.iter().eq(b.iter()),
        (Body::Shorts(a), Body::Shorts(b)) => a.iter().eq(b.iter()),
        (Body::Ints(a), Body::Ints(b)) => a.iter().eq(b.iter()),
        (Body::Longs(a), Body::Longs(b)) => a.iter().eq(b.iter()),
        (Body::Floats(a), Body::Floats(b)) => a.iter().map(f32::to_bits).eq(b.iter().map(f32::to_bits)),
        (Body::Doubles(a), Body::Doubles(b)) => a.iter().map(f64::to_bits).eq(b.iter().map(f64::to_bits)),
        (Body::Refs(a), Body::Refs(b)) => a.iter().eq(b.iter()),
        _ => false,
    }
}
