//! What comes after an instruction, for those who execute one.

use crate::program::Value;
use crate::reason::{Gap, Reason};
use crate::state::State;
use crate::world::{End, Machine, Stop};
use bytecode::Insn;

/// What comes after an instruction.
pub enum Flow {
    Next,
    Jump(u32),
    /// A frame was pushed, or the frame's pc was set.
    Entered,
    Return(Option<Value>),
}

/// Replaces the instruction under execution by its quick form and executes that.
pub fn quicken(machine: &Machine, state: &State, quick: Insn) {
    let frame = state.top();
    let code = machine.world.classes[frame.method].code.get().expect("a frame's code is decoded");
    code.insns[frame.pc as usize].set(quick);
}

/// Stops with the reason that an instruction met a value of the wrong kind: only malformed classes do that.
pub(crate) fn malformed(what: &str) -> Stop {
    End::stopped(Reason::Unsupported(Gap::Code, format!("malformed bytecode: {what}")))
}
