//! A JUnit 5 test for each violation. It hands the inputs to stand-ins of the classes that the program asks for them, calls main and
//! expects the exception.

mod ordered;

use crate::inputs::{at_line, which};
use crate::stand_in::stand_ins;
use crate::{Method, Run};
use bytecode::DottedName;
use explore::inputs::{Found, InputsPer, Reached, TestInput};
use explore::{Happening, Property, Verdict, Violation};
pub use ordered::junit_files;
use ordered::{ordered_test, starter};
use replay::{Input, InputValue};
use testgen::Source;
use testgen::java::{literal, quoted, type_name};

/// The tests and what they need besides the program and JUnit; none without a violation.
pub fn junit(run: &Run) -> Vec<Source> {
    let tests = run.verification.verdicts.iter().filter_map(|(property, verdict)| match verdict {
        Verdict::False(violation) if no_test(run, violation).is_none() => Some(match &violation.schedule {
            Some(schedule) => ordered_test(run, *property, violation, schedule),
            None => test(run, *property, violation),
        }),
        Verdict::False(_) | Verdict::True | Verdict::Unknown { .. } => None,
    });
    let mut sources: Vec<Source> = tests.collect();
    sources.extend(input_tests(run));
    if !sources.is_empty() {
        sources.extend(stand_ins(&run.apis));
    }
    if !junit_files(run).is_empty() {
        sources.push(starter());
    }
    sources
}

/// Why a violation cannot be shown by a test.
pub fn no_test(run: &Run, violation: &Violation) -> Option<&'static str> {
    if violation.random {
        return Some("random numbers are among the inputs");
    }
    if violation.schedule.as_ref().is_some_and(|schedule| schedule.files.is_none()) {
        return Some("it needs the order of threads that the schedule shows");
    }
    if violation.schedule.is_none() && !matches!(violation.what, Happening::Threw(_)) {
        return Some("it is no exception");
    }
    if violation.heap.is_some() {
        return Some("objects are among the inputs; jacana check writes such tests");
    }
    run.uncallable()
}

/// Where the test of a violation lies.
pub fn test_path(run: &Run, property: Property) -> String {
    let test = DottedName::in_package(tested_class(run).package(), &test_class(run, property));
    format!("{}.java", test.internal())
}

fn tested_class(run: &Run) -> &DottedName {
    run.method.as_ref().map_or(&run.main_class, |method| &method.class)
}

fn test_class(run: &Run, property: Property) -> String {
    named_class(run, base_class(property))
}

/// `MainAssertionErrorTest`, `TextIndentInputsTest`.
fn named_class(run: &Run, what: &str) -> String {
    let method = run.method.as_ref().map(|method| {
        let (first, rest) = method.name.split_at(method.name.chars().next().map_or(0, char::len_utf8));
        first.to_uppercase() + rest
    });
    format!("{}{}{what}Test", tested_class(run).simple().replace('$', "_"), method.unwrap_or_default())
}

/// What a test does: variables for its inputs, the others handed to the stand-ins, and the call.
struct Steps {
    declarations: String,
    set: String,
    call: String,
}

impl Steps {
    fn new(run: &Run, inputs: &[Input]) -> Steps {
        let (declarations, call) = call(run, inputs);
        // The arguments of a method come first.
        let given = run.method.as_ref().map_or(0, |method| method.types.len()).min(inputs.len());
        let asked = || inputs.iter().enumerate().skip(given);
        let shared = asked().filter(|(at, _)| is_shared(inputs, *at)).map(|(_, input)| {
            format!("        {} {} = {};\n", type_name(&input.value), input.name, literal(&input.value))
        });
        let declarations: String = declarations + &shared.collect::<String>();
        let objects: Vec<String> = asked().map(|(at, input)| as_object(input, is_shared(inputs, at))).collect();
        Steps { declarations, set: format!("Inputs.set({});", objects.join(", ")), call }
    }
}

/// Declarations of the arguments, and the call.
fn call(run: &Run, inputs: &[Input]) -> (String, String) {
    let Some(Method { call: Some(call), types, .. }) = &run.method else {
        let arguments: Vec<String> = run.arguments.iter().map(|argument| quoted(argument)).collect();
        let class = tested_class(run).simple().replace('$', ".");
        return (String::new(), format!("{class}.main(new String[] {{{}}})", arguments.join(", ")));
    };
    let inputs = &inputs[..types.len().min(inputs.len())];
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
        Property::Uncaught => "Throwable",
        Property::Deadlock => "Deadlock",
        Property::Race => "Race",
    }
}

