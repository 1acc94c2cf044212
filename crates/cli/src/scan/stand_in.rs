//! Annotations whose library is not there, as far as the sources that use them tell what they look like.

use std::collections::BTreeMap;

/// The type of an element of an annotation, by what is written for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ElementType {
    Text,
    Int,
    Double,
    Flag,
    Class,
}

/// An element, which is an array if a list is written anywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Element {
    of: ElementType,
    is_array: bool,
}

/// What is known of an annotation: its elements by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StandIn {
    elements: BTreeMap<String, Element>,
    is_seen: bool,
}

impl StandIn {
    /// What a source that imports this name tells; nothing if it is used for anything but annotations, or in a way that is not understood.
    pub fn of(source: &str, name: &str) -> Option<StandIn> {
        let simple = name.rsplit('.').next()?;
        let text = without_comments(source);
        let mut found = StandIn { is_seen: true, ..StandIn::default() };
        for (at, _) in text.match_indices(simple) {
            let (before, behind) = (&text[..at], &text[at + simple.len()..]);
            let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            if before.ends_with(is_part) || behind.starts_with(is_part) {
                continue;
            }
            if before.ends_with(&name[..name.len() - simple.len()])
                && before.trim_end_matches(is_name).ends_with("import ")
            {
                continue;
            }
            if !before.trim_end().ends_with('@') || behind.starts_with('.') {
                return None;
            }
            if let Some(inside) = behind.trim_start().strip_prefix('(') {
                found.read(inside)?;
            }
        }
        Some(found)
    }

    /// Takes over what another source tells; whether anything is new.
    pub fn merge(&mut self, other: StandIn) -> bool {
        let before = self.clone();
        self.is_seen = true;
        for (name, element) in other.elements {
            let own = self.elements.entry(name).or_insert(element);
            own.is_array |= element.is_array;
        }
        *self != before
    }

    /// The elements of one use: `"text"`, or `name = value, name = {value, value}`, up to the closing bracket.
    fn read(&mut self, inside: &str) -> Option<()> {
        let inside = &inside[..end_of(inside)?];
        for part in parts(inside) {
            let (name, value) = match part.split_once('=') {
                Some((name, value)) if name.trim().chars().all(is_name) => (name.trim(), value.trim()),
                _ => ("value", part.trim()),
            };
            let (is_array, value) = match value.strip_prefix('{') {
                Some(list) => (true, parts(list.trim_end_matches('}')).first().map_or("", |first| first.trim())),
                None => (false, value),
            };
            let of = match value {
                "" if is_array => ElementType::Text,
                "true" | "false" => ElementType::Flag,
                _ if value.starts_with('"') => ElementType::Text,
                _ if value.ends_with(".class") => ElementType::Class,
                _ if value.parse::<i32>().is_ok() => ElementType::Int,
                _ if value.parse::<f64>().is_ok() => ElementType::Double,
                _ => return None,
            };
            let element = self.elements.entry(name.into()).or_insert(Element { of, is_array });
            if element.of != of {
                return None;
            }
            element.is_array |= is_array;
        }
        Some(())
    }

    /// Its declaration, for all places where an annotation may stand.
    pub fn source(&self, name: &str) -> String {
        let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
        let elements = self.elements.iter().map(|(name, element)| {
            let (kind, value) = match element.of {
                ElementType::Text => ("String", "\"\""),
                ElementType::Int => ("int", "0"),
                ElementType::Double => ("double", "0"),
                ElementType::Flag => ("boolean", "false"),
                ElementType::Class => ("Class<?>", "Object.class"),
            };
            match element.is_array {
                true => format!("    {kind}[] {name}() default {{}};\n"),
                false => format!("    {kind} {name}() default {value};\n"),
            }
        });
        let elements: String = elements.collect();
        let places = "TYPE_USE, TYPE, FIELD, METHOD, PARAMETER, CONSTRUCTOR, LOCAL_VARIABLE, PACKAGE, ANNOTATION_TYPE, TYPE_PARAMETER";
        let places: Vec<String> =
            places.split(", ").map(|place| format!("java.lang.annotation.ElementType.{place}")).collect();
        format!(
            "package {package};\n\n@java.lang.annotation.Target({{{}}})\npublic @interface {simple} {{\n{elements}}}\n",
            places.join(", ")
        )
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$' || c == '.'
}

/// Where the bracket closes that was opened before.
fn end_of(text: &str) -> Option<usize> {
    let mut depth = 0;
    outside_of_texts(text).find_map(|(at, c)| {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
        None
    })
}

/// What stands between commas that are in no bracket.
fn parts(text: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in outside_of_texts(text) {
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(&text[start..]);
    found.retain(|part| !part.trim().is_empty());
    found
}

/// The letters that are in no text and no character.
fn outside_of_texts(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let (mut quote, mut is_escaped) = (None, false);
    text.char_indices().filter(move |&(_, c)| match quote {
        Some(_) if is_escaped => {
            is_escaped = false;
            false
        }
        Some(end) => {
            is_escaped = c == '\\';
            if c == end {
                quote = None;
            }
            false
        }
        None if c == '"' || c == '\'' => {
            quote = Some(c);
            false
        }
        None => true,
    })
}

/// The source with blanks for its comments; what is in texts stays.
fn without_comments(source: &str) -> String {
    let mut plain = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
            plain.push(' ');
        } else if c == '"' || c == '\'' {
            let end = rest[1..].char_indices().scan(false, |is_escaped, (at, letter)| {
                let is_end = letter == c && !*is_escaped;
                *is_escaped = letter == '\\' && !*is_escaped;
                Some((at, is_end))
            });
            let end = end.filter(|(_, is_end)| *is_end).map(|(at, _)| at + 2).next().unwrap_or(rest.len());
            plain.push_str(&rest[..end]);
            rest = &rest[end..];
        } else {
            plain.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "package p;\nimport a.b.Guarded; // Guarded by\n/* new Guarded() */\n@Guarded(\"this)\")\nclass A {\n    \
                          @Guarded(value = {\"x\", \"y\"}, times = 3, of = A.class) int f;\n    Object g(@ Guarded Object NotGuarded) { return \"Guarded\" + f; }\n}\n";

    #[test]
    fn elements_are_those_that_are_written() {
        let source = SOURCE.replace("\"Guarded\" + ", "\"\" + ");
        let found = StandIn::of(&source, "a.b.Guarded").expect("annotations only").source("a.b.Guarded");
        assert!(found.starts_with("package a.b;\n"), "{found}");
        for line in ["String[] value() default {};", "int times() default 0;", "Class<?> of() default Object.class;"] {
            assert!(found.contains(line), "{found}");
        }
    }

    #[test]
    fn what_is_more_than_an_annotation_is_none() {
        assert_eq!(StandIn::of("import a.C;\nclass A { @C int f; C g; }", "a.C"), None);
        assert_eq!(StandIn::of("import a.C;\nclass A { @C(OTHER) int f; }", "a.C"), None);
        assert_eq!(StandIn::of("import a.C;\nclass A { @C.D int f; }", "a.C"), None);
        assert_eq!(
            StandIn::of("import a.C;\nclass A { @C int f; }", "a.C"),
            Some(StandIn { is_seen: true, ..StandIn::default() })
        );
    }
}
