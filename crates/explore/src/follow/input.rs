//! The input of a program as a whole, and how a witness changes it.

use super::Ran;
use bytecode::Prim;
use machine::follow::{AskedFor, Slot};
use term::{Const, Witness};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Input {
    pub arguments: Vec<String>,
    /// Of the symbolic properties.
    pub properties: Vec<String>,
    /// Standard input.
    pub standard: Vec<u8>,
    /// Contents of the symbolic files.
    pub files: Vec<Vec<u8>>,
    /// What input APIs are asked for.
    pub given: Vec<String>,
}

impl Input {
    /// The input that a witness of another run's constraint stands for.
    pub fn changed(&self, ran: &Ran, witness: &Witness) -> Input {
        let mut input = self.clone();
        input.given = ran.asked.iter().map(|asked| answer(ran, asked)).collect();
        for &(slot, of) in &ran.slots {
            let value = witness.get(of);
            if value == ran.base.get(of) {
                continue;
            }
            let Some(value) = value else { continue };
            input.set(ran, slot, value);
        }
        input
    }

    fn set(&mut self, ran: &Ran, slot: Slot, value: &Const) {
        let byte = value.bits() as u8;
        match slot {
            Slot::Argument(at, index) => set_character(&mut self.arguments[at], index, byte),
            Slot::Property(at, index) => set_character(&mut self.properties[at], index, byte),
            Slot::Text(at, index) => set_character(&mut self.given[at], index, byte),
            Slot::Standard(at) => self.standard[at as usize] = byte,
            Slot::File(file, at) => self.files[file][at as usize] = byte,
            Slot::Number(at) => {
                if let AskedFor::Number(prim, _) = ran.asked[at] {
                    self.given[at] = number(prim, value.bits());
                }
            }
        }
    }

    /// How many bytes there are, and how many are not as in the other input.
    pub fn difference(&self, other: &Input) -> (u64, u64) {
        let parts = |input: &Input| -> Vec<Vec<u8>> {
            let texts = input.arguments.iter().chain(&input.properties).chain(&input.given);
            let texts = texts.map(|text| text.clone().into_bytes());
            texts.chain([input.standard.clone()]).chain(input.files.iter().cloned()).collect()
        };
        let (mut all, mut changed) = (0, 0);
        for (a, b) in parts(self).iter().zip(parts(other)) {
            let longer = a.len().max(b.len());
            all += longer as u64;
            changed +=
                a.iter().zip(&b).filter(|(a, b)| a != b).count() as u64 + longer as u64 - a.len().min(b.len()) as u64;
        }
        (all, changed)
    }
}

/// Symbolic characters are ASCII, and so is every other before them in a string with one byte for each.
fn set_character(text: &mut String, index: usize, byte: u8) {
    *text = text.chars().enumerate().map(|(at, c)| if at == index { char::from(byte) } else { c }).collect();
}

/// What the run was given, in the form in which it is given.
fn answer(ran: &Ran, asked: &AskedFor) -> String {
    match asked {
        AskedFor::Number(prim, input) => number(*prim, ran.base.get(*input).map_or(0, Const::bits)),
        AskedFor::Text(text) => text.clone(),
    }
}

fn number(prim: Prim, bits: u64) -> String {
    match prim {
        Prim::Boolean => (bits != 0).to_string(),
        Prim::Byte => (bits as i8).to_string(),
        Prim::Short => (bits as i16).to_string(),
        // A digit alone would be read as a character.
        Prim::Char => format!("{:05}", bits as u16),
        Prim::Int => (bits as i32).to_string(),
        Prim::Long => (bits as i64).to_string(),
        Prim::Float => f32::from_bits(bits as u32).to_string(),
        Prim::Double => f64::from_bits(bits).to_string(),
    }
}
