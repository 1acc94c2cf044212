//! System.arraycopy with the checks and messages of HotSpot, and the end of the program.

use super::array_copy::{check_ranges, symbolic_copy};
use super::{Call, LibraryModel, Ret, model, nothing, symbolic};
use crate::execute::classes::resolve::{external_type, prim_name};
use crate::heap::Body;
use crate::program::{ClassId, ClassKind, Kind, ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::State;
use crate::state::steps::Deed;
use crate::visible::{Part, Reach};
use crate::world::{End, Machine, Res, Stop};

pub const MODELS: &[LibraryModel] = &[
    symbolic("java/lang/System", "arraycopy", "(Ljava/lang/Object;ILjava/lang/Object;II)V", arraycopy),
    symbolic("java/lang/System", "getenv", "", getenv),
    model("java/net/Inet4AddressImpl", "getLocalHostName", "", local_host_name),
    model("java/net/Inet6AddressImpl", "getLocalHostName", "", local_host_name),
    model("java/lang/System", "setIn0", "", set_in),
    model("java/lang/System", "setOut0", "", set_out),
    model("java/lang/System", "setErr0", "", set_err),
    model("java/lang/Shutdown", "halt0", "(I)V", halt),
    model("java/lang/Shutdown", "beforeHalt", "()V", nothing),
];

fn halt(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    machine.visible(state, Deed::Exit)?;
    Err(Stop::End(End::Exit(call.int(0))))
}

/// The variables are in a map that the JDK filled before the program started: no native shows that they are looked at.
fn getenv(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if machine.world.explores() {
        state.path.imprecise(Reason::Environment(
            Decider::Machine,
            "java.lang.System.getenv answers from the environment".into(),
        ));
    }
    Ok(Ret::Interpret)
}

/// Tests must not depend on it, and a JVM tries them: any name will do.
fn local_host_name(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    if !machine.world.options.makes {
        return Ok(Ret::Host);
    }
    Ok(Ret::Value(Value::Ref(machine.new_string(state, "localhost"))))
}

fn set_in(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    set_stream(machine, state, "in", call)
}

fn set_out(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    set_stream(machine, state, "out", call)
}

fn set_err(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    set_stream(machine, state, "err", call)
}

/// The streams are final fields that only a native may write.
fn set_stream(machine: &mut Machine, state: &mut State, name: &str, call: &Call) -> Res<Ret> {
    machine.set_static_named(state, "java/lang/System", name, call.arguments[0])?;
    Ok(Ret::Void)
}

fn arraycopy(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    machine.reach_open_copy(state, call.arguments)?;
    if machine.world.options.symbolic
        && let Some(done) = symbolic_copy(machine, state, call)?
    {
        return Ok(done);
    }
    let (source, target) =
        (machine.concretize_ref(state, call.arguments[0])?, machine.concretize_ref(state, call.arguments[2])?);
    if source.is_null() || target.is_null() {
        return Err(machine.null_pointer(state));
    }
    let (source_class, target_class) = (machine.class_of(state, source), machine.class_of(state, target));
    check_kinds(machine, state, source_class, target_class)?;
    let sizes = [machine.length_of(state, source)?, machine.length_of(state, target)?];
    let range = (call.arguments[1], call.arguments[3], call.arguments[4]);
    check_ranges(machine, state, (source_class, target_class), range, sizes)?;
    if machine.explores(state) {
        // Lengths within the bound, before positions that depend on them.
        machine.ready(state, source)?;
        machine.ready(state, target)?;
    }
    let from = machine.concretize_int(state, range.0)?;
    let to = machine.concretize_int(state, range.1)?;
    let len = machine.concretize_int(state, range.2)?;
    // A path whose witness left it goes on as that witness says.
    let sizes = [machine.array_length(state, source)?, machine.array_length(state, target)?]
        .map(|size| Value::Int(size as i32));
    let range = (Value::Int(from), Value::Int(to), Value::Int(len));
    check_ranges(machine, state, (source_class, target_class), range, sizes)?;
    let part = |array, from: i32| Part::Elements { array, from: from as usize, count: len as usize };
    machine.reach_parts(state, &[(part(source, from), Reach::Read), (part(target, to), Reach::Write)])?;
    if machine.world.classes.is_subclass(source_class, target_class) {
        let symbols = machine.symbols_in(state, source, from as usize, len as usize);
        copy(machine, state, (source, from as usize), (target, to as usize), len as usize)?;
        machine.put_symbols(state, target, to as usize, len as usize, &symbols)?;
        return Ok(Ret::Void);
    }
    copy_checked(machine, state, (source, from as usize), (target, to as usize), len as usize)
}

fn check_kinds(machine: &mut Machine, state: &mut State, source: ClassId, target: ClassId) -> Res<()> {
    let classes = &machine.world.classes;
    let message = match (classes[source].kind, classes[target].kind) {
        (ClassKind::Array(_), ClassKind::Array(_)) => {
            match (classes.element_kind(source), classes.element_kind(target)) {
                (a, b) if a == b => return Ok(()),
                (Kind::Prim(a), Kind::Prim(b)) => {
                    format!("arraycopy: type mismatch: can not copy {}[] into {}[]", prim_name(a), prim_name(b))
                }
                (Kind::Prim(a), Kind::Ref) => {
                    format!("arraycopy: type mismatch: can not copy {}[] into object array[]", prim_name(a))
                }
                (Kind::Ref, Kind::Prim(b)) => {
                    format!("arraycopy: type mismatch: can not copy object array[] into {}[]", prim_name(b))
                }
                (Kind::Ref, Kind::Ref) => return Ok(()),
            }
        }
        (ClassKind::Array(_), _) => {
            format!("arraycopy: destination type {} is not an array", classes[target].dotted())
        }
        _ => format!("arraycopy: source type {} is not an array", classes[source].dotted()),
    };
    Err(machine.throw(state, "java/lang/ArrayStoreException", Some(&message)))
}

fn copy(
    machine: &mut Machine,
    state: &mut State,
    from: (ObjectId, usize),
    to: (ObjectId, usize),
    len: usize,
) -> Res<()> {
    machine.ready(state, from.0)?;
    if from.0 == to.0 {
        match &mut machine.object_mut(state, to.0)?.body {
            Body::Bytes(e) => e.copy_within(from.1, to.1, len),
            Body::Chars(e) => e.copy_within(from.1, to.1, len),
            Body::Shorts(e) => e.copy_within(from.1, to.1, len),
            Body::Ints(e) => e.copy_within(from.1, to.1, len),
            Body::Longs(e) => e.copy_within(from.1, to.1, len),
            Body::Floats(e) => e.copy_within(from.1, to.1, len),
            Body::Doubles(e) => e.copy_within(from.1, to.1, len),
            Body::Refs(e) => e.copy_within(from.1, to.1, len),
            Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) | Body::Fields(_) => {
                unreachable!("an array is ready")
            }
        }
        return Ok(());
    }
    let source = state.heap.get(from.0).body.clone();
    match (&source, &mut machine.object_mut(state, to.0)?.body) {
        (Body::Bytes(s), Body::Bytes(t)) => t.write(to.1, &s.read(from.1, len)),
        (Body::Chars(s), Body::Chars(t)) => t.write(to.1, &s.read(from.1, len)),
        (Body::Shorts(s), Body::Shorts(t)) => t.write(to.1, &s.read(from.1, len)),
        (Body::Ints(s), Body::Ints(t)) => t.write(to.1, &s.read(from.1, len)),
        (Body::Longs(s), Body::Longs(t)) => t.write(to.1, &s.read(from.1, len)),
        (Body::Floats(s), Body::Floats(t)) => t.write(to.1, &s.read(from.1, len)),
        (Body::Doubles(s), Body::Doubles(t)) => t.write(to.1, &s.read(from.1, len)),
        (Body::Refs(s), Body::Refs(t)) => t.write(to.1, &s.read(from.1, len)),
        _ => unreachable!("kinds were checked"),
    }
    Ok(())
}

