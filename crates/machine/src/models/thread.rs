//! java.lang.Thread: its life and what it knows of others. Waiting is in `waiting`.

use super::stack_walker::{frames_of, is_hidden};
use super::throwable::describe;
use super::{Call, LibraryModel, Ret, model, nothing};
use crate::execute::throw::TraceEntry;
use crate::program::{MethodId, ObjectId};
use crate::reason::{Decider, Gap, Reason};
use crate::state::steps::{Cell, Deed};
use crate::state::threads::Phase;
use crate::state::{Frame, State};
use crate::world::{End, Machine, Res};

const CLASS: &str = "java/lang/Thread";
const GROUP: &str = "java/lang/ThreadGroup";
const DEFAULT_HANDLER: &str = "defaultUncaughtExceptionHandler";
const ELEMENT: &str = "java/lang/StackTraceElement";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "currentThread", "()Ljava/lang/Thread;", current_thread),
    model(CLASS, "currentCarrierThread", "()Ljava/lang/Thread;", current_thread),
    model(CLASS, "start0", "()V", start),
    model(CLASS, "isAlive", "()Z", is_alive),
    model(CLASS, "join", "(J)V", join),
    model(CLASS, "alive", "()Z", is_alive),
    model(CLASS, "getState", "()Ljava/lang/Thread$State;", note_status),
    model(CLASS, "threadState", "()Ljava/lang/Thread$State;", note_status),
    model(CLASS, "activeCount", "()I", look_around),
    model(CLASS, "enumerate", "([Ljava/lang/Thread;)I", look_around),
    model(GROUP, "activeCount", "()I", active_count),
    model(GROUP, "activeGroupCount", "()I", look_around),
    model(GROUP, "enumerate", "", look_around),
    model(GROUP, "list", "()V", look_around),
    model(GROUP, "interrupt", "()V", look_around),
    model(GROUP, "setMaxPriority", "(I)V", look_around),
    model(GROUP, "getMaxPriority", "()I", look_around),
    model(GROUP, "setDaemon", "(Z)V", look_around),
    model(GROUP, "isDaemon", "()Z", look_around),
    model(GROUP, "destroy", "()V", look_around),
    model(GROUP, "isDestroyed", "()Z", look_around),
    model(CLASS, "getDefaultUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;", handler_of_all),
    model("java/lang/System", "setOut", "(Ljava/io/PrintStream;)V", look_around),
    model("java/lang/System", "setErr", "(Ljava/io/PrintStream;)V", look_around),
    model(CLASS, "stop0", "(Ljava/lang/Object;)V", no_force),
    model(CLASS, "suspend0", "()V", no_force),
    model(CLASS, "resume0", "()V", no_force),
    model(CLASS, "holdsLock", "(Ljava/lang/Object;)Z", holds_lock),
    model(CLASS, "yield", "()V", yield_turn),
    model(CLASS, "yield0", "()V", yield_turn),
    model(CLASS, "onSpinWait", "()V", yield_turn),
    model(CLASS, "clearInterruptEvent", "()V", nothing),
    model(CLASS, "setPriority0", "(I)V", nothing),
    model(CLASS, "setNativeName", "(Ljava/lang/String;)V", nothing),
    model(CLASS, "getThreads", "()[Ljava/lang/Thread;", threads),
    model(CLASS, "dumpThreads", "", dump_threads),
    model(CLASS, "getStackTrace0", "()Ljava/lang/Object;", get_stack_trace),
    model(CLASS, "findScopedValueBindings", "()Ljava/lang/Object;", scoped_bindings),
    model(CLASS, "scopedValueCache", "()[Ljava/lang/Object;", scoped_cache),
    model(CLASS, "setScopedValueCache", "([Ljava/lang/Object;)V", set_scoped_cache),
    model(CLASS, "ensureMaterializedForStackWalk", "(Ljava/lang/Object;)V", nothing),
    model("java/lang/ApplicationShutdownHooks", "add", "(Ljava/lang/Thread;)V", add_shutdown_hook),
    model("jdk/internal/vm/ContinuationSupport", "isSupported", "()Z", no_continuations),
];

fn current_thread(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ret::reference(state.thread)
}

