//! The concrete heap as the machine sees it. Our heap is authoritative, shadows are a cache: before a native runs, what
//! differs is flushed; afterwards an epoch is open, in which a load first compares with the shadow.

use crate::calls::{Callee, JavaArg, ResultKind, ReturnValue};
use crate::fields::{FieldHandle, RawValue, Scope};
use crate::handle::{Handle, Seen, Thrown};
use crate::jvm::Jvm;
use crate::memory::Memory;
use bytecode::{Prim, Type};
use machine::follow::Descriptor;
use machine::heap::{Body, Object};
use machine::state::{InitStatus, StateId};
use machine::{
    ClassId, ClassKind, Effect, End, Host, LoadError, Loader, Marks, MethodId, ObjectId, Place, Reach, Res, State,
    Stop, Value, World,
};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// What stands for an object of ours in the concrete heap.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shadow {
    Object(Handle),
    /// The static fields of a class.
    Statics(Handle),
    /// Off-heap memory behind a byte array.
    Memory(u64),
}

/// How the states over the concrete heap will behave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One state, never forked.
    Single,
    Forking,
}

pub struct Hotspot {
    pub(crate) jvm: Jvm,
    pub(crate) shadows: BTreeMap<ObjectId, Shadow>,
    /// The epoch in which a shadow was last compared.
    pub(crate) synced: HashMap<ObjectId, u32>,
    /// Shadows whose contents a flush or a native ever changed: what another state must write back.
    pub(crate) mutated: BTreeSet<ObjectId>,
    pub(crate) fields: HashMap<(ClassId, u16), FieldHandle>,
    offsets: HashMap<ClassId, Offsets>,
    pub(crate) memory: Memory,
    pub(crate) epochs: u32,
    /// The state whose contents the shadows have.
    owner: Option<StateId>,
    /// More than one state has used the concrete heap.
    shared: bool,
    app_loader: ObjectId,
    platform_loader: ObjectId,
    /// States will fork: initialisers of the JDK must reach all of them.
    pub(crate) exploring: bool,
    pub(crate) changes: Vec<crate::effects::Change>,
    /// How many changes the base layer has.
    pub(crate) base_seen: usize,
    /// Reference.referent, once it is needed.
    pub(crate) referent: Option<FieldHandle>,
    /// Set by an upcall that ended the state: the native in between is unwound by an exception first.
    pub(crate) ended: Option<End>,
}

#[derive(Default)]
struct Offsets {
    instance: HashMap<i64, u16>,
    statics: HashMap<i64, u16>,
}

impl Hotspot {
    pub fn new(jvm: Jvm, mode: Mode) -> Hotspot {
        let exploring = mode == Mode::Forking;
        crate::upcalls::install(&jvm);
        Hotspot {
            jvm,
            shadows: BTreeMap::new(),
            synced: HashMap::new(),
            mutated: BTreeSet::new(),
            fields: HashMap::new(),
            offsets: HashMap::new(),
            memory: Memory::default(),
            epochs: 0,
            owner: None,
            shared: false,
            app_loader: ObjectId::NULL,
            platform_loader: ObjectId::NULL,
            exploring,
            changes: Vec::new(),
            base_seen: 0,
            referent: None,
            ended: None,
        }
    }

    pub(crate) fn handle(&self, id: ObjectId) -> Handle {
        match self.shadows.get(&id) {
            Some(Shadow::Object(handle) | Shadow::Statics(handle)) => *handle,
            other => panic!("{id:?} has no handle: {other:?}"),
        }
    }

    pub(crate) fn open_epoch(&mut self, state: &mut State) {
        self.epochs += 1;
        state.epoch = self.epochs;
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
        for id in self.mutated.clone() {
            self.write_back(world, state, id)?;
        }
        Ok(())
    }

    pub(crate) fn loader_kind(&mut self, world: &mut World, loader: Seen) -> Res<Loader> {
        if self.app_loader.is_null() {
            self.app_loader = self.wrap(world, self.jvm.app_loader())?;
            self.platform_loader = self.wrap(world, self.jvm.platform_loader())?;
        }
        Ok(match self.wrap(world, loader)? {
            ObjectId::NULL => Loader::Jdk,
            id if id == self.app_loader => Loader::App,
            id if id == self.platform_loader => Loader::Jdk,
            id => Loader::Custom(id),
        })
    }

