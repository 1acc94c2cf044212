//! Loops with clauses are cut at their heads. The first time, whatever rounds change is forgotten, so that the state is any in which a
//! round begins. When the path comes to the head again, it must differ in nothing else, and ends: what follows is known.

use super::Cell;
use crate::heap::Body;
use crate::program::{Kind, ObjectId, Value};
use crate::reason::Reason;
use crate::state::State;
use crate::state::proof::Head;
use crate::symbolic::open::element_sort;
use crate::world::atlas::{Changed, Origin, Start, Way};
use crate::world::{End, Machine, Res, Stop};
use bytecode::Prim;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::{Sort, Term};

/// How many fields lie between a variable and an object that a round changes.
const MOST_STEPS: usize = 4;

impl Machine<'_> {
    /// The path is at the head of a loop. Answers the first time; the second time the path ends.
    pub(crate) fn cut_loop(&mut self, state: &mut State, of: ObjectId, number: i32) -> Res<()> {
        self.host.pull(self.world, state)?;
        if let Some(head) = state.path.proof.heads.get(&of).cloned() {
            return Err(self.end_of_round(state, &head, number));
        }
        let changed = self.world.atlas.loops.forgotten.get(&number).cloned().unwrap_or_default();
        let mut forgotten = BTreeSet::new();
        for place in &changed {
            forgotten.extend(self.cell_at(state, place)?);
        }
        for &cell in &forgotten {
            self.ensure_any(state, cell)?;
        }
        for &cell in &forgotten {
            self.forget(state, cell)?;
        }
        self.world.atlas.loops.cut.insert(number);
        let copy = self.fork(state, crate::state::Console::Muted);
        Rc::make_mut(&mut state.path.proof).heads.insert(of, Rc::new(Head { state: copy, forgotten }));
        Ok(())
    }

    fn end_of_round(&mut self, state: &State, head: &Head, number: i32) -> Stop {
        let cells = match self.changed_in_round(&head.state, state) {
            Ok(cells) => cells,
            Err(apart) => return unproved(format!("what a round of a loop with clauses changes: {}", apart.name())),
        };
        for cell in cells {
            if head.forgotten.contains(&cell) {
                if let Err(stop) = self.ensure_any(state, cell) {
                    return stop;
                }
                continue;
            }
            let Some(place) = self.place_of(&head.state, cell) else {
                return unproved("a round of a loop changes an object that nothing at its head leads to".into());
            };
            self.world.atlas.loops.forgotten.entry(number).or_default().insert(place);
            self.world.atlas.loops.grown = true;
        }
        Stop::End(End::Assumed)
    }

    /// Where a cell is found from the head of the loop on.
    fn place_of(&self, head: &State, cell: Cell) -> Option<Changed> {
        let locals = head.top().locals;
        match cell {
            Cell::Slot(at) => Some(Changed::Local(at - locals)),
            Cell::Field(id, slot) => Some(Changed::Field(self.way_to(head, id)?, slot)),
            Cell::Contents(id) => Some(Changed::Contents(self.way_to(head, id)?)),
            Cell::Element(id, at) => Some(Changed::Element(self.way_to(head, id)?, at)),
        }
    }

    fn way_to(&self, head: &State, wanted: ObjectId) -> Option<Way> {
        if self.world.holders.contains_key(&wanted) {
            return Some(Way { start: Start::Statics(wanted), slots: Vec::new() });
        }
        let top = head.top();
        let code = self.world.classes[top.method].code.get()?;
        let statics = self.world.holders.keys().map(|&id| (Start::Statics(id), id));
        let mut statics: Vec<(Start, ObjectId)> = statics.collect();
        statics.sort();
        let locals = (0..u32::from(code.max_locals)).filter(|&local| code.is_live(top.pc, local));
        let locals = locals.filter_map(|local| {
            let value = *head.stack.get((top.locals + local) as usize)?;
            Some((Start::Local(local), target(head, value)?))
        });
        let mut waiting: Vec<(Way, ObjectId)> =
            locals.chain(statics).map(|(start, id)| (Way { start, slots: Vec::new() }, id)).collect();
        let mut seen: BTreeSet<ObjectId> = BTreeSet::new();
        for _ in 0..=MOST_STEPS {
            if let Some((way, _)) = waiting.iter().find(|(_, id)| *id == wanted) {
                return Some(way.clone());
            }
            let mut next = Vec::new();
            for (way, id) in waiting {
                let Body::Fields(fields) = &self.in_state(head, id).body else { continue };
                if !seen.insert(id) {
                    continue;
                }
                for (slot, &value) in fields.iter().enumerate() {
                    let Some(found) = target(head, value) else { continue };
                    let mut slots = way.slots.clone();
                    slots.push(slot as u16);
                    next.push((Way { start: way.start, slots }, found));
                }
            }
            waiting = next;
        }
        None
    }

    /// The cell at a place; none if a reference on the way is null.
    fn cell_at(&mut self, state: &mut State, place: &Changed) -> Res<Option<Cell>> {
        let locals = state.top().locals;
        Ok(match place {
            Changed::Local(local) => Some(Cell::Slot(locals + local)),
            Changed::Field(way, slot) => self.object_at(state, way)?.map(|id| Cell::Field(id, *slot)),
            Changed::Contents(way) => self.object_at(state, way)?.map(Cell::Contents),
            Changed::Element(way, at) => self.object_at(state, way)?.map(|id| Cell::Element(id, *at)),
        })
    }

    fn object_at(&mut self, state: &mut State, way: &Way) -> Res<Option<ObjectId>> {
        let mut value = match way.start {
            Start::Local(local) => state.stack[(state.top().locals + local) as usize],
            Start::Statics(holder) => Value::Ref(holder),
        };
        for &slot in &way.slots {
            let object = self.settled_reference(state, value)?;
            if object.is_null() {
                return Ok(None);
            }
            value = self.raw_field(state, object, slot)?;
        }
        Ok(Some(self.settled_reference(state, value)?).filter(|id| !id.is_null()))
    }

    fn settled_reference(&mut self, state: &mut State, value: Value) -> Res<ObjectId> {
        match self.settle_reference(state, value)? {
            Value::Ref(id) => Ok(id),
            _ => Err(unproved("a variable that holds an object at one time and a number at another".into())),
        }
    }

    /// A reference that is forgotten becomes one of the heap before the method, so it must be one of those whenever a round begins.
    fn ensure_any(&mut self, state: &State, cell: Cell) -> Res<()> {
        let value = match cell {
            Cell::Slot(at) => state.stack[at as usize],
            Cell::Field(id, slot) => match &self.in_state(state, id).body {
                Body::Fields(fields) => fields[slot as usize],
                _ => return Ok(()),
            },
            Cell::Element(..) | Cell::Contents(_) => return Ok(()),
        };
        if self.is_of_heap_before(state, value) {
            return Ok(());
        }
        Err(unproved("a loop with clauses leaves an object that the method made where another one was".into()))
    }

    /// Whether a reference is null or an object of the heap that the method was given. Numbers are no references.
    pub fn is_of_heap_before(&self, state: &State, value: Value) -> bool {
        match value {
            Value::Ref(id) => id.is_null() || state.path.shapes.number_of(id).is_some(),
            Value::Sym(term) if self.world.terms.sort(term) == Sort::Ref => self.world.atlas.reference(term).is_some(),
            Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Sym(_) | Value::Sym2(_) => {
                true
            }
        }
    }

    /// Whether a reference may be null, as far as the path has settled that.
    pub fn may_be_null(&mut self, state: &State, reference: Term) -> bool {
        if let Some(constant) = self.world.terms.as_const(reference) {
            return constant.bits() == 0;
        }
        if self.world.atlas.reference(reference).is_none() {
            return true;
        }
        let null = self.null_condition(state, reference);
        let settled = self.world.terms.as_const(null).and_then(|constant| constant.truth());
        settled.or_else(|| state.path.known(&self.world.terms, null)) != Some(false)
    }

    /// A reference that fits into a variable or a field, and may be any object of the heap that the method was given, or null, if it may be.
    pub fn any_reference(&mut self, state: &mut State, cell: Cell, name: &str, nullable: bool) -> Res<Term> {
        let descriptor = match cell {
            Cell::Slot(at) => self.variable_at(state, at - state.top().locals)?,
            Cell::Field(id, slot) => self.declared_at(state, id, slot),
            Cell::Element(..) | Cell::Contents(_) => {
                return Err(unproved("a loop changes elements that are references".into()));
            }
        };
        if !descriptor.starts_with(['L', '[']) {
            return Err(unproved("a variable that holds an object at one time and a number at another".into()));
        }
        self.any_given(state, name, &descriptor, nullable)
    }

    /// The descriptor of a field.
    fn declared_at(&self, state: &State, id: ObjectId, slot: u16) -> String {
        let classes = &self.world.classes;
        match self.world.holders.get(&id) {
            Some(&class) => classes.static_at(class, slot).descriptor.to_string(),
            None => classes.field_at(self.class_of(state, id), slot).descriptor.to_string(),
        }
    }

    /// A cell holds anything of its type from here on.
    fn forget(&mut self, state: &mut State, cell: Cell) -> Res<()> {
        let name = Rc::make_mut(&mut state.path.proof).next_name("any");
        match cell {
            Cell::Slot(at) => {
                let descriptor = self.variable_at(state, at - state.top().locals)?;
                let value = self.anything(state, &name, &descriptor)?;
                state.stack[at as usize] = value;
                Ok(())
            }
            Cell::Field(id, slot) => {
                let descriptor = self.declared_at(state, id, slot);
                let value = self.anything(state, &name, &descriptor)?;
                self.set_field(state, id, slot, value)
            }
            Cell::Element(id, at) => match self.element_prim(state, id) {
                Some(prim) => {
                    let value = self.fresh_number(prim, &name).1;
                    self.set_element(state, id, at as usize, value)
                }
                None => Err(unproved("a loop with clauses changes elements that are no numbers".into())),
            },
            Cell::Contents(id) => {
                let prim = self.element_prim(state, id);
                let is_open = matches!(state.heap.get(id).body, Body::Open(_));
                let is_wide = matches!(prim, Some(Prim::Int | Prim::Long | Prim::Float | Prim::Double));
                let Some(prim) = prim.filter(|_| is_open || is_wide) else {
                    return Err(unproved("a loop with clauses changes elements that are forgotten one by one".into()));
                };
                let contents = self.world.terms.input(&name, Sort::Array(element_sort(prim)));
                self.write_cell(state, cell, contents)
            }
        }
    }

    fn element_prim(&self, state: &State, array: ObjectId) -> Option<Prim> {
        match self.world.classes.element_kind(self.class_of(state, array)) {
            Kind::Prim(prim) => Some(prim),
            Kind::Ref => None,
        }
    }

    /// Any value of a type.
    fn anything(&mut self, state: &mut State, name: &str, descriptor: &str) -> Res<Value> {
        let prim = match descriptor {
            "Z" => Prim::Boolean,
            "B" => Prim::Byte,
            "C" => Prim::Char,
            "S" => Prim::Short,
            "I" => Prim::Int,
            "J" => Prim::Long,
            "F" => Prim::Float,
            "D" => Prim::Double,
            _ if !self.explores(state) => {
                return Err(unproved("a loop with clauses changes a reference, and the heap is not symbolic".into()));
            }
            _ => return Ok(Value::Sym(self.any_given(state, name, descriptor, true)?)),
        };
        Ok(self.fresh_number(prim, name).1)
    }

    fn any_given(&mut self, state: &mut State, name: &str, descriptor: &str, nullable: bool) -> Res<Term> {
        let within = self.world.classes[state.top().method].class;
        let class = descriptor.strip_prefix('L').and_then(|d| d.strip_suffix(';')).unwrap_or(descriptor);
        let class = self.class_named(state, within, &class.into())?;
        let shapes = Rc::make_mut(&mut state.path.shapes);
        shapes.answers += 1;
        let origin = Origin::Answer(shapes.answers);
        // What a name stands for is the same on all paths.
        let name =
            if nullable { format!("{name} of {descriptor}") } else { format!("{name} of {descriptor}, not null") };
        let term = self.new_reference(&name, class, origin, nullable);
        Rc::make_mut(&mut state.path.shapes).left_open.push(Value::Sym(term));
        Ok(term)
    }

    /// The type of a local variable where the frame on top is.
    fn variable_at(&self, state: &State, local: u32) -> Res<String> {
        let top = state.top();
        let method = &self.world.classes[top.method];
        let file = self.world.classes[method.class].file.as_ref();
        let info = file.and_then(|file| file.methods[method.index as usize].code.as_ref());
        let at = method.code.get().map(|code| u32::from(code.pcs[top.pc as usize]));
        let found = info.zip(at).and_then(|(info, at)| {
            let fits = |variable: &&bytecode::LocalVariable| {
                let range = u32::from(variable.start)..u32::from(variable.start) + u32::from(variable.length);
                u32::from(variable.index) == local && range.contains(&at)
            };
            info.variables.iter().find(fits)
        });
        match found {
            Some(variable) => Ok(variable.descriptor.to_string()),
            None => Err(unproved("a loop with clauses changes a variable whose type is not known".into())),
        }
    }
}

fn unproved(what: String) -> Stop {
    End::stopped(Reason::Unproved(what))
}

/// The object that a value is known to be.
fn target(state: &State, value: Value) -> Option<ObjectId> {
    match value {
        Value::Ref(id) => Some(id),
        Value::Sym(term) => state.path.shapes.target(term),
        Value::Int(_) | Value::Long(_) | Value::Float(_) | Value::Double(_) | Value::Sym2(_) => None,
    }
    .filter(|id| !id.is_null())
}
