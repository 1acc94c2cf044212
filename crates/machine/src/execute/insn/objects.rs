//! new, casts, athrow, monitors.

use crate::execute::flow::{Flow, quicken};
use crate::program::{ClassId, ClassKind, ObjectId, Value};
use crate::state::State;
use crate::world::{Machine, Res};
use bytecode::{Insn, access};

pub fn resolve_new(machine: &mut Machine, state: &mut State, index: u16) -> Res<Flow> {
    let class = machine.pool_class(state, index)?;
    if machine.world.classes[class].access & (access::ABSTRACT | access::INTERFACE) != 0 {
        let message = machine.world.classes[class].dotted();
        return Err(machine.throw(state, "java/lang/InstantiationError", Some(&message)));
    }
    if machine.has_finalizer(state, class)? {
        return machine.new_finalizable(state, class);
    }
    quicken(machine, state, Insn::NewQuick(class.0));
    Ok(Flow::Entered)
}

pub fn new(machine: &mut Machine, state: &mut State, class: ClassId) -> Res<Flow> {
    machine.ensure_initialized(state, class)?;
    let id = machine.new_object(state, class);
    state.push(Value::Ref(id));
    Ok(Flow::Next)
}

/// A null needs no resolution, so the class may stay unloaded.
pub fn resolve_cast(machine: &mut Machine, state: &mut State, index: u16, quick: fn(u32) -> Insn) -> Res<Flow> {
    if state.peek(0).term().is_none() && state.peek(0).as_ref().is_null() {
        if matches!(quick(0), Insn::InstanceOfQuick(_)) {
            state.drop_slots(1);
            state.push(Value::Int(0));
        }
        return Ok(Flow::Next);
    }
    let class = machine.pool_class(state, index)?;
    quicken(machine, state, quick(class.0));
    Ok(Flow::Entered)
}

pub fn instance_of(machine: &mut Machine, state: &mut State, class: ClassId) -> Res<Flow> {
    if let Value::Sym(term) = state.peek(0)
        && let Some(holds) = machine.is_instance(state, term, class)
    {
        let answer = machine.boolean(holds);
        state.drop_slots(1);
        state.push(answer);
        return Ok(Flow::Next);
    }
    if let Some(holds) =
        machine.split_reference(state, 0, |machine, known| machine.world.classes.is_subclass(known, class))?
    {
        state.drop_slots(1);
        state.push(Value::boolean(holds));
        return Ok(Flow::Next);
    }
    machine.settle_slot(state, 0)?;
    let object = state.peek(0).as_ref();
    let holds = !object.is_null() && machine.is_instance_of(state, object, class)?;
    state.drop_slots(1);
    state.push(Value::boolean(holds));
    Ok(Flow::Next)
}

pub fn check_cast(machine: &mut Machine, state: &mut State, class: ClassId) -> Res<Flow> {
    if let Value::Sym(term) = state.peek(0)
        && machine.casts(state, term, class)
    {
        return Ok(Flow::Next);
    }
    if machine.split_reference(state, 0, |machine, known| machine.world.classes.is_subclass(known, class))?
        == Some(true)
    {
        return Ok(Flow::Next);
    }
    machine.settle_slot(state, 0)?;
    let object = state.peek(0).as_ref();
    if object.is_null() || machine.is_instance_of(state, object, class)? {
        return Ok(Flow::Next);
    }
    machine.settle_class(state, object)?;
    let source = machine.class_of(state, object);
    let message = cast_message(machine, state, source, class)?;
    Err(machine.throw(state, "java/lang/ClassCastException", Some(&message)))
}

/// The words of HotSpot: both classes with their modules and loaders, joined when these are equal.
pub fn cast_message(machine: &mut Machine, state: &mut State, source: ClassId, target: ClassId) -> Res<String> {
    let (from, to) = (machine.world.classes[source].dotted(), machine.world.classes[target].dotted());
    let from_place = place(machine, state, source)?;
    let to_place = place(machine, state, target)?;
    let places = if from_place == to_place {
        format!("{from} and {to} are in {from_place}")
    } else {
        format!("{from} is in {from_place}; {to} is in {to_place}")
    };
    Ok(format!("class {from} cannot be cast to class {to} ({places})"))
}

