//! The values in the text of a test: literals that a row of a table can hold exactly, and where they stand.

use super::locals::{literal_end, word};

/// What a parameter is called that stands for the answer.
pub const EXPECTED: &str = "expected";
/// Letters of a text that a row has room for.
const LONGEST_TEXT: usize = 40;

/// A part of a text.
#[derive(Clone, Debug)]
pub enum Token {
    Text(String),
    Value(Value),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Text,
}

impl ValueKind {
    /// The type of a parameter for it.
    pub fn java(self) -> &'static str {
        match self {
            ValueKind::Boolean => "boolean",
            ValueKind::Byte => "byte",
            ValueKind::Short => "short",
            ValueKind::Char => "char",
            ValueKind::Int => "int",
            ValueKind::Long => "long",
            ValueKind::Float => "float",
            ValueKind::Double => "double",
            ValueKind::Text => "String",
        }
    }

    /// What a parameter is called of which nothing else is known.
    pub fn word(self) -> &'static str {
        match self {
            ValueKind::Boolean => "flag",
            ValueKind::Char => "letter",
            ValueKind::Text => "text",
            ValueKind::Byte | ValueKind::Short | ValueKind::Int | ValueKind::Long => "number",
            ValueKind::Float | ValueKind::Double => "number",
        }
    }
}

/// A literal.
#[derive(Clone, Debug)]
pub struct Value {
    pub kind: ValueKind,
    /// As JUnit reads it from a row; none for null.
    pub text: Option<String>,
    pub java: String,
    pub place: Place,
}

impl Value {
    /// Whether a row must quote it: words and numbers stand for themselves.
    pub fn needs_quotes(&self) -> bool {
        let is_word = |text: &str| {
            text.starts_with(|c: char| c.is_ascii_alphanumeric()) && text.chars().all(|c| c.is_ascii_alphanumeric())
        };
        let is_text = matches!(self.kind, ValueKind::Text | ValueKind::Char);
        is_text && self.text.as_ref().is_some_and(|text| !is_word(text))
    }
}

/// Where a value stands.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// What is called with it, such as `new Purse`, `purse.pay`.
    pub callee: String,
    pub argument: usize,
    /// The rest of its line.
    pub after: String,
    /// Not in an assertion, nor in what makes the objects.
    pub is_acting: bool,
}

impl Place {
    /// The method or class without the object or package before it.
    pub fn method(&self) -> &str {
        let callee = self.callee.strip_prefix("new ").unwrap_or(&self.callee);
        callee.rsplit('.').next().unwrap_or(callee)
    }

    /// Whether an assertion expects it of the result.
    pub fn is_answer(&self) -> bool {
        self.callee == "assertEquals" && self.after == ", result);"
    }

    /// What an assertion asks when it expects the value: `cents` of `purse.getCents()`.
    pub fn asked(&self) -> Option<String> {
        if self.callee != "assertEquals" || self.argument != 0 {
            return None;
        }
        let question = self.after.strip_prefix(", ")?.strip_suffix("());");
        let asked = question.and_then(|question| question.rsplit('.').next()).filter(|name| *name != "toString");
        Some(asked.map_or(EXPECTED.into(), |name| property(name, &["get", "is"])))
    }

    /// What a call sets: `cents` of `purse.setCents(..)`.
    pub fn set(&self) -> Option<String> {
        let name = self.method();
        let is_setter = !self.callee.starts_with("new ") && name.starts_with("set") && name.len() > "set".len();
        is_setter.then(|| property(name, &["set"]))
    }
}

fn property(name: &str, heads: &[&str]) -> String {
    let rest =
        heads.iter().find_map(|head| name.strip_prefix(head).filter(|rest| rest.starts_with(char::is_uppercase)));
    word(rest.unwrap_or(name))
}

/// A call or a list around a place.
#[derive(Default)]
struct Around {
    callee: String,
    argument: usize,
}

/// The values of a text and what is between them, in their order.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut reader =
        Reader { letters: text.chars().collect(), at: 0, out: Vec::new(), around: Vec::new(), name: String::new() };
    while reader.at < reader.letters.len() {
        reader.step();
    }
    reader.out
}

