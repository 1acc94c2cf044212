//! A host without a concrete heap. JDK classes are initialised with zeros; what only a JVM could answer fails the test.

use crate::follow::Descriptor;
use crate::heap::{Body, Marks, Object, Reach};
use crate::natives::Effect;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::state::State;
use crate::world::{Host, Place, Res, World};

pub struct NoHeap;

impl Host for NoHeap {
    fn fetch(&mut self, _: &mut World, id: ObjectId) -> Res<()> {
        panic!("a test without a JVM read {id:?} from the concrete heap")
    }

    fn refresh(&mut self, _: &mut World, _: &mut State, id: ObjectId) -> Res<()> {
        panic!("a test without a JVM compared {id:?} with its shadow")
    }

    fn mirror(&mut self, world: &mut World, _: &mut State, class: ClassId) -> Res<ObjectId> {
        panic!("a test without a JVM needs the Class object of {}", world.classes[class].dotted())
    }

    fn class_of_mirror(&mut self, _: &mut World, mirror: ObjectId) -> Res<ClassId> {
        panic!("a test without a JVM needs the class of the Class object {mirror:?}")
    }

    fn intern(&mut self, _: &mut World, units: &[u16]) -> Res<ObjectId> {
        panic!("a test without a JVM interns \"{}\"", String::from_utf16_lossy(units))
    }

    fn initialize(&mut self, world: &mut World, _: &mut State, class: ClassId) -> Res<()> {
        let linked = &world.classes[class];
        let mut values = vec![Value::PAD; linked.static_count as usize];
        for field in linked.fields.iter().filter(|field| field.is_static()) {
            values[field.slot as usize] = field.kind.zero();
        }
        let holder = linked.statics;
        *world.base.get_mut(holder) = Object::new(class, Body::Fields(values.into()));
        Ok(())
    }

    fn call(
        &mut self,
        world: &mut World,
        _: &mut State,
        method: MethodId,
        _: &[Value],
        _: Effect,
    ) -> Res<Option<Value>> {
        panic!("a test without a JVM calls the native method {}", world.classes[method].name)
    }

    fn identity_hash(&mut self, _: &State, _: ObjectId) -> Option<i32> {
        None
    }

    fn offset_of(&mut self, world: &mut World, _: &mut State, class: ClassId, _: Place) -> Res<i64> {
        panic!("a test without a JVM needs the offset of a field of {}", world.classes[class].dotted())
    }

    fn place_at(&mut self, _: &mut World, _: &mut State, _: ClassId, _: i64) -> Res<Option<u16>> {
        Ok(None)
    }

    fn static_at(&mut self, _: &mut World, _: &mut State, _: ClassId, _: i64) -> Res<Option<u16>> {
        Ok(None)
    }

    fn main_thread(&mut self, _: &mut World) -> Res<ObjectId> {
        Ok(ObjectId::NULL)
    }

    fn app_loader(&mut self, _: &mut World) -> Res<ObjectId> {
        panic!("a test without a JVM needs the class loader of the class path")
    }

    fn allocate_memory(&mut self, _: &mut State, _: ObjectId, length: u64) -> u64 {
        panic!("a test without a JVM allocates {length} bytes outside of the heap")
    }

    fn free_memory(&mut self, _: u64) {}

    fn read_foreign(&mut self, _: u64, _: usize) -> Option<Vec<u8>> {
        None
    }

    fn write_foreign(&mut self, _: u64, _: &[u8]) -> bool {
        false
    }

    fn descriptor(&mut self, _: i32) -> Option<Descriptor> {
        None
    }

    fn prepare_collection(&mut self, _: &mut World, _: &mut State) -> Res<Reach> {
        Ok(Reach::State)
    }

    fn roots(&self, _: &mut Marks) {}

    fn survivors(&mut self, _: &mut State, _: &Marks, _: &[ObjectId]) -> Vec<ObjectId> {
        Vec::new()
    }

    fn sweep(&mut self, _: &mut World, _: &Marks, _: &[ObjectId]) {}

    fn resume(&mut self, _: &mut State) {}

    fn pull(&mut self, _: &mut World, _: &mut State) -> Res<()> {
        Ok(())
    }
}
