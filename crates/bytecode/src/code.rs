//! A decoded method body. Made once per method on first use; instructions are cells so that the machine can
//! replace a symbolic reference by its quick form, which never depends on a state.

mod dominate;
mod executed;
mod gather;
mod loops;
mod meet;

pub use executed::{Coverage, Marks};
pub use loops::{Loop, Loops};
pub use meet::Meet;

use crate::flow::Flow;
use crate::insn::{Insn, Switch};
use crate::names::ClassName;
use executed::Executed;
use std::cell::{Cell, OnceCell};

/// How many instructions a method has at most that counts as an accessor.
const LONGEST_ACCESSOR: usize = 8;

#[derive(Debug)]
pub struct Code {
    pub insns: Box<[Cell<Insn>]>,
    /// Byte pc of each instruction.
    pub pcs: Box<[u16]>,
    pub switches: Box<[Switch]>,
    pub handlers: Box<[Handler]>,
    /// (first instruction index, line), sorted.
    pub lines: Box<[(u32, u16)]>,
    pub max_stack: u16,
    pub max_locals: u16,
    /// Where the sides of branches meet, once somebody asked.
    pub meets: OnceCell<Box<[Meet]>>,
    /// Where ways through it come together, once somebody asked.
    pub gathers: OnceCell<Box<[u32]>>,
    /// Its loops, once somebody asked.
    pub loops: OnceCell<Loops>,
    /// What ran, where somebody counts that.
    pub executed: OnceCell<Executed>,
}

/// An exception-table row in instruction indices; `end` is exclusive.
#[derive(Clone, Debug)]
pub struct Handler {
    pub start: u32,
    pub end: u32,
    pub target: u32,
    /// `None` catches everything.
    pub catch: Option<ClassName>,
}

impl Code {
    pub fn line(&self, index: u32) -> Option<u16> {
        let after = self.lines.partition_point(|&(start, _)| start <= index);
        after.checked_sub(1).map(|i| self.lines[i].1)
    }

    /// Does it do nothing but move fields, locals and constants, in one row?
    pub fn is_accessor(&self) -> bool {
        let simple = |insn: Insn| {
            let moves = matches!(
                insn,
                Insn::AconstNull
                    | Insn::Iconst(_)
                    | Insn::Lconst(_)
                    | Insn::Fconst(_)
                    | Insn::Dconst(_)
                    | Insn::Load(_)
                    | Insn::Load2(_)
                    | Insn::GetField(_)
                    | Insn::GetFieldQuick { .. }
                    | Insn::GetField2Quick { .. }
                    | Insn::PutField(_)
                    | Insn::PutFieldQuick { .. }
                    | Insn::PutField2Quick { .. }
                    | Insn::FallOff
            );
            moves || insn.flow() == Flow::Return
        };
        self.insns.len() <= LONGEST_ACCESSOR && self.insns.iter().all(|insn| simple(insn.get()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A body of these instructions, with one switch.
    pub fn code(insns: &[Insn]) -> Code {
        Code {
            insns: insns.iter().map(|&insn| Cell::new(insn)).collect(),
            pcs: (0..insns.len() as u16).collect(),
            switches: Box::new([Switch::Table { low: 0, targets: Box::new([2, 4]), default: 6 }]),
            handlers: Box::new([]),
            lines: Box::new([]),
            max_stack: 4,
            max_locals: 4,
            meets: OnceCell::new(),
            gathers: OnceCell::new(),
            loops: OnceCell::new(),
            executed: OnceCell::new(),
        }
    }
}
