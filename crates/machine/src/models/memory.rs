//! Off-heap memory: each allocation is a byte array of ours, so it forks and may hold symbols, at a real address, so
//! that natives can be given it.

use super::{Call, LibraryModel, Ret, math, model, nothing};
use crate::heap::Body;
use crate::program::{ObjectId, Value};
use crate::reason::{Gap, Reason};
use crate::state::{Console, Segment, State};
use crate::visible::{Part, Reach};
use crate::world::{End, Machine, Res, Stop};
use bytecode::Prim;
use std::rc::Rc;
use term::Term;

const CLASS: &str = "jdk/internal/misc/Unsafe";

pub const MODELS: &[LibraryModel] = &[
    // Counters of the JVM itself, in memory that all paths share: no program can ask for them.
    model("jdk/internal/perf/PerfCounter", "add", "(J)V", nothing),
    model("jdk/internal/perf/PerfCounter", "set", "(J)V", nothing),
    model(CLASS, "allocateMemory0", "(J)J", allocate),
    model(CLASS, "reallocateMemory0", "(JJ)J", reallocate),
    model(CLASS, "freeMemory0", "(J)V", free),
    model(CLASS, "setMemory0", "(Ljava/lang/Object;JJB)V", set_memory),
    model(CLASS, "copyMemory0", "(Ljava/lang/Object;JLjava/lang/Object;JJ)V", copy_memory),
    model(CLASS, "copySwapMemory0", "(Ljava/lang/Object;JLjava/lang/Object;JJJ)V", copy_swap_memory),
];

/// Where HotSpot's arrays start behind their header (64 bit, compressed class pointers).
pub const ARRAY_BASE: i64 = 16;

fn allocate(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let length = call.long(1) as u64;
    Ret::long(if is_too_much(machine, length) { 0 } else { new_segment(machine, state, length) as i64 })
}

/// More than the system would give: the JDK makes an error of it.
fn is_too_much(machine: &Machine, length: u64) -> bool {
    length > machine.world.options.heap_bytes
}

fn new_segment(machine: &mut Machine, state: &mut State, length: u64) -> u64 {
    let bytes = machine.new_array(state, machine.world.byte_array, length as usize);
    machine.world.ids.known_outside(bytes);
    let address = machine.host.allocate_memory(state, bytes, length);
    Rc::make_mut(&mut state.memory).insert(address, Segment { bytes, length });
    address
}

fn reallocate(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (old, length) = (call.long(1) as u64, call.long(2) as u64);
    if is_too_much(machine, length) {
        return Ret::long(0);
    }
    let new = new_segment(machine, state, length);
    if let Some(&segment) = state.memory.get(&old) {
        let kept = segment.length.min(length) as usize;
        let bytes = read(machine, state, segment.bytes, 0, kept)?;
        let target = state.memory[&new].bytes;
        write(machine, state, target, 0, &bytes)?;
        release(machine, state, old);
    }
    Ret::long(new as i64)
}

fn free(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    release(machine, state, call.long(1) as u64);
    Ok(Ret::Void)
}

fn release(machine: &mut Machine, state: &mut State, address: u64) {
    if Rc::make_mut(&mut state.memory).remove(&address).is_some() {
        machine.host.free_memory(address);
    }
}

/// What (base, offset) means for raw bytes.
#[derive(Clone, Copy)]
pub enum Raw {
    /// A byte position in a primitive array, which may stand for off-heap memory of ours.
    Array(ObjectId, usize),
    /// An address that natives allocated or mapped.
    Foreign(u64),
}

pub fn locate(state: &State, base: ObjectId, offset: i64) -> Raw {
    if !base.is_null() {
        return Raw::Array(base, (offset - ARRAY_BASE) as usize);
    }
    let address = offset as u64;
    match state.memory.range(..=address).next_back() {
        Some((start, segment)) if address < start + segment.length => {
            Raw::Array(segment.bytes, (address - start) as usize)
        }
        _ => Raw::Foreign(address),
    }
}

pub fn read_raw(machine: &mut Machine, state: &mut State, raw: Raw, len: usize) -> Res<Vec<u8>> {
    match raw {
        Raw::Array(array, at) => {
            let (first, count) = elements(machine, state, array, at, len);
            machine.concretize_range(state, array, first, count)?;
            read(machine, state, array, at, len)
        }
        Raw::Foreign(address) => {
            let bytes = machine.host.read_foreign(address, len);
            bytes.ok_or_else(|| not_there(machine, state))
        }
    }
}

/// Symbolic elements by their offsets.
pub type Cells = Vec<(usize, Term)>;

