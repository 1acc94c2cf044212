//! Objects of merged states. Pages that all states share are not looked at.

use super::twins::Twins;
use super::{Apart, Arms};
use crate::heap::object::{different, set_plain};
use crate::heap::symbols::Symbols;
use crate::heap::{Body, Heap, Marks, Object};
use crate::program::{ClassId, ObjectId, Value};
use crate::state::State;
use crate::world::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Text that is made of more parts is made a row of units, if it is short.
const HEAVY: u64 = 12;
/// Text that is made of more parts is not made a choice: every look at it would cost too much.
const HEAVIEST: u64 = 64;

/// So many objects in pages that the states do not share are looked at as they are.
const MANY_OBJECTS: usize = 1_024;

/// The objects that are different in the merged heap, found before anything is changed.
pub struct MergedHeap {
    objects: Vec<(ObjectId, Object)>,
}

/// Of an object: its body and its symbolic elements.
type Contents = (Body, Option<Rc<Symbols>>);

impl MergedHeap {
    pub fn apply(self, heap: &mut Heap) {
        for (id, object) in self.objects {
            *heap.get_mut(id) = object;
        }
    }

    /// What the shadows must be told.
    pub fn dirty(&self, states: &[State]) -> Vec<ObjectId> {
        let all: BTreeSet<ObjectId> = states.iter().flat_map(|state| state.dirty.iter().copied()).collect();
        all.into_iter()
            .chain(self.objects.iter().filter(|(_, o)| o.dirty).map(|&(id, _)| id))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }
}

