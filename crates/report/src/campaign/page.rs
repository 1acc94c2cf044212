//! The page of a campaign: all classes, and for each class its tests, what looks like a bug, and what of its source ran.

use super::{cells, percent, shown_score, tested_sum, told};
use crate::page::Head;
use crate::page::entries::{Block, Cell, CoveredLine, Entries, Entry, Kind, LineCoverage, page};
use crate::source::{CodeStep, Frame, Input, Place, Sources};
use crate::visible::shortened;
use testgen::row::TestedClass;
use testgen::suspicion::{Broken, Suspicion};
use testgen::thrown::StackFrame;
use testgen::trial::{Counter, SourceCoverage};

/// Letters of a value, as the page shows them.
const LONGEST: usize = 400;

/// `read` answers with the text of a source: `com/example/Main.java`.
pub fn tested_html(rows: &[&TestedClass], read: impl FnMut(&str) -> Option<String>) -> String {
    let covered = rows.iter().flat_map(|row| &row.sources).map(|source| Place::whole(&source.file));
    let suspected = rows.iter().flat_map(|row| &row.suspicions).flat_map(places);
    let places: Vec<Place> = covered.chain(suspected).collect();
    let sources = Sources::read(places.iter(), read);
    let mut entries = vec![all(rows)];
    entries.extend(rows.iter().map(|row| class(row, &sources)));
    let head = Head {
        command: "test",
        subject: match rows {
            [row] => row.class.to_string(),
            _ => format!("{} classes", rows.len()),
        },
        figures: tested_sum(rows),
        about: vec![crate::page::made_by("", None)],
        notes: Vec::new(),
    };
    let kinds = &[Kind::Figures, Kind::Bug, Kind::Tested, Kind::Skipped];
    page(&Entries { head, name: ["class", "classes"], kinds, entries }, &sources)
}

/// A table of all classes.
fn all(rows: &[&TestedClass]) -> Entry {
    let lines = rows.iter().map(|row| {
        let killed = row.mutants.map_or("-".into(), |score| format!("{}/{}", score.killed, score.mutants));
        let figures = cells(row).into_iter().chain([killed]).map(Cell::figure);
        [Cell::text(&row.class)].into_iter().chain(figures).collect()
    });
    let head = super::HEAD.iter().chain(&["mutants"]).map(ToString::to_string).collect();
    let table = Block::Table { title: "Classes".into(), head, rows: lines.collect() };
    let about = vec![tested_sum(rows)];
    Entry { key: "all".into(), kind: Kind::Figures, title: "All classes".into(), about, blocks: vec![table] }
}

fn class(row: &TestedClass, sources: &Sources) -> Entry {
    let kind = match () {
        () if row.skipped.is_some() => Kind::Skipped,
        () if row.suspects > 0 => Kind::Bug,
        () => Kind::Tested,
    };
    let about = match &row.skipped {
        Some(why) => vec![format!("skipped: {why}")],
        None => vec![
            format!("{} of {} methods", row.tested, row.methods),
            format!("{} tests", row.tests),
            format!("{} suspected bugs", row.suspects),
            row.coverage.as_ref().map_or_else(String::new, |of| format!("branches {}", percent(of.branches))),
        ],
    };
    let about = about.into_iter().filter(|part| !part.is_empty()).collect();
    let mut blocks: Vec<Block> = row.suspicions.iter().flat_map(suspicion).collect();
    blocks.extend(figures(row));
    let links = row.files.iter().map(|file| {
        let text = file.rsplit('/').next().unwrap_or(file).into();
        vec![Cell::Link { text, link: file.clone() }]
    });
    blocks.push(Block::Table { title: "Tests".into(), head: Vec::new(), rows: links.collect() });
    let lists = [
        ("What ended the search, and other notes", told(row).collect()),
        ("Methods without a test", row.without_test.clone()),
    ];
    let lists = lists.into_iter().filter(|(_, lines): &(_, Vec<String>)| !lines.is_empty());
    blocks.extend(lists.map(|(title, lines)| Block::Lines { title: title.into(), lines }));
    blocks.extend(row.sources.iter().filter_map(|source| coverage(source, sources)));
    Entry { key: row.class.to_string(), kind, title: row.class.to_string(), about, blocks }
}

