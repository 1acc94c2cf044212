//! What the variables of a test are called: after the parameters that they are given for, or after their classes. Candidates are tried with names of ours
//! (`receiver`); the names that people read are put in their places when a test is written.

use super::arranged::{Act, RECEIVER};
use super::{Tested, TestedKind};
use crate::arrange::{Arrangement, Given};
use std::collections::{BTreeMap, BTreeSet};

/// What no variable of a test can be called: words of Java, our own variables, and the beginnings of names of packages.
const RESERVED: &str = "result thrown abstract assert boolean break byte case catch char class const continue default do double else enum extends false \
     final finally float for goto if implements import instanceof int interface long native new null package private protected public record return \
     short static strictfp super switch synchronized this throw throws transient true try var void volatile while yield sealed permits java javax org \
     com net io jacana expected actual";

/// From our names to those that are written.
pub fn names(tested: &Tested, arrangement: &Arrangement, act: &Act) -> BTreeMap<String, String> {
    let mut used: BTreeSet<String> = RESERVED.split_whitespace().map(String::from).collect();
    let mut names = BTreeMap::new();
    if let Some((_, class)) = act.variables.iter().find(|(name, _)| name == RECEIVER) {
        let name = unused(&after_class(class), &mut used);
        names.insert(RECEIVER.to_string(), name);
    }
    let skipped = usize::from(tested.kind == TestedKind::Instance);
    for (parameter, given) in arrangement.arguments.iter().skip(skipped) {
        let Some((variable, _)) = object(given).and_then(|at| act.variables.get(at)) else { continue };
        // One object for two parameters has the name of neither.
        let is_alone = arrangement.arguments.iter().filter(|(_, other)| object(other) == object(given)).count() == 1;
        if is_alone && is_telling(parameter) && !names.contains_key(variable) && !used.contains(parameter) {
            used.insert(parameter.clone());
            names.insert(variable.clone(), parameter.clone());
        }
    }
    for (variable, _) in &act.variables {
        if !names.contains_key(variable) {
            let word = variable.trim_end_matches(|c: char| c.is_ascii_digit());
            let word = if word.is_empty() { variable } else { word };
            names.insert(variable.clone(), unused(word, &mut used));
        }
    }
    names.retain(|from, to| from != to);
    names
}

fn object(given: &Given) -> Option<usize> {
    match given {
        Given::Object(at) => Some(*at),
        Given::As(given, _) => object(given),
        Given::Plain(_) | Given::Class(_) | Given::Constant { .. } => None,
    }
}

/// Compilers call parameters so whose names are not in the class file.
pub fn is_telling(parameter: &str) -> bool {
    let letters = parameter.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = parameter.len() > 1 && parameter.chars().all(|c| c.is_ascii_alphanumeric());
    is_word
        && parameter.starts_with(|c: char| c.is_ascii_lowercase())
        && !(letters.len() < parameter.len() && ["arg", "argument", "p", "param", "var"].contains(&letters))
}

/// `optionGroup` of `OptionGroup`, `entry` of `Map.Entry`, `numbers` of arrays.
fn after_class(class: &str) -> String {
    let simple = class.trim_end_matches("[]").rsplit('.').next().unwrap_or(class);
    if class.ends_with("[]") {
        return "array".into();
    }
    word(simple)
}

/// A variable for an object of the class.
pub fn word(simple: &str) -> String {
    // `URLName` begins with a word of its own.
    let capitals = simple.chars().take_while(char::is_ascii_uppercase).count();
    let lowered = match capitals {
        0 | 1 => 1,
        _ if capitals == simple.len() => capitals,
        _ => capitals - 1,
    };
    simple.chars().enumerate().map(|(at, c)| if at < lowered { c.to_ascii_lowercase() } else { c }).collect()
}

/// The word, with a number if it is in use.
pub fn unused(word: &str, used: &mut BTreeSet<String>) -> String {
    let mut number = 1;
    let mut found = word.to_string();
    while !used.insert(found.clone()) {
        number += 1;
        found = format!("{word}{number}");
    }
    found
}

/// A word of Java text outside of its literals.
pub struct Word<'t> {
    pub at: usize,
    pub text: &'t str,
    /// What stands behind a dot or before a parenthesis is none.
    pub is_variable: bool,
}

pub fn words(text: &str) -> Vec<Word<'_>> {
    let letters: Vec<char> = text.chars().collect();
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        if letter == '"' || letter == '\'' {
            at = literal_end(&letters, at);
        } else if is_part(letter) {
            let end = at + letters[at..].iter().take_while(|c| is_part(**c)).count();
            let is_member = at > 0 && letters[at - 1] == '.' || letters.get(end) == Some(&'(');
            found.push(Word { at: places[at], text: &text[places[at]..places[end]], is_variable: !is_member });
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// Java text with other names for variables.
pub fn renamed(text: &str, names: &BTreeMap<String, String>) -> String {
    let mut out = String::new();
    let mut from = 0;
    for word in words(text).iter().filter(|word| word.is_variable) {
        if let Some(name) = names.get(word.text) {
            out.push_str(&text[from..word.at]);
            out.push_str(name);
            from = word.at + word.text.len();
        }
    }
    out + &text[from..]
}

pub fn literal_end(letters: &[char], start: usize) -> usize {
    let mut at = start + 1;
    while at < letters.len() && letters[at] != letters[start] {
        at += if letters[at] == '\\' { 2 } else { 1 };
    }
    (at + 1).min(letters.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_renamed_and_nothing_else() {
        let names = BTreeMap::from([("receiver".to_string(), "bill".to_string()), ("option2".into(), "other".into())]);
        let text = "assertEquals(\"receiver \\\" option2\", receiver.receiver(option2, x.receiver, 'r', receiver()));";
        let expected = "assertEquals(\"receiver \\\" option2\", bill.receiver(other, x.receiver, 'r', receiver()));";
        assert_eq!(renamed(text, &names), expected);
    }

    #[test]
    fn classes_become_words() {
        for (class, word) in
            [("OptionGroup", "optionGroup"), ("Map.Entry", "entry"), ("URLName", "urlName"), ("URL", "url")]
        {
            assert_eq!(after_class(class), word);
        }
        assert!(is_telling("amount") && is_telling("x2") && !is_telling("argument1") && !is_telling("p1"));
    }
}
