//! The seam to the concrete heap: what the machine asks of a live JVM. `hotspot` implements it.

use crate::heap::marks::{Marks, Reach};
use crate::natives::Effect;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::state::State;
use crate::world::followed::Descriptor;
use crate::world::{Res, World};

/// Byte offsets of the concrete heap, which JDK code knows as numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Slot of an instance field.
    Field(u16),
    /// Slot of a static field of the class.
    Static(ClassId, u16),
}

pub trait Host {
    /// Fills a stub of the base layer with the contents of its HotSpot object.
    fn fetch(&mut self, world: &mut World, id: ObjectId) -> Res<()>;

    /// Compares a shadowed object with its shadow once per epoch and takes over what a native changed.
    fn refresh(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()>;

    /// The java.lang.Class object of a class.
    fn mirror(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<ObjectId>;

    /// The class that a java.lang.Class object stands for.
    fn class_of_mirror(&mut self, world: &mut World, mirror: ObjectId) -> Res<ClassId>;

    /// The canonical String of these UTF-16 units.
    fn intern(&mut self, world: &mut World, units: &[u16]) -> Res<ObjectId>;

    /// Initialises a JDK class in the concrete heap and wraps its statics.
    fn initialize(&mut self, world: &mut World, state: &mut State, class: ClassId) -> Res<()>;

    /// Runs a method in the concrete heap: flush, call, open an epoch.
    fn call(
        &mut self,
        world: &mut World,
        state: &mut State,
        method: MethodId,
        arguments: &[Value],
        effect: Effect,
    ) -> Res<Option<Value>>;

    /// `None` for an object that has no shadow.
    fn identity_hash(&mut self, state: &State, id: ObjectId) -> Option<i32>;

    fn offset_of(&mut self, world: &mut World, state: &mut State, class: ClassId, place: Place) -> Res<i64>;

    /// What lies at an offset in an object of `class`; `None` if nothing does.
    fn place_at(&mut self, world: &mut World, state: &mut State, class: ClassId, offset: i64) -> Res<Option<u16>>;

    fn static_at(&mut self, world: &mut World, state: &mut State, class: ClassId, offset: i64) -> Res<Option<u16>>;

    fn main_thread(&mut self, world: &mut World) -> Res<ObjectId>;

    /// The ClassLoader object of the class path.
    fn app_loader(&mut self, world: &mut World) -> Res<ObjectId>;

    /// Off-heap memory at a real address, so that natives can be given it.
    fn allocate_memory(&mut self, state: &mut State, segment: ObjectId, length: u64) -> u64;

    fn free_memory(&mut self, address: u64);

    /// Memory that natives allocated or mapped: it is no part of any state.
    fn read_foreign(&mut self, address: u64, len: usize) -> Option<Vec<u8>>;

    /// False if there is no such memory.
    fn write_foreign(&mut self, address: u64, bytes: &[u8]) -> bool;

    /// Which file an open descriptor means, and where it stands. `None` if it is no file.
    fn descriptor(&mut self, number: i32) -> Option<Descriptor>;

    /// Gets ready for a garbage collection of the state: what the concrete heap must know is written there.
    fn prepare_collection(&mut self, world: &mut World, state: &mut State) -> Res<Reach>;

    /// Marks what the host itself names.
    fn roots(&self, marks: &mut Marks);

    /// Of the objects that are not marked, those that the concrete heap can reach without us, and without these
    /// `java.lang.ref` objects. The shadows of the others are gone.
    fn survivors(&mut self, state: &mut State, marks: &Marks, references: &[ObjectId]) -> Vec<ObjectId>;

    /// Forgets what is not marked. The concrete heap has its contents, should it turn up again. `cleared` are references that
    /// lost their referents.
    fn sweep(&mut self, world: &mut World, marks: &Marks, cleared: &[ObjectId]);

    /// Called before a state runs after another one did.
    fn resume(&mut self, state: &mut State);

    /// Takes over everything that natives changed; afterwards the state may be forked or set aside.
    fn pull(&mut self, world: &mut World, state: &mut State) -> Res<()>;
}
