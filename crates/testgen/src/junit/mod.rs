//! Tests that `jacana test` writes, as Java: what a candidate does, in a form that tells what happens, and as a JUnit 5 class.

mod arranged;
mod form;
mod helpers;
mod inlined;
mod locals;
mod names;
mod rows;
mod stubs;
mod values;

pub use arranged::{arguments, arranged};
pub use form::{Form, Framework, Primitives, Style};
pub use locals::unused;
pub use rows::assign as assign_rows;

use crate::arrange::Arrangement;
use crate::java::quoted;
use crate::source::Source;
use arranged::{RECEIVER, act};
use bytecode::{ClassName, DottedName, Type};
use helpers::Body;
use names::Names;
use std::collections::{BTreeMap, BTreeSet};
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
    /// The condition under which it is what it is, as Java.
    pub display: Option<String>,
    pub declares: Declares,
    /// For people.
    pub comment: Option<String>,
    pub tested: usize,
    pub arrangement: Arrangement,
    pub outcome: TestOutcome,
    /// The parameterized test of which it is a row.
    pub table: Option<String>,
}

/// What the head of a test says about exceptions, from the least on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Declares {
    #[default]
    Nothing,
    Exception,
    Throwable,
}

impl Declares {
    fn text(self) -> &'static str {
        match self {
            Declares::Nothing => "",
            Declares::Exception => " throws Exception",
            Declares::Throwable => " throws Throwable",
        }
    }

    /// What to try if the compiler is not content.
    pub fn more(self) -> Option<Declares> {
        match self {
            Declares::Nothing => Some(Declares::Exception),
            Declares::Exception => Some(Declares::Throwable),
            Declares::Throwable => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestOutcome {
    /// With what holds afterwards, as statements.
    Returned(Vec<String>),
    /// The same of `thrown` and of objects that it left behind.
    Threw(DottedName, Vec<String>),
    /// It does not end.
    Endless,
}

impl TestOutcome {
    /// What holds afterwards.
    pub fn said(&self) -> &[String] {
        match self {
            TestOutcome::Returned(said) | TestOutcome::Threw(_, said) => said,
            TestOutcome::Endless => &[],
        }
    }

    pub fn said_mut(&mut self) -> Option<&mut Vec<String>> {
        match self {
            TestOutcome::Returned(said) | TestOutcome::Threw(_, said) => Some(said),
            TestOutcome::Endless => None,
        }
    }
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
         final Class<?> RESULT = {declared};\n    static String made;\n    static Object[] objects;\n    static Runnable acting;\n    static Object[] run(boolean acts) throws Throwable {{\n        \
         {name}.made = null;\n        {name}.objects = null;\n"
    );
    text += &act.statements;
    let _ = write!(
        text,
        "        {name}.made = \"{}\";\n        {name}.objects = new Object[] {{{}}};\n        if (!acts) {{\n            return new Object[] {{null, {name}.objects}};\n        }}\n        \
         if ({name}.acting != null) {{\n            {name}.acting.run();\n        }}\n        {call}\n        return new Object[] {{{result}, {name}.objects}};\n    }}\n}}\n",
        tested.name,
        list(&|(name, _)| name.clone())
    );
    text
}

/// The same call in a class that counts only what the method itself does, not what makes its objects.
pub fn walked(package: &str, name: &str, tested: &Tested, arrangement: &Arrangement) -> String {
    let act = act(&mut Names::new(package, false), tested, arrangement);
    let head = format!("final class {name} {{\n    static Object run() throws Throwable {{\n");
    let call =
        format!("        jacana.probe.Probes.take();\n        {};\n        return null;\n    }}\n}}\n", act.call);
    header(package) + &head + &act.statements + &call
}

/// A class that asks two objects what they promise, and answers the promises that are broken.
pub fn law(package: &str, name: &str, tested: &Tested, both: &Arrangement, equals: bool, compares: bool) -> String {
    let act = act(&mut Names::new(package, false), tested, both);
    let other = act.variables.last().map(|(name, _)| name.as_str()).unwrap_or_default();
    let mut text = header(package);
    let _ = write!(text, "final class {name} {{\n    static Object run() throws Throwable {{\n{}", act.statements);
    text += "        String broken = \"\";\n";
    let mut ask = |word: &str, condition: String| {
        let _ = writeln!(text, "        if ({condition}) broken += \"{word},\";");
    };
    if equals {
        ask("reflexive", format!("!{RECEIVER}.equals({RECEIVER})"));
        ask("null", format!("{RECEIVER}.equals(null)"));
        ask("symmetric", format!("{RECEIVER}.equals({other}) && !{other}.equals({RECEIVER})"));
        ask("hash", format!("{RECEIVER}.equals({other}) && {RECEIVER}.hashCode() != {other}.hashCode()"));
    }
    if compares {
        let signum = |one: &str, other: &str| format!("Integer.signum({one}.compareTo({other}))");
        ask("comparison", format!("{} != -{}", signum(RECEIVER, other), signum(other, RECEIVER)));
    }
    text + "        return broken;\n    }\n}\n"
}

/// The variables of the objects of a test, in their order, as tests are tried.
pub fn variables(tested: &Tested, arrangement: &Arrangement) -> Vec<String> {
    let act = act(&mut Names::new("", false), tested, arrangement);
    act.variables.into_iter().map(|(name, _)| name).collect()
}

/// `withdraw(int,String)`, and `Account(int)` for a constructor.
pub fn signature(tested: &Tested) -> String {
    let types: Vec<String> = tested.types.iter().map(shown_type).collect();
    let name = match tested.kind {
        TestedKind::Constructor => tested.class.dotted().simple().to_string(),
        TestedKind::Static | TestedKind::Instance => tested.name.clone(),
    };
    format!("{name}({})", types.join(","))
}

/// A type by its simple name.
pub fn shown_type(kind: &Type) -> String {
    let name = Names::new("", false).kind(kind);
    name.rsplit('.').next().unwrap_or(&name).to_string()
}

/// The JUnit class.
pub fn test_class(package: &str, name: &str, about: &str, all: &[Tested], tests: &[&UnitTest]) -> Source {
    let mut names = Names::new(package, true);
    names.stubs = Some(BTreeMap::new());
    let mut methods: Vec<Written> = Vec::new();
    let bodies: Vec<Body> = tests.iter().map(|test| body(&mut names, &all[test.tested], test)).collect();
    let mut tables: BTreeMap<&str, Vec<(&UnitTest, &Body)>> = BTreeMap::new();
    for (test, body) in tests.iter().zip(&bodies) {
        if let Some(table) = &test.table {
            tables.entry(table).or_default().push((test, body));
        }
    }
    for (test, body) in tests.iter().zip(&bodies) {
        let rows = test.table.as_deref().and_then(|name| Some((name, tables.get(name)?)));
        let table = rows.and_then(|(name, rows)| rows::method(&mut names, name, &all[test.tested], rows));
        match (table, rows) {
            // It stands where its first row would.
            (Some((body, head)), Some((_, rows))) if std::ptr::eq(rows[0].0, *test) => {
                methods.push(Written { head, body })
            }
            (Some(_), Some(_)) => {}
            (Some(_) | None, _) => methods.push(Written { head: head(test), body: body.clone() }),
        }
    }
    let mut bodies: Vec<Body> = methods.iter().map(|method| method.body.clone()).collect();
    let helpers = helpers::extracted(&mut bodies);
    let mut methods: Vec<String> =
        methods.iter().zip(&bodies).map(|(method, body)| format!("{}{}    }}\n", method.head, body.text())).collect();
    methods.extend(helpers);
    methods.extend(names.stubs.take().unwrap_or_default().into_values().map(|stub| stub.text));
    let methods = without_casts(&methods.join("\n"));
    let mut text = header(package);
    for assertion in ASSERTIONS.iter().filter(|assertion| methods.contains(&format!(" {assertion}("))) {
        let _ = writeln!(text, "import static org.junit.jupiter.api.Assertions.{assertion};");
    }
    text.push('\n');
    if methods.contains("    @DisplayName(") {
        names.class(&DottedName::new("org.junit.jupiter.api.DisplayName"));
    }
    let has_plain = methods.contains("    @Test\n");
    let imports: BTreeSet<&String> = names.imports().filter(|class| has_plain || *class != TEST).collect();
    for class in imports {
        let _ = writeln!(text, "import {class};");
    }
    let _ = write!(text, "\n/** {about} */\nclass {name} {{\n{methods}}}\n");
    Source { path: format!("{}.java", DottedName::in_package(package, name).internal()), contents: text }
}

/// A method of a test class.
struct Written {
    head: String,
    body: Body,
}

fn head(test: &UnitTest) -> String {
    let comment = test.comment.as_ref().map(|comment| format!("    /** {} */\n", harmless(comment)));
    let display = test.display.as_ref().map(|display| format!("    @DisplayName({})\n", quoted(display)));
    let (comment, display) = (comment.unwrap_or_default(), display.unwrap_or_default());
    format!("{comment}    @Test\n{display}    void {}(){} {{\n", test.name, test.declares.text())
}

/// What marks a test.
const TEST: &str = "org.junit.jupiter.api.Test";

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

/// Stands between statements of one assertion that hold in this order only: elements of an iterator.
pub const THEN: char = '\u{1}';

/// Stands before null with a type where the compiler does not need to be told the type; rows of tables do.
const NEEDLESS: char = '\u{4}';

/// Without types of null where nobody needs them.
fn without_casts(text: &str) -> String {
    let mut parts = text.split(NEEDLESS);
    let mut out = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.strip_prefix('(').and_then(|cast| cast.find(") null"));
        match end.filter(|&end| part[1..=end].chars().all(|c| c.is_alphanumeric() || "_$.[]".contains(c))) {
            Some(end) => out += &part[end + ") ".len() + 1..],
            None => out += part,
        }
    }
    out
}

/// The variable of an exception.
pub const THROWN: &str = "thrown";

/// Seconds after which what still runs does not end.
const PATIENCE: u32 = 1;

/// Arrange, act, assert, with an empty line between them.
fn body(names: &mut Names, tested: &Tested, test: &UnitTest) -> Body {
    let act = act(names, tested, &test.arrangement);
    let (call, assertions) = match &test.outcome {
        TestOutcome::Threw(exception, statements) => {
            let exception = names.class(exception);
            let assertions: String = statements.iter().map(|statement| format!("        {statement}\n")).collect();
            let is_used = statements.iter().any(|statement| statement.contains(&format!("{THROWN}.")));
            let variable = if is_used { format!("{exception} {THROWN} = ") } else { String::new() };
            (format!("        {variable}assertThrows({exception}.class, () -> {});\n", act.call), assertions)
        }
        TestOutcome::Endless => {
            let [failed, duration] = ["org.opentest4j.AssertionFailedError", "java.time.Duration"]
                .map(|name| names.class(&DottedName::new(name)));
            let call = format!("assertTimeoutPreemptively({duration}.ofSeconds({PATIENCE}), () -> {})", act.call);
            (format!("        assertThrows({failed}.class, () -> {call});\n"), String::new())
        }
        TestOutcome::Returned(statements) => {
            let said = statements.iter().map(|statement| fitting(statement, tested.result.as_ref()));
            let package = names.package().to_string();
            let said: Vec<String> = said.map(|statement| imported(names, &package, statement)).collect();
            let lines = said.iter().map(|statement| statement.replace(THEN, "\n        "));
            let assertions: String = lines.map(|statement| format!("        {statement}\n")).collect();
            let result = match (&test.arrangement.types.result, tested.kind) {
                (Some(kind), _) => Some(names.generic(kind)),
                (None, TestedKind::Constructor) => Some(names.internal(&tested.class)),
                (None, TestedKind::Static | TestedKind::Instance) => {
                    tested.result.as_ref().map(|kind| names.kind(kind))
                }
            };
            let is_used = assertions.contains("(result") || assertions.contains(" result");
            let call = match result.filter(|_| is_used) {
                Some(result) => format!("        {result} result = {};\n", act.call),
                None => format!("        {};\n", act.call),
            };
            (call, assertions)
        }
    };
    let renamed = locals::names(tested, &test.arrangement, &act);
    let given = locals::renamed(&act.statements, &renamed);
    let parts = [call, assertions].into_iter().filter(|part| !part.is_empty());
    let rest = parts.map(|part| locals::renamed(&part, &renamed)).collect::<Vec<_>>().join("\n");
    let (given, again) = inlined::inlined(&given, &rest);
    let [given, rest] = [given, rest].map(|text| locals::renamed(&text, &again));
    Body { given, rest, declares: test.declares, parameters: Vec::new() }
}

/// Classes of the JDK and of the package of the test by their short names.
fn imported(names: &mut Names, package: &str, statement: String) -> String {
    let mut out = String::new();
    let mut from = 0;
    let words = locals::words(&statement);
    let is_class = |word: &locals::Word| word.text.starts_with(|c: char| c.is_ascii_uppercase());
    let mut rest = words.as_slice();
    while let [first, others @ ..] = rest {
        rest = others;
        let is_first = first.is_variable && !is_class(first);
        let Some(count) = others.iter().position(is_class).filter(|_| is_first) else { continue };
        let class = &others[count];
        let name = &statement[first.at..class.at + class.text.len()];
        let is_name = name.split('.').count() == count + 2;
        let Some((of, _)) = name.rsplit_once('.').filter(|_| is_name) else { continue };
        if of == package || of.starts_with("java.") {
            out += &statement[from..first.at];
            out += &names.class(&DottedName::new(name));
            from = first.at + name.len();
            rest = &others[count + 1..];
        }
    }
    out + &statement[from..]
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
