//! Frame conditions: what a contract allows to change, and whether the rest is as it was. A location that was changed and
//! changed back is as it was.

use crate::heap::open::{ArrayId, OpenArray};
use crate::heap::{Body, Heap};
use crate::program::{ClassId, ObjectId, Value};
use crate::reason::{Flaw, Reason};
use crate::state::State;
use crate::state::asked::AskedKind;
use crate::state::condition::{Allowed, FrameCondition};
use crate::state::inputs::Elements;
use crate::state::shapes::{Contents, Symbolic};
use crate::world::{End, Machine, Res};
use bytecode::Prim;
use std::collections::BTreeSet;
use term::Term;

impl Machine<'_> {
    /// Whether an object, not null, was made since.
    pub(crate) fn is_fresh(&self, state: &State, object: ObjectId) -> bool {
        let Some(frame) = &state.path.shapes.frame else { return false };
        let was_there = !matches!(frame.heap.get(object).body, Body::Absent)
            || !matches!(self.world.base.get(object).body, Body::Absent);
        state.path.shapes.number_of(object).is_none() && !was_there
    }

    /// A location that is not allowed to change and did.
    pub(crate) fn changed_location(&mut self, state: &mut State) -> Res<Option<String>> {
        let Some(frame) = state.path.shapes.frame.clone() else { return Ok(None) };
        for number in 0..state.path.shapes.objects.len() as u32 {
            let changed = match state.path.shapes.object(Symbolic(number)).contents.clone() {
                Contents::Fields(first) => self.changed_field(state, &frame, Symbolic(number), &first)?,
                Contents::Input(asked) => match asked.kind {
                    AskedKind::Array(_) => self.changed_element(state, &frame, Symbolic(number))?,
                    _ => None,
                },
                // Tests have no frame conditions.
                Contents::Made(_) => None,
            };
            if let Some(place) = changed {
                let class = self.world.classes[state.path.shapes.object(Symbolic(number)).class].dotted();
                let simple = class.rsplit(['.', '$']).next().unwrap_or(&class);
                return Ok(Some(match self.world.is_array(state.path.shapes.object(Symbolic(number)).class) {
                    true => format!("element {place} of array #{number}"),
                    false => format!("{simple}#{number}.{place}"),
                }));
            }
        }
        match self.changed_elsewhere(state, &frame)? {
            Some(place) => Ok(Some(place)),
            None => self.changed_array_elsewhere(state, &frame),
        }
    }

    fn changed_field(
        &mut self,
        state: &mut State,
        frame: &FrameCondition,
        of: Symbolic,
        first: &[Value],
    ) -> Res<Option<String>> {
        let object = state.path.shapes.object(of);
        let (id, class) = (object.id, object.class);
        for (slot, &first) in first.iter().enumerate() {
            let now = match &state.heap.get(id).body {
                Body::Fields(now) => now[slot],
                _ => return Ok(None),
            };
            if !frame.allows_field(id, slot as u16) && self.differs(state, first, now)? {
                return Ok(Some(self.world.classes.field_at(class, slot as u16).name.to_string()));
            }
        }
        Ok(None)
    }

    /// Elements against the inputs that they were.
    fn changed_element(&mut self, state: &mut State, frame: &FrameCondition, of: Symbolic) -> Res<Option<String>> {
        let id = state.path.shapes.object(of).id;
        let Some(at) = state.path.arrays.iter().position(|array| array.object == id) else { return Ok(None) };
        let array = state.path.arrays[at].clone();
        let values = match array.elements {
            Elements::Primitives(prim, input) => Some((prim, self.world.terms.input_term(input))),
            Elements::References(_) => None,
        };
        if self.is_as_given(state, id, values.map(|(_, values)| values)) {
            return Ok(None);
        }
        if values.is_none() && self.elements_are_inputs(state, ArrayId(at as u32)) {
            return Err(End::stopped(Reason::Contract(
                Flaw::Clause,
                "elements of arrays of Strings or boxes are not compared for `assignable`".into(),
            )));
        }
        if let (true, Some((_, first)), Body::Open(now)) =
            (self.world.atlas.loops.proving, values, state.heap.get(id).body.clone())
        {
            return self.changed_somewhere(state, frame, of, (first, &now));
        }
        let length = self.array_length(state, id)?;
        for place in 0..length {
            let now = self.element(state, id, place)?;
            let differs = match values {
                Some((prim, values)) => {
                    let first = self.base_element(prim, values, place as u32);
                    let now = self.lift(now);
                    self.world.terms.ne(first, now)
                }
                None => {
                    let first = self.unknown_element(state, ArrayId(at as u32), place as u32)?;
                    let differs = self.differs(state, Value::Sym(first), now)?;
                    self.world.terms.bool(differs)
                }
            };
            let place_term = self.world.terms.int(place as i32);
            let allowed = self.allows_element(frame, id, place_term);
            let free = self.world.terms.not(allowed);
            let violated = self.world.terms.and(differs, free);
            if self.decide(state, violated)? {
                return Ok(Some(place.to_string()));
            }
        }
        Ok(None)
    }

    /// In a proof, an array of any length: some place of it.
    fn changed_somewhere(
        &mut self,
        state: &State,
        frame: &FrameCondition,
        of: Symbolic,
        (first, now): (Term, &OpenArray),
    ) -> Res<Option<String>> {
        let (_, place) = self.fresh_number(Prim::Int, &format!("element of array {}", of.0));
        let (place, now_whole) = (self.lift(place), self.whole_open(now));
        let allowed = self.allows_element(frame, state.path.shapes.object(of).id, place);
        let terms = &mut self.world.terms;
        let (was, is) = (terms.select(first, place), terms.select(now_whole, place));
        let (inside, differs, free) = (terms.ult(place, now.length), terms.ne(was, is), terms.not(allowed));
        let violated = terms.all([inside, free, differs]);
        Ok(self.decide(state, violated)?.then(|| "that is not known".to_string()))
    }

    /// Objects that are not symbolic, and static fields: those that were there and hold something else now.
    fn changed_elsewhere(&mut self, state: &mut State, frame: &FrameCondition) -> Res<Option<String>> {
        for id in Heap::different(&[&frame.heap, &state.heap]) {
            let was = frame.heap.get(id).clone();
            if state.path.shapes.number_of(id).is_some() {
                continue;
            }
            let holder = self.world.holders.get(&id).copied();
            let class = holder.unwrap_or(was.class);
            if class == ClassId::NONE || self.world.classes[class].is_jdk() {
                continue;
            }
            let (Body::Fields(first), Body::Fields(now)) = (&was.body, &state.heap.get(id).body) else { continue };
            let (first, now) = (first.clone(), now.clone());
            for (slot, (&first, &now)) in first.iter().zip(now.iter()).enumerate() {
                if first.same(now) || frame.allows_field(id, slot as u16) || !self.differs(state, first, now)? {
                    continue;
                }
                let name = match holder {
                    Some(class) => self.world.classes.static_at(class, slot as u16).name.to_string(),
                    None => self.world.classes.field_at(class, slot as u16).name.to_string(),
                };
                return Ok(Some(format!("{}.{name}", self.world.classes[class].dotted())));
            }
        }
        Ok(None)
    }

    /// Arrays that static fields of the program lead to.
    fn changed_array_elsewhere(&mut self, state: &mut State, frame: &FrameCondition) -> Res<Option<String>> {
        for id in self.arrays_of_statics(frame) {
            let (was, now) = (frame.heap.get(id).clone(), state.heap.get(id).clone());
            let Some(length) = was.body.array_length() else { continue };
            for place in 0..length.min(now.body.array_length().unwrap_or(0)) {
                let (first, now) = (self.element_of(&was, place), self.element_of(&now, place));
                if !self.differs(state, first, now)? {
                    continue;
                }
                let place_term = self.world.terms.int(place as i32);
                let allowed = self.allows_element(frame, id, place_term);
                if !self.decide(state, allowed)? {
                    let class = self.world.classes[was.class].dotted();
                    return Ok(Some(format!("element {place} of a static array ({class})")));
                }
            }
        }
        Ok(None)
    }

    fn arrays_of_statics(&self, frame: &FrameCondition) -> Vec<ObjectId> {
        let is_of_program = |class: ClassId| class != ClassId::NONE && !self.world.classes[class].is_jdk();
        let holders = self.world.holders.iter().filter(|(_, class)| is_of_program(**class)).map(|(&id, _)| id);
        let mut waiting: Vec<ObjectId> = holders.collect();
        waiting.sort();
        let (mut seen, mut arrays) = (BTreeSet::from_iter(waiting.iter().copied()), Vec::new());
        while let Some(id) = waiting.pop() {
            let object = frame.heap.get(id);
            let next: Vec<ObjectId> = match &object.body {
                Body::Fields(fields) if self.world.holders.contains_key(&id) || is_of_program(object.class) => {
                    let references = fields.iter().filter_map(|value| match value {
                        Value::Ref(id) => Some(*id),
                        _ => None,
                    });
                    references.collect()
                }
                Body::Refs(elements) => {
                    arrays.push(id);
                    elements.to_vec()
                }
                body => {
                    arrays.extend(body.array_length().map(|_| id));
                    Vec::new()
                }
            };
            waiting.extend(next.into_iter().filter(|id| !id.is_null() && seen.insert(*id)));
        }
        arrays
    }

    fn allows_element(&mut self, frame: &FrameCondition, array: ObjectId, place: Term) -> Term {
        let mut allowed = self.world.terms.bool(false);
        for one in &frame.allowed {
            let Allowed::Elements(of, low, high) = one else { continue };
            if *of == array {
                let (low, high) = (self.lift(*low), self.lift(*high));
                let (from, to) = (self.world.terms.sle(low, place), self.world.terms.sle(place, high));
                let inside = self.world.terms.and(from, to);
                allowed = self.world.terms.or(allowed, inside);
            }
        }
        allowed
    }

    fn differs(&mut self, state: &mut State, first: Value, now: Value) -> Res<bool> {
        if first.same(now) {
            return Ok(false);
        }
        if let Some(same) = self.is_same_symbolic(state, first, now)? {
            return Ok(!same);
        }
        let (first, now) = (self.lift(first), self.lift(now));
        let differ = self.world.terms.ne(first, now);
        self.decide(state, differ)
    }
}
