//! Code in the concrete heap that calls a method of a user class ends here: the method runs in our interpreter, on the
//! state that made the native call. Invariant: `CURRENT` points to live borrows exactly while a call into HotSpot runs.

use crate::handle::{Handle, Thrown};
use crate::host::Hotspot;
use crate::jvm::Jvm;
use crate::upcall::UpcallRequest;
use bytecode::{MethodDescriptor, Type};
use machine::{End, Host, Machine, Res, State, Stop, Value, World};
use std::cell::Cell;
use std::rc::Rc;

#[derive(Clone, Copy)]
struct Current {
    host: *mut Hotspot,
    world: *mut World,
    state: *mut State,
}

thread_local! {
    static CURRENT: Cell<Option<Current>> = const { Cell::new(None) };
}

/// Runs a call into HotSpot that may call back.
pub(crate) fn during<T>(
    host: &mut Hotspot,
    world: &mut World,
    state: &mut State,
    call: impl FnOnce(Jvm) -> Result<T, Thrown>,
) -> Result<T, Thrown> {
    let jvm = host.jvm;
    let outer = CURRENT.replace(Some(Current { host, world, state }));
    let answer = call(jvm);
    CURRENT.set(outer);
    answer
}

pub(crate) fn install(jvm: &Jvm) {
    jvm.on_upcall(Rc::new(|request| {
        let Some(current) = CURRENT.get() else {
            panic!("{}{} runs in HotSpot, but not during a call of ours", request.name, request.descriptor);
        };
        // SAFETY: `during` put the pointers here from borrows that are not used until HotSpot returns to it.
        let (host, world, state) = unsafe { (&mut *current.host, &mut *current.world, &mut *current.state) };
        answer(host, world, state, request)
    }));
}

fn answer(
    host: &mut Hotspot,
    world: &mut World,
    state: &mut State,
    request: &UpcallRequest,
) -> Result<Option<Handle>, Handle> {
    // The native may have written before it called.
    host.open_epoch(state);
    let outcome = run(host, world, state, request).and_then(|value| {
        let result = match value {
            Value::Ref(id) if id.is_null() => None,
            Value::Ref(id) => Some(host.shadow(world, state, id)?),
            other => unreachable!("results are boxed: {other:?}"),
        };
        host.flush(world, state)?;
        Ok(result)
    });
    match outcome {
        Ok(result) => Ok(result),
        Err(stop) => Err(throwable(host, world, state, stop)),
    }
}

fn run(host: &mut Hotspot, world: &mut World, state: &mut State, request: &UpcallRequest) -> Res<Value> {
    let mirror = host.wrap(world, request.class())?;
    let class = host.class_of_mirror(world, mirror)?;
    let Some(method) = world.classes[class].declared_method(&request.name, &request.descriptor) else {
        return Err(End::stopped(format!("upcall of an unknown method {}{}", request.name, request.descriptor)));
    };
    let descriptor = MethodDescriptor::parse(&request.descriptor).map_err(|e| End::stopped(e.to_string()))?;
    let mut arguments = Vec::new();
    if !world.classes[method].is_static() {
        arguments.push(Value::Ref(host.wrap(world, request.receiver())?));
    }
    for (at, ty) in descriptor.parameters.iter().enumerate() {
        let id = host.wrap(world, request.argument(at as i32))?;
        let mut machine = Machine { world, host };
        arguments.push(match ty {
            Type::Ref(_) => Value::Ref(id),
            Type::Prim(_) => machine.unbox(state, id)?.expect("primitives come boxed").1,
        });
    }
    let mut machine = Machine { world, host };
    let result = machine.call(state, method, &arguments)?;
    machine.box_result(state, method, result)
}

/// What to throw into HotSpot. An end of the state travels as some error through the native, then goes on behind it.
fn throwable(host: &mut Hotspot, world: &mut World, state: &mut State, stop: Stop) -> Handle {
    let exception = match stop {
        Stop::Throw(exception) => Ok(exception),
        Stop::End(end) => {
            host.ended = Some(end);
            let mut machine = Machine { world, host };
            match machine.throw(state, "java/lang/InternalError", Some("the state ended in a callback")) {
                Stop::Throw(exception) => Ok(exception),
                other => Err(other),
            }
        }
        Stop::Again | Stop::Block(_) | Stop::Decide(_) | Stop::Choose(_) | Stop::Fix(_) | Stop::Settle => {
            unreachable!("nested calls are never asked again")
        }
    };
    let handle = exception.and_then(|id| {
        let handle = host.shadow(world, state, id)?;
        host.flush(world, state)?;
        Ok(handle)
    });
    handle.unwrap_or_else(|stop| panic!("no exception to end a callback with: {stop:?}"))
}
