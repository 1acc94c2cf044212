//! Values to try, and steps from a value.

use term::Sort;

/// Deterministic (splitmix64): the same queries get the same witnesses.
pub struct Random(u64);

impl Random {
    pub fn new() -> Random {
        Random(0)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// From -1 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// To the next representable value, the second next, ...
    Neighbours,
    /// By 1, 2, 4, ...
    Units,
    /// By parts of 1, the smallest first: floats only.
    Fractions,
}

/// The value `2^step` steps away. `None` where that means nothing.
pub fn moved(sort: Sort, bits: u64, kind: Kind, step: u32, up: bool) -> Option<u64> {
    let toward = |value: f64, by: f64| if up { value + by } else { value - by };
    match (sort, kind) {
        (Sort::Bool, Kind::Neighbours) => (step == 0).then_some(bits ^ 1),
        (Sort::Bv(width), Kind::Neighbours) if step < u32::from(width) => {
            let by = 1u64 << step;
            let moved = if up { bits.wrapping_add(by) } else { bits.wrapping_sub(by) };
            Some(moved & !0 >> (64 - width))
        }
        (Sort::Float32, Kind::Neighbours) if step < 31 => {
            let at = ordinal(bits << 32) >> 32;
            let at = if up { at.checked_add(1 << step)? } else { at.checked_sub(1 << step)? };
            let moved = from_ordinal(at << 32) >> 32;
            (!f32::from_bits(moved as u32).is_nan()).then_some(moved)
        }
        (Sort::Float64, Kind::Neighbours) if step < 63 => {
            let at = ordinal(bits);
            let at = if up { at.checked_add(1 << step)? } else { at.checked_sub(1 << step)? };
            let moved = from_ordinal(at);
            (!f64::from_bits(moved).is_nan()).then_some(moved)
        }
        (Sort::Float32 | Sort::Float64, Kind::Units | Kind::Fractions) if step < 24 => {
            let unit = if kind == Kind::Units { 1.0 } else { 1.0 / (1 << 24) as f64 };
            let value = toward(real(sort, bits), unit * 2f64.powi(step as i32));
            (!value.is_nan()).then(|| float_bits(sort, value))
        }
        _ => None,
    }
}

/// The order of the floats as an order of integers; both zeros are neighbours.
fn ordinal(bits: u64) -> i64 {
    let signed = bits as i64;
    if signed < 0 { !(signed & i64::MAX) } else { signed }
}

fn from_ordinal(ordinal: i64) -> u64 {
    if ordinal < 0 { (!ordinal) as u64 | 1 << 63 } else { ordinal as u64 }
}

const USUAL: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    10.0,
    -10.0,
    100.0,
    -100.0,
    std::f64::consts::PI,
    std::f64::consts::FRAC_PI_2,
    -std::f64::consts::FRAC_PI_2,
    f64::INFINITY,
    f64::NAN,
];

/// The constants of the query, their neighbours, and what is often special.
pub fn candidates(sort: Sort, constants: &[u64]) -> Vec<u64> {
    let mut values = constants.to_vec();
    for kind_up in [true, false] {
        values.extend(constants.iter().filter_map(|&bits| moved(sort, bits, Kind::Neighbours, 0, kind_up)));
    }
    match sort {
        Sort::Float32 | Sort::Float64 => values.extend(USUAL.iter().map(|&value| float_bits(sort, value))),
        Sort::Bv(width) => {
            let mask = !0 >> (64 - width);
            values.extend([0, 1, mask, mask >> 1, (mask >> 1) + 1, 2, 10, 100].map(|value: u64| value & mask));
        }
        Sort::Bool => values.extend([0, 1]),
        Sort::Ref | Sort::Array(_) => {}
    }
    values
}

/// Mostly of the size that programs compute with.
pub fn random_value(random: &mut Random, sort: Sort, constants: &[u64]) -> u64 {
    if !constants.is_empty() && random.below(6) == 0 {
        return constants[random.below(constants.len())];
    }
    match sort {
        Sort::Bool => random.next() & 1,
        Sort::Bv(width) => {
            let mask = !0 >> (64 - width);
            let bits = random.next() >> random.below(64);
            (if random.below(2) == 0 { bits } else { bits.wrapping_neg() }) & mask
        }
        Sort::Float32 | Sort::Float64 => {
            let size = [1.0, 4.0, 10.0, 100.0, 1e4, 1e9][random.below(6)];
            match random.below(8) {
                0 => float_bits(sort, f64::from_bits(random.next())),
                1 => float_bits(sort, (random.unit() * size).round()),
                _ => float_bits(sort, random.unit() * size),
            }
        }
        Sort::Ref | Sort::Array(_) => 0,
    }
}

fn real(sort: Sort, bits: u64) -> f64 {
    if sort == Sort::Float32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits) }
}

/// NaNs become the one that terms have.
fn float_bits(sort: Sort, value: f64) -> u64 {
    let bits = if sort == Sort::Float32 { u64::from((value as f32).to_bits()) } else { value.to_bits() };
    term::Const::scalar(sort, bits).bits()
}
