//! What a garbage collection does to a heap, and when the next one is due.

use super::pages::PAGE;
use super::{Body, Heap, Object};
use crate::heap::marks::{Marks, Reach};
use crate::program::{ClassId, ObjectId};
use std::ops::Range;
use std::rc::Rc;

/// Less than this is not worth a collection.
pub(super) const LEAST: u64 = 64 << 20;
/// A small object with its fields.
pub(super) const OBJECT_BYTES: u64 = size_of::<Object>() as u64 + 48;
/// Free ids of a page are given out again if there are so many, in runs of at least `RUN`.
const ENOUGH: u32 = 32;
const RUN: usize = 8;

impl Heap {
    #[inline]
    pub fn wants_collection(&self) -> bool {
        self.allocated > self.limit
    }

    /// Makes `wants_collection` true.
    pub fn ask_for_collection(&mut self) {
        self.allocated = self.allocated.max(self.limit + 1);
    }

    /// Something outside of the heap hangs on its objects.
    pub fn charge(&mut self, bytes: u64) {
        self.allocated += bytes;
    }

    pub fn postpone_collection(&mut self) {
        self.allocated = 0;
    }

    /// A collection has left so many bytes.
    pub fn collected(&mut self, live: u64) {
        self.allocated = 0;
        self.limit = live.max(LEAST);
    }

    /// The bytes that the last collection left, where they were many.
    pub fn live(&self) -> u64 {
        self.limit
    }

    pub fn for_each(&self, mut visit: impl FnMut(ObjectId, &Object)) {
        for (number, page) in self.pages.iter().enumerate() {
            if !page.is_empty() {
                let first = number * PAGE;
                page.objects.iter().enumerate().for_each(|(at, o)| visit(ObjectId((first + at) as u32), o));
            }
        }
    }

    /// Gives up what is not marked: whole pages, and single objects where that copies nothing. An id is given out again only if
    /// this heap alone holds its page, and the concrete heap does not know it from another state.
    pub fn sweep(&mut self, marks: &Marks, reach: Reach) {
        (self.next, self.end) = (0, 0);
        self.free.clear();
        let Heap { pages, ids, free, .. } = self;
        for number in 1..pages.len() {
            if pages[number].is_empty() {
                continue;
            }
            let marked = marks.word(number);
            if marked == 0 {
                Rc::make_mut(pages)[number] = ids.empty.clone();
                continue;
            }
            let own = Rc::get_mut(pages).and_then(|pages| Rc::get_mut(&mut pages[number]));
            let Some(page) = own else { continue };
            for (at, object) in page.objects.iter_mut().enumerate() {
                if marked >> at & 1 == 0 && object.class != ClassId::NONE {
                    *object = Object::new(ClassId::NONE, Body::Absent);
                }
            }
            if marked.count_zeros() >= ENOUGH && ids.can_reuse(number as u32, reach) {
                free.extend(runs(marked, (number * PAGE) as u32).filter(|run| run.len() >= RUN));
            }
        }
        self.trim();
    }

    /// Cuts empty pages off the end of the table.
    fn trim(&mut self) {
        let used = self.pages.iter().rposition(|page| !page.is_empty()).map_or(1, |last| last + 1);
        if used < self.pages.len() {
            Rc::make_mut(&mut self.pages).truncate(used);
        }
    }
}

/// The runs of zeros.
fn runs(marked: u64, first: u32) -> impl Iterator<Item = Range<u32>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += (marked >> at.min(63)).trailing_ones() * u32::from(at < 64);
        if at >= 64 {
            return None;
        }
        let start = at;
        at = (at + (marked >> at).trailing_zeros()).min(64);
        Some(first + start..first + at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::IdSource;

    /// Two pages of objects, of which a collection leaves the first of each: the first id, and the one given out next.
    fn swept(ids: &IdSource, prepare: impl FnOnce(&mut Heap) -> Option<Heap>, reach: Reach) -> (u32, u32) {
        let mut heap = Heap::new(ids.clone());
        let first = heap.alloc(ClassId(1), Body::Fields([].into()));
        (1..2 * PAGE).for_each(|_| _ = heap.alloc(ClassId(1), Body::Fields([].into())));
        let other = prepare(&mut heap);
        heap.sweep(&Marks::of([0, 1, 1]), reach);
        let again = heap.alloc(ClassId(1), Body::Fields([].into()));
        drop(other);
        (first.0, again.0)
    }

    #[test]
    fn ids_of_dead_objects_come_back_to_the_heap_that_alone_holds_their_page() {
        let (first, again) = swept(&IdSource::new(), |_| None, Reach::State);
        assert!((first..first + 2 * PAGE as u32).contains(&again), "{again}");
    }

    #[test]
    fn ids_that_another_heap_holds_do_not_come_back() {
        let (first, again) = swept(&IdSource::new(), |heap| Some(heap.clone()), Reach::State);
        assert!(again >= first + 2 * PAGE as u32, "{again}");
    }

    #[test]
    fn ids_that_the_concrete_heap_knows_come_back_only_if_it_forgets_them_too() {
        for (reach, comes_back) in [(Reach::State, false), (Reach::All, true)] {
            let ids = IdSource::new();
            let known = |_: &mut Heap| {
                (1..3).for_each(|page| ids.known_outside(ObjectId(page * PAGE as u32)));
                None
            };
            let (first, again) = swept(&ids, known, reach);
            assert_eq!(again < first + 2 * PAGE as u32, comes_back, "{again}");
        }
    }

    #[test]
    fn runs_are_those_of_zeros() {
        let all = |marked| runs(marked, 100).collect::<Vec<_>>();
        assert_eq!(all(u64::MAX), vec![]);
        assert_eq!(all(0), vec![100..164]);
        assert_eq!(all(0b1011), vec![102..103, 104..164]);
        assert_eq!(all(1 << 63), vec![100..163]);
    }
}
