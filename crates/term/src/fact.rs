//! Facts: signed and unsigned bounds and known bits of a bit-vector or reference. A fact is an over-approximation: every
//! possible value satisfies it.

use crate::Sort;
use crate::constant::{mask, signed};

/// Bounds of a value read as signed and as unsigned number, and bits known to be zero or one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fact {
    pub smin: i64,
    pub smax: i64,
    pub umin: u64,
    pub umax: u64,
    pub zeros: u64,
    pub ones: u64,
}

impl Fact {
    /// For sorts without facts.
    pub const NONE: Fact = Fact { smin: i64::MIN, smax: i64::MAX, umin: 0, umax: u64::MAX, zeros: 0, ones: 0 };

    /// Every value of the width.
    #[inline]
    pub fn top(width: u8) -> Fact {
        let umax = mask(width);
        Fact { smin: signed(width, 1 << (width - 1)), smax: (umax >> 1) as i64, umin: 0, umax, zeros: 0, ones: 0 }
    }

    #[inline]
    pub fn constant(width: u8, bits: u64) -> Fact {
        let value = signed(width, bits);
        Fact { smin: value, smax: value, umin: bits, umax: bits, zeros: !bits & mask(width), ones: bits }
    }

    pub fn of_sort(sort: Sort) -> Fact {
        fact_width(sort).map_or(Fact::NONE, Fact::top)
    }

    /// Both inclusive; the caller keeps them within the width.
    pub fn signed_range(width: u8, smin: i64, smax: i64) -> Fact {
        Fact { smin, smax, ..Fact::top(width) }
    }

    /// Both inclusive; the caller keeps them within the width.
    pub fn unsigned_range(width: u8, umin: u64, umax: u64) -> Fact {
        Fact { umin, umax, ..Fact::top(width) }
    }

    pub fn known_bits(width: u8, zeros: u64, ones: u64) -> Fact {
        Fact { zeros: zeros & mask(width), ones: ones & mask(width), ..Fact::top(width) }
    }

    /// The only value, if there is only one.
    pub fn value(&self) -> Option<u64> {
        (self.umin == self.umax).then_some(self.umin)
    }

    pub fn admits(&self, width: u8, bits: u64) -> bool {
        let value = signed(width, bits);
        let in_range = self.smin <= value && value <= self.smax && self.umin <= bits && bits <= self.umax;
        in_range && bits & self.zeros == 0 && !bits & self.ones == 0
    }

    /// The value nearest to another one inside of both ranges and with the known bits; where these contradict each other it may not be admitted.
    pub fn nearest(&self, width: u8, bits: u64) -> u64 {
        let value = signed(width, bits).clamp(self.smin, self.smax);
        let bits = (value as u64 & mask(width)).clamp(self.umin, self.umax);
        bits & !self.zeros | self.ones
    }

    /// A value next to another one.
    pub fn beside(&self, width: u8, bits: u64) -> Option<u64> {
        let both = [1, -1].map(|step| bits.wrapping_add_signed(step) & mask(width));
        both.into_iter().find(|&other| self.admits(width, other))
    }

