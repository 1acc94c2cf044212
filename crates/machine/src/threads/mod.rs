//! Java threads as green threads: one at a time runs, with its stack and frames directly in the state; the others are parked.
//! Who runs when is a function of the program and its inputs alone: turns are counted in instructions, waiting is in time of
//! our own (`clock`). Where all orders are explored (`Options::orders`) a thread runs from one visible step to the next, and who explores
//! says which one goes on.

pub mod choose;
pub mod clock;
mod deadlock;
mod life;
mod monitors;
mod schedule;

use crate::heap::Body;
use crate::program::{ClassId, Classes, ObjectId};
use crate::state::steps::Cell;
use crate::state::threads::{Context, Held, Parked, Phase, Wait};
use crate::state::{After, InitStatus, State};
use std::rc::Rc;

impl State {
    /// Is the running thread the only one?
    #[inline]
    pub fn alone(&self) -> bool {
        self.threads.parked.is_empty()
    }

    /// Calls from Rust are under way, which may hold objects.
    pub(crate) fn is_nested(&self) -> bool {
        !self.threads.nests.is_empty()
    }

    /// Is the innermost call from Rust one of the running thread? Without one, that is the first thread's part.
    pub(crate) fn is_owner(&self) -> bool {
        match self.threads.nests.last() {
            Some(&owner) => owner == self.thread,
            None => self.threads.own.phase == Phase::Main,
        }
    }

    /// Sets the running thread aside. Its stack goes with it, and the state has none until `resume`.
    fn park(&mut self, classes: &Classes, wait: Wait) {
        if let Wait::Notify { monitor, .. } = wait {
            self.monitors.retain(|held| held.object != monitor);
            self.release(Cell::Monitor(monitor));
        }
        if !matches!(wait, Wait::Notify { .. } | Wait::Signal { .. } | Wait::Sleep { .. } | Wait::Park { .. }) {
            self.threads.own.waits_in = None;
        }
        let veiled = self.veil(classes);
        let context = Context {
            stack: std::mem::take(&mut self.stack),
            frames: std::mem::take(&mut self.frames),
            native: self.native.take(),
            fork_counts: std::mem::take(&mut self.fork_counts),
        };
        let (thread, own) = (self.thread, self.threads.own);
        self.threads.parked.push(Parked { veiled, ..Parked::new(thread, wait, own, context) });
    }

    /// Lets a parked thread run, in a state whose running thread was parked or is over.
    fn resume(&mut self, at: usize) {
        let Parked { thread, wait, own, veiled, context } = self.threads.parked.remove(at);
        let Context { stack, frames, native, fork_counts } = Rc::unwrap_or_clone(context);
        (self.stack, self.frames, self.native, self.fork_counts) = (stack, frames, native, fork_counts);
        (self.thread, self.threads.own) = (thread, own);
        self.unveil(veiled);
        if let Wait::Reenter { monitor, entries } = wait {
            self.monitors.push(Held { object: monitor, thread, entries });
            self.acquire(Cell::Monitor(monitor));
        }
        self.threads.turn = schedule::turn_of(self);
    }

    /// Classes that the running thread initialises are closed to others: `Running` means by the running thread.
    fn veil(&mut self, classes: &Classes) -> Vec<(ObjectId, ObjectId)> {
        let mut veiled = Vec::new();
        for (class, _) in self.initializing() {
            self.set_init_status(class, InitStatus::Elsewhere);
            let holder = classes[class].statics;
            let object = self.heap.get(holder);
            // What has a shadow stays where HotSpot finds it.
            if matches!(object.body, Body::Fields(_)) && !object.shadowed {
                let body = std::mem::replace(&mut self.heap.get_mut(holder).body, Body::Absent);
                veiled.push((holder, self.heap.alloc(class, body)));
            }
        }
        veiled
    }

    /// Classes that the running thread initialises, with how far it has come.
    fn initializing(&self) -> Vec<(ClassId, InitStatus)> {
        let begun = self.threads.steps.begun.iter().filter(|begun| begun.thread == self.thread);
        let begun = begun.map(|begun| (begun.class, InitStatus::Begun));
        let run = self.frames.iter().filter_map(|frame| match frame.after {
            After::Initialized(class) => Some((class, InitStatus::Running)),
            _ => None,
        });
        begun.chain(run).collect()
    }

    fn unveil(&mut self, veiled: Vec<(ObjectId, ObjectId)>) {
        for (class, status) in self.initializing() {
            self.set_init_status(class, status);
        }
        for (holder, veil) in veiled {
            let body = std::mem::replace(&mut self.heap.get_mut(veil).body, Body::Absent);
            self.heap.get_mut(holder).body = body;
        }
    }
}
