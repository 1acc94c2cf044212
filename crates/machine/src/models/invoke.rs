//! What java.lang.invoke asks of the VM: targets of call sites, and classes that are defined for method handles.

use super::{Call, LibraryModel, Ret, model};
use crate::host::{Effect, Res, Stop};
use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

pub const MODELS: &[LibraryModel] = &[
    model(NATIVES, "setCallSiteTargetNormal", "", set_target),
    model(NATIVES, "setCallSiteTargetVolatile", "", set_target),
    model("java/lang/invoke/MethodHandleImpl", "isCompileConstant", "", is_compile_constant),
    model("java/lang/ClassLoader", "defineClass0", "", define_class),
];

/// setCallSiteTarget(site, target)
fn set_target(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let target = Value::Ref(call.reference(1));
    machine.set_field_named(state, call.reference(0), "target", target)?;
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
