//! Names that a user writes for classes and methods: `pkg.Class`, `pkg.Class.method`, `pkg.*`. A star stands for any text.

use crate::names::{ClassName, DottedName};

#[derive(Clone, Debug, Default)]
pub struct Patterns(Vec<String>);

impl Patterns {
    pub fn add(&mut self, pattern: &str) {
        self.0.push(DottedName::written(pattern).into());
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn matches(&self, class: &ClassName, method: &str) -> bool {
        self.each(class, method).any(|(_, matches)| matches)
    }

    /// Every pattern, and whether it means this method.
    pub fn each(&self, class: &ClassName, method: &str) -> impl Iterator<Item = (&str, bool)> {
        let class = class.dotted();
        let full = format!("{class}.{method}");
        self.0.iter().map(move |pattern| (&**pattern, covers(pattern, &class) || covers(pattern, &full)))
    }
}

/// Does the text have the parts between the stars, in order?
fn covers(pattern: &str, text: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(mut text) = text.strip_prefix(first) else {
        return false;
    };
    let (middle, last) = rest.rsplit_once('*').map_or((None, rest), |(middle, last)| (Some(middle), last));
    for part in middle.into_iter().flat_map(|middle| middle.split('*')) {
        match text.find(part) {
            Some(at) => text = &text[at + part.len()..],
            None => return false,
        }
    }
    text.len() >= last.len() && text.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(pattern: &str, class: &str, method: &str) -> bool {
        let mut patterns = Patterns::default();
        patterns.add(pattern);
        patterns.matches(&class.into(), method)
    }

    #[test]
    fn classes_methods_and_stars() {
        assert!(means("a.B", "a/B", "run"));
        assert!(!means("a.B", "a/Bc", "run"));
        assert!(means("a.B.run", "a/B", "run"));
        assert!(!means("a.B.run", "a/B", "stop"));
        assert!(means("a.*", "a/b/C", "run"));
        assert!(!means("a.*", "b/a/C", "run"));
        assert!(means("*Parser*.parse*", "x/XmlParserImpl", "parseAll"));
        assert!(!means("*Parser*.parse*", "x/Xml", "parseAll"));
        assert!(means("*", "A", "m"));
    }
}
