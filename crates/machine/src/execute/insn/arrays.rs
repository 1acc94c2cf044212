//! Arrays: creation, loads, stores with their checks in the order of the specification (null, bounds, store type).

use crate::execute::flow::{Flow, malformed, quicken};
use crate::execute::throw::Told;
use crate::heap::Body;
use crate::heap::open::OpenArray;
use crate::program::{ClassId, ClassKind, Kind, ObjectId, Value};
use crate::reason::{Limit, Reason};
use crate::state::State;
use crate::visible::Reach;
use crate::world::{End, Machine, Res, Stop};
use bytecode::{Insn, Prim};
use std::rc::Rc;
use term::Sort;

pub fn load(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    if let Some(value) = machine.load_of_any(state)? {
        state.drop_slots(2);
        state.push(value);
        return Ok(Flow::Next);
    }
    machine.settle_slot(state, 1)?;
    let (array, index) = (state.peek(1).as_ref(), state.peek(0));
    let mut index = index_of(machine, state, array, index);
    check_array(machine, state, array, index)?;
    index = known_place(machine, state, index)?;
    machine.reach_element(state, array, at_of(index), Reach::Read)?;
    let known = match machine.load_rough(state, array) {
        Some(value) => Some(value),
        None => machine.load_place(state, array, index)?,
    };
    let mut value = match known {
        Some(reference) => reference,
        None => {
            if machine.is_costly_place(state, array) || holds_symbolic_references(machine, state, array) {
                open(machine, state, array, index)?;
                index = machine.concretize(state, index)?;
            }
            load_element(machine, state, array, index)?
        }
    };
    // References are enumerated, each object is a path of its own, unless paths will be merged anyway.
    if machine.symbolic_reference(value).is_some() {
        value = machine.on_read(state, value)?;
    } else if !machine.world.options.merging
        && let Some(term) = value.term()
        && machine.world.terms.sort(term) == Sort::Ref
    {
        value = machine.settle_reference(state, value)?;
    }
    state.drop_slots(2);
    state.push(value);
    Ok(Flow::Next)
}

/// With several threads indices are enumerated: whether two accesses meet must be known.
fn known_place(machine: &mut Machine, state: &State, index: Value) -> Res<Value> {
    if state.threads.steps.on { machine.concretize(state, index) } else { Ok(index) }
}

/// A place that is known.
fn at_of(index: Value) -> Option<usize> {
    match index {
        Value::Int(at) => Some(at as usize),
        _ => None,
    }
}

fn load_element(machine: &mut Machine, state: &mut State, array: ObjectId, index: Value) -> Res<Value> {
    match (open(machine, state, array, index)?, index) {
        (Some(open), _) => machine.open_element(state, array, &open, index),
        (None, Value::Int(at)) => machine.element(state, array, at as usize),
        (None, symbolic) => {
            let index = machine.lift(symbolic);
            machine.element_at(state, array, index)
        }
    }
}

pub fn store(machine: &mut Machine, state: &mut State, slots: u32) -> Res<Flow> {
    if store_to_any(machine, state, slots)? {
        state.drop_slots(slots + 2);
        return Ok(Flow::Next);
    }
    machine.settle_slot(state, slots + 1)?;
    let (array, index) = (state.peek(slots + 1).as_ref(), state.peek(slots));
    let mut index = index_of(machine, state, array, index);
    let mut value = state.peek(slots - 1);
    check_array(machine, state, array, index)?;
    index = known_place(machine, state, index)?;
    machine.reach_element(state, array, at_of(index), Reach::Write)?;
    let class = state.heap.get(array).class;
    if let (Value::Sym(term), ClassKind::Array(component)) = (value, machine.world.classes[class].kind)
        && machine.is_reference(term)
        && !machine.casts(state, term, component)
    {
        machine.settle_slot(state, 0)?;
        value = state.peek(0);
    }
    if let Value::Ref(element) = value {
        check_store(machine, state, class, element)?;
    }
    if machine.store_rough(state, array)? || machine.store_place(state, array, index, value)? {
        state.drop_slots(slots + 2);
        return Ok(Flow::Next);
    }
    if machine.world.followed.is_some() && !machine.keeps_stored_index(state, array) {
        // All elements would become symbolic.
        index = machine.concretize(state, index)?;
    }
    let kind = machine.world.classes.element_kind(class);
    let value = narrow(machine, kind, value);
    if let Some(open) = open(machine, state, array, index)? {
        machine.set_open_element(state, array, open, index, value)?;
        state.drop_slots(slots + 2);
        return Ok(Flow::Next);
    }
    match (index, kind) {
        (Value::Int(at), _) => machine.set_element(state, array, at as usize, value)?,
        (symbolic, Kind::Ref) if !machine.world.options.merging => {
            let at = machine.concretize_int(state, symbolic)?;
            machine.set_element(state, array, at as usize, value)?;
        }
        (symbolic, Kind::Prim(_) | Kind::Ref) => {
            let index = machine.lift(symbolic);
            machine.set_element_at(state, array, index, value)?;
        }
    }
    state.drop_slots(slots + 2);
    Ok(Flow::Next)
}

