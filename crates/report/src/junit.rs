//! A JUnit 5 test for each violation. It hands the inputs to stand-ins of the classes that the program asks for them, calls main and
//! expects the exception.

use crate::Run;
use crate::java::{literal, quoted};
use explore::{Property, Verdict, Violation};

/// A source file to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Below the folder of the tests.
    pub path: String,
    pub contents: String,
}

/// The tests and what they need besides the program and JUnit; none without a violation.
pub fn junit(run: &Run) -> Vec<Source> {
    let tests = run.verification.verdicts.iter().filter_map(|(property, verdict)| match verdict {
        Verdict::False(violation) => Some(test(run, *property, violation)),
        Verdict::True | Verdict::Unknown(_) => None,
    });
    let mut sources: Vec<Source> = tests.collect();
    if !sources.is_empty() {
        sources.push(Source { path: "jacana/Inputs.java".into(), contents: INPUTS.into() });
        sources.extend(STAND_INS.iter().map(stand_in));
    }
    sources
}

/// Where the test of a violation lies.
pub fn test_path(run: &Run, property: Property) -> String {
    let (package, class) = main_class(run);
    let folder = if package.is_empty() { String::new() } else { package.replace('.', "/") + "/" };
    format!("{folder}{}.java", test_class(class, property))
}

/// Package and name.
fn main_class(run: &Run) -> (&str, &str) {
    run.main_class.rsplit_once('.').unwrap_or(("", &run.main_class))
}

fn test_class(class: &str, property: Property) -> String {
    format!("{}{}Test", class.replace('$', "_"), base_class(property))
}

fn base_class(property: Property) -> &'static str {
    match property {
        Property::Assert => "AssertionError",
        Property::RuntimeException => "RuntimeException",
    }
}

fn test(run: &Run, property: Property, violation: &Violation) -> Source {
    let (package, class) = main_class(run);
    let name = test_class(class, property);
    let base = base_class(property);
    let inputs: Vec<String> = violation.inputs.iter().map(|input| literal(&input.value)).collect();
    let arguments: Vec<String> = run.arguments.iter().map(|argument| quoted(argument)).collect();
    let call = format!("{}.main(new String[] {{{}}})", class.replace('$', "."), arguments.join(", "));
    let exception = &violation.exception;
    // An exception of the program's own may be private.
    let expected = if exception.starts_with("java.") { exception.replace('$', ".") } else { base.into() };
    let exact = quoted(exception);
    let declaration = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
    let trace: String = violation.trace.iter().take(5).map(|line| format!("     * {}\n", comment(line))).collect();
    let contents = format!(
        "{declaration}\
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jacana.Inputs;
import org.junit.jupiter.api.Test;

/** Found by Jacana. Once the program is mended, the test fails: let it expect what should happen instead. */
class {name} {{
    /**
{trace}     */
    @Test
    void throws{base}() {{
        Inputs.set({});
        Throwable thrown = assertThrows({expected}.class, () -> {call});
        assertEquals({exact}, thrown.getClass().getName());
    }}
}}
",
        inputs.join(", ")
    );
    Source { path: test_path(run, property), contents }
}

/// Text inside a comment: Java would read unicode escapes and the end of the comment in it.
fn comment(line: &str) -> String {
    line.replace("*/", "* /").replace("\\u", "\\ u")
}

const INPUTS: &str = "\
package jacana;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/** The inputs of a test, in the order in which the program asks for them. */
public final class Inputs {
    private static Queue<Object> left = new ArrayDeque<>();

    private Inputs() {}

    public static void set(Object... values) {
        left = new ArrayDeque<>(Arrays.asList(values));
    }

    public static Object take() {
        if (left.isEmpty()) {
            throw new Error(\"the program asks for more inputs than the test has\");
        }
        return left.remove();
    }

    /** An execution that breaks an assumption proves nothing. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new Error(\"the inputs of the test break an assumption of the program\");
        }
    }
}
";

/// A class that programs ask for their inputs.
struct StandIn {
    package: &'static str,
    class: &'static str,
    /// The type of the result and the method.
    methods: &'static [(&'static str, &'static str)],
}

const STAND_INS: &[StandIn] = &[StandIn {
    package: "org.sosy_lab.sv_benchmarks",
    class: "Verifier",
    methods: &[
        ("boolean", "nondetBoolean"),
        ("byte", "nondetByte"),
        ("char", "nondetChar"),
        ("short", "nondetShort"),
        ("int", "nondetInt"),
        ("long", "nondetLong"),
        ("float", "nondetFloat"),
        ("double", "nondetDouble"),
        ("String", "nondetString"),
    ],
}];

fn stand_in(stand_in: &StandIn) -> Source {
    let StandIn { package, class, methods } = stand_in;
    let method = |(result, name): &(&str, &str)| {
        format!("    public static {result} {name}() {{\n        return ({result}) Inputs.take();\n    }}\n\n")
    };
    let methods: String = methods.iter().map(method).collect();
    let contents = format!(
        "package {package};

import jacana.Inputs;

/** Stands in for the class of that name: it must come first on the class path of the tests. */
public final class {class} {{
    private {class}() {{}}

{methods}    public static void assume(boolean condition) {{
        Inputs.assume(condition);
    }}
}}
"
    );
    Source { path: format!("{}/{class}.java", package.replace('.', "/")), contents }
}
