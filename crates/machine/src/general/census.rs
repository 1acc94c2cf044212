//! The objects of a state in an order that does not depend on their numbers: two states that came about in the same way have the same
//! objects at the same places.

use crate::heap::{Body, Object, Symbols};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::Machine;
use std::collections::BTreeSet;
use term::{Op, Term};

impl Machine<'_> {
    /// All objects that the state made or found, as far as something leads to them: from the stack on, then from those that all states
    /// have, then those that it found.
    pub fn census(&self, state: &State) -> Vec<ObjectId> {
        let mut changed = Vec::new();
        state.heap.for_each(|id, _| {
            if self.is_everywhere(id) {
                changed.push(id);
            }
        });
        changed.sort();
        let mut found: Vec<ObjectId> = Vec::new();
        self.live_slots(state).into_iter().for_each(|value| self.named(value, &mut found));
        found.extend(changed);
        found.extend(state.path.shapes.objects.iter().map(|object| object.id));
        found.extend(state.path.proof.held.iter());
        let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
        let mut waiting: std::collections::VecDeque<ObjectId> = found.into();
        while let Some(id) = waiting.pop_front() {
            let object = state.heap.get(id);
            if matches!(object.body, Body::Absent) || !seen.insert(id) {
                continue;
            }
            // Which of those that all states have it has looked at differs from time to time.
            if !self.is_everywhere(id) {
                all.push(id);
            }
            let mut next = Vec::new();
            self.named_by(object, &mut next);
            waiting.extend(next);
        }
        all
    }

    /// Whether an object has the same number in all states: those from before the program, and what holds static fields.
    fn is_everywhere(&self, id: ObjectId) -> bool {
        self.world.holders.contains_key(&id) || !matches!(self.world.base.get(id).body, Body::Absent)
    }

    /// What frames hold and may still read. Objects that only other slots name may be gone or not.
    fn live_slots(&self, state: &State) -> Vec<Value> {
        let mut live = Vec::new();
        for (at, frame) in state.frames.iter().enumerate() {
            let end = state.frames.get(at + 1).map_or(frame.sp, |next| next.locals.min(frame.sp));
            let code = self.world.classes[frame.method].code.get();
            let locals = code.map_or(0, |code| u32::from(code.max_locals));
            for slot in frame.locals..end {
                let local = slot - frame.locals;
                let is_live = local >= locals || code.is_none_or(|code| code.is_live(frame.pc, local));
                if is_live {
                    live.push(state.stack[slot as usize]);
                }
            }
        }
        live
    }

    fn named(&self, value: Value, found: &mut Vec<ObjectId>) {
        match value {
            Value::Ref(id) if !id.is_null() => found.push(id),
            Value::Sym(term) => self.named_in(term, found),
            Value::Ref(_) | Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Sym2(_) => {}
        }
    }

    /// The objects that a choice of references names.
    fn named_in(&self, term: Term, found: &mut Vec<ObjectId>) {
        let terms = &self.world.terms;
        if terms.sort(term) != term::Sort::Ref {
            return;
        }
        let (mut open, mut seen) = (vec![term], BTreeSet::new());
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match terms.as_const(term) {
                Some(id) if id.bits() != 0 => found.push(ObjectId(id.bits() as u32)),
                Some(_) => {}
                None if terms.op(term) == Op::Ite => open.extend(&terms.args(term)[1..]),
                None => {}
            }
        }
    }

    fn named_by(&self, object: &Object, found: &mut Vec<ObjectId>) {
        match &object.body {
            Body::Fields(fields) => fields.iter().for_each(|&value| self.named(value, found)),
            Body::Refs(elements) => found.extend(elements.iter().filter(|id| !id.is_null())),
            Body::Open(array) => {
                array.terms().into_iter().for_each(|term| self.named_in(term, found));
                found.extend(array.row());
            }
            _ => {}
        }
        if let Some(Symbols::Sparse(cells)) = object.symbols.as_deref() {
            cells.values().for_each(|&term| self.named_in(term, found));
        }
    }
}