    pub(crate) fn thrown(&mut self, world: &mut World, thrown: Thrown) -> Stop {
        match self.wrap(world, thrown.0) {
            Ok(exception) => Stop::Throw(exception),
            Err(stop) => stop,
        }
    }

    /// The handle of a class, loaded in the concrete heap but not initialised there.
    pub(crate) fn class_handle(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<Handle> {
        let mut mirror = world.classes[class].mirror.get();
        if mirror.is_null() {
            mirror = self.mirror(world, state, class)?;
        }
        Ok(self.handle(mirror))
    }

    fn load_mirror(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<Seen> {
        let jvm = self.jvm;
        let c = &world.classes[class];
        let (name, loader) = (c.dotted(), c.loader);
        if c.synthetic {
            let file = c.file.clone().expect("a synthetic class has bytes");
            let bytes = bytecode::shadow_class(&file.bytes).map_err(|e| End::stopped(e.to_string()))?;
            let loader = self.loader_handle(world, state, loader)?;
            return jvm.define_class(&file.name, loader, &bytes).map_err(|e| self.thrown(world, e));
        }
        if let ClassKind::Primitive(prim) = c.kind {
            return Ok(prim.map_or_else(|| jvm.void_class(), |prim| jvm.primitive_class(prim)));
        }
        if let ClassKind::Array(component) = c.kind
            && world.classes[component].hidden
        {
            // No name leads to it, only its component.
            let component = self.class_handle(world, state, component)?;
            let array = jvm.new_ref_array(component, 0);
            let array = array.map_err(|e| self.thrown(world, e))?;
            let seen = jvm.object_class(array);
            jvm.release(array);
            return Ok(seen);
        }
        let loader = match loader {
            // Some modules of the image belong to the platform or app loader, which delegate the rest.
            Loader::Jdk => self.loader_handle(world, state, Loader::App)?,
            loader => self.loader_handle(world, state, loader)?,
        };
        let loaded = crate::upcalls::during(self, world, state, |jvm| jvm.load_class(&name, loader));
        loaded.map_err(|e| self.thrown(world, e))
    }

    fn loader_handle(&mut self, world: &mut World, state: &mut State, loader: Loader) -> Res<Option<Handle>> {
        match loader {
            Loader::Jdk => Ok(None),
            Loader::App => {
                let app = self.app_loader(world)?;
                Ok(Some(self.handle(app)))
            }
            Loader::Custom(object) => self.shadow(world, state, object).map(Some),
        }
    }

    fn offsets(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<&Offsets> {
        if !self.offsets.contains_key(&class) {
            let mut offsets = Offsets::default();
            for (slot, (owner, at)) in world.classes[class].layout.clone().into_iter().enumerate() {
                let offset = self.field_offset(world, state, owner, at, Scope::Instance)?;
                offsets.instance.insert(offset, slot as u16);
            }
            for (at, field) in world.classes[class].fields.clone().iter().enumerate() {
                if field.is_static() {
                    let offset = self.field_offset(world, state, class, at as u16, Scope::Static)?;
                    offsets.statics.insert(offset, field.slot);
                }
            }
            self.offsets.insert(class, offsets);
        }
        Ok(&self.offsets[&class])
    }

    fn field_offset(
        &mut self,
        world: &mut World,
        state: &mut State,
        owner: ClassId,
        at: u16,
        scope: Scope,
    ) -> Res<i64> {
        let handle = self.class_handle(world, state, owner)?;
        let field = self.field_handle(world, owner, at)?;
        // The reflected field names its type, which a loader of the program may have to load.
        let offset = crate::upcalls::during(self, world, state, |jvm| jvm.field_offset(handle, field, scope));
        offset.map_err(|e| self.thrown(world, e))
    }

    fn argument(&mut self, world: &mut World, state: &mut State, ty: &Type, value: Value) -> Res<JavaArg> {
        Ok(match (ty, value) {
            (Type::Ref(_), Value::Ref(id)) if id.is_null() => JavaArg::Ref(None),
            (Type::Ref(_), Value::Ref(id)) => JavaArg::Ref(Some(self.shadow(world, state, id)?)),
            (Type::Prim(Prim::Boolean), Value::Int(i)) => JavaArg::Boolean(i != 0),
            (Type::Prim(Prim::Byte), Value::Int(i)) => JavaArg::Byte(i as i8),
            (Type::Prim(Prim::Char), Value::Int(i)) => JavaArg::Char(i as u16),
            (Type::Prim(Prim::Short), Value::Int(i)) => JavaArg::Short(i as i16),
            (Type::Prim(_), Value::Int(i)) => JavaArg::Int(i),
            (Type::Prim(_), Value::Long(l)) => JavaArg::Long(l),
            (Type::Prim(_), Value::Float(x)) => JavaArg::Float(x),
            (Type::Prim(_), Value::Double(x)) => JavaArg::Double(x),
            (ty, value) => panic!("argument {value:?} for {ty:?}"),
        })
    }

    /// User natives may look at any static of a class that is initialised in this state.
    fn flush_user_statics(&mut self, world: &mut World, state: &mut State) -> Res<()> {
        for at in 0..world.classes.len() as u32 {
            let class = ClassId(at);
            let started =
                matches!(state.init_status(class), InitStatus::Done | InitStatus::Running | InitStatus::Elsewhere);
            if !started || world.classes[class].is_jdk() || world.classes[class].static_count == 0 {
                continue;
            }
            let holder = world.classes[class].statics;
            if !state.heap.get(holder).shadowed && matches!(state.heap.get(holder).body, Body::Fields(_)) {
                let handle = self.class_handle(world, state, class)?;
                self.shadows.insert(holder, Shadow::Statics(handle));
                let object = state.heap.get_mut(holder);
                object.shadowed = true;
                object.dirty = true;
                state.dirty.push(holder);
            }
        }
        Ok(())
    }

    /// Compares what an argument-writing native may have changed: its arguments and what they refer to.
    fn refresh_arguments(&mut self, world: &mut World, state: &mut State, arguments: &[Value]) -> Res<()> {
        let outer = state.epoch;
        self.open_epoch(state);
        for argument in arguments {
            let Value::Ref(id) = *argument else { continue };
            if id.is_null() {
                continue;
            }
            self.refresh_if_here(world, state, id)?;
            for inner in references(&state.heap.get(id).body) {
                self.refresh_if_here(world, state, inner)?;
            }
        }
        state.epoch = outer;
        Ok(())
    }

    fn refresh_if_here(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        let object = state.heap.get(id);
        if object.shadowed && !matches!(object.body, Body::Absent | Body::Stub) {
            self.refresh(world, state, id)?;
        }
        Ok(())
    }

    fn invoke(
        &mut self,
        world: &mut World,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
    ) -> Res<ReturnValue> {
        let (class, is_static) = (world.classes[method].class, world.classes[method].is_static());
        let handle = self.class_handle(world, state, class)?;
        let parameters = world.classes[method].parameters.clone();
        let mut given = arguments.iter().copied();
        let callee = if is_static {
            Callee::Static { class: handle }
        } else {
            let receiver = given.next().expect("a receiver").as_ref();
            Callee::Nonvirtual { receiver: self.shadow(world, state, receiver)?, class: handle }
        };
        let mut java = Vec::with_capacity(parameters.len());
        for (ty, value) in parameters.iter().zip(given) {
            java.push(self.argument(world, state, ty, value)?);
        }
        self.flush(world, state)?;
        let m = &world.classes[method];
        let result = match &m.result {
            None => ResultKind::Void,
            Some(Type::Prim(prim)) => ResultKind::Prim(*prim),
            Some(Type::Ref(_)) => ResultKind::Ref,
        };
        let scope = if is_static { Scope::Static } else { Scope::Instance };
        let (name, descriptor) = (m.name.clone(), m.descriptor.clone());
        let id = self.jvm.method_id(handle, &name, &descriptor, scope).map_err(|e| self.thrown(world, e))?;
        let answer = crate::upcalls::during(self, world, state, |jvm| jvm.call(callee, id, &java, result));
        if let Some(end) = self.ended.take() {
            return Err(Stop::End(end));
        }
        answer.map_err(|e| self.thrown(world, e))
    }
}

impl Host for Hotspot {
    fn fetch(&mut self, world: &mut World, id: ObjectId) -> Res<()> {
        let body = self.read(world, id, world.base.get(id).class)?;
        world.base.get_mut(id).body = body;
        Ok(())
    }

    fn refresh(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        if self.synced.get(&id) == Some(&state.epoch) || !self.shadows.contains_key(&id) {
            return Ok(());
        }
        let before = self.synced.insert(id, state.epoch);
        self.take_over(world, state, id, before.unwrap_or(0))
    }

    fn mirror(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<ObjectId> {
        let seen = self.load_mirror(world, state, class)?;
        let mirror = self.wrap(world, seen)?;
        world.record_mirror(class, mirror);
        Ok(mirror)
    }

    fn class_of_mirror(&mut self, world: &mut World, mirror: ObjectId) -> Res<ClassId> {
        if let Some(&class) = world.mirrors.get(&mirror) {
            return Ok(class);
        }
        let class = self.identify_class(world, self.handle(mirror))?;
        world.record_mirror(class, mirror);
        Ok(class)
    }

    fn intern(&mut self, world: &mut World, units: &[u16]) -> Res<ObjectId> {
        match self.jvm.intern(units) {
            Ok(seen) => self.wrap(world, seen),
            Err(thrown) => Err(self.thrown(world, thrown)),
        }
    }

    fn initialize(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<()> {
        let handle = self.class_handle(world, state, class)?;
        if !self.jvm.is_initialized(handle) {
            self.own(world, state)?;
            if self.exploring {
                self.pull(world, state)?;
            }
            self.flush(world, state)?;
            self.note_unseen(world, state, None, &[]);
            let done = crate::upcalls::during(self, world, state, |jvm| jvm.initialize_class(handle));
            if self.exploring {
                self.log_changes(world, state)?;
            } else {
                self.open_epoch(state);
            }
            done.map_err(|e| self.thrown(world, e))?;
        }
        let holder = world.classes[class].statics;
        if matches!(world.base.get(holder).body, Body::Absent) {
            self.shadows.insert(holder, Shadow::Statics(handle));
            let body = self.read(world, holder, class)?;
            *world.base.get_mut(holder) = Object { shadowed: true, ..Object::new(class, body) };
        }
        Ok(())
    }

    fn call(
        &mut self,
        world: &mut World,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
        effect: Effect,
    ) -> Res<Option<Value>> {
        self.own(world, state)?;
        if !world.classes[world.classes[method].class].is_jdk() {
            self.flush_user_statics(world, state)?;
        }
        self.note_unseen(world, state, Some(method), arguments);
        let answer = self.invoke(world, state, method, arguments);
        match effect {
            Effect::Pure => {}
            Effect::Arguments => self.refresh_arguments(world, state, arguments)?,
            Effect::Hidden | Effect::Outside => self.open_epoch(state),
        }
        match answer? {
            ReturnValue::Void => Ok(None),
            ReturnValue::Prim(raw) => Ok(Some(value_of(raw))),
            ReturnValue::Ref(seen) => Ok(Some(Value::Ref(self.wrap(world, seen)?))),
        }
    }

    fn identity_hash(&mut self, _: &State, id: ObjectId) -> Option<i32> {
        match self.shadows.get(&id) {
            Some(Shadow::Object(handle)) => Some(self.jvm.identity_hash(*handle)),
            Some(Shadow::Statics(_) | Shadow::Memory(_)) | None => None,
        }
    }

    fn offset_of(&mut self, world: &mut World, state: &mut State, class: ClassId, place: Place) -> Res<i64> {
        let (map, slot) = match place {
            Place::Field(slot) => (&self.offsets(world, state, class)?.instance, slot),
            Place::Static(class, slot) => (&self.offsets(world, state, class)?.statics, slot),
        };
        let found = map.iter().find(|&(_, &s)| s == slot).map(|(&offset, _)| offset);
        found.ok_or_else(|| End::stopped("offset of a field that is not there"))
    }

    fn place_at(&mut self, world: &mut World, state: &mut State, class: ClassId, offset: i64) -> Res<Option<u16>> {
        Ok(self.offsets(world, state, class)?.instance.get(&offset).copied())
    }

    fn static_at(&mut self, world: &mut World, state: &mut State, class: ClassId, offset: i64) -> Res<Option<u16>> {
        if world.classes[class].static_count == 0 {
            return Ok(None);
        }
        Ok(self.offsets(world, state, class)?.statics.get(&offset).copied())
    }

    fn main_thread(&mut self, world: &mut World) -> Res<ObjectId> {
        let Ok(Seen::New(class)) = self.jvm.load_class("java.lang.Thread", None) else {
            return Err(End::stopped("java.lang.Thread was seen before the first thread"));
        };
        let id = self.jvm.method_id(class, "currentThread", "()Ljava/lang/Thread;", Scope::Static);
        let thread = id.and_then(|id| self.jvm.call(Callee::Static { class }, id, &[], ResultKind::Ref));
        self.jvm.release(class);
        match thread {
            Ok(ReturnValue::Ref(seen)) => self.wrap(world, seen),
            Ok(ReturnValue::Void | ReturnValue::Prim(_)) => {
                unreachable!("a reference was asked for")
            }
            Err(thrown) => Err(self.thrown(world, thrown)),
        }
    }

    fn app_loader(&mut self, world: &mut World) -> Res<ObjectId> {
        self.loader_kind(world, Seen::Null)?;
        Ok(self.app_loader)
    }

    fn allocate_memory(&mut self, state: &mut State, segment: ObjectId, length: u64) -> u64 {
        let address = self.memory.allocate(length.max(1)).expect("memory of this size");
        self.shadows.insert(segment, Shadow::Memory(address));
        let object = state.heap.get_mut(segment);
        object.shadowed = true;
        object.dirty = true;
        state.dirty.push(segment);
        address
    }

    fn free_memory(&mut self, address: u64) {
        // Another state may still hold the address.
        if !self.shared {
            self.shadows.retain(|_, shadow| !matches!(shadow, Shadow::Memory(a) if *a == address));
            self.memory.free(address).expect("freed once");
        }
    }

    fn read_foreign(&mut self, address: u64, len: usize) -> Option<Vec<u8>> {
        let mut bytes = vec![0; len];
        self.memory.read(address, &mut bytes).ok().map(|()| bytes)
    }

    fn write_foreign(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.memory.write(address, bytes).is_ok()
    }

    fn descriptor(&mut self, number: i32) -> Option<Descriptor> {
        crate::process::descriptor(number)
    }

    fn prepare_collection(&mut self, world: &mut World, state: &mut State) -> Res<Reach> {
        self.forget_orphans(world);
        if self.exploring {
            return Ok(Reach::State);
        }
        self.flush(world, state)?;
        self.ready_referent(world)?;
        Ok(Reach::All)
    }

    fn roots(&self, marks: &mut Marks) {
        marks.object(self.app_loader);
        marks.object(self.platform_loader);
    }

    fn survivors(&mut self, state: &mut State, marks: &Marks, references: &[ObjectId]) -> Vec<ObjectId> {
        // HotSpot may enqueue references that we do not know of.
        self.open_epoch(state);
        self.try_without(marks, references)
    }

    fn sweep(&mut self, world: &mut World, marks: &Marks, cleared: &[ObjectId]) {
        self.cut_referents(cleared);
        self.forget_unmarked(marks);
        self.forget_orphans(world);
    }

    fn resume(&mut self, state: &mut State) {
        self.replay(state);
    }

    fn pull(&mut self, world: &mut World, state: &mut State) -> Res<()> {
        self.forget_orphans(world);
        if state.epoch == 0 {
            return Ok(());
        }
        let all: Vec<ObjectId> = self.shadows.keys().copied().collect();
        for id in all {
            self.pull_one(world, state, id)?;
        }
        state.epoch = 0;
        Ok(())
    }
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

pub(crate) fn value_of(raw: RawValue) -> Value {
    match raw {
        RawValue::Int(i) => Value::Int(i),
        RawValue::Long(l) => Value::Long(l),
        RawValue::Float(x) => Value::Float(x),
        RawValue::Double(x) => Value::Double(x),
    }
}

pub(crate) fn raw_of(value: Value) -> RawValue {
    match value {
        Value::Int(i) => RawValue::Int(i),
        Value::Long(l) => RawValue::Long(l),
        Value::Float(x) => RawValue::Float(x),
        Value::Double(x) => RawValue::Double(x),
        Value::Ref(_) | Value::Sym(_) | Value::Sym2(_) => panic!("no raw value: {value:?}"),
    }
}

pub(crate) fn load_stop(error: LoadError) -> Stop {
    End::stopped(format!("a class of the concrete heap could not be loaded: {error:?}"))
}
