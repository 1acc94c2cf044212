//! java.lang.Thread. There is one schedule so far: a started thread runs to its end before its starter goes on; one that
//! would have to wait for another stops the path with that reason.

use super::{Call, LibraryModel, Ret, model, nothing};
use crate::host::{Res, Stop};
use crate::machine::Machine;
use crate::program::MethodId;
use crate::state::{Console, State};
use crate::value::{ObjectId, Value};

const CLASS: &str = "java/lang/Thread";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "currentThread", "()Ljava/lang/Thread;", current_thread),
    model(CLASS, "currentCarrierThread", "()Ljava/lang/Thread;", current_thread),
    model(CLASS, "start0", "()V", start),
    model(CLASS, "sleep", "(J)V", sleep),
    model(CLASS, "sleep0", "(J)V", sleep),
    model(CLASS, "sleepNanos0", "(J)V", sleep_nanos),
    model("java/lang/ApplicationShutdownHooks", "add", "(Ljava/lang/Thread;)V", add_shutdown_hook),
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

/// JVMTI_THREAD_STATE_TERMINATED, as `Thread.getState` reads it.
const TERMINATED: i32 = 2;

fn start(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    state.path.imprecise("a second thread: only one schedule was explored".into());
    let starter = std::mem::replace(&mut state.thread, call.reference(0));
    let outcome = run_thread(machine, state, call.reference(0));
    state.thread = starter;
    outcome?;
    Ok(Ret::Void)
}

fn run_thread(machine: &mut Machine, state: &mut State, thread: ObjectId) -> Res<()> {
    let this = Value::Ref(thread);
    let run = method(machine, state, thread, "run", "()V")?;
    match machine.call(state, run, &[this]) {
        Err(Stop::Throw(exception)) => {
            let dispatch = method(machine, state, thread, "dispatchUncaughtException", "(Ljava/lang/Throwable;)V")?;
            machine.call(state, dispatch, &[this, Value::Ref(exception)])?;
        }
        Err(stop) => return Err(stop),
        Ok(_) => {}
    }
    let exit = method(machine, state, thread, "exit", "()V")?;
    machine.call(state, exit, &[this])?;
    let holder = match machine.world.classes.slot_named(machine.class_of(state, thread), "holder") {
        Some(slot) => machine.field(state, thread, slot)?.as_ref(),
        None => thread,
    };
    machine.set_field_named(state, holder, "threadStatus", Value::Int(TERMINATED))
}

fn method(machine: &mut Machine, state: &mut State, object: ObjectId, name: &str, descriptor: &str) -> Res<MethodId> {
    let class = machine.class_of(state, object);
    machine.find_method(state, class, name, descriptor)
}

/// A path ends with its main thread: what hooks do afterwards is not followed.
fn add_shutdown_hook(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    state.path.imprecise("a shutdown hook, which is not explored".into());
    Ok(Ret::Interpret)
}

fn sleep(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    sleep_for(machine, state, std::time::Duration::from_millis(call.long(0).max(0) as u64))
}

fn sleep_nanos(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    sleep_for(machine, state, std::time::Duration::from_nanos(call.long(0).max(0) as u64))
}

/// With one thread nobody can interrupt a sleep once it began.
fn sleep_for(machine: &mut Machine, state: &mut State, time: std::time::Duration) -> Res<Ret> {
    let thread = state.thread;
    if machine.field_named(state, thread, "interrupted")?.as_int() != 0 {
        machine.set_field_named(state, thread, "interrupted", Value::Int(0))?;
        return Err(machine.throw(state, "java/lang/InterruptedException", Some("sleep interrupted")));
    }
    if state.console == Console::Live {
        std::thread::sleep(time);
    }
    Ok(Ret::Void)
}
