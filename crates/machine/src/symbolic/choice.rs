//! Merged values: where paths came together, a reference (or a number that was concrete on each) is a choice among few. What
//! must know which one splits on the cases; fields are read and written through all of them at once.

use crate::heap::Body;
use crate::program::{ClassId, ObjectId, Value};
use crate::state::State;
use crate::world::{Machine, Res};
use std::borrow::Cow;
use term::{Op, Sort, Term};

/// More cases than this are not told apart one by one if a witness can choose.
const FEW: usize = 24;

impl Machine<'_> {
    pub fn is_reference(&self, term: Term) -> bool {
        self.world.terms.sort(term) == Sort::Ref
    }

    /// Which constant it is, if it is a choice among few; the others are other paths.
    pub fn leaf(&mut self, state: &State, term: Term) -> Res<Option<Value>> {
        if self.world.terms.op(term) != Op::Ite {
            return Ok(None);
        }
        let cases = self.world.terms.cases(term);
        if !self.is_reference(term) && cases.len() > FEW
            || cases.iter().any(|&(_, leaf)| !self.world.terms.is_const(leaf))
        {
            return Ok(None);
        }
        let (last, others) = cases.split_last().expect("a term has a case");
        for &(guard, leaf) in others {
            if self.decide(state, guard)? {
                return Ok(Some(self.value_of(leaf)));
            }
        }
        Ok(Some(self.value_of(last.1)))
    }

    /// Arguments in which no reference is a choice.
    pub fn plain_references<'v>(&mut self, state: &mut State, values: &'v [Value]) -> Res<Cow<'v, [Value]>> {
        let chosen = |machine: &Self, value: &Value| value.term().is_some_and(|term| machine.is_reference(term));
        let open = |machine: &Self, value: &Value| matches!(value, Value::Ref(id) if machine.with_open_class(state, *id).is_some());
        if !values.iter().any(|value| chosen(self, value) || open(self, value)) {
            return Ok(Cow::Borrowed(values));
        }
        let mut plain = values.to_vec();
        for value in plain.iter_mut() {
            if chosen(self, value) {
                *value = self.settle_reference(state, *value)?;
            }
            if let Value::Ref(id) = *value {
                self.settle_class(state, id)?;
            }
        }
        Ok(Cow::Owned(plain))
    }

    /// As `plain_references`, but references of which nothing is known stay.
    pub fn plain_choices<'v>(&mut self, state: &mut State, values: &'v [Value]) -> Res<Cow<'v, [Value]>> {
        if values.iter().all(|&value| self.symbolic_reference(value).is_none()) {
            return self.plain_references(state, values);
        }
        let mut plain = values.to_vec();
        for value in plain.iter_mut() {
            if self.symbolic_reference(*value).is_none() {
                *value = self.plain_references(state, &[*value])?[0];
            }
        }
        Ok(Cow::Owned(plain))
    }

    /// Makes an operand that an instruction looks into one object.
    pub(crate) fn settle_slot(&mut self, state: &mut State, depth: u32) -> Res<()> {
        let value = state.peek(depth);
        if value.term().is_some_and(|term| self.is_reference(term)) {
            let at = (state.top().sp - 1 - depth) as usize;
            state.stack[at] = self.settle_reference(state, value)?;
        }
        Ok(())
    }

    /// The objects that a reference may be, with their guards; null is another path. `None` if one is not known.
    pub(crate) fn objects_of(&mut self, state: &mut State, term: Term) -> Res<Option<Vec<(Term, ObjectId)>>> {
        let mut objects = Vec::new();
        let mut null = None;
        for (guard, leaf) in self.world.terms.cases(term) {
            match self.world.terms.as_const(leaf) {
                Some(id) if id.bits() == 0 => null = Some(guard),
                Some(id) => objects.push((guard, ObjectId(id.bits() as u32))),
                None => return Ok(None),
            }
        }
        if let Some(null) = null
            && self.decide(state, null)?
        {
            return Err(self.null_pointer(state));
        }
        Ok((!objects.is_empty()).then_some(objects))
    }

    /// A field read through a choice of objects.
    pub(crate) fn field_of_any(&mut self, state: &mut State, objects: &[(Term, ObjectId)], slot: u16) -> Res<Value> {
        let values = objects.iter().map(|&(_, id)| self.raw_field(state, id, slot)).collect::<Res<Vec<Value>>>()?;
        let (last, others) = values.split_last().expect("an object");
        let mut chosen = self.lift(*last);
        for (&value, (guard, _)) in others.iter().zip(objects).rev() {
            let value = self.lift(value);
            chosen = self.world.terms.ite(*guard, value, chosen);
        }
        Ok(self.value_of(chosen))
    }

    /// A field written through a choice of objects.
    pub(crate) fn set_field_of_any(
        &mut self,
        state: &mut State,
        objects: &[(Term, ObjectId)],
        slot: u16,
        value: Value,
    ) -> Res<()> {
        for &(_, id) in objects {
            self.ready(state, id)?;
        }
        let value = self.lift(value);
        let single = objects.len() == 1;
        for &(guard, id) in objects {
            let old = self.raw_field(state, id, slot)?;
            let old = self.lift(old);
            let new = if single { value } else { self.world.terms.ite(guard, value, old) };
            let new = self.value_of(new);
            self.set_field(state, id, slot, new)?;
        }
        Ok(())
    }

    /// instanceof on a choice: one condition.
    pub(crate) fn is_instance(&mut self, state: &State, term: Term, class: ClassId) -> Option<Term> {
        let mut holds = self.world.terms.bool(false);
        for (guard, leaf) in self.world.terms.cases(term) {
            let id = ObjectId(self.world.terms.as_const(leaf)?.bits() as u32);
            if !id.is_null() && self.world.classes.is_subclass(self.class_of(state, id), class) {
                holds = self.world.terms.or(holds, guard);
            }
        }
        Some(holds)
    }

    /// True if every object that the reference may be passes a cast.
    pub(crate) fn casts(&mut self, state: &State, term: Term, class: ClassId) -> bool {
        self.world.terms.cases(term).into_iter().all(|(_, leaf)| {
            if let Some(reference) = self.world.atlas.reference(leaf) {
                return self.world.classes.is_subclass(reference.class, class);
            }
            self.world.terms.as_const(leaf).is_some_and(|id| {
                let id = ObjectId(id.bits() as u32);
                id.is_null() || self.world.classes.is_subclass(self.class_of(state, id), class)
            })
        })
    }

    /// A field as it is, perhaps a choice.
    pub fn raw_field(&mut self, state: &mut State, id: ObjectId, slot: u16) -> Res<Value> {
        match &self.object(state, id)?.body {
            Body::Fields(fields) => Ok(fields[slot as usize]),
            other => panic!("fields expected, found {other:?}"),
        }
    }
}