/// Bytes as they are: concrete contents, and the symbolic elements by their offsets.
pub fn read_bytes(machine: &mut Machine, state: &mut State, raw: Raw, len: usize) -> Res<(Vec<u8>, Cells)> {
    match raw {
        Raw::Array(array, at) if is_bytes(machine, state, array) => {
            let bytes = read(machine, state, array, at, len)?;
            Ok((bytes, machine.symbols_in(state, array, at, len)))
        }
        raw => Ok((read_raw(machine, state, raw, len)?, Vec::new())),
    }
}

pub fn write_raw(machine: &mut Machine, state: &mut State, raw: Raw, bytes: &[u8]) -> Res<()> {
    match raw {
        Raw::Array(array, at) => {
            let (first, count) = elements(machine, state, array, at, bytes.len());
            if !is_bytes(machine, state, array) {
                machine.concretize_range(state, array, first, count)?;
            }
            write(machine, state, array, at, bytes)?;
            machine.put_symbols(state, array, first, count, &[])
        }
        Raw::Foreign(_) if state.console == Console::Muted && !fills_scratch(machine, state) => Err(End::stopped(
            Reason::Unsupported(Gap::Memory, "a write to memory of natives reaches outside of the heap".into()),
        )),
        Raw::Foreign(address) if machine.host.write_foreign(address, bytes) => Ok(()),
        Raw::Foreign(_) => Err(not_there(machine, state)),
    }
}

fn not_there(machine: &Machine, state: &State) -> Stop {
    let at = machine.stack_lines(state).into_iter().next().unwrap_or_default();
    let what = format!("access to memory outside of the heap that nobody allocated {}", at.trim());
    End::stopped(Reason::Unsupported(Gap::Memory, what))
}

/// Is it the JDK's own scratch memory for names of files? What is in it is read by the native that is called next, and by nobody else.
fn fills_scratch(machine: &Machine, state: &State) -> bool {
    let classes = &machine.world.classes;
    let mut callers = state.frames.iter().rev().map(|frame| &classes[classes[frame.method].class]);
    let writer = callers.find(|class| !class.name.ends_with("/Unsafe"));
    writer.is_some_and(|class| class.is_jdk() && &*class.name == "sun/nio/fs/NativeBuffers")
}

/// Is each element one byte?
fn is_bytes(machine: &Machine, state: &State, array: ObjectId) -> bool {
    machine.world.element_bytes(machine.class_of(state, array)) == 1
}

/// A number that lies in symbolic bytes; `None` if none of them is symbolic.
pub fn read_symbolic(machine: &mut Machine, state: &mut State, raw: Raw, prim: bytecode::Prim) -> Res<Option<Value>> {
    let Raw::Array(array, at) = raw else {
        return Ok(None);
    };
    let size = size_of_prim(prim);
    if !is_bytes(machine, state, array) || at + size > machine.array_length(state, array)? {
        return Ok(None);
    }
    if machine.symbols_in(state, array, at, size).is_empty() {
        return Ok(None);
    }
    let mut bits: Option<Term> = None;
    for offset in 0..size {
        let element = machine.element(state, array, at + offset)?;
        let element = machine.lift(element);
        let byte = machine.world.terms.extract(7, 0, element);
        // The machine's byte order has the lowest byte first.
        bits = Some(bits.map_or(byte, |low| machine.world.terms.concat(byte, low)));
    }
    let bits = bits.expect("a number has bytes");
    let terms = &mut machine.world.terms;
    let term = match prim {
        Prim::Boolean | Prim::Char => terms.zext(32, bits),
        Prim::Byte | Prim::Short => terms.sext(32, bits),
        Prim::Int | Prim::Long => bits,
        Prim::Float | Prim::Double => terms.from_bits(bits),
    };
    Ok(Some(machine.value_of(term)))
}

/// Stores a symbolic number byte by byte; false if the memory is not made of bytes.
pub fn write_symbolic(
    machine: &mut Machine,
    state: &mut State,
    raw: Raw,
    prim: bytecode::Prim,
    term: Term,
) -> Res<bool> {
    let Raw::Array(array, at) = raw else {
        return Ok(false);
    };
    let size = size_of_prim(prim);
    if !is_bytes(machine, state, array) || at + size > machine.array_length(state, array)? {
        return Ok(false);
    }
    let bits = if matches!(prim, Prim::Float | Prim::Double) { math::raw_bits(machine, state, term)? } else { term };
    for offset in 0..size {
        let low = (offset * 8) as u8;
        let byte = machine.world.terms.extract(low + 7, low, bits);
        let wide = machine.world.terms.sext(32, byte);
        let value = machine.value_of(wide);
        machine.set_element(state, array, at + offset, value)?;
    }
    Ok(true)
}

