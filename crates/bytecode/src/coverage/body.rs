//! The code of a method as filters look at it: opcodes without their short forms.

use crate::classfile::{ClassFile, MemberRef, MethodInfo};
use crate::code::Code;
use crate::insn::Insn;

pub(super) mod op {
    pub const ICONST_M1: u8 = 2;
    pub const LDC: u8 = 18;
    pub const ILOAD: u8 = 21;
    pub const ALOAD: u8 = 25;
    pub const ISTORE: u8 = 54;
    pub const ASTORE: u8 = 58;
    pub const IFEQ: u8 = 153;
    pub const GOTO: u8 = 167;
    pub const TABLESWITCH: u8 = 170;
    pub const LOOKUPSWITCH: u8 = 171;
    pub const IRETURN: u8 = 172;
    pub const ARETURN: u8 = 176;
    pub const RETURN: u8 = 177;
    pub const GETFIELD: u8 = 180;
    pub const INVOKEVIRTUAL: u8 = 182;
    pub const INVOKESPECIAL: u8 = 183;
    pub const INVOKESTATIC: u8 = 184;
    pub const INVOKEINTERFACE: u8 = 185;
    pub const INVOKEDYNAMIC: u8 = 186;
    pub const ATHROW: u8 = 191;
    pub const MONITOREXIT: u8 = 195;
    pub const IFNULL: u8 = 198;
    pub const WIDE: u8 = 196;
}

pub(crate) struct Body<'c> {
    pub class: &'c ClassFile,
    pub method: &'c MethodInfo,
    pub code: &'c Code,
    /// By instruction.
    pub opcodes: Vec<u8>,
}

impl<'c> Body<'c> {
    pub fn of(class: &'c ClassFile, method: &'c MethodInfo, code: &'c Code) -> Body<'c> {
        let bytes = method.code.as_ref().map_or(&[][..], |info| &class.bytes[info.bytes.clone()]);
        let is_real = |insn: Insn| insn != Insn::FallOff;
        let count = code.insns.iter().take_while(|insn| is_real(insn.get())).count();
        let opcodes = code.pcs[..count].iter().map(|&pc| long_form(&bytes[usize::from(pc)..])).collect();
        Body { class, method, code, opcodes }
    }

    pub fn len(&self) -> usize {
        self.opcodes.len()
    }

    pub fn opcode(&self, at: usize) -> Option<u8> {
        self.opcodes.get(at).copied()
    }

    /// The local variable that an instruction loads or stores.
    pub fn local(&self, at: usize) -> Option<u16> {
        match self.code.insns.get(at)?.get() {
            Insn::Load(local) | Insn::Load2(local) | Insn::Store(local) | Insn::Store2(local) => Some(local),
            _ => None,
        }
    }

    /// The method that an instruction calls.
    pub fn called(&self, at: usize) -> Option<&MemberRef> {
        match self.code.insns.get(at)?.get() {
            Insn::InvokeVirtual(index)
            | Insn::InvokeSpecial(index)
            | Insn::InvokeStatic(index)
            | Insn::InvokeInterface(index) => self.class.pool.method(index).ok(),
            _ => None,
        }
    }

    /// Does it call `class.name` with that descriptor?
    pub fn calls(&self, at: usize, class: &str, name: &str, descriptor: &str) -> bool {
        let is_meant =
            |called: &MemberRef| &*called.class == class && &*called.name == name && &*called.descriptor == descriptor;
        self.called(at).is_some_and(is_meant)
    }
}

/// An opcode without the short form for the first local variables and for wide operands.
fn long_form(code: &[u8]) -> u8 {
    match code[0] {
        19 | 20 => op::LDC,
        short @ 26..=45 => op::ILOAD + (short - 26) / 4,
        short @ 59..=78 => op::ISTORE + (short - 59) / 4,
        200 => op::GOTO,
        op::WIDE => code.get(1).copied().unwrap_or(op::WIDE),
        other => other,
    }
}
