//! The symbolic heap: a page table of shared pages. Cloning is one reference count; a write checks that the
//! table, the page and the object's storage are its own. Ids come from one source for all states of a worker,
//! so an id never means two different objects at a time.

pub mod elements;
pub mod marks;
pub mod object;
pub mod open;
mod pages;
mod sweep;
pub mod symbols;
pub mod text;
pub mod wholes;

pub use marks::{Marks, Reach};
pub use object::{Body, Object};
pub use pages::IdSource;
pub use symbols::Symbols;

use crate::program::{ClassId, ObjectId, Value};
use pages::{PAGE, Page};
use std::rc::Rc;

#[derive(Debug)]
pub struct Heap {
    pages: Rc<Vec<Rc<Page>>>,
    ids: IdSource,
    /// The ids this heap may give out next.
    next: u32,
    end: u32,
    /// Runs of free ids in pages that only this heap holds.
    free: Vec<std::ops::Range<u32>>,
    /// Bytes since the last garbage collection, roughly.
    allocated: u64,
    /// How many make the next one worth its time.
    limit: u64,
    /// Clean objects that were written.
    touched: Vec<ObjectId>,
    /// Accesses for writing since somebody asked.
    writes: u64,
}

impl Clone for Heap {
    /// The clone starts a page of its own: both heaps go on giving out ids.
    fn clone(&self) -> Heap {
        let (pages, ids, touched) = (self.pages.clone(), self.ids.clone(), self.touched.clone());
        let Heap { allocated, limit, writes, .. } = *self;
        Heap { pages, ids, next: 0, end: 0, free: Vec::new(), allocated, limit, touched, writes }
    }
}

impl Heap {
    pub fn new(ids: IdSource) -> Heap {
        let pages = Rc::new(vec![ids.empty.clone()]);
        let (free, touched) = (Vec::new(), Vec::new());
        Heap { pages, ids, next: 0, end: 0, free, allocated: 0, limit: sweep::LEAST, touched, writes: 0 }
    }

    #[inline]
    pub fn get(&self, id: ObjectId) -> &Object {
        match self.pages.get(id.0 as usize / PAGE) {
            Some(page) => &page.objects[id.0 as usize % PAGE],
            None => &self.ids.empty.objects[0],
        }
    }

    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        self.writes += 1;
        self.place(id)
    }

    /// How often somebody asked for an object to write to it since the last call; new objects do not count.
    pub fn take_writes(&mut self) -> u64 {
        std::mem::take(&mut self.writes)
    }

    #[inline]
    fn place(&mut self, id: ObjectId) -> &mut Object {
        let page = id.0 as usize / PAGE;
        if page >= self.pages.len() {
            self.grow(page);
        }
        let pages = Rc::make_mut(&mut self.pages);
        if Rc::get_mut(&mut pages[page]).is_none() {
            unshare(&mut pages[page], page as u32);
        }
        let page = Rc::get_mut(&mut pages[page]).expect("a page of its own");
        let object = &mut page.objects[id.0 as usize % PAGE];
        if object.clean {
            object.clean = false;
            self.touched.push(id);
        }
        object
    }

    /// Was it found to be without symbolic data, with all that it leads to, and not written since?
    pub fn is_clean(&self, id: ObjectId) -> bool {
        self.get(id).clean
    }

    /// Somebody looked at it, and looks at all that it leads to.
    pub fn set_clean(&mut self, id: ObjectId) {
        self.place(id).clean = true;
    }

    /// Adds the objects that were clean and were written since the last time.
    pub fn take_touched(&mut self, into: &mut Vec<Value>) {
        let mut touched = std::mem::take(&mut self.touched);
        for &id in &touched {
            // It may have been replaced by what it was when it was clean.
            self.place(id).clean = false;
        }
        into.extend(touched.drain(..).map(Value::Ref));
        self.touched = touched;
    }

    #[cold]
    fn grow(&mut self, page: usize) {
        let empty = self.ids.empty.clone();
        Rc::make_mut(&mut self.pages).resize(page + 1, empty);
    }

    #[inline]
    pub fn fresh_id(&mut self) -> ObjectId {
        if self.next == self.end {
            self.start_page();
        }
        let id = ObjectId(self.next);
        self.next += 1;
        id
    }

    #[cold]
    fn start_page(&mut self) {
        let ids = self.free.pop().unwrap_or_else(|| {
            let start = self.ids.page() * PAGE as u32;
            start..start + PAGE as u32
        });
        self.allocated += ids.len() as u64 * sweep::OBJECT_BYTES;
        (self.next, self.end) = (ids.start, ids.end);
        // From now on this heap holds the page.
        self.place(ObjectId(self.next));
    }

    #[inline]
    pub fn alloc(&mut self, class: ClassId, body: Body) -> ObjectId {
        let id = self.fresh_id();
        if !matches!(body, Body::Fields(_)) {
            self.allocated += body.bytes();
        }
        *self.place(id) = Object::new(class, body);
        id
    }

    /// The objects in pages that the heaps do not share.
    pub fn different(heaps: &[&Heap]) -> Vec<ObjectId> {
        let (first, others) = heaps.split_first().expect("a heap");
        let pages = heaps.iter().map(|heap| heap.pages.len()).max().unwrap_or(0);
        let page = |heap: &Heap, at: usize| heap.pages.get(at).unwrap_or(&heap.ids.empty).clone();
        let mut ids = Vec::new();
        for at in 0..pages {
            let own = page(first, at);
            if others.iter().any(|other| !Rc::ptr_eq(&own, &page(other, at))) {
                ids.extend((0..PAGE).map(|place| ObjectId((at * PAGE + place) as u32)));
            }
        }
        ids
    }

    /// The fields of an object that is known to be here and to have some.
    pub fn fields(&self, id: ObjectId) -> &[Value] {
        match &self.get(id).body {
            Body::Fields(fields) => fields,
            other => panic!("object {id:?} has no fields: {other:?}"),
        }
    }

    pub fn fields_mut(&mut self, id: ObjectId) -> &mut [Value] {
        match &mut self.get_mut(id).body {
            Body::Fields(fields) => Rc::make_mut(fields),
            other => panic!("object {id:?} has no fields: {other:?}"),
        }
    }
}

