//! The rarer stack shuffles, and the subroutines of class files older than version 50.

use crate::execute::flow::{Flow, malformed};
use crate::program::Value;
use crate::state::State;
use crate::world::Res;
use bytecode::Insn;

/// Rewrites the top slots: each number is the depth (0 = top) of the slot that comes there, deepest first.
pub fn shuffle(state: &mut State, insn: Insn) -> Res<Flow> {
    let order: &[u32] = match insn {
        Insn::DupX2 => &[0, 2, 1, 0],
        Insn::Dup2X1 => &[1, 0, 2, 1, 0],
        Insn::Dup2X2 => &[1, 0, 3, 2, 1, 0],
        Insn::Swap => &[0, 1],
        other => unreachable!("{other:?} is no shuffle"),
    };
    let taken = order.iter().max().expect("not empty") + 1;
    let values: Vec<Value> = order.iter().map(|&depth| state.peek(depth)).collect();
    state.drop_slots(taken);
    for value in values {
        // Slot by slot: a pad travels as the int that it is.
        let frame = state.frames.last_mut().expect("a frame");
        state.stack[frame.sp as usize] = value;
        frame.sp += 1;
    }
    Ok(Flow::Next)
}

/// The return address is the index of the instruction after the jump.
pub fn jsr(state: &mut State, target: u32) -> Res<Flow> {
    let back = state.top().pc as i32 + 1;
    state.push(Value::Int(back));
    Ok(Flow::Jump(target))
}

pub fn ret(state: &mut State, local: u16) -> Res<Flow> {
    match state.stack[state.top().locals as usize + local as usize] {
        Value::Int(back) => Ok(Flow::Jump(back as u32)),
        _ => Err(malformed("ret of a local that is no return address")),
    }
}