    /// What holds if both do; `None` if no value is left.
    pub fn meet(&self, other: &Fact, width: u8) -> Option<Fact> {
        Fact {
            smin: self.smin.max(other.smin),
            smax: self.smax.min(other.smax),
            umin: self.umin.max(other.umin),
            umax: self.umax.min(other.umax),
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
        .reduced(width)
    }

    /// What holds if one of them does.
    pub fn join(&self, other: &Fact) -> Fact {
        Fact {
            smin: self.smin.min(other.smin),
            smax: self.smax.max(other.smax),
            umin: self.umin.min(other.umin),
            umax: self.umax.max(other.umax),
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// Lets bounds and bits sharpen each other; `None` if no value is left.
    pub fn reduced(self, width: u8) -> Option<Fact> {
        let first = self.sharpened(width)?;
        if first == self { Some(first) } else { first.sharpened(width) }
    }

    fn sharpened(mut self, width: u8) -> Option<Fact> {
        let (all, sign) = (mask(width), 1u64 << (width - 1));
        // Bits bound the value; an unknown sign bit is set for the least and clear for the greatest signed value.
        let possible = !self.zeros & all;
        self.umin = self.umin.max(self.ones);
        self.umax = self.umax.min(possible);
        self.smin = self.smin.max(signed(width, self.ones | (possible & sign)));
        self.smax = self.smax.min(signed(width, possible & (!sign | self.ones)));
        // Where the sign is settled, both readings are the same order.
        if self.smin >= 0 || self.smax < 0 {
            self.umin = self.umin.max(self.smin as u64 & all);
            self.umax = self.umax.min(self.smax as u64 & all);
        }
        if self.umax < sign || self.umin >= sign {
            self.smin = self.smin.max(signed(width, self.umin));
            self.smax = self.smax.min(signed(width, self.umax));
        }
        if self.smin > self.smax || self.umin > self.umax || self.zeros & self.ones != 0 {
            return None;
        }
        // The bits above the highest difference of the bounds are the same for all values between.
        let below = u64::MAX.checked_shr((self.umin ^ self.umax).leading_zeros()).unwrap_or(0);
        self.ones |= self.umin & !below;
        self.zeros |= !self.umin & !below & all;
        // Known low bits: the bounds move to the next value that has them.
        let low = mask_of((self.zeros | self.ones).trailing_ones()) & all;
        let wanted = self.ones & low;
        self.umin = self.umin.checked_add(wanted.wrapping_sub(self.umin) & low).filter(|&least| least <= all)?;
        self.umax = self.umax.checked_sub(self.umax.wrapping_sub(wanted) & low)?;
        let alive = self.umin <= self.umax && self.zeros & self.ones == 0;
        alive.then_some(self)
    }
}

/// The width at which a sort has facts.
pub(crate) fn fact_width(sort: Sort) -> Option<u8> {
    match sort {
        Sort::Bv(width) => Some(width),
        Sort::Ref => Some(32),
        Sort::Bool | Sort::Float32 | Sort::Float64 | Sort::Array(_) => None,
    }
}

pub(crate) fn decide_slt(x: &Fact, y: &Fact) -> Option<bool> {
    if x.smax < y.smin { Some(true) } else { (x.smin >= y.smax).then_some(false) }
}

pub(crate) fn decide_ult(x: &Fact, y: &Fact) -> Option<bool> {
    if x.umax < y.umin { Some(true) } else { (x.umin >= y.umax).then_some(false) }
}

pub(crate) fn decide_eq(width: u8, x: &Fact, y: &Fact) -> Option<bool> {
    match (x.value(), y.value()) {
        (Some(x), Some(y)) => Some(x == y),
        (_, _) => x.meet(y, width).is_none().then_some(false),
    }
}

/// The low `count` bits.
pub(crate) fn mask_of(count: u32) -> u64 {
    u64::MAX.checked_shl(count).map_or(u64::MAX, |high| !high)
}

#[cfg(test)]
mod tests {
    use super::Fact;

    #[test]
    fn the_nearest_value_is_inside_and_stays_where_it_is() {
        let facts = [
            Fact::signed_range(8, -5, 7),
            Fact::unsigned_range(8, 3, 9),
            Fact::signed_range(8, -128, -1),
            Fact::known_bits(8, 0x0f, 0x40),
            Fact::constant(8, 200),
        ];
        for (fact, bits) in facts.iter().flat_map(|fact| (0..256).map(move |bits| (fact, bits))) {
            let near = fact.nearest(8, bits);
            assert!(fact.admits(8, near), "{fact:?} {bits}: {near}");
            assert!(!fact.admits(8, bits) || near == bits, "{fact:?} {bits}: {near}");
            assert!(fact.beside(8, bits).is_none_or(|other| other != bits && fact.admits(8, other)), "{fact:?} {bits}");
        }
    }
}
