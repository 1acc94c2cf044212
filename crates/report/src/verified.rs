//! `jacana verify --html FILE`: a page with an entry for each property, and one for the figures.

use crate::Run;
use crate::inputs::tested_lines;
use crate::json::seconds;
use crate::junit::{junit, no_test, test_path};
use crate::page::entries::{Block, Cell, Entries, Entry, Kind, Remark, page};
use crate::page::{Head, heap, made_by};
use crate::schedule::columns;
use crate::source::{CodeStep, Frame, Input, Place, Sources};
use crate::visible::shortened;
use explore::inputs::Tested;
use explore::{Cut, LoopProof, Proof, Property, Stats, Verdict, Violation, by_words};
use replay::Branch;
use serde_json::json;
use testgen::java::literal;

/// Letters of a condition or a value, as the page shows them.
const LONGEST: usize = 400;
/// Branches of a path, the last ones.
const MOST_STEPS: usize = 400;

/// `read` answers with the text of a source: `com/example/Main.java`.
pub fn verified_html(run: &Run, read: impl FnMut(&str) -> Option<String>) -> String {
    let verdicts = &run.verification.verdicts;
    let mut entries: Vec<Entry> = verdicts.iter().map(|(property, verdict)| entry(run, *property, verdict)).collect();
    // The page opens with the first one.
    entries.sort_by_key(|entry| entry.kind);
    entries.extend(run.verification.tested.as_ref().map(|tested| inputs(run, tested)));
    entries.push(figures(run));
    let told = verdicts.iter().map(|(property, verdict)| format!("{} {}", property.name(), word(verdict)));
    let subject = run.method.as_ref().map_or_else(|| run.main_class.to_string(), |method| method.signature());
    let head = Head {
        command: "verify",
        subject,
        figures: told.collect::<Vec<String>>().join(", "),
        about: vec![
            made_by(&run.jdk, seconds(run.time).as_f64()),
            format!("{} paths, {} solver calls", run.verification.stats.paths(), run.verification.stats.solver_calls),
            format!("defence: {}", run.defence),
        ],
        notes: run.verification.stats.assumptions.iter().map(|what| format!("assumed: {what}")).collect(),
    };
    let kinds = &[Kind::Violated, Kind::Unknown, Kind::Holds, Kind::Kept, Kind::Figures];
    let entries = Entries { head, name: ["property", "properties"], kinds, entries };
    let sources = Sources::read(entries.places(), read);
    page(&entries, &sources)
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::True => "TRUE",
        Verdict::False(_) => "FALSE",
        Verdict::Unknown { .. } => "UNKNOWN",
    }
}

fn entry(run: &Run, property: Property, verdict: &Verdict) -> Entry {
    let (kind, about, blocks) = match verdict {
        Verdict::False(found) => {
            let place = own_place(found).map(|place| place.short());
            let about = [Some(found.what.to_string()), place].into_iter().flatten().collect();
            (Kind::Violated, about, violation(run, property, found))
        }
        Verdict::True => {
            let proof = run.verification.proofs.get(&property);
            let how = if proof.is_some() { "proved without a bound" } else { "all paths were explored" };
            (Kind::Holds, vec![how.into()], proof.map(proved).unwrap_or_default())
        }
        Verdict::Unknown { .. } => (Kind::Unknown, vec![verdict.to_string()], vec![reasons(&run.verification.stats)]),
    };
    let key = property.name().to_string();
    let mut entry = Entry { key, kind, title: format!("{}: {}", property.name(), word(verdict)), about, blocks };
    let assumed: Vec<String> = run.verification.stats.assumptions.iter().cloned().collect();
    if kind != Kind::Violated && !assumed.is_empty() {
        entry.blocks.push(Block::Lines { title: "Assumed".into(), lines: assumed });
    }
    entry
}

fn violation(run: &Run, property: Property, found: &Violation) -> Vec<Block> {
    let inputs = found
        .inputs
        .iter()
        .map(|input| Input { name: input.name.clone(), value: shortened(&literal(&input.value), LONGEST) });
    let mut blocks = vec![
        Block::Words { title: String::new(), lines: found.trace.first().cloned().into_iter().collect() },
        Block::Inputs { title: "Inputs, confirmed on the JVM".into(), inputs: inputs.collect() },
    ];
    if let Some(before) = &found.heap {
        let drawn = json!({ "arguments": heap::arguments(before), "objects": heap::objects(before) });
        blocks.push(Block::Heap { title: "Objects among the inputs".into(), heap: drawn });
    }
    if let Some(schedule) = &found.schedule {
        let (head, rows) = columns(schedule);
        let rows = rows.into_iter().map(|row| row.into_iter().map(Cell::Text).collect()).collect();
        blocks.push(Block::Table { title: "Schedule".into(), head, rows });
    }
    let steps: Vec<CodeStep> = steps(&found.path);
    let title = if steps.is_empty() { "Source" } else { "Source, with the branches on the path" };
    blocks.push(Block::Code { title: title.into(), here: own_place(found), steps, remarks: Vec::new() });
    blocks.push(Block::Stack { title: "Stack".into(), frames: frames(found).collect() });
    blocks.push(match no_test(run, found) {
        Some(why) => {
            Block::Words { title: "Test".into(), lines: vec![format!("There is no JUnit test of it: {why}.")] }
        }
        None => {
            let path = test_path(run, property);
            let test = junit(run).into_iter().find(|source| source.path == path);
            Block::Java { title: "Test".into(), name: path, java: test.map_or_else(String::new, |test| test.contents) }
        }
    });
    blocks
}

fn frames(found: &Violation) -> impl Iterator<Item = Frame> {
    found.trace.iter().filter_map(|line| Frame::read(line))
}

