//! JUnit 5 tests of the cases of a check. What their statements are was found out on a JVM; here they become a class.

use crate::source::{Source, comment};
use bytecode::DottedName;
use std::collections::BTreeSet;
use std::fmt::Write;

/// A test of one case.
#[derive(Clone, Debug)]
pub struct CaseTest {
    /// The position of the case.
    pub case: usize,
    pub name: String,
    /// What happens, and on which heap.
    pub about: String,
    pub statements: Vec<String>,
    /// Whether it must declare exceptions.
    pub throws_checked: bool,
    /// Names of classes.
    pub imports: Vec<String>,
}

/// The class, and the line on which each of its tests begins.
pub struct Composed {
    pub source: Source,
    pub begins: Vec<usize>,
}

/// `subject` is the method as users know it.
pub fn case_tests(package: &str, class: &str, subject: &str, tests: &[CaseTest]) -> Composed {
    let mut text = String::new();
    if !package.is_empty() {
        let _ = writeln!(text, "package {package};\n");
    }
    for name in assertions(tests) {
        let _ = writeln!(text, "import static org.junit.jupiter.api.Assertions.{name};");
    }
    let mut imports: BTreeSet<&str> = tests.iter().flat_map(|test| &test.imports).map(String::as_str).collect();
    imports.insert("org.junit.jupiter.api.Test");
    text.push('\n');
    for name in imports {
        let _ = writeln!(text, "import {name};");
    }
    let _ = writeln!(text, "\n/** Cases of {}, found by Jacana. */\nclass {class} {{", comment(subject));
    let mut begins = Vec::new();
    for (at, test) in tests.iter().enumerate() {
        text += if at == 0 { "" } else { "\n" };
        begins.push(text.lines().count() + 1);
        let throws = if test.throws_checked { " throws Exception" } else { "" };
        let _ = writeln!(text, "    /** {} */", comment(&test.about));
        let _ = writeln!(text, "    @Test\n    void {}(){throws} {{", test.name);
        for statement in &test.statements {
            let _ = writeln!(text, "        {statement}");
        }
        text += "    }\n";
    }
    text += "}\n";
    let path = format!("{}.java", DottedName::in_package(package, class).internal());
    Composed { source: Source { path, contents: text }, begins }
}

/// The methods of JUnit that the tests call.
fn assertions(tests: &[CaseTest]) -> BTreeSet<&str> {
    let statements = tests.iter().flat_map(|test| &test.statements);
    let called = statements.filter(|statement| statement.starts_with("assert"));
    called.filter_map(|statement| statement.split_once('(')).map(|(name, _)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_of_tests() {
        let test = CaseTest {
            case: 0,
            name: "case1".into(),
            about: "Returns. Heap: a */ b".into(),
            statements: vec!["Object result = new Thing().get();".into(), "assertNull(result);".into()],
            throws_checked: true,
            imports: vec!["a.b.Thing".into()],
        };
        let composed = case_tests("p.q", "ThingGetTest", "Thing.get()", &[test]);
        let expected = "\
package p.q;

import static org.junit.jupiter.api.Assertions.assertNull;

import a.b.Thing;
import org.junit.jupiter.api.Test;

/** Cases of Thing.get(), found by Jacana. */
class ThingGetTest {
    /** Returns. Heap: a * / b */
    @Test
    void case1() throws Exception {
        Object result = new Thing().get();
        assertNull(result);
    }
}
";
        assert_eq!(composed.source.contents, expected);
        assert_eq!(composed.source.path, "p/q/ThingGetTest.java");
        assert_eq!(composed.begins, [10]);
    }
}