fn start(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let thread = call.reference(0);
    if machine.world.options.orders {
        machine.visible(state, Deed::Start(thread))?;
    } else {
        machine.note_one_order(state);
    }
    machine.start_thread(state, thread)?;
    Ok(Ret::Void)
}

fn is_alive(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let thread = call.reference(0);
    machine.visible(state, Deed::IsAlive(thread))?;
    let alive = machine.is_alive(state, thread)?;
    if !alive {
        state.acquire(Cell::Life(thread));
    }
    Ret::boolean(alive)
}

/// join(millis): without a limit it is one step, when the thread has ended. It waits under the monitor of the thread, which matters
/// where the program takes that, too.
fn join(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let thread = call.reference(0);
    if !state.threads.steps.on || call.long(1) != 0 || state.is_nested() || machine.world.races.thread_locks {
        return Ok(Ret::Interpret);
    }
    machine.visible(state, Deed::Join(thread))?;
    if machine.is_alive(state, thread)? && machine.is_interrupted(state, state.thread) {
        return Err(machine.interrupted(state, None)?);
    }
    state.acquire(Cell::Life(thread));
    Ok(Ret::Void)
}

/// The JDK's code reads the status from a field. Of a thread that lives it is a snapshot, which no order of steps decides.
fn note_status(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let thread = call.reference(0);
    machine.visible(state, Deed::IsAlive(thread))?;
    if state.threads.steps.on && thread != state.thread && machine.is_alive(state, thread)? {
        let why = "the state of a thread that lives: it depends on the moment";
        state.path.imprecise(Reason::Environment(Decider::Threads, why.into()));
    }
    machine.note_status(state, thread)?;
    Ok(Ret::Interpret)
}

/// What threads do beside each other in a way that is no step.
fn look_around(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if state.threads.steps.on && !machine.in_jdk(state) {
        let method = &machine.world.classes[call.method];
        let class = machine.world.classes[method.class].dotted();
        let why = format!("{class}.{} beside other threads: what comes of it depends on the moment", method.name);
        state.path.imprecise(Reason::Environment(Decider::Threads, why));
    }
    Ok(Ret::Interpret)
}

/// Threads that live in the group and in those below it: groups themselves are not told of starts and ends here.
fn active_count(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    look_around(machine, state, call)?;
    if !state.threads.steps.on {
        return Ok(Ret::Interpret);
    }
    let parked = state.threads.parked.iter().map(|parked| parked.thread);
    let all: Vec<ObjectId> = parked.chain([state.thread]).collect();
    let mut count = 0;
    for thread in all {
        let holder = machine.status_holder(state, thread)?;
        let mut group = machine.field_named(state, holder, "group")?.as_ref();
        while !group.is_null() && group != call.reference(0) {
            group = machine.field_named(state, group, "parent")?.as_ref();
        }
        count += i32::from(!group.is_null());
    }
    Ret::int(count)
}

/// An exception that ends a thread is handled by nobody if there is no handler by the time at which the group of the thread asks for one.
fn handler_of_all(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    machine.reach_static_named(state, CLASS, DEFAULT_HANDLER)?;
    let handler = machine.static_named(state, CLASS, DEFAULT_HANDLER)?.as_ref();
    let group = machine.jdk_class(state, GROUP)?;
    let asks = machine.world.classes[state.top().method].class == group;
    if let (true, true, Phase::Uncaught(exception)) = (asks, handler.is_null(), state.threads.own.phase) {
        state.threads.steps.uncaught = state.threads.steps.on.then_some(exception);
    }
    Ret::reference(handler)
}

fn note_moment(state: &mut State, what: &str) {
    if state.threads.steps.on {
        let why = format!("{what}: it depends on the moment");
        state.path.imprecise(Reason::Environment(Decider::Threads, why));
    }
}

/// Stops a thread wherever it is.
fn no_force(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if !state.threads.steps.on {
        return Ok(Ret::Host);
    }
    let name = machine.world.classes[call.method].name.trim_end_matches('0').to_string();
    Err(End::stopped(Reason::Unsupported(Gap::Threads, format!("Thread.{name}"))))
}

fn holds_lock(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if call.reference(0).is_null() {
        return Err(machine.null_pointer(state));
    }
    Ret::boolean(state.holds_monitor(call.reference(0)))
}

