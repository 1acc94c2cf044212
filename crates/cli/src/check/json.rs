//! A check as JSON.

use super::tally::Tally;
use super::verdict::{Verdict, bounds, others};
use replay::driver::Planned;
use report::{CheckedMethod, Reached, Violated};
use serde_json::Value;

pub fn json(jdk: &str, planned: &Planned, tally: &Tally) -> Value {
    let (within, reasons) = (bounds(tally), others(tally));
    let verdict = Verdict::of(tally).word();
    let told = tally.stats.reasons.iter().filter_map(|(reason, count)| {
        tally.reached.get(reason).map(|reached| (reason.to_string(), *count, reached.clone()))
    });
    let told: Vec<(String, u64, Reached)> = told.collect();
    report::checked_json(&CheckedMethod {
        method: &planned.shown,
        verdict,
        within: &within,
        reasons: &reasons,
        jdk,
        cases: tally.cases(),
        paths: tally.paths,
        time: tally.time,
        violation: tally.violation.as_ref().map(|violation| Violated {
            what: &violation.what,
            heap: &violation.heap,
            explained: &violation.explained,
        }),
        bounds: &told,
        coverage: &tally.coverage,
        notes: &tally.notes,
        assumptions: tally.assumptions.iter().chain(&tally.stats.assumptions).map(String::as_str).collect(),
    })
}
