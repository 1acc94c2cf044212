//! The way of the first thread through the code of the program, as probes on a JVM tell it: methods that were entered, branches and switches, and
//! exceptions that were caught.

use crate::program::{Classes, MethodId, ObjectId};

/// How many turns are kept; the others are counted.
pub const MOST_TURNS: usize = 4_000_000;

#[derive(Clone, Debug)]
pub struct Way {
    thread: ObjectId,
    pub turns: Vec<Turn>,
    /// How many there were, also those that are not kept.
    pub count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    pub method: MethodId,
    /// Index of the instruction, below 65,536 as every method is.
    pub pc: u16,
    pub went: Went,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Went {
    /// Into the method.
    In,
    /// To the handler at `pc`.
    Caught,
    /// Behind a conditional jump.
    On,
    Jumped,
    /// Out of a switch, to an instruction.
    To(u16),
}

impl Way {
    pub fn of(thread: ObjectId) -> Way {
        Way { thread, turns: Vec::new(), count: 0 }
    }

    pub fn is_of(&self, thread: ObjectId) -> bool {
        self.thread == thread
    }

    /// What the JDK does is not told.
    pub fn turn(&mut self, classes: &Classes, method: MethodId, pc: u32, went: Went) {
        if classes[classes[method].class].is_jdk() {
            return;
        }
        self.count += 1;
        if self.turns.len() < MOST_TURNS {
            self.turns.push(Turn { method, pc: pc as u16, went });
        }
    }
}