impl Machine<'_> {
    pub(super) fn merge_heaps(
        &mut self,
        states: &mut [State],
        arms: &Arms,
        twins: &Twins,
    ) -> Result<MergedHeap, Apart> {
        let heaps: Vec<&Heap> = states.iter().map(|state| &state.heap).collect();
        let different = Heap::different(&heaps);
        // Where states made much, most of it is garbage by now.
        let alive: Option<Vec<Marks>> =
            (different.len() > MANY_OBJECTS).then(|| states.iter().map(|state| self.alive(state)).collect());
        let mentioned = twins.all();
        let mut objects = Vec::new();
        for id in different {
            if !mentioned.contains(&id) && matches!(self.world.base.get(id).body, Body::Absent) {
                let mut holders = (0..states.len()).filter(|&at| !matches!(states[at].heap.get(id).body, Body::Absent));
                match (holders.next(), holders.next()) {
                    (None, _) | (Some(0), None) => continue,
                    (Some(only), None) => {
                        if alive.as_ref().is_none_or(|alive| alive[only].has(id)) {
                            let object = states[only].heap.get(id).clone();
                            objects.push((id, self.renamed_object(twins, only, object)));
                        }
                        continue;
                    }
                    (Some(_), Some(_)) => {}
                }
            }
            if let Some(object) = self.merge_objects(states, arms, twins, id)? {
                objects.push((id, object));
            }
        }
        Ok(MergedHeap { objects })
    }

    /// What the state itself has and can still reach.
    fn alive(&self, state: &State) -> Marks {
        let mut marks = Marks::new(self.world);
        marks.strong_references = true;
        state.roots(&self.world.classes, &mut marks);
        self.world.roots(&mut marks);
        self.host.roots(&mut marks);
        state.heap.for_each(|id, object| {
            if object.shadowed {
                marks.object(id);
            }
        });
        marks.spread_in(self.world, state);
        marks
    }

    /// `None` if it stays as the first state has it.
    fn merge_objects(
        &mut self,
        states: &mut [State],
        arms: &Arms,
        twins: &Twins,
        id: ObjectId,
    ) -> Result<Option<Object>, Apart> {
        let mut all: Vec<Object> = Vec::with_capacity(states.len());
        for (number, state) in states.iter().enumerate() {
            let base = self.world.base.get(id);
            let in_base = !matches!(base.body, Body::Absent);
            let own = twins.object(number, id).map(|id| state.heap.get(id));
            let object = match own {
                None => Object::new(ClassId::NONE, Body::Absent),
                Some(own) if in_base && matches!(own.body, Body::Absent | Body::Stub) => base.clone(),
                Some(own) => own.clone(),
            };
            all.push(self.renamed_object(twins, number, object));
        }
        let is_absent = |object: &Object| matches!(object.body, Body::Absent);
        let first_has_it = !is_absent(&all[0]);
        if all.iter().any(is_absent) {
            // Made on some paths only: on the others nobody can refer to it, so it may be anything there.
            let Some(made) = all.iter().find(|object| !is_absent(object)).cloned() else { return Ok(None) };
            all.iter_mut().filter(|object| is_absent(object)).for_each(|object| *object = made.clone());
        }
        if all.iter().all(|object| matches!(object.body, Body::Stub)) {
            return Ok((!first_has_it).then(|| all.swap_remove(0)));
        }
        if all.iter().any(|object| matches!(object.body, Body::Stub) || object.class != all[0].class) {
            return Err(Apart::Objects);
        }
        let mut merged = all[0].clone();
        merged.hash = all.iter().map(|object| object.hash).find(|&hash| hash != 0).unwrap_or(0);
        merged.shadowed = all.iter().any(|object| object.shadowed);
        let changed = match self.merge_bodies(states, arms, id, &mut all)? {
            None => false,
            Some((body, symbols)) => {
                (merged.body, merged.symbols) = (body, symbols);
                true
            }
        };
        merged.dirty = merged.shadowed && (changed || all.iter().any(|object| object.dirty));
        Ok(Some(merged))
    }

    fn merge_bodies(
        &mut self,
        states: &mut [State],
        arms: &Arms,
        id: ObjectId,
        all: &mut [Object],
    ) -> Result<Option<Contents>, Apart> {
        if all.iter().any(|object| matches!(object.body, Body::Open(_))) {
            return Ok(self.merge_open_arrays(arms, all)?.map(|body| (body, None)));
        }
        match &all[0].body {
            Body::Fields(_) | Body::Text(_) => {
                Ok(self.merge_instances(states, arms, id, all)?.map(|body| (body, None)))
            }
            _ => self.merge_arrays(arms, all),
        }
    }

    fn merge_instances(
        &mut self,
        states: &mut [State],
        arms: &Arms,
        id: ObjectId,
        all: &[Object],
    ) -> Result<Option<Body>, Apart> {
        let texts: Vec<_> =
            all.iter().map(|object| if let Body::Text(text) = &object.body { Some(text) } else { None }).collect();
        if texts.iter().any(Option::is_some) {
            if let Some(first) = texts[0]
                && texts[1..].iter().all(|text| text.is_some_and(|text| text.id() == first.id()))
            {
                return Ok(None);
            }
            if all[0].class == self.world.string {
                // A String does not change: where somebody looked at its bytes, they are those of the text.
                let text = texts.into_iter().flatten().next().expect("a text");
                return Ok(Some(Body::Text(text.clone())));
            }
            return self.merge_builders(states, arms, id).map(Some);
        }
        let fields: Vec<&Rc<[Value]>> = all
            .iter()
            .map(|object| if let Body::Fields(fields) = &object.body { Ok(fields) } else { Err(Apart::Objects) })
            .collect::<Result<_, Apart>>()?;
        let first = fields[0];
        if fields[1..].iter().all(|other| Rc::ptr_eq(first, other)) {
            return Ok(None);
        }
        let differs = |slot: usize| fields[1..].iter().any(|other| !other[slot].same(first[slot]));
        let slots: Vec<usize> = (0..first.len()).filter(|&slot| differs(slot)).collect();
        if slots.is_empty() {
            return Ok(None);
        }
        if all[0].class == self.world.string
            && let Some(body) = self.forget_hash(first, &slots)
        {
            return Ok(Some(body));
        }
        if all[0].class == self.world.string || self.is_builder(all[0].class) {
            return self.merge_builders(states, arms, id).map(Some);
        }
        let mut merged = first.to_vec();
        for slot in slots {
            let values: Vec<Value> = fields.iter().map(|fields| fields[slot]).collect();
            merged[slot] = self.choice_of_variable(arms, &values).ok_or(Apart::Objects)?;
        }
        Ok(Some(Body::Fields(merged.into())))
    }

    /// A String whose hash somebody asked for on one path only: the JDK computes it again.
    fn forget_hash(&self, fields: &[Value], different: &[usize]) -> Option<Body> {
        let slot = |name| self.world.classes.slot_named(self.world.string, name).map(usize::from);
        let cached = [slot("hash"), slot("hashIsZero")];
        if !different.iter().all(|&slot| cached.contains(&Some(slot))) {
            return None;
        }
        let mut fields = fields.to_vec();
        cached.into_iter().flatten().for_each(|slot| fields[slot] = Value::Int(0));
        Some(Body::Fields(fields.into()))
    }

    /// Is a method of a builder, or a constructor of a String, at work? It knows the bytes, and what it knows would not fit a text.
    fn is_at_work(&self, state: &State) -> bool {
        let others = state.threads.parked.iter().flat_map(|thread| thread.frames());
        state.frames.iter().chain(others).any(|frame| {
            let method = &self.world.classes[frame.method];
            match &*self.world.classes[method.class].name {
                "java/lang/AbstractStringBuilder" | "java/lang/StringBuilder" | "java/lang/StringBuffer" => true,
                "java/lang/String" => *method.name == *"<init>",
                _ => false,
            }
        })
    }

    fn is_builder(&self, class: crate::program::ClassId) -> bool {
        matches!(&*self.world.classes[class].name, "java/lang/StringBuilder" | "java/lang/StringBuffer")
    }

    /// Builders that hold different text hold a choice of texts.
    fn merge_builders(&mut self, states: &mut [State], arms: &Arms, id: ObjectId) -> Result<Body, Apart> {
        if states.iter().any(|state| self.is_at_work(state)) {
            return Err(Apart::Objects);
        }
        let mut texts = Vec::with_capacity(states.len());
        let in_base = !matches!(self.world.base.get(id).body, Body::Absent);
        let has_it = |state: &State| in_base || !matches!(state.heap.get(id).body, Body::Absent);
        let some = states.iter().position(has_it).ok_or(Apart::Objects)?;
        for at in 0..states.len() {
            let holder = if has_it(&states[at]) { at } else { some };
            texts.push(self.text_of(&mut states[holder], id).map_err(|_| Apart::Objects)?);
        }
        for state in states.iter_mut().filter(|state| !state.path.rebuilt.contains(&id)) {
            Rc::make_mut(&mut state.path.rebuilt).insert(id);
        }
        let text = self.choose_text(arms, &texts);
        let text = if text.weight() > HEAVY { self.flat_text(&text).unwrap_or(text) } else { text };
        if text.weight() > HEAVIEST { Err(Apart::Objects) } else { Ok(Body::Text(text)) }
    }

    fn choose_text(&mut self, arms: &Arms, texts: &[Rc<crate::heap::text::Text>]) -> Rc<crate::heap::text::Text> {
        match arms {
            Arms::Leaf(state, _) => texts[*state].clone(),
            Arms::Only(_, rest) => self.choose_text(rest, texts),
            Arms::Fork(condition, yes, no) => {
                let (yes, no) = (self.choose_text(yes, texts), self.choose_text(no, texts));
                self.text_choice(*condition, &yes, &no)
            }
            Arms::Ways(ways) => {
                let ((_, last), others) = ways.split_last().expect("several ways");
                let mut chosen = self.choose_text(last, texts);
                for (condition, way) in others.iter().rev() {
                    let text = self.choose_text(way, texts);
                    chosen = self.text_choice(*condition, &text, &chosen);
                }
                chosen
            }
        }
    }

    fn merge_open_arrays(&mut self, arms: &Arms, all: &[Object]) -> Result<Option<Body>, Apart> {
        let open = |object: &Object| if let Body::Open(array) = &object.body { Some(array.clone()) } else { None };
        let like = all.iter().find_map(open).ok_or(Apart::Objects)?;
        let mut arrays = Vec::with_capacity(all.len());
        for object in all {
            arrays.push(match open(object) {
                Some(array) => array,
                None => self.opened_again(object, &like)?,
            });
        }
        Ok(self.merge_open(arms, &arrays)?.map(Body::Open))
    }

    fn merge_arrays(&mut self, arms: &Arms, all: &[Object]) -> Result<Option<Contents>, Apart> {
        let first = &all[0];
        let len = first.body.array_length().ok_or(Apart::Objects)?;
        if all.iter().any(|object| object.body.array_length() != Some(len)) {
            return Err(Apart::Objects);
        }
        if all.iter().any(|object| matches!(object.symbols.as_deref(), Some(Symbols::Whole(_)))) {
            let wholes: Option<Vec<_>> = all.iter().map(|object| self.whole(object, len)).collect();
            let wholes = wholes.ok_or(Apart::Objects)?;
            if wholes[1..].iter().all(|&whole| whole == wholes[0]) {
                return Ok(None);
            }
            let whole = arms.choose(&mut self.world.terms, &wholes);
            return Ok(Some((first.body.clone(), Some(Rc::new(Symbols::Whole(whole))))));
        }
        let mut places: BTreeSet<usize> = BTreeSet::new();
        for object in &all[1..] {
            places.extend(different(&first.body, &object.body));
        }
        for object in all {
            if let Some(Symbols::Sparse(cells)) = object.symbols.as_deref() {
                places.extend(cells.keys().map(|&at| at as usize));
            }
        }
        let mut body = first.body.clone();
        let mut cells = match first.symbols.as_deref() {
            Some(Symbols::Sparse(cells)) => cells.clone(),
            _ => BTreeMap::new(),
        };
        let mut changed = false;
        for at in places {
            let values: Vec<Value> = all.iter().map(|object| self.element_of(object, at)).collect();
            if values[1..].iter().all(|value| value.same(values[0])) {
                continue;
            }
            changed = true;
            let value = self.choice(arms, &values).ok_or(Apart::Objects)?;
            match value.term() {
                Some(term) => {
                    cells.insert(at as u32, term);
                }
                None => {
                    cells.remove(&(at as u32));
                    set_plain(&mut body, at, value);
                }
            }
        }
        Ok(changed.then(|| (body, (!cells.is_empty()).then(|| Rc::new(Symbols::Sparse(cells))))))
    }
}
