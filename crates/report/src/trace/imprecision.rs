//! Where unseen code changed symbolic data, as text and JSON.

use super::constraint::{line, statistics};
use crate::json::{list, object, text};
use explore::follow::{Harm, Imprecision, Model, Trace};
use serde_json::Value;
use std::fmt::Write;

pub fn imprecision_json(trace: &Trace) -> String {
    let document = object([
        ("format", Value::from(1)),
        ("imprecisions", entries(trace)),
        ("blind", blind(trace)),
        ("statistics", statistics(trace)),
    ]);
    format!("{document:#}\n")
}

pub(super) fn entries(trace: &Trace) -> Value {
    list(&trace.imprecisions, |imprecision| {
        object([
            ("what", text(&imprecision.what)),
            ("kind", text(imprecision.harm.name())),
            ("native", imprecision.native.as_deref().map_or(Value::Null, text)),
            ("call", text(&line(&trace.sites[imprecision.call]))),
            ("first_use", text(&line(&trace.sites[imprecision.first_use]))),
            ("count", Value::from(imprecision.count)),
            ("conjuncts", Value::from(imprecision.conjuncts)),
            ("first_conjunct", imprecision.first_conjunct.map_or(Value::Null, |at| Value::from(at as u64))),
            ("model", text(imprecision.model.name())),
        ])
    })
}

pub(super) fn blind(trace: &Trace) -> Value {
    list(&trace.blind, |blind| {
        object([
            ("native", text(&blind.native)),
            ("call", text(&line(&trace.sites[blind.call]))),
            ("count", Value::from(blind.count)),
        ])
    })
}

pub fn imprecision_text(trace: &Trace) -> String {
    let mut report = String::new();
    if trace.imprecisions.is_empty() {
        report.push_str("no symbolic data was changed by code that is not executed symbolically\n");
    }
    for imprecision in &trace.imprecisions {
        report.push_str(&paragraph(trace, imprecision));
    }
    for blind in &trace.blind {
        let (native, at) = (&blind.native, line(&trace.sites[blind.call]));
        let _ = writeln!(
            report,
            "possible imprecision: {native} could know symbolic data\n  called at {at}, {} in all\n  what it wrote that was there already, \
             and what it keeps, is not seen",
            times(blind.count)
        );
    }
    report
}

fn paragraph(trace: &Trace, imprecision: &Imprecision) -> String {
    let native = imprecision.native.as_deref().unwrap_or("an initialiser of the JDK");
    let what = &imprecision.what;
    let mut text = match imprecision.harm {
        Harm::Changed => format!("imprecision: {what} changed by {native}"),
        Harm::Written => {
            format!("imprecision: {what}, not symbolic before, written by {native}, which could know symbolic data")
        }
        Harm::Answered => format!("imprecision: {what} of {native}"),
    };
    let sites = &trace.sites;
    let _ = write!(text, "\n  called at {}", line(&sites[imprecision.call]));
    let _ = write!(text, "\n  noticed at {}, {} in all", line(&sites[imprecision.first_use]), times(imprecision.count));
    match (imprecision.model, imprecision.first_conjunct) {
        (_, Some(first)) => {
            let at = line(&sites[trace.conjuncts[first].site]);
            let _ = write!(text, "\n  a model is needed: {} on it, first at {at}", depending(imprecision.conjuncts));
        }
        (Model::Needed, None) => text.push_str("\n  a model is needed: where the program goes depends on it"),
        (Model::PerhapsNeeded, None) => {
            text.push_str("\n  a model is perhaps needed: it is a reference, and what depends on those is not seen")
        }
        (Model::NotNeeded, None) => text.push_str("\n  no model is needed: no conjunct depends on it"),
    }
    text.push('\n');
    text
}

fn times(count: u64) -> String {
    if count == 1 { "once".into() } else { format!("{count} times") }
}

fn depending(count: u64) -> String {
    if count == 1 { "1 conjunct depends".into() } else { format!("{count} conjuncts depend") }
}

fn places(count: usize) -> String {
    if count == 1 { "1 place".into() } else { format!("{count} places") }
}

/// A line for the end of a run.
pub fn trace_summary(trace: &Trace) -> String {
    let all = trace.conjuncts.len() as u64;
    let share = if all == 0 { 0.0 } else { 100.0 * trace.library_conjuncts as f64 / all as f64 };
    let with = |model: Model| trace.imprecisions.iter().filter(|imprecision| imprecision.model == model).count();
    let imprecision = match (trace.imprecisions.len(), with(Model::Needed), with(Model::PerhapsNeeded)) {
        (0, ..) if trace.blind.is_empty() => "none".into(),
        (0, ..) => format!("none seen, possible at {}", places(trace.blind.len())),
        (all, 0, 0) => format!("{}, no model needed", places(all)),
        (all, 0, perhaps) => format!("{}, models perhaps needed for {perhaps}", places(all)),
        (all, needed, 0) => format!("{}, models needed for {needed}", places(all)),
        (all, needed, perhaps) => format!("{}, models needed for {needed}, perhaps for {perhaps}", places(all)),
    };
    format!(
        "symbolic inputs: {}, conjuncts: {all} ({share:.1}% from the library), imprecision: {imprecision}\n",
        trace.inputs
    )
}
