//! Standard output and error: written by us, so that a muted state prints nothing and no native has to run.

use super::{Call, LibraryModel, Ret, model};
use crate::heap::Body;
use crate::host::{Effect, Res, Stop};
use crate::machine::Machine;
use crate::state::{Console, State};
use crate::value::ObjectId;
use std::io::Write;

const CLASS: &str = "java/io/FileOutputStream";

pub const MODELS: &[LibraryModel] =
    &[model(CLASS, "writeBytes", "([BIIZ)V", write_bytes), model(CLASS, "write", "(IZ)V", write_byte)];

/// The descriptor number if it is standard output or error.
pub fn console(machine: &mut Machine, state: &mut State, stream: ObjectId) -> Res<Option<i32>> {
    let descriptor = machine.field_named(state, stream, "fd")?.as_ref();
    if descriptor.is_null() {
        return Ok(None);
    }
    let number = machine.field_named(state, descriptor, "fd")?.as_int();
    Ok((number == 1 || number == 2).then_some(number))
}

fn write_bytes(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (array, from, len) = (call.reference(1), call.int(2), call.int(3));
    let Some(descriptor) = console(machine, state, call.reference(0))? else {
        return elsewhere(machine, state, call);
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
        None => elsewhere(machine, state, call),
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

/// A file: the native does it.
fn elsewhere(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if state.console == Console::Muted {
        return Err(crate::End::stopped("FileOutputStream.write reaches outside of the heap"));
    }
    match machine.host.call(machine.world, state, call.method, call.arguments, Effect::Outside) {
        Ok(_) => Ok(Ret::Void),
        Err(Stop::Throw(exception)) => {
            machine.adopt_trace(state, exception)?;
            Err(Stop::Throw(exception))
        }
        Err(stop) => Err(stop),
    }
}
