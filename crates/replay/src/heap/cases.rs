//! `--cases FILE`: every case as a line of JSON: arguments, objects, the condition on their numbers as SMT-LIB, and one solution.

use super::before::constant_name;
use crate::input::{self, InputValue};
use crate::json::add_field;
use bytecode::DottedName;
use machine::path::{Asked, AskedKind, Use};
use machine::shapes::{Contents, Settled, Symbolic};
use machine::unknown::{ArrayId, Element, Elements};
use machine::{ClassId, Machine, ObjectId, State, Value};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use term::{Input, Sort, Term, smtlib};

/// A solution that is longer is told by what most of its numbers are: a length may be any number below 2^31.
const MAX_LISTED: u64 = 4096;

pub fn line(machine: &mut Machine, state: &State) -> String {
    let mut case = Case { machine, state, witness: BTreeMap::new(), places: Vec::new() };
    let shapes = state.path.shapes.clone();
    let arguments: Vec<Json> =
        shapes.arguments.iter().map(|(name, value)| json!([**name, case.value(*value)])).collect();
    let objects: Vec<Json> = (0..shapes.objects.len()).map(|at| case.object(at)).collect();
    let mut all = Map::new();
    all.insert("arguments".into(), Json::from(arguments));
    all.insert("objects".into(), Json::from(objects));
    for (kind, values) in [("globals", case.globals()), ("answers", case.answers())] {
        if !values.is_empty() {
            all.insert(kind.into(), Json::from(values));
        }
    }
    let conjuncts: Vec<Term> = state.path.conjuncts.iter().chain(&case.places).copied().collect();
    let condition = smtlib::script(&case.machine.world.terms, &conjuncts);
    all.insert("condition".into(), Json::from(condition));
    all.insert("witness".into(), json!(case.witness));
    format!("{}\n", Json::from(all))
}

struct Case<'c, 'm> {
    machine: &'c mut Machine<'m>,
    state: &'c State,
    /// Numbers, or lists of them, by symbol.
    witness: BTreeMap<String, Json>,
    /// What the symbols of places are.
    places: Vec<Term>,
}

impl Case<'_, '_> {
    fn object(&mut self, at: usize) -> Json {
        let object = self.state.path.shapes.objects[at].clone();
        let classes: Vec<DottedName> =
            object.types.iter().map(|&class| self.machine.world.classes[class].dotted()).collect();
        let mut fields = Map::new();
        let mut parts = match &object.contents {
            Contents::Fields(values) => {
                for (slot, &value) in values.iter().enumerate() {
                    let value = self.value(value);
                    add_field(&mut fields, self.machine.world, object.class, slot as u16, value);
                }
                Map::new()
            }
            Contents::Input(asked) => self.input(asked, Some(Symbolic(at as u32))),
            Contents::Made(_) => Map::new(),
        };
        parts.insert("class".into(), json!(classes.first().map_or("", |class| &**class)));
        parts.insert("classes".into(), json!(classes));
        parts.insert("fields".into(), Json::from(fields));
        Json::from(parts)
    }

    /// What is in a text, a box or an array. An array that is an object of the heap has its number.
    fn input(&mut self, asked: &Asked, number: Option<Symbolic>) -> Map<String, Json> {
        let mut parts = Map::new();
        let mut add = |name: &str, value: Json| _ = parts.insert(name.into(), value);
        match asked.kind {
            AskedKind::Text(id) => {
                add("length", self.symbol(asked.input));
                let (units, length) =
                    (self.state.path.texts[id.0 as usize].units, input::text_length(self.machine, self.state, id));
                let values = self.listed(units, length, |unit| json!(unit));
                add("units", self.given(units, values));
            }
            AskedKind::Array(id) => {
                add("length", self.symbol(asked.input));
                let elements = self.elements(id, asked);
                add("elements", elements);
                let places = number.map(|number| self.places(number)).unwrap_or_default();
                if !places.is_empty() {
                    add("places", Json::from(places));
                }
            }
            AskedKind::Number(_) | AskedKind::Fraction(_) | AskedKind::Boxed(_) => {
                add("value", self.symbol(asked.input))
            }
            AskedKind::Same(_) | AskedKind::Null | AskedKind::Object(_) => {}
        }
        parts
    }

    /// One symbol for all numbers; of references those that somebody looked at, by their places.
    fn elements(&mut self, id: ArrayId, asked: &Asked) -> Json {
        match self.state.path.arrays[id.0 as usize].elements.clone() {
            Elements::Primitives(prim, values) => {
                let length = self.machine.world.terms.input_term(asked.input);
                let length = self.machine.world.terms.eval(length, self.state.path.witness(Use::Report)).bits();
                let numbers = self.listed(values, length, |bits| number_json(&input::number_value(prim, bits)));
                self.given(values, numbers)
            }
            Elements::References(known) if !known.is_empty() => {
                let element = |element: &Element| {
                    let mut parts = self.input(&element.asked, None);
                    parts.insert("null".into(), self.symbol(element.null));
                    Json::from(parts)
                };
                let mut element = element;
                known.iter().map(|(at, known)| (at.to_string(), element(known))).collect::<Map<_, _>>().into()
            }
            Elements::References(_) => {
                let number = self.state.path.shapes.number_of(self.state.path.arrays[id.0 as usize].object);
                let known = number.map(|number| self.machine.known_elements(self.state, number)).unwrap_or_default();
                let mut elements = Map::new();
                for first in known {
                    if let Some(at) = self.machine.world.terms.bits(first.index) {
                        elements.insert(at.to_string(), self.reference(first.reference));
                    }
                }
                elements.into()
            }
        }
    }

