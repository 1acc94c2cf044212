//! Where control goes behind an instruction, exceptions apart.

use crate::insn::{Insn, Switch};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    Next,
    /// There or on.
    Branch(u32),
    Jump(u32),
    /// Index into the code's switches.
    Switch(u32),
    Return,
    /// Throws, or falls off the end of malformed code.
    Throw,
    Jsr(u32),
    /// The local with the return address.
    Ret(u16),
}

impl Insn {
    pub fn flow(self) -> Flow {
        match self {
            Insn::Goto(target) => Flow::Jump(target),
            Insn::Jsr(target) => Flow::Jsr(target),
            Insn::Ret(local) => Flow::Ret(local),
            Insn::Switch(index) => Flow::Switch(index),
            Insn::Ireturn | Insn::Lreturn | Insn::Freturn | Insn::Dreturn | Insn::Areturn | Insn::Return => {
                Flow::Return
            }
            Insn::Athrow | Insn::FallOff => Flow::Throw,
            other => other.target().map_or(Flow::Next, Flow::Branch),
        }
    }
}

impl Switch {
    /// Where it may lead, the default first; a target may come more than once.
    pub fn targets(&self) -> impl Iterator<Item = u32> {
        let (Switch::Table { targets, default, .. } | Switch::Lookup { targets, default, .. }) = self;
        std::iter::once(*default).chain(targets.iter().copied())
    }
}
