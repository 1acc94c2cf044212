//! Texts that the regular expressions of a class accept: code that reads with one goes no further on any other text.

use regex_syntax::hir::{Class, ClassUnicode, Hir, HirKind};
use regex_syntax::parse;

/// Texts of one expression: the shortest one, and others.
const TEXTS: u64 = 3;
const LONGEST: usize = 100;
/// Repetitions more than are needed.
const MORE: u64 = 3;
/// What a text has that is meant as an expression.
const SIGNS: [&str; 5] = ["\\", "[", ".*", ".+", ")?"];

/// Nothing if it is no regular expression, or one that only Java knows.
pub fn accepted(pattern: &str) -> Vec<String> {
    if !SIGNS.iter().any(|sign| pattern.contains(sign)) {
        return Vec::new();
    }
    let Ok(hir) = parse(pattern) else { return Vec::new() };
    let texts = (0..TEXTS).map(|choice| {
        let mut sample = Sample { text: String::new(), random: choice.wrapping_mul(0x9e37_79b9_7f4a_7c15) };
        sample.add(&hir);
        sample.text
    });
    let mut texts: Vec<String> = texts.filter(|text| !text.is_empty() && text.len() <= LONGEST).collect();
    texts.dedup();
    texts
}

struct Sample {
    text: String,
    /// 0: always the first choice.
    random: u64,
}

impl Sample {
    fn below(&mut self, count: u64) -> u64 {
        if self.random == 0 {
            return 0;
        }
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % count
    }

    fn add(&mut self, hir: &Hir) {
        if self.text.len() > LONGEST {
            return;
        }
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => self.text += &String::from_utf8_lossy(&literal.0),
            HirKind::Class(Class::Unicode(class)) => {
                let unit = self.unit(class);
                self.text.extend(unit);
            }
            HirKind::Class(Class::Bytes(class)) => {
                self.text.extend(class.ranges().first().map(|range| char::from(range.start())));
            }
            HirKind::Repetition(repetition) => {
                let least = u64::from(repetition.min);
                let most = repetition.max.map_or(least + MORE, |most| u64::from(most).min(least + MORE));
                let times = least + self.below(most - least + 1);
                (0..times).for_each(|_| self.add(&repetition.sub));
            }
            HirKind::Capture(capture) => self.add(&capture.sub),
            HirKind::Concat(all) => all.iter().for_each(|hir| self.add(hir)),
            HirKind::Alternation(all) => {
                let at = self.below(all.len() as u64) as usize;
                self.add(&all[at]);
            }
        }
    }

    /// A letter or a digit, if the class has one that a person can read.
    fn unit(&mut self, class: &ClassUnicode) -> Option<char> {
        let has = |unit: &char| class.ranges().iter().any(|range| (range.start()..=range.end()).contains(unit));
        let words: Vec<char> = ('0'..='9').chain('a'..='z').chain('A'..='Z').filter(has).collect();
        let signs: Vec<char> = (' '..='~').filter(has).collect();
        match [words, signs].into_iter().find(|units| !units.is_empty()) {
            Some(units) => Some(units[self.below(units.len() as u64) as usize]),
            None => class.ranges().first().map(|range| range.start()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::accepted;
    use regex::Regex;

    #[test]
    fn what_is_made_is_accepted() {
        for pattern in [
            r"(\d{1,2})/(\d{1,2})/(\d{4})",
            r"^[A-Z]{3}-[0-9]+(\.[0-9]{2})?$",
            r"(.*?;[0-9]+)\s*(\d+)/\d+\s*(\S+)\s+(\S+)\s*(\[(\w+),(\w+)\])?",
            r"[^\s@]+@([a-z0-9]+\.)+(com|org|net)",
            r"(a|b|[cd])*x+",
            r"[\u4e00-\u9fff]+",
        ] {
            let texts = accepted(pattern);
            assert!(!texts.is_empty(), "{pattern}");
            let whole = Regex::new(&format!("^(?:{pattern})$")).expect("an expression");
            texts.iter().for_each(|text| assert!(whole.is_match(text), "{pattern}: {text:?}"));
        }
    }

    #[test]
    fn other_texts_are_no_expressions() {
        for text in ["abc", "a.b", "Hello (world)", "(?=x)[a]", "[", r"\", "a{2"] {
            assert_eq!(accepted(text), Vec::<String>::new(), "{text}");
        }
    }
}
