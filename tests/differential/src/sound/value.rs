//! Numbers and text as inputs of a program: a value that the JVM gets, and how a program asks for one that can be it.

use crate::random::Dice;

/// How a program confines an input. The looser, the more paths; the tighter, the sooner all paths are explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Any value of the type.
    Free,
    /// An assumption leaves a few values.
    Near,
    /// One of two or three constants.
    Choice,
}

/// What a source says for an input, and what the JVM answers when it is asked.
#[derive(Clone, Debug)]
pub struct Input {
    pub lines: Vec<String>,
    pub answers: Vec<String>,
}

const INTS: [i64; 26] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    10,
    16,
    31,
    32,
    36,
    63,
    64,
    100,
    127,
    128,
    255,
    1000,
    65535,
    1_000_000,
    i32::MAX as i64,
    -1,
    -2,
    i32::MIN as i64,
];
const LONGS: [i64; 8] =
    [i64::MAX, i64::MIN, 1 << 32, -(1 << 40), 86_399, 1_234_567_890_123, 0xFFFF_FFFF, 5_000_000_000];
const FLOATS: [&str; 18] = [
    "0.0",
    "-0.0",
    "1.0",
    "-1.0",
    "0.5",
    "2.5",
    "3.5",
    "0.1",
    "-7.25",
    "100.0",
    "1.0E10",
    "123456.79",
    "1.0E-5",
    "16777216",
    "NaN",
    "Infinity",
    "-Infinity",
    "3.0E38",
];
const CHARS: [u16; 20] = [
    b'a' as u16,
    b'Z' as u16,
    b'0' as u16,
    b'9' as u16,
    b' ' as u16,
    b'-' as u16,
    b'+' as u16,
    b'.' as u16,
    b'%' as u16,
    b'\n' as u16,
    b'_' as u16,
    b'x' as u16,
    0,
    0x7F,
    0xE9,
    0xDF,
    0x130,
    0x660,
    0xD83D,
    0xDE00,
];
const TEXTS: [&str; 34] = [
    "",
    "a",
    "b",
    "ab",
    "abc",
    "A",
    "0",
    "7",
    "-1",
    "+5",
    "12",
    "1.5",
    "007",
    " x ",
    "x,y",
    "a b",
    "true",
    "null",
    "ff",
    "-",
    "%d",
    "%s!",
    "[a-c]+",
    "1e3",
    "NaN",
    "\u{e9}",
    "a\u{df}",
    "\u{1F600}",
    "P1D",
    "2020-02-29",
    "10:15",
    "a=b",
    "\n",
    "0x1F",
];

/// Java source of a constant.
pub fn literal(kind: &str, value: &str) -> String {
    match kind {
        "boolean" => value.to_string(),
        "byte" | "short" => format!("(({kind}) {value})"),
        "char" => format!("((char) {value})"),
        "int" if value == "-2147483648" => "Integer.MIN_VALUE".to_string(),
        "int" => value.to_string(),
        "long" if value == "-9223372036854775808" => "Long.MIN_VALUE".to_string(),
        "long" => format!("{value}L"),
        "float" | "double" => fraction(kind, value),
        _ => quoted(value),
    }
}

fn fraction(kind: &str, value: &str) -> String {
    let class = if kind == "float" { "Float" } else { "Double" };
    match value {
        "NaN" => format!("{class}.NaN"),
        "Infinity" => format!("{class}.POSITIVE_INFINITY"),
        "-Infinity" => format!("{class}.NEGATIVE_INFINITY"),
        _ if kind == "float" => format!("{value}f"),
        _ => format!("{value}d"),
    }
}

/// A literal of a String; what is not plain ASCII becomes an escape.
pub fn quoted(text: &str) -> String {
    quoted_units(&text.encode_utf16().collect::<Vec<u16>>())
}

