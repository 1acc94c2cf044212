//! Who writes down what the fast loop executes.

use crate::program::{Classes, MethodId};
use crate::state::Frame;
use crate::state::decided::{Jump, JumpSide};
use crate::state::way::{Way, Went};
use crate::world::profile::Profile;
use bytecode::{Code, Insn};

/// All methods are called where the loop knows the answer anyway; one that does nothing costs nothing.
pub(crate) trait Scribe {
    /// Accesses of memory are looked at: the loop leaves them to others.
    const SHARED: bool = false;

    fn ran(&mut self, _code: &Code, _pc: usize) {}
    fn branched(&mut self, classes: &Classes, frames: &[Frame], code: &Code, pc: usize, jumped: bool);
    fn switched(&mut self, classes: &Classes, frames: &[Frame], code: &Code, pc: usize, target: u32);
    fn entered(&mut self, _classes: &Classes, _method: MethodId) {}
    /// The frame on top is left, for a call or for good, with so much fuel.
    fn parts(&mut self, _frames: &[Frame], _fuel: u64) {}
}

/// Nothing is written down.
pub(crate) struct Nobody;

impl Scribe for Nobody {
    #[inline(always)]
    fn branched(&mut self, _: &Classes, _: &[Frame], _: &Code, _: usize, _: bool) {}
    #[inline(always)]
    fn switched(&mut self, _: &Classes, _: &[Frame], _: &Code, _: usize, _: u32) {}
}

/// Whether it accesses what several threads may share: a variable, or a class that one of them has to initialise.
pub(crate) fn is_shared(insn: Insn) -> bool {
    matches!(
        insn,
        Insn::Iaload
            | Insn::Laload
            | Insn::Faload
            | Insn::Daload
            | Insn::Aaload
            | Insn::Baload
            | Insn::Caload
            | Insn::Saload
            | Insn::Iastore
            | Insn::Lastore
            | Insn::Fastore
            | Insn::Dastore
            | Insn::Aastore
            | Insn::Bastore
            | Insn::Castore
            | Insn::Sastore
            | Insn::GetFieldQuick { .. }
            | Insn::GetField2Quick { .. }
            | Insn::PutFieldQuick { .. }
            | Insn::PutField2Quick { .. }
            | Insn::GetStaticQuick { .. }
            | Insn::GetStatic2Quick { .. }
            | Insn::PutStaticQuick { .. }
            | Insn::PutStatic2Quick { .. }
            | Insn::InvokeStaticQuick(_)
            | Insn::NewQuick(_)
    )
}

/// Nothing is written down, and what several threads share is left to `step`.
pub(crate) struct Shared;

impl Scribe for Shared {
    const SHARED: bool = true;
    #[inline(always)]
    fn branched(&mut self, _: &Classes, _: &[Frame], _: &Code, _: usize, _: bool) {}
    #[inline(always)]
    fn switched(&mut self, _: &Classes, _: &[Frame], _: &Code, _: usize, _: u32) {}
}

/// Marks on the code itself.
pub(crate) struct Marker;

impl Scribe for Marker {
    fn ran(&mut self, code: &Code, pc: usize) {
        code.ran(pc);
    }

    fn branched(&mut self, _: &Classes, _: &[Frame], code: &Code, pc: usize, jumped: bool) {
        code.branched(pc, jumped);
    }

    fn switched(&mut self, _: &Classes, _: &[Frame], code: &Code, pc: usize, target: u32) {
        code.went_to(pc, target);
    }
}

impl Scribe for Way {
    fn branched(&mut self, classes: &Classes, frames: &[Frame], _: &Code, pc: usize, jumped: bool) {
        let method = frames.last().expect("a frame").method;
        self.turn(classes, method, pc as u32, if jumped { Went::Jumped } else { Went::On });
    }

    fn switched(&mut self, classes: &Classes, frames: &[Frame], _: &Code, pc: usize, target: u32) {
        let method = frames.last().expect("a frame").method;
        self.turn(classes, method, pc as u32, Went::To(target as u16));
    }

    fn entered(&mut self, classes: &Classes, method: MethodId) {
        self.turn(classes, method, 0, Went::In);
    }
}

/// Counts the instructions of each method.
pub(crate) struct Counter<'p> {
    pub profile: &'p mut Profile,
    /// When the frame on top went on.
    pub fuel: u64,
}

impl Scribe for Counter<'_> {
    fn branched(&mut self, _: &Classes, _: &[Frame], _: &Code, _: usize, _: bool) {}
    fn switched(&mut self, _: &Classes, _: &[Frame], _: &Code, _: usize, _: u32) {}

    fn parts(&mut self, frames: &[Frame], fuel: u64) {
        self.profile.executed(frames.last().expect("a frame").method, self.fuel - fuel);
        self.fuel = fuel;
    }
}

/// The jumps that follow each other, and marks on the code where somebody wants those, too.
pub(crate) struct Jumps {
    pub jumps: Vec<Jump>,
    pub marks: bool,
}

impl Jumps {
    fn add(&mut self, classes: &Classes, frames: &[Frame], pc: usize, went: JumpSide) {
        let method = frames.last().expect("a frame").method;
        if !classes[classes[method].class].is_jdk() {
            self.jumps.push(Jump { method, depth: frames.len(), pc: pc as u32, went });
        }
    }
}

impl Scribe for Jumps {
    fn ran(&mut self, code: &Code, pc: usize) {
        if self.marks {
            code.ran(pc);
        }
    }

    fn branched(&mut self, classes: &Classes, frames: &[Frame], code: &Code, pc: usize, jumped: bool) {
        self.add(classes, frames, pc, if jumped { JumpSide::Jumped } else { JumpSide::On });
        if self.marks {
            code.branched(pc, jumped);
        }
    }

    fn switched(&mut self, classes: &Classes, frames: &[Frame], code: &Code, pc: usize, target: u32) {
        self.add(classes, frames, pc, JumpSide::To(target));
        if self.marks {
            code.went_to(pc, target);
        }
    }
}
