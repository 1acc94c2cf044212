//! The inputs of a replay as an object stream: the object serialization stream protocol (version 2) that
//! java.io.ObjectInputStream reads. Before each input stands the tag of its kind. Every object is written in full; only
//! arrays that are given twice are references to the first.

use crate::input::{Input, InputValue};
use bytecode::synth::inputs::{END_TAG, HEAP_TAG, OBJECT_TAG, tag};
use bytecode::{ClassName, Prim};

const MAGIC: [u8; 4] = [0xac, 0xed, 0x00, 0x05];
const NULL: u8 = 0x70;
const REFERENCE: u8 = 0x71;
const CLASS: u8 = 0x72;
const OBJECT: u8 = 0x73;
const STRING: u8 = 0x74;
const ARRAY: u8 = 0x75;
const BLOCK: u8 = 0x77;
const END_OF_BLOCK: u8 = 0x78;
const LONG_STRING: u8 = 0x7c;
const SERIALIZABLE: u8 = 2;
const FIRST_HANDLE: u32 = 0x7e_0000;
const NUMBER_VERSION: i64 = -8742448824652078965;

pub fn encode(inputs: &[Input]) -> Vec<u8> {
    let mut stream = Stream { bytes: MAGIC.to_vec(), next_handle: FIRST_HANDLE, handles: Vec::new() };
    for (at, input) in inputs.iter().enumerate() {
        match (number(&input.value), &input.value) {
            (Some((prim, bytes)), _) => stream.block(&[&[tag(prim)], bytes.as_slice()].concat()),
            (None, InputValue::Object { at, .. }) => {
                stream.block(&[&[HEAP_TAG], (*at as u32).to_be_bytes().as_slice()].concat());
            }
            (None, _) => {
                stream.block(&[OBJECT_TAG]);
                if let Some(handle) = stream.object(&input.value) {
                    stream.handles.push((at, handle));
                }
            }
        }
    }
    stream.block(&[END_TAG]);
    stream.bytes
}

/// Kind and bytes of a number.
fn number(value: &InputValue) -> Option<(Prim, Vec<u8>)> {
    Some(match value {
        InputValue::Boolean(truth) => (Prim::Boolean, vec![u8::from(*truth)]),
        InputValue::Byte(number) => (Prim::Byte, number.to_be_bytes().to_vec()),
        InputValue::Short(number) => (Prim::Short, number.to_be_bytes().to_vec()),
        InputValue::Char(unit) => (Prim::Char, unit.to_be_bytes().to_vec()),
        InputValue::Int(number) => (Prim::Int, number.to_be_bytes().to_vec()),
        InputValue::Long(number) => (Prim::Long, number.to_be_bytes().to_vec()),
        InputValue::Float(number) => (Prim::Float, number.to_bits().to_be_bytes().to_vec()),
        InputValue::Double(number) => (Prim::Double, number.to_bits().to_be_bytes().to_vec()),
        InputValue::Text(_)
        | InputValue::Boxed(_)
        | InputValue::Array { .. }
        | InputValue::Same { .. }
        | InputValue::Object { .. }
        | InputValue::Null => return None,
    })
}

struct Stream {
    bytes: Vec<u8>,
    next_handle: u32,
    /// Inputs that are arrays, with their handles.
    handles: Vec<(usize, u32)>,
}

impl Stream {
    /// Answers the handle of an array.
    fn object(&mut self, value: &InputValue) -> Option<u32> {
        match value {
            InputValue::Null => self.bytes.push(NULL),
            InputValue::Text(units) => self.string(units),
            InputValue::Boxed(boxed) => {
                let (prim, bytes) = number(boxed).expect("a number is in the box");
                self.boxed(prim, &bytes);
            }
            InputValue::Same { input, .. } => {
                let given = self.handles.iter().find(|(at, _)| at == input);
                let handle = given.expect("an array that was given before").1;
                self.bytes.push(REFERENCE);
                self.raw(&handle.to_be_bytes());
            }
            InputValue::Array { class, elements } => {
                let handle = self.array(class, elements.len());
                for element in elements {
                    match number(element) {
                        Some((_, bytes)) => self.raw(&bytes),
                        None => {
                            self.object(element);
                        }
                    }
                }
                return Some(handle);
            }
            number => unreachable!("{number:?} is no object"),
        }
        None
    }

    fn handle(&mut self) -> u32 {
        self.next_handle += 1;
        self.next_handle - 1
    }

    /// Primitive data outside of objects, at most 255 bytes.
    fn block(&mut self, data: &[u8]) {
        self.bytes.extend([BLOCK, data.len() as u8]);
        self.raw(data);
    }

    /// An element of an array of primitives.
    fn raw(&mut self, data: &[u8]) {
        self.bytes.extend(data);
    }

    fn string(&mut self, units: &[u16]) {
        let encoded = bytecode::encode_units(units.iter().copied());
        match u16::try_from(encoded.len()) {
            Ok(length) => {
                self.bytes.push(STRING);
                self.raw(&length.to_be_bytes());
            }
            Err(_) => {
                self.bytes.push(LONG_STRING);
                self.raw(&(encoded.len() as u64).to_be_bytes());
            }
        }
        self.raw(&encoded);
        self.handle();
    }

    /// The head of an array of the class `[I` or `[Ljava.lang.String;`; its elements follow. Answers its handle.
    fn array(&mut self, class: &str, length: usize) -> u32 {
        self.bytes.push(ARRAY);
        // The version of an array class is not looked at.
        self.class(class, 0, None);
        self.bytes.push(NULL);
        let handle = self.handle();
        self.raw(&(length as u32).to_be_bytes());
        handle
    }

    /// A box of the number with these bytes.
    fn boxed(&mut self, prim: Prim, value: &[u8]) {
        self.bytes.push(OBJECT);
        self.class(&ClassName::from(prim.wrapper()).dotted(), wrapper_version(prim), Some(prim));
        if matches!(prim, Prim::Boolean | Prim::Char) {
            self.bytes.push(NULL);
        } else {
            self.class("java.lang.Number", NUMBER_VERSION, None);
            self.bytes.push(NULL);
        }
        self.handle();
        self.raw(value);
    }

    /// A class without or with one field, `value`; the description of its superclass follows.
    fn class(&mut self, name: &str, version: i64, field: Option<Prim>) {
        self.bytes.push(CLASS);
        self.name(name);
        self.raw(&version.to_be_bytes());
        self.handle();
        self.bytes.push(SERIALIZABLE);
        self.raw(&u16::from(field.is_some()).to_be_bytes());
        if let Some(prim) = field {
            self.bytes.push(prim.descriptor() as u8);
            self.name("value");
        }
        self.bytes.push(END_OF_BLOCK);
    }

    fn name(&mut self, name: &str) {
        self.raw(&(name.len() as u16).to_be_bytes());
        self.raw(name.as_bytes());
    }
}

/// serialVersionUID, which the specification fixes.
fn wrapper_version(prim: Prim) -> i64 {
    match prim {
        Prim::Boolean => -3665804199014368530,
        Prim::Byte => -7183698231559129828,
        Prim::Char => 3786198910865385080,
        Prim::Short => 7515723908773894738,
        Prim::Int => 1360826667806852920,
        Prim::Long => 4290774380558885855,
        Prim::Float => -2671257302660747028,
        Prim::Double => -9172774392245257468,
    }
}
