//! A JUnit 5 test for each violation. It hands the inputs to stand-ins of the classes that the program asks for them, calls main and
//! expects the exception.

use crate::java::{literal, quoted};
use crate::{Method, Run};
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
        Verdict::False(violation) if no_test(run, violation).is_none() => Some(test(run, *property, violation)),
        Verdict::False(_) | Verdict::True | Verdict::Unknown(_) => None,
    });
    let mut sources: Vec<Source> = tests.collect();
    if !sources.is_empty() {
        sources.push(Source { path: "jacana/Inputs.java".into(), contents: INPUTS.into() });
        sources.extend(STAND_INS.iter().map(stand_in));
    }
    sources
}

/// Why a violation cannot be shown by a test.
pub fn no_test(run: &Run, violation: &Violation) -> Option<&'static str> {
    if violation.random {
        return Some("random numbers are among the inputs");
    }
    match &run.method {
        Some(Method { call: None, .. }) => Some("the method cannot be called from outside of its class"),
        Some(_) | None => None,
    }
}

/// Where the test of a violation lies.
pub fn test_path(run: &Run, property: Property) -> String {
    let (package, _) = tested_class(run);
    let folder = if package.is_empty() { String::new() } else { package.replace('.', "/") + "/" };
    format!("{folder}{}.java", test_class(run, property))
}

/// Package and name.
fn tested_class(run: &Run) -> (&str, &str) {
    let class = run.method.as_ref().map_or(&run.main_class, |method| &method.class);
    class.rsplit_once('.').unwrap_or(("", class))
}

fn test_class(run: &Run, property: Property) -> String {
    let method = run.method.as_ref().map(|method| {
        let (first, rest) = method.name.split_at(method.name.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    });
    format!("{}{}{}Test", tested_class(run).1.replace('$', "_"), method.unwrap_or_default(), base_class(property))
}

/// Declarations of the arguments, and the call.
fn call(run: &Run, violation: &Violation) -> (String, String) {
    let Some(Method { call: Some(call), types, .. }) = &run.method else {
        let arguments: Vec<String> = run.arguments.iter().map(|argument| quoted(argument)).collect();
        let class = tested_class(run).1.replace('$', ".");
        return (String::new(), format!("{class}.main(new String[] {{{}}})", arguments.join(", ")));
    };
    let inputs = &violation.inputs[..types.len().min(violation.inputs.len())];
    let declared = types.iter().zip(inputs);
    let declarations: String =
        declared.map(|(kind, input)| format!("        {kind} {} = {};\n", input.name, literal(&input.value))).collect();
    let names: Vec<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
    (declarations, format!("{call}({})", names.join(", ")))
}

fn base_class(property: Property) -> &'static str {
    match property {
        Property::Assert => "AssertionError",
        Property::RuntimeException => "RuntimeException",
    }
}

fn test(run: &Run, property: Property, violation: &Violation) -> Source {
    let (package, _) = tested_class(run);
    let name = test_class(run, property);
    let base = base_class(property);
    let (declarations, call) = call(run, violation);
    // The arguments of a method come first.
    let given = run.method.as_ref().map_or(0, |method| method.types.len()).min(violation.inputs.len());
    let inputs: Vec<String> = violation.inputs[given..].iter().map(|input| literal(&input.value)).collect();
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
{declarations}        Throwable thrown = assertThrows({expected}.class, () -> {call});
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

import java.util.Arrays;
import java.util.LinkedList;
import java.util.Queue;

/** The inputs of a test, in the order in which the program asks for them. */
public final class Inputs {
    private static Queue<Object> left = new LinkedList<>();

    private Inputs() {}

    public static void set(Object... values) {
        left = new LinkedList<>(Arrays.asList(values));
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
    /// The parameters of all methods but assume.
    parameters: &'static str,
    /// The type of the result and the method.
    methods: &'static [(&'static str, &'static str)],
    /// More methods.
    others: &'static str,
}

const STAND_INS: &[StandIn] = &[
    StandIn {
        package: "org.sosy_lab.sv_benchmarks",
        class: "Verifier",
        parameters: "",
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
        others: "",
    },
    StandIn {
        package: "org.cprover",
        class: "CProver",
        parameters: "",
        methods: &[
            ("boolean", "nondetBoolean"),
            ("byte", "nondetByte"),
            ("char", "nondetChar"),
            ("short", "nondetShort"),
            ("int", "nondetInt"),
            ("long", "nondetLong"),
            ("float", "nondetFloat"),
            ("double", "nondetDouble"),
        ],
        others: "    @SuppressWarnings(\"unchecked\")
    public static <T> T nondetWithNull(T example) {
        return (T) Inputs.take();
    }

    @SuppressWarnings(\"unchecked\")
    public static <T> T nondetWithoutNull(T example) {
        return (T) Inputs.take();
    }

    public static void notModelled() {
        Inputs.assume(false);
    }

    public static void atomicBegin() {}

    public static void atomicEnd() {}

    public static int getCurrentThreadID() {
        return 0;
    }

",
    },
    StandIn {
        package: "gov.nasa.jpf.symbc",
        class: "Debug",
        parameters: "String name",
        methods: &[
            ("boolean", "makeSymbolicBoolean"),
            ("byte", "makeSymbolicByte"),
            ("char", "makeSymbolicChar"),
            ("short", "makeSymbolicShort"),
            ("int", "makeSymbolicInteger"),
            ("long", "makeSymbolicLong"),
            ("double", "makeSymbolicReal"),
            ("String", "makeSymbolicString"),
        ],
        others: "    public static String makeSymbolicString(String name, int length) {
        return new String((char[]) Inputs.take());
    }

    public static void printPC(String message) {}

    public static String getSymbolicIntegerValue(int value) {
        return \"\";
    }

    public static String getSymbolicRealValue(double value) {
        return \"\";
    }

",
    },
    StandIn {
        package: "jacana",
        class: "Jacana",
        parameters: "",
        methods: &[
            ("boolean", "anyBoolean"),
            ("byte", "anyByte"),
            ("char", "anyChar"),
            ("short", "anyShort"),
            ("int", "anyInt"),
            ("long", "anyLong"),
            ("float", "anyFloat"),
            ("double", "anyDouble"),
            ("String", "anyString"),
        ],
        others: "    @SuppressWarnings(\"unchecked\")
    public static <T> T any(Class<T> type) {
        return (T) Inputs.take();
    }

",
    },
];

fn stand_in(stand_in: &StandIn) -> Source {
    let StandIn { package, class, parameters, methods, others } = stand_in;
    let method = |(result, name): &(&str, &str)| {
        format!(
            "    public static {result} {name}({parameters}) {{\n        return ({result}) Inputs.take();\n    }}\n\n"
        )
    };
    let methods: String = methods.iter().map(method).collect();
    let import = if *package == "jacana" { "" } else { "import jacana.Inputs;\n\n" };
    let contents = format!(
        "package {package};

{import}/** Stands in for the class of that name: it must come first on the class path of the tests. */
public final class {class} {{
    private {class}() {{}}

{methods}{others}    public static void assume(boolean condition) {{
        Inputs.assume(condition);
    }}
}}
"
    );
    Source { path: format!("{}/{class}.java", package.replace('.', "/")), contents }
}
