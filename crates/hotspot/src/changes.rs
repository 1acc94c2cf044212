//! What code that we do not see changed: objects are compared with their shadows, and the difference is taken over.
//! `effects` is the part of it that concerns all states, `losses` what it costs on a followed path.

mod effects;
mod losses;

use crate::concrete::{Hotspot, Shadow};
use crate::shadow::{concrete_cells, references};
use machine::heap::{Body, Object};
use machine::{ClassId, Host, ObjectId, Res, State, Value, World};
use std::rc::Rc;

impl Hotspot {
    /// Compares an object of the state with its shadow and takes over the difference.
    pub(crate) fn take_over(&mut self, world: &mut World, state: &mut State, id: ObjectId, since: u32) -> Res<()> {
        let class = state.heap.get(id).class;
        if self.is_settled(world, class) {
            return Ok(());
        }
        let ours = state.heap.get(id).clone();
        let (plain, _) = concrete_cells(world, state, &ours);
        let found = self.read_beside(world, id, class, &plain.body)?;
        if !same_body(&plain.body, &found) {
            self.note_change(id);
            if world.followed.is_some() {
                return self.take_over_cells(world, state, id, (&ours, &plain.body, found), since);
            }
            let object = state.heap.get_mut(id);
            object.body = found;
            object.symbols = None;
        }
        Ok(())
    }

    /// The contents of a shadow, with the fields that are ours alone as in `ours`.
    pub(crate) fn read_beside(&mut self, world: &mut World, id: ObjectId, class: ClassId, ours: &Body) -> Res<Body> {
        let mut found = self.read(world, id, class)?;
        if let (Body::Fields(ours), Body::Fields(theirs)) = (ours, &mut found) {
            for slot in self.own_slots(world, id, class) {
                Rc::make_mut(theirs)[slot as usize] = ours[slot as usize];
            }
        }
        Ok(found)
    }

    /// Classes whose instances never change once they are built.
    fn is_settled(&self, world: &World, class: ClassId) -> bool {
        class == world.string
    }

    /// Stack traces are ours: the shadow's are of HotSpot's own frames.
    pub(crate) fn own_slots(&self, world: &World, id: ObjectId, class: ClassId) -> Vec<u16> {
        let instance = matches!(self.shadows[&id], Shadow::Object(_));
        if !instance || !world.classes.is_subclass(class, world.throwable) {
            return Vec::new();
        }
        ["backtrace", "depth"].iter().filter_map(|name| world.classes.slot_named(class, name)).collect()
    }

    /// One object of `Host::pull`: also an object that the state shares with the base layer may have changed. What the state does not
    /// have is not compared.
    pub(crate) fn pull_one(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        match state.heap.get(id).body {
            Body::Absent | Body::Stub => {
                let pristine = world.base.get(id).clone();
                if matches!(pristine.body, Body::Absent | Body::Stub) {
                    self.held.remove(&id);
                    return Ok(());
                }
                let found = self.read_beside(world, id, pristine.class, &pristine.body)?;
                if !same_body(&pristine.body, &found) {
                    *state.heap.get_mut(id) = Object { body: found, ..pristine };
                    self.note_change(id);
                }
                Ok(())
            }
            _ if state.heap.get(id).shadowed => self.refresh(world, state, id),
            _ => {
                self.held.remove(&id);
                Ok(())
            }
        }
    }

    /// Compares what an argument-writing native may have changed: its arguments and what they refer to.
    pub(crate) fn refresh_arguments(&mut self, world: &mut World, state: &mut State, arguments: &[Value]) -> Res<()> {
        let (outer, doubted) = (state.epoch, self.doubted);
        self.open_epoch(state);
        for argument in arguments {
            let Value::Ref(id) = *argument else { continue };
            if id.is_null() {
                continue;
            }
            self.refresh_if_here(world, state, id)?;
            for inner in references(&state.heap.get(id).body) {
                self.refresh_if_here(world, state, inner)?;
            }
        }
        // All others are as they were.
        (state.epoch, self.doubted) = (outer, doubted);
        Ok(())
    }

    fn refresh_if_here(&mut self, world: &mut World, state: &mut State, id: ObjectId) -> Res<()> {
        self.held.remove(&id);
        let object = state.heap.get(id);
        if object.shadowed && !matches!(object.body, Body::Absent | Body::Stub) {
            self.refresh(world, state, id)?;
        }
        Ok(())
    }
}

fn same_body(a: &Body, b: &Body) -> bool {
    match (a, b) {
        (Body::Fields(a), Body::Fields(b)) => a.iter().zip(b.iter()).all(|(x, y)| x.same(*y)),
        (Body::Bytes(a), Body::Bytes(b)) => a.iter().eq(b.iter()),
        (Body::Chars(a), Body::Chars(b)) => a.iter().eq(b.iter()),
        (Body::Shorts(a), Body::Shorts(b)) => a.iter().eq(b.iter()),
        (Body::Ints(a), Body::Ints(b)) => a.iter().eq(b.iter()),
        (Body::Longs(a), Body::Longs(b)) => a.iter().eq(b.iter()),
        (Body::Floats(a), Body::Floats(b)) => a.iter().map(f32::to_bits).eq(b.iter().map(f32::to_bits)),
        (Body::Doubles(a), Body::Doubles(b)) => a.iter().map(f64::to_bits).eq(b.iter().map(f64::to_bits)),
        (Body::Refs(a), Body::Refs(b)) => a.iter().eq(b.iter()),
        _ => false,
    }
}