struct Reader {
    letters: Vec<char>,
    at: usize,
    out: Vec<Token>,
    around: Vec<Around>,
    /// The name just read, with what it is of.
    name: String,
}

/// Values that have names.
const NAMED: [(&str, ValueKind, &str); 6] = [
    ("Double.NaN", ValueKind::Double, "NaN"),
    ("Double.POSITIVE_INFINITY", ValueKind::Double, "Infinity"),
    ("Double.NEGATIVE_INFINITY", ValueKind::Double, "-Infinity"),
    ("Float.NaN", ValueKind::Float, "NaN"),
    ("Float.POSITIVE_INFINITY", ValueKind::Float, "Infinity"),
    ("Float.NEGATIVE_INFINITY", ValueKind::Float, "-Infinity"),
];

const CASTS: [(&str, ValueKind); 2] = [("(byte) ", ValueKind::Byte), ("(short) ", ValueKind::Short)];
const NO_TEXT: &str = "(String) null";

impl Reader {
    fn step(&mut self) {
        let letter = self.letters[self.at];
        match letter {
            '"' | '\'' => self.quoted(letter),
            '(' if self.cast() => {}
            '(' => {
                let callee = std::mem::take(&mut self.name);
                self.around.push(Around { callee, argument: 0 });
                self.copy(1);
            }
            '{' | '[' => {
                self.around.push(Around::default());
                self.copy(1);
            }
            ')' | '}' | ']' => {
                self.around.pop();
                self.copy(1);
            }
            ',' => {
                if let Some(around) = self.around.last_mut() {
                    around.argument += 1;
                }
                self.copy(1);
            }
            _ if letter.is_ascii_digit() || letter == '-' => match self.number(self.at) {
                Some((kind, text, end)) => self.value(kind, Some(text), end),
                None => self.copy(self.run().max(1)),
            },
            _ if is_part(letter) => self.word(),
            _ => self.copy(1),
        }
    }

    /// Letters, digits and points from here on.
    fn run(&self) -> usize {
        self.letters[self.at..].iter().take_while(|c| is_part(**c) || **c == '.').count()
    }

    fn copy(&mut self, count: usize) {
        let text: String = self.letters[self.at..self.at + count].iter().collect();
        self.at += count;
        match self.out.last_mut() {
            Some(Token::Text(before)) => before.push_str(&text),
            Some(Token::Value(_)) | None => self.out.push(Token::Text(text)),
        }
    }

    fn word(&mut self) {
        let word: String = self.letters[self.at..self.at + self.run()].iter().collect();
        let end = self.at + word.chars().count();
        if let Some((_, kind, text)) = NAMED.iter().find(|(name, ..)| *name == word) {
            self.value(*kind, Some(text.to_string()), end);
        } else if word == "true" || word == "false" {
            self.value(ValueKind::Boolean, Some(word), end);
        } else {
            let is_made = self.name == "new";
            self.name = if is_made { format!("new {word}") } else { word };
            self.copy(end - self.at);
        }
    }

    /// A number in the type that a cast gives it, or no text.
    fn cast(&mut self) -> bool {
        let rest: String = self.letters[self.at..].iter().take(NO_TEXT.len()).collect();
        if rest == NO_TEXT {
            self.value(ValueKind::Text, None, self.at + NO_TEXT.len());
            return true;
        }
        let cast = CASTS.iter().find(|(cast, _)| rest.starts_with(cast));
        let found = cast.and_then(|(cast, kind)| Some((*kind, self.number(self.at + cast.len())?)));
        match found {
            Some((kind, (ValueKind::Int, text, end))) => self.value(kind, Some(text), end),
            Some(_) | None => return false,
        }
        true
    }