/// The element that an access covers exactly, if it is of the array's own kind.
pub fn whole_element(
    machine: &mut Machine,
    state: &mut State,
    raw: Raw,
    prim: bytecode::Prim,
) -> Res<Option<(ObjectId, usize)>> {
    let Raw::Array(array, at) = raw else {
        return Ok(None);
    };
    let len = machine.array_length(state, array)?;
    let same = machine.world.classes.element_kind(machine.class_of(state, array)) == crate::program::Kind::Prim(prim);
    let size = size_of_prim(prim);
    Ok((same && at.is_multiple_of(size) && at / size < len).then_some((array, at / size)))
}

/// The elements that a range of bytes touches.
pub fn elements(machine: &Machine, state: &State, array: ObjectId, at: usize, len: usize) -> (usize, usize) {
    let size = machine.world.element_bytes(machine.class_of(state, array)) as usize;
    let first = at / size;
    (first, (at + len).div_ceil(size) - first)
}

/// Bytes of a primitive array's contents, in the machine's byte order.
fn read(machine: &mut Machine, state: &mut State, array: ObjectId, at: usize, len: usize) -> Res<Vec<u8>> {
    fn slice<T: Copy + PartialEq, const N: usize>(
        elements: &crate::heap::elements::Elements<T>,
        at: usize,
        len: usize,
        bytes: fn(T) -> [u8; N],
    ) -> Option<Vec<u8>> {
        let (first, last) = (at / N, (at + len).div_ceil(N));
        if last > elements.len() {
            return None;
        }
        let all: Vec<u8> = elements.read(first, last - first).into_iter().flat_map(bytes).collect();
        Some(all[at - first * N..at - first * N + len].to_vec())
    }
    let found = match &machine.object(state, array)?.body {
        Body::Bytes(e) => slice(e, at, len, i8::to_ne_bytes),
        Body::Chars(e) => slice(e, at, len, u16::to_ne_bytes),
        Body::Shorts(e) => slice(e, at, len, i16::to_ne_bytes),
        Body::Ints(e) => slice(e, at, len, i32::to_ne_bytes),
        Body::Longs(e) => slice(e, at, len, i64::to_ne_bytes),
        Body::Floats(e) => slice(e, at, len, |x| x.to_bits().to_ne_bytes()),
        Body::Doubles(e) => slice(e, at, len, |x| x.to_bits().to_ne_bytes()),
        Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) | Body::Fields(_) | Body::Refs(_) => None,
    };
    found.ok_or_else(|| End::stopped(Reason::Unsupported(Gap::Memory, "unsafe access outside of an array".into())))
}

fn write(machine: &mut Machine, state: &mut State, array: ObjectId, at: usize, bytes: &[u8]) -> Res<()> {
    fn patch<T: Copy + PartialEq, const N: usize>(
        elements: &mut crate::heap::elements::Elements<T>,
        at: usize,
        bytes: &[u8],
        to: fn(T) -> [u8; N],
        from: fn([u8; N]) -> T,
    ) -> bool {
        let (first, last) = (at / N, (at + bytes.len()).div_ceil(N));
        if last > elements.len() {
            return false;
        }
        let mut all: Vec<u8> = elements.read(first, last - first).into_iter().flat_map(to).collect();
        all[at - first * N..at - first * N + bytes.len()].copy_from_slice(bytes);
        let values: Vec<T> = all.chunks_exact(N).map(|c| from(c.try_into().expect("N bytes"))).collect();
        elements.write(first, &values);
        true
    }
    let done = match &mut machine.object_mut(state, array)?.body {
        Body::Bytes(e) => patch(e, at, bytes, i8::to_ne_bytes, i8::from_ne_bytes),
        Body::Chars(e) => patch(e, at, bytes, u16::to_ne_bytes, u16::from_ne_bytes),
        Body::Shorts(e) => patch(e, at, bytes, i16::to_ne_bytes, i16::from_ne_bytes),
        Body::Ints(e) => patch(e, at, bytes, i32::to_ne_bytes, i32::from_ne_bytes),
        Body::Longs(e) => patch(e, at, bytes, i64::to_ne_bytes, i64::from_ne_bytes),
        Body::Floats(e) => patch(e, at, bytes, |x| x.to_bits().to_ne_bytes(), f32::from_ne_bytes),
        Body::Doubles(e) => patch(e, at, bytes, |x| x.to_bits().to_ne_bytes(), f64::from_ne_bytes),
        Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) | Body::Fields(_) | Body::Refs(_) => false,
    };
    if done {
        Ok(())
    } else {
        Err(End::stopped(Reason::Unsupported(Gap::Memory, "unsafe access outside of an array".into())))
    }
}

