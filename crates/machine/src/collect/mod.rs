//! The garbage collector of our heap: mark from the roots, give up what is not marked. It runs at a safe point of the outermost run
//! loop, where no Rust code holds ids of objects. A state is collected on its own: what other states have is theirs. With one state
//! only, the base layer is collected with it, and the concrete heap is told what we have forgotten.

mod assigned;
mod finalizers;
mod mark;
mod references;
mod roots;

use crate::heap::{Marks, Reach};
use crate::state::State;
use crate::state::threads::Parked;
use crate::world::{Machine, Res, Stop};

/// Why a collection takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Enough was allocated.
    Allocation,
    /// The program asked.
    Program,
}

impl Machine<'_> {
    /// A safe point of the run loop: collects if it is time to. Answers how the state ends, if it does.
    pub(crate) fn safe_point(&mut self, state: &mut State) -> Res<()> {
        if state.is_nested() {
            state.heap.postpone_collection();
            self.world.base.postpone_collection();
            return Ok(());
        }
        let cause = if std::mem::take(&mut state.collection_asked) { Cause::Program } else { Cause::Allocation };
        match self.collect(state, cause) {
            Err(Stop::End(end)) => Err(Stop::End(end)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Collects, at a moment when no Rust code holds ids of objects.
    pub fn collect(&mut self, state: &mut State, cause: Cause) -> Res<()> {
        state.heap.postpone_collection();
        self.world.base.postpone_collection();
        let reach = self.host.prepare_collection(self.world, state)?;
        let mut marks = Marks::new(self.world);
        let exploring = self.world.explores();
        marks.strong_references = exploring && cause == Cause::Allocation;
        roots::all(self.world, self.host, state, &mut marks);
        if reach == Reach::State {
            roots::shadowed(state, &mut marks);
        }
        marks.spread(self.world, state);
        let due = self.clear_references(state, &mut marks, reach, cause);
        state.forget_unmarked(&marks);
        state.heap.sweep(&marks, reach);
        if reach == Reach::All {
            self.world.base.sweep(&marks, reach);
            self.host.sweep(self.world, &marks, &due.cleared);
        }
        state.heap.collected(marks.bytes);
        let top = state.frames.last().map_or(0, |frame| frame.sp as usize);
        // What ended frames left there is not to be mistaken for something alive later.
        state.stack[top..].fill(crate::program::Value::PAD);
        state.threads.parked.iter_mut().for_each(Parked::clear_unused);
        self.enqueue(state, due, marks.slots())
    }
}