#[cold]
fn unshare(page: &mut Rc<Page>, number: u32) {
    *page = Rc::new(page.copy_as(number));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(values: &[i32]) -> Body {
        Body::Fields(values.iter().map(|&v| Value::Int(v)).collect())
    }

    #[test]
    fn writing_a_clone_leaves_the_original_unchanged() {
        let mut a = Heap::new(IdSource::new());
        let ids: Vec<_> = (0..200).map(|i| a.alloc(ClassId(1), fields(&[i, i]))).collect();
        let mut b = a.clone();
        for &id in &ids {
            b.fields_mut(id)[1] = Value::Int(-1);
        }
        for (i, &id) in ids.iter().enumerate() {
            assert!(a.fields(id)[1].same(Value::Int(i as i32)));
            assert!(b.fields(id)[1].same(Value::Int(-1)));
        }
    }

    #[test]
    fn ids_are_unique_across_clones() {
        let mut a = Heap::new(IdSource::new());
        a.alloc(ClassId(1), fields(&[]));
        let mut b = a.clone();
        let x = a.alloc(ClassId(1), fields(&[]));
        let y = b.alloc(ClassId(1), fields(&[]));
        assert_ne!(x, y);
        assert!(matches!(a.get(y).body, Body::Absent));
    }

    #[test]
    fn pages_come_back_when_no_heap_holds_them() {
        let ids = IdSource::new();
        let mut root = Heap::new(ids.clone());
        root.alloc(ClassId(1), fields(&[]));
        for _ in 0..1000 {
            let mut side = root.clone();
            (0..200).for_each(|_| _ = side.alloc(ClassId(1), fields(&[1])));
            let copy = side.clone();
            drop(side);
            assert!(matches!(copy.get(ObjectId(PAGE as u32 * 2)).body, Body::Fields(_)));
        }
        assert!(ids.pages() < 10, "{} pages", ids.pages());
    }

    #[test]
    fn a_page_with_shadows_comes_back_when_the_concrete_heap_has_forgotten_it() {
        let ids = IdSource::new();
        let mut a = Heap::new(ids.clone());
        let id = a.alloc(ClassId(1), fields(&[]));
        ids.known_outside(id);
        drop(a);
        let orphans = ids.orphans();
        assert!(orphans.len() == 1 && orphans[0].contains(&id));
        assert_ne!(Heap::new(ids.clone()).alloc(ClassId(1), fields(&[])), id);
        orphans.into_iter().for_each(|range| ids.forgotten(range));
        assert_eq!(Heap::new(ids.clone()).alloc(ClassId(1), fields(&[])), id);
    }
}
