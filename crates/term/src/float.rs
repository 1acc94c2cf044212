//! IEEE arithmetic on bit patterns, as the JVM does it, with one canonical NaN per format (Java's `Float.NaN`, `Double.NaN`).
//! The JVM may show other NaN payloads only through `floatToRawIntBits`; here the payload is always the canonical one.

pub const NAN32: u32 = 0x7fc0_0000;
pub const NAN64: u64 = 0x7ff8_0000_0000_0000;

#[inline]
pub fn canonical32(bits: u32) -> u32 {
    if f32::from_bits(bits).is_nan() { NAN32 } else { bits }
}

#[inline]
pub fn canonical64(bits: u64) -> u64 {
    if f64::from_bits(bits).is_nan() { NAN64 } else { bits }
}

#[inline]
pub fn f32_of(bits: u64) -> f32 {
    f32::from_bits(bits as u32)
}

#[inline]
pub fn f64_of(bits: u64) -> f64 {
    f64::from_bits(bits)
}

#[inline]
pub fn bits32(value: f32) -> u64 {
    u64::from(canonical32(value.to_bits()))
}

#[inline]
pub fn bits64(value: f64) -> u64 {
    canonical64(value.to_bits())
}
