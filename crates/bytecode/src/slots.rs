//! What instructions do to the height of the operand stack.

use crate::classfile::{ClassFile, Constant};
use crate::descriptor::{MethodDescriptor, Type, parse_type};
use crate::insn::Insn;

/// How many slots an instruction pops, and how many it pushes itself; nothing for quick forms, which the decoder does not make.
pub fn slots(file: &ClassFile, insn: Insn) -> Option<(usize, usize)> {
    Some(match insn {
        // checkcast leaves the reference as it is: the source stays that of the reference.
        Insn::Nop
        | Insn::Iinc { .. }
        | Insn::Goto(_)
        | Insn::Ret(_)
        | Insn::Return
        | Insn::FallOff
        | Insn::CheckCast(_) => (0, 0),
        Insn::AconstNull
        | Insn::Iconst(_)
        | Insn::Fconst(_)
        | Insn::Ldc(_)
        | Insn::Load(_)
        | Insn::Jsr(_)
        | Insn::New(_) => (0, 1),
        Insn::Lconst(_) | Insn::Dconst(_) | Insn::Ldc2(_) | Insn::Load2(_) => (0, 2),
        Insn::Iaload | Insn::Faload | Insn::Aaload | Insn::Baload | Insn::Caload | Insn::Saload => (2, 1),
        Insn::Laload | Insn::Daload => (2, 2),
        Insn::Iastore | Insn::Fastore | Insn::Aastore | Insn::Bastore | Insn::Castore | Insn::Sastore => (3, 0),
        Insn::Lastore | Insn::Dastore => (4, 0),
        Insn::Pop
        | Insn::Ifeq(_)
        | Insn::Ifne(_)
        | Insn::Iflt(_)
        | Insn::Ifge(_)
        | Insn::Ifgt(_)
        | Insn::Ifle(_)
        | Insn::IfNull(_)
        | Insn::IfNonNull(_)
        | Insn::Switch(_)
        | Insn::Ireturn
        | Insn::Freturn
        | Insn::Areturn
        | Insn::Athrow
        | Insn::MonitorEnter
        | Insn::MonitorExit => (1, 0),
        Insn::Pop2
        | Insn::IfIcmpeq(_)
        | Insn::IfIcmpne(_)
        | Insn::IfIcmplt(_)
        | Insn::IfIcmpge(_)
        | Insn::IfIcmpgt(_)
        | Insn::IfIcmple(_)
        | Insn::IfAcmpeq(_)
        | Insn::IfAcmpne(_)
        | Insn::Lreturn
        | Insn::Dreturn => (2, 0),
        Insn::Iadd
        | Insn::Fadd
        | Insn::Isub
        | Insn::Fsub
        | Insn::Imul
        | Insn::Fmul
        | Insn::Idiv
        | Insn::Fdiv
        | Insn::Irem
        | Insn::Frem
        | Insn::Ishl
        | Insn::Ishr
        | Insn::Iushr
        | Insn::Iand
        | Insn::Ior
        | Insn::Ixor
        | Insn::Fcmpl
        | Insn::Fcmpg
        | Insn::L2i
        | Insn::L2f
        | Insn::D2i
        | Insn::D2f => (2, 1),
        Insn::Ladd
        | Insn::Dadd
        | Insn::Lsub
        | Insn::Dsub
        | Insn::Lmul
        | Insn::Dmul
        | Insn::Ldiv
        | Insn::Ddiv
        | Insn::Lrem
        | Insn::Drem
        | Insn::Land
        | Insn::Lor
        | Insn::Lxor => (4, 2),
        Insn::Lshl | Insn::Lshr | Insn::Lushr => (3, 2),
        Insn::Lcmp | Insn::Dcmpl | Insn::Dcmpg => (4, 1),
        Insn::Ineg
        | Insn::Fneg
        | Insn::I2f
        | Insn::F2i
        | Insn::I2b
        | Insn::I2c
        | Insn::I2s
        | Insn::NewArray(_)
        | Insn::ANewArray(_)
        | Insn::ArrayLength
        | Insn::InstanceOf(_) => (1, 1),
        Insn::Lneg | Insn::Dneg | Insn::L2d | Insn::D2l => (2, 2),
        Insn::I2l | Insn::I2d | Insn::F2l | Insn::F2d => (1, 2),
        Insn::MultiANewArray { dimensions, .. } => (dimensions.into(), 1),
        Insn::GetStatic(index) => (0, field_slots(file, index)?),
        Insn::PutStatic(index) => (field_slots(file, index)?, 0),
        Insn::GetField(index) => (1, field_slots(file, index)?),
        Insn::PutField(index) => (field_slots(file, index)? + 1, 0),
        Insn::InvokeVirtual(index) | Insn::InvokeSpecial(index) | Insn::InvokeInterface(index) => {
            let (arguments, result) = call_slots(&file.pool.method(index).ok()?.descriptor)?;
            (arguments + 1, result)
        }
        Insn::InvokeStatic(index) => call_slots(&file.pool.method(index).ok()?.descriptor)?,
        Insn::InvokeDynamic(index) => match file.pool.get(index)? {
            Constant::InvokeDynamic { descriptor, .. } => call_slots(descriptor)?,
            _ => return None,
        },
        Insn::Store(_) => (1, 0),
        Insn::Store2(_) => (2, 0),
        Insn::Dup => (1, 2),
        Insn::DupX1 => (2, 3),
        Insn::DupX2 => (3, 4),
        Insn::Dup2 => (2, 4),
        Insn::Dup2X1 => (3, 5),
        Insn::Dup2X2 => (4, 6),
        Insn::Swap => (2, 2),
        Insn::LdcQuick(_)
        | Insn::GetFieldQuick { .. }
        | Insn::GetField2Quick { .. }
        | Insn::PutFieldQuick { .. }
        | Insn::PutField2Quick { .. }
        | Insn::GetStaticQuick { .. }
        | Insn::GetStatic2Quick { .. }
        | Insn::PutStaticQuick { .. }
        | Insn::PutStatic2Quick { .. }
        | Insn::InvokeStaticQuick(_)
        | Insn::InvokeSpecialQuick(_)
        | Insn::InvokeVirtualQuick { .. }
        | Insn::InvokeInterfaceQuick { .. }
        | Insn::InvokeSiteQuick(_)
        | Insn::NewQuick(_)
        | Insn::ANewArrayQuick(_)
        | Insn::CheckCastQuick(_)
        | Insn::InstanceOfQuick(_) => return None,
    })
}

fn field_slots(file: &ClassFile, index: u16) -> Option<usize> {
    let field = file.pool.field(index).ok()?;
    Some(parse_type(&field.descriptor).ok()?.slots())
}

/// Slots of the arguments and of the result.
fn call_slots(descriptor: &str) -> Option<(usize, usize)> {
    let descriptor = MethodDescriptor::parse(descriptor).ok()?;
    let result = descriptor.result.as_ref().map_or(0, Type::slots);
    Some((descriptor.argument_slots(), result))
}
