//! `jacana check --html FILE`: for each method what was found out, and a picture of the heap before and after each case.

use crate::page::entries::{BLOCK_SCRIPTS, BLOCK_STYLES, Block, Cell, Entry, Kind, Remark};
use crate::page::{self, Head, Parts, heap};
use crate::source::{CodeStep, Place, Sources};
use crate::verified::proved;
use crate::visible::counted;
use explore::check::{CoveredMethod, Tally, Verdict, is_told_bound, others};
use replay::SourceLine;
use replay::driver::Planned;
use replay::heap::{HeapViolation, PreHeap};
use serde_json::{Map, Value, json};
use std::collections::HashMap;

const PARTS: Parts =
    Parts { styles: &[BLOCK_STYLES], scripts: &[BLOCK_SCRIPTS[0], BLOCK_SCRIPTS[1], include_str!("page.js")] };

/// A case that can be drawn.
pub struct PicturedCase {
    pub before: PreHeap,
    pub after: PreHeap,
    /// `returns`, `throws X`, ...
    pub outcome: String,
    pub condition: Vec<String>,
    /// Lines of the program, in the order of execution.
    pub trace: Vec<SourceLine>,
}

/// The data of one method, as JSON. `read` answers with the text of a source: `com/example/Main.java`.
pub fn pictured_method(
    planned: &Planned,
    tally: &Tally,
    cases: &[PicturedCase],
    read: impl FnMut(&str) -> Option<String>,
) -> String {
    let overview = overview(planned, tally, cases.len() as u64);
    let traces = cases.iter().flat_map(|case| &case.trace).map(Place::of);
    let places: Vec<Place> = traces.chain(overview.places().into_iter().map(|(place, _)| place.clone())).collect();
    let sources = Sources::read(places.iter(), read);
    let mut lines = Lines { sources: &sources, known: HashMap::new(), told: Vec::new() };
    let cases: Vec<Value> = cases.iter().map(|case| told(case, &mut lines)).collect();
    let excerpts = page::excerpts(overview.places().into_iter(), &sources);
    let lines = lines.told;
    json!({ "name": planned.shown, "overview": overview, "lines": lines, "cases": cases, "sources": excerpts })
        .to_string()
}

/// The page of methods whose data came from `pictured_method`.
pub fn pictures_html(jdk: &str, methods: &[&str]) -> String {
    let mut sources = Map::new();
    let mut told: Vec<Value> = methods.iter().filter_map(|method| serde_json::from_str(method).ok()).collect();
    for method in &mut told {
        if let Value::Object(files) = method["sources"].take() {
            for (file, lines) in files {
                let known = sources.entry(file).or_insert_with(|| Value::Object(Map::new()));
                if let (Value::Object(known), Value::Object(lines)) = (known, lines) {
                    known.extend(lines);
                }
            }
        }
    }
    let verdict = |kind: &str| told.iter().filter(|method| method["overview"]["kind"] == kind).count();
    let counts = [("violated", verdict("violated")), ("unknown", verdict("unknown")), ("hold", verdict("holds"))];
    let counts = counts.iter().filter(|(_, count)| *count > 0).map(|(word, count)| format!("{count} {word}"));
    let subject = match &told[..] {
        [method] => method["name"].as_str().unwrap_or_default().to_string(),
        _ => counted(told.len() as u64, "method", "methods"),
    };
    let head = Head {
        command: "check",
        subject,
        figures: counts.collect::<Vec<String>>().join(", "),
        about: vec![page::made_by(jdk, None)],
        notes: Vec::new(),
    };
    page::html(&head, &PARTS, [("methods", Value::from(told)), ("sources", Value::Object(sources))])
}

/// Lines of the program that traces go through, each told once.
struct Lines<'a> {
    sources: &'a Sources,
    /// By class, method and line.
    known: HashMap<(&'a str, &'a str, u16), usize>,
    told: Vec<Value>,
}

impl<'a> Lines<'a> {
    fn number(&mut self, at: &'a SourceLine) -> usize {
        let (sources, told) = (self.sources, &mut self.told);
        *self.known.entry((&at.class, &at.method, at.line)).or_insert_with(|| {
            let code = sources.line(&Place::of(at)).map(str::trim);
            told.push(json!([at.to_string(), code]));
            told.len() - 1
        })
    }
}

fn told<'a>(case: &'a PicturedCase, lines: &mut Lines<'a>) -> Value {
    let mut trace: Vec<usize> = case.trace.iter().map(|at| lines.number(at)).collect();
    trace.dedup();
    json!([
        case.outcome,
        heap::arguments(&case.before),
        heap::objects(&case.before),
        heap::objects(&case.after),
        case.condition,
        trace
    ])
}

