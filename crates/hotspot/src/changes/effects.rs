//! JDK class initialisers run in the one HotSpot that all states share, once. What they change in objects that states
//! already know is therefore an event for all states: it is logged, and each state replays the log when it resumes.

use super::same_body;
use crate::concrete::{Change, Hotspot};
use crate::shadow::concrete_cells;
use machine::elements::Elements;
use machine::heap::Body;
use machine::{ObjectId, Res, State, Value, World};
use std::rc::Rc;

impl Hotspot {
    /// Compares all known objects with their shadows after an initialiser ran, and logs what changed.
    pub(crate) fn log_changes(&mut self, world: &mut World, state: &mut State) -> Res<()> {
        let known: Vec<ObjectId> = self.shadows.keys().copied().collect();
        for id in known {
            let object = match state.heap.get(id).body {
                Body::Absent | Body::Stub => world.base.get(id),
                _ => state.heap.get(id),
            };
            if !object.shadowed || matches!(object.body, Body::Absent | Body::Stub) {
                continue;
            }
            let object = object.clone();
            let after = self.read_beside(world, id, object.class, &object.body)?;
            let (plain, _) = concrete_cells(world, state, &object);
            let before = beside(object.body, &plain.body, &after);
            if same_body(&before, &after) {
                continue;
            }
            self.note_change(id);
            world.ids.keep(id);
            self.changes.push(Change { id, before, after });
        }
        self.replay_base(world);
        self.replay(state);
        Ok(())
    }

    fn replay_base(&mut self, world: &mut World) {
        for change in &self.changes[self.base_seen..] {
            apply(&mut world.base.get_mut(change.id).body, change);
        }
        self.base_seen = self.changes.len();
    }

    /// Brings a state up to date with the initialisers that ran for others.
    pub(crate) fn replay(&mut self, state: &mut State) {
        for change in &self.changes[state.initializers_seen as usize..] {
            if !matches!(state.heap.get(change.id).body, Body::Absent | Body::Stub) {
                apply(&mut state.heap.get_mut(change.id).body, change);
            }
        }
        state.initializers_seen = self.changes.len() as u32;
    }
}

/// What a body was before: a symbolic cell whose value its shadow still has did not change.
fn beside(body: Body, plain: &Body, after: &Body) -> Body {
    match (body, plain, after) {
        (Body::Fields(cells), Body::Fields(plain), Body::Fields(after)) => {
            let each = cells.iter().zip(plain.iter()).zip(after.iter());
            let cell =
                |((&cell, plain), &after): ((&Value, &Value), &Value)| if plain.same(after) { after } else { cell };
            Body::Fields(each.map(cell).collect())
        }
        (body, _, _) => body,
    }
}

/// A cell that still is as it was before becomes what it was after; a cell that the state changed itself stays.
fn apply(body: &mut Body, change: &Change) {
    match (body, &change.before, &change.after) {
        (Body::Fields(cells), Body::Fields(before), Body::Fields(after)) => {
            for (at, (old, new)) in before.iter().zip(after.iter()).enumerate() {
                if !old.same(*new) && cells[at].same(*old) {
                    Rc::make_mut(cells)[at] = *new;
                }
            }
        }
        (Body::Bytes(c), Body::Bytes(b), Body::Bytes(a)) => apply_elements(c, b, a),
        (Body::Chars(c), Body::Chars(b), Body::Chars(a)) => apply_elements(c, b, a),
        (Body::Shorts(c), Body::Shorts(b), Body::Shorts(a)) => apply_elements(c, b, a),
        (Body::Ints(c), Body::Ints(b), Body::Ints(a)) => apply_elements(c, b, a),
        (Body::Longs(c), Body::Longs(b), Body::Longs(a)) => apply_elements(c, b, a),
        (Body::Floats(c), Body::Floats(b), Body::Floats(a)) => apply_elements(c, b, a),
        (Body::Doubles(c), Body::Doubles(b), Body::Doubles(a)) => apply_elements(c, b, a),
        (Body::Refs(c), Body::Refs(b), Body::Refs(a)) => apply_elements(c, b, a),
        _ => {}
    }
}

fn apply_elements<T: Copy + PartialEq>(cells: &mut Elements<T>, before: &Elements<T>, after: &Elements<T>) {
    for (at, (old, new)) in before.iter().zip(after.iter()).enumerate() {
        if old != new && cells.get(at) == Some(old) {
            cells.set(at, new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_writes_of_a_state_survive_a_replay() {
        let body = |values: [i32; 3]| Body::Fields(values.iter().map(|&v| Value::Int(v)).collect());
        let change = Change { id: ObjectId(1), before: body([0, 0, 5]), after: body([7, 0, 8]) };
        let mut cells = body([0, 3, 6]);
        apply(&mut cells, &change);
        let Body::Fields(cells) = cells else { unreachable!() };
        let expected = [7, 3, 6];
        assert!(cells.iter().zip(expected).all(|(v, e)| v.same(Value::Int(e))));
    }
}
