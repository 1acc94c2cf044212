//! Fields, statics and elements for the fast loop: `None` or false where the whole machine must look, with nothing changed.

use crate::heap::{Body, Heap};
use crate::program::{ClassId, ClassKind, Classes, ObjectId, Value};
use crate::state::InitStatus;
use crate::world::World;
use std::rc::Rc;

#[inline(always)]
pub fn is_initialized(init: &[InitStatus], class: ClassId) -> bool {
    matches!(init.get(class.0 as usize), Some(InitStatus::Done | InitStatus::Running))
}

/// When a read is more than a read.
#[derive(Clone, Copy)]
pub struct Sight {
    /// Not zero while natives may have written to shadows.
    pub epoch: u32,
    /// A symbolic reference must be settled when it is read.
    pub eager: bool,
}

/// A field of an object that needs no look at the concrete heap, and whose value is not to be settled.
#[inline(always)]
pub fn field(heap: &Heap, id: ObjectId, slot: u16, sight: Sight) -> Option<Value> {
    let object = heap.get(id);
    if sight.epoch != 0 && object.shadowed {
        return None;
    }
    let Body::Fields(fields) = &object.body else { return None };
    let value = fields[slot as usize];
    (!(sight.eager && matches!(value, Value::Sym(_)))).then_some(value)
}

/// Stores into an object that has no shadow.
#[inline(always)]
pub fn set_field(heap: &mut Heap, id: ObjectId, slot: u16, value: Value) -> bool {
    let object = heap.get(id);
    if object.shadowed || !matches!(object.body, Body::Fields(_)) {
        return false;
    }
    let Body::Fields(fields) = &mut heap.get_mut(id).body else { return false };
    Rc::make_mut(fields)[slot as usize] = value;
    true
}

/// JVMS bastore, for byte[] and boolean[].
#[inline(always)]
pub fn set_byte(world: &World, heap: &mut Heap, array: ObjectId, index: i32, value: i32) -> bool {
    let Some(class) = class_for_store(heap, array, index) else { return false };
    // boolean[] keeps the lowest bit only.
    let value = if class == world.boolean_array { value & 1 } else { value };
    let Body::Bytes(elements) = &mut heap.get_mut(array).body else { return false };
    elements.set(index as u32 as usize, value as i8);
    true
}

/// JVMS aastore, where the array may hold the object.
#[inline(always)]
pub fn set_reference(classes: &Classes, heap: &mut Heap, array: ObjectId, index: i32, value: ObjectId) -> bool {
    let Some(class) = class_for_store(heap, array, index) else { return false };
    let ClassKind::Array(component) = classes[class].kind else { return false };
    if !value.is_null() && !classes.is_subclass(heap.get(value).class, component) {
        return false;
    }
    let Body::Refs(elements) = &mut heap.get_mut(array).body else { return false };
    elements.set(index as u32 as usize, value);
    true
}

/// The class of an array without a shadow and without symbolic elements, if the index is inside.
#[inline(always)]
fn class_for_store(heap: &Heap, array: ObjectId, index: i32) -> Option<ClassId> {
    let object = heap.get(array);
    let plain = !object.shadowed && object.symbols.is_none();
    (plain && (index as u32 as usize) < object.body.array_length().unwrap_or(0)).then_some(object.class)
}
