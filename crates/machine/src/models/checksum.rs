//! Checksums of `java.util.zip`, whose loops are native code: terms over the bytes, exact on all of them. CRC-32 is linear
//! over bits, so each symbolic bit adds a constant of its own; Adler-32 is two sums modulo a prime.

use super::memory::{self, Raw};
use super::{Call, LibraryModel, Ret, symbolic};
use crate::program::{ObjectId, Value};
use crate::state::State;
use crate::world::{Machine, Res};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use term::{Op, Term, Terms};

const CRC: &str = "java/util/zip/CRC32";
const ADLER: &str = "java/util/zip/Adler32";
const OF_BYTES: &str = "(I[BII)I";
const OF_MEMORY: &str = "(IJII)I";

pub const MODELS: &[LibraryModel] = &[
    symbolic(CRC, "update", "(II)I", crc_of_byte),
    symbolic(CRC, "updateBytes0", OF_BYTES, crc_of_bytes),
    symbolic(CRC, "updateByteBuffer0", OF_MEMORY, crc_of_memory),
    symbolic(ADLER, "update", "(II)I", adler_of_byte),
    symbolic(ADLER, "updateBytes", OF_BYTES, adler_of_bytes),
    symbolic(ADLER, "updateByteBuffer", OF_MEMORY, adler_of_memory),
];

/// A call with more symbolic bytes runs in the JVM: each byte costs some forty terms.
const MOST_SYMBOLIC_BYTES: usize = 1 << 14;

/// A CRC-32 over more symbolic bits is taken as it is when it goes on; over fewer, each bit is followed through all bytes.
const MOST_FLAT_BITS: usize = 64;

/// What is summed up: concrete bytes, zero where they are symbolic, and the symbolic ones (8 bits wide) by their places.
struct Bytes {
    known: Vec<u8>,
    symbolic: Vec<(usize, Term)>,
}

/// The byte of a call `(sum, int)`: the low bits of a number.
fn of_number(machine: &mut Machine, number: Value) -> Bytes {
    match number.term() {
        None => Bytes { known: vec![number.as_int() as u8], symbolic: Vec::new() },
        Some(term) => Bytes { known: vec![0], symbolic: vec![(0, machine.world.terms.extract(7, 0, term))] },
    }
}

/// The bytes of a call `(sum, array, from, length)`; `None` if the JVM must tell what becomes of them.
fn of_array(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Option<Bytes>> {
    let (array, from, len) = (call.reference(1), range(machine, state, call, 2)?, range(machine, state, call, 3)?);
    if array.is_null() || from.saturating_add(len) > machine.array_length(state, array)? {
        return Ok(None);
    }
    from_raw(machine, state, Raw::Array(array, from), len)
}

/// The bytes of a call `(sum, address, from, length)`.
fn of_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Option<Bytes>> {
    let address = machine.concretize(state, call.arguments[1])?.as_long();
    let (from, len) = (range(machine, state, call, 2)?, range(machine, state, call, 3)?);
    let raw = memory::locate(state, ObjectId::NULL, address.wrapping_add(from as i64));
    from_raw(machine, state, raw, len)
}

fn range(machine: &mut Machine, state: &State, call: &Call, at: usize) -> Res<usize> {
    // A negative number is far outside of everything.
    Ok(machine.concretize_int(state, call.arguments[at])? as u32 as usize)
}

fn from_raw(machine: &mut Machine, state: &mut State, raw: Raw, len: usize) -> Res<Option<Bytes>> {
    let (mut known, cells) = memory::read_bytes(machine, state, raw, len)?;
    if cells.len() > MOST_SYMBOLIC_BYTES {
        return Ok(None);
    }
    let mut symbolic = Vec::with_capacity(cells.len());
    for (at, cell) in cells {
        let byte = machine.world.terms.extract(7, 0, cell);
        // An element of an array term may be a constant.
        known[at] = machine.world.terms.bits(byte).unwrap_or(0) as u8;
        if !machine.world.terms.is_const(byte) {
            symbolic.push((at, byte));
        }
    }
    Ok(Some(Bytes { known, symbolic }))
}

/// As if there were no model, on one value of everything; on a followed path it says what was lost.
fn in_jvm(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    if machine.world.followed.is_some() {
        return Ok(Ret::Host);
    }
    let mut plain = Vec::new();
    for &value in call.arguments {
        plain.push(machine.concretize(state, value)?);
    }
    machine.call_native(state, call.method, &plain)
}

fn crc_of_byte(machine: &mut Machine, _: &mut State, call: &Call) -> Res<Ret> {
    let bytes = of_number(machine, call.arguments[1]);
    Ok(Ret::Value(crc(machine, call.arguments[0], &bytes)))
}

fn crc_of_bytes(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match of_array(machine, state, call)? {
        Some(bytes) => Ok(Ret::Value(crc(machine, call.arguments[0], &bytes))),
        None => in_jvm(machine, state, call),
    }
}

fn crc_of_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    match of_memory(machine, state, call)? {
        Some(bytes) => Ok(Ret::Value(crc(machine, call.arguments[0], &bytes))),
        None => in_jvm(machine, state, call),
    }
}