/// Where all orders are explored, it is a step that nobody notices: who goes round and yields does not keep others waiting.
fn yield_turn(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    machine.visible(state, Deed::IsAlive(state.thread))?;
    state.yield_turn();
    Ok(Ret::Void)
}

/// The threads of the program; those of the JVM itself are not ours.
fn threads(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    note_moment(state, "Thread.getAllStackTraces");
    let mut all: Vec<ObjectId> = vec![state.thread];
    all.extend(state.threads.parked.iter().map(|parked| parked.thread));
    let class = machine.jdk_class(state, CLASS)?;
    let array = machine.world.array_of(class);
    Ret::reference(machine.new_ref_array(state, array, &all))
}

/// Frames of lambdas and the like: dumps of all threads have them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hidden {
    Shown,
    LeftOut,
}

/// dumpThreads(threads): null for those that are not ours.
fn dump_threads(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    note_moment(state, "Thread.getAllStackTraces");
    let mut traces = Vec::new();
    for thread in machine.refs(state, call.reference(0))? {
        traces.push(trace_of(machine, state, call.method, thread, Hidden::Shown)?);
    }
    let class = machine.jdk_class(state, ELEMENT)?;
    let row = machine.world.array_of(class);
    let array = machine.world.array_of(row);
    Ret::reference(machine.new_ref_array(state, array, &traces))
}

/// Thread.getStackTrace0()
fn get_stack_trace(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if call.reference(0) != state.thread {
        note_moment(state, "Thread.getStackTrace of another thread");
    }
    Ret::reference(trace_of(machine, state, call.method, call.reference(0), Hidden::LeftOut)?)
}

/// Where a thread stands, as StackTraceElements; null if it does not live. The running one is in the method that asks.
fn trace_of(
    machine: &mut Machine,
    state: &mut State,
    asking: MethodId,
    thread: ObjectId,
    hidden: Hidden,
) -> Res<ObjectId> {
    let (native, frames) = if thread == state.thread {
        (Some(asking), &state.frames[..])
    } else {
        match state.threads.parked.iter().find(|parked| parked.thread == thread) {
            Some(parked) => (parked.own.waits_in, parked.frames()),
            None => return Ok(ObjectId::NULL),
        }
    };
    let native = native.map(|method| TraceEntry { method, pc: None });
    let shown = |entry: &TraceEntry| hidden == Hidden::Shown || !is_hidden(machine, entry.method);
    let visible = frames_of(frames).into_iter().filter(shown);
    let entries: Vec<TraceEntry> = native.into_iter().chain(visible).collect();
    let class = machine.jdk_class(state, ELEMENT)?;
    let mut elements = Vec::new();
    for entry in entries {
        let element = machine.new_object(state, class);
        describe(machine, state, element, entry)?;
        elements.push(element);
    }
    let array = machine.world.array_of(class);
    Ok(machine.new_ref_array(state, array, &elements))
}

/// The bindings of scoped values lie in the frames of methods named `runWith`, as their first argument.
fn scoped_bindings(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let classes = &machine.world.classes;
    let binds = |frame: &&Frame| {
        let method = &classes[frame.method];
        *method.name == *"runWith" && classes[method.class].is_jdk()
    };
    match state.frames.iter().rev().find(binds) {
        Some(frame) => Ok(Ret::Value(state.stack[frame.locals as usize + 1])),
        None => Ret::reference(ObjectId::NULL),
    }
}

/// HotSpot's own cache would be one for all threads.
fn scoped_cache(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    Ret::reference(state.threads.own.scoped_cache)
}

fn set_scoped_cache(_: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    state.threads.own.scoped_cache = call.reference(0);
    Ok(Ret::Void)
}

/// A path ends with its threads: what hooks do afterwards is not followed.
fn add_shutdown_hook(_: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    state.path.imprecise(Reason::Environment(Decider::ShutdownHook, "a shutdown hook, which is not explored".into()));
    Ok(Ret::Interpret)
}

/// Every virtual thread is a thread of its own here, as on platforms that cannot suspend a part of a stack.
fn no_continuations(_: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Ret::boolean(false)
}
