//! Tests for other frameworks, and assertions in another style. Tests are tried in the form of JUnit 5; what is written is the same text with other
//! annotations, imports and assertions.

use super::locals::literal_end;
use crate::source::Source;
use std::collections::{BTreeMap, BTreeSet};

/// Which framework runs the tests (`--framework`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Framework {
    #[default]
    Junit5,
    Junit4,
    Testng,
}

/// How assertions are written (`--style`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Style {
    #[default]
    Plain,
    Assertj,
}

impl Framework {
    pub const ALL: [(&'static str, Framework); 3] =
        [("junit5", Framework::Junit5), ("junit4", Framework::Junit4), ("testng", Framework::Testng)];

    fn annotation(self) -> &'static str {
        match self {
            Framework::Junit5 => "org.junit.jupiter.api.Test",
            Framework::Junit4 => "org.junit.Test",
            Framework::Testng => "org.testng.annotations.Test",
        }
    }

    fn assertions(self) -> &'static str {
        match self {
            Framework::Junit5 => "org.junit.jupiter.api.Assertions",
            Framework::Junit4 => "org.junit.Assert",
            Framework::Testng => "org.testng.Assert",
        }
    }
}

impl Style {
    pub const ALL: [(&'static str, Style); 2] = [("plain", Style::Plain), ("assertj", Style::Assertj)];
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Form {
    pub framework: Framework,
    pub style: Style,
}

const JUNIT5_ASSERTIONS: &str = "import static org.junit.jupiter.api.Assertions.";
const ASSERTJ: &str = "org.assertj.core.api.Assertions";
/// Seconds after which what still runs does not end.
const PATIENCE: &str = "1";

/// Methods without parameters of the class under test that answer numbers, characters or truth values: of others nobody knows whether they answer boxes.
#[derive(Clone, Debug, Default)]
pub struct Primitives {
    /// As the tests call it.
    pub class: String,
    pub methods: BTreeSet<String>,
}

/// Names of primitive types.
const PRIMITIVE_TYPES: [&str; 8] = ["boolean", "byte", "char", "short", "int", "long", "float", "double"];

/// The variables of one test and their types.
#[derive(Default)]
struct Declared(BTreeMap<String, String>);

impl Declared {
    fn read(&mut self, code: &str) {
        if let Some((head, _)) = code.split_once(" = ")
            && let Some((kind, name)) = head.rsplit_once(' ')
        {
            let kind = kind.split('<').next().unwrap_or(kind);
            self.0.insert(name.into(), kind.into());
        }
    }

    fn is_primitive(&self, expression: &str, known: &Primitives) -> bool {
        if let Some(kind) = self.0.get(expression) {
            return PRIMITIVE_TYPES.contains(&kind.as_str());
        }
        let asked = expression.strip_suffix("()").and_then(|asked| asked.split_once('.'));
        asked.is_some_and(|(of, method)| self.0.get(of) == Some(&known.class) && known.methods.contains(method))
    }
}

impl Form {
    /// The same tests in this form.
    pub fn translated(self, source: Source, known: &Primitives) -> Source {
        if self == Form::default() {
            return source;
        }
        let mut statics = BTreeSet::new();
        let mut imports = BTreeSet::new();
        let mut body = String::new();
        let mut lines = source.contents.lines().peekable();
        let mut head = String::new();
        let mut declared = Declared::default();
        while let Some(line) = lines.next() {
            if line.starts_with(JUNIT5_ASSERTIONS) {
                continue;
            }
            if let Some(class) = line.strip_prefix("import ") {
                imports.insert(class.trim_end_matches(';').to_string());
                continue;
            }
            if let Some(package) = line.strip_prefix("package ") {
                head = format!("package {package}\n\n");
                continue;
            }
            let code = line.trim_start();
            let indent = &line[..line.len() - code.len()];
            if code.starts_with("@DisplayName(") && self.framework != Framework::Junit5 {
                continue;
            }
            declared.read(code);
            if code == "@Test" {
                declared = Declared::default();
                // The condition stands behind it.
                let next = lines.peek().and_then(|next| next.trim_start().strip_prefix("@DisplayName("));
                let condition = next.and_then(|next| next.strip_suffix(')'));
                body += &self.marked(indent, condition);
            } else if let Some(head) = code.strip_prefix("class ") {
                body += &format!("{indent}{}class {head}\n", self.visible());
            } else if let Some(head) = code.strip_prefix("void ").filter(|_| indent.len() == 4) {
                body += &format!("{indent}{}void {head}\n", self.visible());
            } else if code.starts_with("assert") {
                body += &format!(
                    "{indent}{}\n",
                    self.assertion(code, &mut statics, &mut imports, &|text| declared.is_primitive(text, known))
                );
            } else if let Some((variable, thrown)) = code.split_once(KEPT) {
                body += &format!("{indent}{variable} = {}\n", self.kept(thrown, &mut statics));
            } else {
                body += &format!("{line}\n");
            }
        }
        imports.remove("org.junit.jupiter.api.Test");
        imports.insert(self.framework.annotation().into());
        if self.framework != Framework::Junit5 {
            imports.remove("org.junit.jupiter.api.DisplayName");
        }
        if self.framework != Framework::Junit5 || self.style == Style::Assertj {
            imports.retain(|class| !class.starts_with("org.opentest4j.") || body.contains("AssertionFailedError"));
        }
        imports.retain(|class| class != "java.time.Duration" || body.contains("Duration."));
        for name in &statics {
            head += &format!("import static {name};\n");
        }
        if !statics.is_empty() {
            head.push('\n');
        }
        imports.iter().for_each(|class| head += &format!("import {class};\n"));
        Source { contents: format!("{head}\n{}", body.trim_start_matches('\n')), ..source }
    }

    fn visible(self) -> &'static str {
        match self.framework {
            Framework::Junit5 => "",
            Framework::Junit4 | Framework::Testng => "public ",
        }
    }

    /// The annotation of a test; what it is about as the framework has a place for it.
    fn marked(self, indent: &str, condition: Option<&str>) -> String {
        match (self.framework, condition) {
            (Framework::Testng, Some(condition)) => format!("{indent}@Test(description = {condition})\n"),
            (Framework::Junit4, Some(condition)) => {
                let text = condition.trim_matches('"').replace("\\\"", "\"").replace("\\'", "'").replace("*/", "* /");
                // Unicode escapes would be read before the comment is.
                let text = if text.contains('\\') { String::new() } else { format!("{indent}// {text}\n") };
                format!("{text}{indent}@Test\n")
            }
            (Framework::Junit5, _) | (_, None) => format!("{indent}@Test\n"),
        }
    }

    /// The exception of a call, for a variable; given are the class, the lambda and the end of the statement.
    fn kept(self, thrown: &str, statics: &mut BTreeSet<String>) -> String {
        let own = self.framework.assertions();
        let (class, lambda) = thrown.split_once(", ").unwrap_or((thrown, ""));
        let lambda = lambda.strip_suffix(");").unwrap_or(lambda);
        let (from, name, text) = match (self.style, self.framework) {
            (Style::Assertj, _) => {
                (ASSERTJ, "catchThrowableOfType", format!("catchThrowableOfType({lambda}, {class});"))
            }
            (Style::Plain, Framework::Testng) => (own, "expectThrows", format!("expectThrows({thrown}")),
            (Style::Plain, Framework::Junit5 | Framework::Junit4) => {
                (own, "assertThrows", format!("assertThrows({thrown}"))
            }
        };
        statics.insert(format!("{from}.{name}"));
        text
    }

    fn assertion(
        self,
        statement: &str,
        statics: &mut BTreeSet<String>,
        imports: &mut BTreeSet<String>,
        is_primitive: &dyn Fn(&str) -> bool,
    ) -> String {
        let Some((name, arguments)) = call(statement.trim_end_matches(';')) else { return statement.into() };
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        if name == "assertThrows"
            && let [_, lambda] = arguments.as_slice()
            && let Some(endless) =
                lambda.strip_prefix("() -> ").and_then(call).filter(|(name, _)| name == "assertTimeoutPreemptively")
            && self != Form::default()
        {
            return self.endless(&endless.1, statics, imports);
        }
        let own = self.framework.assertions();
        match self.style {
            Style::Assertj => {
                let (entry, text) = assertj(&name, &arguments).unwrap_or_else(|| (name.clone(), statement.into()));
                let from = if entry == name { own } else { ASSERTJ };
                statics.insert(format!("{from}.{entry}"));
                text
            }
            Style::Plain => {
                let (name, text) = match self.framework {
                    Framework::Junit5 => (name, statement.into()),
                    Framework::Junit4 => junit4(&name, &arguments, statement, is_primitive),
                    Framework::Testng => testng(&name, &arguments, statement, is_primitive),
                };
                statics.insert(format!("{own}.{name}"));
                text
            }
        }
    }

    /// By the JDK alone: a thread of the common pool does not keep the JVM from ending.
    fn endless(self, arguments: &[String], statics: &mut BTreeSet<String>, imports: &mut BTreeSet<String>) -> String {
        let names = ["Callable", "ForkJoinPool", "TimeUnit", "TimeoutException"];
        imports.extend(names.map(|name| format!("java.util.concurrent.{name}")));
        let call = arguments.get(1).and_then(|lambda| lambda.strip_prefix("() -> ")).unwrap_or_default();
        let run = format!("(Callable<Void>) () -> {{ {call}; return null; }}");
        let waits = format!("ForkJoinPool.commonPool().submit({run}).get({PATIENCE}, TimeUnit.SECONDS)");
        let (class, entry, text) = match self.style {
            Style::Assertj => {
                let text = format!("assertThatThrownBy(() -> {waits}).isInstanceOf(TimeoutException.class);");
                (ASSERTJ, "assertThatThrownBy", text)
            }
            Style::Plain => {
                let text = format!("assertThrows(TimeoutException.class, () -> {waits});");
                (self.framework.assertions(), "assertThrows", text)
            }
        };
        statics.insert(format!("{class}.{entry}"));
        text
    }
}

/// Between a variable and the exception that it is given.
const KEPT: &str = " = assertThrows(";

/// Numbers with a point are compared with a tolerance in JUnit 4, which is nothing here; boxed ones and others stay objects.
fn junit4(name: &str, arguments: &[&str], statement: &str, is_primitive: &dyn Fn(&str) -> bool) -> (String, String) {
    let text = match (name, arguments) {
        ("assertEquals", [expected, actual]) if is_real(expected) && is_primitive(actual) => {
            let nothing = if expected.ends_with('f') || expected.starts_with("Float.") { "0.0f" } else { "0.0" };
            format!("assertEquals({expected}, {actual}, {nothing});")
        }
        ("assertEquals", [_, actual]) if is_primitive(actual) => statement.to_string(),
        ("assertEquals", [expected, actual]) if is_real(expected) => {
            format!("assertEquals((Object) {expected}, {actual});")
        }
        ("assertArrayEquals", [expected, actual]) if is_array_of(expected, "double") => {
            format!("assertArrayEquals({expected}, {actual}, 0.0);")
        }
        ("assertArrayEquals", [expected, actual]) if is_array_of(expected, "float") => {
            format!("assertArrayEquals({expected}, {actual}, 0.0f);")
        }
        // Numbers are compared as long here, so that a box on the other side would fit two methods.
        ("assertEquals", [expected, actual]) if is_number(expected) => {
            format!("assertEquals((Object) {expected}, {actual});")
        }
        _ => statement.to_string(),
    };
    (name.into(), text)
}

/// What is comes before what is expected.
fn testng(name: &str, arguments: &[&str], statement: &str, is_primitive: &dyn Fn(&str) -> bool) -> (String, String) {
    match (name, arguments) {
        ("assertEquals", [expected, actual]) if (is_number(expected) || is_real(expected)) && !is_primitive(actual) => {
            (name.into(), format!("assertEquals((Object) {actual}, {expected});"))
        }
        ("assertEquals" | "assertSame", [expected, actual]) => (name.into(), format!("{name}({actual}, {expected});")),
        ("assertArrayEquals", [expected, actual]) => {
            ("assertTrue".into(), format!("assertTrue(java.util.Arrays.equals({actual}, {expected}));"))
        }
        _ => (name.into(), statement.into()),
    }
}

/// The method that begins it, and the statement.
fn assertj(name: &str, arguments: &[&str]) -> Option<(String, String)> {
    let that = |text: String| Some(("assertThat".to_string(), text));
    match (name, arguments) {
        ("assertTrue", [actual]) => that(format!("assertThat({actual}).isTrue();")),
        ("assertFalse", [actual]) => that(format!("assertThat({actual}).isFalse();")),
        // Objects of several kinds would fit several methods.
        ("assertNull", [actual]) => that(format!("assertThat((Object) {actual}).isNull();")),
        ("assertNotNull", [actual]) => that(format!("assertThat((Object) {actual}).isNotNull();")),
        ("assertSame", [expected, actual]) => that(format!("assertThat((Object) {actual}).isSameAs({expected});")),
        ("assertEquals", [expected, actual]) => that(format!("assertThat({actual}).isEqualTo({expected});")),
        ("assertArrayEquals", [expected, actual]) => that(format!("assertThat({actual}).isEqualTo({expected});")),
        ("assertThrows", [class, lambda]) => {
            let text = format!("assertThatThrownBy({lambda}).isInstanceOf({class});");
            Some(("assertThatThrownBy".into(), text))
        }
        _ => None,
    }
}

fn is_real(literal: &str) -> bool {
    let is_named = ["Double.", "Float."].iter().any(|class| literal.starts_with(class));
    is_named || is_number_text(literal) && literal.contains(['.', 'e', 'E', 'f'])
}

fn is_number(literal: &str) -> bool {
    let plain = literal.strip_prefix("(byte) ").or_else(|| literal.strip_prefix("(short) ")).unwrap_or(literal);
    is_number_text(plain) || plain.starts_with('\'')
}

fn is_number_text(literal: &str) -> bool {
    literal.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit())
}

fn is_array_of(literal: &str, kind: &str) -> bool {
    literal.starts_with(&format!("new {kind}["))
}

/// The name and the arguments of a call that is a whole text.
fn call(text: &str) -> Option<(String, Vec<String>)> {
    let (name, rest) = text.split_once('(')?;
    let rest: Vec<char> = rest.strip_suffix(')')?.chars().collect();
    let (mut depth, mut from, mut at) = (0, 0, 0);
    let mut arguments = Vec::new();
    while at < rest.len() {
        match rest[at] {
            '"' | '\'' => {
                at = literal_end(&rest, at);
                continue;
            }
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                arguments.push(rest[from..at].iter().collect::<String>().trim().to_string());
                from = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    let last: String = rest[from..].iter().collect();
    arguments.extend(Some(last.trim().to_string()).filter(|last| !last.is_empty()));
    Some((name.into(), arguments))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEST: &str = "package p;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** About. */
class CTest {
    @Test
    @DisplayName(\"f: a > 0\")
    void f() {
        List list = List.of(1);

        assertEquals(1.5, C.f(\"a, )\", list));
        assertThrows(Error.class, () -> C.g(1, 2));
    }

    @Test
    void says() {
        Error thrown = assertThrows(Error.class, () -> C.g(1, \"b, c\"));

        assertEquals(\"no\", thrown.getMessage());
    }

    @Test
    void g() {
        C.g(1, 1);
    }
}
";

    fn translated(framework: Framework, style: Style) -> String {
        let source = Source { path: String::new(), contents: TEST.into() };
        Form { framework, style }.translated(source, &Primitives::default()).contents
    }

    #[test]
    fn every_framework_has_its_own_words() {
        assert_eq!(translated(Framework::Junit5, Style::Plain), TEST);
        let four = translated(Framework::Junit4, Style::Plain);
        assert!(four.contains("import static org.junit.Assert.assertThrows;\n\nimport java.util.List;\nimport org.junit.Test;\n\n/** About. */\npublic class"), "{four}");
        assert!(four.contains("    @Test\n    public void g() {") && four.matches("f: a > 0").count() == 1, "{four}");
        assert!(four.contains("    // f: a > 0\n    @Test\n    public void f() {"), "{four}");
        assert!(four.contains("assertEquals((Object) 1.5, C.f(\"a, )\", list));"), "{four}");
        let ng = translated(Framework::Testng, Style::Plain);
        assert!(ng.contains("    @Test(description = \"f: a > 0\")\n    public void f() {"), "{ng}");
        assert!(ng.contains("assertEquals((Object) C.f(\"a, )\", list), 1.5);"), "{ng}");
        assert!(four.contains("Error thrown = assertThrows(Error.class, () -> C.g(1, \"b, c\"));"), "{four}");
        assert!(ng.contains("Error thrown = expectThrows(Error.class, () -> C.g(1, \"b, c\"));"), "{ng}");
        assert!(ng.contains("import static org.testng.Assert.expectThrows;"), "{ng}");
        let fluent = translated(Framework::Junit5, Style::Assertj);
        assert!(fluent.contains("import static org.assertj.core.api.Assertions.assertThatThrownBy;"), "{fluent}");
        assert!(fluent.contains("assertThat(C.f(\"a, )\", list)).isEqualTo(1.5);"), "{fluent}");
        assert!(fluent.contains("assertThatThrownBy(() -> C.g(1, 2)).isInstanceOf(Error.class);"), "{fluent}");
        assert!(
            fluent.contains("Error thrown = catchThrowableOfType(() -> C.g(1, \"b, c\"), Error.class);"),
            "{fluent}"
        );
    }
}
