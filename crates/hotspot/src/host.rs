//! The concrete heap as the machine sees it. Our heap is authoritative, shadows are a cache: before a native runs, what
//! differs is flushed; afterwards an epoch is open, in which a load first compares with the shadow.

use crate::concrete::{Hotspot, Shadow};
use crate::raw::{ReturnValue, Scope, Seen};
use crate::upcalls;
use crate::wrap::value_of;
use bytecode::DottedName;
use machine::follow::Descriptor;
use machine::heap::{Body, Object};
use machine::reason::Absent;
use machine::{ClassId, Effect, End, Host, Marks, MethodId, ObjectId, Place, Reach, Reason, Res, State, Value, World};

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
        let class = self.identify_class(world, &self.jvm.class(&self.handle(mirror)))?;
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
        if !self.jvm.is_initialized(&handle) && self.runs_nothing(world, state, class)? {
            self.jvm.initialize_class(&handle).map_err(|e| self.thrown(world, e))?;
        } else if !self.jvm.is_initialized(&handle) {
            self.own(world, state)?;
            if self.exploring {
                self.pull(world, state)?;
            }
            self.flush(world, state)?;
            self.note_unseen(world, state, None, &[]);
            let done = upcalls::during(self, world, state, |jvm| jvm.initialize_class(&handle));
            if self.exploring {
                self.held.clear();
                self.log_changes(world, state)?;
            } else {
                self.open_epoch(state);
            }
            done.map_err(|e| self.thrown(world, e))?;
        }
        let holder = world.classes[class].statics;
        if matches!(world.base.get(holder).body, Body::Absent) {
            self.shadows.insert(holder, Shadow::Statics);
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
            Some(Shadow::Object(handle)) => Some(self.jvm.identity_hash(handle)),
            Some(Shadow::Statics | Shadow::Memory(_)) | None => None,
        }
    }

    fn offset_of(&mut self, world: &mut World, state: &mut State, class: ClassId, place: Place) -> Res<i64> {
        let (map, slot) = match place {
            Place::Field(slot) => (&self.offsets(world, state, class)?.instance, slot),
            Place::Static(class, slot) => (&self.offsets(world, state, class)?.statics, slot),
        };
        let found = map.iter().find(|&(_, &s)| s == slot).map(|(&offset, _)| offset);
        found.ok_or_else(|| End::stopped(Reason::Missing(Absent::Jdk, "offset of a field that is not there".into())))
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
        let Ok(Seen::New(class)) = self.jvm.load_class(&DottedName::new("java.lang.Thread"), None) else {
            return Err(End::stopped(Reason::Internal("java.lang.Thread was seen before the first thread".into())));
        };
        let class = self.jvm.class(&class);
        let method = self.jvm.method(&class, "currentThread", "()Ljava/lang/Thread;", Scope::Static);
        // SAFETY: there are no arguments.
        let thread = method.and_then(|method| unsafe { self.jvm.call(None, &method, &[]) });
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
        // SAFETY: the program got the address from a native, or made it up: then it breaks its JVM under `java`, too.
        unsafe { self.memory.write_foreign(address, bytes) }.is_ok()
    }

    fn descriptor(&mut self, number: i32) -> Option<Descriptor> {
        crate::raw::descriptor(number)
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
        self.held.clear();
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
        self.doubted = false;
        state.epoch = 0;
        Ok(())
    }
}
