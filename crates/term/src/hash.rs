//! A fast, unkeyed, deterministic hash for small keys (the multiply-rotate scheme of rustc's FxHash).
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
        Fast((self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95))
    }
}

impl Hasher for Fast {
    /// The multiplication carries entropy upwards only, the table takes the low bits: fold them together.
    #[inline]
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
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
