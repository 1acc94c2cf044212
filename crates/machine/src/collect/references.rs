//! java.lang.ref: which references lose what they refer to, and how their queues learn of it. The JDK's own code for pending references
//! runs on the thread at hand, on top of its frames.

use super::Cause;
use super::mark::view;
use crate::heap::Body;
use crate::heap::marks::{Marks, Reach, Slots, Strength};
use crate::program::{ObjectId, Value};
use crate::reason::{Decider, Reason};
use crate::state::{After, State};
use crate::world::{Machine, Res};
use std::collections::HashSet;
use std::rc::Rc;

/// References whose time has come.
#[derive(Default)]
pub(super) struct Due {
    /// These have lost their referents.
    pub cleared: Vec<ObjectId>,
    /// Objects that are to be finalized are still referred to.
    finalizable: Vec<ObjectId>,
}

/// So many referents with shadows make it worth the time to find out which of them HotSpot holds.
const MANY: usize = 10_000;

impl Machine<'_> {
    /// Decides which of the references that marking met lose their referents, and marks what the others keep.
    pub(super) fn clear_references(&mut self, state: &mut State, marks: &mut Marks, reach: Reach, cause: Cause) -> Due {
        let Some(slots) = marks.slots() else { return Due::default() };
        if marks.bytes < self.world.options.heap_bytes / 2 {
            self.keep(state, marks, slots, |strength, _| strength == Strength::Soft);
        }
        self.keep_held_outside(state, marks, slots, reach, cause);
        let mut due = Due {
            cleared: self.dead(state, marks, slots, |strength| strength <= Strength::Weak),
            finalizable: self.dead(state, marks, slots, |strength| strength == Strength::Final),
        };
        // What finalizers and phantom references come upon from here on is kept for their sake.
        marks.strong_references = true;
        self.keep(state, marks, slots, |strength, _| strength == Strength::Final);
        due.cleared.extend(self.dead(state, marks, slots, |strength| strength == Strength::Phantom));
        for &id in &due.cleared {
            self.clear(state, id, slots);
        }
        if self.world.explores() && !(due.cleared.is_empty() && due.finalizable.is_empty()) {
            state.path.imprecise(Reason::Environment(
                Decider::Collector,
                "a weak reference was cleared: when that happens is up to the JVM".into(),
            ));
        }
        due
    }

    /// What has a shadow may be reachable in the concrete heap. To find out takes its time; otherwise it counts as such.
    fn keep_held_outside(&mut self, state: &mut State, marks: &mut Marks, slots: Slots, reach: Reach, cause: Cause) {
        let count = self.unmarked_shadows(state, marks, slots);
        let many = count > 2 * self.world.held_outside + MANY;
        if count == 0 || reach == Reach::State || (cause == Cause::Allocation && !many) {
            return self.keep(state, marks, slots, |_, id| view(self.world, state, id).shadowed);
        }
        let kept = self.with_finalizable(state, marks, slots);
        let references: Vec<ObjectId> = marks.references.iter().map(|&(id, _)| id).collect();
        let held: HashSet<ObjectId> = self.host.survivors(state, &kept, &references).into_iter().collect();
        self.keep(state, marks, slots, |_, id| held.contains(&id));
        self.world.held_outside = count - self.unmarked_shadows(state, marks, slots);
        // What only we could reach from those has lost its shadow.
        for id in marks.beyond(&kept).filter(|id| !held.contains(id)) {
            if !matches!(state.heap.get(id).body, Body::Absent | Body::Stub) {
                state.heap.get_mut(id).shadowed = false;
            }
        }
    }

    /// How many references have referents that are not marked and have a shadow.
    fn unmarked_shadows(&self, state: &State, marks: &Marks, slots: Slots) -> usize {
        let dead = self.dead(state, marks, slots, |_| true).into_iter();
        dead.filter(|&id| view(self.world, state, self.slot(state, id, slots.referent)).shadowed).count()
    }

    /// Marks the referents that are wanted, and what they reach.
    fn keep(&self, state: &State, marks: &mut Marks, slots: Slots, wanted: impl Fn(Strength, ObjectId) -> bool) {
        let mut at = 0;
        // Marking meets further references.
        while let Some(&(id, strength)) = marks.references.get(at) {
            at += 1;
            let referent = self.slot(state, id, slots.referent);
            if !marks.has(referent) && wanted(strength, referent) {
                marks.object(referent);
                marks.spread(self.world, state);
            }
        }
    }

    /// The marks with everything that finalizers will see.
    fn with_finalizable(&self, state: &State, marks: &Marks, slots: Slots) -> Marks {
        let mut kept = marks.another();
        kept.strong_references = true;
        self.keep(state, &mut kept, slots, |strength, _| strength == Strength::Final);
        kept
    }

    /// References whose referents are not marked.
    fn dead(&self, state: &State, marks: &Marks, slots: Slots, which: impl Fn(Strength) -> bool) -> Vec<ObjectId> {
        let all = marks.references.iter().filter(|(_, strength)| which(*strength)).map(|&(id, _)| id);
        let mut dead: Vec<ObjectId> = all.filter(|&id| !marks.has(self.slot(state, id, slots.referent))).collect();
        // Marking starts from tables without an order.
        dead.sort_unstable();
        dead
    }

    fn slot(&self, state: &State, id: ObjectId, slot: u16) -> ObjectId {
        match &view(self.world, state, id).body {
            Body::Fields(fields) => fields[slot as usize].as_ref(),
            other => panic!("a reference is an object with fields: {other:?}"),
        }
    }

    /// Writes without a look at the shadow: in the middle of a collection nothing may be wrapped.
    fn clear(&mut self, state: &mut State, id: ObjectId, slots: Slots) {
        if matches!(state.heap.get(id).body, Body::Absent | Body::Stub) {
            *state.heap.get_mut(id) = self.world.base.get(id).clone();
        }
        state.heap.fields_mut(id)[slots.referent as usize] = Value::NULL;
        let object = state.heap.get_mut(id);
        if object.shadowed && !object.dirty {
            object.dirty = true;
            state.dirty.push(id);
        }
    }

    /// Puts references on the list of pending ones, and the JDK's code that works it off on top of the stack.
    pub(super) fn enqueue(&mut self, state: &mut State, due: Due, slots: Option<Slots>) -> Res<()> {
        let Some(slots) = slots else { return Ok(()) };
        let finalizable = !due.finalizable.is_empty();
        for id in due.cleared.into_iter().chain(due.finalizable) {
            let pending = Value::Ref(state.pending_references);
            state.pending_references = id;
            match &mut self.object_mut(state, id)?.body {
                Body::Fields(fields) => Rc::make_mut(fields)[slots.discovered as usize] = pending,
                other => panic!("a reference is an object with fields: {other:?}"),
            }
        }
        let working = |state: &State| {
            let mut classes =
                state.frames.iter().map(|frame| &self.world.classes[self.world.classes[frame.method].class]);
            classes.any(|class| class.package() == "java/lang/ref")
        };
        // The queues must not be met halfway through an operation, nor what a thread is to learn of its wait be taken by another.
        let busy = state.threads.own.woken.is_some() || working(state);
        if state.pending_references.is_null() || busy {
            return Ok(());
        }
        if finalizable {
            self.run_finalizers(state)?;
        }
        let class = self.jdk_class(state, "java/lang/ref/Reference")?;
        let method = self.world.classes[class].declared_method("processPendingReferences", "()V");
        if let Some(method) = method {
            self.ensure_initialized(state, class)?;
            self.enter(state, method, &[], After::Resume)?;
        }
        Ok(())
    }
}