    /// References at indices that are terms: a symbol for the index, of which the condition says what it is, and what is there.
    fn places(&mut self, of: Symbolic) -> Vec<Json> {
        let known = self.machine.known_elements(self.state, of).into_iter();
        let known: Vec<_> = known.filter(|first| !self.machine.world.terms.is_const(first.index)).collect();
        let mut places = Vec::new();
        for (number, first) in known.into_iter().enumerate() {
            let at = self.machine.world.terms.eval(first.index, self.state.path.witness(Use::Report)).bits();
            let terms = &mut self.machine.world.terms;
            let symbol = terms.input(&format!("place {number} of #{}", of.0), Sort::Bv(32));
            let same = terms.eq(symbol, first.index);
            self.places.push(same);
            let input = self.machine.world.terms.as_input(symbol).expect("an input");
            places.push(json!([self.given(input, json!(at)), self.reference(first.reference)]));
        }
        places
    }

    /// Static fields that hold anything.
    fn globals(&mut self) -> Vec<Json> {
        let globals = self.state.path.shapes.globals.clone();
        let of = |&(class, slot, value): &(ClassId, u16, Value)| {
            let field = self.machine.world.classes.static_at(class, slot);
            let name = format!("{}.{}", self.machine.world.classes[class].dotted(), field.name);
            json!([name, self.value(value)])
        };
        globals.iter().map(of).collect()
    }

    /// What methods without code answered, and what assumed contracts left open.
    fn answers(&mut self) -> Vec<Json> {
        let shapes = self.state.path.shapes.clone();
        let answered = shapes.answered.iter().map(|(_, value)| *value).chain(shapes.left_open.iter().copied());
        answered.map(|value| self.value(value)).collect()
    }

    fn value(&mut self, value: Value) -> Json {
        match value {
            Value::Int(number) => json!(number),
            Value::Long(number) => json!(number),
            Value::Float(number) => json!(number),
            Value::Double(number) => json!(number),
            Value::Ref(id) if id.is_null() => Json::Null,
            Value::Ref(id) => self.known(id, None),
            Value::Sym(term) | Value::Sym2(term) if self.machine.is_reference(term) => self.reference(term),
            Value::Sym(term) | Value::Sym2(term) => self.number(term),
        }
    }

    fn known(&self, id: ObjectId, term: Option<Term>) -> Json {
        if let Some(number) = self.state.path.shapes.number_of(id) {
            return json!({"object": number.0});
        }
        match term.and_then(|term| constant_name(self.machine, self.state, term, id)) {
            Some((class, name)) => json!({"constant": format!("{class}.{name}")}),
            None => json!("some"),
        }
    }

    fn reference(&mut self, term: Term) -> Json {
        let excluded: Vec<u32> = self.machine.excluded(self.state, term).iter().map(|number| number.0).collect();
        match self.machine.settled(self.state, term) {
            Settled::Open if excluded.is_empty() => json!("open"),
            Settled::Open => json!({"open": excluded}),
            Settled::Null => Json::Null,
            Settled::SomeObject(_) if excluded.is_empty() => json!("some"),
            Settled::SomeObject(_) => json!({"some": excluded}),
            Settled::Object(id) => self.known(id, Some(term)),
        }
    }

    /// A number stands for its one input: small ones are widened on the stack.
    fn number(&mut self, term: Term) -> Json {
        let input = self.machine.world.terms.inputs_of(term)[0];
        self.symbol(input)
    }

    fn symbol(&mut self, input: Input) -> Json {
        let terms = &self.machine.world.terms;
        let term = terms.input_term(input);
        let bits = terms.eval(term, self.state.path.witness(Use::Report)).bits();
        let signed = match terms.sort(term) {
            Sort::Bv(width) => ((bits << (64 - width)) as i64) >> (64 - width),
            _ => bits as i64,
        };
        self.given(input, json!(signed))
    }

    /// The first numbers of a list of inputs as many as `length`; of a long list what most of them are, and the others by their places.
    fn listed(&self, input: Input, length: u64, number: impl Fn(u64) -> Json) -> Json {
        let values = input::listed(self.machine, self.state, input);
        if length <= MAX_LISTED {
            return (0..length).map(|at| number(values.get(at as u32))).collect();
        }
        let entries = values.entries().filter(|(at, _)| u64::from(*at) < length);
        let others: Map<String, Json> = entries.map(|(at, bits)| (at.to_string(), number(bits))).collect();
        json!({"length": length, "all": number(values.default_bits()), "but": others})
    }

    /// The symbol of an input with this value.
    fn given(&mut self, input: Input, value: Json) -> Json {
        let terms = &self.machine.world.terms;
        let symbol = smtlib::input_symbol(terms, terms.input_term(input));
        self.witness.insert(symbol.clone(), value);
        json!({"symbol": symbol})
    }
}

/// Bits of a fraction, as of single numbers.
fn number_json(value: &InputValue) -> Json {
    match value {
        InputValue::Boolean(truth) => json!(i64::from(*truth)),
        InputValue::Byte(number) => json!(number),
        InputValue::Short(number) => json!(number),
        InputValue::Char(unit) => json!(unit),
        InputValue::Int(number) => json!(number),
        InputValue::Long(number) => json!(number),
        InputValue::Float(number) => json!(number.to_bits()),
        InputValue::Double(number) => json!(number.to_bits()),
        InputValue::Text(_)
        | InputValue::Boxed(_)
        | InputValue::Array { .. }
        | InputValue::Same { .. }
        | InputValue::Object { .. }
        | InputValue::Null => Json::Null,
    }
}
