//! What `jacana test` found out about classes: a line for each, a table, JSON, a page.

mod page;

pub use page::tested_html;

use crate::json::{FORMAT, list, object, text};
use serde_json::Value;
use std::fmt::Write;
use testgen::ended::Ended;
use testgen::row::TestedClass;
use testgen::trial::{Counter, Coverage, Score};

/// One line of a class, and its notes.
pub fn tested_text(row: &TestedClass) -> String {
    let notes: String = told(row).map(|note| format!("  {note}\n")).collect();
    let TestedClass { class, methods, tested, tests, suspects, refused, .. } = row;
    if let Some(why) = &row.skipped {
        return format!("{class}: skipped: {why}\n{notes}");
    }
    let coverage = row
        .coverage
        .as_ref()
        .map(|coverage| format!(", branches {}, lines {}", percent(coverage.branches), percent(coverage.lines)));
    let coverage = coverage.unwrap_or_default();
    let mutants = row.mutants.map_or(String::new(), |score| format!(", mutants {}", shown_score(score)));
    format!(
        "{class}: {tested} of {methods} methods, {tests} tests, {suspects} suspected bugs{coverage}{mutants}, \
         {refused} candidates refused\n{notes}"
    )
}

/// What ended the search, and what else there is to say.
fn told(row: &TestedClass) -> impl Iterator<Item = String> {
    let changes = row.changes.iter().map(ToString::to_string);
    changes.chain(row.limits.iter().map(ToString::to_string)).chain(row.notes.iter().cloned())
}

/// How many mutants were killed, of how many, and those that nobody had the time for.
fn shown_score(score: Score) -> String {
    let unjudged = if score.unjudged > 0 { format!(" ({} not judged)", score.unjudged) } else { String::new() };
    format!("{} of {} killed{unjudged}", score.killed, score.mutants)
}

/// The scores of all classes together; nothing if nobody wants to know.
fn all_scores(rows: &[&TestedClass]) -> Option<Score> {
    let scores = rows.iter().filter_map(|row| row.mutants);
    scores.reduce(|sum, score| Score {
        killed: sum.killed + score.killed,
        mutants: sum.mutants + score.mutants,
        unjudged: sum.unjudged + score.unjudged,
    })
}

fn score(score: Score) -> Value {
    object([
        ("killed", Value::from(score.killed)),
        ("total", Value::from(score.mutants)),
        ("not_judged", Value::from(score.unjudged)),
    ])
}

/// Methods, tests, branches, lines, suspected bugs.
fn cells(row: &TestedClass) -> [String; 5] {
    let covered = |of: fn(&Coverage) -> Counter| row.coverage.as_ref().map_or("-".into(), |all| percent(of(all)));
    [
        format!("{}/{}", row.tested, row.methods),
        row.tests.to_string(),
        covered(|coverage| coverage.branches),
        covered(|coverage| coverage.lines),
        row.suspects.to_string(),
    ]
}

const HEAD: [&str; 6] = ["class", "methods", "tests", "branches", "lines", "suspected bugs"];

/// Of what there is; `-` if there is nothing.
fn percent(counter: Counter) -> String {
    match counter.total {
        0 => "-".into(),
        total => format!("{:.1}%", 100.0 * counter.covered as f64 / total as f64),
    }
}

/// All classes together; nothing if none was measured.
fn sum(rows: &[&TestedClass], of: fn(&Coverage) -> Counter) -> Option<Counter> {
    let measured: Vec<Counter> = rows.iter().filter_map(|row| row.coverage.as_ref()).map(of).collect();
    let covered = measured.iter().map(|counter| counter.covered).sum();
    let total = measured.iter().map(|counter| counter.total).sum();
    (!measured.is_empty()).then_some(Counter { covered, total })
}

/// In percent, over the classes that have branches.
fn mean_branches(rows: &[&TestedClass]) -> Option<f64> {
    let counters = rows.iter().filter_map(|row| row.coverage.map(|coverage| coverage.branches));
    let shares: Vec<f64> = counters
        .filter(|counter| counter.total > 0)
        .map(|counter| 100.0 * counter.covered as f64 / counter.total as f64)
        .collect();
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
}

