//! Marking: what can be reached from the roots, as bits by page of the heap. An object is seen as the state sees it: its own version, or
//! else that of the base layer.

use crate::heap::{Body, Object};
use crate::program::value::{ObjectId, Value};
use crate::program::{ClassId, Loader};
use crate::state::State;
use crate::symbolic::symbols::Symbols;
use crate::world::World;
use std::collections::HashSet;
use term::{Const, Element, Sort, Term};

#[derive(Default)]
pub struct Marks {
    /// A bit for each id.
    words: Vec<u64>,
    work: Vec<ObjectId>,
    terms: Vec<Term>,
    seen_terms: HashSet<Term>,
    /// The classes of java.lang.ref, if there are any.
    kinds: Option<Kinds>,
    /// What a reference refers to is kept for its sake.
    pub strong_references: bool,
    /// Reached objects of java.lang.ref whose referents were left out.
    pub references: Vec<(ObjectId, Strength)>,
    /// What the reached objects take.
    pub bytes: u64,
}

/// How java.lang.ref refers to an object, strongest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    Soft,
    Weak,
    Final,
    Phantom,
}

#[derive(Clone, Copy)]
struct Kinds {
    reference: ClassId,
    by_strength: [(Option<ClassId>, Strength); 4],
    slots: Slots,
}

/// Slots of java.lang.ref.Reference.
#[derive(Clone, Copy)]
pub struct Slots {
    pub referent: u16,
    pub next: u16,
    pub discovered: u16,
}

impl Marks {
    pub fn new(world: &World) -> Marks {
        Marks { words: vec![0; world.ids.pages()], kinds: Kinds::find(world), ..Marks::default() }
    }

    #[cfg(test)]
    pub fn of(words: impl Into<Vec<u64>>) -> Marks {
        Marks { words: words.into(), ..Marks::default() }
    }

    /// The same marks, to go on with on the side.
    pub fn another(&self) -> Marks {
        Marks {
            words: self.words.clone(),
            kinds: self.kinds,
            references: self.references.clone(),
            strong_references: self.strong_references,
            ..Marks::default()
        }
    }

    pub fn slots(&self) -> Option<Slots> {
        self.kinds.as_ref().map(|kinds| kinds.slots)
    }

    /// The marks of a page.
    pub fn word(&self, page: usize) -> u64 {
        self.words.get(page).copied().unwrap_or(0)
    }

    pub fn has(&self, id: ObjectId) -> bool {
        self.word(id.0 as usize / 64) >> (id.0 % 64) & 1 == 1
    }

    /// What has no mark there.
    pub fn beyond<'a>(&'a self, other: &'a Marks) -> impl Iterator<Item = ObjectId> + 'a {
        let pages = self.words.iter().zip(&other.words).map(|(here, there)| here & !there).enumerate();
        pages.filter(|(_, more)| *more != 0).flat_map(|(page, more)| {
            let ids = (0..64u32).filter(move |at| more >> at & 1 == 1);
            ids.map(move |at| ObjectId(page as u32 * 64 + at))
        })
    }

    /// Null is never marked.
    pub fn object(&mut self, id: ObjectId) {
        let word = &mut self.words[id.0 as usize / 64];
        let bit = 1 << (id.0 % 64);
        if !id.is_null() && *word & bit == 0 {
            *word |= bit;
            self.work.push(id);
        }
    }

    pub fn value(&mut self, value: Value) {
        match value {
            Value::Ref(id) => self.object(id),
            Value::Sym(term) => self.terms.push(term),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Sym2(_) => {}
        }
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
            Body::Open(array) => self.terms.extend(array.cells.values()),
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
        let class = |name: &str| world.classes.find(Loader::Jdk, &format!("java/lang/ref/{name}"));
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
