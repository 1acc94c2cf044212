//! java.util.concurrent.locks.ReentrantLock and its conditions where the orders of threads are explored: to take it is one step, as with a
//! monitor, and so are waiting and signalling, where the queues of the JDK would be dozens. Who waits for it is not in that queue, so it must not be a fair one.

use super::{Call, LibraryModel, Ret, model};
use crate::program::{ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::State;
use crate::state::steps::{Cell, Deed};
use crate::state::threads::{Wait, Woken};
use crate::world::{Machine, Res, Stop};

const CLASS: &str = "java/util/concurrent/locks/ReentrantLock";
const CONDITION: &str = "java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject";
const UNFAIR: &str = "java/util/concurrent/locks/ReentrantLock$NonfairSync";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "lock", "()V", lock),
    model(CLASS, "lockInterruptibly", "()V", lock_interruptibly),
    model(CLASS, "tryLock", "()Z", try_lock),
    model(CLASS, "unlock", "()V", unlock),
    model(CLASS, "hasQueuedThreads", "()Z", queue),
    model(CLASS, "hasQueuedThread", "(Ljava/lang/Thread;)Z", queue),
    model(CLASS, "getQueueLength", "()I", queue),
    model(CLASS, "getQueuedThreads", "()Ljava/util/Collection;", queue),
    model(CLASS, "hasWaiters", "(Ljava/util/concurrent/locks/Condition;)Z", queue),
    model(CLASS, "getWaitQueueLength", "(Ljava/util/concurrent/locks/Condition;)I", queue),
    model(CLASS, "getWaitingThreads", "(Ljava/util/concurrent/locks/Condition;)Ljava/util/Collection;", queue),
    model(CONDITION, "await", "()V", wait),
    model(CONDITION, "await", "(JLjava/util/concurrent/TimeUnit;)Z", wait_limited),
    model(CONDITION, "awaitNanos", "(J)J", wait_nanos),
    model(CONDITION, "awaitUntil", "(Ljava/util/Date;)Z", wait_limited),
    model(CONDITION, "awaitUninterruptibly", "()V", wait_uninterruptibly),
    model(CONDITION, "signal", "()V", signal),
    model(CONDITION, "signalAll", "()V", signal_all),
];

/// How often a lock is held, and by whom.
struct Hold {
    sync: ObjectId,
    count: i32,
    owner: ObjectId,
}

