//! Reflective calls are dispatched inside our interpreter, so that symbolic data flows through them; and the questions
//! that depend on the Java stack.

use super::{Call, LibraryModel, Ret, model, open};
use crate::program::value::widen;
use crate::program::{ClassId, MethodId, ObjectId, Value};
use crate::reason::{Absent, Reason};
use crate::state::{After, State};
use crate::world::{End, Machine, Res};
use bytecode::{Prim, Type, access};

pub const MODELS: &[LibraryModel] = &[
    open("java/lang/reflect/Method", "invoke", "", narrow_receiver),
    open("java/lang/reflect/Field", "get", "", narrow_receiver),
    open("java/lang/reflect/Field", "set", "", narrow_receiver),
    open("java/lang/reflect/Field", "getInt", "", narrow_receiver),
    open("java/lang/reflect/Field", "setInt", "", narrow_receiver),
    model("jdk/internal/reflect/Reflection", "getCallerClass", "()Ljava/lang/Class;", get_caller_class),
    model("jdk/internal/reflect/Reflection", "isCallerSensitive", "(Ljava/lang/reflect/Method;)Z", is_caller_sensitive),
    model("jdk/internal/reflect/NativeMethodAccessorImpl", "invoke0", "", invoke),
    model("jdk/internal/reflect/DirectMethodHandleAccessor$NativeAccessor", "invoke0", "", invoke),
    model("jdk/internal/reflect/NativeConstructorAccessorImpl", "newInstance0", "", new_instance),
    model("jdk/internal/reflect/DirectConstructorHandleAccessor$NativeAccessor", "newInstance0", "", new_instance),
    model("jdk/internal/reflect/ReflectionFactory", "inflationThreshold", "()I", never_inflate),
    model("jdk/internal/misc/VM", "latestUserDefinedLoader0", "", latest_user_loader),
];

/// A symbolic receiver either has the member or not.
fn narrow_receiver(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Value::Ref(member) = call.arguments[0] else { return Ok(Ret::Interpret) };
    let is_static = machine.int_named(state, member, "modifiers")? & i32::from(access::STATIC) != 0;
    if let Some(term) = machine.symbolic_reference(call.arguments[1]).filter(|_| !is_static) {
        let mirror = machine.field_named(state, member, "clazz")?.as_ref();
        let class = machine.class_of_mirror(mirror)?;
        machine.split_open(state, term, |machine, of| machine.world.classes.is_subclass(of, class))?;
    }
    Ok(Ret::Interpret)
}

/// The class of the method that called the caller-sensitive method which asks.
fn get_caller_class(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let frames: Vec<MethodId> = state.frames.iter().rev().map(|f| f.method).collect();
    let caller = frames.iter().skip(1).find(|&&m| !is_plumbing(machine, m));
    match caller {
        Some(&method) => {
            let class = machine.world.classes[method].class;
            Ret::reference(machine.mirror(state, class)?)
        }
        None => Ret::reference(ObjectId::NULL),
    }
}

/// The JDK would look for an annotation, which defines classes.
fn is_caller_sensitive(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (class, method) = reflected_method(machine, state, call.reference(0))?;
    Ret::boolean(machine.world.classes[class].is_jdk() && machine.world.classes[method].caller_sensitive)
}

/// Frames that a security stack walk ignores: reflection and method-handle machinery.
pub fn is_plumbing(machine: &Machine, method: MethodId) -> bool {
    let m = &machine.world.classes[method];
    let class = &machine.world.classes[m.class];
    if m.hidden || class.synthetic {
        return true;
    }
    match &*class.name {
        "java/lang/reflect/Method" => *m.name == *"invoke",
        name => name.starts_with("jdk/internal/reflect/") && name.contains("Accessor"),
    }
}

/// The method of ours that a reflected Method or Constructor stands for.
pub fn reflected_method(machine: &mut Machine, state: &mut State, executable: ObjectId) -> Res<(ClassId, MethodId)> {
    let mirror = machine.field_named(state, executable, "clazz")?.as_ref();
    let class = machine.class_of_mirror(mirror)?;
    let is_method = machine.world.classes.slot_named(machine.class_of(state, executable), "returnType").is_some();
    let parameters = machine.field_named(state, executable, "parameterTypes")?.as_ref();
    let mut descriptor = String::from("(");
    for parameter in machine.refs(state, parameters)? {
        descriptor.push_str(&machine.descriptor_of_mirror(parameter)?);
    }
    descriptor.push(')');
    let name = if is_method {
        let result = machine.field_named(state, executable, "returnType")?.as_ref();
        descriptor.push_str(&machine.descriptor_of_mirror(result)?);
        let name = machine.field_named(state, executable, "name")?.as_ref();
        machine.string(state, name)?
    } else {
        descriptor.push('V');
        "<init>".into()
    };
    match machine.world.classes[class].declared_method(&name, &descriptor) {
        Some(method) => Ok((class, method)),
        None => Err(End::stopped(Reason::Missing(Absent::Member, format!("no method {name}{descriptor} to reflect")))),
    }
}

