//! The JDK's own streams of standard output and error, whatever wraps them.

use super::{Machine, Res};
use crate::program::ObjectId;
use crate::state::State;

/// The descriptor number of a stream of files; -1 if it has none.
pub(crate) fn descriptor(machine: &mut Machine, state: &mut State, stream: ObjectId) -> Res<i32> {
    let descriptor = machine.field_named(state, stream, "fd")?.as_ref();
    if descriptor.is_null() { Ok(-1) } else { Ok(machine.int_named(state, descriptor, "fd")?) }
}

/// The descriptor number if it is standard output or error.
pub(crate) fn console(machine: &mut Machine, state: &mut State, stream: ObjectId) -> Res<Option<i32>> {
    let number = descriptor(machine, state, stream)?;
    Ok((number == 1 || number == 2).then_some(number))
}

/// Is it the PrintStream of standard output or error?
pub(crate) fn is_console(machine: &mut Machine, state: &mut State, stream: ObjectId) -> Res<bool> {
    let mut inner = stream;
    for class in ["java/io/PrintStream", "java/io/BufferedOutputStream"] {
        let found = machine.class_of(state, inner);
        if *machine.world.classes[found].name != *class {
            return Ok(false);
        }
        inner = machine.field_named(state, inner, "out")?.as_ref();
        if inner.is_null() {
            return Ok(false);
        }
    }
    let found = machine.class_of(state, inner);
    let file = machine.jdk_class(state, "java/io/FileOutputStream")?;
    if !machine.world.classes.is_subclass(found, file) {
        return Ok(false);
    }
    Ok(console(machine, state, inner)?.is_some())
}
