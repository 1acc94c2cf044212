//! Marking: what can be reached from the roots, as bits by page of the heap. An object is seen as the state sees it: its own version, or
//! else that of the base layer.

use crate::heap::marks::{Kinds, Marks, Slots, Strength};
use crate::heap::symbols::Symbols;
use crate::heap::{Body, Object};
use crate::program::{ClassId, Loader, ObjectId, Value};
use crate::state::State;
use crate::world::World;
use term::{Const, Element, Sort, Term};

impl Marks {
    pub fn new(world: &World) -> Marks {
        Marks { words: vec![0; world.ids.pages()], kinds: Kinds::find(world), ..Marks::default() }
    }

    /// Marks everything that the marked objects reach.
    pub fn spread(&mut self, world: &World, state: &State) {
        loop {
            while let Some(id) = self.work.pop() {
                self.visit(world, id, view(world, state, id));
            }
            match self.terms.pop() {
                Some(term) => self.visit_term(world, term),
                None => return,
            }
        }
    }

    /// As `spread`, but only through what the state has itself: objects of the base layer lead to none of these.
    pub fn spread_in(&mut self, world: &World, state: &State) {
        loop {
            while let Some(id) = self.work.pop() {
                let object = state.heap.get(id);
                if !matches!(object.body, Body::Absent | Body::Stub) {
                    self.visit(world, id, object);
                }
            }
            match self.terms.pop() {
                Some(term) => self.visit_term(world, term),
                None => return,
            }
        }
    }

    fn visit(&mut self, world: &World, id: ObjectId, object: &Object) {
        self.bytes += (size_of::<Object>() as u64) + object.body.bytes();
        match &object.body {
            Body::Fields(fields) => {
                let left_out = self.left_out(world, id, object.class, fields);
                for (slot, value) in fields.iter().enumerate() {
                    if Some(slot as u16) != left_out {
                        self.value(*value);
                    }
                }
            }
            Body::Refs(elements) => elements.iter().for_each(|id| self.object(id)),
            Body::Open(array) => {
                self.terms.extend(array.terms());
                array.row().into_iter().for_each(|row| self.object(row));
            }
            Body::Absent
            | Body::Stub
            | Body::Text(_)
            | Body::Bytes(_)
            | Body::Chars(_)
            | Body::Shorts(_)
            | Body::Ints(_)
            | Body::Longs(_)
            | Body::Floats(_)
            | Body::Doubles(_) => {}
        }
        match object.symbols.as_deref() {
            Some(Symbols::Sparse(cells)) => self.terms.extend(cells.values()),
            Some(Symbols::Whole(term)) => self.terms.push(*term),
            None => {}
        }
    }

    /// The slot of the referent, if that is not to be followed.
    fn left_out(&mut self, world: &World, id: ObjectId, class: ClassId, fields: &[Value]) -> Option<u16> {
        let kinds = self.kinds.as_ref()?;
        if self.strong_references || !world.classes.is_subclass(class, kinds.reference) {
            return None;
        }
        if id == world.classes[class].statics {
            return None;
        }
        let Slots { referent, next, .. } = kinds.slots;
        let empty = matches!(fields[referent as usize], Value::Ref(ObjectId::NULL));
        // One that is enqueued, or was, is an object like any other.
        let active = matches!(fields[next as usize], Value::Ref(ObjectId::NULL));
        let is = |of: &Option<ClassId>| of.is_some_and(|of| world.classes.is_subclass(class, of));
        let (_, strength) = kinds.by_strength.iter().find(|(of, _)| is(of))?;
        (active && !empty).then(|| {
            self.references.push((id, *strength));
            referent
        })
    }

    /// Objects in a term.
    fn visit_term(&mut self, world: &World, term: Term) {
        if !self.seen_terms.insert(term) || !names_objects(world.terms.sort(term)) {
            return;
        }
        match world.terms.as_const(term) {
            Some(Const::Ref(id)) => self.object(ObjectId(id)),
            Some(Const::Array(array)) => {
                self.object(ObjectId(array.default_bits() as u32));
                array.entries().for_each(|(_, id)| self.object(ObjectId(id as u32)));
            }
            _ => self.terms.extend(world.terms.args(term)),
        }
    }
}

fn names_objects(sort: Sort) -> bool {
    matches!(sort, Sort::Ref | Sort::Array(Element::Ref))
}

impl Kinds {
    fn find(world: &World) -> Option<Kinds> {
        let class = |name: &str| world.classes.find(Loader::Jdk, &format!("java/lang/ref/{name}").into());
        let reference = class("Reference")?;
        let slot = |name| world.classes.slot_named(reference, name);
        let slots = Slots { referent: slot("referent")?, next: slot("next")?, discovered: slot("discovered")? };
        let by_strength = [
            (class("SoftReference"), Strength::Soft),
            (class("WeakReference"), Strength::Weak),
            (class("FinalReference"), Strength::Final),
            (class("PhantomReference"), Strength::Phantom),
        ];
        Some(Kinds { reference, by_strength, slots })
    }
}

/// An object as the state sees it.
pub fn view<'a>(world: &'a World, state: &'a State, id: ObjectId) -> &'a Object {
    let own = state.heap.get(id);
    if matches!(own.body, Body::Absent | Body::Stub) { world.base.get(id) } else { own }
}
