//! Changes to a class file: single bytes anywhere, and changes that keep most of its structure, which get further.

use std::ops::Range;

use super::sites::{Sites, sites};

/// SplitMix64: the same numbers for the same seed, everywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())].clone()) }
    }

    fn byte(&mut self) -> u8 {
        self.next() as u8
    }
}

/// One to three changes.
pub fn damaged(original: &[u8], random: &mut Random) -> Vec<u8> {
    let sites = sites(original);
    let mut bytes = original.to_vec();
    let changes = [1, 1, 1, 2, 3][random.below(5)];
    for _ in 0..changes {
        change(&mut bytes, &sites, random);
    }
    // What moves bytes comes last: the sites are those of the original.
    if random.below(12) == 0 {
        reshape(&mut bytes, &sites, random);
    }
    bytes
}

fn change(bytes: &mut [u8], sites: &Sites, random: &mut Random) {
    match random.below(20) {
        0 | 1 => {
            let at = random.below(bytes.len());
            bytes[at] ^= 1 << random.below(8);
        }
        2 => {
            let at = random.below(bytes.len());
            bytes[at] = [0, 1, 0x7f, 0x80, 0xff, random.byte()][random.below(6)];
        }
        3 => {
            if let Some(at) = random.pick(&sites.tags) {
                bytes[at] =
                    [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17, 18, 19, 20, random.byte()][random.below(18)];
            }
        }
        4..=6 => {
            if let Some(at) = random.pick(&sites.indices) {
                let index = random.below(usize::from(sites.pool_count) + 2) as u16;
                put(bytes, at, index);
            }
        }
        7..=11 => code(bytes, sites, random),
        12 => {
            let at = random.pick(&sites.lengths);
            if let Some(at) = at {
                let step = [1, 0xff, 2, 0xfe, random.byte()][random.below(5)];
                bytes[at + 3] = bytes[at + 3].wrapping_add(step);
            }
        }
        13 => {
            if let Some(at) = random.pick(&sites.counts) {
                let step = [1, 0xffff, 2, 0xfffe, random.byte().into()][random.below(5)];
                let value = u16::from_be_bytes([bytes[at], bytes[at + 1]]);
                put(bytes, at, value.wrapping_add(step));
            }
        }
        14 => {
            if let Some(at) = random.pick(&sites.flags) {
                let value = u16::from_be_bytes([bytes[at], bytes[at + 1]]);
                put(bytes, at, value ^ 1 << random.below(16));
            }
        }
        15 | 16 => text(bytes, sites, random),
        17 | 18 => inside(bytes, random, &sites.stack_maps),
        _ => inside(bytes, random, &sites.handlers),
    }
}

fn put(bytes: &mut [u8], at: usize, value: u16) {
    bytes[at..at + 2].copy_from_slice(&value.to_be_bytes());
}

/// A byte of one of the ranges.
fn inside(bytes: &mut [u8], random: &mut Random, ranges: &[Range<usize>]) {
    if let Some(range) = random.pick(ranges) {
        let at = range.start + random.below(range.len());
        if at < bytes.len() {
            bytes[at] = [0, 1, bytes[at].wrapping_add(1), bytes[at].wrapping_sub(1), random.byte()][random.below(5)];
        }
    }
}

fn code(bytes: &mut [u8], sites: &Sites, random: &mut Random) {
    let Some(range) = random.pick(&sites.code).filter(|range| !range.is_empty()) else {
        return;
    };
    let at = range.start + random.below(range.len());
    let other = range.start + random.below(range.len());
    match random.below(6) {
        // Any opcode.
        0 | 1 => bytes[at] = random.below(202) as u8,
        // A neighbour: another type, another condition, another local.
        2 => bytes[at] = bytes[at].wrapping_add([1, 0xff, 4, 0xfc][random.below(4)]),
        3 => bytes.swap(at, other),
        4 => bytes[at] = 0,
        _ => {
            let length = (1 + random.below(6)).min(range.end - at.max(other));
            bytes.copy_within(other..other + length, at);
        }
    }
}

/// Descriptors become others, names become unknown.
fn text(bytes: &mut [u8], sites: &Sites, random: &mut Random) {
    let Some(range) = random.pick(&sites.texts).filter(|range| !range.is_empty()) else {
        return;
    };
    let at = range.start + random.below(range.len());
    bytes[at] = *b"IJFDZBCSV[L();/<>.abA0\0\xc0".get(random.below(24)).unwrap_or(&b'x');
}

/// Members are repeated or removed, the file is cut or gets a tail.
fn reshape(bytes: &mut Vec<u8>, sites: &Sites, random: &mut Random) {
    match (random.below(6), random.pick(&sites.members)) {
        (0, _) => bytes.truncate(random.below(bytes.len())),
        (1, _) => bytes.push(random.byte()),
        (2 | 3, Some((count, range))) => {
            let copy = bytes[range.clone()].to_vec();
            bytes.splice(range.start..range.start, copy);
            recount(bytes, count, 1);
        }
        (_, Some((count, range))) => {
            bytes.drain(range);
            recount(bytes, count, u16::MAX);
        }
        (_, None) => {}
    }
}

fn recount(bytes: &mut [u8], at: usize, by: u16) {
    let value = u16::from_be_bytes([bytes[at], bytes[at + 1]]);
    put(bytes, at, value.wrapping_add(by));
}