/// setMemory0(base, offset, bytes, value)
fn set_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let bytes = vec![call.int(4) as u8; call.long(3) as usize];
    let target = locate(state, call.reference(1), call.long(2));
    machine.reach_parts(state, &part(machine, state, target, bytes.len(), Reach::Write))?;
    write_raw(machine, state, target, &bytes)?;
    Ok(Ret::Void)
}

/// What an access to so many bytes is to other threads; nothing where they are memory of natives.
fn part(machine: &Machine, state: &State, raw: Raw, len: usize, reach: Reach) -> Vec<(Part, Reach)> {
    let Raw::Array(array, at) = raw else { return Vec::new() };
    let (from, count) = elements(machine, state, array, at, len);
    vec![(Part::Elements { array, from, count }, reach)]
}

fn reach_copy(machine: &mut Machine, state: &mut State, call: &Call) -> Res<()> {
    if !state.threads.steps.on {
        return Ok(());
    }
    let len = call.long(5) as usize;
    let source = locate(state, call.reference(1), call.long(2));
    let target = locate(state, call.reference(3), call.long(4));
    let mut parts = part(machine, state, source, len, Reach::Read);
    parts.extend(part(machine, state, target, len, Reach::Write));
    machine.reach_parts(state, &parts)
}

/// copyMemory0(source base, offset, target base, offset, bytes)
fn copy_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    reach_copy(machine, state, call)?;
    let source = locate(state, call.reference(1), call.long(2));
    let target = locate(state, call.reference(3), call.long(4));
    let len = call.long(5) as usize;
    if let (Raw::Array(from, at), Raw::Array(to, into)) = (source, target)
        && is_bytes(machine, state, from)
        && is_bytes(machine, state, to)
    {
        let bytes = read(machine, state, from, at, len)?;
        let symbols = machine.symbols_in(state, from, at, len);
        write(machine, state, to, into, &bytes)?;
        machine.put_symbols(state, to, into, len, &symbols)?;
        return Ok(Ret::Void);
    }
    let bytes = source_bytes(machine, state, call)?;
    let target = locate(state, call.reference(3), call.long(4));
    write_raw(machine, state, target, &bytes)?;
    Ok(Ret::Void)
}

fn source_bytes(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Vec<u8>> {
    let source = locate(state, call.reference(1), call.long(2));
    read_raw(machine, state, source, call.long(5) as usize)
}

/// As copyMemory0, with the bytes of each element of the given size reversed.
fn copy_swap_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    reach_copy(machine, state, call)?;
    let mut bytes = source_bytes(machine, state, call)?;
    bytes.chunks_mut(call.long(6) as usize).for_each(<[u8]>::reverse);
    let target = locate(state, call.reference(3), call.long(4));
    write_raw(machine, state, target, &bytes)?;
    Ok(Ret::Void)
}

/// Assembles a value of a kind from raw bytes.
pub fn from_bytes(prim: bytecode::Prim, bytes: &[u8]) -> Value {
    use bytecode::Prim;
    let mut wide = [0u8; 8];
    wide[..bytes.len()].copy_from_slice(bytes);
    let raw = u64::from_le_bytes(wide);
    match prim {
        Prim::Boolean => Value::Int((raw as u8 != 0) as i32),
        Prim::Byte => Value::Int(raw as i8 as i32),
        Prim::Char => Value::Int(raw as u16 as i32),
        Prim::Short => Value::Int(raw as i16 as i32),
        Prim::Int => Value::Int(raw as i32),
        Prim::Long => Value::Long(raw as i64),
        Prim::Float => Value::Float(f32::from_bits(raw as u32)),
        Prim::Double => Value::Double(f64::from_bits(raw)),
    }
}

pub fn to_bytes(prim: bytecode::Prim, value: Value) -> Vec<u8> {
    let raw: u64 = match value {
        Value::Int(i) => i as u64,
        Value::Long(l) => l as u64,
        Value::Float(x) => x.to_bits() as u64,
        Value::Double(x) => x.to_bits(),
        Value::Sym(_) | Value::Sym2(_) | Value::Ref(_) => unreachable!("references have no bytes here"),
    };
    raw.to_le_bytes()[..size_of_prim(prim)].to_vec()
}

pub fn size_of_prim(prim: bytecode::Prim) -> usize {
    use bytecode::Prim;
    match prim {
        Prim::Boolean | Prim::Byte => 1,
        Prim::Char | Prim::Short => 2,
        Prim::Int | Prim::Float => 4,
        Prim::Long | Prim::Double => 8,
    }
}
