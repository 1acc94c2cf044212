//! What stands for a method whose contract is assumed: fresh values where the contract says nothing more.

use super::{Call, LibraryModel, Ret, symbolic};
use crate::heap::Body;
use crate::program::{ClassKind, Field, Kind, ObjectId, Value};
use crate::reason::{Flaw, Reason};
use crate::state::State;
use crate::state::shapes::Undefined;
use crate::world::atlas::Origin;
use crate::world::{End, Machine, Res, Stop};
use bytecode::{Prim, Type, access};
use std::rc::Rc;

pub fn find(method: &str) -> Option<&'static LibraryModel> {
    Some(match method {
        "assumed" => const { &symbolic("", "", "", assumed) },
        "leaveOut" => const { &symbolic("", "", "", leave_out) },
        "maybe" | "anyBoolean" | "anyByte" | "anyChar" | "anyShort" | "anyInt" | "anyLong" | "anyFloat"
        | "anyDouble" => const { &symbolic("", "", "", any_number) },
        "thrown" => const { &symbolic("", "", "", thrown) },
        "anyField" => const { &symbolic("", "", "", any_field) },
        "anyStatic" => const { &symbolic("", "", "", any_static) },
        "anyElements" => const { &symbolic("", "", "", any_elements) },
        "anyObject" => const { &symbolic("", "", "", any_object) },
        _ => return None,
    })
}

fn assumed(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let name = machine.string(state, call.reference(0))?;
    machine.world.atlas.specs.assumptions.insert(format!("{name} does what its contract says"));
    Ok(Ret::Void)
}

/// What the contract ensures threw: an exception, and the number of the clause.
fn leave_out(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (exception, clause) = (machine.class_of(state, call.reference(0)), call.arguments[1].as_int() as u32);
    Rc::make_mut(&mut state.path.shapes).undefined = Some(Undefined { clause, exception });
    Err(Stop::End(End::Assumed))
}

/// The next name for what a contract leaves open.
fn next_name(state: &mut State) -> String {
    let shapes = Rc::make_mut(&mut state.path.shapes);
    shapes.answers += 1;
    format!("contract answer {}", shapes.answers)
}

fn any_number(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let Some(Type::Prim(prim)) = machine.world.classes[call.method].result else {
        unreachable!("declared with a number as result");
    };
    let name = next_name(state);
    Ok(Ret::Value(machine.fresh_number(prim, &name).1))
}

fn any_object(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(0))?;
    let value = any_reference(machine, state, class);
    Ok(Ret::Value(machine.on_read(state, value)?))
}

fn any_reference(machine: &mut Machine, state: &mut State, class: crate::program::ClassId) -> Value {
    let name = next_name(state);
    let number = state.path.shapes.answers;
    let assumed =
        "objects that assumed contracts speak of are of the heap before, or new: none that the checked method made";
    machine.world.atlas.specs.assumptions.insert(assumed.into());
    let value = Value::Sym(machine.new_reference(&name, class, Origin::Answer(number), true));
    Rc::make_mut(&mut state.path.shapes).left_open.push(value);
    value
}

/// An object of exactly this class.
fn thrown(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(0))?;
    let found = &machine.world.classes[class];
    if found.access & (access::ABSTRACT | access::INTERFACE) != 0 {
        return Err(End::stopped(Reason::Contract(
            Flaw::Clause,
            format!("an assumed contract throws {}, which is abstract", found.dotted()),
        )));
    }
    machine.ensure_initialized(state, class)?;
    let object = machine.new_object(state, class);
    Ok(Ret::Value(Value::Ref(object)))
}

fn any_field(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let (object, name) = (call.reference(0), machine.string(state, call.reference(1))?);
    if object.is_null() {
        return Ok(Ret::Void);
    }
    machine.settle_class(state, object)?;
    let class = machine.class_of(state, object);
    let slots: Vec<u16> = match machine.world.classes.slot_named(class, &name) {
        Some(slot) => vec![slot],
        None if name == "*" => (0..machine.world.classes[class].layout.len() as u16).collect(),
        None => {
            let class = machine.world.classes[class].dotted();
            return Err(End::stopped(Reason::Contract(
                Flaw::Clause,
                format!("`assignable` names a field {name}, which {class} has not"),
            )));
        }
    };
    for slot in slots {
        let field = machine.world.classes.field_at(class, slot).clone();
        if name != "*" || field.access & access::FINAL == 0 {
            let value = any_value(machine, state, &field)?;
            machine.set_field(state, object, slot, value)?;
        }
    }
    Ok(Ret::Void)
}

fn any_static(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let class = machine.class_of_mirror(call.reference(0))?;
    let name = machine.string(state, call.reference(1))?;
    machine.ensure_initialized(state, class)?;
    let found = &machine.world.classes[class];
    let Some(field) = found.fields.iter().find(|field| field.is_static() && *field.name == *name).cloned() else {
        return Err(End::stopped(Reason::Contract(
            Flaw::Clause,
            format!("`assignable` names a static field {name}, which {} has not", found.dotted()),
        )));
    };
    let holder = found.statics;
    let value = any_value(machine, state, &field)?;
    machine.set_field(state, holder, field.slot, value)?;
    Ok(Ret::Void)
}

fn any_value(machine: &mut Machine, state: &mut State, field: &Field) -> Res<Value> {
    match field.kind {
        Kind::Prim(prim) => {
            let name = next_name(state);
            Ok(machine.fresh_number(prim, &name).1)
        }
        Kind::Ref => {
            let declared = machine.declared_class(state, field)?;
            Ok(any_reference(machine, state, declared))
        }
    }
}

/// Elements of an array of numbers from one place to another hold anything.
fn any_elements(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let array = call.reference(0);
    if array.is_null() {
        return Ok(Ret::Void);
    }
    let prim = element_kind(machine, state, array)?;
    let is_open = matches!(state.heap.get(array).body, Body::Open(_));
    if machine.world.atlas.loops.proving && is_open {
        let name = next_name(state);
        return machine
            .forget_range(state, array, prim, &name, [call.arguments[1], call.arguments[2]])
            .map(|()| Ret::Void);
    }
    let length = machine.array_length(state, array)?;
    for place in 0..length {
        let (low, high) = (machine.lift(call.arguments[1]), machine.lift(call.arguments[2]));
        let at = machine.world.terms.int(place as i32);
        let (from, to) = (machine.world.terms.sle(low, at), machine.world.terms.sle(at, high));
        let inside = machine.world.terms.and(from, to);
        let name = next_name(state);
        let fresh = machine.fresh_number(prim, &name).1;
        let now = machine.element(state, array, place)?;
        let (fresh, now) = (machine.lift(fresh), machine.lift(now));
        let chosen = machine.world.terms.ite(inside, fresh, now);
        let chosen = machine.value_of(chosen);
        machine.set_element(state, array, place, chosen)?;
    }
    Ok(Ret::Void)
}

fn element_kind(machine: &mut Machine, state: &mut State, array: ObjectId) -> Res<Prim> {
    let class = machine.class_of(state, array);
    if let ClassKind::Array(component) = machine.world.classes[class].kind
        && let ClassKind::Primitive(Some(prim)) = machine.world.classes[component].kind
    {
        return Ok(prim);
    }
    Err(End::stopped(Reason::Contract(Flaw::Clause, "an assumed contract changes elements that are no numbers".into())))
}
