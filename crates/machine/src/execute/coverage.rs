//! What was executed, where somebody wants to know: marks on the code of checked methods, made between call and return on all paths, and the way of
//! a thread.

use crate::execute::flow::Flow;
use crate::execute::insn;
use crate::program::MethodId;
use crate::state::State;
use crate::state::decided::{Jump, JumpSide};
use crate::state::shapes::Phase;
use crate::state::way::Went;
use crate::world::{Machine, Res, World};
use bytecode::{Coverage, Insn};
use std::time::Instant;

impl Machine<'_> {
    /// Invariants before and after do not count.
    pub(crate) fn is_covered(&self, state: &State) -> bool {
        self.world.options.coverage && state.path.shapes.phase == Phase::Running
    }

    /// The instruction at hand is done and the frame goes on there.
    pub(crate) fn cover_step(&self, state: &mut State, next: u32) {
        self.note_turn(state, next);
        self.note_jump(state, next);
        if self.is_covered(state) {
            let frame = state.top();
            let code = self.world.classes[frame.method].code.get().expect("a frame's code is decoded");
            code.went_to(frame.pc as usize, next);
        }
    }

    /// Are evaluations of decisions written down here? Those of invariants do not count.
    pub(crate) fn notes_decisions(&self, state: &State) -> bool {
        let options = &self.world.options;
        options.decisions && (!options.coverage || state.path.shapes.phase == Phase::Running)
    }

    /// The instruction at hand is done; it may be a conditional jump of the program.
    fn note_jump(&self, state: &mut State, next: u32) {
        if !self.notes_decisions(state) {
            return;
        }
        if !state.alone() {
            state.path.evaluations.lost = true;
            return;
        }
        let (frame, depth) = (*state.top(), state.frames.len());
        let classes = &self.world.classes;
        let code = classes[frame.method].code.get().expect("a frame's code is decoded");
        let went = match code.insns[frame.pc as usize].get().flow() {
            bytecode::Flow::Branch(target) if target == next => JumpSide::Jumped,
            bytecode::Flow::Branch(_) => JumpSide::On,
            bytecode::Flow::Switch(_) => JumpSide::To(next),
            bytecode::Flow::Next
            | bytecode::Flow::Jump(_)
            | bytecode::Flow::Return
            | bytecode::Flow::Throw
            | bytecode::Flow::Jsr(_)
            | bytecode::Flow::Ret(_) => return,
        };
        if !classes[classes[frame.method].class].is_jdk() {
            state.path.jump(classes, Jump { method: frame.method, depth, pc: frame.pc, went });
        }
    }

    /// A branch or switch of the thread whose way is written down.
    fn note_turn(&self, state: &mut State, next: u32) {
        let thread = state.thread;
        let Some(way) = state.way.as_mut().filter(|way| way.is_of(thread)) else { return };
        let frame = state.frames.last().expect("a frame");
        let code = self.world.classes[frame.method].code.get().expect("a frame's code is decoded");
        let went = match code.insns[frame.pc as usize].get() {
            Insn::Goto(_) | Insn::Jsr(_) => return,
            Insn::Switch(_) => Went::To(next as u16),
            insn => match insn.target() {
                None => return,
                Some(target) if target == next => Went::Jumped,
                Some(_) => Went::On,
            },
        };
        way.turn(&self.world.classes, frame.method, frame.pc, went);
    }

    /// One instruction, with its time if it has to do with symbolic data: if one of the two topmost values before or after it is symbolic.
    pub(crate) fn timed_step(&mut self, state: &mut State) -> Res<Flow> {
        let (frame, depth) = (*state.top(), state.frames.len());
        let code = self.world.classes[frame.method].code.get().expect("a frame's code is decoded");
        let bottom = frame.locals as usize + code.max_locals as usize;
        let is_symbolic = |state: &State, sp: u32| {
            let sp = (sp as usize).max(bottom);
            state.stack[sp.saturating_sub(2).max(bottom)..sp].iter().any(|value| value.term().is_some())
        };
        let before = is_symbolic(state, frame.sp);
        let begun = Instant::now();
        let done = insn::step(self, state);
        let time = begun.elapsed();
        // A frame that was entered or left has other values on top.
        let after = || state.frames.len() == depth && is_symbolic(state, state.top().sp);
        if (before || after())
            && let Some(profile) = &mut self.world.profile
        {
            profile.symbolic(frame.method, time);
        }
        done
    }

    /// The frame on top was entered, or a handler in it.
    pub(crate) fn note_place(&self, state: &mut State, went: Went) {
        let thread = state.thread;
        if let Some(way) = state.way.as_mut().filter(|way| way.is_of(thread)) {
            let frame = state.frames.last().expect("a frame");
            way.turn(&self.world.classes, frame.method, frame.pc, went);
        }
    }
}

impl World {
    /// The methods of user code that ran, and how much of each.
    pub fn coverage(&self) -> Vec<(MethodId, Coverage)> {
        let user = self.classes.iter().filter(|class| !class.is_jdk() && !class.name.starts_with("jacana/"));
        let methods = user.flat_map(|class| class.methods.iter().copied());
        // When a class is initialised is chance.
        let methods = methods.filter(|&method| *self.classes[method].name != *"<clinit>");
        methods.filter_map(|method| Some((method, self.classes[method].code.get()?.coverage()?))).collect()
    }

    pub fn forget_coverage(&self) {
        for class in self.classes.iter() {
            for &method in &class.methods {
                if let Some(code) = self.classes[method].code.get() {
                    code.forget_executed();
                }
            }
        }
    }
}
