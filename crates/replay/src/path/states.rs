//! `--states FILE`: the states of the symbolic heap along all paths as a tree, one line of JSON each: Figures 3 to 5 of the Kiasan
//! paper for any method. A state is written down where the execution comes to a line of user code.

use super::retrace::{Look, retrace};
use crate::input::source_line;
use crate::json::add_field;
use machine::heap::Body;
use machine::shapes::{Phase, Settled, Symbolic};
use machine::state::Frame;
use machine::{Machine, State, Value};
use serde_json::{Map, Value as Json, json};
use std::collections::HashMap;
use term::{Term, Witness};

/// Instructions of a path that are looked at.
const MOST: u64 = 1_000_000;

/// The tree of one method.
#[derive(Default)]
pub struct Tree {
    /// By the sides that led to a state and how many states came before: its number.
    known: HashMap<(u64, usize), usize>,
    pub lines: String,
}

impl Tree {
    /// Adds the path that the witness takes from the start.
    pub fn add(&mut self, machine: &mut Machine, start: &State, witness: &Witness, floor: usize) {
        let (mut before, mut depth) = (None, 0);
        retrace(machine, start, witness, floor, MOST, |machine, state, look, sides| {
            if look == Look::Ended || !is_line(machine, state) {
                return;
            }
            let next = self.known.len() + 1;
            let number = *self.known.entry((sides, depth)).or_insert(next);
            if number == next {
                self.lines += &line(machine, state, number, before);
            }
            (before, depth) = (Some(number), depth + 1);
        });
    }
}

/// Whether the method under check, or one of the program that it called, is about to begin a line.
fn is_line(machine: &Machine, state: &State) -> bool {
    let Some(frame) = state.frames.last() else { return false };
    let method = &machine.world.classes[frame.method];
    let class = &machine.world.classes[method.class];
    state.path.shapes.phase == Phase::Running
        && !class.is_jdk()
        && !class.name.starts_with("jacana/")
        && *method.name != *"<clinit>"
        && method.code.get().is_some_and(|code| code.lines.iter().any(|&(start, _)| start == frame.pc))
}

fn line(machine: &mut Machine, state: &State, number: usize, before: Option<usize>) -> String {
    let frame = *state.top();
    let place = source_line(machine, frame.method, frame.pc);
    let place = place.map(|at| format!("{}.{}:{}", at.class, at.method, at.line));
    let mut variables = Map::new();
    for (name, slot) in locals(machine, &frame) {
        let value = state.stack[frame.locals as usize + slot as usize];
        variables.insert(name, value_json(machine, state, value));
    }
    let objects: Vec<Json> = (0..state.path.shapes.objects.len()).map(|at| object(machine, state, at)).collect();
    let state = json!({"state": number, "before": before, "at": place, "locals": variables, "objects": objects});
    format!("{state}\n")
}

/// Those with a name; without debug information, the parameters.
fn locals(machine: &Machine, frame: &Frame) -> Vec<(String, u16)> {
    let method = &machine.world.classes[frame.method];
    let file = machine.world.classes[method.class].file.as_ref();
    let code = file.and_then(|file| file.methods[method.index as usize].code.as_ref());
    let pc = method.code.get().map_or(0, |code| u32::from(code.pcs[frame.pc as usize]));
    let Some(code) = code.filter(|code| !code.variables.is_empty()) else {
        let this = (!method.is_static()).then(|| ("this".to_string(), 0));
        let mut slot = u16::from(!method.is_static());
        let parameters = method.parameters.iter().enumerate().map(|(at, parameter)| {
            slot += parameter.slots() as u16;
            (format!("argument{}", at + 1), slot - parameter.slots() as u16)
        });
        return this.into_iter().chain(parameters).collect();
    };
    let in_scope = code.variables.iter().filter(|variable| {
        let start = u32::from(variable.start);
        (start..start + u32::from(variable.length)).contains(&pc)
    });
    let mut named: Vec<(String, u16)> = in_scope.map(|variable| (variable.name.to_string(), variable.index)).collect();
    named.sort_by_key(|(_, slot)| *slot);
    named
}

/// What its fields hold now.
fn object(machine: &mut Machine, state: &State, at: usize) -> Json {
    let object = state.path.shapes.object(Symbolic(at as u32)).clone();
    let mut fields = Map::new();
    if let Body::Fields(values) = &state.heap.get(object.id).body {
        for (slot, &value) in values.clone().iter().enumerate() {
            let value = value_json(machine, state, value);
            add_field(&mut fields, machine.world, object.class, slot as u16, value);
        }
    }
    json!({"class": machine.world.classes[object.class].dotted(), "fields": fields})
}

fn value_json(machine: &mut Machine, state: &State, value: Value) -> Json {
    match value {
        Value::Int(number) => json!(number),
        Value::Long(number) => json!(number),
        Value::Float(number) => json!(number.to_string()),
        Value::Double(number) => json!(number.to_string()),
        Value::Ref(id) if id.is_null() => Json::Null,
        Value::Ref(id) => known(state, id),
        Value::Sym(term) | Value::Sym2(term) if machine.is_reference(term) => reference(machine, state, term),
        Value::Sym(term) | Value::Sym2(term) => json!({"number": machine.world.terms.show(term).to_string()}),
    }
}

fn known(state: &State, id: machine::ObjectId) -> Json {
    match state.path.shapes.number_of(id) {
        Some(number) => json!({"object": number.0}),
        None => json!("made"),
    }
}

/// On each level of abstraction: a symbolic reference, a symbolic location, an object.
fn reference(machine: &mut Machine, state: &State, term: Term) -> Json {
    let name = machine.world.terms.as_input(term).map(|input| machine.world.terms.input_name(input).to_string());
    let name = name.unwrap_or_default();
    match machine.settled(state, term) {
        Settled::Open => json!({"reference": name}),
        Settled::Null => Json::Null,
        Settled::SomeObject(_) => json!({"location": name}),
        Settled::Object(id) => known(state, id),
    }
}
