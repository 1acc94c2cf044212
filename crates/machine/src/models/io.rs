//! The standard streams: output is written by us, so that a muted state prints nothing and no native has to run; while
//! exploring, standard input is empty, as it is for a replay.

use super::{Call, LibraryModel, Ret, model};
use crate::heap::Body;
use crate::host::Res;
use crate::machine::Machine;
use crate::state::{Console, State};
use crate::value::{ObjectId, Value};
use std::io::Write;

const OUTPUT: &str = "java/io/FileOutputStream";
const INPUT: &str = "java/io/FileInputStream";

pub const MODELS: &[LibraryModel] = &[
    model(OUTPUT, "writeBytes", "([BIIZ)V", write_bytes),
    model(OUTPUT, "write", "(IZ)V", write_byte),
    model(INPUT, "readBytes", "([BII)I", read_bytes),
    model(INPUT, "readBytes0", "([BII)I", read_bytes),
    model(INPUT, "read0", "()I", read_byte),
    model(INPUT, "available0", "()I", available),
    model("java/io/FileDescriptor", "close0", "()V", close),
];

/// The descriptor number if it is standard output or error.
pub fn console(machine: &mut Machine, state: &mut State, stream: ObjectId) -> Res<Option<i32>> {
    let number = number(machine, state, stream)?;
    Ok((number == 1 || number == 2).then_some(number))
}

/// The descriptor number of a stream; -1 if it has none.
fn number(machine: &mut Machine, state: &mut State, stream: ObjectId) -> Res<i32> {
    let descriptor = machine.field_named(state, stream, "fd")?.as_ref();
    if descriptor.is_null() { Ok(-1) } else { Ok(machine.field_named(state, descriptor, "fd")?.as_int()) }
}

/// Is it standard input, while exploring?
fn is_empty_input(machine: &mut Machine, state: &mut State, call: &Call) -> Res<bool> {
    if !machine.world.options.symbolic || number(machine, state, call.reference(0))? != 0 {
        return Ok(false);
    }
    state.path.imprecise("standard input was taken as empty".into());
    Ok(true)
}

fn read_bytes(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (array, from, len) = (call.reference(1), call.int(2), call.int(3));
    if array.is_null() || !is_empty_input(machine, state, call)? {
        return machine.call_native(state, call.method, call.arguments);
    }
    let size = machine.array_length(state, array)?;
    if from < 0 || len < 0 || from as usize + len as usize > size {
        return Err(machine.throw(state, "java/lang/IndexOutOfBoundsException", None));
    }
    Ret::int(if len == 0 { 0 } else { -1 })
}

fn read_byte(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if is_empty_input(machine, state, call)? {
        return Ret::int(-1);
    }
    machine.call_native(state, call.method, call.arguments)
}

fn available(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if is_empty_input(machine, state, call)? {
        return Ret::int(0);
    }
    machine.call_native(state, call.method, call.arguments)
}

/// The standard streams of the process are ours while exploring: only the state's descriptor is closed.
fn close(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let descriptor = call.reference(0);
    let number = machine.field_named(state, descriptor, "fd")?.as_int();
    if !machine.world.options.symbolic || !(0..=2).contains(&number) {
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
    let bytes: Vec<u8> = match &state.heap.get(array).body {
        Body::Bytes(e) => e.read(from as usize, len as usize).into_iter().map(|b| b as u8).collect(),
        other => unreachable!("byte[] expected, found {other:?}"),
    };
    print(machine, state, descriptor, &bytes)
}

fn write_byte(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match console(machine, state, call.reference(0))? {
        Some(descriptor) => print(machine, state, descriptor, &[call.int(1) as u8]),
        None => machine.call_native(state, call.method, call.arguments),
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
