//! Where the fast loop stands in the frame on top, and why it pauses.

use crate::program::Classes;
use crate::state::Frame;
use bytecode::Code;

pub(crate) enum Pause {
    /// The instruction at the frame's pc needs the whole machine.
    Step,
    OutOfFuel,
    /// The state is where it was to be watched for, or left the frames above.
    Watched,
}

/// The registers of the sprint.
pub(super) struct Registers<'w> {
    pub code: &'w Code,
    pub pc: usize,
    pub sp: usize,
    pub locals: usize,
}

impl<'w> Registers<'w> {
    pub fn load(classes: &'w Classes, frame: &Frame) -> Registers<'w> {
        let code = classes[frame.method].code.get().expect("a frame's code is decoded");
        Registers { code, pc: frame.pc as usize, sp: frame.sp as usize, locals: frame.locals as usize }
    }
}
