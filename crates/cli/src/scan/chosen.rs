//! What a test chose to bring about its end: a caller who passes an index behind the end, or an object of another type, meant nothing by it.

use report::scan::Rule;
use testgen::suspicion::Suspicion;
use testgen::thrown::ThrownException;

/// What ends an object: who goes on with it is to blame.
const ENDINGS: [&str; 7] = [".close()", ".dispose()", ".shutdown()", ".destroy()", ".release()", ".stop()", ".free()"];
/// Sizes and numbers that are chosen to overflow.
const HUGE: i64 = 1_000_000;
/// Parameters of these types take anything: a cast of them fails by what the caller chose.
const ANYTHING: [&str; 11] = [
    "Object",
    "Object[]",
    "Comparable",
    "Serializable",
    "Map",
    "List",
    "Set",
    "Collection",
    "Iterable",
    "Iterator",
    "Enumeration",
];

pub struct Chosen<'a> {
    suspicion: &'a Suspicion,
    /// The test without its comment and the texts in it.
    statements: String,
}

impl Chosen<'_> {
    pub fn of(suspicion: &Suspicion) -> Chosen<'_> {
        Chosen { suspicion, statements: statements(&suspicion.source) }
    }

    /// Whether the test says null anywhere.
    pub fn has_null(&self) -> bool {
        self.has_word("null")
    }

    pub fn has_negative(&self) -> bool {
        numbers(&self.statements).any(|number| number < 0)
    }

    /// Whether the test brings a class of its own.
    pub fn has_stub(&self) -> bool {
        self.statements.lines().any(|line| line.contains("new ") && line.ends_with(") {"))
    }

    /// Whether the test ended an object.
    pub fn has_ended(&self) -> bool {
        ENDINGS.iter().any(|ending| self.statements.contains(ending))
    }

    /// Whether a count or a range is so large that going through it takes for ever.
    pub fn has_huge(&self) -> bool {
        let is_limit = |kind: &str| {
            ["MAX_VALUE", "MIN_VALUE"].iter().any(|limit| self.statements.contains(&format!("{kind}.{limit}")))
        };
        ["Integer", "Long"].into_iter().any(is_limit) || numbers(&self.statements).any(|number| number.abs() > HUGE)
    }

    /// A main program that somebody called without what it wants on its command line.
    pub fn is_main(&self, thrown: &ThrownException) -> bool {
        self.suspicion.name == "main" && Rule::of_exception(&thrown.class) == Rule::IndexOutOfBounds
    }

    /// An index or a size that goes where it is used as it was given.
    pub fn is_out_of_range(&self, thrown: &ThrownException) -> bool {
        let is_of_size = &*thrown.class == "java.lang.NegativeArraySizeException";
        if Rule::of_exception(&thrown.class) != Rule::IndexOutOfBounds && !is_of_size {
            return false;
        }
        // Also those with which objects were made.
        let said: Vec<i64> = numbers(&thrown.message).collect();
        let mut given = numbers(&self.statements);
        given.any(|number| !(0..=HUGE).contains(&number) || said.contains(&number)) || self.has_no_such_part()
    }

    /// An array or a text, with a place, a length or an end behind it that it does not have: among the arguments, or where one of them was made.
    fn has_no_such_part(&self) -> bool {
        let values: Vec<&str> = self.suspicion.arguments.iter().map(|(_, value)| value.as_str()).collect();
        lies_outside(&values) || calls(&self.suspicion.source).iter().any(|given| lies_outside(given))
    }

    /// An object that is not what a parameter for anything is meant for.
    pub fn is_of_another_type(&self, thrown: &ThrownException) -> bool {
        let is_store = &*thrown.class == "java.lang.ArrayStoreException";
        if Rule::of_exception(&thrown.class) != Rule::ClassCast && !is_store {
            return false;
        }
        let mut types = self.suspicion.method.split(['(', ',', ')']).skip(1);
        types.any(|kind| ANYTHING.contains(&kind)) || cast(&thrown.message).is_some_and(|class| self.has_word(class))
    }

    fn has_word(&self, word: &str) -> bool {
        self.statements.split(|c: char| !c.is_alphanumeric() && c != '_').any(|other| other == word)
    }
}

/// A test without its comment and the texts in it.
fn statements(source: &str) -> String {
    let lines = source.lines().skip_while(|line| !line.contains("void ")).skip(1);
    let outside = |line: &str| line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    lines.map(outside).collect::<Vec<_>>().join("\n")
}

