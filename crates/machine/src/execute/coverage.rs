//! What a checked method executed: marks on the code itself, made between its call and its return, on all paths.

use crate::program::MethodId;
use crate::state::State;
use crate::state::shapes::Phase;
use crate::world::{Machine, World};
use bytecode::Coverage;

impl Machine<'_> {
    /// Invariants before and after do not count.
    pub(crate) fn is_covered(&self, state: &State) -> bool {
        self.world.options.coverage && state.path.shapes.phase == Phase::Running
    }

    /// The instruction at hand is done and the frame goes on there.
    pub(crate) fn cover_step(&self, state: &State, next: u32) {
        if self.is_covered(state) {
            let frame = state.top();
            let code = self.world.classes[frame.method].code.get().expect("a frame's code is decoded");
            code.went_to(frame.pc as usize, next);
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