    /// What a decimal number from there on is, its digits, and where it ends.
    fn number(&self, from: usize) -> Option<(ValueKind, String, usize)> {
        let mut end = from + usize::from(self.letters.get(from) == Some(&'-'));
        let digits = end;
        while let Some(letter) = self.letters.get(end) {
            let is_exponent = matches!(self.letters[end - 1], 'e' | 'E') && *letter == '-';
            if !(is_part(*letter) || *letter == '.' || is_exponent) {
                break;
            }
            end += 1;
        }
        let text: String = self.letters[from..end].iter().collect();
        self.letters.get(digits).filter(|digit| digit.is_ascii_digit())?;
        let (kind, digits) = match text.strip_suffix(['L', 'f']) {
            Some(long) if text.ends_with('L') => (ValueKind::Long, long),
            Some(float) => (ValueKind::Float, float),
            None if text.contains(['.', 'e', 'E']) => (ValueKind::Double, text.as_str()),
            None => (ValueKind::Int, text.as_str()),
        };
        let is_number = match kind {
            ValueKind::Float | ValueKind::Double => digits.parse::<f64>().is_ok(),
            _ => digits.parse::<i64>().is_ok(),
        };
        is_number.then(|| (kind, digits.to_string(), end))
    }

    /// A text or a letter: of plain signs alone, which every reader of tables takes as they are.
    fn quoted(&mut self, quote: char) {
        let end = literal_end(&self.letters, self.at);
        let inside = &self.letters[self.at + 1..end - 1];
        let text = plain(inside).filter(|text| text.len() <= LONGEST_TEXT);
        match text {
            Some(text) if quote == '"' => self.value(ValueKind::Text, Some(text), end),
            Some(text) if text.len() == 1 => self.value(ValueKind::Char, Some(text), end),
            Some(_) | None => self.copy(end - self.at),
        }
    }

    fn value(&mut self, kind: ValueKind, text: Option<String>, end: usize) {
        let java: String = self.letters[self.at..end].iter().collect();
        let around = self.around.last();
        let is_asserting =
            self.around.iter().any(|around| around.callee.starts_with("assert") && around.callee != "assertThrows");
        // What makes the objects ends with the only sign of its kind.
        let is_arranging = self.letters[self.at..].contains(&'\u{2}');
        let place = Place {
            callee: around.map(|around| around.callee.clone()).unwrap_or_default(),
            argument: around.map_or(0, |around| around.argument),
            after: self.letters[end..].iter().take_while(|c| **c != '\n').collect(),
            is_acting: !is_asserting && !is_arranging,
        };
        self.out.push(Token::Value(Value { kind, text, java, place }));
        self.at = end;
    }
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// What a literal of printable ASCII means.
fn plain(inside: &[char]) -> Option<String> {
    let mut text = String::new();
    let mut letters = inside.iter();
    while let Some(&letter) = letters.next() {
        text.push(match letter {
            '\\' => *letters.next().filter(|next| matches!(next, '"' | '\'' | '\\'))?,
            ' '..='~' => letter,
            _ => return None,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<(&'static str, Option<String>, String)> {
        let value = |token| match token {
            Token::Value(value) => {
                Some((value.kind.java(), value.text, format!("{}/{}", value.place.callee, value.place.argument)))
            }
            Token::Text(_) => None,
        };
        tokens(text).into_iter().filter_map(value).collect()
    }

    #[test]
    fn literals_are_values() {
        let text = "a.f(1, -2L, \"it's \\\"\\\\\", '\\'', (byte) -3, 1e-5, -0.0f, true, (String) null, new P2(x1, 7));";
        let plain = |text: &str| Some(text.to_string());
        assert_eq!(
            values(text),
            [
                ("int", plain("1"), "a.f/0".into()),
                ("long", plain("-2"), "a.f/1".into()),
                ("String", plain("it's \"\\"), "a.f/2".into()),
                ("char", plain("'"), "a.f/3".into()),
                ("byte", plain("-3"), "a.f/4".into()),
                ("double", plain("1e-5"), "a.f/5".into()),
                ("float", plain("-0.0"), "a.f/6".into()),
                ("boolean", plain("true"), "a.f/7".into()),
                ("String", None, "a.f/8".into()),
                ("int", plain("7"), "new P2/1".into()),
            ]
        );
        let all: String = tokens(text)
            .into_iter()
            .map(|token| match token {
                Token::Text(text) => text,
                Token::Value(value) => value.java,
            })
            .collect();
        assert_eq!(all, text);
    }

    #[test]
    fn what_has_no_plain_form_is_text() {
        assert!(values("f(\"\\n\", '\\u0000', Double.longBitsToDouble(0x7ff8L), Unit.DAYS)").is_empty());
    }
}