/// The innermost line of the program's own code.
fn own_place(found: &Violation) -> Option<Place> {
    frames(found).find(|frame| frame.is_own)?.place
}

/// Neighbours that say the same are one.
fn steps(path: &[Branch]) -> Vec<CodeStep> {
    let mut steps: Vec<CodeStep> = path[path.len().saturating_sub(MOST_STEPS)..]
        .iter()
        .map(|branch| {
            let inside = branch.inside.as_ref().map(|method| format!(" (in {method})")).unwrap_or_default();
            CodeStep { place: Place::of(&branch.at), condition: shortened(&branch.condition, LONGEST) + &inside }
        })
        .collect();
    steps.dedup();
    steps
}

/// Loops and calls that an answer without a bound rests on.
pub(crate) fn proved(proof: &Proof) -> Vec<Block> {
    let facts = |closed: &LoopProof| {
        let told = closed.facts.iter().map(|fact| match fact.is_always {
            true => fact.text.clone(),
            false => format!("{} (after its first rounds)", fact.text),
        });
        match closed.states {
            0 => told.collect::<Vec<String>>().join(", "),
            1.. => "its states repeat".into(),
        }
    };
    let rows = proof.loops.iter().map(|closed| {
        let what = match closed.kind {
            Cut::Loop | Cut::Clauses => "loop",
            Cut::Call => "calls",
        };
        [what.to_string(), closed.place.clone(), closed.part().into(), facts(closed), closed.changes.join(", ")]
            .map(Cell::Text)
            .to_vec()
    });
    let head = ["what", "place", "part", "holds whenever control comes there", "may change"];
    let table = Block::Table { title: "Proof".into(), head: head.map(String::from).to_vec(), rows: rows.collect() };
    let remarks = proof.loops.iter().filter_map(|closed| {
        let text = facts(closed);
        let text = if text.is_empty() { "whatever it changes".into() } else { shortened(&text, LONGEST) };
        Some(Remark { place: Place::of(closed.at.as_ref()?), text })
    });
    let remarks: Vec<Remark> = remarks.collect();
    vec![table, Block::Code { title: "Source, with the invariants".into(), here: None, steps: Vec::new(), remarks }]
}

/// Why there is no answer.
fn reasons(stats: &Stats) -> Block {
    let rows =
        by_words(&stats.reasons).into_iter().map(|(reason, count)| vec![Cell::text(reason), Cell::figure(count)]);
    Block::Table {
        title: "Why the exploration is not complete".into(),
        head: ["reason", "times"].map(String::from).to_vec(),
        rows: rows.collect(),
    }
}

fn inputs(run: &Run, tested: &Tested) -> Entry {
    let rows = tested.tests.iter().map(|test| {
        let inputs = test.inputs.iter().map(|input| format!("{} = {}", input.name, literal(&input.value)));
        let inputs = shortened(&inputs.collect::<Vec<String>>().join(", "), LONGEST);
        vec![Cell::Text(inputs), Cell::Text(test.thrown.as_ref().map_or("returns".into(), ToString::to_string))]
    });
    let head = ["inputs", "ends with"].map(String::from).to_vec();
    Entry {
        key: "inputs".into(),
        kind: Kind::Kept,
        title: format!("{} inputs", tested.tests.len()),
        about: vec!["confirmed on the JVM".into()],
        blocks: vec![
            Block::Lines { title: "Reached".into(), lines: tested_lines(run, tested) },
            Block::Table { title: "Inputs".into(), head, rows: rows.collect() },
        ],
    }
}

fn figures(run: &Run) -> Entry {
    let (stats, replays) = (&run.verification.stats, &run.verification.replays);
    let rows = [
        ("time", format!("{:.3} s", run.time.as_secs_f64())),
        ("peak memory", format!("{} MB", run.peak_bytes >> 20)),
        ("paths", stats.paths().to_string()),
        ("  returned", stats.returned.to_string()),
        ("  threw", stats.threw.to_string()),
        ("  exited", stats.exited.to_string()),
        ("  assumed away", stats.assumed_away.to_string()),
        ("stopped", stats.stopped.to_string()),
        ("forks", stats.forks.to_string()),
        ("infeasible sides", stats.infeasible.to_string()),
        ("merged", stats.merged.to_string()),
        ("instructions", stats.instructions.to_string()),
        ("terms", stats.terms.to_string()),
        ("solver calls", stats.solver_calls.to_string()),
        ("solver time", format!("{:.3} s", stats.solver_time.as_secs_f64())),
        ("replays confirmed", replays.confirmed.to_string()),
        ("replays refused", replays.refusals().to_string()),
    ];
    let rows = rows.into_iter().map(|(what, figure)| vec![Cell::text(what), Cell::figure(figure)]);
    let tiers = stats.tiers.iter().filter(|tier| tier.queries > 0).map(|tier| {
        let time = format!("{:.3} s", tier.time.as_secs_f64());
        let counts = [tier.queries, tier.sat, tier.unsat, tier.unknown].map(Cell::figure);
        [vec![Cell::text(tier.name)], counts.to_vec(), vec![Cell::figure(time)]].concat()
    });
    let mut blocks = vec![
        Block::Table { title: "Exploration".into(), head: Vec::new(), rows: rows.collect() },
        Block::Table {
            title: "Solver, by tier".into(),
            head: ["tier", "queries", "sat", "unsat", "unknown", "time"].map(String::from).to_vec(),
            rows: tiers.collect(),
        },
    ];
    if !stats.reasons.is_empty() {
        blocks.push(reasons(stats));
    }
    let about = vec![format!("{} paths", stats.paths()), format!("{:.1} s", run.time.as_secs_f64())];
    Entry { key: "figures".into(), kind: Kind::Figures, title: "Figures".into(), about, blocks }
}
