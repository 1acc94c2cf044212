//! What `jacana check` found as JSON. The schema is docs/guide/json.md.

use crate::json::{FORMAT, branch, counts, list, object, place, seconds, text};
use replay::heap::{HeapContents, HeapField, HeapValue, PreHeap};
use replay::path::clause::{Clause, Explained};
use replay::{Branch, InputValue};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use testgen::java::literal;

/// One method.
pub struct CheckedMethod<'c> {
    pub method: &'c str,
    /// HOLDS, VIOLATED or UNKNOWN.
    pub verdict: &'c str,
    /// The bounds within which it holds.
    pub within: &'c [String],
    pub reasons: &'c [String],
    pub jdk: &'c str,
    pub cases: u64,
    pub paths: u64,
    pub time: Duration,
    pub violation: Option<Violated<'c>>,
    pub bounds: &'c [(String, u64, Reached)],
    pub coverage: &'c [CoveredMethod],
    pub notes: &'c BTreeMap<String, u64>,
    pub assumptions: Vec<&'c str>,
}

pub struct Violated<'c> {
    pub what: &'c str,
    pub heap: &'c PreHeap,
    pub explained: &'c Explained,
}

/// How the first path came to a bound.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// Where it stood, innermost frame first.
    pub stack: Vec<String>,
    pub path: Vec<Branch>,
}

/// A method of the program that ran: covered and all.
#[derive(Clone, Debug)]
pub struct CoveredMethod {
    pub method: String,
    pub instructions: [u64; 2],
    pub branches: [u64; 2],
}

/// The document, of methods that were told one by one.
pub fn check_json(methods: &[Value]) -> String {
    let document = object([
        ("format", Value::from(FORMAT)),
        ("tool", object([("name", text("jacana")), ("version", text(env!("CARGO_PKG_VERSION")))])),
        ("methods", Value::from(methods)),
    ]);
    format!("{document:#}\n")
}

pub fn checked_json(checked: &CheckedMethod) -> Value {
    object([
        ("method", text(checked.method)),
        ("verdict", text(checked.verdict)),
        ("within", list(checked.within, |bound| text(bound))),
        ("reasons", list(checked.reasons, |reason| text(reason))),
        ("jdk", text(checked.jdk)),
        ("cases", Value::from(checked.cases)),
        ("paths", Value::from(checked.paths)),
        ("seconds", seconds(checked.time)),
        ("violation", checked.violation.as_ref().map_or(Value::Null, violation)),
        ("bounds", list(checked.bounds, reached)),
        ("coverage", list(checked.coverage, covered)),
        ("notes", counts("note", checked.notes)),
        ("assumptions", list(&checked.assumptions, |assumption| text(assumption))),
    ])
}

fn violation(violated: &Violated) -> Value {
    object([
        ("what", text(violated.what)),
        ("clause", violated.explained.clause.as_ref().map_or(Value::Null, clause)),
        ("trace", list(&violated.explained.trace, place)),
        ("heap", heap(violated.heap)),
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

fn reached((reason, count, reached): &(String, u64, Reached)) -> Value {
    object([
        ("bound", text(reason)),
        ("count", Value::from(*count)),
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
                object([("class", text(&known.class.replace('/', "."))), (kind, contents)])
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
    object([
        ("class", text(&field.class.replace('/', "."))),
        ("name", text(&field.name)),
        ("value", value(&field.value)),
    ])
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
