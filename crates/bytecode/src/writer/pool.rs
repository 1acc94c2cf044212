//! Writing a constant pool (JVMS 4.4). Equal entries are written once; a pool that grows too large is reported
//! by `finish`, so that adding an entry stays a plain expression.

use crate::classfile::{ClassFileError, malformed};
use crate::modified_utf8::encode_units;
use crate::parse::tag;
use crate::reader::Reader;
use std::collections::HashMap;

#[derive(Debug, Default)]
pub struct PoolWriter {
    bytes: Vec<u8>,
    /// Slots in use, without the unusable slot 0.
    slots: usize,
    known: HashMap<Box<[u8]>, u16>,
    too_large: bool,
}

impl PoolWriter {
    pub fn new() -> PoolWriter {
        PoolWriter::default()
    }

    /// The pool of an existing class file, to be extended, and the position after it.
    pub fn extending(class: &[u8]) -> Result<(PoolWriter, usize), ClassFileError> {
        let mut reader = Reader::new(class);
        reader.u64()?;
        let count = usize::from(reader.u16()?);
        let mut pool = PoolWriter::new();
        while pool.slots + 1 < count {
            let entry = raw_entry(&mut reader)?;
            pool.append(entry);
        }
        Ok((pool, reader.at()))
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        self.utf8_units(text.encode_utf16())
    }

    pub fn integer(&mut self, value: i32) -> u16 {
        self.entry(tag::INTEGER, &value.to_be_bytes())
    }

    pub fn float(&mut self, value: f32) -> u16 {
        self.entry(tag::FLOAT, &value.to_bits().to_be_bytes())
    }

    pub fn long(&mut self, value: i64) -> u16 {
        self.entry(tag::LONG, &value.to_be_bytes())
    }

    pub fn double(&mut self, value: f64) -> u16 {
        self.entry(tag::DOUBLE, &value.to_bits().to_be_bytes())
    }

    /// `name` is an internal name or an array descriptor.
    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.entry(tag::CLASS, &name.to_be_bytes())
    }

    pub fn string(&mut self, text: &str) -> u16 {
        let text = self.utf8(text);
        self.string_of(text)
    }

    pub fn string_units(&mut self, units: &[u16]) -> u16 {
        let text = self.utf8_units(units.iter().copied());
        self.string_of(text)
    }

    /// The string constant of a Utf8 entry.
    pub fn string_of(&mut self, utf8: u16) -> u16 {
        self.entry(tag::STRING, &utf8.to_be_bytes())
    }

    pub fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let name = self.utf8(name);
        let descriptor = self.utf8(descriptor);
        self.entry(tag::NAME_AND_TYPE, &pair(name, descriptor))
    }

    pub fn field(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(tag::FIELD, class, name, descriptor)
    }

    pub fn method(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(tag::METHOD, class, name, descriptor)
    }

    pub fn interface_method(&mut self, class: &str, name: &str, descriptor: &str) -> u16 {
        self.member(tag::INTERFACE_METHOD, class, name, descriptor)
    }

    pub fn method_type(&mut self, descriptor: &str) -> u16 {
        let descriptor = self.utf8(descriptor);
        self.entry(tag::METHOD_TYPE, &descriptor.to_be_bytes())
    }

    /// `kind` is a reference kind (JVMS 4.4.8), `reference` the entry of the member.
    pub fn method_handle(&mut self, kind: u8, reference: u16) -> u16 {
        let [high, low] = reference.to_be_bytes();
        self.entry(tag::METHOD_HANDLE, &[kind, high, low])
    }

    /// A constant that the bootstrap method of this index answers.
    pub fn dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name_and_type = self.name_and_type(name, descriptor);
        self.entry(tag::DYNAMIC, &pair(bootstrap, name_and_type))
    }

    /// A call site that the bootstrap method of this index links.
    pub fn invoke_dynamic(&mut self, bootstrap: u16, name: &str, descriptor: &str) -> u16 {
        let name_and_type = self.name_and_type(name, descriptor);
        self.entry(tag::INVOKE_DYNAMIC, &pair(bootstrap, name_and_type))
    }

    /// The count and the entries, as they follow the version in a class file.
    pub fn finish(self) -> Result<Vec<u8>, ClassFileError> {
        if self.too_large {
            return malformed("the constant pool to write is too large");
        }
        let count = self.slots as u16 + 1;
        let mut bytes = count.to_be_bytes().to_vec();
        bytes.extend(self.bytes);
        Ok(bytes)
    }

    fn utf8_units(&mut self, units: impl Iterator<Item = u16>) -> u16 {
        let text = encode_units(units);
        let Ok(length) = u16::try_from(text.len()) else {
            self.too_large = true;
            return 0;
        };
        self.entry(tag::UTF8, &[&length.to_be_bytes()[..], &text].concat())
    }

    fn member(&mut self, tag: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let class = self.class(class);
        let name_and_type = self.name_and_type(name, descriptor);
        self.entry(tag, &pair(class, name_and_type))
    }

    fn entry(&mut self, tag: u8, content: &[u8]) -> u16 {
        let entry = [&[tag], content].concat();
        match self.known.get(&entry[..]) {
            Some(&index) => index,
            None => self.append(&entry),
        }
    }

    fn append(&mut self, entry: &[u8]) -> u16 {
        let index = self.slots + 1;
        self.slots += if matches!(entry[0], tag::LONG | tag::DOUBLE) { 2 } else { 1 };
        // The count of the pool is one more than its slots.
        if self.slots >= usize::from(u16::MAX) {
            self.too_large = true;
            return 0;
        }
        self.bytes.extend(entry);
        self.known.entry(entry.into()).or_insert(index as u16);
        index as u16
    }
}

fn raw_entry<'a>(reader: &mut Reader<'a>) -> Result<&'a [u8], ClassFileError> {
    let mut ahead = reader.clone();
    let length = match ahead.u8()? {
        tag::UTF8 => 2 + usize::from(ahead.u16()?),
        tag::CLASS | tag::STRING | tag::METHOD_TYPE | tag::MODULE | tag::PACKAGE => 2,
        tag::METHOD_HANDLE => 3,
        tag::INTEGER
        | tag::FLOAT
        | tag::FIELD
        | tag::METHOD
        | tag::INTERFACE_METHOD
        | tag::NAME_AND_TYPE
        | tag::DYNAMIC
        | tag::INVOKE_DYNAMIC => 4,
        tag::LONG | tag::DOUBLE => 8,
        tag => return malformed(format!("constant tag {tag}")),
    };
    reader.take(1 + length)
}

fn pair(first: u16, second: u16) -> [u8; 4] {
    let [a, b] = first.to_be_bytes();
    let [c, d] = second.to_be_bytes();
    [a, b, c, d]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_entries_are_written_once() {
        let mut pool = PoolWriter::new();
        let long = pool.long(1);
        let after = pool.integer(1);
        assert_eq!((long, after), (1, 3));
        assert_eq!(pool.method("A", "m", "()V"), pool.method("A", "m", "()V"));
        assert_ne!(pool.method("A", "m", "()V"), pool.interface_method("A", "m", "()V"));
        assert_eq!(pool.finish().unwrap()[..2], [0, 11]);
    }

    #[test]
    fn overflow_is_an_error() {
        let mut pool = PoolWriter::new();
        (0..65_534).for_each(|value| _ = pool.integer(value));
        assert_eq!(pool.integer(65_533), 65_534);
        pool.integer(65_534);
        assert!(pool.finish().is_err());
        let mut pool = PoolWriter::new();
        pool.utf8(&"x".repeat(65_536));
        assert!(pool.finish().is_err());
    }
}
