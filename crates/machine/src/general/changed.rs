//! In which cells two states at one place differ.

use super::Cell;
use crate::heap::object::different;
use crate::heap::{Body, Heap, Object, Symbols};
use crate::merge::{Apart, same_frames, same_surroundings};
use crate::program::{ClassId, ObjectId, Value};
use crate::state::inputs::Elements;
use crate::state::shapes::Contents;
use crate::state::{InitStatus, State};
use crate::world::Machine;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// An array in which more elements differ is forgotten as a whole.
const MOST_ELEMENTS: usize = 8;
/// The class of objects that stand for loops with clauses: what they hold is no part of the program.
const LOOP: &str = "jacana/Loop";

impl Machine<'_> {
    /// The cells in which the later state differs from the earlier one at the same place, as far as anybody can still read them. Both
    /// know the same of the heap that they were given. Objects that were made in between and that nobody else names are garbage.
    /// Both must be up to date with the concrete heap.
    pub fn changed(&self, earlier: &State, later: &State) -> Result<Vec<Cell>, Apart> {
        same_knowledge(earlier, later)?;
        self.changed_in_round(earlier, later)
    }

    /// The same where the later state has come from the earlier one: it may know more of the heap that it was given. Objects that it
    /// found in between hold what they held at first, or there is no answer.
    pub fn changed_in_round(&self, earlier: &State, later: &State) -> Result<Vec<Cell>, Apart> {
        same_frames([earlier, later].into_iter())?;
        let mut cells = self.changed_slots(earlier, later)?;
        cells.extend(self.changed_outside(earlier, later)?);
        Ok(cells)
    }

    /// The same for what lies in no frame, wherever the later state has come to.
    pub fn changed_outside(&self, earlier: &State, later: &State) -> Result<Vec<Cell>, Apart> {
        same_surroundings([earlier, later].into_iter())?;
        self.same_initialization(earlier, later)?;
        same_links(earlier, later)?;
        if earlier.next_hash != later.next_hash {
            return Err(Apart::Memory);
        }
        let mut cells = Vec::new();
        for id in Heap::different(&[&earlier.heap, &later.heap]) {
            self.changed_cells(earlier, later, id, &mut cells)?;
        }
        Ok(cells)
    }

    fn changed_slots(&self, earlier: &State, later: &State) -> Result<Vec<Cell>, Apart> {
        let top = earlier.top();
        let code = self.world.classes[top.method].code.get().ok_or(Apart::Frames)?;
        let operands = top.locals as usize + code.max_locals as usize;
        let mut cells = Vec::new();
        for at in 0..top.sp as usize {
            let (before, after) = (earlier.stack[at], later.stack[at]);
            if is_settled(later, before, after) {
                continue;
            }
            let local = at.checked_sub(top.locals as usize).filter(|_| at < operands);
            match local {
                Some(local) if !code.is_live(top.pc, local as u32) => continue,
                // Nobody but its own code writes a frame.
                None if at < top.locals as usize => return Err(Apart::Frames),
                Some(_) | None => {}
            }
            if before.slots() != after.slots() || self.is_reference_value(before) != self.is_reference_value(after) {
                return Err(Apart::Frames);
            }
            cells.push(Cell::Slot(at as u32));
        }
        Ok(cells)
    }

    fn is_reference_value(&self, value: Value) -> bool {
        match value {
            Value::Ref(_) => true,
            Value::Sym(term) => self.world.terms.sort(term) == term::Sort::Ref,
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Sym2(_) => false,
        }
    }

    fn changed_cells(&self, earlier: &State, later: &State, id: ObjectId, cells: &mut Vec<Cell>) -> Result<(), Apart> {
        let (before, after) = (self.in_state(earlier, id), self.in_state(later, id));
        if earlier.path.proof.crowd.as_ref().is_some_and(|crowd| crowd.absorbed.contains(id)) {
            return Ok(());
        }
        let is_absent = |object: &Object| matches!(object.body, Body::Absent);
        if is_absent(before) {
            // Made in between, where no cell that is the same in both leads to it; or found.
            return if self.is_as_found(later, id) { Ok(()) } else { Err(Apart::Objects) };
        }
        // Collected in between.
        if is_absent(after) {
            return Ok(());
        }
        let is_class = after.class != ClassId::NONE;
        if is_class && *self.world.classes[after.class].name == *LOOP {
            return Ok(());
        }
        if before.class != after.class || before.hash != after.hash {
            return Err(Apart::Objects);
        }
        match (&before.body, &after.body) {
            (Body::Stub, Body::Stub) => {}
            (Body::Fields(a), Body::Fields(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(());
                }
                let differs = (0..a.len()).filter(|&slot| !is_settled(later, a[slot], b[slot]));
                cells.extend(differs.map(|slot| Cell::Field(id, slot as u16)));
            }
            // A String does not change, whoever looked at its bytes.
            (Body::Text(_), Body::Text(_) | Body::Fields(_)) | (Body::Fields(_), Body::Text(_))
                if before.class == self.world.string => {}
            (Body::Text(a), Body::Text(b)) if a.id() == b.id() => {}
            (Body::Open(a), Body::Open(b)) => {
                if Rc::ptr_eq(a, b) {
                    return Ok(());
                }
                if a.length != b.length || a.has_references() {
                    return Err(Apart::Objects);
                }
                cells.push(Cell::Contents(id));
            }
            (a, b) if a.array_length().is_some() && a.array_length() == b.array_length() => {
                changed_elements(before, after, id, cells)?;
            }
            _ => return Err(Apart::Objects),
        }
        Ok(())
    }

    /// Initialising a class that leaves nothing behind makes no difference.
    fn same_initialization(&self, earlier: &State, later: &State) -> Result<(), Apart> {
        if Rc::ptr_eq(&earlier.init, &later.init) {
            return Ok(());
        }
        let classes = earlier.init.len().max(later.init.len());
        for class in (0..classes as u32).map(ClassId) {
            let (before, after) = (earlier.init_status(class), later.init_status(class));
            let shared = (before, after) == (InitStatus::Untouched, InitStatus::Done) && self.is_shared(class);
            if before != after && !shared {
                return Err(Apart::Initialization);
            }
        }
        Ok(())
    }

    /// Whether an object that was not known before was made by the program, or is as it was found.
    fn is_as_found(&self, state: &State, id: ObjectId) -> bool {
        // What holds for a crowd is looked at by who compares.
        if state.path.proof.crowd.is_some() {
            return true;
        }
        let shapes = &state.path.shapes;
        shapes.objects.iter().filter(|object| object.id == id).all(|object| match &object.contents {
            Contents::Fields(first) => match &state.heap.get(id).body {
                Body::Fields(now) => first.iter().zip(now.iter()).all(|(&a, &b)| is_settled(state, a, b)),
                _ => false,
            },
            Contents::Input(_) => match state.path.arrays.iter().find(|array| array.object == id) {
                Some(array) => match array.elements {
                    Elements::Primitives(_, input) => {
                        let first = self.world.terms.input_term(input);
                        self.is_as_given(state, id, Some(first))
                    }
                    Elements::References(_) => self.is_as_given(state, id, None),
                },
                // Strings and boxes do not change.
                None => true,
            },
            Contents::Made(_) => false,
        })
    }
}

