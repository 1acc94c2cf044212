//! Code in the concrete heap that calls a method of a user class ends here: the method runs in our interpreter, on the
//! state that made the native call. Invariant: whoever calls into HotSpot lends it host, world and state, and has them back
//! when it returns.

use crate::concrete::Hotspot;
use crate::raw::{Handle, Jvm, Thrown, UpcallRequest};
use bytecode::{MethodDescriptor, Type};
use machine::{End, Host, Machine, Reason, Res, State, Stop, Value, World};

/// Runs a call into HotSpot that may call back.
pub(crate) fn during<T>(
    host: &mut Hotspot,
    world: &mut World,
    state: &mut State,
    call: impl FnOnce(&Jvm) -> Result<T, Thrown>,
) -> Result<T, Thrown> {
    let jvm = host.jvm;
    jvm.answering(&mut |request| answer(host, world, state, request), call)
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
    if request.name == "<clinit>" {
        Machine { world, host }.initialize_now(state, class)?;
        host.flush_user_statics(world, state)?;
        return Ok(Value::NULL);
    }
    let Some(method) = world.classes[class].declared_method(&request.name, &request.descriptor) else {
        return Err(End::stopped(Reason::Internal(format!(
            "upcall of an unknown method {}{}",
            request.name, request.descriptor
        ))));
    };
    let descriptor =
        MethodDescriptor::parse(&request.descriptor).map_err(|e| End::stopped(Reason::Internal(e.to_string())))?;
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
    machine.lose_arguments(state, method, &mut arguments)?;
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
        Stop::Again
        | Stop::Block(_)
        | Stop::Decide(_)
        | Stop::Choose(_)
        | Stop::Fix(_)
        | Stop::Visible
        | Stop::Settle => {
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