/// Nothing where the JDK's own code goes on.
fn hold(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Option<Hold>> {
    hold_by(machine, state, call, "sync")
}

fn hold_by(machine: &mut Machine, state: &mut State, call: &Call, field: &str) -> Res<Option<Hold>> {
    if !state.threads.steps.on || state.is_nested() {
        return Ok(None);
    }
    let sync = machine.field_named(state, call.reference(0), field)?.as_ref();
    if &*machine.world.classes[machine.class_of(state, sync)].name != UNFAIR {
        return Ok(None);
    }
    let count = machine.int_named(state, sync, "state")?;
    let owner = machine.field_named(state, sync, "exclusiveOwnerThread")?.as_ref();
    Ok((count < i32::MAX).then_some(Hold { sync, count, owner }))
}

fn set(machine: &mut Machine, state: &mut State, sync: ObjectId, count: i32, owner: ObjectId) -> Res<()> {
    machine.set_field_named(state, sync, "state", Value::Int(count))?;
    machine.set_field_named(state, sync, "exclusiveOwnerThread", Value::Ref(owner))?;
    Ok(())
}

fn lock(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    take(machine, state, call, false)
}

fn lock_interruptibly(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    take(machine, state, call, true)
}

fn take(machine: &mut Machine, state: &mut State, call: &Call, interruptible: bool) -> Res<Ret> {
    let Some(Hold { sync, count, owner }) = hold(machine, state, call)? else { return Ok(Ret::Interpret) };
    if owner == state.thread && !interruptible {
        set(machine, state, sync, count + 1, owner)?;
        return Ok(Ret::Void);
    }
    let mine = owner == state.thread;
    machine.visible(state, Deed::Acquire { lock: sync, interruptible })?;
    if interruptible && machine.is_interrupted(state, state.thread) {
        return Err(machine.interrupted(state, None)?);
    }
    if mine {
        set(machine, state, sync, count + 1, owner)?;
        return Ok(Ret::Void);
    }
    state.acquire(Cell::Monitor(sync));
    set(machine, state, sync, 1, state.thread)?;
    Ok(Ret::Void)
}

fn try_lock(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(Hold { sync, count, owner }) = hold(machine, state, call)? else { return Ok(Ret::Interpret) };
    if owner == state.thread {
        set(machine, state, sync, count + 1, owner)?;
        return Ret::boolean(true);
    }
    machine.visible(state, Deed::Update(Cell::Monitor(sync)))?;
    state.acquire(Cell::Monitor(sync));
    if count != 0 {
        return Ret::boolean(false);
    }
    set(machine, state, sync, 1, state.thread)?;
    Ret::boolean(true)
}

fn unlock(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(Hold { sync, count, owner }) = hold(machine, state, call)? else { return Ok(Ret::Interpret) };
    let has_queue = !machine.field_named(state, sync, "head")?.as_ref().is_null();
    if owner != state.thread || has_queue {
        return Ok(Ret::Interpret);
    }
    match count {
        1 => {
            machine.visible(state, Deed::Release(sync))?;
            set(machine, state, sync, 0, ObjectId::NULL)?;
            state.release(Cell::Monitor(sync));
        }
        count => set(machine, state, sync, count - 1, owner)?,
    }
    Ok(Ret::Void)
}

/// Who is in the queue of such a lock is known to the machine alone.
fn queue(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if hold(machine, state, call)?.is_some() {
        let why = "who waits for a lock: it depends on the moment".into();
        state.path.imprecise(Reason::Environment(Decider::Threads, why));
    }
    Ok(Ret::Interpret)
}

/// How a wait for a condition ended; nothing where the JDK's own code goes on.
fn wait_for(
    machine: &mut Machine,
    state: &mut State,
    call: &Call,
    interruptible: bool,
    is_limited: bool,
) -> Res<Option<Woken>> {
    let Some(Hold { sync, count, owner }) = hold_by(machine, state, call, "this$0")? else { return Ok(None) };
    let condition = call.reference(0);
    if let Some(woken) = state.threads.own.woken {
        // It was granted to take the lock again.
        state.threads.own.woken = None;
        state.acquire(Cell::Monitor(sync));
        set(machine, state, sync, state.threads.own.holds, state.thread)?;
        if woken == Woken::Interrupted {
            return Err(machine.interrupted(state, None)?);
        }
        return Ok(Some(woken));
    }
    let has_queue = !machine.field_named(state, condition, "firstWaiter")?.as_ref().is_null();
    if owner != state.thread || has_queue {
        return Ok(None);
    }
    machine.visible(state, Deed::Await { condition, lock: sync })?;
    if interruptible && machine.is_interrupted(state, state.thread) {
        return Err(machine.interrupted(state, None)?);
    }
    machine.rest_on_wakeups(state);
    state.threads.own.holds = count;
    set(machine, state, sync, 0, ObjectId::NULL)?;
    state.release(Cell::Monitor(sync));
    let until = is_limited.then(|| state.now());
    Err(Stop::Block(Wait::Signal { condition, lock: sync, interruptible, until }))
}

fn wait(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    Ok(wait_for(machine, state, call, true, false)?.map_or(Ret::Interpret, |_| Ret::Void))
}

fn wait_uninterruptibly(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    Ok(wait_for(machine, state, call, false, false)?.map_or(Ret::Interpret, |_| Ret::Void))
}

/// False if the time is over, which may be at any moment.
fn wait_limited(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match wait_for(machine, state, call, true, true)? {
        Some(woken) => Ret::boolean(woken != Woken::Late),
        None => Ok(Ret::Interpret),
    }
}

/// What is left of the time.
fn wait_nanos(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let nanos = call.long(1);
    Ok(match wait_for(machine, state, call, true, true)? {
        Some(Woken::Late) => Ret::Value(Value::Long(0)),
        Some(_) => {
            if !machine.in_jdk(state) {
                let why = "the time that is left of a wait".into();
                state.path.imprecise(Reason::Environment(Decider::Machine, why));
            }
            Ret::Value(Value::Long(nanos))
        }
        None => Ret::Interpret,
    })
}

fn signal(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    signal_some(machine, state, call, 1)
}

fn signal_all(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    signal_some(machine, state, call, usize::MAX)
}

fn signal_some(machine: &mut Machine, state: &mut State, call: &Call, how_many: usize) -> Res<Ret> {
    let Some(Hold { owner, .. }) = hold_by(machine, state, call, "this$0")? else { return Ok(Ret::Interpret) };
    let condition = call.reference(0);
    let has_queue = !machine.field_named(state, condition, "firstWaiter")?.as_ref().is_null();
    if owner != state.thread || has_queue {
        return Ok(Ret::Interpret);
    }
    machine.visible(state, Deed::Signal(condition))?;
    state.notify(condition, how_many);
    Ok(Ret::Void)
}
