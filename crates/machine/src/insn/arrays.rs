//! Arrays: creation, loads, stores with their checks in the order of the specification (null, bounds, store type).

use super::{Flow, quicken};
use crate::heap::Body;
use crate::host::Res;
use crate::machine::Machine;
use crate::program::{ClassId, ClassKind};
use crate::run::malformed;
use crate::state::State;
use crate::value::{ObjectId, Value};
use bytecode::{Insn, Prim};

pub fn baload(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    load(machine, state)
}

pub fn load(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    let (array, index) = (state.peek(1).as_ref(), state.peek(0).as_int());
    check_array(machine, state, array, index)?;
    let at = index as usize;
    let value = match &state.heap.get(array).body {
        Body::Bytes(e) => e.get(at).map(|x| Value::Int(x as i32)),
        Body::Chars(e) => e.get(at).map(|x| Value::Int(x as i32)),
        Body::Shorts(e) => e.get(at).map(|x| Value::Int(x as i32)),
        Body::Ints(e) => e.get(at).map(Value::Int),
        Body::Longs(e) => e.get(at).map(Value::Long),
        Body::Floats(e) => e.get(at).map(Value::Float),
        Body::Doubles(e) => e.get(at).map(Value::Double),
        Body::Refs(e) => e.get(at).map(Value::Ref),
        Body::Absent | Body::Stub | Body::Fields(_) => None,
    };
    state.drop_slots(2);
    state.push(value.ok_or_else(|| malformed("array load from something else"))?);
    Ok(Flow::Next)
}

pub fn store(machine: &mut Machine, state: &mut State, slots: u32) -> Res<Flow> {
    let (array, index) = (state.peek(slots + 1).as_ref(), state.peek(slots).as_int());
    let value = state.peek(slots - 1);
    check_array(machine, state, array, index)?;
    let class = state.heap.get(array).class;
    if let Value::Ref(element) = value {
        check_store(machine, state, class, element)?;
    }
    let boolean = machine.world.classes.element_kind(class) == crate::Kind::Prim(Prim::Boolean);
    let at = index as usize;
    let done = match (&mut machine.object_mut(state, array)?.body, value) {
        (Body::Bytes(e), Value::Int(x)) => e.set(at, if boolean { (x & 1) as i8 } else { x as i8 }),
        (Body::Chars(e), Value::Int(x)) => e.set(at, x as u16),
        (Body::Shorts(e), Value::Int(x)) => e.set(at, x as i16),
        (Body::Ints(e), Value::Int(x)) => e.set(at, x),
        (Body::Longs(e), Value::Long(x)) => e.set(at, x),
        (Body::Floats(e), Value::Float(x)) => e.set(at, x),
        (Body::Doubles(e), Value::Double(x)) => e.set(at, x),
        (Body::Refs(e), Value::Ref(x)) => e.set(at, x),
        _ => false,
    };
    if !done {
        return Err(malformed("array store of another kind"));
    }
    state.drop_slots(slots + 2);
    Ok(Flow::Next)
}

fn check_array(machine: &mut Machine, state: &mut State, array: ObjectId, index: i32) -> Res<()> {
    if array.is_null() {
        return Err(machine.null_pointer(state));
    }
    let len = machine.array_length(state, array)?;
    if index < 0 || index as usize >= len {
        let message = format!("Index {index} out of bounds for length {len}");
        return Err(machine.throw(
            state,
            "java/lang/ArrayIndexOutOfBoundsException",
            Some(&message),
        ));
    }
    Ok(())
}

fn check_store(
    machine: &mut Machine,
    state: &mut State,
    array: ClassId,
    element: ObjectId,
) -> Res<()> {
    let ClassKind::Array(component) = machine.world.classes[array].kind else {
        return Err(malformed("aastore into something else"));
    };
    if element.is_null()
        || machine
            .world
            .classes
            .is_subclass(machine.class_of(state, element), component)
    {
        return Ok(());
    }
    let message = machine.world.classes[machine.class_of(state, element)].dotted();
    Err(machine.throw(state, "java/lang/ArrayStoreException", Some(&message)))
}

pub fn length(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    let array = state.peek(0).as_ref();
    if array.is_null() {
        return Err(machine.null_pointer(state));
    }
    let len = machine.array_length(state, array)?;
    state.drop_slots(1);
    state.push(Value::Int(len as i32));
    Ok(Flow::Next)
}

pub fn new_primitive(machine: &mut Machine, state: &mut State, prim: Prim) -> Res<Flow> {
    let component = machine.world.classes.primitive(Some(prim));
    let array = machine.world.array_of(component);
    new_array(machine, state, array)
}

pub fn resolve_new(machine: &mut Machine, state: &mut State, index: u16) -> Res<Flow> {
    let component = machine.pool_class(state, index)?;
    let array = machine.world.array_of(component);
    quicken(machine, state, Insn::ANewArrayQuick(array.0));
    new_array(machine, state, array)
}

pub fn new(machine: &mut Machine, state: &mut State, array: ClassId) -> Res<Flow> {
    new_array(machine, state, array)
}

fn new_array(machine: &mut Machine, state: &mut State, array: ClassId) -> Res<Flow> {
    let len = state.peek(0).as_int();
    check_size(machine, state, array, len)?;
    let id = machine.new_array(state, array, len as usize);
    state.drop_slots(1);
    state.push(Value::Ref(id));
    Ok(Flow::Next)
}

/// Negative sizes, and sizes that HotSpot refuses with the heap it has.
pub fn check_size(machine: &mut Machine, state: &mut State, array: ClassId, len: i32) -> Res<()> {
    if len < 0 {
        let message = len.to_string();
        return Err(machine.throw(
            state,
            "java/lang/NegativeArraySizeException",
            Some(&message),
        ));
    }
    if len > i32::MAX - 2 {
        let message = "Requested array size exceeds VM limit";
        return Err(machine.throw(state, "java/lang/OutOfMemoryError", Some(message)));
    }
    let bytes = len as u64 * machine.world.element_bytes(array);
    if bytes > machine.world.options.heap_bytes {
        return Err(machine.throw(state, "java/lang/OutOfMemoryError", Some("Java heap space")));
    }
    Ok(())
}

pub fn new_multi(
    machine: &mut Machine,
    state: &mut State,
    index: u16,
    dimensions: u8,
) -> Res<Flow> {
    let array = machine.pool_class(state, index)?;
    let sizes: Vec<i32> = (0..dimensions as u32)
        .rev()
        .map(|d| state.peek(d).as_int())
        .collect();
    for &size in &sizes {
        check_size(machine, state, array, size)?;
    }
    let id = nest(machine, state, array, &sizes);
    state.drop_slots(dimensions as u32);
    state.push(Value::Ref(id));
    Ok(Flow::Next)
}

pub fn nest(machine: &mut Machine, state: &mut State, array: ClassId, sizes: &[i32]) -> ObjectId {
    let id = machine.new_array(state, array, sizes[0] as usize);
    if let [_, inner @ ..] = sizes
        && !inner.is_empty()
        && let ClassKind::Array(component) = machine.world.classes[array].kind
    {
        let rows: Vec<ObjectId> = (0..sizes[0])
            .map(|_| nest(machine, state, component, inner))
            .collect();
        if let Body::Refs(elements) = &mut state.heap.get_mut(id).body {
            elements.write(0, &rows);
        }
    }
    id
}
