//! One instruction with the whole machine at hand: whatever `sprint` does not do in its registers.
//! JVMS 6.5 throughout; families live in files of their own.

mod arithmetic;
mod arrays;
mod constants;
mod fields;
mod objects;
mod stack;
mod symbolic;

use crate::execute::flow::{Flow, malformed};
use crate::state::State;
use crate::world::{Machine, Res};
pub use arrays::{check_nest, check_size, negative_size, nest, new_size};

use bytecode::Insn;

pub fn step(machine: &mut Machine, state: &mut State) -> Res<Flow> {
    let frame = *state.top();
    let code = machine.world.classes[frame.method].code.get().expect("a frame's code is decoded").clone();
    let insn = code.insns[frame.pc as usize].get();
    match insn {
        Insn::Ldc(index) | Insn::Ldc2(index) => constants::ldc(machine, state, index),
        Insn::Baload
        | Insn::Iaload
        | Insn::Laload
        | Insn::Faload
        | Insn::Daload
        | Insn::Aaload
        | Insn::Caload
        | Insn::Saload => arrays::load(machine, state),
        Insn::Iastore | Insn::Fastore | Insn::Aastore | Insn::Bastore | Insn::Castore | Insn::Sastore => {
            arrays::store(machine, state, 1)
        }
        Insn::Lastore | Insn::Dastore => arrays::store(machine, state, 2),
        Insn::DupX2 | Insn::Dup2X1 | Insn::Dup2X2 | Insn::Swap => stack::shuffle(state, insn),
        Insn::Iinc { local, by } => symbolic::increment(machine, state, local, by),
        Insn::Switch(table) => symbolic::switch(machine, state, &code, table),
        Insn::Jsr(target) => stack::jsr(state, target),
        Insn::Ret(local) => stack::ret(state, local),
        Insn::Ireturn | Insn::Freturn | Insn::Areturn => Ok(Flow::Return(Some(state.pop()))),
        Insn::Lreturn | Insn::Dreturn => Ok(Flow::Return(Some(state.pop2()))),
        Insn::Return => Ok(Flow::Return(None)),
        Insn::GetStatic(index) | Insn::PutStatic(index) => fields::resolve_static(machine, state, index),
        Insn::GetField(index) | Insn::PutField(index) => fields::resolve_instance(machine, state, index),
        Insn::GetFieldQuick { slot } | Insn::GetField2Quick { slot } => fields::get(machine, state, slot),
        Insn::PutFieldQuick { slot } => fields::put(machine, state, slot, 1),
        Insn::PutField2Quick { slot } => fields::put(machine, state, slot, 2),
        Insn::GetStaticQuick { slot, holder } | Insn::GetStatic2Quick { slot, holder } => {
            fields::get_static(machine, state, slot, holder)
        }
        Insn::PutStaticQuick { slot, holder } => fields::put_static(machine, state, slot, holder, 1),
        Insn::PutStatic2Quick { slot, holder } => fields::put_static(machine, state, slot, holder, 2),
        Insn::InvokeVirtual(index) => machine.resolve_virtual(state, index),
        Insn::InvokeSpecial(index) => machine.resolve_special(state, index),
        Insn::InvokeStatic(index) => machine.resolve_static(state, index),
        Insn::InvokeInterface(index) => machine.resolve_interface(state, index),
        Insn::InvokeDynamic(index) => machine.link_site(state, index),
        Insn::InvokeStaticQuick(method) => machine.invoke_static(state, crate::program::MethodId(method)),
        Insn::InvokeSpecialQuick(method) => machine.invoke_special(state, crate::program::MethodId(method)),
        Insn::InvokeVirtualQuick { args, vtable } => machine.invoke_virtual(state, args, vtable),
        Insn::InvokeInterfaceQuick { args, method } => {
            machine.invoke_interface(state, args, crate::program::MethodId(method))
        }
        Insn::InvokeSiteQuick(site) => machine.invoke_site(state, site),
        Insn::New(index) => objects::resolve_new(machine, state, index),
        Insn::NewQuick(class) => objects::new(machine, state, crate::program::ClassId(class)),
        Insn::NewArray(prim) => arrays::new_primitive(machine, state, prim),
        Insn::ANewArray(index) => arrays::resolve_new(machine, state, index),
        Insn::ANewArrayQuick(class) => arrays::new(machine, state, crate::program::ClassId(class)),
        Insn::MultiANewArray { class, dimensions } => arrays::new_multi(machine, state, class, dimensions),
        Insn::ArrayLength => arrays::length(machine, state),
        Insn::Athrow => objects::athrow(machine, state),
        Insn::CheckCast(index) => objects::resolve_cast(machine, state, index, Insn::CheckCastQuick),
        Insn::InstanceOf(index) => objects::resolve_cast(machine, state, index, Insn::InstanceOfQuick),
        Insn::CheckCastQuick(class) => objects::check_cast(machine, state, crate::program::ClassId(class)),
        Insn::InstanceOfQuick(class) => objects::instance_of(machine, state, crate::program::ClassId(class)),
        Insn::IfAcmpeq(target) => Ok(if objects::compare(machine, state)? { Flow::Jump(target) } else { Flow::Next }),
        Insn::IfAcmpne(target) => Ok(if objects::compare(machine, state)? { Flow::Next } else { Flow::Jump(target) }),
        Insn::MonitorEnter => objects::monitor_enter(machine, state),
        Insn::MonitorExit => objects::monitor_exit(machine, state),
        Insn::FallOff => Err(malformed("control reaches the end of the code")),
        other => arithmetic::compute(machine, state, other),
    }
}
