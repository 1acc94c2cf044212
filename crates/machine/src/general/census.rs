//! The objects of a state in an order that does not depend on their numbers: two states that came about in the same way have the same
//! objects at the same places.

use crate::heap::{Body, Object, Symbols};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::Machine;
use std::collections::BTreeSet;
use term::{Op, Term};

impl Machine<'_> {
    /// All objects that the state made or changed, as far as something leads to them: from the stack on, then from those that all states
    /// have, then those that it found.
    pub fn census(&self, state: &State) -> Vec<ObjectId> {
        let used = state.frames.last().map_or(0, |frame| frame.sp as usize);
        let mut changed = Vec::new();
        state.heap.for_each(|id, _| {
            if !matches!(self.world.base.get(id).body, Body::Absent) {
                changed.push(id);
            }
        });
        changed.sort();
        let mut found: Vec<ObjectId> = Vec::new();
        state.stack[..used].iter().for_each(|&value| self.named(value, &mut found));
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
            all.push(id);
            let mut next = Vec::new();
            self.named_by(object, &mut next);
            waiting.extend(next);
        }
        all
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
