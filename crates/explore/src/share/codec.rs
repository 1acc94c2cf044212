//! How workers write to each other: numbers in as few bytes as they need, a string once per message.

use std::collections::HashMap;

#[derive(Default)]
pub struct Writer {
    bytes: Vec<u8>,
    strings: HashMap<String, u64>,
}

impl Writer {
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Seven bits a byte, the lowest first; the high bit says that more follow.
    pub fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// Zero and the text, or the number of an earlier one.
    pub fn string(&mut self, text: &str) {
        if let Some(&number) = self.strings.get(text) {
            return self.number(number);
        }
        self.strings.insert(text.into(), self.strings.len() as u64 + 1);
        self.number(0);
        self.block(text.as_bytes());
    }

    pub fn block(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.bytes.extend_from_slice(bytes);
    }
}

/// A message that is not what its reader expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Garbled;

pub struct Reader<'b> {
    bytes: &'b [u8],
    strings: Vec<String>,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes, strings: Vec::new() }
    }

    pub fn number(&mut self) -> Result<u64, Garbled> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.bytes.split_first().ok_or(Garbled)?;
            self.bytes = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(number);
            }
        }
        Err(Garbled)
    }

    pub fn small(&mut self) -> Result<u32, Garbled> {
        u32::try_from(self.number()?).map_err(|_| Garbled)
    }

    pub fn flag(&mut self) -> Result<bool, Garbled> {
        match self.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(Garbled),
        }
    }

    pub fn string(&mut self) -> Result<String, Garbled> {
        let number = self.number()?;
        if number > 0 {
            return self.strings.get(number as usize - 1).cloned().ok_or(Garbled);
        }
        let text = std::str::from_utf8(self.block()?).map_err(|_| Garbled)?.to_string();
        self.strings.push(text.clone());
        Ok(text)
    }

    pub fn block(&mut self) -> Result<&'b [u8], Garbled> {
        let length = self.number()? as usize;
        let (block, rest) = self.bytes.split_at_checked(length).ok_or(Garbled)?;
        self.bytes = rest;
        Ok(block)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX];
        let mut writer = Writer::default();
        numbers.iter().for_each(|&number| writer.number(number));
        for text in ["main", "", "main", "größe"] {
            writer.string(text);
        }
        writer.block(&[1, 2, 3]);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        for number in numbers {
            assert_eq!(reader.number(), Ok(number));
        }
        for text in ["main", "", "main", "größe"] {
            assert_eq!(reader.string().as_deref(), Ok(text));
        }
        assert_eq!(reader.block(), Ok(&[1, 2, 3][..]));
        assert_eq!(reader.number(), Err(Garbled));
    }

    #[test]
    fn a_message_that_is_cut_short_is_garbled() {
        let mut writer = Writer::default();
        writer.string("a name");
        writer.number(1 << 40);
        let bytes = writer.finish();
        for length in 0..bytes.len() {
            let mut reader = Reader::new(&bytes[..length]);
            let read = reader.string().and_then(|_| reader.number());
            assert_eq!(read, Err(Garbled));
        }
    }
}
