//! Printing never forks: what a muted state prints of numbers and text is not even formatted.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::state::{Console, State};
use crate::world::streams::is_console;
use crate::world::{Machine, Res};

const CLASS: &str = "java/io/PrintStream";

pub const MODELS: &[LibraryModel] = &[
    symbolic(CLASS, "print", "(Z)V", print),
    symbolic(CLASS, "print", "(C)V", print),
    symbolic(CLASS, "print", "(I)V", print),
    symbolic(CLASS, "print", "(J)V", print),
    symbolic(CLASS, "print", "(F)V", print),
    symbolic(CLASS, "print", "(D)V", print),
    symbolic(CLASS, "print", "(Ljava/lang/String;)V", print),
    symbolic(CLASS, "print", "([C)V", print_characters),
    symbolic(CLASS, "println", "([C)V", print_characters),
    symbolic(CLASS, "write", "(Ljava/lang/String;)V", print),
    symbolic(CLASS, "write", "(I)V", print),
    symbolic(CLASS, "writeln", "(Ljava/lang/String;)V", print),
    symbolic(CLASS, "println", "()V", print),
    symbolic(CLASS, "println", "(Z)V", print),
    symbolic(CLASS, "println", "(C)V", print),
    symbolic(CLASS, "println", "(I)V", print),
    symbolic(CLASS, "println", "(J)V", print),
    symbolic(CLASS, "println", "(F)V", print),
    symbolic(CLASS, "println", "(D)V", print),
    symbolic(CLASS, "println", "(Ljava/lang/String;)V", print),
];

fn print(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let is_lock = state.threads.steps.on && machine.world.races.prints;
    if state.console == Console::Muted && !is_lock && is_console(machine, state, call.reference(0))? {
        return Ok(Ret::Void);
    }
    Ok(Ret::Interpret)
}

/// Null is an exception.
fn print_characters(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if call.reference(1).is_null() {
        return Ok(Ret::Interpret);
    }
    print(machine, state, call)
}
