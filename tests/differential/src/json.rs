//! A small strict reader of JSON, for what Jacana writes.

use std::collections::BTreeMap;
use std::ops::Index;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// Panics on what is not JSON.
    pub fn parse(text: &str) -> Json {
        let mut reader = Reader { rest: text };
        let value = reader.value();
        assert_eq!(reader.rest.trim(), "", "nothing follows the value");
        value
    }

    pub fn text(&self) -> &str {
        match self {
            Json::Text(text) => text,
            other => panic!("text expected: {other:?}"),
        }
    }

    pub fn number(&self) -> f64 {
        match self {
            Json::Number(number) => *number,
            other => panic!("number expected: {other:?}"),
        }
    }

    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(items) => items,
            other => panic!("list expected: {other:?}"),
        }
    }
}

impl Index<&str> for Json {
    type Output = Json;

    fn index(&self, name: &str) -> &Json {
        match self {
            Json::Object(fields) => fields.get(name).unwrap_or_else(|| panic!("no {name} in {fields:?}")),
            other => panic!("object expected for {name}: {other:?}"),
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn peek(&mut self) -> char {
        self.rest = self.rest.trim_start();
        self.rest.chars().next().expect("more text")
    }

    fn eat(&mut self, token: &str) {
        self.rest = self.rest.trim_start();
        self.rest = self.rest.strip_prefix(token).unwrap_or_else(|| panic!("{token} expected at {:.40}", self.rest));
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            'n' => {
                self.eat("null");
                Json::Null
            }
            't' => {
                self.eat("true");
                Json::Bool(true)
            }
            'f' => {
                self.eat("false");
                Json::Bool(false)
            }
            '"' => Json::Text(self.text()),
            '[' => Json::List(self.items(["[", "]"], Reader::value)),
            '{' => {
                let fields = self.items(["{", "}"], |reader| {
                    let name = reader.text();
                    reader.eat(":");
                    (name, reader.value())
                });
                let count = fields.len();
                let fields: BTreeMap<String, Json> = fields.into_iter().collect();
                assert_eq!(fields.len(), count, "names are unique");
                Json::Object(fields)
            }
            _ => self.numeral(),
        }
    }

    fn numeral(&mut self) -> Json {
        let end = self.rest.find(|c: char| !"+-.0123456789eE".contains(c)).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        Json::Number(digits.parse().unwrap_or_else(|_| panic!("a number expected: {digits:?}")))
    }

    fn items<T>(&mut self, [open, close]: [&str; 2], mut item: impl FnMut(&mut Self) -> T) -> Vec<T> {
        self.eat(open);
        let mut items = Vec::new();
        while !close.starts_with(self.peek()) {
            if !items.is_empty() {
                self.eat(",");
            }
            items.push(item(self));
        }
        self.eat(close);
        items
    }

    fn text(&mut self) -> String {
        self.eat("\"");
        let mut text = String::new();
        loop {
            let c = self.take();
            match c {
                '"' => return text,
                '\\' => text.push(self.escape()),
                c => {
                    assert!(c >= ' ', "control characters are escaped");
                    text.push(c);
                }
            }
        }
    }

    fn escape(&mut self) -> char {
        match self.take() {
            'n' => '\n',
            'u' => {
                let (digits, rest) = self.rest.split_at(4);
                self.rest = rest;
                u32::from_str_radix(digits, 16).ok().and_then(char::from_u32).expect("a code point")
            }
            c @ ('"' | '\\') => c,
            other => panic!("unknown escape {other}"),
        }
    }

    fn take(&mut self) -> char {
        let c = self.rest.chars().next().expect("more text");
        self.rest = &self.rest[c.len_utf8()..];
        c
    }
}
