//! Tests that `jacana test` writes, as Java: what a candidate does, in a form that tells what happens, and as a JUnit 5 class.

mod arranged;

pub use arranged::arranged;

use crate::arrange::Arrangement;
use crate::source::Source;
use arranged::{Names, act};
use bytecode::{ClassName, DottedName, Type};
use std::fmt::Write;

/// The method that is tested.
#[derive(Clone, Debug)]
pub struct Tested {
    pub class: ClassName,
    pub name: String,
    pub types: Vec<Type>,
    pub result: Option<Type>,
    pub kind: TestedKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestedKind {
    Static,
    Instance,
    Constructor,
}

/// A test that was tried.
#[derive(Clone, Debug)]
pub struct UnitTest {
    pub name: String,
    /// For people.
    pub comment: Option<String>,
    pub tested: usize,
    pub arrangement: Arrangement,
    pub outcome: TestOutcome,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// With what holds afterwards, as statements.
    Returned(Vec<String>),
    Threw(DottedName),
    /// It does not end.
    Endless,
}

/// A class with a static method `run`, which answers the result and the objects that were made, the latter alone if it shall not act; what they are
/// called and declared with is in NAMES and TYPES, what the result is declared with in RESULT.
pub fn probe(package: &str, name: &str, tested: &Tested, arrangement: &Arrangement) -> String {
    let mut names = Names::new(package, false);
    let act = act(&mut names, tested, arrangement);
    let (call, result) = match tested.result.is_some() || tested.kind == TestedKind::Constructor {
        true => (format!("Object result = {};", act.call), "result".to_string()),
        // The class itself stands for nothing.
        false => (format!("{};", act.call), format!("{name}.class")),
    };
    let list = |of: &dyn Fn(&(String, String)) -> String| act.variables.iter().map(of).collect::<Vec<_>>().join(", ");
    let declared = match tested.kind {
        TestedKind::Constructor => Some(names.internal(&tested.class)),
        TestedKind::Static | TestedKind::Instance => tested.result.as_ref().map(|kind| names.kind(kind)),
    };
    let declared = declared.map_or("null".into(), |class| format!("{class}.class"));
    let (quoted, types) = (list(&|(name, _)| format!("\"{name}\"")), list(&|(_, class)| format!("{class}.class")));
    let mut text = header(package);
    let _ = write!(
        text,
        "final class {name} {{\n    static final String[] NAMES = {{{quoted}}};\n    static final Class<?>[] TYPES = {{{types}}};\n    static \
         final Class<?> RESULT = {declared};\n    static String made;\n    static Object[] run(boolean acts) throws Throwable {{\n"
    );
    text += &act.statements;
    let _ = write!(
        text,
        "        made = \"{}\";\n        Object[] objects = {{{}}};\n        if (!acts) {{\n            return new Object[] {{null, objects}};\n        }}\n        \
         {call}\n        return new Object[] {{{result}, objects}};\n    }}\n}}\n",
        tested.name,
        list(&|(name, _)| name.clone())
    );
    text
}

/// The JUnit class.
pub fn test_class(package: &str, name: &str, about: &str, all: &[Tested], tests: &[&UnitTest]) -> Source {
    let mut names = Names::new(package, true);
    let mut methods: Vec<String> = Vec::new();
    for test in tests {
        let comment = test.comment.as_ref().map(|comment| format!("    /** {} */\n", harmless(comment)));
        let body = body(&mut names, &all[test.tested], test);
        let head = format!("    @Test\n    void {}() throws Throwable {{\n", test.name);
        methods.push(comment.unwrap_or_default() + &head + &body + "    }\n");
    }
    let methods = methods.join("\n");
    let mut text = header(package);
    for assertion in ASSERTIONS.iter().filter(|assertion| methods.contains(&format!(" {assertion}("))) {
        let _ = writeln!(text, "import static org.junit.jupiter.api.Assertions.{assertion};");
    }
    text.push('\n');
    for class in names.imports() {
        let _ = writeln!(text, "import {class};");
    }
    let _ = write!(text, "\n/** {about} */\nclass {name} {{\n{methods}}}\n");
    Source { path: format!("{}.java", DottedName::in_package(package, name).internal()), contents: text }
}

const ASSERTIONS: [&str; 9] = [
    "assertArrayEquals",
    "assertEquals",
    "assertFalse",
    "assertNotNull",
    "assertNull",
    "assertSame",
    "assertThrows",
    "assertTimeoutPreemptively",
    "assertTrue",
];

/// Seconds after which what still runs does not end.
const PATIENCE: u32 = 1;

/// Arrange, act, assert, with an empty line between them.
fn body(names: &mut Names, tested: &Tested, test: &UnitTest) -> String {
    let act = act(names, tested, &test.arrangement);
    let (call, assertions) = match &test.outcome {
        TestOutcome::Threw(exception) => {
            let exception = names.class(exception);
            (format!("        assertThrows({exception}.class, () -> {});\n", act.call), String::new())
        }
        TestOutcome::Endless => {
            let [failed, duration] = ["org.opentest4j.AssertionFailedError", "java.time.Duration"]
                .map(|name| names.class(&DottedName::new(name)));
            let call = format!("assertTimeoutPreemptively({duration}.ofSeconds({PATIENCE}), () -> {})", act.call);
            (format!("        assertThrows({failed}.class, () -> {call});\n"), String::new())
        }
        TestOutcome::Returned(statements) => {
            let said = statements.iter().map(|statement| fitting(statement, tested.result.as_ref()));
            let assertions: String = said.map(|statement| format!("        {statement}\n")).collect();
            let result = match tested.kind {
                TestedKind::Constructor => Some(names.internal(&tested.class)),
                TestedKind::Static | TestedKind::Instance => tested.result.as_ref().map(|kind| names.kind(kind)),
            };
            let is_used = assertions.contains("(result") || assertions.contains(" result");
            let call = match result.filter(|_| is_used) {
                Some(result) => format!("        {result} result = {};\n", act.call),
                None => format!("        {};\n", act.call),
            };
            (call, assertions)
        }
    };
    let parts = [act.statements, call, assertions];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// An assertion about a result whose class is not the one that the method declares.
fn fitting(statement: &str, declared: Option<&Type>) -> String {
    let is_general =
        matches!(declared, Some(Type::Ref(name)) if &**name != "java/lang/Boolean" && !name.starts_with('['));
    match statement {
        "assertTrue(result);" if is_general => "assertEquals(true, result);".into(),
        "assertFalse(result);" if is_general => "assertEquals(false, result);".into(),
        _ if is_general && statement.ends_with(", result);") => match array_type(statement) {
            Some(kind) => statement.replace(", result);", &format!(", ({kind}) result);")),
            None => statement.into(),
        },
        _ => statement.into(),
    }
}

/// `int[]` of `assertArrayEquals(new int[] {1}, ...`
fn array_type(statement: &str) -> Option<&str> {
    let array = statement.strip_prefix("assertArrayEquals(new ")?;
    Some(array.split_once(' ')?.0)
}

/// Text inside a comment.
fn harmless(text: &str) -> String {
    text.replace("*/", "* /").replace("\\u", "\\ u")
}

fn header(package: &str) -> String {
    if package.is_empty() { String::new() } else { format!("package {package};\n\n") }
}