fn figures(row: &TestedClass) -> Option<Block> {
    let coverage = row.coverage.as_ref()?;
    let counter = |of: Counter| format!("{} of {} ({})", of.covered, of.total, percent(of));
    let mut lines = vec![
        ("branches", counter(coverage.branches)),
        ("lines", counter(coverage.lines)),
        ("instructions", counter(coverage.instructions)),
        ("candidates refused", row.refused.to_string()),
        ("paths", row.paths.to_string()),
    ];
    lines.extend(row.mutants.map(|score| ("mutants", shown_score(score))));
    let rows = lines.into_iter().map(|(what, figure)| vec![Cell::text(what), Cell::figure(figure)]).collect();
    Some(Block::Table { title: "Figures".into(), head: Vec::new(), rows })
}

fn suspicion(suspicion: &Suspicion) -> Vec<Block> {
    let frames: Vec<Frame> = match &suspicion.broken {
        Broken::Threw(thrown) => thrown.stack.iter().map(frame).collect(),
        Broken::Endless | Broken::Promise => Vec::new(),
    };
    let here = frames.iter().find(|frame| frame.is_own).and_then(|frame| frame.place.clone());
    let arguments = suspicion.arguments.iter();
    let inputs =
        arguments.map(|(name, value)| Input { name: name.clone(), value: shortened(value, LONGEST) }).collect();
    let steps = suspicion.path.iter().map(|step| CodeStep {
        place: Place::usual(&step.class, u32::from(step.line)),
        condition: step.condition.clone(),
    });
    vec![
        Block::Words { title: format!("Suspected bug: {}", suspicion.method), lines: vec![suspicion.reason.clone()] },
        Block::Inputs { title: String::new(), inputs },
        Block::Code { title: String::new(), here, steps: steps.collect(), remarks: Vec::new() },
        Block::Stack { title: String::new(), frames },
        Block::Java { title: "Test".into(), name: suspicion.test.clone(), java: suspicion.source.clone() },
    ]
}

fn places(of: &Suspicion) -> Vec<Place> {
    let blocks = suspicion(of);
    let entry = Entry { key: String::new(), kind: Kind::Bug, title: String::new(), about: Vec::new(), blocks };
    entry.places().into_iter().map(|(place, _)| place.clone()).collect()
}

fn frame(frame: &StackFrame) -> Frame {
    let line = frame.line.unwrap_or(0);
    let place = frame.file.as_ref().map(|file| Place::in_package(&frame.class, file, line));
    let is_own = !frame.is_jdk;
    let place = place.filter(|_| line > 0).map(|place| Place { has_source: is_own, ..place });
    Frame { method: format!("{}.{}", frame.class, frame.method), place, is_own }
}

/// The source with what ran of its lines, if it is there.
fn coverage(covered: &SourceCoverage, sources: &Sources) -> Option<Block> {
    let texts = sources.lines(&covered.file)?;
    let lines = texts.iter().enumerate().map(|(at, text)| {
        let line = at as u32 + 1;
        let counts = u16::try_from(line).ok().and_then(|line| covered.lines.get(&line));
        CoveredLine { line, text: text.clone(), covered: counts.map(|of| ran(of.covered, of.missed)) }
    });
    Some(Block::Coverage { title: "What the tests run".into(), file: covered.file.clone(), lines: lines.collect() })
}

fn ran(covered: u64, missed: u64) -> LineCoverage {
    match (covered, missed) {
        (0, _) => LineCoverage::Missed,
        (_, 0) => LineCoverage::Covered,
        _ => LineCoverage::Partly,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::embedded_in;
    use bytecode::DottedName;
    use std::collections::BTreeMap;
    use testgen::trial::LineCounts;

    #[test]
    fn lines_have_what_ran_of_them() {
        let counts = [(1, (3, 0)), (2, (1, 2)), (4, (0, 2))];
        let lines: BTreeMap<u16, LineCounts> =
            counts.into_iter().map(|(line, (covered, missed))| (line, LineCounts { covered, missed })).collect();
        let row = TestedClass {
            class: DottedName::new("shop.</script>"),
            sources: vec![SourceCoverage { file: "shop/Till.java".into(), lines }],
            ..TestedClass::default()
        };
        let page = tested_html(&[&row], |name| (name == "shop/Till.java").then(|| "a\nb\nc\nd\n".into()));
        let entries = &embedded_in(&page)["entries"];
        assert_eq!(entries[1]["title"], "shop.</script>");
        let blocks = entries[1]["blocks"].as_array().unwrap();
        let block = blocks.iter().find(|block| block["block"] == "coverage").unwrap();
        let told: Vec<&str> =
            block["lines"].as_array().unwrap().iter().map(|line| line["covered"].as_str().unwrap_or("-")).collect();
        assert_eq!(told, ["covered", "partly", "-", "missed"]);
    }
}
