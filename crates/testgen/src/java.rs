//! Input values as Java expressions.

use bytecode::DottedName;
use replay::InputValue;
use replay::driver::names::short_name;

/// That many zeros at the end of an array are shown as they are.
const WRITTEN: usize = 16;

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
        InputValue::Boxed(number) => literal(number),
        InputValue::Array { class, elements } => array(class, elements),
        InputValue::Same { name, .. } => name.clone(),
        // Only for people: an object has no literal.
        InputValue::Object { at, class } => format!("{}#{at}", short_name(class)),
        InputValue::Null => "null".into(),
    }
}

/// Many zeros or nulls at the end are not written one by one.
fn array(class: &DottedName, elements: &[InputValue]) -> String {
    let rest = elements.iter().rev().take_while(|element| is_default(element)).count();
    let (written, length) = (elements.len() - rest, elements.len());
    let of = array_name(class);
    if rest > WRITTEN && written == 0 {
        return format!("new {}", of.replacen("[]", &format!("[{length}]"), 1));
    }
    let shown = if rest > WRITTEN { &elements[..written] } else { elements };
    let shown: Vec<String> = shown.iter().map(literal).collect();
    let array = format!("new {of} {{{}}}", shown.join(", "));
    if rest > WRITTEN { format!("java.util.Arrays.copyOf({array}, {length})") } else { array }
}

/// What a new array has in it.
fn is_default(value: &InputValue) -> bool {
    match value {
        InputValue::Boolean(truth) => !truth,
        InputValue::Byte(number) => *number == 0,
        InputValue::Short(number) => *number == 0,
        InputValue::Char(unit) => *unit == 0,
        InputValue::Int(number) => *number == 0,
        InputValue::Long(number) => *number == 0,
        InputValue::Float(number) => number.to_bits() == 0,
        InputValue::Double(number) => number.to_bits() == 0,
        InputValue::Null => true,
        InputValue::Text(_)
        | InputValue::Boxed(_)
        | InputValue::Array { .. }
        | InputValue::Same { .. }
        | InputValue::Object { .. } => false,
    }
}

/// A string literal.
pub fn quoted(text: &str) -> String {
    string(text.encode_utf16())
}

/// The same of UTF-16 units.
pub fn quoted_units(units: &[u16]) -> String {
    string(units.iter().copied())
}

fn string(units: impl Iterator<Item = u16>) -> String {
    let inside = |unit: u16| if unit == u16::from(b'\'') { "'".to_string() } else { escaped(unit) };
    format!("\"{}\"", units.map(inside).collect::<String>())
}

/// The name of its type.
pub fn type_name(value: &InputValue) -> String {
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
        InputValue::Boxed(number) => number.box_name(),
        InputValue::Array { class, .. } | InputValue::Same { class, .. } => return array_name(class),
        InputValue::Object { class, .. } => return class.to_string(),
        InputValue::Null => "null",
    }
    .into()
}

/// `int[][]`, `String[]` of the name of a class of arrays; the classes are those of java.lang.
fn array_name(class: &DottedName) -> String {
    let element = class.trim_start_matches('[');
    let dimensions = class.len() - element.len();
    let element = match primitive(element) {
        Some(name) => name,
        None => element.trim_end_matches(';').rsplit('.').next().unwrap_or(element),
    };
    element.to_string() + &"[]".repeat(dimensions)
}

/// `int` of `I`
pub fn primitive(descriptor: &str) -> Option<&'static str> {
    Some(match descriptor {
        "Z" => "boolean",
        "B" => "byte",
        "S" => "short",
        "C" => "char",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => return None,
    })
}

/// A UTF-16 unit inside a literal. Java reads unicode escapes before literals, so line ends and quotes need their own.
pub fn escaped(unit: u16) -> String {
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
        assert_eq!(text("a\"b\\u\n'é\u{1f600}\0"), r#""a\"b\\u\n'\u00e9\ud83d\ude00\u0000""#);
        assert_eq!(literal(&InputValue::Char(b'\'' as u16)), r"'\''");
        assert_eq!(literal(&InputValue::Long(i64::MIN)), "-9223372036854775808L");
        assert_eq!(literal(&InputValue::Byte(-1)), "(byte) -1");
        assert_eq!(literal(&InputValue::Double(1e300)), "1e300");
        assert_eq!(literal(&InputValue::Double(-0.0)), "-0.0");
        assert_eq!(literal(&InputValue::Float(f32::MIN_POSITIVE)), "1.1754944e-38f");
        assert_eq!(literal(&InputValue::Float(f32::NAN)), "Float.intBitsToFloat(0x7fc00000)");
        assert_eq!(literal(&InputValue::Double(f64::NEG_INFINITY)), "Double.NEGATIVE_INFINITY");
        let row = InputValue::Array {
            class: DottedName::new("[J"),
            elements: vec![InputValue::Long(1), InputValue::Long(2)],
        };
        let grid = InputValue::Array { class: DottedName::new("[[J"), elements: vec![InputValue::Null, row] };
        assert_eq!(literal(&grid), "new long[][] {null, new long[] {1L, 2L}}");
        let long = |class: &str, first: Vec<InputValue>, rest: InputValue| {
            let elements = first.into_iter().chain(vec![rest; 99]).collect();
            literal(&InputValue::Array { class: DottedName::new(class), elements })
        };
        let int = InputValue::Int;
        assert_eq!(
            long("[I", vec![int(1), int(0), int(2)], int(0)),
            "java.util.Arrays.copyOf(new int[] {1, 0, 2}, 102)"
        );
        assert_eq!(long("[[I", Vec::new(), InputValue::Null), "new int[99][]");
        assert!(long("[D", Vec::new(), InputValue::Double(-0.0)).ends_with("-0.0, -0.0}"));
        let words = InputValue::Array { class: DottedName::new("[Ljava.lang.String;"), elements: Vec::new() };
        assert_eq!(literal(&words), "new String[] {}");
    }
}
