//! Brackets around code that a handler of the program protects: a side that leaves by an exception which is caught there meets the
//! others where handler and protected code come together again, so what throws need not be a path of its own.

use super::Explorer;
use super::bracket::Around;
use super::level::Level;
use bytecode::Meet;
use machine::state::{After, Watch};
use machine::{MethodId, State};

impl Explorer<'_, '_> {
    /// Opens a bracket for each handler around the instruction at hand that has none yet, the outermost first.
    pub(super) fn open_rescues(&mut self, state: &mut State) {
        if self.merging.level < Level::SinglePath {
            return;
        }
        for depth in self.floor.max(1)..=state.frames.len() {
            for (join, at) in self.rescues(state, depth) {
                if self.merging.depth() + 1 >= self.room.depth as usize {
                    return;
                }
                self.open(state, join, at, Around::Handler);
            }
        }
    }

    /// Where handlers in a frame meet the code that they protect, each with its place.
    fn rescues(&self, state: &State, depth: usize) -> Vec<(Watch, (MethodId, u32))> {
        let (frame, classes) = (&state.frames[depth - 1], &self.machine.world.classes);
        let method = &classes[frame.method];
        let Some(code) = method.code.get() else { return Vec::new() };
        if code.handlers.is_empty() || classes[method.class].is_jdk() {
            return Vec::new();
        }
        let mut found: Vec<(Watch, (MethodId, u32))> = Vec::new();
        // The table has those of inner blocks first.
        for handler in code.handlers.iter().rev() {
            let protected = handler.start..handler.end;
            let at = (frame.method, handler.target);
            if !protected.contains(&frame.pc) || self.merging.is_given_up(at) {
                continue;
            }
            // It would have to be around a bracket that is open already.
            let is_inside = |floor: usize, opened: (MethodId, u32)| {
                floor > depth || floor == depth && (opened == at || protected.contains(&opened.1))
            };
            if self.merging.floors().any(|(floor, opened)| is_inside(floor, opened)) {
                continue;
            }
            let join = match code.meet_of(frame.pc, handler.target) {
                Meet::At(pc) => Watch::for_place(depth as u32, pc, depth as u32),
                Meet::Return
                    if self.merging.level >= Level::Returns
                        && depth > self.floor
                        && matches!(frame.after, After::Push | After::Discard) =>
                {
                    let caller = &state.frames[depth - 2];
                    Watch::for_place(depth as u32 - 1, caller.pc + 1, depth as u32)
                }
                Meet::Return | Meet::Never => continue,
            };
            if found.iter().all(|(known, _)| *known != join) {
                found.push((join, at));
            }
        }
        found
    }
}