/// What was found out about the method.
fn overview(planned: &Planned, tally: &Tally, shown: u64) -> Entry {
    let verdict = Verdict::of(tally);
    let kind = match verdict {
        Verdict::Violated => Kind::Violated,
        Verdict::Unknown(_) => Kind::Unknown,
        Verdict::Holds | Verdict::HoldsWithin(_) => Kind::Holds,
    };
    let mut about = vec![
        verdict.to_string(),
        format!("{}, {}", counted(tally.cases(), "case", "cases"), counted(tally.paths, "path", "paths")),
    ];
    if shown < tally.paths && shown > 0 {
        about.push(format!("the first {shown} are shown"));
    }
    let mut blocks: Vec<Block> = tally.violation.iter().flat_map(violation).collect();
    let unknown: Vec<String> = others(tally).iter().map(ToString::to_string).collect();
    let stats = &tally.stats;
    let assumed: Vec<String> = tally.assumptions.iter().chain(&stats.assumptions).cloned().collect();
    let notes: Vec<String> = tally.notes.iter().map(|(note, count)| format!("{note} ({count} times)")).collect();
    let lists = [
        ("Not answered", unknown),
        ("Not understood", planned.problems.clone()),
        ("Notes", notes),
        ("Assumed", assumed),
    ];
    let lists = lists.into_iter().filter(|(_, lines)| !lines.is_empty());
    blocks.extend(lists.map(|(title, lines)| Block::Lines { title: title.into(), lines }));
    blocks.extend(tally.proof.iter().flat_map(proved));
    blocks.extend(bounds(tally));
    blocks.extend(coverage(&tally.coverage));
    blocks.push(figures(tally));
    let key = planned.shown.clone();
    Entry { key, kind, title: planned.shown.clone(), about, blocks }
}

fn violation(violated: &HeapViolation) -> Vec<Block> {
    let explained = &violated.explained;
    let clause = explained.clause.as_ref();
    let here = clause.map(|clause| &clause.at).or(explained.trace.last()).map(Place::of);
    let remark = clause.map(|clause| {
        let text = match clause.condition {
            (_, 1) => "decides".to_string(),
            (number, all) => format!("condition {number} of {all} decides"),
        };
        Remark { place: Place::of(&clause.at), text }
    });
    let drawn = json!({ "arguments": heap::arguments(&violated.heap), "objects": heap::objects(&violated.heap) });
    let trace = explained.trace.iter().map(ToString::to_string).collect();
    vec![
        Block::Words { title: "Violation, confirmed on the JVM".into(), lines: vec![violated.what.clone()] },
        Block::Heap { title: "Heap before".into(), heap: drawn },
        Block::Code { title: "Source".into(), here, steps: Vec::new(), remarks: remark.into_iter().collect() },
        Block::Lines { title: "Trace".into(), lines: trace },
    ]
}

/// Bounds that paths came to, each with the path that came there first.
fn bounds(tally: &Tally) -> Vec<Block> {
    let told = tally.stats.reasons.iter().filter(|(reason, _)| is_told_bound(reason));
    let blocks = told.map(|(reason, count)| {
        let reached = tally.reached.get(reason);
        let steps = reached.into_iter().flat_map(|reached| &reached.path);
        let steps = steps.map(|branch| CodeStep { place: Place::of(&branch.at), condition: branch.condition.clone() });
        let title = format!("{reason} ({count} times), first by this path");
        Block::Code { title, here: None, steps: steps.collect(), remarks: Vec::new() }
    });
    blocks.collect()
}

fn coverage(coverage: &[CoveredMethod]) -> Option<Block> {
    let cell = |[covered, all]: [u64; 2]| Cell::figure(format!("{covered} of {all}"));
    let rows = coverage.iter().map(|of| vec![Cell::text(&of.method), cell(of.branches), cell(of.instructions)]);
    let head = ["method", "branches", "instructions"].map(String::from).to_vec();
    (!coverage.is_empty()).then(|| Block::Table { title: "Covered".into(), head, rows: rows.collect() })
}

fn figures(tally: &Tally) -> Block {
    let stats = &tally.stats;
    let rows = [
        ("time", format!("{:.3} s", tally.time.as_secs_f64())),
        ("cases", tally.cases().to_string()),
        ("paths", tally.paths.to_string()),
        ("forks", stats.forks.to_string()),
        ("infeasible sides", stats.infeasible.to_string()),
        ("assumed away", stats.assumed_away.to_string()),
        ("stopped", stats.stopped.to_string()),
        ("solver calls", stats.solver_calls.to_string()),
        ("solver time", format!("{:.3} s", stats.solver_time.as_secs_f64())),
    ];
    let rows = rows.into_iter().map(|(what, figure)| vec![Cell::text(what), Cell::figure(figure)]);
    Block::Table { title: "Figures".into(), head: Vec::new(), rows: rows.collect() }
}
