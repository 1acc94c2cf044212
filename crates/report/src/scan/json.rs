//! Everything about a scan as JSON. Fields are added, never renamed or removed, within one `format`.

use super::counts::Counts;
use super::{CodeStep, Finding, Frame, Importance, Input, Place, ReproducingTest, Rule, Scan, Work};
use crate::json::{FORMAT, list, object, text};
use serde_json::Value;

pub fn json(scan: &Scan) -> String {
    let document = object([
        ("format", Value::from(FORMAT)),
        ("tool", object([("name", text("jacana")), ("version", text(env!("CARGO_PKG_VERSION")))])),
        ("project", text(&scan.project)),
        ("jdk", text(&scan.jdk)),
        ("counts", counts(&Counts::of(scan))),
        ("rules", list(Rule::ALL, rule)),
        ("findings", list(&scan.findings, finding)),
        ("gone", list(&scan.gone, |fingerprint| text(fingerprint))),
        ("class_path", list(&scan.class_path, |entry| text(entry))),
        ("work", work(&scan.work)),
        ("notes", list(&scan.notes, |note| text(note))),
        ("seconds", scan.millis.map_or(Value::Null, |millis| Value::from(millis as f64 / 1000.0))),
    ]);
    format!("{document:#}\n")
}

fn counts(counts: &Counts) -> Value {
    let importances = Importance::ALL.map(|kind| (kind.name(), Value::from(counts.of_importance(kind))));
    let [bug, likely, possible] = importances;
    object([
        bug,
        likely,
        possible,
        ("new", Value::from(counts.new)),
        ("known", Value::from(counts.known)),
        ("gone", Value::from(counts.gone)),
    ])
}

pub(super) fn rule(rule: Rule) -> Value {
    object([("id", text(rule.id())), ("about", text(rule.about())), ("advice", text(rule.advice()))])
}

pub(super) fn finding(finding: &Finding) -> Value {
    object([
        ("fingerprint", text(&finding.fingerprint)),
        ("rule", text(finding.rule.id())),
        ("importance", text(finding.importance.name())),
        ("known", Value::from(finding.known)),
        ("class", text(&finding.class)),
        ("method", text(&finding.method)),
        ("message", text(&finding.message)),
        ("place", optional(finding.place.as_ref(), place)),
        ("inputs", list(&finding.inputs, input)),
        ("path", list(&finding.path, step)),
        ("stack", list(&finding.stack, frame)),
        ("why", list(&finding.why, |why| text(why))),
        ("test", optional(finding.test.as_ref(), test)),
    ])
}

fn optional<T>(value: Option<T>, told: fn(T) -> Value) -> Value {
    value.map_or(Value::Null, told)
}

fn place(place: &Place) -> Value {
    object([
        ("file", text(&place.file)),
        ("line", Value::from(place.line)),
        ("has_source", Value::from(place.has_source)),
    ])
}

fn input(input: &Input) -> Value {
    object([("name", text(&input.name)), ("value", text(&input.value))])
}

fn step(step: &CodeStep) -> Value {
    object([("place", place(&step.place)), ("condition", text(&step.condition))])
}

fn frame(frame: &Frame) -> Value {
    object([
        ("method", text(&frame.method)),
        ("place", optional(frame.place.as_ref(), place)),
        ("is_own", Value::from(frame.is_own)),
    ])
}

fn test(test: &ReproducingTest) -> Value {
    object([("file", text(&test.file)), ("name", text(&test.name)), ("source", text(&test.source))])
}

fn work(work: &Work) -> Value {
    let branches = work
        .branches
        .map_or(Value::Null, |(covered, all)| object([("covered", Value::from(covered)), ("total", Value::from(all))]));
    object([
        ("classes_explored", Value::from(work.explored)),
        ("classes_remembered", Value::from(work.remembered)),
        ("classes_excluded", Value::from(work.excluded)),
        ("classes_skipped", Value::from(work.skipped)),
        ("contracts", Value::from(work.contracts)),
        ("programs", Value::from(work.programs)),
        ("branches", branches),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::examples::{finding, hostile, known, scan};
    use super::*;

    fn parsed(scan: &Scan) -> Value {
        serde_json::from_str(&json(scan)).unwrap()
    }

    /// Adding a field to the model without one in the document is a loss that nobody would notice.
    #[test]
    fn every_field_of_the_model_is_told() {
        let (document, model) = (parsed(&scan(vec![finding()])), serde_json::to_value(scan(vec![finding()])).unwrap());
        let fields = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        let told = &document["findings"][0];
        for field in fields(&model["findings"][0]) {
            assert!(told.get(&field).is_some(), "{field}");
        }
        for part in ["place", "test"] {
            assert_eq!(fields(&told[part]), fields(&model["findings"][0][part]));
        }
        assert_eq!(fields(&model).len() + 4, fields(&document).len(), "format, tool, counts and rules are added");
        assert_eq!(fields(&model["work"]).len(), fields(&document["work"]).len());
    }

    #[test]
    fn texts_come_back_as_they_were() {
        let document = parsed(&scan(vec![hostile(), known()]));
        assert_eq!(document["findings"][0]["message"], hostile().message);
        assert_eq!(document["findings"][0]["place"]["file"], hostile().place.unwrap().file);
        assert_eq!(document["findings"][1]["known"], true);
        assert_eq!(document["findings"][1]["place"], Value::Null);
        assert_eq!(document["counts"]["new"], 1);
        assert_eq!(document["seconds"], 12.345);
    }

    #[test]
    fn an_empty_scan_has_all_fields() {
        let document = parsed(&Scan::default());
        assert_eq!(document["format"], 1);
        assert_eq!(document["findings"], Value::Array(Vec::new()));
        assert_eq!(document["seconds"], Value::Null);
        assert_eq!(document["work"]["branches"], Value::Null);
    }
}
