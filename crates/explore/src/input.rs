//! The inputs of a path: what the program asked for, where, and the values that the witness gives.

use bytecode::Prim;
use machine::path::{Asked, AskedKind};
use machine::text::TextId;
use machine::{Machine, MethodId, State};
use term::Const;

#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub name: String,
    pub value: InputValue,
    /// The user code that asked.
    pub asked_at: Option<SourceLine>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum InputValue {
    Boolean(bool),
    Byte(i8),
    Short(i16),
    Char(u16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    /// UTF-16 units.
    Text(Vec<u16>),
}

/// A line of user code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The name in the class file, without folders.
    pub file: String,
    pub line: u16,
    /// Dotted binary name.
    pub class: String,
    pub method: String,
    pub descriptor: String,
}

impl InputValue {
    /// As the classes of a replay parse it. A text travels as an entry of a properties file: any sequence of units can
    /// be written so.
    pub fn raw(&self) -> String {
        match self {
            InputValue::Boolean(truth) => truth.to_string(),
            InputValue::Byte(number) => number.to_string(),
            InputValue::Short(number) => number.to_string(),
            InputValue::Char(unit) => unit.to_string(),
            InputValue::Int(number) => number.to_string(),
            InputValue::Long(number) => number.to_string(),
            InputValue::Float(number) => (number.to_bits() as i32).to_string(),
            InputValue::Double(number) => (number.to_bits() as i64).to_string(),
            InputValue::Text(units) => {
                let escaped: String = units.iter().map(|unit| format!("\\u{unit:04x}")).collect();
                format!("k={escaped}")
            }
        }
    }
}

/// In the order of asking.
pub fn inputs(machine: &mut Machine, state: &State) -> Vec<Input> {
    let asked: Vec<Asked> = state.path.asked.to_vec();
    asked.iter().map(|asked| input(machine, state, asked)).collect()
}

fn input(machine: &mut Machine, state: &State, asked: &Asked) -> Input {
    let asked_at = asked.place.user.and_then(|(method, pc)| source_line(machine, method, pc));
    match asked.kind {
        AskedKind::Text(id) => {
            Input { name: format!("text{}", id.0), value: InputValue::Text(text(machine, state, id)), asked_at }
        }
        AskedKind::Number(prim) => {
            let term = machine.world.terms.input_term(asked.input);
            let value = number(prim, &machine.world.terms.eval(term, &state.path.witness));
            Input { name: machine.world.terms.input_name(asked.input).to_string(), value, asked_at }
        }
    }
}

fn text(machine: &mut Machine, state: &State, id: TextId) -> Vec<u16> {
    let text = state.path.texts[id.0 as usize];
    let terms = &mut machine.world.terms;
    let length = terms.eval(terms.input_term(text.length), &state.path.witness).bits();
    let all = terms.input_term(text.units);
    (0..length)
        .map(|at| {
            let at = terms.bv(32, at);
            let unit = terms.select(all, at);
            terms.eval(unit, &state.path.witness).bits() as u16
        })
        .collect()
}

fn number(prim: Prim, value: &Const) -> InputValue {
    let bits = value.bits();
    match prim {
        Prim::Boolean => InputValue::Boolean(bits != 0),
        Prim::Byte => InputValue::Byte(bits as i8),
        Prim::Char => InputValue::Char(bits as u16),
        Prim::Short => InputValue::Short(bits as i16),
        Prim::Int => InputValue::Int(bits as i32),
        Prim::Long => InputValue::Long(bits as i64),
        Prim::Float => InputValue::Float(f32::from_bits(bits as u32)),
        Prim::Double => InputValue::Double(f64::from_bits(bits)),
    }
}

/// `None` for code without line numbers.
pub fn source_line(machine: &Machine, method: MethodId, pc: u32) -> Option<SourceLine> {
    let called = &machine.world.classes[method];
    let class = &machine.world.classes[called.class];
    Some(SourceLine {
        file: class.file.as_ref()?.source_file.as_deref()?.to_string(),
        line: called.code.get()?.line(pc)?,
        class: class.dotted(),
        method: called.name.to_string(),
        descriptor: called.descriptor.to_string(),
    })
}
