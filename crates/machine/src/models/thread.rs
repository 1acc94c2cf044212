//! java.lang.Thread: one thread so far. Starting another stops the path with that reason.

use super::{Call, LibraryModel, Ret, model, nothing};
use crate::host::{End, Res};
use crate::machine::Machine;
use crate::state::State;

const CLASS: &str = "java/lang/Thread";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "currentThread", "()Ljava/lang/Thread;", current_thread),
    model(CLASS, "currentCarrierThread", "()Ljava/lang/Thread;", current_thread),
    model(CLASS, "start0", "()V", start),
    model(CLASS, "yield", "()V", nothing),
    model(CLASS, "yield0", "()V", nothing),
    model(CLASS, "clearInterruptEvent", "()V", nothing),
    model(CLASS, "interrupt0", "()V", nothing),
    model(CLASS, "setPriority0", "(I)V", nothing),
    model(CLASS, "setNativeName", "(Ljava/lang/String;)V", nothing),
];

fn current_thread(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ret::reference(state.thread)
}

fn start(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of(state, call.reference(0));
    let name = machine.world.classes[class].dotted();
    Err(End::stopped(format!("the program starts a second thread ({name}): only one thread is supported so far")))
}
