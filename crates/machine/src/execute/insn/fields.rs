//! Fields and statics: resolution to a slot, then the access. A static access checks initialisation in each state.

use crate::execute::flow::{Flow, quicken};
use crate::natives::decided;
use crate::program::{Field, ObjectId, Value};
use crate::state::State;
use crate::visible::Reach;
use crate::world::{Machine, Res};
use bytecode::Insn;

pub fn resolve_instance(machine: &mut Machine, state: &mut State, index: u16) -> Res<Flow> {
    let field = machine.pool_field(state, index)?;
    if field.is_static() {
        return Err(wrong_staticness(machine, state, &field, "Expected non-static field"));
    }
    let slot = field.slot;
    let quick = match (current(machine, state), field.kind.two_slots()) {
        (Insn::GetField(_), false) => Insn::GetFieldQuick { slot },
        (Insn::GetField(_), true) => Insn::GetField2Quick { slot },
        (_, false) => Insn::PutFieldQuick { slot },
        (_, true) => Insn::PutField2Quick { slot },
    };
    quicken(machine, state, quick);
    Ok(Flow::Entered)
}

pub fn resolve_static(machine: &mut Machine, state: &mut State, index: u16) -> Res<Flow> {
    let field = machine.pool_field(state, index)?;
    if !field.is_static() {
        return Err(wrong_staticness(machine, state, &field, "Expected static field"));
    }
    machine.ensure_initialized(state, field.class)?;
    let (slot, holder) = (field.slot, machine.world.classes[field.class].statics.0);
    let class = &machine.world.classes[field.class];
    if let Insn::GetStatic(_) = current(machine, state)
        && class.is_jdk()
        && let Some(decided) = decided::field(&class.name, &field.name)
    {
        // Not made quick: each path that reads it must be told.
        machine.meet(state, decided);
        return get_static(machine, state, slot, holder);
    }
    if matches!(current(machine, state), Insn::GetStatic(_)) && !class.is_jdk() {
        let value = machine.raw_field(state, ObjectId(holder), slot)?;
        machine.note_held(state, value);
    }
    let quick = match (current(machine, state), field.kind.two_slots()) {
        (Insn::GetStatic(_), false) => Insn::GetStaticQuick { slot, holder },
        (Insn::GetStatic(_), true) => Insn::GetStatic2Quick { slot, holder },
        (_, false) => Insn::PutStaticQuick { slot, holder },
        (_, true) => Insn::PutStatic2Quick { slot, holder },
    };
    quicken(machine, state, quick);
    Ok(Flow::Entered)
}

fn current(machine: &Machine, state: &State) -> Insn {
    let frame = state.top();
    machine.world.classes[frame.method].code.get().expect("decoded").insns[frame.pc as usize].get()
}

fn wrong_staticness(machine: &mut Machine, state: &mut State, field: &Field, what: &str) -> crate::world::Stop {
    let message = format!("{what} {}.{}", machine.world.classes[field.class].dotted(), field.name);
    machine.throw(state, "java/lang/IncompatibleClassChangeError", Some(&message))
}

pub fn get(machine: &mut Machine, state: &mut State, slot: u16) -> Res<Flow> {
    if let Value::Sym(term) = state.peek(0)
        && let Some(objects) = machine.objects_of(state, term)?
    {
        let value = machine.field_of_any(state, &objects, slot)?;
        state.drop_slots(1);
        state.push(value);
        return Ok(Flow::Next);
    }
    machine.settle_slot(state, 0)?;
    let object = state.peek(0).as_ref();
    if object.is_null() {
        return Err(machine.null_pointer(state));
    }
    machine.reach_field(state, object, slot, Reach::Read)?;
    let value = machine.raw_field(state, object, slot)?;
    let value = machine.on_read(state, value)?;
    state.drop_slots(1);
    state.push(value);
    Ok(Flow::Next)
}

pub fn put(machine: &mut Machine, state: &mut State, slot: u16, slots: u32) -> Res<Flow> {
    if let Value::Sym(term) = state.peek(slots)
        && let Some(objects) = machine.objects_of(state, term)?
    {
        machine.set_field_of_any(state, &objects, slot, state.peek(slots - 1))?;
        state.drop_slots(slots + 1);
        return Ok(Flow::Next);
    }
    machine.settle_slot(state, slots)?;
    let object = state.peek(slots).as_ref();
    if object.is_null() {
        return Err(machine.null_pointer(state));
    }
    machine.reach_field(state, object, slot, Reach::Write)?;
    let value = state.peek(slots - 1);
    machine.set_field(state, object, slot, value)?;
    state.drop_slots(slots + 1);
    Ok(Flow::Next)
}

pub fn get_static(machine: &mut Machine, state: &mut State, slot: u16, holder: u32) -> Res<Flow> {
    let id = ready_statics(machine, state, holder)?;
    machine.reach_static(state, id, slot, Reach::Read)?;
    let value = machine.raw_field(state, id, slot)?;
    let value = machine.on_read(state, value)?;
    state.push(value);
    Ok(Flow::Next)
}

pub fn put_static(machine: &mut Machine, state: &mut State, slot: u16, holder: u32, slots: u32) -> Res<Flow> {
    let id = ready_statics(machine, state, holder)?;
    machine.reach_static(state, id, slot, Reach::Write)?;
    let value: Value = state.peek(slots - 1);
    machine.set_field(state, id, slot, value)?;
    state.drop_slots(slots);
    Ok(Flow::Next)
}

fn ready_statics(machine: &mut Machine, state: &mut State, holder: u32) -> Res<ObjectId> {
    let id = ObjectId(holder);
    let class = machine.world.holders[&id];
    machine.ensure_initialized(state, class)?;
    Ok(id)
}