fn test(run: &Run, property: Property, violation: &Violation) -> Source {
    let package = tested_class(run).package();
    let name = test_class(run, property);
    let base = base_class(property);
    let Steps { declarations, set, call } = Steps::new(run, &violation.inputs);
    let Happening::Threw(exception) = &violation.what else { unreachable!("a test is about an exception") };
    let expected = expected_class(exception, base);
    let exact = quoted(exception);
    let declaration = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
    let trace: String = violation.trace.iter().take(5).map(|line| format!("     * {}\n", comment(line))).collect();
    let contents = format!(
        "{declaration}\
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jacana.test.Inputs;
import org.junit.jupiter.api.Test;

/** Found by Jacana. Once the program is mended, the test fails: let it expect what should happen instead. */
class {name} {{
    /**
{trace}     */
    @Test
    void throws{base}() {{
{declarations}        {set}
        Throwable thrown = assertThrows({expected}.class, () -> {call});
        assertEquals({exact}, thrown.getClass().getName());
    }}
}}
"
    );
    Source { path: test_path(run, property), contents }
}

/// An exception of the program's own may be private: then a class above it is expected.
fn expected_class(exception: &str, above: &str) -> String {
    if exception.starts_with("java.") { exception.replace('$', ".") } else { above.into() }
}

/// The class with a test of each input; none if the user asked for none.
fn input_tests(run: &Run) -> Option<Source> {
    let tested = run.verification.tested.as_ref()?;
    if tested.tests.is_empty() || run.uncallable().is_some() {
        return None;
    }
    let class = named_class(run, "Inputs");
    let package = tested_class(run).package();
    let test = DottedName::in_package(package, &class);
    let declaration = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
    let throws = tested.tests.iter().any(|test| test.thrown.is_some());
    let returns = tested.tests.iter().any(|test| test.thrown.is_none());
    let imports: String = [("assertDoesNotThrow", returns), ("assertEquals", throws), ("assertThrows", throws)]
        .iter()
        .filter(|(_, is_used)| *is_used)
        .map(|(name, _)| format!("import static org.junit.jupiter.api.Assertions.{name};\n"))
        .collect();
    let methods: Vec<String> =
        tested.tests.iter().enumerate().map(|(number, test)| method(run, &tested.reached, number, test)).collect();
    let contents = format!(
        "{declaration}{imports}
import jacana.test.Inputs;
import org.junit.jupiter.api.Test;

/** Inputs that Jacana found, {}. A JVM did the same on them. */
class {class} {{
{}}}
",
        match tested.reached.per {
            InputsPer::Path => "one for each path",
            InputsPer::Branch => "for each side of a branch",
            InputsPer::Mcdc => "for each side of a branch and each condition of a decision",
        },
        methods.join("\n")
    );
    Some(Source { path: format!("{}.java", test.internal()), contents })
}

fn method(run: &Run, reached: &Reached, number: usize, test: &TestInput) -> String {
    let Steps { declarations, set, call } = Steps::new(run, &test.inputs);
    let about: String = about(reached, number).iter().map(|line| format!("     * {}\n", comment(line))).collect();
    let body = match &test.thrown {
        None => format!("        assertDoesNotThrow(() -> {call});\n"),
        Some(exception) => format!(
            "        Throwable thrown = assertThrows({}.class, () -> {call});\n        assertEquals({}, thrown.getClass().getName());\n",
            expected_class(exception, "Throwable"),
            quoted(exception)
        ),
    };
    let about = if about.is_empty() { String::new() } else { format!("    /**\n{about}     */\n") };
    format!("{about}    @Test\n    void {}() {{\n{declarations}        {set}\n{body}    }}\n", name(number))
}

fn name(number: usize) -> String {
    format!("input{}", number + 1)
}

/// What an input is there for.
fn about(reached: &Reached, number: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for decision in &reached.decisions {
        for (at, condition) in decision.conditions.iter().enumerate() {
            let which = which(at, decision.conditions.len());
            if reached.per == InputsPer::Mcdc
                && let Found::By(pair) = condition.pair
                && pair.contains(&number)
            {
                let other = if pair[0] == number { pair[1] } else { pair[0] };
                lines.push(format!(
                    "{which} at {} decides between this and {}.",
                    at_line(&decision.place),
                    name(other)
                ));
            } else if condition.sides.contains(&Found::By(number)) {
                lines.push(format!(
                    "The first to take a side of {} at {}.",
                    which.to_lowercase(),
                    at_line(&decision.place)
                ));
            }
        }
    }
    for switch in reached.switches.iter().filter(|switch| switch.targets.contains(&Found::By(number))) {
        lines.push(format!("The first to take a side of the switch at {}.", at_line(&switch.place)));
    }
    lines
}

/// Is the array given again? Then both are one variable.
fn is_shared(inputs: &[Input], at: usize) -> bool {
    inputs.iter().any(|input| matches!(input.value, InputValue::Same { input, .. } if input == at))
}

/// An argument of a method with `Object...`, which would take an array or null for all its arguments.
fn as_object(input: &Input, is_shared: bool) -> String {
    let expression = if is_shared { input.name.clone() } else { literal(&input.value) };
    match input.value {
        InputValue::Array { .. } | InputValue::Same { .. } | InputValue::Null => format!("(Object) {expression}"),
        _ => expression,
    }
}

/// Text inside a comment: Java would read unicode escapes and the end of the comment in it.
pub(crate) fn comment(line: &str) -> String {
    line.replace("*/", "* /").replace("\\u", "\\ u")
}
