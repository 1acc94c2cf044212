//! The inputs of a path: what the program asked for, where, and the values that the witness gives.

use bytecode::{DottedName, Prim};
use machine::path::Use;
use machine::path::{Asked, AskedKind};
use machine::text::TextId;
use machine::unknown::{ArrayId, Elements};
use machine::{Machine, MethodId, State};
use std::fmt;
use std::rc::Rc;
use term::{ArrayConst, Const};

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
    /// An object of a wrapper class, with the number in it.
    Boxed(Box<InputValue>),
    /// Of a class like `[I` or `[Ljava.lang.String;`.
    Array {
        class: DottedName,
        elements: Vec<InputValue>,
    },
    /// The same object as an earlier input, which has this position and name.
    Same {
        input: usize,
        name: String,
        class: DottedName,
    },
    /// An object of the heap before, by its number there.
    Object {
        at: usize,
        class: DottedName,
    },
    Null,
}

impl InputValue {
    /// A truth value, a character as its number, or a whole number: in digits.
    pub fn whole(&self) -> Option<String> {
        Some(match self {
            InputValue::Boolean(truth) => truth.to_string(),
            InputValue::Byte(number) => number.to_string(),
            InputValue::Short(number) => number.to_string(),
            InputValue::Char(unit) => unit.to_string(),
            InputValue::Int(number) => number.to_string(),
            InputValue::Long(number) => number.to_string(),
            InputValue::Float(_)
            | InputValue::Double(_)
            | InputValue::Text(_)
            | InputValue::Boxed(_)
            | InputValue::Array { .. }
            | InputValue::Same { .. }
            | InputValue::Object { .. }
            | InputValue::Null => return None,
        })
    }

    /// The class of a box around the number.
    pub fn box_name(&self) -> &'static str {
        match self {
            InputValue::Boolean(_) => "Boolean",
            InputValue::Byte(_) => "Byte",
            InputValue::Short(_) => "Short",
            InputValue::Char(_) => "Character",
            InputValue::Int(_) => "Integer",
            InputValue::Long(_) => "Long",
            InputValue::Float(_) => "Float",
            _ => "Double",
        }
    }
}

/// A line of user code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLine {
    /// The name in the class file, without folders.
    pub file: String,
    pub line: u16,
    pub class: DottedName,
    pub method: String,
    pub descriptor: String,
}

/// `Class.method(File.java:7)`
impl fmt::Display for SourceLine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}({}:{})", self.class, self.method, self.file, self.line)
    }
}

/// In the order of asking.
pub fn inputs(machine: &mut Machine, state: &State) -> Vec<Input> {
    let asked = state.path.asked_for(&machine.world.terms);
    asked.iter().enumerate().map(|(at, asked)| input(machine, state, at, asked)).collect()
}

fn input(machine: &mut Machine, state: &State, at: usize, asked: &Asked) -> Input {
    let asked_at = asked.place.user.and_then(|(method, pc)| source_line(machine, method, pc));
    Input { name: name(machine, at, asked), value: value(machine, state, asked), asked_at }
}

/// That of the parameter if it is an argument of the method that is explored.
fn name(machine: &Machine, at: usize, asked: &Asked) -> String {
    match machine.world.options.input_names.get(at) {
        Some(name) => name.clone(),
        None => {
            let name = machine.world.terms.input_name(asked.input);
            name.trim_end_matches(".length").split([' ', '(']).next().unwrap_or(name).to_string()
        }
    }
}

pub fn value(machine: &mut Machine, state: &State, asked: &Asked) -> InputValue {
    let constant = || {
        let term = machine.world.terms.input_term(asked.input);
        machine.world.terms.eval(term, state.path.witness(Use::Report))
    };
    match asked.kind {
        AskedKind::Number(prim) => number(prim, &constant()),
        AskedKind::Fraction(prim) => fraction(prim, constant().bits()),
        AskedKind::Boxed(prim) => InputValue::Boxed(Box::new(number(prim, &constant()))),
        AskedKind::Text(id) => InputValue::Text(text(machine, state, id)),
        AskedKind::Array(id) => array(machine, state, id),
        AskedKind::Same(id) => same(machine, state, id),
        AskedKind::Null => InputValue::Null,
        // `candidate.rs` knows the heap.
        AskedKind::Object(_) => InputValue::Null,
    }
}

fn array(machine: &mut Machine, state: &State, id: ArrayId) -> InputValue {
    let array = state.path.arrays[id.0 as usize].clone();
    let under_witness = |machine: &Machine, input| {
        let term = machine.world.terms.input_term(input);
        machine.world.terms.eval(term, state.path.witness(Use::Report))
    };
    let length = under_witness(machine, array.length).bits() as u32;
    let elements = match &array.elements {
        Elements::Primitives(prim, values) => {
            let values = listed(machine, state, *values);
            let sort = values.element().sort();
            (0..length).map(|at| number(*prim, &Const::scalar(sort, values.get(at)))).collect()
        }
        Elements::References(known) => (0..length)
            .map(|at| match known.get(&at) {
                Some(element) if under_witness(machine, element.null).bits() == 0 => {
                    value(machine, state, &element.asked)
                }
                _ => InputValue::Null,
            })
            .collect(),
    };
    InputValue::Array { class: machine.world.classes[array.class].dotted(), elements }
}

fn same(machine: &Machine, state: &State, id: ArrayId) -> InputValue {
    let asked = state.path.asked_for(&machine.world.terms);
    let first = asked.iter().position(|asked| asked.kind == AskedKind::Array(id));
    let input = first.expect("an array that was given before");
    let class = machine.world.classes[state.path.arrays[id.0 as usize].class].dotted();
    InputValue::Same { input, name: name(machine, input, &asked[input]), class }
}

/// A number of [0, 1) from its numerator: exact, as the numerator fits into the mantissa.
fn fraction(prim: Prim, numerator: u64) -> InputValue {
    match prim {
        Prim::Float => InputValue::Float(numerator as f32 / (1_u64 << 24) as f32),
        _ => InputValue::Double(numerator as f64 / (1_u64 << 53) as f64),
    }
}

/// Under the witness.
pub fn text_length(machine: &Machine, state: &State, id: TextId) -> u64 {
    let length = machine.world.terms.input_term(state.path.texts[id.0 as usize].length);
    machine.world.terms.eval(length, state.path.witness(Use::Report)).bits()
}

fn text(machine: &Machine, state: &State, id: TextId) -> Vec<u16> {
    let units = listed(machine, state, state.path.texts[id.0 as usize].units);
    (0..text_length(machine, state, id)).map(|at| units.get(at as u32) as u16).collect()
}

/// The units of a text or the elements of an array under the witness: all that there can be, so the length is another matter.
pub fn listed(machine: &Machine, state: &State, input: term::Input) -> Rc<ArrayConst> {
    let term = machine.world.terms.input_term(input);
    match machine.world.terms.eval(term, state.path.witness(Use::Report)) {
        Const::Array(values) => values,
        _ => unreachable!("the contents of an array"),
    }
}

fn number(prim: Prim, value: &Const) -> InputValue {
    number_value(prim, value.bits())
}

/// A number of which the bits are known.
pub fn number_value(prim: Prim, bits: u64) -> InputValue {
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
