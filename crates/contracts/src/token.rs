//! JML and Java as tokens, each with its place in the file.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    /// `\old` and its like.
    Backslash,
    /// A number, a character or a text.
    Literal,
    Symbol,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub text: String,
    /// Where it begins in the file, in bytes.
    pub at: usize,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        self.text == text && self.kind != Kind::Literal
    }
}

/// Longest first, so that `<==>` is not `<=` and `=>`.
const SYMBOLS: &[&str] = &[
    "<=!=>", "<==>", ">>>=", "==>", "<==", "<<=", ">>=", ">>>", "...", "->", "::", "..", "&&", "||", "==", "!=", "<=",
    ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "--", "<<", ">>", "{|", "|}", "(*", "*)",
];

/// The tokens of a text that begins at this offset of the file; what is no token is left to the reader as a symbol.
pub fn tokens(text: &str, base: usize) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = base + text.len() - rest.len();
        let length = if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        } else if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
            continue;
        } else if rest.starts_with("/*") {
            rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + "*/".len())..];
            continue;
        } else if first.is_alphabetic() || first == '_' || first == '$' {
            word_length(rest)
        } else if first == '\\' {
            1 + word_length(&rest[1..])
        } else if first.is_ascii_digit() {
            number_length(rest)
        } else if first == '"' || first == '\'' {
            quoted_length(rest, first)
        } else {
            SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)).map_or(first.len_utf8(), |symbol| symbol.len())
        };
        let kind = match first {
            '\\' => Kind::Backslash,
            '"' | '\'' | '0'..='9' => Kind::Literal,
            _ if first.is_alphabetic() || first == '_' || first == '$' => Kind::Word,
            _ => Kind::Symbol,
        };
        found.push(Token { kind, text: rest[..length].to_string(), at });
        rest = &rest[length..];
    }
    found
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(text.len())
}

/// `0..n` is a range, not a number with a point.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let exponent = at > 0 && matches!(bytes[at - 1], b'e' | b'E') && !text.starts_with("0x");
        match bytes[at] {
            b'.' if bytes.get(at + 1) == Some(&b'.') => break,
            b'.' | b'_' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => at += 1,
            b'+' | b'-' if exponent => at += 1,
            _ => break,
        }
    }
    at
}

fn quoted_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// As they stand in the file, but for line breaks and comments. `None` if a text has several lines.
pub fn on_one_line(tokens: &[Token]) -> Option<String> {
    let (mut line, mut end) = (String::new(), tokens.first()?.at);
    for token in tokens {
        if token.text.contains('\n') {
            return None;
        }
        line += if token.at > end { " " } else { "" };
        line += &token.text;
        end = token.at + token.text.len();
    }
    Some(line)
}

/// The position behind the bracket that closes the one at `open`.
pub fn closing(tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match opening(token) {
            Bracket::Opens => depth += 1,
            Bracket::Closes => depth -= 1,
            Bracket::None => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

#[derive(PartialEq, Eq)]
pub enum Bracket {
    Opens,
    Closes,
    None,
}

pub fn opening(token: &Token) -> Bracket {
    match token.text.as_str() {
        _ if token.kind != Kind::Symbol => Bracket::None,
        "(" | "[" | "{" => Bracket::Opens,
        ")" | "]" | "}" => Bracket::Closes,
        _ => Bracket::None,
    }
}

/// Where this token stands outside of all brackets.
pub fn find(tokens: &[Token], wanted: impl Fn(&Token) -> bool) -> Option<usize> {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match opening(token) {
            Bracket::Opens => depth += 1,
            Bracket::Closes => depth -= 1,
            Bracket::None if depth == 0 && wanted(token) => return Some(at),
            Bracket::None => {}
        }
    }
    None
}

/// The parts between separators that stand outside of all brackets.
pub fn split<'t>(tokens: &'t [Token], separator: &str) -> Vec<&'t [Token]> {
    let (mut parts, mut rest) = (Vec::new(), tokens);
    while let Some(at) = find(rest, |token| token.is(separator)) {
        parts.push(&rest[..at]);
        rest = &rest[at + 1..];
    }
    parts.push(rest);
    parts
}

/// As a person would write them.
pub fn shown(tokens: &[Token]) -> String {
    let mut text = String::new();
    let mut end = None;
    for token in tokens {
        if end.is_some_and(|end| end != token.at) {
            text.push(' ');
        }
        text += &token.text;
        end = Some(token.at + token.text.len());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        tokens(text, 0).into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn code_on_one_line_keeps_its_texts_and_loses_its_comments() {
        let line = |code: &str| on_one_line(&tokens(code, 7));
        assert_eq!(line("i < \"a    b\".length()").as_deref(), Some("i < \"a    b\".length()"));
        assert_eq!(line("i < n // the first\n  && c != '\\''").as_deref(), Some("i < n && c != '\\''"));
        assert_eq!(line("i /* \"no text\" */ < .5").as_deref(), Some("i < .5"));
        assert_eq!(line("s == \"\"\"\n  x\"\"\""), None);
    }

    #[test]
    fn operators_of_jml_are_tokens() {
        assert_eq!(
            words("a<==>b <=!=> c==>d<==e<=f"),
            ["a", "<==>", "b", "<=!=>", "c", "==>", "d", "<==", "e", "<=", "f"]
        );
    }

    #[test]
    fn ranges_are_not_numbers() {
        assert_eq!(
            words("a[0..n-1] 1.5e-3 0x1e+2"),
            ["a", "[", "0", "..", "n", "-", "1", "]", "1.5e-3", "0x1e", "+", "2"]
        );
    }

    #[test]
    fn quoted_text_is_one_token() {
        assert_eq!(words(r#"f("a;\"b", ';') // and no more"#), ["f", "(", r#""a;\"b""#, ",", "';'", ")"]);
    }

    #[test]
    fn brackets_hide_separators() {
        let found = tokens("f(a, b), c[d, e]", 0);
        let parts: Vec<String> = split(&found, ",").into_iter().map(shown).collect();
        assert_eq!(parts, ["f(a, b)", "c[d, e]"]);
    }
}
