//! What happens before what, by the memory model of Java (JLS 17.4.5), as vector clocks; and who touched plain variables last. Two
//! accesses that nothing orders, one of them a write, are a data race.

use super::steps::{Cell, Stack, ThreadNumber};
use crate::program::{MethodId, ObjectId};
use std::collections::HashMap;
use std::rc::Rc;

/// For each thread how much of it happened before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock(Vec<u32>);

impl Clock {
    fn get(&self, thread: ThreadNumber) -> u32 {
        self.0.get(thread as usize).copied().unwrap_or(0)
    }

    fn tick(&mut self, thread: ThreadNumber) {
        self.reach(thread as usize + 1);
        self.0[thread as usize] += 1;
    }

    fn join(&mut self, other: &Clock) {
        self.reach(other.0.len());
        self.0.iter_mut().zip(&other.0).for_each(|(mine, theirs)| *mine = (*mine).max(*theirs));
    }

    fn covers(&self, other: &Clock) -> bool {
        other.0.iter().enumerate().all(|(thread, &known)| known <= self.get(thread as ThreadNumber))
    }

    fn reach(&mut self, threads: usize) {
        if self.0.len() < threads {
            self.0.resize(threads, 0);
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub writes: bool,
    /// Whether it was a step.
    pub is_step: bool,
    /// As one of a volatile variable.
    pub is_atomic: bool,
    /// By code that is made for others that access it at the same time.
    pub is_trusted: bool,
}

impl Kind {
    /// Whether all that races with the other kind of access races with this one.
    fn covers(self, other: Kind) -> bool {
        (self.writes || !other.writes) && (!self.is_atomic || other.is_atomic) && (!self.is_trusted || other.is_trusted)
    }
}

/// An access to a plain variable.
#[derive(Clone, Debug)]
pub struct Access {
    pub thread: ThreadNumber,
    time: u32,
    pub stack: Stack,
    pub kind: Kind,
}

/// Accesses that later ones may race with: of each thread the last one at each place.
type Touched = Vec<Access>;

/// Cheap to clone, in parts: most steps change one of them.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// Of each thread.
    clocks: Rc<Vec<Rc<Clock>>>,
    /// What is known to who comes there next.
    left: Rc<HashMap<Cell, Rc<Clock>>>,
    touched: Rc<HashMap<Cell, Rc<Touched>>>,
}

impl Order {
    fn clock_mut(&mut self, thread: ThreadNumber) -> &mut Clock {
        let clocks = Rc::make_mut(&mut self.clocks);
        while clocks.len() <= thread as usize {
            let mut clock = Clock::default();
            clock.tick(clocks.len() as ThreadNumber);
            clocks.push(Rc::new(clock));
        }
        Rc::make_mut(&mut clocks[thread as usize])
    }

    /// The thread knows what was left there.
    pub fn acquire(&mut self, thread: ThreadNumber, cell: Cell) {
        let Some(left) = self.left.get(&cell).cloned() else { return };
        if self.clocks.get(thread as usize).is_none_or(|clock| !clock.covers(&left)) {
            self.clock_mut(thread).join(&left);
        }
    }

    /// The next one that comes there knows what the thread knows.
    pub fn release(&mut self, thread: ThreadNumber, cell: Cell) {
        let clock = self.clock_mut(thread);
        let known = clock.clone();
        clock.tick(thread);
        Rc::make_mut(Rc::make_mut(&mut self.left).entry(cell).or_default()).join(&known);
    }

    pub fn start(&mut self, parent: ThreadNumber, child: ThreadNumber) {
        let known = self.clock_mut(parent).clone();
        self.clock_mut(parent).tick(parent);
        self.clock_mut(child).join(&known);
    }

    pub fn is_left(&self, cell: Cell) -> bool {
        self.left.contains_key(&cell)
    }

    /// An access of a plain variable at the innermost place of a stack; the accesses with which it races.
    pub fn touch(
        &mut self,
        thread: ThreadNumber,
        cell: Cell,
        kind: Kind,
        place: (MethodId, u32),
        stack: impl FnOnce() -> Stack,
    ) -> Vec<(Access, Access)> {
        self.clock_mut(thread);
        let clock = self.clocks[thread as usize].clone();
        let time = clock.get(thread);
        let is_same =
            |access: &Access| (access.thread, access.kind, access.stack.first()) == (thread, kind, Some(&place));
        if self.touched.get(&cell).and_then(|all| all.last()).is_some_and(|last| last.time == time && is_same(last)) {
            return Vec::new();
        }
        let access = Access { thread, time, stack: stack(), kind };
        let races = |other: &&Access| {
            let Kind { writes, is_atomic, .. } = other.kind;
            let is_unordered = other.thread != thread && other.time > clock.get(other.thread);
            is_unordered && (kind.writes || writes) && !(kind.is_atomic && is_atomic)
        };
        let mut found: Vec<(Access, Access)> = Vec::new();
        for near in self.near(cell) {
            found.extend(self.touched[&near].iter().filter(races).map(|other| (other.clone(), access.clone())));
        }
        let touched = Rc::make_mut(Rc::make_mut(&mut self.touched).entry(cell).or_default());
        touched.retain(|other| match other.thread == thread {
            true => !is_same(other),
            // What races with it races with this one as well.
            false => other.time > clock.get(other.thread) || !kind.covers(other.kind),
        });
        touched.push(access);
        found
    }

    /// Cells with accesses that this one may be the same as.
    fn near(&self, cell: Cell) -> Vec<Cell> {
        match cell {
            Cell::Element(array, _) => {
                [cell, Cell::Array(array)].into_iter().filter(|near| self.touched.contains_key(near)).collect()
            }
            Cell::Array(_) => {
                let mut near: Vec<Cell> = self.touched.keys().copied().filter(|other| cell.meets(*other)).collect();
                near.sort();
                near
            }
            _ => self.touched.contains_key(&cell).then_some(cell).into_iter().collect(),
        }
    }

    /// Tables that name objects without keeping them.
    pub fn forget_objects(&mut self, is_there: impl Fn(ObjectId) -> bool) {
        let keeps = |cell: &Cell| match *cell {
            Cell::Slot(id, _)
            | Cell::Element(id, _)
            | Cell::Array(id)
            | Cell::Object(id)
            | Cell::Monitor(id)
            | Cell::WaitSet(id) => is_there(id),
            Cell::Permit(_) | Cell::Life(_) | Cell::Waiting(_) | Cell::Class(_) => true,
        };
        if !self.left.keys().all(keeps) {
            Rc::make_mut(&mut self.left).retain(|cell, _| keeps(cell));
        }
        if !self.touched.keys().all(keeps) {
            Rc::make_mut(&mut self.touched).retain(|cell, _| keeps(cell));
        }
    }
}
