//! `@Requires("x > 0")` and its like: the same clauses as in comments, with `old` and `result` without backslashes.

use crate::token::{Kind, Token, tokens};

/// Annotations of our API with the clauses that they are.
const CLAUSES: [(&str, &str); 5] = [
    ("Requires", "requires"),
    ("Ensures", "ensures"),
    ("Signals", "signals"),
    ("Assignable", "assignable"),
    ("Invariant", "invariant"),
];

/// The clause of an annotation, by its name.
pub fn clause(name: &str) -> Option<&'static str> {
    let simple = name.strip_prefix("jacana.").unwrap_or(name);
    CLAUSES.iter().find(|(known, _)| *known == simple).map(|(_, clause)| *clause)
}

/// One text of an annotation as a clause; `literal` is as in the source, with quotes, and begins there.
pub fn read(clause: &str, literal: &str, at: usize) -> Vec<Token> {
    let plain = unescaped(literal.trim_matches('"'));
    // All of it is told by the line of the text: places inside of it are not those of the source.
    let mut found = tokens(&plain, 0);
    for place in 0..found.len() {
        let is_call = found.get(place + 1).is_some_and(|next| next.is("("));
        let after_dot = place > 0 && found[place - 1].is(".");
        let token = &mut found[place];
        let special =
            token.kind == Kind::Word && !after_dot && (token.text == "result" || token.text == "old" && is_call);
        if special {
            token.text.insert(0, '\\');
            token.kind = Kind::Backslash;
        }
    }
    // Blanks between tokens stay what they are for whoever shows them.
    found.iter_mut().for_each(|token| token.at += at);
    let keyword = Token { kind: Kind::Word, text: clause.into(), at };
    let end = Token { kind: Kind::Symbol, text: ";".into(), at };
    std::iter::once(keyword).chain(found).chain([end]).collect()
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => plain.extend(rest.next()),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::shown;

    #[test]
    fn words_without_backslashes() {
        let found = read("ensures", r#""result == old(x.old) + \"a\".length() && (\\forall int i; p(i))""#, 10);
        let java: Vec<&str> = found.iter().map(|token| token.text.as_str()).collect();
        assert_eq!(java[..8], ["ensures", "\\result", "==", "\\old", "(", "x", ".", "old"]);
        assert!(shown(&found).contains("\\forall"));
        assert_eq!(clause("jacana.Requires"), Some("requires"));
        assert_eq!(clause("Override"), None);
    }
}