pub fn quoted_units(units: &[u16]) -> String {
    let mut out = String::from("\"");
    for &unit in units {
        match unit {
            0x22 => out.push_str("\\\""),
            0x5C => out.push_str("\\\\"),
            0x0A => out.push_str("\\n"),
            0x0D => out.push_str("\\r"),
            0x20..=0x7E => out.push(unit as u8 as char),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
    out
}

/// A value of a type of numbers or of String, as text.
pub fn draw(dice: &mut Dice, kind: &str) -> String {
    let mut whole = |bits: u32| {
        let wide = bits == 64 && dice.one_in(3);
        let number = match dice.below(5) {
            0 if wide => *dice.pick(&LONGS),
            0 => *dice.pick(&INTS),
            1 => dice.below(1 << 16) as i64 - 0x8000,
            _ => dice.below(14) as i64 - 3,
        };
        (number << (64 - bits) >> (64 - bits)).to_string()
    };
    match kind {
        "boolean" => dice.one_in(2).to_string(),
        "byte" => whole(8),
        "short" => whole(16),
        "int" => whole(32),
        "long" => whole(64),
        "char" => dice.pick(&CHARS).to_string(),
        "float" | "double" => dice.pick(&FLOATS).to_string(),
        _ => dice.pick(&TEXTS).to_string(),
    }
}

/// Asks for an input and leaves it in the variable `name`.
pub fn input(dice: &mut Dice, kind: &str, name: &str, scope: Scope) -> Input {
    let value = draw(dice, kind);
    if kind == "boolean" {
        return asked(kind, name, &value, None);
    }
    match scope {
        Scope::Free => asked(kind, name, &value, None),
        Scope::Near => near(dice, kind, name, &value),
        Scope::Choice => choice(dice, kind, name, &value),
    }
}

fn method(kind: &str) -> &'static str {
    match kind {
        "boolean" => "anyBoolean",
        "byte" => "anyByte",
        "short" => "anyShort",
        "char" => "anyChar",
        "int" => "anyInt",
        "long" => "anyLong",
        "float" => "anyFloat",
        "double" => "anyDouble",
        _ => "anyString",
    }
}

fn asked(kind: &str, name: &str, value: &str, assumption: Option<String>) -> Input {
    let mut lines = vec![format!("{kind} {name} = Jacana.{}();", method(kind))];
    lines.extend(assumption.map(|condition| format!("Jacana.assume({condition});")));
    Input { lines, answers: vec![value.to_string()] }
}

/// The class literals of arrays and objects that can be inputs, with the type of their parts.
const OBJECTS: &[(&str, &str)] = &[
    ("int[]", "int"),
    ("long[]", "long"),
    ("short[]", "short"),
    ("byte[]", "byte"),
    ("char[]", "char"),
    ("boolean[]", "boolean"),
    ("double[]", "double"),
    ("java.lang.String[]", "String"),
    ("java.lang.Integer", "int"),
    ("java.lang.Long", "long"),
    ("java.lang.Character", "char"),
    ("java.lang.Boolean", "boolean"),
    ("java.lang.String", "String"),
];

/// Asks for an array, a box or a String, null among them; none if the type is no such.
/// The answer is `null`, or the parts, each with a semicolon in front.
pub fn object(dice: &mut Dice, kind: &str, name: &str) -> Option<Input> {
    let (_, part) = OBJECTS.iter().find(|(object, _)| *object == kind)?;
    let parts = if kind.ends_with("[]") { dice.below(4) } else { 1 };
    let answer: String = (0..parts).map(|_| format!(";{}", draw(dice, part).replace(';', ","))).collect();
    let answer = if dice.one_in(8) { "null".to_string() } else { answer };
    Some(Input { lines: vec![format!("{kind} {name} = Jacana.any({kind}.class);")], answers: vec![answer] })
}

fn near(dice: &mut Dice, kind: &str, name: &str, value: &str) -> Input {
    let condition = match kind {
        "float" | "double" if value == "NaN" => format!("!({name} > 0)"),
        "float" | "double" => {
            let constant = literal(kind, value);
            let other = literal(kind, dice.pick::<&str>(&["0.0", "1.0", "-1.5", "1000000.0"]));
            format!("{name} == {constant} || {name} == {other}")
        }
        "String" => near_text(dice, name, value),
        _ => {
            let number: i64 = value.parse().expect("a whole number");
            let (low, high) = bounds(kind);
            let low = number.saturating_sub(dice.below(3) as i64).max(low);
            let high = number.saturating_add(dice.below(3) as i64).min(high);
            let (low, high) = (literal(kind, &low.to_string()), literal(kind, &high.to_string()));
            format!("{name} >= {low} && {name} <= {high}")
        }
    };
    asked(kind, name, value, Some(condition))
}

fn bounds(kind: &str) -> (i64, i64) {
    match kind {
        "byte" => (-128, 127),
        "short" => (-32768, 32767),
        "char" => (0, 65535),
        "int" => (i32::MIN.into(), i32::MAX.into()),
        _ => (i64::MIN, i64::MAX),
    }
}

fn near_text(dice: &mut Dice, name: &str, value: &str) -> String {
    let length = value.encode_utf16().count();
    match dice.below(3) {
        0 => format!("{name}.length() == {length}"),
        1 => format!("{name}.length() <= {}", length + 1),
        _ => {
            let other = quoted(dice.pick::<&str>(&TEXTS));
            format!("{name}.equals({}) || {name}.equals({other})", quoted(value))
        }
    }
}

fn choice(dice: &mut Dice, kind: &str, name: &str, value: &str) -> Input {
    let [this, other, third] =
        [value.to_string(), draw(dice, kind), draw(dice, kind)].map(|value| literal(kind, &value));
    let one = |line: String, answer: &str| Input { lines: vec![line], answers: vec![answer.to_string()] };
    match dice.below(6) {
        0 => one(format!("{kind} {name} = Jacana.anyBoolean() ? {this} : {other};"), "true"),
        1 => one(format!("{kind} {name} = Jacana.anyInt() == 5 ? {other} : {this};"), "0"),
        2 => one(
            format!(
                "{kind} {name}; switch (Jacana.anyInt()) {{ case 1: {name} = {this}; break; case 2: {name} = {other}; break; default: {name} = {third}; }}"
            ),
            "1",
        ),
        3 => Input {
            lines: vec![
                format!("int {name}At = Jacana.anyInt();"),
                format!("Jacana.assume({name}At >= 0 && {name}At < 3);"),
                format!("{kind} {name} = new {kind}[] {{{other}, {this}, {third}}}[{name}At];"),
            ],
            answers: vec!["1".to_string()],
        },
        4 => Input {
            lines: vec![
                format!("{kind} {name} = {other};"),
                format!("if (Jacana.anyChar() == 'q') {{ {name} = {this}; }}"),
            ],
            answers: vec![u32::from(b'q').to_string()],
        },
        _ => Input {
            lines: vec![
                format!("{kind} {name} = {other};"),
                format!("for (int i = Jacana.anyByte(); i == 3; i++) {{ {name} = {this}; }}"),
            ],
            answers: vec!["3".to_string()],
        },
    }
}
