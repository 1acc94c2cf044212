//! Tests that `jacana test` writes, as Java: what a candidate does, in a form that tells what happens, and as a JUnit 5 class.

use crate::java::{literal, primitive, type_name};
use crate::junit::Source;
use bytecode::Type;
use explore::InputValue;
use explore::arrange::{Arrangement, Given, Made};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The method that is tested.
#[derive(Clone, Debug)]
pub struct Tested {
    /// Internal name.
    pub class: String,
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
    /// Internal or dotted name of the exception.
    Threw(String),
}

pub const RECEIVER: &str = "receiver";

/// A class with a static method `run`, which answers the result, the receiver and the name of its variable.
pub fn probe(package: &str, name: &str, tested: &Tested, arrangement: &Arrangement) -> String {
    let mut names = Names::new(package, false);
    let act = act(&mut names, tested, arrangement);
    let nothing = format!("{name}.class");
    let (call, result) = match tested.result.as_ref().filter(|_| tested.kind != TestedKind::Constructor) {
        None if tested.kind != TestedKind::Constructor => (format!("{};", act.call), nothing),
        _ => (format!("Object result = {};", act.call), "result".into()),
    };
    let receiver = act.receiver.clone();
    let (object, variable) = match &receiver {
        Some(receiver) => (receiver.as_str(), format!("\"{receiver}\"")),
        None => ("null", "null".into()),
    };
    let mut text = header(package);
    let _ = write!(text, "final class {name} {{\n    static Object[] run() throws Throwable {{\n");
    text += &act.statements;
    let _ =
        write!(text, "        {call}\n        return new Object[] {{{result}, {object}, {variable}}};\n    }}\n}}\n");
    text
}

/// The JUnit class.
pub fn test_class(package: &str, name: &str, about: &str, all: &[Tested], tests: &[&UnitTest]) -> Source {
    let mut names = Names::new(package, true);
    let mut methods = String::new();
    let mut asserts: BTreeMap<&str, ()> = BTreeMap::new();
    for test in tests {
        let tested = &all[test.tested];
        let act = act(&mut names, tested, &test.arrangement);
        let mut body = act.statements.clone();
        match &test.outcome {
            TestOutcome::Threw(exception) => {
                let exception = names.class(exception);
                asserts.insert("assertThrows", ());
                if !body.is_empty() {
                    body.push('\n');
                }
                let _ = writeln!(body, "        assertThrows({exception}.class, () -> {});", act.call);
            }
            TestOutcome::Returned(statements) => {
                let is_used =
                    statements.iter().any(|statement| statement.contains("(result") || statement.contains(" result"));
                let result = match tested.kind {
                    TestedKind::Constructor => Some(names.class(&tested.class)),
                    _ => tested.result.as_ref().map(|kind| names.kind(kind)),
                };
                if !body.is_empty() {
                    body.push('\n');
                }
                match result.filter(|_| is_used) {
                    Some(result) => {
                        let _ = writeln!(body, "        {result} result = {};", act.call);
                    }
                    None => {
                        let _ = writeln!(body, "        {};", act.call);
                    }
                }
                if !statements.is_empty() {
                    body.push('\n');
                }
                for statement in statements {
                    if let Some((word, _)) = statement.split_once('(') {
                        asserts.insert(
                            ASSERTIONS.iter().find(|known| **known == word).copied().unwrap_or("assertEquals"),
                            (),
                        );
                    }
                    let _ = writeln!(body, "        {statement}");
                }
            }
        }
        if let Some(comment) = &test.comment {
            let _ = writeln!(methods, "    /** {} */", comment.replace("*/", "* /").replace("\\u", "\\ u"));
        }
        let _ = write!(methods, "    @Test\n    void {}() throws Throwable {{\n{body}    }}\n\n", test.name);
    }
    let mut text = header(package);
    for assertion in asserts.keys() {
        let _ = writeln!(text, "import static org.junit.jupiter.api.Assertions.{assertion};");
    }
    text.push('\n');
    for class in names.imports.values().filter(|class| needs_import(package, class)) {
        let _ = writeln!(text, "import {class};");
    }
    let _ =
        write!(text, "\n/** {about} */\nclass {name} {{\n{}}}\n", methods.trim_end_matches('\n').to_string() + "\n");
    let folder = if package.is_empty() { String::new() } else { package.replace('.', "/") + "/" };
    Source { path: format!("{folder}{name}.java"), contents: text }
}

const ASSERTIONS: [&str; 7] =
    ["assertTrue", "assertFalse", "assertNull", "assertNotNull", "assertEquals", "assertArrayEquals", "assertThrows"];

fn header(package: &str) -> String {
    if package.is_empty() { String::new() } else { format!("package {package};\n\n") }
}

fn needs_import(package: &str, class: &str) -> bool {
    let of = class.rsplit_once('.').map_or("", |(of, _)| of);
    !of.is_empty() && of != package && of != "java.lang"
}

struct Act {
    statements: String,
    call: String,
    receiver: Option<String>,
}

