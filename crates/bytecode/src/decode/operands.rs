//! Operands of instructions: pool indices of the right kind, and branch targets from byte pcs to indices.

use super::Body;
use crate::classfile::{ClassFileError, Constant, malformed};
use crate::insn::{Insn, Prim, Switch};

/// Pool operands: each answers the index after checking what it refers to.
impl Body<'_> {
    pub(super) fn constant(&mut self, index: u16) -> Result<u16, ClassFileError> {
        match self.pool.get(index) {
            Some(Constant::Long(_) | Constant::Double(_)) => self.pool.wrong(index, "one-slot constant"),
            Some(Constant::Dynamic { descriptor, .. }) if is_two_slots(descriptor) => {
                self.pool.wrong(index, "one-slot constant")
            }
            _ if self.pool.is_loadable(index) => Ok(index),
            _ => self.pool.wrong(index, "loadable constant"),
        }
    }

    pub(super) fn wide_constant(&mut self) -> Result<u16, ClassFileError> {
        let index = self.reader.u16()?;
        match self.pool.get(index) {
            Some(Constant::Long(_) | Constant::Double(_)) => Ok(index),
            Some(Constant::Dynamic { descriptor, .. }) if is_two_slots(descriptor) => Ok(index),
            _ => self.pool.wrong(index, "two-slot constant"),
        }
    }

    pub(super) fn class(&mut self) -> Result<u16, ClassFileError> {
        let index = self.reader.u16()?;
        self.pool.class(index).map(|_| index)
    }

    pub(super) fn field(&mut self) -> Result<u16, ClassFileError> {
        let index = self.reader.u16()?;
        self.pool.field(index).map(|_| index)
    }

    pub(super) fn virtual_method(&mut self) -> Result<u16, ClassFileError> {
        let index = self.reader.u16()?;
        match self.pool.get(index) {
            Some(Constant::Method(_)) => Ok(index),
            _ => self.pool.wrong(index, "Methodref"),
        }
    }

    /// invokespecial and invokestatic also call methods of interfaces.
    pub(super) fn any_method(&mut self) -> Result<u16, ClassFileError> {
        let index = self.reader.u16()?;
        self.pool.method(index).map(|_| index)
    }

    pub(super) fn interface_method(&mut self) -> Result<u16, ClassFileError> {
        let index = self.reader.u16()?;
        // The argument count and a zero: redundant (JVMS 6.5 invokeinterface).
        self.reader.u16()?;
        match self.pool.get(index) {
            Some(Constant::InterfaceMethod(_)) => Ok(index),
            _ => self.pool.wrong(index, "InterfaceMethodref"),
        }
    }

    pub(super) fn call_site(&mut self) -> Result<u16, ClassFileError> {
        let index = self.reader.u16()?;
        self.reader.u16()?;
        match self.pool.get(index) {
            Some(Constant::InvokeDynamic { .. }) => Ok(index),
            _ => self.pool.wrong(index, "InvokeDynamic"),
        }
    }

    pub(super) fn element_type(&mut self) -> Result<Prim, ClassFileError> {
        let code = self.reader.u8()?;
        match Prim::from_array_code(code) {
            Some(prim) => Ok(prim),
            None => malformed(format!("newarray of type {code}")),
        }
    }

    pub(super) fn multi_array(&mut self) -> Result<Insn, ClassFileError> {
        let class = self.class()?;
        let dimensions = self.reader.u8()?;
        let depth = self.pool.class(class)?.bytes().take_while(|&byte| byte == b'[').count();
        if dimensions == 0 || usize::from(dimensions) > depth {
            return malformed(format!("multianewarray of {dimensions} dimensions"));
        }
        Ok(Insn::MultiANewArray { class, dimensions })
    }
}

fn is_two_slots(descriptor: &str) -> bool {
    matches!(descriptor, "J" | "D")
}

/// Branches: byte pcs while instructions are read, indices after `link`.
impl Body<'_> {
    pub(super) fn near(&mut self, pc: usize) -> Result<u32, ClassFileError> {
        let offset = self.reader.i16()?;
        target_pc(pc, offset.into())
    }

    pub(super) fn far(&mut self, pc: usize) -> Result<u32, ClassFileError> {
        let offset = self.reader.i32()?;
        target_pc(pc, offset)
    }

    pub(super) fn link(&mut self) -> Result<(), ClassFileError> {
        for at in 0..self.insns.len() {
            let mut insn = self.insns[at];
            let Some(target) = insn.target_mut() else {
                continue;
            };
            *target = self.index_of(*target)?;
            self.insns[at] = insn;
        }
        let mut switches = std::mem::take(&mut self.switches);
        for switch in &mut switches {
            let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) = switch;
            for target in targets.iter_mut().chain([default]) {
                *target = self.index_of(*target)?;
            }
        }
        self.switches = switches;
        Ok(())
    }

    /// The instruction that starts at a pc.
    pub(super) fn index_of(&self, pc: u32) -> Result<u32, ClassFileError> {
        let index = self.boundary(pc)?;
        if index as usize + 1 == self.insns.len() {
            return malformed(format!("target {pc} is after the code"));
        }
        Ok(index)
    }

    /// The instruction that starts at a pc, or the `FallOff` at the end.
    pub(super) fn boundary(&self, pc: u32) -> Result<u32, ClassFileError> {
        let index = u16::try_from(pc).ok().and_then(|pc| self.pcs.binary_search(&pc).ok());
        match index {
            Some(index) => Ok(index as u32),
            None => malformed(format!("no instruction starts at pc {pc}")),
        }
    }
}

fn target_pc(pc: usize, offset: i32) -> Result<u32, ClassFileError> {
    match (pc as u32).checked_add_signed(offset) {
        Some(target) => Ok(target),
        None => malformed(format!("branch from {pc} by {offset}")),
    }
}

/// The five typed forms of a load or store, in the order of their opcodes: int, long, float, double, reference.
pub(super) fn typed(kind: u8, local: u16, one: fn(u16) -> Insn, two: fn(u16) -> Insn) -> Insn {
    match kind {
        1 | 3 => two(local),
        _ => one(local),
    }
}
