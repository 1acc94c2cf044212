//! What a garbage collection does to a heap, and when the next one is due.

use super::pages::PAGE;
use super::{Body, Heap, Object};
use crate::collect::Marks;
use crate::program::ClassId;
use crate::value::ObjectId;
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

    pub fn for_each(&self, mut visit: impl FnMut(ObjectId, &Object)) {
        for (number, page) in self.pages.iter().enumerate() {
            if !page.is_empty() {
                let first = number * PAGE;
                page.objects.iter().enumerate().for_each(|(at, o)| visit(ObjectId((first + at) as u32), o));
            }
        }
    }

    /// Gives up what is not marked: whole pages, and single objects where that copies nothing. An id is given out again only if
    /// this heap alone holds its page.
    pub fn sweep(&mut self, marks: &Marks) {
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
            if marked.count_zeros() >= ENOUGH && ids.holders(number as u32) == 1 {
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

    #[test]
    fn runs_are_those_of_zeros() {
        let all = |marked| runs(marked, 100).collect::<Vec<_>>();
        assert_eq!(all(u64::MAX), vec![]);
        assert_eq!(all(0), vec![100..164]);
        assert_eq!(all(0b1011), vec![102..103, 104..164]);
        assert_eq!(all(1 << 63), vec![100..163]);
    }
}
