//! Checked big-endian reads over a class file. Positions are absolute, so that a range of an attribute can be
//! kept as a range of the whole file; a sub-reader never reads past the attribute it was made for.

use crate::classfile::{ClassFileError, malformed};
use std::ops::Range;

#[derive(Clone)]
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    end: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, at: 0, end: bytes.len() }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    pub fn is_empty(&self) -> bool {
        self.at == self.end
    }

    pub fn range(&mut self, length: usize) -> Result<Range<usize>, ClassFileError> {
        if length > self.end - self.at {
            return malformed(format!("truncated at byte {}", self.at));
        }
        let range = self.at..self.at + length;
        self.at = range.end;
        Ok(range)
    }

    /// What was not read yet.
    pub fn rest(&self) -> Range<usize> {
        self.at..self.end
    }

    pub fn take(&mut self, length: usize) -> Result<&'a [u8], ClassFileError> {
        self.range(length).map(|range| &self.bytes[range])
    }

    /// A reader of the next `length` bytes, which this one skips.
    pub fn sub(&mut self, length: usize) -> Result<Reader<'a>, ClassFileError> {
        let range = self.range(length)?;
        Ok(Reader { bytes: self.bytes, at: range.start, end: range.end })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ClassFileError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub fn u8(&mut self) -> Result<u8, ClassFileError> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub fn u16(&mut self) -> Result<u16, ClassFileError> {
        self.array().map(u16::from_be_bytes)
    }

    pub fn u32(&mut self) -> Result<u32, ClassFileError> {
        self.array().map(u32::from_be_bytes)
    }

    pub fn u64(&mut self) -> Result<u64, ClassFileError> {
        self.array().map(u64::from_be_bytes)
    }

    pub fn i8(&mut self) -> Result<i8, ClassFileError> {
        self.u8().map(|value| value as i8)
    }

    pub fn i16(&mut self) -> Result<i16, ClassFileError> {
        self.u16().map(|value| value as i16)
    }

    pub fn i32(&mut self) -> Result<i32, ClassFileError> {
        self.u32().map(|value| value as i32)
    }
}
