//! Members that are looked up by a symbolic name: each name that leads to a member is a path of its own. The look-up itself is the JDK's.

use super::{Call, LibraryModel, Ret, text};
use crate::heap::Body;
use crate::program::{ClassId, ObjectId};
use crate::shapes::names::Name;
use crate::state::State;
use crate::world::{Machine, Res};
use bytecode::access;
use std::rc::Rc;

const CLASS: &str = "java/lang/Class";

pub const MODELS: &[LibraryModel] = &[
    text(CLASS, "getMethod", "", get_method),
    text(CLASS, "getDeclaredMethod", "", get_declared_method),
    text(CLASS, "getField", "", get_field),
    text(CLASS, "getDeclaredField", "", get_declared_field),
];

/// Which members count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// Public ones, also of superclasses and interfaces.
    Public,
    Declared,
}

fn get_method(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    method(machine, state, call, Of::Public)
}

fn get_declared_method(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    method(machine, state, call, Of::Declared)
}

fn get_field(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    field(machine, state, call, Of::Public)
}

fn get_declared_field(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    field(machine, state, call, Of::Declared)
}

fn method(machine: &mut Machine, state: &mut State, call: &Call, of: Of) -> Res<Ret> {
    let types = parameters(machine, state, call.reference(2))?;
    let named = |machine: &Machine, class: ClassId| -> Vec<Rc<str>> {
        let classes = &machine.world.classes;
        let fits = |m: &&crate::program::Method| {
            let listed = !m.name.starts_with('<') && (of == Of::Declared || m.access & access::PUBLIC != 0);
            listed && types.as_ref().is_none_or(|types| m.descriptor.starts_with(types.as_str()))
        };
        classes[class].methods.iter().map(|&method| &classes[method]).filter(fits).map(|m| m.name.clone()).collect()
    };
    find(machine, state, call, of, named, "java/lang/NoSuchMethodException")
}

fn field(machine: &mut Machine, state: &mut State, call: &Call, of: Of) -> Res<Ret> {
    let named = |machine: &Machine, class: ClassId| -> Vec<Rc<str>> {
        let is_listed = |field: &&crate::program::Field| of == Of::Declared || field.access & access::PUBLIC != 0;
        machine.world.classes[class].fields.iter().filter(is_listed).map(|field| field.name.clone()).collect()
    };
    find(machine, state, call, of, named, "java/lang/NoSuchFieldException")
}

fn find(
    machine: &mut Machine,
    state: &mut State,
    call: &Call,
    of: Of,
    named: impl Fn(&Machine, ClassId) -> Vec<Rc<str>>,
    missing: &str,
) -> Res<Ret> {
    let name = call.reference(1);
    if name.is_null() || machine.symbolic_text(state, name)?.is_none() {
        return Ok(Ret::Interpret);
    }
    let class = machine.class_of_mirror(call.reference(0))?;
    let mut names: Vec<Rc<str>> = Vec::new();
    let linked = &machine.world.classes[class];
    let all: Vec<ClassId> = match of {
        Of::Public => linked.chain.iter().rev().chain(&linked.all_interfaces).copied().collect(),
        Of::Declared => vec![class],
    };
    for class in all {
        for name in named(machine, class) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    match machine.settle_name(state, name, &names)? {
        Name::Known => Ok(Ret::Interpret),
        Name::Other => Err(machine.throw_object(state, missing, name)),
    }
}

/// `(Ljava/lang/String;I)` of an array of classes, if they are known.
fn parameters(machine: &mut Machine, state: &mut State, array: ObjectId) -> Res<Option<String>> {
    if array.is_null() {
        return Ok(Some("()".into()));
    }
    let object = machine.object(state, array)?;
    let Body::Refs(types) = &object.body else { return Ok(None) };
    let types = types.to_vec();
    if object.symbols.is_some() || types.iter().any(|mirror| mirror.is_null()) {
        return Ok(None);
    }
    let mut descriptor = String::from("(");
    for mirror in types {
        descriptor += &machine.descriptor_of_mirror(mirror)?;
    }
    Ok(Some(descriptor + ")"))
}
