//! java.util.concurrent.locks.ReentrantLock where the orders of threads are explored: to take it is one step, as with a monitor, where the
//! queue of the JDK would be dozens. Who waits for it is not in that queue, so it must not be a fair one.

use super::{Call, LibraryModel, Ret, model};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::state::steps::{Cell, Deed};
use crate::world::{Machine, Res};

const CLASS: &str = "java/util/concurrent/locks/ReentrantLock";
const UNFAIR: &str = "java/util/concurrent/locks/ReentrantLock$NonfairSync";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "lock", "()V", lock),
    model(CLASS, "lockInterruptibly", "()V", lock_interruptibly),
    model(CLASS, "tryLock", "()Z", try_lock),
    model(CLASS, "unlock", "()V", unlock),
];

/// How often a lock is held, and by whom.
struct Hold {
    sync: ObjectId,
    count: i32,
    owner: ObjectId,
}

/// Nothing where the JDK's own code goes on.
fn hold(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Option<Hold>> {
    if !state.threads.steps.on || state.is_nested() {
        return Ok(None);
    }
    let sync = machine.field_named(state, call.reference(0), "sync")?.as_ref();
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
    state.note_change();
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
