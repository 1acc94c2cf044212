//! Bytes that the program reads from outside. HotSpot reads them; those of a symbolic source become inputs, known by their
//! position, whose value is the byte that was read.

use crate::heap::Body;
use crate::program::{MethodId, ObjectId, Value};
use crate::state::State;
use crate::state::path::Use;
use crate::world::followed::{File, Slot};
use crate::world::models::Ret;
use crate::world::{Machine, Res};
use term::{Sort, Term};

/// Where bytes go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    pub array: ObjectId,
    pub from: usize,
    pub len: usize,
}

/// Where bytes come from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Standard,
    File(usize),
}

impl Machine<'_> {
    /// A native that reads from a descriptor into memory of ours. `position` is given where the descriptor's own does not count.
    pub(crate) fn read_followed(
        &mut self,
        state: &mut State,
        native: (MethodId, &[Value]),
        descriptor: i32,
        position: Option<u64>,
        target: Target,
    ) -> Res<Ret> {
        let origin = self.origin(descriptor, position);
        // What was symbolic there is overwritten.
        self.forget_symbols(state, target)?;
        let answer = match self.replaced_input(descriptor) {
            Some(bytes) => self.serve(state, &bytes, target)?,
            None => self.call_native(state, native.0, native.1)?,
        };
        if let (Some((origin, at)), Ret::Value(Value::Int(count @ 1..))) = (origin, &answer) {
            let count = (*count as usize).min(target.len);
            self.mark_read(state, origin, at, Target { len: count, ..target })?;
        }
        Ok(answer)
    }

    /// The same for a native that answers with one byte.
    pub(crate) fn read_one_followed(
        &mut self,
        state: &mut State,
        native: (MethodId, &[Value]),
        descriptor: i32,
    ) -> Res<Ret> {
        let origin = self.origin(descriptor, None);
        let answer = match self.replaced_input(descriptor) {
            Some(bytes) => {
                self.consume(usize::from(origin.is_none() && !bytes.is_empty()));
                Ret::Value(Value::Int(bytes.first().map_or(-1, |&byte| i32::from(byte))))
            }
            None => self.call_native(state, native.0, native.1)?,
        };
        let (Some((origin, at)), Ret::Value(Value::Int(byte @ 0..))) = (origin, &answer) else {
            return Ok(answer);
        };
        self.note_read(origin, 1);
        let byte = self.byte_from(origin, at, *byte as u8);
        match self.byte_read(origin, at, byte) {
            Some(term) => {
                let wide = self.world.terms.zext(32, term);
                Ok(Ret::Value(self.value_of(wide)))
            }
            None => Ok(Ret::Value(Value::Int(i32::from(byte)))),
        }
    }

    /// What is left of what replaces standard input.
    pub(crate) fn replaced_input(&self, descriptor: i32) -> Option<Vec<u8>> {
        let sources = &self.world.followed.as_ref()?.sources;
        let bytes = sources.standard.as_ref().filter(|_| descriptor == 0)?;
        Some(bytes.get(sources.consumed as usize..).unwrap_or_default().to_vec())
    }

    /// Reads from memory, as a native would from a file.
    fn serve(&mut self, state: &mut State, bytes: &[u8], target: Target) -> Res<Ret> {
        let count = bytes.len().min(target.len);
        for (offset, &byte) in bytes[..count].iter().enumerate() {
            self.set_element(state, target.array, target.from + offset, Value::Int(i32::from(byte as i8)))?;
        }
        let symbolic = self.world.followed.as_ref().is_some_and(|followed| followed.sources.standard_input);
        if !symbolic {
            self.consume(count);
        }
        Ret::int(if count == 0 && target.len > 0 { -1 } else { count as i32 })
    }

    fn consume(&mut self, count: usize) {
        self.world.followed.as_mut().expect("a followed path").sources.consumed += count as u64;
    }

    fn origin(&mut self, descriptor: i32, position: Option<u64>) -> Option<(Origin, u64)> {
        let sources = &self.world.followed.as_ref()?.sources;
        if descriptor == 0 && sources.standard_input {
            return Some((Origin::Standard, sources.consumed));
        }
        if sources.files.is_empty() {
            return None;
        }
        let found = self.host.descriptor(descriptor)?;
        let is = |file: &File| (file.device, file.inode) == (found.device, found.inode);
        let file = sources.files.iter().position(is)?;
        Some((Origin::File(file), position.unwrap_or(found.position)))
    }

    fn note_read(&mut self, origin: Origin, count: u64) {
        let followed = self.world.followed.as_mut().expect("a followed path");
        match origin {
            Origin::Standard => followed.sources.consumed += count,
            Origin::File(file) => followed.sources.files[file].read = true,
        }
    }

    /// The byte at a position: the one that was read, or the one to be taken in its place.
    fn byte_from(&self, origin: Origin, at: u64, read: u8) -> u8 {
        let followed = self.world.followed.as_ref().expect("a followed path");
        match origin {
            Origin::Standard => read,
            Origin::File(file) => {
                let replaced = followed.sources.files[file].replaced.as_ref();
                replaced.and_then(|bytes| bytes.get(at as usize)).copied().unwrap_or(read)
            }
        }
    }

    /// The input for a byte; none if that position had another byte before.
    fn byte_read(&mut self, origin: Origin, at: u64, byte: u8) -> Option<Term> {
        let followed = self.world.followed.as_ref().expect("a followed path");
        let name = match origin {
            Origin::Standard => format!("stdin[{at}]"),
            Origin::File(file) => format!("{}[{at}]", followed.sources.files[file].name),
        };
        let term = self.world.terms.input(&name, Sort::Bv(8));
        let input = self.world.terms.as_input(term).expect("an input");
        let slot = match origin {
            Origin::Standard => Slot::Standard(at),
            Origin::File(file) => Slot::File(file, at),
        };
        if self.world.followed.as_mut().expect("a followed path").assign(slot, input) {
            self.world.terms.set_default(input, u64::from(byte));
        }
        (self.world.terms.default_bits(input) == u64::from(byte)).then_some(term)
    }

    fn mark_read(&mut self, state: &mut State, origin: Origin, at: u64, target: Target) -> Res<()> {
        self.note_read(origin, target.len as u64);
        for offset in 0..target.len {
            let index = target.from + offset;
            let read = self.element(state, target.array, index)?.as_int() as u8;
            let at = at + offset as u64;
            let byte = self.byte_from(origin, at, read);
            let value = match self.byte_read(origin, at, byte) {
                Some(term) => {
                    let wide = self.world.terms.sext(32, term);
                    self.value_of(wide)
                }
                None => Value::Int(i32::from(byte as i8)),
            };
            self.set_element(state, target.array, index, value)?;
        }
        Ok(())
    }

    fn forget_symbols(&mut self, state: &mut State, target: Target) -> Res<()> {
        self.ready(state, target.array)?;
        for (offset, term) in self.symbols_in(state, target.array, target.from, target.len) {
            let value = self.value_of(term);
            let value = self.under_witness(state, value, Use::Follow)?;
            self.set_element(state, target.array, target.from + offset, value)?;
        }
        Ok(())
    }

    /// Bytes of an array as the input has them.
    pub(crate) fn bytes_under_witness(
        &mut self,
        state: &mut State,
        array: ObjectId,
        from: usize,
        len: usize,
    ) -> Res<Vec<u8>> {
        let mut bytes: Vec<u8> = match &self.object(state, array)?.body {
            Body::Bytes(elements) => elements.read(from, len).into_iter().map(|byte| byte as u8).collect(),
            other => unreachable!("byte[] expected, found {other:?}"),
        };
        for (offset, term) in self.symbols_in(state, array, from, len) {
            let value = self.value_of(term);
            bytes[offset] = self.under_witness(state, value, Use::Output)?.as_int() as u8;
        }
        Ok(bytes)
    }
}
