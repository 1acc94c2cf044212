//! What `jacana check` found as JSON. The schema is docs/guide/json.md.

use crate::java::literal;
use crate::json::{FORMAT, Json, branch, counts, list, object, place, text};
use explore::clause::{Clause, Explained};
use explore::preheap::{HeapContents, HeapField, HeapValue, PreHeap};
use explore::{Branch, InputValue};
use std::collections::BTreeMap;

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
    pub seconds: f64,
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

/// The document, of methods that were written before.
pub fn check_json(methods: &[&str]) -> String {
    let indented: Vec<String> = methods.iter().map(|method| method.replace('\n', "\n    ")).collect();
    let methods = if indented.is_empty() { String::new() } else { format!("\n    {}\n  ", indented.join(",\n    ")) };
    let tool = object([("name", text("jacana")), ("version", text(env!("CARGO_PKG_VERSION")))]);
    let tool = tool.to_string().replace('\n', "\n  ");
    format!("{{\n  \"format\": {FORMAT},\n  \"tool\": {tool},\n  \"methods\": [{methods}]\n}}\n")
}

pub fn checked_json(checked: &CheckedMethod) -> String {
    object([
        ("method", text(checked.method)),
        ("verdict", text(checked.verdict)),
        ("within", list(checked.within, |bound| text(bound))),
        ("reasons", list(checked.reasons, |reason| text(reason))),
        ("jdk", text(checked.jdk)),
        ("cases", Json::Count(checked.cases)),
        ("paths", Json::Count(checked.paths)),
        ("seconds", Json::Seconds(checked.seconds)),
        ("violation", checked.violation.as_ref().map_or(Json::Null, violation)),
        ("bounds", list(checked.bounds, reached)),
        ("coverage", list(checked.coverage, covered)),
        ("notes", counts("note", checked.notes)),
        ("assumptions", list(&checked.assumptions, |assumption| text(assumption))),
    ])
    .to_string()
}

fn violation(violated: &Violated) -> Json {
    object([
        ("what", text(violated.what)),
        ("clause", violated.explained.clause.as_ref().map_or(Json::Null, clause)),
        ("trace", list(&violated.explained.trace, place)),
        ("heap", heap(violated.heap)),
    ])
}

fn clause(clause: &Clause) -> Json {
    let (condition, of) = clause.condition;
    object([
        ("at", place(&clause.at)),
        ("condition", Json::Count(condition as u64)),
        ("conditions", Json::Count(of as u64)),
    ])
}

fn reached((reason, count, reached): &(String, u64, Reached)) -> Json {
    object([
        ("bound", text(reason)),
        ("count", Json::Count(*count)),
        ("stack", list(&reached.stack, |line| text(line))),
        ("path", list(&reached.path, branch)),
    ])
}

fn covered(covered: &CoveredMethod) -> Json {
    let pair = |[some, all]: [u64; 2]| object([("covered", Json::Count(some)), ("all", Json::Count(all))]);
    object([
        ("method", text(&covered.method)),
        ("instructions", pair(covered.instructions)),
        ("branches", pair(covered.branches)),
    ])
}

fn heap(heap: &PreHeap) -> Json {
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

fn contents(contents: &HeapContents) -> (&'static str, Json) {
    match contents {
        HeapContents::Fields(fields) => ("fields", list(fields, field)),
        HeapContents::Elements(elements) => ("elements", list(elements, value)),
        HeapContents::Input(input) => ("value", plain(input)),
        HeapContents::Constant(name) => ("constant", text(name)),
    }
}

fn field(field: &HeapField) -> Json {
    object([
        ("class", text(&field.class.replace('/', "."))),
        ("name", text(&field.name)),
        ("value", value(&field.value)),
    ])
}

/// A number of an object, or a Java expression.
fn value(value: &HeapValue) -> Json {
    match value {
        HeapValue::Object(at) => object([("object", Json::Count(*at as u64))]),
        HeapValue::Plain(input) | HeapValue::Free(input) => plain(input),
        HeapValue::Open => Json::Null,
    }
}

fn plain(input: &InputValue) -> Json {
    match input {
        InputValue::Null => Json::Null,
        other => text(&literal(other)),
    }
}