fn place(machine: &mut Machine, state: &mut State, class: ClassId) -> Res<String> {
    let mut element = class;
    while let ClassKind::Array(component) = machine.world.classes[element].kind {
        element = component;
    }
    let module = match &machine.world.classes[element].module {
        Some(module) => format!("module {module}"),
        None if matches!(machine.world.classes[element].kind, ClassKind::Primitive(_)) => "module java.base".into(),
        None => "unnamed module".into(),
    };
    Ok(format!("{module} of loader {}", machine.loader_name(state, element)?))
}

pub fn athrow(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    machine.settle_slot(state, 0)?;
    let exception = state.peek(0).as_ref();
    if exception.is_null() {
        return Err(machine.null_pointer(state));
    }
    machine.settle_class(state, exception)?;
    Err(crate::world::Stop::Throw(exception))
}

pub fn monitor_enter(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    machine.settle_slot(state, 0)?;
    let object = state.peek(0).as_ref();
    if object.is_null() {
        return Err(machine.null_pointer(state));
    }
    machine.may_lock(state, object)?;
    machine.doubt_row(state, object);
    state.drop_slots(1);
    state.enter_monitor(object);
    Ok(Flow::Next)
}

pub fn monitor_exit(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    machine.settle_slot(state, 0)?;
    let object = state.peek(0).as_ref();
    if object.is_null() {
        return Err(machine.null_pointer(state));
    }
    if !state.exit_monitor(object) {
        return Err(machine.not_owner(state));
    }
    state.drop_slots(1);
    Ok(Flow::Next)
}

/// if_acmpeq, if_acmpne where there are boxes of symbolic numbers. JDK code compares references as a shortcut for
/// `equals`, which it asks next: no reason to split there, but for the one table that is about identity.
pub fn compare(machine: &mut Machine, state: &mut State) -> Res<bool> {
    for depth in [1, 0] {
        if state.peek(depth).term().is_some_and(|term| machine.has_symbolic_leaf(term)) {
            machine.settle_slot(state, depth)?;
        }
    }
    let (a, b) = (state.peek(1), state.peek(0));
    machine.doubt_rough(state, a, b);
    if let Some(same) = machine.is_same_symbolic(state, a, b)? {
        state.drop_slots(2);
        return Ok(same);
    }
    let class = &machine.world.classes[machine.world.classes[state.top().method].class];
    let is_shortcut = class.is_jdk() && &*class.name != "java/util/IdentityHashMap";
    if !is_shortcut {
        machine.tell_own_values(state, a, b);
    }
    if (a.term().is_some() || b.term().is_some()) && state.path.boxes.is_empty() {
        if !is_shortcut && !state.path.twins.is_empty() {
            let mut compared = Vec::new();
            for value in [a, b] {
                let term = machine.lift(value);
                let leaves = machine.world.terms.cases(term);
                let ids = leaves.into_iter().filter_map(|(_, leaf)| machine.world.terms.as_const(leaf));
                compared.extend(ids.map(|id| ObjectId(id.bits() as u32)));
            }
            machine.doubt_identity(state, &compared);
        }
        let (a, b) = (machine.lift(a), machine.lift(b));
        let equal = machine.world.terms.eq(a, b);
        let same = machine.decide(state, equal)?;
        state.drop_slots(2);
        return Ok(same);
    }
    machine.settle_slot(state, 1)?;
    machine.settle_slot(state, 0)?;
    let (a, b) = (state.peek(1).as_ref(), state.peek(0).as_ref());
    machine.doubt_rough(state, Value::Ref(a), Value::Ref(b));
    let same = if is_shortcut { a == b } else { machine.is_same(state, a, b)? };
    state.drop_slots(2);
    Ok(same)
}
