//! wait, sleep, park: each asks the scheduler to let others run (`Stop::Block`) and is executed again when the wait is over.

use super::{Call, LibraryModel, Ret, model};
use crate::program::Value;
use crate::state::State;
use crate::state::steps::{Cell, Deed};
use crate::state::threads::{Wait, Woken};
use crate::world::{Machine, Res, Stop};

const THREAD: &str = "java/lang/Thread";
const UNSAFE: &str = "jdk/internal/misc/Unsafe";
const NANOS_PER_MILLI: u64 = 1_000_000;

pub const MODELS: &[LibraryModel] = &[
    model("java/lang/Object", "wait", "(J)V", wait),
    model("java/lang/Object", "wait0", "(J)V", wait),
    model(THREAD, "sleep", "(J)V", sleep_millis),
    model(THREAD, "sleep0", "(J)V", sleep0),
    model(THREAD, "sleepNanos0", "(J)V", sleep_nanos),
    model(THREAD, "interrupt", "()V", interrupt),
    model(THREAD, "interrupt0", "()V", interrupt0),
    model(UNSAFE, "park", "(ZJ)V", park),
    model(UNSAFE, "unpark", "(Ljava/lang/Object;)V", unpark),
];

fn wait(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (monitor, millis) = (call.reference(0), call.long(1));
    match state.threads.own.woken.take() {
        Some(Woken::Done | Woken::Late) => return Ok(Ret::Void),
        Some(Woken::Interrupted) => return Err(interrupted(machine, state, None)?),
        None => {}
    }
    if millis < 0 {
        let message = "timeout value is negative";
        return Err(machine.throw(state, "java/lang/IllegalArgumentException", Some(message)));
    }
    if !state.holds_monitor(monitor) {
        return Err(machine.not_owner(state));
    }
    machine.visible(state, Deed::Wait(monitor))?;
    if is_interrupted(machine, state)? {
        return Err(interrupted(machine, state, None)?);
    }
    machine.rest_on_wakeups(state);
    let until = (millis > 0).then(|| state.after((millis as u64).saturating_mul(NANOS_PER_MILLI)));
    Err(Stop::Block(Wait::Notify { monitor, entries: state.entries(monitor), until }))
}

/// JDK 17: the native itself, with its check.
fn sleep_millis(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !machine.world.classes[call.method].is_native() {
        return Ok(Ret::Interpret);
    }
    if call.long(0) < 0 {
        let message = "timeout value is negative";
        return Err(machine.throw(state, "java/lang/IllegalArgumentException", Some(message)));
    }
    sleep(machine, state, call)
}

/// sleep0: milliseconds up to JDK 20, then nanoseconds.
fn sleep0(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if machine.world.options.feature >= 21 { sleep_nanos(machine, state, call) } else { sleep(machine, state, call) }
}

fn sleep(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    sleep_for(machine, state, (call.long(0).max(0) as u64).saturating_mul(NANOS_PER_MILLI))
}

fn sleep_nanos(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    sleep_for(machine, state, call.long(0).max(0) as u64)
}

fn sleep_for(machine: &mut Machine, state: &mut State, nanos: u64) -> Res<Ret> {
    const MESSAGE: Option<&str> = Some("sleep interrupted");
    match state.threads.own.woken.take() {
        Some(Woken::Done | Woken::Late) => return Ok(Ret::Void),
        Some(Woken::Interrupted) => return Err(interrupted(machine, state, MESSAGE)?),
        None => {}
    }
    machine.visible(state, Deed::Sleep)?;
    if is_interrupted(machine, state)? {
        return Err(interrupted(machine, state, MESSAGE)?);
    }
    if state.threads.steps.on && !state.is_nested() {
        // It may last as long as all that others do, or not: the step before it was a choice.
        state.threads.clocks.skip(nanos);
        return Ok(Ret::Void);
    }
    Err(Stop::Block(Wait::Sleep { until: state.after(nanos) }))
}

fn is_interrupted(machine: &mut Machine, state: &mut State) -> Res<bool> {
    Ok(machine.int_named(state, state.thread, "interrupted")? != 0)
}

fn interrupted(machine: &mut Machine, state: &mut State, message: Option<&str>) -> Res<Stop> {
    machine.interrupted(state, message)
}

impl Machine<'_> {
    /// The flag is taken back when the exception is thrown.
    pub(crate) fn interrupted(&mut self, state: &mut State, message: Option<&str>) -> Res<Stop> {
        state.acquire(Cell::Waiting(state.thread));
        self.set_field_named(state, state.thread, "interrupted", Value::Int(0))?;
        Ok(self.throw(state, "java/lang/InterruptedException", message))
    }
}

/// With its flag one step, unless a channel wants to know.
fn interrupt(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let thread = call.reference(0);
    if !state.threads.steps.on || state.is_nested() {
        return Ok(Ret::Interpret);
    }
    let class = machine.class_of(state, thread);
    for blocker in ["blocker", "nioBlocker"] {
        if machine.world.classes.slot_named(class, blocker).is_some()
            && !machine.field_named(state, thread, blocker)?.as_ref().is_null()
        {
            return Ok(Ret::Interpret);
        }
    }
    machine.visible(state, Deed::Interrupt(thread))?;
    state.release(Cell::Waiting(thread));
    machine.set_field_named(state, thread, "interrupted", Value::Int(1))?;
    state.interrupt(thread);
    Ok(Ret::Void)
}

fn interrupt0(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let thread = call.reference(0);
    machine.visible(state, Deed::Interrupt(thread))?;
    state.release(Cell::Waiting(thread));
    state.interrupt(thread);
    Ok(Ret::Void)
}

/// park(absolute, time): for ever if the time is a relative 0; an absolute one is in milliseconds.
fn park(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if state.threads.own.woken.take().is_some() {
        return Ok(Ret::Void);
    }
    let timed = call.boolean(1) || call.long(2) != 0;
    machine.visible(state, Deed::Park { timed })?;
    let had_permit = std::mem::take(&mut state.threads.own.permit);
    state.threads.steps.changes += u64::from(had_permit);
    if had_permit || is_interrupted(machine, state)? {
        return Ok(Ret::Void);
    }
    machine.rest_on_wakeups(state);
    let until = match (call.boolean(1), call.long(2)) {
        (false, 0) => None,
        (false, nanos) => Some(state.after(nanos.max(0) as u64)),
        (true, millis) => {
            let system = machine.jdk_class(state, "java/lang/System")?;
            let clock = machine.find_method(state, system, "currentTimeMillis", "()J")?;
            let now = machine.call(state, clock, &[])?.expect("a time").as_long();
            Some(state.after((millis.saturating_sub(now).max(0) as u64).saturating_mul(NANOS_PER_MILLI)))
        }
    };
    if let Some(until) = until.filter(|_| state.threads.steps.on && !state.is_nested()) {
        // It was chosen to go on, and nobody gave a permit: its time is over.
        let left = until.saturating_sub(state.now());
        state.threads.clocks.skip(left);
        return Ok(Ret::Void);
    }
    Err(Stop::Block(Wait::Park { until }))
}

fn unpark(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !call.reference(1).is_null() {
        machine.visible(state, Deed::Unpark(call.reference(1)))?;
    }
    state.unpark(call.reference(1));
    Ok(Ret::Void)
}