/// What is known of the heap that was given is a condition on it.
fn same_knowledge(earlier: &State, later: &State) -> Result<(), Apart> {
    if Rc::ptr_eq(&earlier.path.shapes, &later.path.shapes) { Ok(()) } else { Err(Apart::Inputs) }
}

/// Whether two values are the same, or the reference that one of them is was settled as the other.
fn is_settled(later: &State, before: Value, after: Value) -> bool {
    let settled = before.term().and_then(|term| later.path.shapes.target(term)).map(Value::Ref);
    before.same(after) || settled.is_some_and(|settled| settled.same(after))
}

fn changed_elements(before: &Object, after: &Object, id: ObjectId, cells: &mut Vec<Cell>) -> Result<(), Apart> {
    let same_symbols = match (&before.symbols, &after.symbols) {
        (None, None) => true,
        (Some(a), Some(b)) => Rc::ptr_eq(a, b),
        (Some(_), None) | (None, Some(_)) => false,
    };
    if same_symbols && before.body.shares(&after.body) {
        return Ok(());
    }
    let has_references = matches!(before.body, Body::Refs(_));
    let sparse = |object: &Object| match object.symbols.as_deref() {
        None => Some(BTreeMap::new()),
        Some(Symbols::Sparse(cells)) => Some(cells.clone()),
        Some(Symbols::Whole(_)) => None,
    };
    let (Some(a), Some(b)) = (sparse(before), sparse(after)) else {
        let same = match (before.symbols.as_deref(), after.symbols.as_deref()) {
            (Some(Symbols::Whole(a)), Some(Symbols::Whole(b))) => a == b,
            _ => false,
        };
        if same {
            return Ok(());
        }
        if has_references {
            return Err(Apart::Objects);
        }
        cells.push(Cell::Contents(id));
        return Ok(());
    };
    let plain = different(&before.body, &after.body).into_iter().map(|at| at as u32);
    // What lies under a symbolic element is nobody's.
    let plain = plain.filter(|at| !(a.contains_key(at) && b.contains_key(at)));
    let keys: BTreeSet<u32> = a.keys().chain(b.keys()).copied().collect();
    let differing = keys.into_iter().filter(|at| a.get(at) != b.get(at));
    let places: BTreeSet<u32> = plain.chain(differing).collect();
    if places.len() > MOST_ELEMENTS && has_references {
        return Err(Apart::Objects);
    }
    if places.len() > MOST_ELEMENTS {
        cells.push(Cell::Contents(id));
    } else {
        cells.extend(places.into_iter().map(|at| Cell::Element(id, at)));
    }
    Ok(())
}

/// A call site that was linked in between is linked again by who comes there from the earlier state, to something else: only those
/// whose bootstrap method is the program's own are linked for each state.
fn same_links(earlier: &State, later: &State) -> Result<(), Apart> {
    let same = Rc::ptr_eq(&earlier.links, &later.links)
        || earlier.links.len() == later.links.len()
            && earlier
                .links
                .iter()
                .all(|(place, linked)| later.links.get(place).is_some_and(|other| linked.same(other)));
    if same { Ok(()) } else { Err(Apart::CallSites) }
}
