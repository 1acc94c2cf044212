//! Input values as Java expressions.

use explore::InputValue;

/// An expression of exactly the input's type, as an argument or an initialiser; ASCII only.
pub fn literal(value: &InputValue) -> String {
    match value {
        InputValue::Boolean(truth) => truth.to_string(),
        InputValue::Byte(number) => format!("(byte) {number}"),
        InputValue::Short(number) => format!("(short) {number}"),
        InputValue::Char(unit) => format!("'{}'", escaped(*unit)),
        InputValue::Int(number) => number.to_string(),
        InputValue::Long(number) => format!("{number}L"),
        InputValue::Float(number) => float(*number),
        InputValue::Double(number) => double(*number),
        InputValue::Text(units) => string(units.iter().copied()),
    }
}

/// A string literal.
pub fn quoted(text: &str) -> String {
    string(text.encode_utf16())
}

fn string(units: impl Iterator<Item = u16>) -> String {
    format!("\"{}\"", units.map(escaped).collect::<String>())
}

/// The name of its type.
pub fn type_name(value: &InputValue) -> &'static str {
    match value {
        InputValue::Boolean(_) => "boolean",
        InputValue::Byte(_) => "byte",
        InputValue::Short(_) => "short",
        InputValue::Char(_) => "char",
        InputValue::Int(_) => "int",
        InputValue::Long(_) => "long",
        InputValue::Float(_) => "float",
        InputValue::Double(_) => "double",
        InputValue::Text(_) => "String",
    }
}

/// A UTF-16 unit inside a literal. Java reads unicode escapes before literals, so line ends and quotes need their own.
fn escaped(unit: u16) -> String {
    match u8::try_from(unit) {
        Ok(b'\n') => "\\n".into(),
        Ok(b'\r') => "\\r".into(),
        Ok(b'\t') => "\\t".into(),
        Ok(special @ (b'"' | b'\'' | b'\\')) => format!("\\{}", char::from(special)),
        Ok(plain @ 0x20..0x7f) => char::from(plain).to_string(),
        _ => format!("\\u{unit:04x}"),
    }
}

fn float(number: f32) -> String {
    match number {
        _ if number.is_nan() => format!("Float.intBitsToFloat(0x{:08x})", number.to_bits()),
        f32::INFINITY => "Float.POSITIVE_INFINITY".into(),
        f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".into(),
        _ => format!("{number:?}f"),
    }
}

fn double(number: f64) -> String {
    match number {
        _ if number.is_nan() => format!("Double.longBitsToDouble(0x{:016x}L)", number.to_bits()),
        f64::INFINITY => "Double.POSITIVE_INFINITY".into(),
        f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".into(),
        _ => format!("{number:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_java() {
        let text = |s: &str| literal(&InputValue::Text(s.encode_utf16().collect()));
        assert_eq!(text("a\"b\\u\n'é\u{1f600}\0"), r#""a\"b\\u\n\'\u00e9\ud83d\ude00\u0000""#);
        assert_eq!(literal(&InputValue::Char(b'\'' as u16)), r"'\''");
        assert_eq!(literal(&InputValue::Long(i64::MIN)), "-9223372036854775808L");
        assert_eq!(literal(&InputValue::Byte(-1)), "(byte) -1");
        assert_eq!(literal(&InputValue::Double(1e300)), "1e300");
        assert_eq!(literal(&InputValue::Double(-0.0)), "-0.0");
        assert_eq!(literal(&InputValue::Float(f32::MIN_POSITIVE)), "1.1754944e-38f");
        assert_eq!(literal(&InputValue::Float(f32::NAN)), "Float.intBitsToFloat(0x7fc00000)");
        assert_eq!(literal(&InputValue::Double(f64::NEG_INFINITY)), "Double.NEGATIVE_INFINITY");
    }
}
