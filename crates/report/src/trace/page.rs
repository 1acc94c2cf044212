//! `jacana run --explore --html FILE`: the inputs that were kept, how they ended, and the branches on symbolic data with the sides that were taken.

use crate::page::entries::{Block, Cell, CoveredLine, Entries, Entry, Kind, LineCoverage, page};
use crate::page::{Head, made_by};
use crate::source::{Input, Place, Sources};
use crate::visible::shortened;
use explore::follow::{self, Ending, Figures, Seed, Seen};
use replay::{InputValue, SourceLine};
use std::collections::{BTreeMap, BTreeSet};
use testgen::java::literal;

/// Letters of a value, as the page shows them.
const LONGEST: usize = 2000;

/// A finished search over the inputs of a program.
pub struct Explored<'a> {
    pub main_class: &'a str,
    pub jdk: &'a str,
    pub seconds: f64,
    pub figures: &'a Figures,
    /// In the order in which they were found.
    pub kept: &'a [Seed],
    pub sides: &'a SidesTaken,
    /// Names of what is symbolic: properties and files.
    pub properties: &'a [String],
    pub files: &'a [String],
}

/// Branches on symbolic data by their lines, and the sides that were taken.
#[derive(Clone, Debug, Default)]
pub struct SidesTaken {
    lines: BTreeMap<String, BTreeMap<u32, Sides>>,
}

#[derive(Clone, Debug, Default)]
struct Sides {
    taken: BTreeSet<u64>,
    all: BTreeSet<u64>,
}

impl SidesTaken {
    /// One side of a branch was taken; `other` is not there if it has more than two.
    pub fn add(&mut self, at: &SourceLine, taken: u64, other: Option<u64>) {
        let place = Place::of(at);
        let sides = self.lines.entry(place.file).or_default().entry(place.line).or_default();
        sides.taken.insert(taken);
        sides.all.extend([Some(taken), other].into_iter().flatten());
    }
}

/// `read` answers with the text of a source: `com/example/Main.java`.
pub fn explored_html(explored: &Explored, read: impl FnMut(&str) -> Option<String>) -> String {
    let places: Vec<Place> = explored.sides.lines.keys().map(|file| Place::whole(file)).collect();
    let sources = Sources::read(places.iter(), read);
    let mut entries = vec![search(explored, &sources)];
    entries.extend(explored.kept.iter().map(|seed| kept(explored, seed)));
    let Figures { runs, kept, branches, .. } = explored.figures;
    let head = Head {
        command: "run --explore",
        subject: explored.main_class.to_string(),
        figures: format!("{runs} runs, {kept} inputs kept, {branches} sides of branches"),
        about: vec![made_by(explored.jdk, Some(explored.seconds))],
        notes: Vec::new(),
    };
    let kinds = &[Kind::Figures, Kind::Bug, Kind::Unknown, Kind::Kept];
    page(&Entries { head, name: ["input", "inputs"], kinds, entries }, &sources)
}