/// An index of an array of references whose length is a term, as far as the path knows it.
fn index_of(machine: &mut Machine, state: &State, array: ObjectId, index: Value) -> Value {
    if array.is_null() || !matches!(&state.heap.get(array).body, Body::Open(open) if open.has_references()) {
        return index;
    }
    machine.fixed_index(state, index)
}

/// Stores through a choice of arrays; false if which one it is must be known.
fn store_to_any(machine: &mut Machine, state: &mut State, slots: u32) -> Res<bool> {
    let value = state.peek(slots - 1);
    let Some(arrays) = machine.arrays_of(state, slots + 1, slots)? else { return Ok(false) };
    for &(_, array) in &arrays {
        let class = machine.class_of(state, array);
        let ClassKind::Array(component) = machine.world.classes[class].kind else { return Ok(false) };
        let fits = match value {
            Value::Ref(element) => element.is_null() || machine.is_instance_of(state, element, component)?,
            Value::Sym(term) if machine.is_reference(term) => machine.casts(state, term, component),
            _ => true,
        };
        if !fits {
            return Ok(false);
        }
    }
    let index = state.peek(slots);
    let kind = machine.world.classes.element_kind(machine.class_of(state, arrays[0].1));
    let value = narrow(machine, kind, value);
    machine.store_to_any(state, &arrays, index, value)?;
    Ok(true)
}

/// The array if its length is a term. References at a symbolic index are looked for in an array of one length at a time.
fn open(machine: &mut Machine, state: &mut State, array: ObjectId, index: Value) -> Res<Option<Rc<OpenArray>>> {
    match machine.open_array(state, array)? {
        Some(open) if open.has_references() && index.term().is_some() => {
            machine.ready(state, array)?;
            Ok(None)
        }
        other => Ok(other),
    }
}

