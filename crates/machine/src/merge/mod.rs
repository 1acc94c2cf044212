//! States that came to one place become one state: each cell that differs becomes a choice under the conditions that led there.
//! What cannot be a choice keeps the states apart, and says why.

mod arms;
mod control;
mod heap;
mod open;
mod path;
mod positions;
mod twins;

use crate::heap::{Body, Heap};
use crate::program::{ClassId, Value};
use crate::state::path::Path;
use crate::state::{Frame, InitStatus, State};
use crate::world::Machine;
pub(crate) use arms::Arms;
pub use control::Control;
pub use positions::Positions;
use std::rc::Rc;
use twins::Twins;

/// Why states stay apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Apart {
    /// Their conditions do not tell them from each other.
    Conditions,
    /// They hold other frames or monitors, or there are other threads.
    Frames,
    Initialization,
    CallSites,
    /// Off-heap memory, failed classes.
    Memory,
    /// One saw text outside of what is exact, or other texts and arrays were asked for.
    Inputs,
    /// An object has other parts than a choice could have.
    Objects,
}

impl Apart {
    pub fn name(self) -> &'static str {
        match self {
            Apart::Conditions => "conditions",
            Apart::Frames => "frames or monitors",
            Apart::Initialization => "class initialisation",
            Apart::CallSites => "call sites",
            Apart::Memory => "off-heap memory",
            Apart::Inputs => "inputs asked for",
            Apart::Objects => "objects",
        }
    }
}

/// What happened to states that were to be merged.
pub enum Merged {
    One(Box<State>),
    /// No input leads to any of them.
    Infeasible,
    Apart(Apart, Vec<State>),
}

impl Machine<'_> {
    /// Merges states that forked behind `entry` and stand at one place. They must be up to date with the concrete heap.
    pub fn merge(&mut self, entry: &Path, mut states: Vec<State>) -> Merged {
        if states.len() == 1 {
            return Merged::One(Box::new(states.swap_remove(0)));
        }
        match self.try_merge(entry, &mut states) {
            Ok(()) if states[0].path.is_refuted(&self.world.terms) => Merged::Infeasible,
            Ok(()) => Merged::One(Box::new(states.swap_remove(0))),
            Err(apart) => Merged::Apart(apart, states),
        }
    }

    /// The first state becomes the merged one. Nothing is changed before all obstacles are known.
    fn try_merge(&mut self, entry: &Path, states: &mut [State]) -> Result<(), Apart> {
        let known = entry.conjuncts.len();
        let choices = |state: &State| state.path.trail.choices_since(entry.trail.len());
        if states[1..].iter().any(|state| choices(state) != choices(&states[0])) {
            return Err(Apart::Conditions);
        }
        let conditions: Vec<_> = states.iter().map(|state| &state.path.conjuncts[known..]).collect();
        let arms = Arms::of(&mut self.world.terms, &conditions).ok_or(Apart::Conditions)?;
        same_control(states.iter())?;
        self.same_classes(states)?;
        let links = same_links(states)?;
        if states[0].path.shapes.is_used() && !self.references_agree(states) {
            return Err(Apart::Objects);
        }
        let twins = self.find_twins(states);
        let heap = self.merge_heaps(states, &arms, &twins)?;
        let path = self.merge_paths(entry, states, &arms)?;
        self.merge_stacks(states, &arms, &twins);
        let dirty = heap.dirty(states);
        let first = &mut states[0];
        heap.apply(&mut first.heap);
        first.dirty = dirty;
        first.path = path;
        let (own, base) = (&first.heap, &self.world.base);
        let is_there = |id| [own, base].iter().any(|heap| !matches!(heap.get(id).body, Body::Absent));
        first.path.forget_objects(is_there);
        first.links = links;
        self.merge_rest(states);
        Ok(())
    }

    fn merge_stacks(&mut self, states: &mut [State], arms: &Arms, twins: &Twins) {
        let Some(top) = states[0].frames.last() else { return };
        for at in 0..top.sp as usize {
            let values = states.iter().enumerate().map(|(number, state)| self.renamed(twins, number, state.stack[at]));
            let values: Vec<Value> = values.collect();
            if values[1..].iter().all(|value| value.same(values[0])) {
                continue;
            }
            // Of another kind on some path: no code reads it any more.
            states[0].stack[at] = self.choice_of_variable(arms, &values).unwrap_or(Value::PAD);
        }
    }

    /// One value for those of the states; `None` if they are of different kinds.
    fn choice(&mut self, arms: &Arms, values: &[Value]) -> Option<Value> {
        let terms: Vec<_> = values.iter().map(|&value| self.lift(value)).collect();
        let sort = self.world.terms.sort(terms[0]);
        if terms.iter().any(|&term| self.world.terms.sort(term) != sort) {
            return None;
        }
        let term = arms.choose(&mut self.world.terms, &terms);
        Some(self.value_of(term))
    }

    /// As `choice`, for a variable: one that counts stays a choice among numbers, whatever is added to it.
    fn choice_of_variable(&mut self, arms: &Arms, values: &[Value]) -> Option<Value> {
        let value = self.choice(arms, values)?;
        let Some(term) = value.term().filter(|&term| !self.is_reference(term)) else { return Some(value) };
        let term = self.world.terms.row_of_constants(term);
        Some(self.value_of(term))
    }

    /// On a symbolic heap a reference of which nothing is settled is no object yet, so none becomes a choice: states may differ in
    /// numbers only.
    fn references_agree(&self, states: &[State]) -> bool {
        let (first, others) = states.split_first().expect("a state");
        let is_reference = |value: Value| match value {
            Value::Ref(_) => true,
            Value::Sym(term) => self.is_reference(term),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Sym2(_) => false,
        };
        let agree = |a: Value, b: Value| a.same(b) || !is_reference(a) && !is_reference(b);
        let top = first.frames.last().map_or(0, |frame| frame.sp as usize);
        let stacks = |other: &State| (0..top).all(|at| agree(first.stack[at], other.stack[at]));
        let heaps: Vec<&Heap> = states.iter().map(|state| &state.heap).collect();
        let different = Heap::different(&heaps);
        let objects = |other: &State| {
            different.iter().all(|&id| match (&first.heap.get(id).body, &other.heap.get(id).body) {
                (Body::Fields(a), Body::Fields(b)) => {
                    Rc::ptr_eq(a, b) || a.iter().zip(b.iter()).all(|(&a, &b)| agree(a, b))
                }
                (Body::Refs(a), Body::Refs(b)) => {
                    let symbols = |state: &State| state.heap.get(id).symbols.is_some();
                    a.len() == b.len() && !symbols(first) && !symbols(other) && a.different(b, |x, y| x == y).is_empty()
                }
                (Body::Open(a), Body::Open(b)) => Rc::ptr_eq(a, b) || !a.has_references() && !b.has_references(),
                // Of numbers, or of one state only: nobody refers to it on the other path.
                _ => true,
            })
        };
        others.iter().all(|other| stacks(other) && objects(other))
    }

    /// Initialisation of JDK classes is an event for all states, as is one that has no code; other differences keep states apart.
    fn same_classes(&mut self, states: &mut [State]) -> Result<(), Apart> {
        if states[1..].iter().all(|state| Rc::ptr_eq(&state.init, &states[0].init)) {
            return Ok(());
        }
        let classes = states.iter().map(|state| state.init.len()).max().unwrap_or(0);
        let mut shared = Vec::new();
        for class in (0..classes as u32).map(ClassId) {
            let first = states[0].init_status(class);
            if states[1..].iter().all(|state| state.init_status(class) == first) {
                continue;
            }
            let done = states.iter().all(|s| matches!(s.init_status(class), InitStatus::Done | InitStatus::Untouched));
            if !done || !self.is_shared(class) {
                return Err(Apart::Initialization);
            }
            shared.push(class);
        }
        for state in states {
            for &class in &shared {
                state.set_init_status(class, InitStatus::Done);
            }
        }
        Ok(())
    }

    /// Initialising it leaves nothing behind in the state that did it.
    pub(crate) fn is_shared(&self, class: ClassId) -> bool {
        let class = &self.world.classes[class];
        class.is_jdk() && !class.synthetic
            || class.static_count == 0 && class.declared_method("<clinit>", "()V").is_none()
    }

    fn merge_rest(&mut self, states: &mut [State]) {
        let (next_hash, executed) = states
            .iter()
            .fold((0, 0), |(hash, executed), state| (hash.max(state.next_hash), executed.max(state.executed)));
        let first = &mut states[0];
        (first.next_hash, first.executed) = (next_hash, executed);
    }
}