/// invoke0(method, receiver, arguments)
fn invoke(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (class, method) = reflected_method(machine, state, call.reference(0))?;
    let receiver = call.reference(1);
    let mut arguments = Vec::new();
    let mut target = method;
    if machine.world.classes[method].is_static() {
        machine.ensure_initialized(state, class)?;
    } else {
        if receiver.is_null() {
            return Err(machine.null_pointer(state));
        }
        let receiver_class = machine.class_of(state, receiver);
        if !machine.world.classes.is_subclass(receiver_class, class) {
            let message = "object is not an instance of declaring class";
            return Err(machine.throw(state, "java/lang/IllegalArgumentException", Some(message)));
        }
        arguments.push(Value::Ref(receiver));
        if let Some(selected) = machine.world.classes.select(receiver_class, method) {
            target = selected;
        }
    }
    unpack(machine, state, method, call.reference(2), &mut arguments)?;
    Ok(Ret::Call { method: target, arguments, after: After::PushBoxed(call.method) })
}

/// newInstance0(constructor, arguments)
fn new_instance(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (class, constructor) = reflected_method(machine, state, call.reference(0))?;
    if machine.world.classes[class].access & access::ABSTRACT != 0 {
        return Err(machine.throw(state, "java/lang/InstantiationException", None));
    }
    machine.ensure_initialized(state, class)?;
    let object = machine.new_object(state, class);
    let mut arguments = vec![Value::Ref(object)];
    unpack(machine, state, constructor, call.reference(1), &mut arguments)?;
    Ok(Ret::Call { method: constructor, arguments, after: After::PushConstructed(object, call.method) })
}

/// Unboxes and widens an Object[] to the parameters of a method (JLS 5.1.2).
fn unpack(
    machine: &mut Machine,
    state: &mut State,
    method: MethodId,
    array: ObjectId,
    into: &mut Vec<Value>,
) -> Res<()> {
    let length = if array.is_null() { 0 } else { machine.array_length(state, array)? };
    let parameters = machine.world.classes[method].parameters.clone();
    let declaring = machine.world.classes[method].class;
    if length != parameters.len() {
        // JDK 18 rewrote the accessors and their messages.
        let message = match machine.world.options.feature {
            ..18 => "wrong number of arguments".into(),
            _ => format!("wrong number of arguments: {} expected: {}", length, parameters.len()),
        };
        return Err(machine.throw(state, "java/lang/IllegalArgumentException", Some(&message)));
    }
    for (at, parameter) in parameters.into_iter().enumerate() {
        let given = machine.element(state, array, at)?;
        let value = match parameter {
            Type::Ref(name) => {
                let class = machine.class_named(state, declaring, &name)?;
                machine.reflective_argument(state, given, |machine, of| machine.world.classes.is_subclass(of, class))?
            }
            Type::Prim(prim) => {
                let fits = |machine: &Machine, of: ClassId| {
                    let from = Prim::from_wrapper(&machine.world.classes[of].name);
                    from.is_some_and(|from| widen(from, crate::program::Kind::Prim(from).zero(), prim).is_some())
                };
                match machine.reflective_argument(state, given, fits)? {
                    Some(boxed) if boxed.as_ref().is_null() => {
                        return Err(machine.throw(state, "java/lang/IllegalArgumentException", None));
                    }
                    Some(boxed) => {
                        let (from, value) = machine.unbox(state, boxed.as_ref())?.expect("a box");
                        let value = if from == prim { value } else { machine.concretize(state, value)? };
                        widen(from, value, prim)
                    }
                    None => None,
                }
            }
        };
        match value {
            Some(value) => into.push(value),
            None => {
                let message = "argument type mismatch";
                return Err(machine.throw(state, "java/lang/IllegalArgumentException", Some(message)));
            }
        }
    }
    Ok(())
}

/// Accessors written as bytecode at run time would only hide the call from us.
fn never_inflate(_: &mut Machine, _: &mut State, _: &Call) -> Res<Ret> {
    Ret::int(i32::MAX)
}

/// The loader of the topmost frame whose class is not the JDK's.
fn latest_user_loader(machine: &mut Machine, state: &mut State, _: &Call) -> Res<Ret> {
    let user = state
        .frames
        .iter()
        .rev()
        .map(|f| machine.world.classes[f.method].class)
        .find(|&c| !machine.world.classes[c].is_jdk());
    match user {
        Some(class) => {
            let mirror = machine.mirror(state, class)?;
            Ok(Ret::Value(machine.field_named(state, mirror, "classLoader")?))
        }
        None => Ret::reference(machine.host.app_loader(machine.world)?),
    }
}
