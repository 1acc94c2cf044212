//! A fast, unkeyed, deterministic hash for small keys (the polynomial scheme of rustc-hash 2).
//! Never iterate over these maps where order shows.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Fast>>;
pub type FastSet<K> = HashSet<K, BuildHasherDefault<Fast>>;

#[derive(Default, Clone, Copy)]
pub struct Fast(u64);

impl Fast {
    #[inline]
    pub fn mix(self, word: u64) -> Fast {
        Fast(self.0.wrapping_add(word).wrapping_mul(0xf135_7aea_2e62_a9c5))
    }
}

impl Hasher for Fast {
    /// Multiplication carries entropy upwards, tables take the low bits: bring the high bits down.
    #[inline]
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            *self = self.mix(u64::from(byte));
        }
    }
    #[inline]
    fn write_u8(&mut self, word: u8) {
        *self = self.mix(u64::from(word));
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        *self = self.mix(u64::from(word));
    }
    #[inline]
    fn write_u64(&mut self, word: u64) {
        *self = self.mix(word);
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        *self = self.mix(word as u64);
    }
}
