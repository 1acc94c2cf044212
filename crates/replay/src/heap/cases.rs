//! `--cases FILE`: every case as a line of JSON: arguments, objects, the condition on their numbers as SMT-LIB, and one solution.

use crate::json::add_field;
use bytecode::DottedName;
use machine::path::Use;
use machine::shapes::{Contents, Settled};
use machine::{Machine, State, Value};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use term::{Sort, Term, smtlib};

pub fn line(machine: &mut Machine, state: &State) -> String {
    let mut case = Case { machine, state, witness: BTreeMap::new() };
    let shapes = state.path.shapes.clone();
    let arguments: Vec<Json> =
        shapes.arguments.iter().map(|(name, value)| json!([**name, case.value(*value)])).collect();
    let objects: Vec<Json> = (0..shapes.objects.len()).map(|at| case.object(at)).collect();
    let condition = smtlib::script(&case.machine.world.terms, &state.path.conjuncts);
    let case = json!({"arguments": arguments, "objects": objects, "condition": condition, "witness": case.witness});
    format!("{case}\n")
}

struct Case<'c, 'm> {
    machine: &'c mut Machine<'m>,
    state: &'c State,
    witness: BTreeMap<String, i64>,
}

impl Case<'_, '_> {
    fn object(&mut self, at: usize) -> Json {
        let object = self.state.path.shapes.objects[at].clone();
        let classes: Vec<DottedName> =
            object.types.iter().map(|&class| self.machine.world.classes[class].dotted()).collect();
        let mut fields = Map::new();
        if let Contents::Fields(values) = &object.contents {
            for (slot, &value) in values.iter().enumerate() {
                let value = self.value(value);
                add_field(&mut fields, self.machine.world, object.class, slot as u16, value);
            }
        }
        json!({"class": classes.first().map_or("", |class| &**class), "classes": classes, "fields": fields})
    }

    fn value(&mut self, value: Value) -> Json {
        match value {
            Value::Int(number) => json!(number),
            Value::Long(number) => json!(number),
            Value::Float(number) => json!(number),
            Value::Double(number) => json!(number),
            Value::Ref(id) if id.is_null() => Json::Null,
            Value::Ref(id) => self.known(id),
            Value::Sym(term) | Value::Sym2(term) if self.machine.is_reference(term) => self.reference(term),
            Value::Sym(term) | Value::Sym2(term) => self.number(term),
        }
    }

    fn known(&self, id: machine::ObjectId) -> Json {
        match self.state.path.shapes.number_of(id) {
            Some(number) => json!({"object": number.0}),
            None => json!("some"),
        }
    }

    fn reference(&mut self, term: Term) -> Json {
        match self.machine.settled(self.state, term) {
            Settled::Open => json!("open"),
            Settled::Null => Json::Null,
            Settled::SomeObject(_) => json!("some"),
            Settled::Object(id) => self.known(id),
        }
    }

    /// A number stands for its one input: small ones are widened on the stack.
    fn number(&mut self, term: Term) -> Json {
        let terms = &self.machine.world.terms;
        let input = terms.input_term(terms.inputs_of(term)[0]);
        let symbol = smtlib::input_symbol(terms, input);
        let bits = terms.eval(input, self.state.path.witness(Use::Report)).bits();
        let signed = match terms.sort(input) {
            Sort::Bv(width) => ((bits << (64 - width)) as i64) >> (64 - width),
            _ => bits as i64,
        };
        self.witness.insert(symbol.clone(), signed);
        json!({"symbol": symbol})
    }
}
