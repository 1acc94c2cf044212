//! Pages of objects and the source of their numbers. The source counts who holds a page of each number: several heaps may
//! hold copies of one page. A number is given out again when nobody holds such a page and the concrete heap knows none of its ids.

use super::object::{Body, Object};
use crate::heap::marks::Reach;
use crate::program::{ClassId, ObjectId};
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

/// As many as a word has bits: the marks of a page are one word.
pub(super) const PAGE: usize = 64;

#[derive(Debug)]
pub(super) struct Page {
    /// 0 for the page that stands for all empty ones.
    number: u32,
    numbers: Rc<RefCell<Numbers>>,
    pub objects: [Object; PAGE],
}

impl Page {
    /// A copy of the page, or of the empty one, as page `number`.
    pub fn copy_as(&self, number: u32) -> Page {
        debug_assert!(self.number == 0 || self.number == number);
        self.numbers.borrow_mut().hold(number);
        Page { number, numbers: self.numbers.clone(), objects: self.objects.clone() }
    }

    pub fn is_empty(&self) -> bool {
        self.number == 0
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        if self.number != 0 {
            self.numbers.borrow_mut().release(self.number);
        }
    }
}

#[derive(Debug, Default)]
struct Numbers {
    by_number: Vec<Number>,
    /// The lowest goes first: page tables stay short.
    free: BinaryHeap<Reverse<u32>>,
    /// Pages that nobody holds any more, with ids that the concrete heap knows.
    orphans: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Number {
    holders: u32,
    known_outside: bool,
}

impl Numbers {
    fn hold(&mut self, number: u32) {
        self.by_number[number as usize].holders += 1;
    }

    fn release(&mut self, number: u32) {
        let entry = &mut self.by_number[number as usize];
        entry.holders -= 1;
        match entry {
            Number { holders: 0, known_outside: false } => self.free.push(Reverse(number)),
            Number { holders: 0, known_outside: true } => self.orphans.push(number),
            Number { .. } => {}
        }
    }
}

/// Hands out pages of ids to all heaps of a worker. Page 0 holds null.
#[derive(Clone, Debug)]
pub struct IdSource {
    numbers: Rc<RefCell<Numbers>>,
    pub(super) empty: Rc<Page>,
}

impl IdSource {
    #[allow(clippy::new_without_default)]
    pub fn new() -> IdSource {
        let numbers: Rc<RefCell<Numbers>> = Rc::default();
        numbers.borrow_mut().by_number.push(Number::default());
        let objects = std::array::from_fn(|_| Object::new(ClassId::NONE, Body::Absent));
        IdSource { empty: Rc::new(Page { number: 0, numbers: numbers.clone(), objects }), numbers }
    }

    /// The caller holds a page of this number at once.
    pub(super) fn page(&self) -> u32 {
        let mut numbers = self.numbers.borrow_mut();
        if let Some(Reverse(number)) = numbers.free.pop() {
            return number;
        }
        numbers.by_number.push(Number::default());
        numbers.by_number.len() as u32 - 1
    }

    /// Can the heap that holds a page of this number, and shares it with none, give its ids another meaning?
    pub(super) fn can_reuse(&self, number: u32, reach: Reach) -> bool {
        let Number { holders, known_outside } = self.numbers.borrow().by_number[number as usize];
        holders == 1 && (reach == Reach::All || !known_outside)
    }

    /// How many pages were ever needed at a time.
    pub fn pages(&self) -> usize {
        self.numbers.borrow().by_number.len()
    }

    /// The concrete heap knows this id: it keeps its meaning until `forgotten`.
    pub fn known_outside(&self, id: ObjectId) {
        self.numbers.borrow_mut().by_number[id.0 as usize / PAGE].known_outside = true;
    }

    /// The id keeps its meaning for ever.
    pub fn keep(&self, id: ObjectId) {
        self.numbers.borrow_mut().hold(id.0 / PAGE as u32);
    }

    /// Ids that no state can name any more, but the concrete heap can, as ranges. Their meaning ends when the caller `forgets` them.
    pub fn orphans(&self) -> Vec<std::ops::Range<ObjectId>> {
        let numbers = std::mem::take(&mut self.numbers.borrow_mut().orphans);
        let id = |page: u32| ObjectId(page * PAGE as u32);
        numbers.into_iter().map(|page| id(page)..id(page + 1)).collect()
    }

    /// The concrete heap knows no id of these any more.
    pub fn forgotten(&self, ids: std::ops::Range<ObjectId>) {
        let number = ids.start.0 / PAGE as u32;
        let mut numbers = self.numbers.borrow_mut();
        let entry = &mut numbers.by_number[number as usize];
        entry.known_outside = false;
        if entry.holders == 0 {
            numbers.free.push(Reverse(number));
        }
    }
}
