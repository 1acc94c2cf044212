//! What `jacana check` found, as text and as JSON. The schema is docs/guide/json.md.

mod page;
mod text;

pub use page::{PicturedCase, pictured_method, pictures_html};
pub use text::checked_text;

use crate::hint::Asked;
use crate::json::{FORMAT, branch, counts, hint, list, object, place, proof, reached_json, seconds, text};
use explore::check::{CoveredMethod, Reached, Tally, Verdict, bounds, others};
use machine::Reason;
use replay::InputValue;
use replay::driver::Planned;
use replay::heap::{HeapContents, HeapField, HeapValue, HeapViolation, PreHeap};
use replay::path::clause::Clause;
use serde_json::Value;
use testgen::java::literal;

/// The document, of methods that were told one by one.
pub fn check_json(methods: &[Value]) -> String {
    let document = object([
        ("format", Value::from(FORMAT)),
        ("tool", object([("name", text("jacana")), ("version", text(env!("CARGO_PKG_VERSION")))])),
        ("methods", Value::from(methods)),
    ]);
    format!("{document:#}\n")
}

pub fn checked_json(jdk: &str, planned: &Planned, tally: &Tally, asked: Asked) -> Value {
    let told =
        tally.stats.reasons.iter().filter_map(|(reason, count)| Some((reason, *count, tally.reached.get(reason)?)));
    let assumptions = tally.assumptions.iter().chain(&tally.stats.assumptions);
    object([
        ("method", text(&planned.shown)),
        ("verdict", text(Verdict::of(tally).word())),
        ("within", list(bounds(tally), |bound| text(&bound))),
        ("reasons", list(others(tally), |reason| text(&reason.to_string()))),
        ("hints", list(others(tally), |reason| hint(asked, &reason))),
        ("jdk", text(jdk)),
        ("cases", Value::from(tally.cases())),
        ("paths", Value::from(tally.paths)),
        ("seconds", seconds(tally.time)),
        ("violation", tally.violation.as_ref().map_or(Value::Null, violation)),
        ("bounds", list(told, reached)),
        ("coverage", list(&tally.coverage, covered)),
        ("inputs", tally.tested.as_ref().map_or(Value::Null, reached_json)),
        ("notes", counts("note", &tally.notes)),
        ("proof", tally.proof.as_ref().map_or(Value::Null, proof)),
        ("assumptions", list(assumptions, |assumption| text(assumption))),
    ])
}

fn violation(violated: &HeapViolation) -> Value {
    object([
        ("what", text(&violated.what)),
        ("clause", violated.explained.clause.as_ref().map_or(Value::Null, clause)),
        ("trace", list(&violated.explained.trace, place)),
        ("heap", heap(&violated.heap)),
    ])
}

fn clause(clause: &Clause) -> Value {
    let (condition, of) = clause.condition;
    object([
        ("at", place(&clause.at)),
        ("condition", Value::from(condition as u64)),
        ("conditions", Value::from(of as u64)),
    ])
}

fn reached((reason, count, reached): (&Reason, u64, &Reached)) -> Value {
    object([
        ("bound", text(&reason.to_string())),
        ("count", Value::from(count)),
        ("stack", list(&reached.stack, |line| text(line))),
        ("path", list(&reached.path, branch)),
    ])
}

fn covered(covered: &CoveredMethod) -> Value {
    let pair = |[some, all]: [u64; 2]| object([("covered", Value::from(some)), ("all", Value::from(all))]);
    object([
        ("method", text(&covered.method)),
        ("instructions", pair(covered.instructions)),
        ("branches", pair(covered.branches)),
    ])
}

fn heap(heap: &PreHeap) -> Value {
    object([
        (
            "arguments",
            list(&heap.arguments, |(name, argument)| object([("name", text(name)), ("value", value(argument))])),
        ),
        ("globals", list(&heap.globals, field)),
        ("answers", list(&heap.answers, |(_, answer)| value(answer))),
        (
            "objects",
            list(&heap.objects, |known| {
                let (kind, contents) = contents(&known.contents);
                object([("class", text(&known.class)), (kind, contents)])
            }),
        ),
    ])
}

fn contents(contents: &HeapContents) -> (&'static str, Value) {
    match contents {
        HeapContents::Fields(fields) => ("fields", list(fields, field)),
        HeapContents::Elements(elements) => ("elements", list(elements, value)),
        HeapContents::Input(input) => ("value", plain(input)),
        HeapContents::Constant(name) => ("constant", text(name)),
    }
}

fn field(field: &HeapField) -> Value {
    object([("class", text(&field.class)), ("name", text(&field.name)), ("value", value(&field.value))])
}

/// A number of an object, or a Java expression.
fn value(value: &HeapValue) -> Value {
    match value {
        HeapValue::Object(at) => object([("object", Value::from(*at as u64))]),
        HeapValue::Plain(input) | HeapValue::Free(input) => plain(input),
        HeapValue::Open => Value::Null,
    }
}

fn plain(input: &InputValue) -> Value {
    match input {
        InputValue::Null => Value::Null,
        other => text(&literal(other)),
    }
}
