//! What a program calls the values that it has at the head of a loop: variables, their fields, lengths and elements of arrays.

use crate::cut::Hole;
use bytecode::LocalVariable;
use explore::Explorer;
use machine::general::Cell;
use machine::{ObjectId, State, Value};
use std::collections::BTreeMap;
use term::{Sort, Term};

/// Elements of an array that are named one by one.
const MOST_ELEMENTS: u32 = 64;

/// Java expressions by the terms that they stand for in the state with its holes. Whoever comes first names a term.
pub fn names(explorer: &mut Explorer, state: &State, holes: &[Hole]) -> BTreeMap<Term, String> {
    let all = expressions(explorer, state, holes);
    let terms = &explorer.machine.world.terms;
    let mut names = BTreeMap::new();
    for (name, term) in all {
        if !terms.is_const(term) && terms.sort(term) != Sort::Bool {
            names.entry(term).or_insert(name);
        }
    }
    names
}

/// Java expressions and what they are, variables first.
pub fn expressions(explorer: &mut Explorer, state: &State, holes: &[Hole]) -> Vec<(String, Term)> {
    let mut names = Names { explorer, state, holes, found: Vec::new() };
    let variables = names.variables();
    for variable in &variables {
        let at = state.top().locals + u32::from(variable.index);
        names.value(Cell::Slot(at), &variable.name, &variable.descriptor);
    }
    // Fields come second: a variable is the better name.
    for variable in &variables {
        if let Some(Value::Ref(object)) = state.stack.get((state.top().locals + u32::from(variable.index)) as usize) {
            names.members(*object, &variable.name);
        }
    }
    names.statics();
    names.found
}

/// The variables of the method on top that have a value where it stands.
fn in_scope(explorer: &Explorer, state: &State) -> Option<Vec<LocalVariable>> {
    let (top, world) = (state.top(), &*explorer.machine.world);
    let method = &world.classes[top.method];
    let code = method.code.get()?;
    let pc = u32::from(*code.pcs.get(top.pc as usize)?);
    let file = world.classes[method.class].file.as_ref()?;
    let variables = &file.methods.get(method.index as usize)?.code.as_ref()?.variables;
    let covers = |variable: &&LocalVariable| {
        (u32::from(variable.start)..u32::from(variable.start) + u32::from(variable.length)).contains(&pc)
    };
    Some(variables.iter().filter(covers).cloned().collect())
}

struct Names<'n, 'a, 'm> {
    explorer: &'n mut Explorer<'a, 'm>,
    state: &'n State,
    holes: &'n [Hole],
    found: Vec<(String, Term)>,
}

impl Names<'_, '_, '_> {
    fn variables(&self) -> Vec<LocalVariable> {
        in_scope(self.explorer, self.state).unwrap_or_default()
    }

    /// What the general state has in a cell.
    fn term(&mut self, cell: Cell) -> Option<Term> {
        match self.holes.iter().find(|hole| hole.cell == cell) {
            Some(hole) => Some(self.explorer.machine.world.terms.input_term(hole.input)),
            None => self.explorer.machine.read_cell(self.state, cell),
        }
    }

    fn value(&mut self, cell: Cell, name: &str, descriptor: &str) {
        let Some(term) = self.term(cell) else { return };
        let name = if descriptor == "Z" { format!("({name} ? 1 : 0)") } else { name.to_string() };
        self.found.push((name, term));
    }

    /// Fields of an object, or length and elements of an array.
    fn members(&mut self, object: ObjectId, name: &str) {
        if object.is_null() {
            return;
        }
        let world = &*self.explorer.machine.world;
        let class = self.explorer.machine.class_of(self.state, object);
        if world.is_array(class) {
            self.array(object, name);
            return;
        }
        let layout = world.classes[class].layout.clone();
        for (slot, &(owner, at)) in layout.iter().enumerate() {
            let field = &self.explorer.machine.world.classes[owner].fields[at as usize];
            let (name, descriptor) = (format!("{name}.{}", field.name), field.descriptor.clone());
            let cell = Cell::Field(object, slot as u16);
            self.value(cell, &name, &descriptor);
            let inner = self.term(cell).and_then(|term| self.explorer.machine.world.terms.as_const(term));
            if descriptor.starts_with('[')
                && let Some(inner) = inner
            {
                self.members(ObjectId(inner.bits() as u32), &name);
            }
        }
    }

    fn array(&mut self, array: ObjectId, name: &str) {
        if let Some(length) = self.explorer.machine.length_term(self.state, array) {
            self.found.push((format!("{name}.length"), length));
        }
        self.value(Cell::Contents(array), name, "");
        let elements: Vec<u32> = self
            .holes
            .iter()
            .filter_map(|hole| match hole.cell {
                Cell::Element(of, at) if of == array && at < MOST_ELEMENTS => Some(at),
                _ => None,
            })
            .collect();
        for at in elements {
            self.value(Cell::Element(array, at), &format!("{name}[{at}]"), "");
        }
    }

    /// Static fields that a round changes.
    fn statics(&mut self) {
        for hole in self.holes {
            let Cell::Field(holder, slot) = hole.cell else { continue };
            let world = &*self.explorer.machine.world;
            let Some(&class) = world.holders.get(&holder) else { continue };
            let class = &world.classes[class];
            let Some(field) = class.fields.iter().find(|field| field.is_static() && field.slot == slot) else {
                continue;
            };
            let (name, descriptor) = (format!("{}.{}", class.dotted(), field.name), field.descriptor.clone());
            self.value(hole.cell, &name, &descriptor);
        }
    }
}
