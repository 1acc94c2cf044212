//! The string encoding of class files (JVMS 4.4.7): NUL takes two bytes, and a supplementary character is
//! two encoded surrogates. Names become `str`; string constants keep every UTF-16 unit.

use crate::classfile::{ClassFileError, malformed};

pub(crate) fn decode_name(bytes: &[u8]) -> Result<String, ClassFileError> {
    if let Some(text) = as_ascii(bytes) {
        return Ok(text.to_owned());
    }
    decode_units(bytes).map(|units| String::from_utf16_lossy(&units))
}

pub(crate) fn decode_units(bytes: &[u8]) -> Result<Vec<u16>, ClassFileError> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        let (unit, tail) = match *rest {
            [] => return Ok(units),
            [a @ 0x01..=0x7f, ref tail @ ..] => (a.into(), tail),
            [a @ 0xc0..=0xdf, b @ 0x80..=0xbf, ref tail @ ..] => (u16::from(a & 0x1f) << 6 | u16::from(b & 0x3f), tail),
            [a @ 0xe0..=0xef, b @ 0x80..=0xbf, c @ 0x80..=0xbf, ref tail @ ..] => {
                (u16::from(a & 0x0f) << 12 | u16::from(b & 0x3f) << 6 | u16::from(c & 0x3f), tail)
            }
            _ => return malformed("illegal modified UTF-8"),
        };
        units.push(unit);
        rest = tail;
    }
}

pub fn encode_units(units: impl Iterator<Item = u16>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for unit in units {
        match unit {
            0x01..=0x7f => bytes.push(unit as u8),
            0 | 0x80..=0x7ff => {
                bytes.extend([0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]);
            }
            0x800..=0xffff => {
                bytes.extend([0xe0 | (unit >> 12) as u8, 0x80 | (unit >> 6 & 0x3f) as u8, 0x80 | (unit & 0x3f) as u8])
            }
        }
    }
    bytes
}

fn as_ascii(bytes: &[u8]) -> Option<&str> {
    if !bytes.is_ascii() || bytes.contains(&0) {
        return None;
    }
    std::str::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_survive_a_round_trip() {
        let units = [0u16, 1, 0x41, 0x7f, 0x80, 0x7ff, 0x800, 0xd83d, 0xde00, 0xd800, 0xffff];
        let bytes = encode_units(units.iter().copied());
        assert_eq!(decode_units(&bytes).unwrap(), units);
    }

    #[test]
    fn names_join_surrogates_and_replace_lone_ones() {
        let smile = encode_units("a😀".encode_utf16());
        assert_eq!(decode_name(&smile).unwrap(), "a😀");
        let lone = encode_units([0xd800].into_iter());
        assert_eq!(decode_name(&lone).unwrap(), "\u{fffd}");
    }

    #[test]
    fn illegal_bytes_are_refused() {
        for bytes in [&[0u8][..], &[0x80], &[0xf0, 0x80, 0x80, 0x80], &[0xc3], &[0xe0, 0x80]] {
            assert!(decode_name(bytes).is_err(), "{bytes:x?}");
        }
    }
}