/// What eight zero bits behind a register of one byte make of it.
static CRC_TABLE: LazyLock<[u32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        (0..8).fold(byte as u32, |rest, _| if rest & 1 == 1 { rest >> 1 ^ 0xedb8_8320 } else { rest >> 1 })
    })
});

fn crc_step(register: u32, byte: u8) -> u32 {
    register >> 8 ^ CRC_TABLE[usize::from(register as u8 ^ byte)]
}

fn crc(machine: &mut Machine, before: Value, bytes: &Bytes) -> Value {
    let Some(term) = before.term() else {
        let rest = bytes.known.iter().fold(!before.as_int() as u32, |register, &byte| crc_step(register, byte));
        let sum = Linear { constant: !rest, bits: BTreeMap::new() };
        let sum = sum.with_bytes(&mut machine.world.terms, bytes);
        return machine.value_of(sum);
    };
    let terms = &mut machine.world.terms;
    let sum = match Linear::of(terms, term) {
        Some(sum) => sum.after(&bytes.known).with_bytes(terms, bytes),
        None => crc_of_any(terms, term, bytes),
    };
    machine.value_of(sum)
}

/// Behind a sum of which nothing is known. The register adds itself to the first four bytes.
fn crc_of_any(terms: &mut Terms, before: Term, bytes: &Bytes) -> Term {
    let len = bytes.known.len();
    let mut all = Bytes { known: bytes.known.clone(), symbolic: Vec::new() };
    let mut own: BTreeMap<usize, Term> = bytes.symbolic.iter().copied().collect();
    for at in 0..len.min(4) {
        let part = terms.extract(8 * at as u8 + 7, 8 * at as u8, before);
        let both = own.get(&at).map_or(part, |&byte| terms.bv_xor(byte, part));
        own.insert(at, both);
    }
    all.symbolic.extend(own);
    let sum = Linear { constant: 0, bits: BTreeMap::new() }.after(&all.known).with_bytes(terms, &all);
    if len >= 4 {
        return sum;
    }
    let distance = terms.bv(32, 8 * len as u64);
    let shifted = terms.lshr(before, distance);
    terms.bv_xor(sum, shifted)
}

/// A CRC as the sum without carries of a constant and, for each bit that is set, a constant of its own. Equal sums are equal terms.
struct Linear {
    constant: u32,
    bits: BTreeMap<Term, u32>,
}

impl Linear {
    /// A term as it was made here, unless it has so many bits that a sum of parts is cheaper.
    fn of(terms: &Terms, term: Term) -> Option<Linear> {
        let mut sum = Linear { constant: 0, bits: BTreeMap::new() };
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            match (terms.op(term), terms.args(term)) {
                (Op::BvXor, parts) => waiting.extend(parts),
                (Op::BvAnd, &[a, b]) => {
                    let (mask, bit) = if terms.is_const(a) { (a, b) } else { (b, a) };
                    sum.add(spread_bit(terms, bit)?, terms.bits(mask)? as u32);
                }
                (Op::Bv(_), _) => sum.constant ^= terms.bits(term)? as u32,
                _ => sum.add(spread_bit(terms, term)?, u32::MAX),
            }
            if sum.bits.len() > MOST_FLAT_BITS {
                return None;
            }
        }
        Some(sum)
    }

    fn add(&mut self, bit: Term, constant: u32) {
        *self.bits.entry(bit).or_default() ^= constant;
    }

    /// The sum behind these bytes.
    fn after(self, bytes: &[u8]) -> Linear {
        // The register is the complement of the sum.
        let rest = bytes.iter().fold(!self.constant, |register, &byte| crc_step(register, byte));
        let moved = |constant: u32| bytes.iter().fold(constant, |register, _| crc_step(register, 0));
        Linear { constant: !rest, bits: self.bits.into_iter().map(|(bit, constant)| (bit, moved(constant))).collect() }
    }

    /// With the symbolic bytes among the last ones that were added.
    fn with_bytes(mut self, terms: &mut Terms, bytes: &Bytes) -> Term {
        // What each bit of a byte adds, behind all bytes that follow it.
        let mut columns: [u32; 8] = std::array::from_fn(|bit| crc_step(0, 1 << bit));
        let mut end = bytes.known.len();
        for &(at, byte) in bytes.symbolic.iter().rev() {
            for _ in at + 1..end {
                columns = columns.map(|column| crc_step(column, 0));
            }
            end = at + 1;
            for (bit, column) in (0..).zip(columns) {
                let bit = terms.extract(bit, bit, byte);
                match terms.bits(bit) {
                    Some(0) => {}
                    Some(_) => self.constant ^= column,
                    None => self.add(bit, column),
                }
            }
        }
        let mut sum = terms.bv(32, u64::from(self.constant));
        for (bit, constant) in self.bits {
            let (all, constant) = (terms.sext(32, bit), terms.bv(32, u64::from(constant)));
            let chosen = terms.bv_and(all, constant);
            sum = terms.bv_xor(sum, chosen);
        }
        sum
    }
}

