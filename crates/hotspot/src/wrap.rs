//! From the concrete heap to ours: objects seen for the first time become stubs of the base layer, their contents are
//! read when somebody asks.

use crate::concrete::{Hotspot, SHADOW_BYTES, Shadow};
use crate::raw::{FieldValue, Handle, RawValue, Seen, Thrown};
use bytecode::Prim;
use machine::elements::Elements;
use machine::heap::{Body, Object};
use machine::{ClassId, Host, Kind, ObjectId, Res, Stop, Value, World};
use std::iter::repeat_n;

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
        self.jvm.set_tag(&handle, id.0);
        self.shadows.insert(id, Shadow::Object(handle.clone()));
        world.base.charge(SHADOW_BYTES);
        world.base.get_mut(id).body = Body::Stub;
        let mirror = self.jvm.object_class(&handle);
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
        let Some(Shadow::Object(handle)) = self.shadows.get(&id) else {
            return Ok(());
        };
        let mirror = self.jvm.object_class(handle);
        world.base.get_mut(id).body = Body::Stub;
        let mirror = self.wrap(world, mirror)?;
        let class = self.class_of_mirror(world, mirror)?;
        *world.base.get_mut(id) = Object { shadowed: true, ..Object::new(class, Body::Stub) };
        Ok(())
    }

    pub(crate) fn thrown(&mut self, world: &mut World, thrown: Thrown) -> Stop {
        match self.wrap(world, thrown.0) {
            Ok(exception) => Stop::Throw(exception),
            Err(stop) => stop,
        }
    }

    /// The contents of a shadow as a body of ours.
    pub(crate) fn read(&mut self, world: &mut World, id: ObjectId, class: ClassId) -> Res<Body> {
        match self.shadows[&id].clone() {
            Shadow::Object(handle) if world.is_array(class) => self.read_array(world, handle, class),
            Shadow::Object(handle) => {
                self.ready_chain(world, class)?;
                let layout = world.classes[class].layout.clone();
                let mut values = Vec::with_capacity(layout.len());
                for (owner, at) in layout {
                    let field = self.field_handle(world, owner, at)?;
                    values.push(self.value(world, self.jvm.get(&handle, &field))?);
                }
                Ok(Body::Fields(values.into()))
            }
            Shadow::Statics => {
                let mut values = vec![Value::PAD; world.classes[class].static_count as usize];
                for at in 0..world.classes[class].fields.len() as u16 {
                    let field = &world.classes[class].fields[at as usize];
                    let (slot, is_static) = (field.slot, field.is_static());
                    if !is_static {
                        continue;
                    }
                    let field = self.field_handle(world, class, at)?;
                    values[slot as usize] = self.value(world, self.jvm.get_static(&field))?;
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

    fn value(&mut self, world: &mut World, found: FieldValue) -> Res<Value> {
        match found {
            FieldValue::Prim(raw) => Ok(value_of(raw)),
            FieldValue::Ref(seen) => self.wrap(world, seen).map(Value::Ref),
        }
    }

    fn read_array(&mut self, world: &mut World, array: Handle, class: ClassId) -> Res<Body> {
        let prim = match world.classes.element_kind(class) {
            Kind::Prim(prim) => prim,
            Kind::Ref => {
                let array = self.jvm.ref_array(array);
                let len = array.length();
                let mut ids = Vec::with_capacity(len);
                for at in 0..len as i32 {
                    ids.push(self.wrap(world, array.get(at))?);
                }
                return Ok(Body::Refs(Elements::from_slice(&ids)));
            }
        };
        let array = self.jvm.prim_array(array, prim);
        let len = array.length();
        macro_rules! region {
            ($read:ident, $zero:expr, $body:ident) => {{
                // Unlike `vec!` of zeros this is memory that was freed just now, most of the time.
                let mut values: Vec<_> = repeat_n($zero, len).collect();
                array.$read(&mut values);
                Body::$body(Elements::from_slice(&values))
            }};
        }
        Ok(match prim {
            Prim::Boolean => {
                let mut values = vec![0u8; len];
                array.read_booleans(&mut values);
                Body::Bytes(Elements::from_slice(&values.iter().map(|&b| b as i8).collect::<Vec<_>>()))
            }
            Prim::Byte => region!(read_bytes, 0i8, Bytes),
            Prim::Char => region!(read_chars, 0u16, Chars),
            Prim::Short => region!(read_shorts, 0i16, Shorts),
            Prim::Int => region!(read_ints, 0i32, Ints),
            Prim::Long => region!(read_longs, 0i64, Longs),
            Prim::Float => region!(read_floats, 0f32, Floats),
            Prim::Double => region!(read_doubles, 0f64, Doubles),
        })
    }
}

pub(crate) fn value_of(raw: RawValue) -> Value {
    match raw {
        RawValue::Int(i) => Value::Int(i),
        RawValue::Long(l) => Value::Long(l),
        RawValue::Float(x) => Value::Float(x),
        RawValue::Double(x) => Value::Double(x),
    }
}