/// One line about all.
pub fn tested_sum(rows: &[&TestedClass]) -> String {
    let (tests, suspects): (u64, u64) =
        rows.iter().fold((0, 0), |(tests, suspects), row| (tests + row.tests, suspects + row.suspects));
    let mut line = format!("{} classes, {tests} tests, {suspects} suspected bugs", rows.len());
    let skipped = rows.iter().filter(|row| row.skipped.is_some()).count();
    if skipped > 0 {
        let _ = write!(line, ", {skipped} skipped");
    }
    if let (Some(branches), Some(lines)) = (sum(rows, |of| of.branches), sum(rows, |of| of.lines)) {
        let _ = write!(line, ", branches {}, lines {}", percent(branches), percent(lines));
    }
    if let Some(score) = all_scores(rows) {
        let _ = write!(line, ", mutants {}", shown_score(score));
    }
    line
}

/// For people; classes that were skipped have their lines already.
pub fn tested_table(rows: &[&TestedClass]) -> String {
    let tested: Vec<&&TestedClass> = rows.iter().filter(|row| row.skipped.is_none()).collect();
    let width = tested.iter().map(|row| row.class.chars().count()).max().unwrap_or(0).max(HEAD[0].len());
    // A column of its own where somebody wants to know.
    let has_scores = tested.iter().any(|row| row.mutants.is_some());
    let line = |class: &str, cells: [&str; 5], killed: &str| {
        let [methods, tests, branches, lines, suspects] = cells;
        let killed = if has_scores { format!(" {killed:>9}") } else { String::new() };
        format!("{class:width$} {methods:>9} {tests:>6} {branches:>9} {lines:>7} {suspects:>15}{killed}\n")
    };
    let [class, heads @ ..] = HEAD;
    let mut table = String::from("\n") + &line(class, heads, "mutants");
    for row in tested {
        let killed = row.mutants.map_or("-".into(), |score| format!("{}/{}", score.killed, score.mutants));
        table += &line(&row.class, cells(row).each_ref().map(String::as_str), &killed);
    }
    table + "\n"
}

pub fn tested_json(rows: &[&TestedClass]) -> String {
    let document = object([
        ("format", Value::from(FORMAT)),
        ("tool", object([("name", text("jacana")), ("version", text(env!("CARGO_PKG_VERSION")))])),
        ("classes", list(rows, |row| class(row))),
        ("branches", sum(rows, |of| of.branches).map_or(Value::Null, counter)),
        ("lines", sum(rows, |of| of.lines).map_or(Value::Null, counter)),
        ("mutants", all_scores(rows).map_or(Value::Null, score)),
        (
            "mean_branch_percent",
            mean_branches(rows).map_or(Value::Null, |mean| Value::from((mean * 1e6).round() / 1e6)),
        ),
    ]);
    format!("{document:#}\n")
}

fn class(row: &TestedClass) -> Value {
    let covered = |of: fn(&Coverage) -> Counter| row.coverage.as_ref().map_or(Value::Null, |all| counter(of(all)));
    object([
        ("class", text(&row.class)),
        ("skipped", row.skipped.as_ref().map_or(Value::Null, |why| text(&why.to_string()))),
        ("methods", Value::from(row.methods)),
        ("methods_tested", Value::from(row.tested)),
        ("tests", Value::from(row.tests)),
        ("suspected_bugs", Value::from(row.suspects)),
        ("candidates_refused", Value::from(row.refused)),
        ("paths", Value::from(row.paths)),
        ("paths_mutated", Value::from(row.mutated)),
        ("with_test", list(&row.with_test, |method| text(method))),
        ("without_test", list(&row.without_test, |method| text(method))),
        ("measured", list(&row.measured, |class| text(class))),
        ("branches", covered(|of| of.branches)),
        ("lines", covered(|of| of.lines)),
        ("instructions", covered(|of| of.instructions)),
        ("mutants", row.mutants.map_or(Value::Null, score)),
        ("seconds", row.millis.map_or(Value::Null, |millis| Value::from(millis as f64 / 1000.0))),
        ("limits", list(&row.limits, limit)),
        ("notes", list(&row.notes, |note| text(note))),
        ("files", list(&row.files, |file| text(file))),
    ])
}

fn limit(ended: &Ended) -> Value {
    object([
        ("limit", text(ended.by.name())),
        ("told", text(&ended.by.to_string())),
        ("methods", list(&ended.methods, |method| text(method))),
    ])
}

fn counter(counter: Counter) -> Value {
    object([("covered", Value::from(counter.covered)), ("total", Value::from(counter.total))])
}
