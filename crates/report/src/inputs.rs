//! Tests of inputs by branch or by condition, and what is told of them.

use crate::Run;
use crate::json::{counts, list, object, text};
use crate::junit::{Steps, comment, expected_class, named_class, tested_class, uncallable};
use bytecode::DottedName;
use explore::inputs::{ChoicePlace, Found, InputsPer, Reached, Share};
use explore::judge::{TestInput, Tested};
use serde_json::Value;
use std::fmt::Write;
use testgen::Source;
use testgen::java::quoted;

/// Conditions without a pair and sides without an input that the text names.
const MOST_NAMED: usize = 20;

/// The class with a test of each input; none if the user asked for none.
pub fn input_tests(run: &Run) -> Option<Source> {
    let tested = run.verification.tested.as_ref()?;
    if tested.tests.is_empty() || uncallable(run).is_some() {
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

fn which(at: usize, all: usize) -> String {
    if all == 1 { "The condition".into() } else { format!("Condition {} of {all}", at + 1) }
}

fn at_line(place: &ChoicePlace) -> String {
    match place.line {
        Some(line) => format!("{}.{}:{line}", place.class, place.method),
        None => format!("{}.{}", place.class, place.method),
    }
}

/// For people, one line each.
pub fn tested_lines(run: &Run, tested: &Tested) -> Vec<String> {
    let mut lines = vec![format!("inputs: {}, confirmed on the JVM", tested.tests.len())];
    lines.extend(reached_lines(&tested.reached));
    lines.extend(tested.missing.iter().map(|(why, count)| format!("no test: {why} ({count} times)")));
    lines.extend(uncallable(run).map(|why| format!("no test: {why} ({} times)", tested.tests.len())));
    lines
}

/// The same of tests that `jacana check` has written.
pub fn reached_text(reached: &Reached) -> String {
    reached_lines(reached).iter().map(|line| format!("  {line}\n")).collect()
}

fn reached_lines(reached: &Reached) -> Vec<String> {
    let mut lines = Vec::new();
    lines.push(format!("sides of branches: {}", share(reached.sides())));
    if reached.per == InputsPer::Mcdc {
        lines.push(format!("conditions with an MC/DC pair: {}", share(reached.pairs())));
    }
    let mut missing = missing(reached);
    let more = missing.len().saturating_sub(MOST_NAMED);
    missing.truncate(MOST_NAMED);
    lines.extend(missing);
    if more > 0 {
        lines.push(format!("  ... {more} more (--json FILE has all)"));
    }
    lines
}

fn share(share: Share) -> String {
    let Share { found, infeasible, all } = share;
    let open = all - found - infeasible;
    let mut text = format!("{found} of {all}");
    if infeasible > 0 {
        let _ = write!(text, ", {infeasible} infeasible");
    }
    if open > 0 {
        let _ = write!(text, ", {open} not found");
    }
    text
}

/// What has no input, with its place.
fn missing(reached: &Reached) -> Vec<String> {
    let mut lines = Vec::new();
    for decision in &reached.decisions {
        for (at, condition) in decision.conditions.iter().enumerate() {
            let which = which(at, decision.conditions.len()).to_lowercase();
            let sides = condition.sides.iter().filter_map(|side| word(side));
            lines.extend(sides.map(|word| format!("  {word}: a side of {which} at {}", at_line(&decision.place))));
            if reached.per == InputsPer::Mcdc
                && let Some(word) = word(&condition.pair)
            {
                lines.push(format!("  {word}: a pair for {which} at {}", at_line(&decision.place)));
            }
        }
    }
    for switch in &reached.switches {
        let targets = switch.targets.iter().filter_map(|target| word(target));
        lines.extend(targets.map(|word| format!("  {word}: a side of the switch at {}", at_line(&switch.place))));
    }
    lines
}

fn word<T>(found: &Found<T>) -> Option<&'static str> {
    match found {
        Found::By(_) => None,
        Found::Infeasible => Some("infeasible"),
        Found::Open => Some("not found"),
    }
}

/// Numbers of inputs begin with 1, as in the names of the tests.
pub fn reached_json(reached: &Reached) -> Value {
    let side = |found: &Found<usize>| match found {
        Found::By(input) => Value::from(input + 1),
        other => text(word(other).unwrap_or_default()),
    };
    let pair = |found: &Found<[usize; 2]>| match found {
        Found::By(pair) => list(pair, |input| Value::from(input + 1)),
        other => text(word(other).unwrap_or_default()),
    };
    let place = |place: &ChoicePlace| {
        [
            ("class", text(&place.class)),
            ("method", text(&place.method)),
            ("line", place.line.map_or(Value::Null, Value::from)),
        ]
    };
    let decisions = list(&reached.decisions, |decision| {
        let [class, method, line] = place(&decision.place);
        let conditions = list(&decision.conditions, |condition| {
            object([("sides", list(&condition.sides, side)), ("pair", pair(&condition.pair))])
        });
        object([class, method, line, ("conditions", conditions)])
    });
    let switches = list(&reached.switches, |switch| {
        let [class, method, line] = place(&switch.place);
        object([class, method, line, ("targets", list(&switch.targets, side))])
    });
    let share = |share: Share| {
        object([
            ("found", Value::from(share.found)),
            ("infeasible", Value::from(share.infeasible)),
            ("all", Value::from(share.all)),
        ])
    };
    object([
        ("sides", share(reached.sides())),
        ("pairs", share(reached.pairs())),
        ("decisions", decisions),
        ("switches", switches),
    ])
}

pub fn tested_json(tested: &Tested, input: impl Fn(&replay::Input) -> Value) -> Value {
    let tests = list(&tested.tests, |test| {
        let thrown = test.thrown.as_ref().map_or(Value::Null, |thrown| text(thrown));
        object([("inputs", list(&test.inputs, &input)), ("thrown", thrown)])
    });
    object([
        ("tests", tests),
        ("reached", reached_json(&tested.reached)),
        ("missing", counts("cause", &tested.missing)),
    ])
}
