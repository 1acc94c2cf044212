//! One object of the heap: its class, its contents, and what its shadow must be told. Contents of arrays are shared until written.

use super::elements::Elements;
use super::open::OpenArray;
use super::symbols::Symbols;
use super::text::Text;
use crate::program::{ClassId, ObjectId, Value};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub struct Object {
    /// `ClassId::NONE` for an absent object.
    pub class: ClassId,
    /// Identity hash, 0 while nobody asked.
    pub hash: i32,
    /// Has a shadow that a native may have written or must be told about.
    pub shadowed: bool,
    /// Is on the state's dirty list.
    pub dirty: bool,
    /// Neither it nor what it leads to held symbolic data when somebody looked, and it was not written since.
    pub clean: bool,
    pub body: Body,
    /// Symbolic elements of an array.
    pub symbols: Option<Rc<Symbols>>,
}

#[derive(Clone, Debug)]
pub enum Body {
    /// Not in this heap: look into the base layer.
    Absent,
    /// An object of the concrete heap whose contents nobody asked for yet.
    Stub,
    /// A String, StringBuilder or StringBuffer with symbolic contents, whose bytes nobody looked at.
    Text(Rc<Text>),
    /// An array whose length is not settled.
    Open(Rc<OpenArray>),
    Fields(Rc<[Value]>),
    /// byte[] and boolean[]
    Bytes(Elements<i8>),
    Chars(Elements<u16>),
    Shorts(Elements<i16>),
    Ints(Elements<i32>),
    Longs(Elements<i64>),
    Floats(Elements<f32>),
    Doubles(Elements<f64>),
    Refs(Elements<ObjectId>),
}

impl Object {
    pub fn new(class: ClassId, body: Body) -> Object {
        Object { class, hash: 0, shadowed: false, dirty: false, clean: false, body, symbols: None }
    }
}

impl Body {
    /// `None` if not an array.
    pub fn array_length(&self) -> Option<usize> {
        match self {
            Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) | Body::Fields(_) => None,
            Body::Bytes(e) => Some(e.len()),
            Body::Chars(e) => Some(e.len()),
            Body::Shorts(e) => Some(e.len()),
            Body::Ints(e) => Some(e.len()),
            Body::Longs(e) => Some(e.len()),
            Body::Floats(e) => Some(e.len()),
            Body::Doubles(e) => Some(e.len()),
            Body::Refs(e) => Some(e.len()),
        }
    }
}

impl Body {
    /// Both are arrays with the same contents because they have the same storage.
    pub fn shares(&self, other: &Body) -> bool {
        match (self, other) {
            (Body::Bytes(a), Body::Bytes(b)) => a.shares(b),
            (Body::Chars(a), Body::Chars(b)) => a.shares(b),
            (Body::Shorts(a), Body::Shorts(b)) => a.shares(b),
            (Body::Ints(a), Body::Ints(b)) => a.shares(b),
            (Body::Longs(a), Body::Longs(b)) => a.shares(b),
            (Body::Floats(a), Body::Floats(b)) => a.shares(b),
            (Body::Doubles(a), Body::Doubles(b)) => a.shares(b),
            (Body::Refs(a), Body::Refs(b)) => a.shares(b),
            _ => false,
        }
    }

    /// What the contents take besides the object itself, roughly: shared chunks count for each that shares them.
    pub fn bytes(&self) -> u64 {
        let elements = |len: usize, size: u64| 16 + len as u64 * size;
        match self {
            Body::Absent | Body::Stub | Body::Text(_) => 0,
            Body::Open(array) => elements(array.cells.len() + array.places.len(), 16),
            Body::Fields(fields) => elements(fields.len(), 16),
            Body::Bytes(e) => elements(e.len(), 1),
            Body::Chars(e) => elements(e.len(), 2),
            Body::Shorts(e) => elements(e.len(), 2),
            Body::Ints(e) => elements(e.len(), 4),
            Body::Longs(e) => elements(e.len(), 8),
            Body::Floats(e) => elements(e.len(), 4),
            Body::Doubles(e) => elements(e.len(), 8),
            Body::Refs(e) => elements(e.len(), 4),
        }
    }
}

/// Where the concrete contents of two arrays of one class differ.
pub fn different(a: &Body, b: &Body) -> Vec<usize> {
    match (a, b) {
        (Body::Bytes(a), Body::Bytes(b)) => a.different(b, |x, y| x == y),
        (Body::Chars(a), Body::Chars(b)) => a.different(b, |x, y| x == y),
        (Body::Shorts(a), Body::Shorts(b)) => a.different(b, |x, y| x == y),
        (Body::Ints(a), Body::Ints(b)) => a.different(b, |x, y| x == y),
        (Body::Longs(a), Body::Longs(b)) => a.different(b, |x, y| x == y),
        (Body::Floats(a), Body::Floats(b)) => a.different(b, |x, y| x.to_bits() == y.to_bits()),
        (Body::Doubles(a), Body::Doubles(b)) => a.different(b, |x, y| x.to_bits() == y.to_bits()),
        (Body::Refs(a), Body::Refs(b)) => a.different(b, |x, y| x == y),
        _ => panic!("arrays of one class"),
    }
}

/// The concrete element.
pub fn plain_element(body: &Body, at: usize) -> Value {
    match body {
        Body::Bytes(e) => e.get(at).map(|x| Value::Int(x as i32)),
        Body::Chars(e) => e.get(at).map(|x| Value::Int(x as i32)),
        Body::Shorts(e) => e.get(at).map(|x| Value::Int(x as i32)),
        Body::Ints(e) => e.get(at).map(Value::Int),
        Body::Longs(e) => e.get(at).map(Value::Long),
        Body::Floats(e) => e.get(at).map(Value::Float),
        Body::Doubles(e) => e.get(at).map(Value::Double),
        Body::Refs(e) => e.get(at).map(Value::Ref),
        Body::Absent | Body::Stub | Body::Text(_) | Body::Open(_) | Body::Fields(_) => None,
    }
    .expect("an index inside the bounds of an array")
}

/// Stores a concrete element.
pub fn set_plain(body: &mut Body, at: usize, value: Value) {
    let done = match (body, value) {
        (Body::Bytes(e), Value::Int(x)) => e.set(at, x as i8),
        (Body::Chars(e), Value::Int(x)) => e.set(at, x as u16),
        (Body::Shorts(e), Value::Int(x)) => e.set(at, x as i16),
        (Body::Ints(e), Value::Int(x)) => e.set(at, x),
        (Body::Longs(e), Value::Long(x)) => e.set(at, x),
        (Body::Floats(e), Value::Float(x)) => e.set(at, x),
        (Body::Doubles(e), Value::Double(x)) => e.set(at, x),
        (Body::Refs(e), Value::Ref(x)) => e.set(at, x),
        _ => false,
    };
    assert!(done, "a value of the element's kind, inside the bounds");
}
