//! The symbolic heap: a page table of shared pages. Cloning is one reference count; a write checks that the
//! table, the page and the object's storage are its own. Ids come from one source for all states of a worker,
//! so an id never means two different objects.

use crate::elements::Elements;
use crate::program::ClassId;
use crate::symbols::Symbols;
use crate::text::Text;
use crate::unknown::ArrayId;
use crate::value::{ObjectId, Value};
use std::cell::Cell;
use std::rc::Rc;

const PAGE: usize = 64;

#[derive(Clone, Debug)]
pub struct Object {
    /// `ClassId::NONE` for an absent object.
    pub class: ClassId,
    /// Identity hash, 0 while nobody asked.
    pub hash: i32,
    /// Has a shadow that a native may have written or must be told about.
    pub shadowed: bool,
    /// Is on the state's dirty list.
    pub dirty: bool,
    pub body: Body,
    /// Symbolic elements of an array.
    pub symbols: Option<Rc<Symbols>>,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// Not in this heap: look into the base layer.
    Absent,
    /// An object of the concrete heap whose contents nobody asked for yet.
    Stub,
    /// A String, StringBuilder or StringBuffer with symbolic contents, whose bytes nobody looked at.
    Text(Rc<Text>),
    /// An array of which nothing is known, and that nobody looked into yet.
    Unmade(ArrayId),
    Fields(Rc<[Value]>),
    /// byte[] and boolean[]
    Bytes(Elements<i8>),
    Chars(Elements<u16>),
    Shorts(Elements<i16>),
    Ints(Elements<i32>),
    Longs(Elements<i64>),
    Floats(Elements<f32>),
    Doubles(Elements<f64>),
    Refs(Elements<ObjectId>),
}

impl Object {
    pub fn new(class: ClassId, body: Body) -> Object {
        Object { class, hash: 0, shadowed: false, dirty: false, body, symbols: None }
    }

    fn absent() -> Object {
        Object::new(ClassId::NONE, Body::Absent)
    }
}

impl Body {
    /// `None` if not an array.
    pub fn array_length(&self) -> Option<usize> {
        match self {
            Body::Absent | Body::Stub | Body::Text(_) | Body::Unmade(_) | Body::Fields(_) => None,
            Body::Bytes(e) => Some(e.len()),
            Body::Chars(e) => Some(e.len()),
            Body::Shorts(e) => Some(e.len()),
            Body::Ints(e) => Some(e.len()),
            Body::Longs(e) => Some(e.len()),
            Body::Floats(e) => Some(e.len()),
            Body::Doubles(e) => Some(e.len()),
            Body::Refs(e) => Some(e.len()),
        }
    }
}

#[derive(Clone, Debug)]
struct Page {
    objects: [Object; PAGE],
}

/// Hands out pages of ids to all heaps of a worker. Page 0 holds null.
#[derive(Clone, Debug)]
pub struct IdSource {
    next_page: Rc<Cell<u32>>,
    empty: Rc<Page>,
}

impl IdSource {
    #[allow(clippy::new_without_default)]
    pub fn new() -> IdSource {
        let empty = Page { objects: std::array::from_fn(|_| Object::absent()) };
        IdSource { next_page: Rc::new(Cell::new(1)), empty: Rc::new(empty) }
    }

    fn page(&self) -> u32 {
        let page = self.next_page.get();
        self.next_page.set(page + 1);
        page
    }
}

#[derive(Debug)]
pub struct Heap {
    pages: Rc<Vec<Rc<Page>>>,
    ids: IdSource,
    /// The ids this heap may give out next.
    next: u32,
    end: u32,
}

impl Clone for Heap {
    /// The clone starts a page of its own: both heaps go on giving out ids.
    fn clone(&self) -> Heap {
        Heap { pages: self.pages.clone(), ids: self.ids.clone(), next: 0, end: 0 }
    }
}

impl Heap {
    pub fn new(ids: IdSource) -> Heap {
        let pages = Rc::new(vec![ids.empty.clone()]);
        Heap { pages, ids, next: 0, end: 0 }
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
        let page = id.0 as usize / PAGE;
        if page >= self.pages.len() {
            self.grow(page);
        }
        let pages = Rc::make_mut(&mut self.pages);
        &mut Rc::make_mut(&mut pages[page]).objects[id.0 as usize % PAGE]
    }

    #[cold]
    fn grow(&mut self, page: usize) {
        let empty = self.ids.empty.clone();
        Rc::make_mut(&mut self.pages).resize(page + 1, empty);
    }

    #[inline]
    pub fn fresh_id(&mut self) -> ObjectId {
        if self.next == self.end {
            self.next = self.ids.page() * PAGE as u32;
            self.end = self.next + PAGE as u32;
        }
        let id = ObjectId(self.next);
        self.next += 1;
        id
    }

    #[inline]
    pub fn alloc(&mut self, class: ClassId, body: Body) -> ObjectId {
        let id = self.fresh_id();
        *self.get_mut(id) = Object::new(class, body);
        id
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
}