/// One of several symbolic references is no symbolic reference: which place it is must be known.
fn holds_symbolic_references(machine: &Machine, state: &State, array: ObjectId) -> bool {
    let class = state.heap.get(array).class;
    state.path.shapes.is_used() && machine.world.classes.element_kind(class) == Kind::Ref
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

/// What HotSpot allows at all.
const LARGEST: i32 = i32::MAX - 2;
const TOO_LARGE: &str = "Requested array size exceeds VM limit";
const NO_MEMORY: &str = "Java heap space";
/// Of an array of HotSpot.
const HEADER_BYTES: u64 = 16;
/// Rows that one instruction makes.
const MOST_ROWS: u64 = 1 << 22;

fn check_array(machine: &mut Machine, state: &mut State, array: ObjectId, index: Value) -> Res<()> {
    if array.is_null() {
        return Err(machine.null_pointer(state));
    }
    let len = machine.length_of(state, array)?;
    let inside = match (index, len) {
        (Value::Int(at), Value::Int(len)) => (at as u32) < len as u32,
        (Value::Int(at), _) if at < 0 => false,
        (Value::Int(_), _) => {
            // As loops ask for it.
            let (at, end) = (machine.lift(index), machine.lift(len));
            let inside = machine.world.terms.slt(at, end);
            machine.decide(state, inside)?
        }
        _ => {
            let (index, end) = (machine.lift(index), machine.lift(len));
            let inside = machine.world.terms.ult(index, end);
            machine.decide(state, inside)?
        }
    };
    if inside {
        return count_look(machine, state, array, index);
    }
    let message =
        [Told::Words("Index "), Told::Number(index), Told::Words(" out of bounds for length "), Told::Number(len)];
    Err(machine.throw_telling(state, "java/lang/ArrayIndexOutOfBoundsException", &message))
}

fn count_look(machine: &mut Machine, state: &mut State, array: ObjectId, index: Value) -> Res<()> {
    let Body::Open(open) = &state.heap.get(array).body else { return Ok(()) };
    match open.input {
        // Those at a symbolic index will be looked for in arrays of one length, none of them too long.
        Some(_) if open.has_references() && index.term().is_some() && !machine.is_explored(state, open) => Ok(()),
        Some(input) => machine.look_at(state, input, index),
        None => Ok(()),
    }
}

fn check_store(machine: &mut Machine, state: &mut State, array: ClassId, element: ObjectId) -> Res<()> {
    let ClassKind::Array(component) = machine.world.classes[array].kind else {
        return Err(malformed("aastore into something else"));
    };
    if element.is_null() || machine.is_instance_of(state, element, component)? {
        return Ok(());
    }
    let message = machine.world.classes[machine.class_of(state, element)].dotted();
    Err(machine.throw(state, "java/lang/ArrayStoreException", Some(&message)))
}

pub fn length(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    if let Some(length) = machine.length_of_any(state)? {
        state.drop_slots(1);
        state.push(length);
        return Ok(Flow::Next);
    }
    machine.settle_slot(state, 0)?;
    let array = state.peek(0).as_ref();
    if array.is_null() {
        return Err(machine.null_pointer(state));
    }
    let len = machine.length_of(state, array)?;
    state.drop_slots(1);
    state.push(len);
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
    let size = new_size(machine, state, array, state.peek(0))?;
    let id = allocate(machine, state, array, size);
    state.drop_slots(1);
    state.push(Value::Ref(id));
    Ok(Flow::Next)
}

/// A size that HotSpot accepts: a term if the user's code asks for it, or the JDK's for objects that a check explores.
pub fn new_size(machine: &mut Machine, state: &mut State, array: ClassId, size: Value) -> Res<Value> {
    if matches!(size, Value::Int(_)) || !machine.keeps_length(state, array) {
        let size = chosen_size(machine, state, size)?;
        check_size(machine, state, array, size)?;
        return Ok(Value::Int(size));
    }
    let term = machine.lift(size);
    let (zero, longest) = (machine.world.terms.int(0), machine.world.longest_array(array));
    let negative = machine.world.terms.slt(term, zero);
    let longest = machine.world.terms.int(longest);
    let fits = machine.world.terms.sle(term, longest);
    if machine.decide(state, negative)? {
        return Err(negative_size(machine, state, size));
    }
    if !machine.decide(state, fits)? {
        let largest = machine.world.terms.int(LARGEST);
        let allowed = machine.world.terms.sle(term, largest);
        let message = if machine.decide(state, allowed)? { NO_MEMORY } else { TOO_LARGE };
        return Err(machine.throw(state, "java/lang/OutOfMemoryError", Some(message)));
    }
    Ok(size)
}

/// One of the sizes that are not negative.
fn chosen_size(machine: &mut Machine, state: &mut State, size: Value) -> Res<i32> {
    match machine.choose_size(state, size)? {
        Some(size) => Ok(size),
        None => Err(negative_size(machine, state, size)),
    }
}

fn allocate(machine: &mut Machine, state: &mut State, array: ClassId, size: Value) -> ObjectId {
    match size {
        Value::Int(size) => machine.new_array(state, array, size as usize),
        symbolic => {
            let length = machine.lift(symbolic);
            machine.new_open_array(state, array, length)
        }
    }
}

pub fn negative_size(machine: &mut Machine, state: &mut State, size: Value) -> Stop {
    machine.throw_telling(state, "java/lang/NegativeArraySizeException", &[Told::Number(size)])
}

/// Negative sizes, and sizes that HotSpot refuses with the heap it has.
pub fn check_size(machine: &mut Machine, state: &mut State, array: ClassId, len: i32) -> Res<()> {
    if len < 0 {
        return Err(negative_size(machine, state, Value::Int(len)));
    }
    if len > LARGEST {
        return Err(machine.throw(state, "java/lang/OutOfMemoryError", Some(TOO_LARGE)));
    }
    let bytes = len as u64 * machine.world.element_bytes(array);
    if bytes > machine.world.options.heap_bytes {
        return Err(machine.throw(state, "java/lang/OutOfMemoryError", Some(NO_MEMORY)));
    }
    Ok(())
}

pub fn new_multi(machine: &mut Machine, state: &mut State, index: u16, dimensions: u8) -> Res<Flow> {
    let array = machine.pool_class(state, index)?;
    let all: Vec<Value> = (0..dimensions as u32).rev().map(|depth| state.peek(depth)).collect();
    if machine.is_roughly_made(state, array, &all) {
        let id = new_rows(machine, state, array, &all)?;
        state.drop_slots(dimensions as u32);
        state.push(Value::Ref(id));
        return Ok(Flow::Next);
    }
    let mut sizes = Vec::new();
    for depth in (1..dimensions as u32).rev() {
        sizes.push(chosen_size(machine, state, state.peek(depth))?);
    }
    for &size in &sizes {
        check_size(machine, state, array, size)?;
    }
    let innermost = (1..dimensions).fold(array, |array, _| component(machine, array));
    let last = new_size(machine, state, innermost, state.peek(0))?;
    check_nest(machine, state, &sizes, last, innermost)?;
    let id = nest(machine, state, array, &sizes, last);
    state.drop_slots(dimensions as u32);
    state.push(Value::Ref(id));
    Ok(Flow::Next)
}

/// Arrays of arrays of symbolic size. Negative sizes come first.
fn new_rows(machine: &mut Machine, state: &mut State, array: ClassId, sizes: &[Value]) -> Res<ObjectId> {
    let mut lengths = Vec::new();
    for &size in sizes {
        let (length, zero) = (machine.lift(size), machine.world.terms.int(0));
        let negative = machine.world.terms.slt(length, zero);
        if machine.decide(state, negative)? {
            return Err(negative_size(machine, state, size));
        }
        lengths.push(length);
    }
    if machine.is_out_of_memory(state)? {
        return Err(machine.throw(state, "java/lang/OutOfMemoryError", Some(NO_MEMORY)));
    }
    Ok(machine.new_rows(state, array, &lengths))
}

/// Arrays of arrays are made at once: more than the heap of a JVM holds, or than we want to make between two looks at the limits, is refused.
pub fn check_nest(machine: &mut Machine, state: &mut State, sizes: &[i32], last: Value, innermost: ClassId) -> Res<()> {
    let (mut arrays, mut bytes) = (1_u64, 0_u64);
    for &size in sizes {
        bytes = bytes.saturating_add(arrays.saturating_mul(HEADER_BYTES + 4 * size as u64));
        arrays = arrays.saturating_mul(size as u64);
    }
    let length = if let Value::Int(length) = last { length as u64 } else { 0 };
    let row = HEADER_BYTES + length * machine.world.element_bytes(innermost);
    bytes = bytes.saturating_add(arrays.saturating_mul(row));
    if bytes > machine.world.options.heap_bytes {
        return Err(machine.throw(state, "java/lang/OutOfMemoryError", Some(NO_MEMORY)));
    }
    if arrays > MOST_ROWS {
        return Err(End::stopped(Reason::Limit(Limit::Memory)));
    }
    Ok(())
}

fn component(machine: &Machine, array: ClassId) -> ClassId {
    match machine.world.classes[array].kind {
        ClassKind::Array(component) => component,
        ClassKind::Instance | ClassKind::Primitive(_) => unreachable!("there are fewer dimensions than the type has"),
    }
}

/// An array of arrays, the innermost ones of the last size.
pub fn nest(machine: &mut Machine, state: &mut State, array: ClassId, sizes: &[i32], last: Value) -> ObjectId {
    let [size, inner @ ..] = sizes else {
        return allocate(machine, state, array, last);
    };
    let id = machine.new_array(state, array, *size as usize);
    let component = component(machine, array);
    let rows: Vec<ObjectId> = (0..*size).map(|_| nest(machine, state, component, inner, last)).collect();
    if let Body::Refs(elements) = &mut state.heap.get_mut(id).body {
        elements.write(0, &rows);
    }
    id
}
