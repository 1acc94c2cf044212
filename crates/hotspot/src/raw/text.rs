//! Modified UTF-8 (JVMS 4.4.7), the encoding of every name that crosses JNI and JVMTI.

use std::ffi::CString;

/// Names hold no NUL: encoded, a NUL takes two bytes.
pub(super) fn encode(text: &str) -> CString {
    let plain = |c: char| c != '\0' && c <= '\u{ffff}';
    let bytes = if text.chars().all(plain) { text.as_bytes().to_vec() } else { encode_units(text.encode_utf16()) };
    CString::new(bytes).expect("modified UTF-8 has no NUL byte")
}

fn encode_units(units: impl Iterator<Item = u16>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for unit in units {
        match unit {
            0x01..=0x7f => bytes.push(unit as u8),
            0 | 0x80..=0x7ff => bytes.extend([0xc0 | (unit >> 6) as u8, continuation(unit)]),
            0x800..=0xffff => bytes.extend([0xe0 | (unit >> 12) as u8, continuation(unit >> 6), continuation(unit)]),
        }
    }
    bytes
}

fn continuation(unit: u16) -> u8 {
    0x80 | (unit & 0x3f) as u8
}

/// Input comes from the VM, so it is well formed.
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut bytes = bytes.iter().map(|byte| u16::from(*byte));
    while let Some(first) = bytes.next() {
        let mut low = || bytes.next().unwrap_or(0) & 0x3f;
        units.push(match first {
            0xe0.. => (first & 0x0f) << 12 | low() << 6 | low(),
            0xc0..=0xdf => (first & 0x1f) << 6 | low(),
            _ => first,
        });
    }
    String::from_utf16_lossy(&units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_a_round_trip() {
        for name in ["", "java/lang/String", "größe", "日本", "a😀b", "nul\0nul"] {
            let encoded = encode(name);
            assert_eq!(decode(encoded.as_bytes()), name);
        }
    }

    #[test]
    fn a_supplementary_character_takes_six_bytes() {
        assert_eq!(encode("😀").as_bytes(), [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]);
    }
}
