//! The standard streams: output is written by us, so that a muted state prints nothing and no native has to run; while
//! exploring, standard input is empty, as it is for a replay.

use super::{Call, LibraryModel, Ret, memory, model, symbolic};
use crate::follow::Target;
use crate::program::{ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::path::Use;
use crate::state::{Console, State};
use crate::world::streams::{console, descriptor};
use crate::world::{Machine, Res};
use std::io::Write;

const OUTPUT: &str = "java/io/FileOutputStream";
const INPUT: &str = "java/io/FileInputStream";
const RANDOM_ACCESS: &str = "java/io/RandomAccessFile";
const DISPATCHER: &str = "sun/nio/ch/FileDispatcherImpl";
const UNIX_DISPATCHER: &str = "sun/nio/ch/UnixFileDispatcherImpl";
const READ: &str = "(Ljava/io/FileDescriptor;JI)I";
const READ_AT: &str = "(Ljava/io/FileDescriptor;JIJ)I";

pub const MODELS: &[LibraryModel] = &[
    model(OUTPUT, "writeBytes", "([BIIZ)V", write_bytes),
    symbolic(OUTPUT, "write", "(IZ)V", write_byte),
    model(INPUT, "readBytes", "([BII)I", read_bytes),
    model(INPUT, "readBytes0", "([BII)I", read_bytes),
    model(INPUT, "read0", "()I", read_byte),
    model(INPUT, "available0", "()I", available),
    model(RANDOM_ACCESS, "readBytes", "([BII)I", read_bytes),
    model(RANDOM_ACCESS, "readBytes0", "([BII)I", read_bytes),
    model(RANDOM_ACCESS, "read0", "()I", read_byte),
    model(DISPATCHER, "read0", READ, read_memory),
    model(UNIX_DISPATCHER, "read0", READ, read_memory),
    model(DISPATCHER, "pread0", READ_AT, read_memory_at),
    model(UNIX_DISPATCHER, "pread0", READ_AT, read_memory_at),
    symbolic(DISPATCHER, "write0", READ, write_memory),
    symbolic(UNIX_DISPATCHER, "write0", READ, write_memory),
    model("java/io/FileDescriptor", "close0", "()V", close),
];

/// Is it standard input, while exploring?
fn is_empty_input(machine: &mut Machine, state: &mut State, call: &Call) -> Res<bool> {
    if !machine.world.explores() || descriptor(machine, state, call.reference(0))? != 0 {
        return Ok(false);
    }
    state.path.imprecise(Reason::Environment(Decider::StandardInput, "standard input was taken as empty".into()));
    Ok(true)
}

fn read_bytes(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (array, from, len) = (call.reference(1), call.int(2), call.int(3));
    if array.is_null() {
        return machine.call_native(state, call.method, call.arguments);
    }
    let size = machine.array_length(state, array)?;
    if machine.world.followed.is_some() && from >= 0 && len >= 0 && from as usize + len as usize <= size {
        let descriptor = descriptor(machine, state, call.reference(0))?;
        let target = Target { array, from: from as usize, len: len as usize };
        return machine.read_followed(state, (call.method, call.arguments), descriptor, None, target);
    }
    if !is_empty_input(machine, state, call)? {
        return machine.call_native(state, call.method, call.arguments);
    }
    if from < 0 || len < 0 || from as usize + len as usize > size {
        return Err(machine.throw(state, "java/lang/IndexOutOfBoundsException", None));
    }
    Ret::int(if len == 0 { 0 } else { -1 })
}

fn read_byte(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if machine.world.followed.is_some() {
        let descriptor = descriptor(machine, state, call.reference(0))?;
        return machine.read_one_followed(state, (call.method, call.arguments), descriptor);
    }
    if is_empty_input(machine, state, call)? {
        return Ret::int(-1);
    }
    machine.call_native(state, call.method, call.arguments)
}

fn available(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if machine.world.followed.is_some() {
        let descriptor = descriptor(machine, state, call.reference(0))?;
        if let Some(left) = machine.replaced_input(descriptor) {
            return Ret::int(left.len() as i32);
        }
    }
    if is_empty_input(machine, state, call)? {
        return Ret::int(0);
    }
    machine.call_native(state, call.method, call.arguments)
}

/// read0(descriptor, address, length)
fn read_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    read_at(machine, state, call, None)
}