fn act(names: &mut Names, tested: &Tested, arrangement: &Arrangement) -> Act {
    let mut statements = String::new();
    let mut variables: Vec<String> = Vec::new();
    let is_receiver = |at: usize| {
        tested.kind == TestedKind::Instance
            && matches!(arrangement.arguments.first(), Some((_, Given::Object(first))) if *first == at)
    };
    for (at, object) in arrangement.objects.iter().enumerate() {
        let class = names.internal(&object.class);
        let variable = if is_receiver(at) { RECEIVER.to_string() } else { variable(&object.class, &variables) };
        let made = match &object.made {
            Made::Call { method, types, arguments, .. } => {
                let arguments = expressions(names, arguments.iter(), types, &variables);
                match method {
                    None => format!("new {class}({arguments})"),
                    Some(method) => format!("{class}.{method}({arguments})"),
                }
            }
            Made::Elements(elements) => {
                let all: Vec<String> =
                    elements.iter().map(|element| expression(names, element, None, &variables)).collect();
                format!("new {class} {{{}}}", all.join(", "))
            }
        };
        let _ = writeln!(statements, "        {class} {variable} = {made};");
        variables.push(variable.clone());
        let steps = if let Made::Call { steps, .. } = &object.made { steps.as_slice() } else { &[] };
        for step in steps {
            let arguments = expressions(names, step.arguments.iter(), &step.types, &variables);
            let _ = writeln!(statements, "        {variable}.{}({arguments});", step.method);
        }
    }
    let skipped = usize::from(tested.kind == TestedKind::Instance);
    let given = arrangement.arguments.iter().skip(skipped).map(|(_, given)| given);
    let arguments = expressions(names, given, &tested.types, &variables);
    let class = names.internal(&tested.class);
    let receiver = (tested.kind == TestedKind::Instance).then(|| RECEIVER.to_string());
    let call = match tested.kind {
        TestedKind::Static => format!("{class}.{}({arguments})", tested.name),
        TestedKind::Instance => format!("{RECEIVER}.{}({arguments})", tested.name),
        TestedKind::Constructor => format!("new {class}({arguments})"),
    };
    Act { statements, call, receiver }
}

/// A word for an object, with a number if there are several.
fn variable(class: &str, used: &[String]) -> String {
    let simple = class.trim_end_matches(';').rsplit(['/', '$', '[']).next().unwrap_or("object");
    let simple = if class.starts_with('[') { "array" } else { simple };
    let mut letters = simple.chars();
    let first = letters.next().map_or('o', |letter| letter.to_ascii_lowercase());
    let word = format!("{first}{}", letters.as_str());
    let reserved = [
        "result",
        RECEIVER,
        "class",
        "interface",
        "enum",
        "new",
        "double",
        "int",
        "long",
        "short",
        "byte",
        "char",
        "float",
        "boolean",
        "default",
        "package",
        "record",
        "case",
        "switch",
        "package",
        "public",
        "private",
        "static",
        "final",
        "import",
        "void",
        "null",
        "true",
        "false",
        "super",
        "this",
        "return",
        "throw",
        "native",
        "object",
    ];
    let count = used.iter().filter(|name| name.trim_end_matches(|c: char| c.is_ascii_digit()) == word).count();
    match count {
        0 if !reserved.contains(&word.as_str()) => word,
        _ => format!("{word}{}", count + 1),
    }
}

fn expressions<'g>(
    names: &mut Names,
    given: impl Iterator<Item = &'g Given>,
    types: &[Type],
    variables: &[String],
) -> String {
    let all: Vec<String> =
        given.zip(types).map(|(given, kind)| expression(names, given, Some(kind), variables)).collect();
    all.join(", ")
}

fn expression(names: &mut Names, given: &Given, kind: Option<&Type>, variables: &[String]) -> String {
    match given {
        Given::Object(at) => variables[*at].clone(),
        Given::Constant { class, name } => format!("{}.{name}", names.internal(class)),
        // Which of several methods is meant must not depend on it.
        Given::Plain(InputValue::Null) => match kind {
            Some(kind) => format!("({}) null", names.kind(kind)),
            None => "null".into(),
        },
        Given::Plain(InputValue::Boxed(number)) => {
            let class = type_name(&InputValue::Boxed(number.clone()));
            format!("{class}.valueOf({})", literal(number))
        }
        Given::Plain(value) => literal(value),
    }
}

/// How classes are called in one file.
struct Names {
    package: String,
    imports: BTreeMap<String, String>,
    importing: bool,
}

impl Names {
    fn new(package: &str, importing: bool) -> Names {
        let imports = BTreeMap::from([("Test".into(), "org.junit.jupiter.api.Test".into())]);
        Names { package: package.into(), imports: if importing { imports } else { BTreeMap::new() }, importing }
    }

    /// By its simple name where no other class has that.
    fn class(&mut self, name: &str) -> String {
        let dotted = name.replace(['/', '$'], ".");
        if !self.importing {
            return dotted;
        }
        let internal = name.replace('.', "/");
        let (package, nested) = internal.rsplit_once('/').unwrap_or(("", &internal));
        let package = package.replace('/', ".");
        let outer = nested.split('$').next().unwrap_or(nested).to_string();
        let full = if package.is_empty() { outer.clone() } else { format!("{package}.{outer}") };
        let known = self.imports.entry(outer.clone()).or_insert_with(|| full.clone());
        if *known == full && (package == self.package || !package.is_empty()) {
            nested.replace('$', ".")
        } else {
            dotted
        }
    }

    /// Of an internal name or the descriptor of an array.
    fn internal(&mut self, name: &str) -> String {
        if !name.starts_with('[') {
            return self.class(name);
        }
        let element = name.trim_start_matches('[');
        let dimensions = name.len() - element.len();
        let element = match element.strip_prefix('L') {
            Some(class) => self.class(class.trim_end_matches(';')),
            None => primitive(element).unwrap_or(element).into(),
        };
        element + &"[]".repeat(dimensions)
    }

    fn kind(&mut self, kind: &Type) -> String {
        match kind {
            Type::Prim(prim) => primitive(&prim.descriptor().to_string()).expect("a primitive type").into(),
            Type::Ref(name) => self.internal(name),
        }
    }
}