/// Element by element, up to the first that the target may not hold.
fn copy_checked(
    machine: &mut Machine,
    state: &mut State,
    from: (ObjectId, usize),
    to: (ObjectId, usize),
    len: usize,
) -> Res<Ret> {
    let target_class = machine.class_of(state, to.0);
    let ClassKind::Array(component) = machine.world.classes[target_class].kind else {
        unreachable!("kinds were checked");
    };
    let mut elements = Vec::with_capacity(len);
    let mut refused = None;
    for at in from.1..from.1 + len {
        let element = machine.element(state, from.0, at)?;
        let element = machine.settle_reference(state, element)?.as_ref();
        if !element.is_null() && !machine.is_instance_of(state, element, component)? {
            refused = Some(element);
            break;
        }
        elements.push(element);
    }
    let good = elements.len();
    if let Body::Refs(target) = &mut machine.object_mut(state, to.0)?.body {
        target.write(to.1, &elements);
    }
    // What was symbolic there is overwritten.
    machine.put_symbols(state, to.0, to.1, good, &[])?;
    if refused.is_none() {
        return Ok(Ret::Void);
    }
    let source_class = machine.class_of(state, from.0);
    let ClassKind::Array(source_component) = machine.world.classes[source_class].kind else {
        unreachable!("kinds were checked");
    };
    let name = |class: ClassId| external_type(&bytecode::Type::Ref(machine.world.classes[class].name.clone()));
    let message = format!(
        "arraycopy: element type mismatch: can not cast one of the elements of {}[] to the type of the destination array, {}",
        name(source_component),
        name(component)
    );
    Err(machine.throw(state, "java/lang/ArrayStoreException", Some(&message)))
}