/// pread0(descriptor, address, length, position)
fn read_memory_at(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    read_at(machine, state, call, Some(call.long(3) as u64))
}

fn read_at(machine: &mut Machine, state: &mut State, call: &Call, position: Option<u64>) -> Res<Ret> {
    let memory = memory::locate(state, ObjectId::NULL, call.long(1));
    let (memory::Raw::Array(array, from), true) = (memory, machine.world.followed.is_some()) else {
        return machine.call_native(state, call.method, call.arguments);
    };
    let descriptor = machine.int_named(state, call.reference(0), "fd")?;
    let target = Target { array, from, len: call.int(2) as usize };
    machine.read_followed(state, (call.method, call.arguments), descriptor, position, target)
}

/// write0(descriptor, address, length): what is written of symbolic length has that length, if all of it was written.
fn write_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if machine.world.followed.is_none() {
        let mut plain = Vec::new();
        for &value in call.arguments {
            plain.push(machine.concretize(state, value)?);
        }
        return machine.call_native(state, call.method, &plain);
    }
    let length = call.arguments[2];
    let mut plain = call.arguments.to_vec();
    plain[2] = machine.under_witness(state, length, Use::Follow)?;
    plain[1] = machine.under_witness(state, plain[1], Use::Follow)?;
    match machine.call_native(state, call.method, &plain)? {
        Ret::Value(written) if written.same(plain[2]) => Ok(Ret::Value(length)),
        other => Ok(other),
    }
}

/// The standard streams of the process are ours while exploring: only the state's descriptor is closed.
fn close(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let descriptor = call.reference(0);
    let number = machine.int_named(state, descriptor, "fd")?;
    if !machine.world.explores() || !(0..=2).contains(&number) {
        return machine.call_native(state, call.method, call.arguments);
    }
    machine.set_field_named(state, descriptor, "fd", Value::Int(-1))?;
    Ok(Ret::Void)
}

fn write_bytes(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (array, from, len) = (call.reference(1), call.int(2), call.int(3));
    let Some(descriptor) = console(machine, state, call.reference(0))? else {
        return machine.call_native(state, call.method, call.arguments);
    };
    if array.is_null() {
        return Err(machine.null_pointer(state));
    }
    let size = machine.array_length(state, array)?;
    if from < 0 || len < 0 || from as usize + len as usize > size {
        return Err(machine.throw(state, "java/lang/IndexOutOfBoundsException", None));
    }
    let bytes = machine.bytes_under_witness(state, array, from as usize, len as usize)?;
    print(machine, state, descriptor, &bytes)
}

fn write_byte(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let byte = machine.under_witness(state, call.arguments[1], Use::Output)?;
    match console(machine, state, call.reference(0))? {
        Some(descriptor) => print(machine, state, descriptor, &[byte.as_int() as u8]),
        None => machine.call_native(state, call.method, &[call.arguments[0], byte, call.arguments[2]]),
    }
}

fn print(machine: &mut Machine, state: &mut State, descriptor: i32, bytes: &[u8]) -> Res<Ret> {
    if state.console == Console::Muted {
        return Ok(Ret::Void);
    }
    let written = match descriptor {
        1 => {
            let mut out = std::io::stdout().lock();
            out.write_all(bytes).and_then(|()| out.flush())
        }
        _ => std::io::stderr().lock().write_all(bytes),
    };
    match written {
        Ok(()) => Ok(Ret::Void),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            Err(machine.throw(state, "java/io/IOException", Some("Broken pipe")))
        }
        Err(error) => Err(machine.throw(state, "java/io/IOException", Some(&error.to_string()))),
    }
}
