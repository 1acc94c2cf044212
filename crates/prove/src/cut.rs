//! Where loops are cut, and what is forgotten there.

use bytecode::Loop;
use machine::general::{Cell, Reach};
use machine::state::Watch;
use machine::{MethodId, ObjectId, State, Value};
use std::collections::BTreeSet;
use term::{Input, Sort, Term, Terms};

/// A loop of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub method: MethodId,
    pub head: u32,
}

/// A generalised loop on the way of a state.
pub struct Passed {
    pub key: Key,
    /// Of the path before it, with its facts.
    pub conjuncts: usize,
    /// Those that the path before it speaks of.
    pub inputs: BTreeSet<Input>,
    /// Inputs for forgotten cells, and what stands for them in memory.
    pub holes: Vec<(Input, Term)>,
}

/// A loop in one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoopAt {
    pub method: MethodId,
    pub depth: u32,
    pub body: Loop,
}

impl LoopAt {
    /// All of a call: who leaves its frame has left.
    pub fn call(method: MethodId, depth: u32) -> LoopAt {
        LoopAt { method, depth, body: Loop { head: u32::MAX, first: 0, last: u32::MAX } }
    }

    pub fn watch(&self) -> Watch {
        let Loop { head, first, last } = self.body;
        Watch { first, last, ..Watch::for_place(self.depth, head, self.depth) }
    }

    pub fn is_at_head(&self, state: &State) -> bool {
        state.frames.len() == self.depth as usize && state.top().pc == self.body.head
    }

    pub fn key(&self) -> Key {
        Key { method: self.method, head: self.body.head }
    }
}

/// A forgotten cell.
#[derive(Clone, Debug)]
pub struct Hole {
    pub cell: Cell,
    /// What the loop found there when it was generalised.
    pub before: Term,
    /// The input that stands for what may be there.
    pub input: Input,
    /// What the general state has there: the input itself, or a choice of objects by it.
    pub after: Term,
    pub targets: Vec<ObjectId>,
    pub of: Option<CellOf>,
    /// Set if it may be an object that rounds made.
    pub reach: Option<Reach>,
}

/// A cell from the view of a frame, whatever number its object has: locals count from the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellOf {
    Local(u32),
    /// Of the object that a local holds.
    Field(u32, u16),
    Element(u32, u32),
    Contents(u32),
}

impl CellOf {
    pub fn new(state: &State, cell: Cell) -> Option<CellOf> {
        let top = state.top();
        let slots = &state.stack[top.locals as usize..top.sp as usize];
        let held = |object: ObjectId| {
            let holds = |value: &Value| matches!(value, Value::Ref(id) if *id == object);
            slots.iter().position(holds).map(|at| at as u32)
        };
        Some(match cell {
            Cell::Slot(at) => CellOf::Local(at - top.locals),
            Cell::Field(object, slot) => CellOf::Field(held(object)?, slot),
            Cell::Element(object, at) => CellOf::Element(held(object)?, at),
            Cell::Contents(object) => CellOf::Contents(held(object)?),
        })
    }

    /// The cell that it is in the frame at hand.
    pub fn in_frame(self, state: &State) -> Option<Cell> {
        let locals = state.top().locals;
        let object = |local: u32| match state.stack.get((locals + local) as usize) {
            Some(Value::Ref(id)) if !id.is_null() => Some(*id),
            _ => None,
        };
        Some(match self {
            CellOf::Local(at) => Cell::Slot(locals + at),
            CellOf::Field(local, slot) => Cell::Field(object(local)?, slot),
            CellOf::Element(local, at) => Cell::Element(object(local)?, at),
            CellOf::Contents(local) => Cell::Contents(object(local)?),
        })
    }
}

/// The same name for a cell in every round.
pub fn cell_name(cell: Cell, locals: u32) -> String {
    match cell {
        Cell::Slot(at) => format!("slot {}", at - locals),
        Cell::Field(object, slot) => format!("field {} {slot}", object.0),
        Cell::Element(object, at) => format!("element {} {at}", object.0),
        Cell::Contents(object) => format!("contents {}", object.0),
    }
}

impl Hole {
    /// Whether it is a reference that may be null or any object of the heap that was given.
    pub fn is_any(&self, terms: &Terms) -> bool {
        terms.sort(terms.input_term(self.input)) == Sort::Ref
    }

    /// Stands for the cell, whichever path came to the loop.
    pub fn placeholder(&self, terms: &mut Terms, key: Key, locals: u32) -> Term {
        let input = terms.input_term(self.input);
        let sort = terms.sort(input);
        // Objects have other numbers in the next attempt.
        let cell = match self.of {
            None | Some(CellOf::Local(_)) => cell_name(self.cell, locals),
            Some(of) => format!("{of:?}"),
        };
        stand_in(terms, key, &cell, sort)
    }
}

pub fn placeholder(terms: &mut Terms, key: Key, cell: Cell, sort: Sort, locals: u32) -> Term {
    stand_in(terms, key, &cell_name(cell, locals), sort)
}

fn stand_in(terms: &mut Terms, key: Key, cell: &str, sort: Sort) -> Term {
    terms.input(&format!("?{}:{}:{cell}:{sort:?}", key.method.0, key.head), sort)
}
