//! `--cases FILE`: every case as a line of JSON: arguments, objects, the condition on their numbers as SMT-LIB, and one solution.

use machine::shapes::{Contents, Settled};
use machine::{Machine, State, Value};
use std::collections::BTreeMap;
use std::fmt::Write;
use term::{Sort, Term, smtlib};

pub fn line(machine: &mut Machine, state: &State) -> String {
    let mut case = Case { machine, state, witness: BTreeMap::new() };
    let shapes = state.path.shapes.clone();
    let arguments: Vec<String> =
        shapes.arguments.iter().map(|(name, value)| format!("[{}, {}]", text(name), case.value(*value))).collect();
    let objects: Vec<String> = (0..shapes.objects.len()).map(|at| case.object(at)).collect();
    let condition = smtlib::script(&case.machine.world.terms, &state.path.conjuncts);
    let witness: Vec<String> =
        case.witness.iter().map(|(symbol, value)| format!("{}: {value}", text(symbol))).collect();
    format!(
        "{{\"arguments\": [{}], \"objects\": [{}], \"condition\": {}, \"witness\": {{{}}}}}\n",
        arguments.join(", "),
        objects.join(", "),
        text(&condition),
        witness.join(", ")
    )
}

struct Case<'c, 'm> {
    machine: &'c mut Machine<'m>,
    state: &'c State,
    witness: BTreeMap<String, i64>,
}

impl Case<'_, '_> {
    fn object(&mut self, at: usize) -> String {
        let object = self.state.path.shapes.objects[at].clone();
        let classes: Vec<String> =
            object.types.iter().map(|&class| text(&self.machine.world.classes[class].dotted())).collect();
        let mut fields = Vec::new();
        if let Contents::Fields(values) = &object.contents {
            for (slot, &value) in values.iter().enumerate() {
                let name = self.machine.world.classes.field_at(object.class, slot as u16).name.clone();
                fields.push(format!("{}: {}", text(&name), self.value(value)));
            }
        }
        let class = classes.first().cloned().unwrap_or_else(|| text(""));
        let classes = classes.join(", ");
        format!("{{\"class\": {class}, \"classes\": [{classes}], \"fields\": {{{}}}}}", fields.join(", "))
    }

    fn value(&mut self, value: Value) -> String {
        match value {
            Value::Int(number) => number.to_string(),
            Value::Long(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            Value::Double(number) => number.to_string(),
            Value::Ref(id) if id.is_null() => "null".into(),
            Value::Ref(id) => self.known(id),
            Value::Sym(term) | Value::Sym2(term) if self.machine.is_reference(term) => self.reference(term),
            Value::Sym(term) | Value::Sym2(term) => self.number(term),
        }
    }

    fn known(&self, id: machine::ObjectId) -> String {
        match self.state.path.shapes.number_of(id) {
            Some(number) => format!("{{\"object\": {}}}", number.0),
            None => text("some"),
        }
    }

    fn reference(&mut self, term: Term) -> String {
        match self.machine.settled(self.state, term) {
            Settled::Open => text("open"),
            Settled::Null => "null".into(),
            Settled::SomeObject(_) => text("some"),
            Settled::Object(id) => self.known(id),
        }
    }

    /// A number stands for its one input: small ones are widened on the stack.
    fn number(&mut self, term: Term) -> String {
        let terms = &self.machine.world.terms;
        let input = terms.input_term(terms.inputs_of(term)[0]);
        let symbol = smtlib::input_symbol(terms, input);
        let bits = terms.eval(input, &self.state.path.witness).bits();
        let signed = match terms.sort(input) {
            Sort::Bv(width) => ((bits << (64 - width)) as i64) >> (64 - width),
            _ => bits as i64,
        };
        self.witness.insert(symbol.clone(), signed);
        format!("{{\"symbol\": {}}}", text(&symbol))
    }
}

/// Quoted as JSON wants it.
pub(crate) fn text(plain: &str) -> String {
    let mut quoted = String::from("\"");
    for c in plain.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c < ' ' => _ = write!(quoted, "\\u{:04x}", c as u32),
            c => quoted.push(c),
        }
    }
    quoted + "\""
}
