//! java.lang.Class: questions about types are answered from our own tables; forName loads through the right loader.

use super::{Call, LibraryModel, Ret, model, symbolic};
use crate::execute::insn::{check_size, new_size};
use crate::program::{ClassId, ClassKind, Loader, ObjectId, Value};
use crate::shapes::names::Name;
use crate::state::State;
use crate::world::{Machine, Res, Stop};
use bytecode::DottedName;

const CLASS: &str = "java/lang/Class";

pub const MODELS: &[LibraryModel] = &[
    model(CLASS, "isInstance", "(Ljava/lang/Object;)Z", is_instance),
    model(CLASS, "isAssignableFrom", "(Ljava/lang/Class;)Z", is_assignable_from),
    model(CLASS, "desiredAssertionStatus", "()Z", desired_assertion_status),
    model(CLASS, "forName0", "", for_name),
    model(CLASS, "isArray", "()Z", is_array),
    model(CLASS, "isInterface", "()Z", is_interface),
    model(CLASS, "isPrimitive", "()Z", is_primitive),
    model(CLASS, "isHidden", "()Z", is_hidden),
    model(CLASS, "getSuperclass", "()Ljava/lang/Class;", get_superclass),
    model(CLASS, "getComponentType", "()Ljava/lang/Class;", get_component_type),
    symbolic("java/lang/reflect/Array", "newArray", "(Ljava/lang/Class;I)Ljava/lang/Object;", new_array),
    model("java/lang/reflect/Array", "multiNewArray", "(Ljava/lang/Class;[I)Ljava/lang/Object;", multi_new_array),
    model("java/lang/reflect/Array", "getLength", "(Ljava/lang/Object;)I", array_length),
];

fn receiver(machine: &mut Machine, call: &Call) -> Res<ClassId> {
    machine.class_of_mirror(call.reference(0))
}

fn is_instance(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    let object = call.reference(1);
    Ret::boolean(!object.is_null() && machine.world.classes.is_subclass(machine.class_of(state, object), class))
}

fn is_assignable_from(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    if call.reference(1).is_null() {
        return Err(machine.null_pointer(state));
    }
    let other = machine.class_of_mirror(call.reference(1))?;
    Ret::boolean(machine.world.classes.is_subclass(other, class))
}

/// As `java -ea`: on for all but the JDK's own classes.
fn desired_assertion_status(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    Ret::boolean(!machine.world.classes[class].is_jdk())
}

fn is_array(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    Ret::boolean(machine.world.is_array(class))
}

fn is_interface(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    Ret::boolean(machine.world.classes[class].is_interface())
}

fn is_primitive(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    Ret::boolean(matches!(machine.world.classes[class].kind, ClassKind::Primitive(_)))
}

fn is_hidden(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    Ret::boolean(machine.world.classes[class].hidden)
}

fn get_superclass(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    let c = &machine.world.classes[class];
    match c.superclass.filter(|_| !c.is_interface()) {
        Some(superclass) => Ret::reference(machine.mirror(state, superclass)?),
        None => Ret::reference(ObjectId::NULL),
    }
}

fn get_component_type(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = receiver(machine, call)?;
    match machine.world.classes[class].kind {
        ClassKind::Array(component) => Ret::reference(machine.mirror(state, component)?),
        ClassKind::Instance | ClassKind::Primitive(_) => Ret::reference(ObjectId::NULL),
    }
}

/// forName0(name, initialize, loader, caller)
fn for_name(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let name = call.reference(0);
    if name.is_null() {
        return Err(machine.null_pointer(state));
    }
    if machine.settle_class_name(state, name)? == Name::Other {
        return Err(machine.throw_object(state, "java/lang/ClassNotFoundException", name));
    }
    let dotted = DottedName::new(machine.string(state, name)?);
    let class = class_for_name(machine, state, &dotted, call.reference(2))?;
    if state.path.shapes.is_named(name) {
        machine.watch_class(state, class, name);
    }
    if call.boolean(1) {
        machine.ensure_initialized(state, class)?;
    }
    Ret::reference(machine.mirror(state, class)?)
}

fn class_for_name(machine: &mut Machine, state: &mut State, dotted: &DottedName, loader: ObjectId) -> Res<ClassId> {
    let internal = dotted.internal();
    let malformed = dotted.contains('/') || dotted.is_empty() || internal.starts_with("[L") && !internal.ends_with(';');
    if malformed {
        return Err(machine.throw(state, "java/lang/ClassNotFoundException", Some(dotted)));
    }
    let kind = machine.loader_of(state, loader)?;
    match machine.world.load(kind, &internal) {
        // A primitive's keyword is no class name.
        Ok(Some(class)) if !matches!(machine.world.classes[class].kind, ClassKind::Primitive(_)) => {
            return Ok(class);
        }
        Ok(_) => {}
        Err(error) => return Err(machine.load_error(state, error)),
    }
    if kind == Loader::Jdk {
        return Err(machine.throw(state, "java/lang/ClassNotFoundException", Some(dotted)));
    }
    if internal.starts_with('[') {
        return match machine.load_class(state, kind, &internal) {
            Err(Stop::Throw(_)) => Err(machine.throw(state, "java/lang/ClassNotFoundException", Some(dotted))),
            other => other,
        };
    }
    machine.load_through(state, loader, &internal)
}

fn new_array(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let component = component(machine, state, call)?;
    let array = machine.world.array_of(component);
    if call.arguments[1].term().is_some() && machine.keeps_length(state, array) {
        let size = new_size(machine, state, array, call.arguments[1])?;
        let length = machine.lift(size);
        return Ret::reference(machine.new_open_array(state, array, length));
    }
    let length = machine.concretize_int(state, call.arguments[1])?;
    check_size(machine, state, array, length)?;
    Ret::reference(machine.new_array(state, array, length as usize))
}

fn component(machine: &mut Machine, state: &mut State, call: &Call) -> Res<ClassId> {
    if call.reference(0).is_null() {
        return Err(machine.null_pointer(state));
    }
    let class = machine.class_of_mirror(call.reference(0))?;
    if machine.world.classes[class].kind == ClassKind::Primitive(None) {
        return Err(machine.throw(state, "java/lang/IllegalArgumentException", None));
    }
    Ok(class)
}

fn multi_new_array(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let mut array = component(machine, state, call)?;
    let dimensions = machine.array_length(state, call.reference(1))?;
    machine.concretize_range(state, call.reference(1), 0, dimensions)?;
    let sizes = match &machine.object(state, call.reference(1))?.body {
        crate::heap::Body::Ints(e) => e.to_vec(),
        other => panic!("int[] expected, found {other:?}"),
    };
    let Some((&last, outer)) = sizes.split_last() else {
        return Err(machine.throw(state, "java/lang/IllegalArgumentException", Some("Empty dimensions array")));
    };
    let innermost = machine.world.array_of(array);
    for _ in &sizes {
        array = machine.world.array_of(array);
    }
    for &size in &sizes {
        crate::execute::insn::check_size(machine, state, array, size)?;
    }
    crate::execute::insn::check_nest(machine, state, outer, Value::Int(last), innermost)?;
    Ret::reference(crate::execute::insn::nest(machine, state, array, outer, Value::Int(last)))
}

fn array_length(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let array = call.reference(0);
    if array.is_null() {
        return Err(machine.null_pointer(state));
    }
    if !machine.world.is_array(machine.class_of(state, array)) {
        let message = "Argument is not an array";
        return Err(machine.throw(state, "java/lang/IllegalArgumentException", Some(message)));
    }
    Ret::int(machine.array_length(state, array)? as i32)
}