pub(crate) fn same_control<'s>(states: impl Iterator<Item = &'s State> + Clone) -> Result<(), Apart> {
    same_frames(states.clone())?;
    same_surroundings(states)
}

pub(crate) fn same_frames<'s>(mut states: impl Iterator<Item = &'s State>) -> Result<(), Apart> {
    let first = states.next().expect("a state");
    let same = |other: &State| {
        first.frames.len() == other.frames.len()
            && first.frames.iter().zip(&other.frames).all(|(a, b)| same_frame(a, b))
    };
    if states.all(same) { Ok(()) } else { Err(Apart::Frames) }
}

/// What belongs to the thread and to the machine, and lies in no heap.
pub(crate) fn same_surroundings<'s>(mut states: impl Iterator<Item = &'s State>) -> Result<(), Apart> {
    let first = states.next().expect("a state");
    for other in states {
        let alone = first.alone() && other.alone();
        if !alone || first.monitors != other.monitors || first.thread != other.thread || first.native != other.native {
            return Err(Apart::Frames);
        }
        let references = first.pending_references == other.pending_references && first.held == other.held;
        if !references || !Rc::ptr_eq(&first.memory, &other.memory) || first.failures.len() != other.failures.len() {
            return Err(Apart::Memory);
        }
    }
    Ok(())
}

fn same_frame(a: &Frame, b: &Frame) -> bool {
    (a.method, a.pc, a.sp, a.locals, a.after, a.lock, a.pending)
        == (b.method, b.pc, b.sp, b.locals, b.after, b.lock, b.pending)
}

/// What any of the states linked, unless two linked a place differently.
fn same_links(
    states: &[State],
) -> Result<Rc<std::collections::BTreeMap<crate::state::Link, crate::state::Linked>>, Apart> {
    let mut links = states[0].links.clone();
    for other in &states[1..] {
        if Rc::ptr_eq(&links, &other.links) {
            continue;
        }
        for (&place, &linked) in other.links.iter() {
            match links.get(&place) {
                Some(known) if !known.same(&linked) => return Err(Apart::CallSites),
                Some(_) => {}
                None => {
                    Rc::make_mut(&mut links).insert(place, linked);
                }
            }
        }
    }
    Ok(links)
}
