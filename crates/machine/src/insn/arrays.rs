//! Arrays: creation, loads, stores with their checks in the order of the specification (null, bounds, store type).

use super::{Flow, quicken};
use crate::heap::Body;
use crate::host::Res;
use crate::machine::Machine;
use crate::program::{ClassId, ClassKind, Kind};
use crate::run::malformed;
use crate::state::State;
use crate::value::{ObjectId, Value};
use bytecode::{Insn, Prim};

pub fn load(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    let (array, index) = (state.peek(1).as_ref(), state.peek(0));
    check_array(machine, state, array, index)?;
    let mut value = match index {
        Value::Int(at) => machine.element(state, array, at as usize)?,
        symbolic => {
            let index = machine.lift(symbolic);
            machine.element_at(state, array, index)?
        }
    };
    // References are enumerated: each object is a path of its own.
    if matches!(state.heap.get(array).body, Body::Refs(_)) {
        value = machine.concretize(state, value)?;
    }
    state.drop_slots(2);
    state.push(value);
    Ok(Flow::Next)
}

pub fn store(machine: &mut Machine, state: &mut State, slots: u32) -> Res<Flow> {
    let (array, index) = (state.peek(slots + 1).as_ref(), state.peek(slots));
    let value = state.peek(slots - 1);
    check_array(machine, state, array, index)?;
    let class = state.heap.get(array).class;
    if let Value::Ref(element) = value {
        check_store(machine, state, class, element)?;
    }
    let kind = machine.world.classes.element_kind(class);
    let value = narrow(machine, kind, value);
    match (index, kind) {
        (Value::Int(at), _) => machine.set_element(state, array, at as usize, value)?,
        (symbolic, Kind::Ref) => {
            let at = machine.concretize_int(state, symbolic)?;
            machine.set_element(state, array, at as usize, value)?;
        }
        (symbolic, Kind::Prim(_)) => {
            let index = machine.lift(symbolic);
            machine.set_element_at(state, array, index, value)?;
        }
    }
    state.drop_slots(slots + 2);
    Ok(Flow::Next)
}

/// What an element keeps of an int (JVMS bastore, castore, sastore).
fn narrow(machine: &mut Machine, kind: Kind, value: Value) -> Value {
    match (kind, value) {
        (Kind::Prim(Prim::Boolean), Value::Int(x)) => Value::Int(x & 1),
        (Kind::Prim(Prim::Byte), Value::Int(x)) => Value::Int(x as i8 as i32),
        (Kind::Prim(Prim::Char), Value::Int(x)) => Value::Int(x as u16 as i32),
        (Kind::Prim(Prim::Short), Value::Int(x)) => Value::Int(x as i16 as i32),
        (Kind::Prim(prim), Value::Sym(term)) => {
            let terms = &mut machine.world.terms;
            let term = match prim {
                Prim::Boolean => terms.i2z(term),
                Prim::Byte => terms.i2b(term),
                Prim::Char => terms.i2c(term),
                Prim::Short => terms.i2s(term),
                Prim::Int | Prim::Long | Prim::Float | Prim::Double => term,
            };
            machine.value_of(term)
        }
        (_, value) => value,
    }
}

fn check_array(machine: &mut Machine, state: &mut State, array: ObjectId, index: Value) -> Res<()> {
    if array.is_null() {
        return Err(machine.null_pointer(state));
    }
    let len = machine.array_length(state, array)?;
    let inside = match index {
        Value::Int(at) => (at as u32 as usize) < len,
        symbolic => {
            let index = machine.lift(symbolic);
            let end = machine.world.terms.int(len as i32);
            let inside = machine.world.terms.ult(index, end);
            machine.decide(state, inside)?
        }
    };
    if inside {
        return Ok(());
    }
    let shown = machine.under_witness(state, index).as_int();
    let message = format!("Index {shown} out of bounds for length {len}");
    Err(machine.throw(state, "java/lang/ArrayIndexOutOfBoundsException", Some(&message)))
}

fn check_store(machine: &mut Machine, state: &mut State, array: ClassId, element: ObjectId) -> Res<()> {
    let ClassKind::Array(component) = machine.world.classes[array].kind else {
        return Err(malformed("aastore into something else"));
    };
    if element.is_null() || machine.world.classes.is_subclass(machine.class_of(state, element), component) {
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
    let len = machine.choose_size(state, state.peek(0))?;
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
        return Err(machine.throw(state, "java/lang/NegativeArraySizeException", Some(&message)));
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

pub fn new_multi(machine: &mut Machine, state: &mut State, index: u16, dimensions: u8) -> Res<Flow> {
    let array = machine.pool_class(state, index)?;
    let mut sizes = Vec::new();
    for depth in (0..dimensions as u32).rev() {
        sizes.push(machine.choose_size(state, state.peek(depth))?);
    }
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
        let rows: Vec<ObjectId> = (0..sizes[0]).map(|_| nest(machine, state, component, inner)).collect();
        if let Body::Refs(elements) = &mut state.heap.get_mut(id).body {
            elements.write(0, &rows);
        }
    }
    id
}