/// Whether a number stands behind an array or a text that is not so long, or two of them that are a part together.
fn lies_outside(values: &[&str]) -> bool {
    let number = |at: usize| values.get(at).and_then(|value| value.parse::<usize>().ok());
    (0..values.len()).any(|at| {
        let Some(length) = length_of(values[at]) else { return false };
        let behind = (at + 1..values.len()).map_while(number).any(|place| place > length);
        let part = number(at + 1).zip(number(at + 2)).is_some_and(|(from, more)| from.saturating_add(more) > length);
        behind || part
    })
}

/// The arguments of all calls of a test, with their texts.
fn calls(source: &str) -> Vec<Vec<&str>> {
    let from = source.find("void ").map_or(0, |head| source[head..].find('{').map_or(head, |open| head + open + 1));
    let text = &source[from..];
    let mut found = Vec::new();
    // Where each call that is open began, its arguments so far, and where the next one begins.
    let mut open: Vec<(char, Vec<&str>, usize)> = Vec::new();
    let mut quote = None;
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(end), letter) => quote = Some(end).filter(|end| *end != letter),
            (None, '"' | '\'') => quote = Some(letter),
            (None, '(' | '{' | '[') => open.push((letter, Vec::new(), at + 1)),
            (None, ',') => {
                if let Some((_, given, begin)) = open.last_mut() {
                    given.push(text[*begin..at].trim());
                    *begin = at + 1;
                }
            }
            (None, ')' | '}' | ']') => {
                if let Some((bracket, mut given, begin)) = open.pop() {
                    given.push(text[begin..at].trim());
                    found.extend((bracket == '(').then_some(given));
                }
            }
            (None, _) => {}
        }
    }
    found
}

/// Numbers as they stand in a text, with their signs.
fn numbers(text: &str) -> impl Iterator<Item = i64> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-' && c != '_');
    words.filter_map(|word| word.trim_end_matches('L').parse().ok())
}

/// The simple name of the class that could not be cast: `class a.B$C cannot be cast to class a.D (...)`.
fn cast(message: &str) -> Option<&str> {
    let name = message.strip_prefix("class ")?.split(' ').next()?;
    name.rsplit(['.', '$']).next()
}

/// How long an array or a text is, by its Java.
fn length_of(value: &str) -> Option<usize> {
    if let Some(text) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return (!text.contains('\\')).then(|| text.chars().count());
    }
    let elements = value.strip_prefix("new ")?.split_once("[] {")?.1.strip_suffix('}')?.trim();
    // What has texts or arrays inside is left alone; signs are told from commas.
    let is_plain = !elements.contains(['"', '{', '\\']);
    let signs = elements.matches("','").count();
    let commas = elements.matches(',').count() - signs;
    is_plain.then(|| if elements.is_empty() { 0 } else { commas + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_the_java() {
        assert_eq!(length_of("new byte[] {}"), Some(0));
        assert_eq!(length_of("new byte[] {(byte) 5, (byte) 127}"), Some(2));
        assert_eq!(length_of("\"abc\""), Some(3));
        assert_eq!(length_of("new char[] {',', 'a'}"), Some(2));
        assert_eq!(length_of("new String[] {\"a\"}"), None);
        assert_eq!(length_of("null"), None);
    }

    #[test]
    fn parts_outside_are_seen_in_every_call() {
        let seen = |statement: &str| {
            let source = format!("@Test\nvoid f() {{\n    {statement}\n}}");
            calls(&source).iter().any(|given| lies_outside(given))
        };
        assert!(seen("Parser parser = new Parser(new char[] {'='}, 0, 7);"));
        assert!(seen("Input input = new Input(\"8)\", 0, 13).reset();"));
        assert!(seen("matcher.matches(new char[] {}, 6);"));
        assert!(!seen("matcher.matches(\"a(b\", 3);"));
        assert!(!seen("Input input = new Input(\"abcd\", 1, 2).get(7);"));
    }

    #[test]
    fn the_class_that_was_cast_has_a_simple_name() {
        let message = "class a.B$C cannot be cast to class java.lang.String (a.B$C is in unnamed module)";
        assert_eq!(cast(message), Some("C"));
        assert_eq!(cast("class [Ljava.lang.Object; cannot be cast to class [Ljava.lang.String;"), Some("Object;"));
        assert_eq!(cast("no"), None);
    }

    #[test]
    fn texts_are_no_statements() {
        let source = "/** null */\n@Test\nvoid f() {\n    g(\"null\", -3, 7L);\n}";
        let statements = statements(source);
        assert!(!statements.contains("null"), "{statements}");
        assert_eq!(numbers(&statements).collect::<Vec<_>>(), [-3, 7]);
    }
}
