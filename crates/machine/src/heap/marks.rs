//! The marks of a garbage collection: a bit for each id of an object, and what is still to be visited. `collect` spreads them,
//! heaps give up what has none.

use crate::program::{ClassId, ObjectId, Value};
use std::collections::HashSet;
use term::Term;

/// What a collection may give up besides objects of the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Other states exist, or will: the base layer and the concrete heap are theirs, too.
    State,
    All,
}

#[derive(Default)]
pub struct Marks {
    /// A bit for each id.
    pub(crate) words: Vec<u64>,
    pub(crate) work: Vec<ObjectId>,
    pub(crate) terms: Vec<Term>,
    pub(crate) seen_terms: HashSet<Term>,
    /// The classes of java.lang.ref, if there are any.
    pub(crate) kinds: Option<Kinds>,
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
pub(crate) struct Kinds {
    pub(crate) reference: ClassId,
    pub(crate) by_strength: [(Option<ClassId>, Strength); 4],
    pub(crate) slots: Slots,
}

/// Slots of java.lang.ref.Reference.
#[derive(Clone, Copy)]
pub struct Slots {
    pub referent: u16,
    pub next: u16,
    pub discovered: u16,
}

impl Marks {
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
}
