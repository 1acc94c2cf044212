//! What java.lang.invoke asks of the VM: targets of call sites, and classes that are defined for method handles.

use super::{Call, LibraryModel, Ret, model};
use crate::execute::method_handles::Missing;
use crate::heap::Body;
use crate::natives::Effect;
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::{Machine, Res, Stop};

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

pub const MODELS: &[LibraryModel] = &[
    model(NATIVES, "setCallSiteTargetNormal", "", set_target),
    model(NATIVES, "setCallSiteTargetVolatile", "", set_target),
    model("java/lang/invoke/MethodHandleImpl", "isCompileConstant", "", is_compile_constant),
    model("java/lang/invoke/MethodType", "makeImpl", "", make_type),
    model(NATIVES, "copyOutBootstrapArguments", "", copy_out_arguments),
    model("java/lang/ClassLoader", "defineClass0", "", define_class),
    model("java/lang/invoke/LambdaProxyClassArchive", "findFromArchive", "", nothing_archived),
];

/// The JDK spins the class of a lambda itself, as it does without an archive.
fn nothing_archived(_: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Ret::reference(ObjectId::NULL)
}

/// setCallSiteTarget(site, target)
fn set_target(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let target = Value::Ref(call.reference(1));
    machine.set_field_named(state, call.reference(0), "target", target)?;
    Ok(Ret::Void)
}

/// makeImpl(result, parameters, trusted): types are compared by identity, so there must be one of each for all states and
/// for what JDK initialisers make: the concrete heap keeps them.
fn make_type(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if call.reference(1).is_null() {
        return Ok(Ret::Interpret);
    }
    let mut key = vec![call.reference(0)];
    key.extend(machine.refs(state, call.reference(1))?);
    if let Some(known) = machine.world.handles.types.get(&key) {
        return Ret::reference(*known);
    }
    // An array that is not trusted is copied.
    let arguments = [call.arguments[0], call.arguments[1], Value::Int(0)];
    match machine.host.call(machine.world, state, call.method, &arguments, Effect::Pure) {
        Ok(answer) => {
            let ty = answer.expect("a type").as_ref();
            machine.world.handles.types.insert(key, ty);
            Ret::reference(ty)
        }
        // The exception must show our frames.
        Err(Stop::Throw(_)) => Ok(Ret::Interpret),
        Err(stop) => Err(stop),
    }
}

/// copyOutBootstrapArguments(caller, { count, index }, start, end, buffer, position, resolve, instead)
fn copy_out_arguments(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(0))?;
    let index = match &machine.object(state, call.reference(1))?.body {
        Body::Ints(info) => info.get(1).unwrap_or(0) as u16,
        other => panic!("int[] expected, found {other:?}"),
    };
    let missing = if call.boolean(6) { Missing::Resolve } else { Missing::Leave(call.reference(7)) };
    let range = call.int(2) as usize..call.int(3) as usize;
    let found = machine.pull_arguments(state, class, index, range, missing)?;
    if let Body::Refs(buffer) = &mut machine.object_mut(state, call.reference(4))?.body {
        for (at, argument) in found.into_iter().enumerate() {
            buffer.set(call.int(5) as usize + at, argument);
        }
    }
    Ok(Ret::Void)
}

/// As after compilation: nothing is counted, and no handle gets code of its own for being called often.
fn is_compile_constant(_: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Ret::boolean(true)
}

/// defineClass0(loader, lookup, name, bytes, offset, length, domain, initialize, flags, data): the concrete heap does all
/// but the initialisation, which is ours.
fn define_class(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (method, effect) = (call.method, Effect::Hidden);
    let defined = machine.host.call(machine.world, state, method, call.arguments, effect);
    let mirror = match defined {
        Ok(answer) => answer.expect("a class").as_ref(),
        Err(Stop::Throw(exception)) => {
            machine.adopt_trace(state, exception)?;
            return Err(Stop::Throw(exception));
        }
        Err(stop) => return Err(stop),
    };
    if call.boolean(7) {
        let class = machine.class_of_mirror(mirror)?;
        machine.initialize_now(state, class)?;
    }
    Ret::reference(mirror)
}