/// The bit that a number consists of.
fn spread_bit(terms: &Terms, number: Term) -> Option<Term> {
    let &[bit] = terms.args(number) else { return None };
    (terms.op(number) == Op::Sext && terms.width(bit) == 1).then_some(bit)
}

fn adler_of_byte(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let bytes = of_number(machine, call.arguments[1]);
    adler_or_jvm(machine, state, call, Some(bytes))
}

fn adler_of_bytes(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let bytes = of_array(machine, state, call)?;
    adler_or_jvm(machine, state, call, bytes)
}

fn adler_of_memory(machine: &mut Machine, state: &mut State, call: &Call) -> Res<Ret> {
    let bytes = of_memory(machine, state, call)?;
    adler_or_jvm(machine, state, call, bytes)
}

/// The largest prime below 65,536.
const ADLER_PRIME: u64 = 65_521;
/// `(1 << 16) % ADLER_PRIME`
const ADLER_REST: u64 = 15;

/// An Adler-32 is two remainders; what the JVM makes of other numbers, which only reflection can bring, is its own affair.
fn adler_or_jvm(machine: &mut Machine, state: &mut State, call: &Call, bytes: Option<Bytes>) -> Res<Ret> {
    let Some(bytes) = bytes else {
        return in_jvm(machine, state, call);
    };
    let before = machine.lift(call.arguments[0]);
    let sums = [terms_of_half(machine, before, 0), terms_of_half(machine, before, 16)];
    let terms = &mut machine.world.terms;
    let prime = terms.bv(64, ADLER_PRIME);
    let [low, high] = sums.map(|sum| terms.ult(sum, prime));
    let proper = terms.and(low, high);
    if !machine.decide(state, proper)? {
        return in_jvm(machine, state, call);
    }
    let sum = adler(&mut machine.world.terms, sums, &bytes);
    Ok(Ret::Value(machine.value_of(sum)))
}

fn terms_of_half(machine: &mut Machine, number: Term, low: u8) -> Term {
    let half = machine.world.terms.extract(low + 15, low, number);
    machine.world.terms.zext(64, half)
}

/// The first sum is that of all bytes, the second that of all first sums: a byte counts as often as there are bytes from it on.
fn adler(terms: &mut Terms, [low, high]: [Term; 2], bytes: &Bytes) -> Term {
    let len = bytes.known.len();
    let mut first = Sum { constant: 0, term: low, most: ADLER_PRIME - 1 };
    let mut second = Sum { constant: 0, term: high, most: ADLER_PRIME - 1 };
    second.add(terms, low, ADLER_PRIME - 1, len);
    for (at, &byte) in bytes.known.iter().enumerate() {
        first.add_constant(byte, 1);
        second.add_constant(byte, len - at);
    }
    for &(at, byte) in &bytes.symbolic {
        let byte = terms.zext(64, byte);
        first.add(terms, byte, 255, 1);
        second.add(terms, byte, 255, len - at);
    }
    let (first, second) = (first.rest(terms), second.rest(terms));
    let (first, second) = (terms.extract(15, 0, first), terms.extract(15, 0, second));
    terms.concat(second, first)
}

/// A sum of 64 bits that never overflows, known up to multiples of the prime.
struct Sum {
    constant: u64,
    term: Term,
    /// Nothing that the term can be is larger.
    most: u64,
}

impl Sum {
    fn add_constant(&mut self, byte: u8, times: usize) {
        self.constant = (self.constant + u64::from(byte) * (times as u64 % ADLER_PRIME)) % ADLER_PRIME;
    }

    fn add(&mut self, terms: &mut Terms, summand: Term, most: u64, times: usize) {
        let times = times as u64 % ADLER_PRIME;
        let factor = terms.bv(64, times);
        let product = terms.mul(summand, factor);
        self.term = terms.add(self.term, product);
        self.most += most * times;
    }

    /// The remainder. Halves are folded onto each other before, as division is dear: a circuit of few gates is left.
    fn rest(self, terms: &mut Terms) -> Term {
        let constant = terms.bv(64, self.constant);
        let (mut sum, mut most) = (terms.add(self.term, constant), self.most + self.constant);
        let (half, low, factor) = (terms.bv(64, 16), terms.bv(64, 0xffff), terms.bv(64, ADLER_REST));
        while most >= 2 * ADLER_PRIME {
            let (above, below) = (terms.lshr(sum, half), terms.bv_and(sum, low));
            let above = terms.mul(above, factor);
            sum = terms.add(above, below);
            most = (most >> 16) * ADLER_REST + 0xffff;
        }
        let (narrow, prime) = (terms.extract(16, 0, sum), terms.bv(17, ADLER_PRIME));
        let rest = terms.urem(narrow, prime);
        terms.zext(64, rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_sums_of_known_bytes() {
        let crc = |text: &[u8]| !text.iter().fold(u32::MAX, |register, &byte| crc_step(register, byte));
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        let terms = &mut Terms::new();
        let start = [terms.bv(64, 1), terms.bv(64, 0)];
        let sum = adler(terms, start, &Bytes { known: b"Wikipedia".to_vec(), symbolic: Vec::new() });
        assert_eq!(terms.bits(sum), Some(0x11e6_0398));
    }
}
