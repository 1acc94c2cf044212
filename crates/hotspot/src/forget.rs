//! Forgetting: shadows of objects that nobody on our side can name any more. They need not be gone: their contents were
//! flushed, so one that turns up again is wrapped like any object of HotSpot. Only where a `java.lang.ref` object of ours asks
//! whether its referent is alive, HotSpot's own collector is asked.

use crate::concrete::{Hotspot, Shadow};
use crate::raw::{Handle, WeakHandle};
use machine::{Loader, Marks, ObjectId, Res, World};

impl Hotspot {
    /// What states that are gone have left here.
    pub(crate) fn forget_orphans(&mut self, world: &mut World) {
        for ids in world.ids.orphans() {
            let known: Vec<ObjectId> = self.shadows.range(ids.clone()).map(|(&id, _)| id).collect();
            known.into_iter().for_each(|id| self.forget(id));
            world.ids.forgotten(ids);
        }
    }

    pub(crate) fn forget_unmarked(&mut self, marks: &Marks) {
        let unmarked: Vec<ObjectId> = self.shadows.keys().copied().filter(|&id| !marks.has(id)).collect();
        unmarked.into_iter().for_each(|id| self.forget(id));
    }

    fn forget(&mut self, id: ObjectId) {
        match self.shadows.remove(&id) {
            Some(Shadow::Object(handle)) => self.jvm.forget(handle),
            Some(Shadow::Memory(address)) => self.memory.free(address).expect("a block of ours"),
            // The mirror of the class keeps its tag.
            Some(Shadow::Statics) | None => {}
        }
        self.synced.remove(&id);
        self.mutated.remove(&id);
        self.held.remove(&id);
    }

    /// Looks the field up before a collection: that may meet objects that are new to us.
    pub(crate) fn ready_referent(&mut self, world: &mut World) -> Res<()> {
        let Some(class) = world.classes.find(Loader::Jdk, &"java/lang/ref/Reference".into()) else {
            return Ok(());
        };
        if self.referent.is_none() {
            self.ready_chain(world, class)?;
            let at = world.classes[class].fields.iter().position(|field| *field.name == *"referent");
            self.referent = Some(self.field_handle(world, class, at.expect("Reference.referent") as u16)?);
        }
        Ok(())
    }

    /// The shadows of references lose their referents, too, before HotSpot can find that out and enqueue them itself.
    pub(crate) fn cut_referents(&mut self, references: &[ObjectId]) {
        let Some(field) = &self.referent else { return };
        for id in references {
            if let Some(Shadow::Object(handle)) = self.shadows.get(id) {
                self.jvm.clear(handle, field);
            }
        }
    }

    /// Lets HotSpot collect without our hold on what is not marked, and without these references. Answers what is still there.
    pub(crate) fn try_without(&mut self, marks: &Marks, references: &[ObjectId]) -> Vec<ObjectId> {
        let Some(field) = self.referent.clone() else { return Vec::new() };
        let hidden: Vec<(Handle, WeakHandle)> = references.iter().filter_map(|id| self.hide(*id)).collect();
        let unmarked = |id: &ObjectId, shadow: &mut Shadow| matches!(shadow, Shadow::Object(_)) && !marks.has(*id);
        let weak: Vec<(ObjectId, WeakHandle)> = self
            .shadows
            .extract_if(.., unmarked)
            .filter_map(|(id, shadow)| match shadow {
                Shadow::Object(handle) => Some((id, handle.weaken())),
                Shadow::Statics | Shadow::Memory(_) => None,
            })
            .collect();
        self.jvm.collect_garbage();
        let mut survivors = Vec::new();
        for (id, weak) in weak {
            match weak.strengthen() {
                Some(handle) => {
                    self.shadows.insert(id, Shadow::Object(handle));
                    survivors.push(id);
                }
                None => self.forget(id),
            }
        }
        for (reference, referent) in hidden {
            if let Some(handle) = referent.strengthen() {
                // SAFETY: it was in this field before.
                unsafe { self.jvm.set_ref(&reference, &field, Some(&handle)) };
            }
        }
        survivors
    }

    /// Takes the referent out of a reference, where it is kept weakly.
    fn hide(&mut self, reference: ObjectId) -> Option<(Handle, WeakHandle)> {
        let Shadow::Object(handle) = self.shadows.get(&reference)? else { return None };
        let field = self.referent.as_ref()?;
        let referent = self.jvm.get_handle(handle, field)?;
        self.jvm.clear(handle, field);
        Some((handle.clone(), referent.weaken()))
    }
}