fn search(explored: &Explored, sources: &Sources) -> Entry {
    let figures = explored.figures;
    let rows = [
        ("runs", figures.runs),
        ("inputs kept", figures.kept),
        ("sides of branches on symbolic data", figures.branches),
        ("conditions turned around and solved", figures.solved),
        ("unsatisfiable", figures.unsatisfiable),
        ("not decided", figures.unknown),
        ("went elsewhere than predicted", figures.divergences),
        ("the same, on lost values", figures.imprecise_divergences),
        ("kept inputs that took the same branches on java", figures.confirmed),
        ("kept inputs that went elsewhere on java", figures.refuted),
        ("kept inputs seen by the interpreter only", figures.unconfirmed),
    ];
    let counted = |title: &str, rows: Vec<(&str, u64)>| {
        let rows = rows.into_iter().map(|(what, count)| vec![Cell::text(what), Cell::figure(count)]);
        Block::Table { title: title.into(), head: Vec::new(), rows: rows.collect() }
    };
    let counts = |of: &'_ BTreeMap<String, u64>| -> Vec<(String, u64)> {
        of.iter().map(|(what, count)| (what.clone(), *count)).collect()
    };
    let mut blocks = vec![counted("Search", rows.to_vec())];
    for (title, of) in [("Exceptions", &figures.exceptions), ("The interpreter only", &figures.reasons)] {
        let counts = counts(of);
        if !counts.is_empty() {
            blocks.push(counted(title, counts.iter().map(|(what, count)| (what.as_str(), *count)).collect()));
        }
    }
    let elsewhere: Vec<String> =
        figures.elsewhere.iter().map(|(name, place)| format!("{name}: java went elsewhere {place}")).collect();
    if !elsewhere.is_empty() {
        blocks.push(Block::Lines { title: "Went elsewhere on java".into(), lines: elsewhere });
    }
    blocks.extend(explored.sides.lines.iter().filter_map(|(file, sides)| coverage(file, sides, sources)));
    let about = vec![format!("{} runs", figures.runs), format!("{} inputs kept", figures.kept)];
    Entry { key: "search".into(), kind: Kind::Figures, title: "The search".into(), about, blocks }
}

/// The source with its branches on symbolic data, if it is there.
fn coverage(file: &str, sides: &BTreeMap<u32, Sides>, sources: &Sources) -> Option<Block> {
    let lines = sources.lines(file)?.iter().enumerate().map(|(at, text)| {
        let line = at as u32 + 1;
        let covered = sides.get(&line).map(|sides| match sides.taken.len() == sides.all.len() {
            true => LineCoverage::Covered,
            false => LineCoverage::Partly,
        });
        CoveredLine { line, text: text.clone(), covered }
    });
    let title = "Branches on symbolic data: green where all sides were taken".into();
    Some(Block::Coverage { title, file: file.into(), lines: lines.collect() })
}

fn kept(explored: &Explored, seed: &Seed) -> Entry {
    let (kind, ending) = match &seed.ending {
        Some(Ending::Threw(exception)) => (Kind::Bug, format!("throws {exception}")),
        Some(Ending::Stopped(why)) => (Kind::Unknown, format!("not followed to its end: {why}")),
        Some(Ending::Exited(code)) => (Kind::Kept, format!("exits with {code}")),
        None => (Kind::Unknown, "not run".into()),
    };
    let seen = seed.seen.as_ref().map_or("the interpreter only".into(), |seen: &Seen| format!("java {seen}"));
    let mut blocks = vec![
        Block::Inputs { title: "Input".into(), inputs: inputs(explored, &seed.input) },
        Block::Words { title: "On java".into(), lines: vec![seen.clone()] },
    ];
    if let Some(origin) = &seed.origin {
        let parent = if origin.parent.is_empty() { "an input that was not kept" } else { &origin.parent };
        let made = format!("Made of {parent}, by turning around the condition at {}.", origin.place);
        blocks.push(Block::Words { title: "Origin".into(), lines: vec![made] });
    }
    Entry { key: seed.name.clone(), kind, title: format!("{}: {ending}", seed.name), about: vec![seen], blocks }
}

fn inputs(explored: &Explored, input: &follow::Input) -> Vec<Input> {
    let told = |name: String, text: &str| {
        let units = text.encode_utf16().collect();
        Input { name, value: shortened(&literal(&InputValue::Text(units)), LONGEST) }
    };
    let bytes = |name: &str, bytes: &[u8]| told(name.into(), &String::from_utf8_lossy(bytes));
    let arguments = input.arguments.iter().enumerate().map(|(at, text)| told(format!("args[{at}]"), text));
    let properties = explored.properties.iter().zip(&input.properties).map(|(name, text)| told(name.clone(), text));
    let given = input.given.iter().enumerate().map(|(at, text)| told(format!("input {at}"), text));
    let standard = (!input.standard.is_empty()).then(|| bytes("standard input", &input.standard));
    let files = explored.files.iter().zip(&input.files).map(|(name, contents)| bytes(name, contents));
    arguments.chain(properties).chain(given).chain(standard).chain(files).collect()
}
