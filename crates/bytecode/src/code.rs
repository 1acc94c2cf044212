//! A decoded method body. Made once per method on first use; instructions are cells so that the machine can
//! replace a symbolic reference by its quick form, which never depends on a state.

mod executed;
mod loops;
mod meet;

pub use executed::{Coverage, Marks};
pub use loops::{Loop, Loops};
pub use meet::Meet;

use crate::insn::{Insn, Switch};
use crate::names::ClassName;
use executed::Executed;
use std::cell::{Cell, OnceCell};

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
}
