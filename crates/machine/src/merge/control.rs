//! Where a state will go: the concrete numbers, flags and shapes that its code counts and decides with. States that agree in these can
//! become one without making a position in the input, the size of a list or the end of a loop a choice.

use super::Positions;
use crate::heap::symbols::Symbols;
use crate::heap::{Body, Object};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::state::trail::mix;
use crate::world::Machine;
use std::collections::VecDeque;
use term::{FastMap, Op, Term};

/// Stands for any object that is nothing but data.
const DATA: u64 = 4;
/// Objects that are looked at for one state.
const MOST_OBJECTS: usize = 20_000;
/// Elements of an array of flags or references that are looked at.
const MOST_ELEMENTS: usize = 1_024;

/// A number for everything of that kind in a state; equal numbers are a reason to merge, never a proof of anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Control(u64);

impl Machine<'_> {
    /// What the state can still reach counts, whatever its objects are called.
    pub fn control(&self, positions: &Positions, state: &State) -> Control {
        let mut walk =
            Walk { machine: self, positions, state, names: FastMap::default(), open: VecDeque::new(), sum: 0 };
        // First what all paths refer to from the same places.
        for class in self.world.classes.iter().filter(|class| !class.is_jdk() && class.static_count > 0) {
            walk.reference(class.statics);
        }
        walk.follow();
        for (at, frame) in state.frames.iter().enumerate() {
            let Some(code) = self.world.classes[frame.method].code.get() else { continue };
            let is_top = at + 1 == state.frames.len();
            let pc = if is_top { frame.pc } else { frame.pc + 1 };
            let slots = &state.stack[frame.locals as usize..frame.sp as usize];
            for (slot, &value) in slots.iter().enumerate() {
                if slot >= code.max_locals as usize {
                    walk.value(value);
                } else if code.is_live(pc, slot as u32) {
                    walk.variable(value, positions.has_local(&self.world.classes, frame.method, slot as u16));
                }
            }
            walk.follow();
        }
        Control(walk.sum)
    }
}

struct Walk<'w, 'm> {
    machine: &'w Machine<'m>,
    positions: &'w Positions,
    state: &'w State,
    /// Objects by when they were found.
    names: FastMap<ObjectId, u64>,
    open: VecDeque<ObjectId>,
    sum: u64,
}

impl Walk<'_, '_> {
    fn add(&mut self, what: u64) {
        self.sum = mix(self.sum, what);
    }

    fn value(&mut self, value: Value) {
        match value {
            Value::Int(number) => self.add(number as u32 as u64),
            Value::Long(number) => self.add(number as u64),
            // Data that no place is found by.
            Value::Float(_) | Value::Double(_) => self.add(1),
            Value::Ref(id) => self.reference(id),
            Value::Sym(term) if self.machine.is_reference(term) => self.choice(term),
            Value::Sym(_) | Value::Sym2(_) => self.add(2),
        }
    }

    /// A number that is no position is data.
    fn variable(&mut self, value: Value, is_position: bool) {
        match value {
            Value::Int(_) | Value::Long(_) | Value::Sym(_) | Value::Sym2(_)
                if !is_position && !self.is_choice(value) =>
            {
                self.add(1);
            }
            _ => self.value(value),
        }
    }

    fn is_choice(&self, value: Value) -> bool {
        value.term().is_some_and(|term| self.machine.is_reference(term))
    }

    /// One of several objects counts as any other if what it holds is data.
    fn choice(&mut self, term: Term) {
        let terms = &self.machine.world.terms;
        let mut leaf = term;
        while terms.op(leaf) == Op::Ite {
            leaf = terms.args(leaf)[1];
        }
        let id = terms.as_const(leaf).map(|object| ObjectId(object.bits() as u32)).filter(|id| !id.is_null());
        self.add(if id.is_some_and(|id| self.is_data(id)) { DATA } else { 2 });
    }

    fn reference(&mut self, id: ObjectId) {
        if id.is_null() {
            return self.add(3);
        }
        if self.is_data(id) {
            return self.add(DATA);
        }
        let next = self.names.len() as u64;
        if next >= MOST_OBJECTS as u64 {
            return;
        }
        let name = *self.names.entry(id).or_insert_with(|| {
            self.open.push_back(id);
            next
        });
        self.add(DATA + 1 + name);
    }

    fn follow(&mut self) {
        while let Some(id) = self.open.pop_front() {
            let object = self.state.heap.get(id);
            match object.body {
                Body::Absent | Body::Stub => self.add(u64::from(id.0)),
                _ => self.object(id, object),
            }
        }
    }

    fn object(&mut self, id: ObjectId, object: &Object) {
        self.add(u64::from(object.class.0));
        let classes = &self.machine.world.classes;
        let class = &classes[object.class];
        let is_statics = id == class.statics;
        if !super::twins::can_have_twins(class) && !is_statics {
            self.add(u64::from(id.0));
        }
        let symbolic = |at: usize| match object.symbols.as_deref() {
            Some(Symbols::Sparse(cells)) => cells.get(&(at as u32)).copied(),
            Some(Symbols::Whole(term)) => Some(*term),
            None => None,
        };
        match &object.body {
            Body::Fields(fields) if is_statics => {
                for (number, field) in class.fields.iter().enumerate().filter(|(_, field)| field.is_static()) {
                    let is_position = self.positions.has_field(classes, object.class, number as u16);
                    self.variable(fields[usize::from(field.slot)], is_position);
                }
            }
            Body::Fields(fields) => {
                for (&value, &(owner, number)) in fields.iter().zip(&class.layout) {
                    // How often a collection was changed is only compared with itself.
                    let is_modification = || &*classes[owner].fields[usize::from(number)].name == "modCount";
                    let counts = self.positions.has_field(classes, owner, number);
                    self.variable(value, counts && !(classes[owner].is_jdk() && is_modification()));
                }
            }
            Body::Refs(elements) => {
                self.add(elements.len() as u64);
                for (at, id) in elements.iter().take(MOST_ELEMENTS).enumerate() {
                    self.value(symbolic(at).map_or(Value::Ref(id), Value::Sym));
                }
            }
            Body::Bytes(flags) if *class.name == *"[Z" => {
                self.add(flags.len() as u64);
                for (at, flag) in flags.iter().take(MOST_ELEMENTS).enumerate() {
                    self.add(if symbolic(at).is_some() { 2 } else { flag as u64 });
                }
            }
            body => self.add(body.array_length().unwrap_or(0) as u64),
        }
    }

    /// Text and boxed numbers; of an exception of the program, what it tells of its origin is for people.
    fn is_data(&self, id: ObjectId) -> bool {
        let world = &self.machine.world;
        let own = self.state.heap.get(id);
        let object = if matches!(own.body, Body::Absent) { world.base.get(id) } else { own };
        let class = &world.classes[object.class];
        object.class == world.string
            || !class.is_jdk() && world.classes.is_subclass(object.class, world.throwable)
            || super::twins::is_box(&class.name)
    }
}
