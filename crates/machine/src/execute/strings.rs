//! java.lang.String between Java and Rust: Latin-1 or UTF-16 bytes in a byte array (JEP 254).

use crate::heap::Body;
use crate::heap::elements::Elements;
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::{Machine, Res};
use std::rc::Rc;

impl Machine<'_> {
    pub fn new_string(&mut self, state: &mut State, text: &str) -> ObjectId {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string_units(state, &units)
    }

    pub fn new_string_units(&mut self, state: &mut State, units: &[u16]) -> ObjectId {
        let (bytes, coder) = encode(units);
        let value = state.heap.alloc(self.world.byte_array, Body::Bytes(Elements::from_slice(&bytes)));
        let string = self.new_object(state, self.world.string);
        let (value_slot, coder_slot) = (self.world.string_value, self.world.string_coder);
        let fields = state.heap.fields_mut(string);
        fields[value_slot as usize] = Value::Ref(value);
        fields[coder_slot as usize] = Value::Int(coder);
        string
    }

    /// The UTF-16 units of a String object.
    pub fn units(&mut self, state: &mut State, string: ObjectId) -> Res<Vec<u16>> {
        let value = self.field(state, string, self.world.string_value)?.as_ref();
        let coder = self.field(state, string, self.world.string_coder)?;
        let coder = self.concretize_int(state, coder)?;
        let bytes = self.bytes(state, value)?;
        Ok(decode(&bytes, coder))
    }

    pub fn string(&mut self, state: &mut State, string: ObjectId) -> Res<String> {
        Ok(String::from_utf16_lossy(&self.units(state, string)?))
    }

    /// The canonical String of a literal.
    pub fn intern(&mut self, units: &[u16]) -> Res<ObjectId> {
        if let Some(&known) = self.world.interned.get(units) {
            return Ok(known);
        }
        let string = self.host.intern(self.world, units)?;
        self.world.interned.insert(Rc::from(units), string);
        Ok(string)
    }
}

fn encode(units: &[u16]) -> (Vec<i8>, i32) {
    if units.iter().all(|&u| u < 256) {
        return (units.iter().map(|&u| u as i8).collect(), 0);
    }
    (units.iter().flat_map(|u| u.to_ne_bytes()).map(|b| b as i8).collect(), 1)
}

fn decode(bytes: &[i8], coder: i32) -> Vec<u16> {
    match coder {
        0 => bytes.iter().map(|&b| b as u8 as u16).collect(),
        _ => bytes.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0] as u8, pair[1] as u8])).collect(),
    }
}
