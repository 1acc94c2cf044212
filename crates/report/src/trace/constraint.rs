//! The path constraint of a followed run, as SMT-LIB and JSON.

use crate::json::{list, object, text};
use explore::follow::{Conjunct, Covered, Site, Trace, Why};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A script that any solver reads; the comments say where each conjunct arose.
pub fn constraint_smtlib(trace: &Trace) -> String {
    let mut script = trace.definitions.clone();
    for domain in &trace.domain {
        let _ = writeln!(script, "(assert {domain})");
    }
    for (binding, imprecision) in &trace.bindings {
        let _ = writeln!(script, "; imprecise: {}\n(assert {binding})", trace.imprecisions[*imprecision].what);
    }
    for (number, conjunct) in trace.conjuncts.iter().enumerate() {
        let site = &trace.sites[conjunct.site];
        let _ = writeln!(script, "; {number} {} {} {}", line(site), origin(site), why(conjunct));
        let _ = writeln!(script, "(assert {})", conjunct.text);
    }
    script.push_str("(check-sat)\n(get-model)\n");
    script
}

pub fn constraint_json(trace: &Trace) -> String {
    let document = object([
        ("format", Value::from(1)),
        ("definitions", text(&trace.definitions)),
        ("domain", list(&trace.domain, |domain| text(domain))),
        (
            "bindings",
            list(&trace.bindings, |(condition, imprecision)| {
                object([("condition", text(condition)), ("imprecision", Value::from(*imprecision as u64))])
            }),
        ),
        ("conjuncts", list(&trace.conjuncts, |conjunct| entry(trace, conjunct))),
        ("imprecisions", super::imprecision::entries(trace)),
        ("blind", super::imprecision::blind(trace)),
        ("statistics", statistics(trace)),
    ]);
    format!("{document:#}\n")
}

fn entry(trace: &Trace, conjunct: &Conjunct) -> Value {
    let site = &trace.sites[conjunct.site];
    object([
        ("condition", text(&conjunct.text)),
        ("class", text(&site.class)),
        ("method", text(&site.method)),
        ("line", site.line.map_or(Value::Null, Value::from)),
        ("origin", text(origin(site))),
        ("kind", text(why(conjunct))),
    ])
}

pub(super) fn statistics(trace: &Trace) -> Value {
    let covered = |c: Covered| object([("methods", Value::from(c.methods)), ("classes", Value::from(c.classes))]);
    let counted = |counts: &[(String, u64)]| {
        list(counts, |(name, count)| object([("method", text(name)), ("calls", Value::from(*count))]))
    };
    object([
        ("inputs", Value::from(trace.inputs)),
        ("conjuncts", Value::from(trace.conjuncts.len() as u64)),
        ("library_conjuncts", Value::from(trace.library_conjuncts)),
        ("user", covered(trace.user)),
        ("library", covered(trace.library)),
        ("natives", counted(&trace.natives)),
        ("models", counted(&trace.models)),
        ("methods", methods(trace)),
    ])
}

/// The methods with conjuncts, those with most first.
fn methods(trace: &Trace) -> Value {
    // Branches and fixed values.
    let mut counts: BTreeMap<(String, &str), [u64; 2]> = BTreeMap::new();
    for conjunct in &trace.conjuncts {
        let site = &trace.sites[conjunct.site];
        let method = (format!("{}.{}", site.class, site.method), origin(site));
        counts.entry(method).or_default()[usize::from(conjunct.why == Why::Fixed)] += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, [branches, fixed])| std::cmp::Reverse(branches + fixed));
    list(&counts, |((method, origin), [branches, fixed])| {
        object([
            ("method", text(method)),
            ("origin", text(origin)),
            ("branches", Value::from(*branches)),
            ("fixed", Value::from(*fixed)),
        ])
    })
}

/// `pkg.Class.method(File.java:12)`
pub(super) fn line(site: &Site) -> String {
    let place = match (&site.file, site.line) {
        (Some(file), Some(line)) => format!("{file}:{line}"),
        (Some(file), None) => file.clone(),
        (None, _) => "Unknown Source".into(),
    };
    format!("{}.{}({place})", site.class, site.method)
}

fn origin(site: &Site) -> &'static str {
    if site.library { "library" } else { "user" }
}

fn why(conjunct: &Conjunct) -> &'static str {
    match conjunct.why {
        Why::Branch => "branch",
        Why::Fixed => "fixed",
    }
}
