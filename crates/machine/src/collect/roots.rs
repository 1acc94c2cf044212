//! The roots: every place outside of heaps that names objects. Whoever adds one to `State` or `World` adds it here.

use super::assigned;
use crate::heap::{Body, Marks};
use crate::program::{Classes, Loader, Value};
use crate::state::threads::{Own, Phase, Threads, Wait};
use crate::state::{After, Frame, Linked, State};
use crate::world::sites::Site;
use crate::world::{Host, World};

impl State {
    pub fn roots(&self, classes: &Classes, marks: &mut Marks) {
        self.frames.iter().for_each(|frame| frame_roots(classes, frame, &self.stack, marks));
        marks.object(self.thread);
        self.threads.roots(classes, marks);
        marks.object(self.pending_references);
        self.held.iter().for_each(|&id| marks.object(id));
        self.monitors.iter().for_each(|held| marks.object(held.object));
        self.dirty.iter().for_each(|&id| marks.object(id));
        self.failures.iter().for_each(|&(_, id)| marks.object(id));
        self.memory.values().for_each(|segment| marks.object(segment.bytes));
        self.path.shapes.objects.iter().for_each(|object| marks.object(object.id));
        self.path.arrays.iter().for_each(|array| marks.object(array.object));
        self.path.proof.heads.keys().for_each(|&id| marks.object(id));
        self.path.proof.held.iter().for_each(|id| marks.object(id));
        for linked in self.links.values() {
            match *linked {
                Linked::Call { appendix: id, .. } | Linked::Failed(id) => marks.object(id),
                Linked::Constant(value) => marks.value(value),
            }
        }
    }

    /// Tables that name objects without keeping them.
    pub fn forget_unmarked(&mut self, marks: &Marks) {
        self.path.forget_objects(|id| marks.has(id));
        self.threads.steps.order.forget_objects(|id| marks.has(id));
    }
}

impl Threads {
    /// What threads hold besides the running one's stack.
    fn roots(&self, classes: &Classes, marks: &mut Marks) {
        own_roots(&self.own, marks);
        self.steps.threads.iter().for_each(|&id| marks.object(id));
        self.steps.pasts().for_each(|past| past.threads.iter().for_each(|&id| marks.object(id)));
        self.steps.uncaught.iter().for_each(|&id| marks.object(id));
        for parked in &self.parked {
            marks.object(parked.thread);
            own_roots(&parked.own, marks);
            parked.veiled().for_each(|id| marks.object(id));
            let stack = parked.stack();
            parked.frames().iter().for_each(|frame| frame_roots(classes, frame, stack, marks));
            match parked.wait {
                Wait::Monitor(monitor) | Wait::Notify { monitor, .. } | Wait::Reenter { monitor, .. } => {
                    marks.object(monitor);
                }
                Wait::Signal { condition, lock, .. } => {
                    marks.object(condition);
                    marks.object(lock);
                }
                Wait::Turn | Wait::Sleep { .. } | Wait::Park { .. } | Wait::Class(_) => {}
            }
        }
    }
}

fn own_roots(own: &Own, marks: &mut Marks) {
    marks.object(own.scoped_cache);
    match own.phase {
        Phase::Uncaught(exception) => marks.object(exception),
        Phase::Main | Phase::Run | Phase::Exit | Phase::Over => {}
    }
}

/// Locals that were assigned, and the operand stack.
fn frame_roots(classes: &Classes, frame: &Frame, stack: &[Value], marks: &mut Marks) {
    marks.object(frame.lock);
    match frame.after {
        After::PushConstructed(id, _) => marks.object(id),
        After::Push
        | After::Discard
        | After::Resume
        | After::Initialized(_)
        | After::Made(_)
        | After::PushBoxed(_)
        | After::PushFor(_)
        | After::Thread
        | After::Leave(_) => {}
    }
    let method = &classes[frame.method];
    let code = method.code.get().expect("a frame's code is decoded");
    let assigned = assigned::at(method, code, frame.pc);
    let slots = &stack[frame.locals as usize..frame.sp as usize];
    for (at, value) in slots.iter().enumerate() {
        if at >= code.max_locals as usize || at >= 64 || assigned >> at & 1 == 1 {
            marks.value(*value);
        }
    }
}

impl World {
    pub fn roots(&self, marks: &mut Marks) {
        self.constants.iter().for_each(|&value| marks.value(value));
        self.interned.values().for_each(|&id| marks.object(id));
        self.handles.roots(marks);
        for site in &self.sites {
            match site {
                Site::Constant(id) => marks.object(*id),
                Site::Static(_)
                | Site::Switch(_)
                | Site::Bootstrapped { .. }
                | Site::Basic { .. }
                | Site::Member(..)
                | Site::Polymorphic { .. } => {}
            }
        }
        for class in self.classes.iter() {
            marks.object(class.statics);
            marks.object(class.mirror.get());
            if let Loader::Custom(loader) = class.loader {
                marks.object(loader);
            }
        }
        self.classes.initiating_loaders().for_each(|id| marks.object(id));
        self.mirrors.keys().for_each(|&id| marks.object(id));
    }
}

/// What the concrete heap may hand back to this state.
pub fn shadowed(state: &State, marks: &mut Marks) {
    state.heap.for_each(|id, object| {
        if object.shadowed && !matches!(object.body, Body::Absent) {
            marks.object(id);
        }
    });
}

pub fn all(world: &World, host: &dyn Host, state: &State, marks: &mut Marks) {
    state.roots(&world.classes, marks);
    world.roots(marks);
    host.roots(marks);
}
