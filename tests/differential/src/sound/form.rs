//! What a program looks at, and how it compares that with what the JVM gave.

use super::value::{literal, quoted_units};
use crate::random::Dice;

/// The text form of a value `v`; boxes, objects and null.
const VALUE_FORMS: &[&str] = &[
    "Text.of(v)",
    "Text.of(v)",
    "Text.of(v)",
    "String.valueOf(v)",
    "\"\" + v",
    "\"<\" + v + \">\" + 'c'",
    "new StringBuilder().append(\"<\").append(v).append('>').toString()",
    "String.format(java.util.Locale.ROOT, \"%s|%5s\", v, v)",
    "java.util.Arrays.asList(v, 1).toString()",
    "java.util.Objects.toString(v)",
    "String.valueOf(java.util.Objects.hash(v, 7))",
    "Integer.toString(java.util.Objects.hashCode(v))",
    "java.util.Collections.singletonMap(\"k\", v).toString()",
    "java.util.Optional.ofNullable(v).toString()",
    "String.join(\",\", String.valueOf(v), \"z\")",
    "String.valueOf(v).toUpperCase(java.util.Locale.ROOT)",
    "new StringBuilder(String.valueOf(v)).reverse().toString()",
    "new java.util.ArrayDeque(java.util.Arrays.asList(String.valueOf(v), \"\")).toString()",
    "String.valueOf(v).getClass().getName() + v",
    "new IllegalStateException(\"\" + v).toString()",
    "new java.util.TreeMap(java.util.Map.of(String.valueOf(v), 1)).firstEntry().toString()",
    "String.valueOf(v).chars().sum() + \"\"",
];

/// Where only the contents tell something: arrays, streams, iterators.
const CONTENT_FORMS: &[&str] = &["Text.of(v)"];

const THROWN_FORMS: &[&str] = &[
    "t.toString()",
    "t.toString()",
    "String.valueOf(t.getMessage())",
    "String.valueOf(t.getMessage())",
    "t.getClass().getName()",
    "t.getClass().getSimpleName() + t.getLocalizedMessage()",
    "new RuntimeException(t).getMessage()",
    "Text.trace(t)",
    "String.valueOf(t.getCause())",
    "\"\" + t",
    "String.valueOf(String.valueOf(t.getMessage()).length())",
    "t.getStackTrace().length == 0 ? \"none\" : t.getStackTrace()[0].getMethodName() + t.getStackTrace()[0].getLineNumber()",
    "Text.printed(t)",
];

pub fn value_form(dice: &mut Dice, result: &str) -> &'static str {
    let content =
        result.ends_with("[]") || result.contains("Stream") || result.contains("Iterator") || result == "char";
    let forms = if content { CONTENT_FORMS } else { VALUE_FORMS };
    dice.pick::<&str>(forms)
}

pub fn thrown_form(dice: &mut Dice) -> &'static str {
    dice.pick::<&str>(THROWN_FORMS)
}

/// Statements that fail if the text of the program is the constant.
pub fn check(dice: &mut Dice, constant: &[u16]) -> String {
    let k = quoted_units(constant);
    let length = constant.len();
    let at = dice.below(length.max(1));
    let unit = constant.get(at).copied().unwrap_or(0);
    let reversed: Vec<u16> = constant.iter().rev().copied().collect();
    let has_surrogates = constant.iter().any(|unit| (0xD800..0xE000).contains(unit));
    match dice.below(34) {
        0 => format!("assert text.length() != {length};"),
        1 => format!("assert text.hashCode() != {k}.hashCode();"),
        2 => format!("assert text.compareTo({k}) != 0;"),
        3 => format!("switch (text) {{ case {k}: assert false; break; default: break; }}"),
        4 => format!("assert text.intern() != {k};"),
        5 => format!("assert !text.startsWith({k});"),
        6 => format!("assert !text.contains({k});"),
        7 => format!("assert text.indexOf({k}) != 0;"),
        8 => format!("assert !java.util.Set.of({k}).contains(text);"),
        9 => format!("assert !java.util.Arrays.equals(text.toCharArray(), {k}.toCharArray());"),
        10 if length > 0 => format!("assert text.length() <= {at} || text.charAt({at}) != (char) {unit};"),
        11 => format!("assert !new java.util.HashMap<>(java.util.Map.of({k}, 1)).containsKey(text);"),
        12 => format!("assert !text.equalsIgnoreCase({k});"),
        13 if !has_surrogates => {
            format!("assert !new StringBuilder(text).reverse().toString().equals({});", quoted_units(&reversed))
        }
        14 => format!("assert !text.contentEquals(new StringBuilder({k}));"),
        15 => format!("assert !java.util.Objects.equals(text, {k});"),
        16 => format!("assert !new java.util.ArrayList<>(java.util.List.of(\"?\", {k})).remove(text);"),
        17 => format!("if (text.equals({k})) {{ throw new AssertionError(text); }}"),
        18 => format!("assert !text.concat(\"#\").equals({k} + \"#\");"),
        19 => format!("assert !(text + text).equals({k} + {k});"),
        20 => format!("assert !text.strip().equals({k}.strip());"),
        21 => {
            format!("assert !text.toLowerCase(java.util.Locale.ROOT).equals({k}.toLowerCase(java.util.Locale.ROOT));")
        }
        22 => format!("assert !text.endsWith({k});"),
        _ => format!("assert !text.equals({k});"),
    }
}

/// A condition that holds unless the number `value` is the constant; none if the type has no such.
pub fn number_check(dice: &mut Dice, kind: &str, constant: &str) -> Option<String> {
    let is_nan = constant == "NaN";
    let code;
    let constant = if kind == "char" {
        code = u32::from(constant.encode_utf16().next()?).to_string();
        &code
    } else {
        constant
    };
    let k = literal(kind, constant);
    let statement = match kind {
        "float" if is_nan => "assert !Float.isNaN(value);".to_string(),
        "double" if is_nan => "assert !Double.isNaN(value);".to_string(),
        "float" => match dice.below(3) {
            0 => format!("assert Float.floatToIntBits(value) != Float.floatToIntBits({k});"),
            1 => format!("assert Float.compare(value, {k}) != 0;"),
            _ => format!("assert value != {k};"),
        },
        "double" => match dice.below(3) {
            0 => format!("assert Double.doubleToLongBits(value) != Double.doubleToLongBits({k});"),
            1 => format!("assert !Double.valueOf(value).equals({k});"),
            _ => format!("assert value != {k};"),
        },
        "boolean" => format!("assert value != {k};"),
        "byte" | "short" | "char" | "int" => match dice.below(4) {
            0 => format!("assert (value ^ {k}) != 0;"),
            1 => format!("switch (value) {{ case {k}: assert false; break; default: break; }}"),
            2 => format!("assert value < {k} || value > {k};"),
            _ => format!("assert value != {k};"),
        },
        "long" => match dice.below(2) {
            0 => format!("assert Long.compare(value, {k}) != 0;"),
            _ => format!("assert value != {k};"),
        },
        _ => return None,
    };
    Some(statement)
}
