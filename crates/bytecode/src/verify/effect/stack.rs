//! pop to swap: they move slots, but never halves of a long or double.

use super::super::frame::Frame;
use super::super::kind::Kind;
use super::super::{Body, Checked, refuse};

pub(super) fn execute<E>(body: &Body, opcode: u8, frame: &mut Frame) -> Checked<(), E> {
    // How many slots are copied, and how many they go below.
    let (copied, below) = match opcode {
        87 => return frame.pop_single().map(|_| ()),
        88 => return two(frame).map(|_| ()),
        95 => {
            let (top, next) = (frame.pop_single()?, frame.pop_single()?);
            frame.stack.extend([top, next]);
            return Ok(());
        }
        89 => (1, 0),
        90 => (1, 1),
        91 => (1, 2),
        92 => (2, 0),
        93 => (2, 1),
        _ => (2, 2),
    };
    let top = take(frame, copied)?;
    let under = take(frame, below)?;
    frame.stack.extend(top.iter().chain(&under).chain(&top));
    if frame.stack.len() > body.code.max_stack.into() {
        return refuse("operand stack overflow");
    }
    Ok(())
}

fn take<E>(frame: &mut Frame, slots: usize) -> Checked<Vec<Kind>, E> {
    match slots {
        0 => Ok(Vec::new()),
        1 => frame.pop_single().map(|kind| vec![kind]),
        _ => two(frame).map(Vec::from),
    }
}

/// Two values of one slot or one of two, the lower slot first.
fn two<E>(frame: &mut Frame) -> Checked<[Kind; 2], E> {
    let high = frame.pop_slot()?;
    let low = frame.pop_slot()?;
    let whole = match high {
        Kind::High => low.is_wide(),
        Kind::Top => false,
        _ => !matches!(low, Kind::High | Kind::Top),
    };
    if whole { Ok([low, high]) } else { refuse("an instruction would split a long or double") }
}
