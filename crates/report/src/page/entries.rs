//! Pages whose items are made of the same few blocks: what `verify`, `test`, `run --explore` and `model-check` say.

use super::{Head, LINES_AROUND_PLACE, LINES_AROUND_STEP, Parts, excerpts, html};
use crate::source::{CodeStep, Frame, Input, Place, Sources};
use serde::Serialize;
use serde_json::Value;

/// What blocks need on a page.
pub(crate) const BLOCK_STYLES: &str = include_str!("heap.css");
pub(crate) const BLOCK_SCRIPTS: [&str; 2] = [include_str!("heap.js"), include_str!("blocks.js")];

const PARTS: Parts =
    Parts { styles: &[BLOCK_STYLES], scripts: &[BLOCK_SCRIPTS[0], BLOCK_SCRIPTS[1], include_str!("entries.js")] };

/// A page of entries.
pub(crate) struct Entries {
    pub head: Head,
    /// What one of them is, and several: `class`, `classes`.
    pub name: [&'static str; 2],
    /// The kinds of entries, in the order of the filter.
    pub kinds: &'static [Kind],
    pub entries: Vec<Entry>,
}

/// What an entry is about: its colour, and a word for the filter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Violated,
    Unknown,
    Holds,
    Bug,
    Skipped,
    Tested,
    Kept,
    Figures,
}

/// A row of the list, and what is shown when it is open.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    /// Its address in the page: no two have the same.
    pub key: String,
    pub kind: Kind,
    pub title: String,
    /// Below the title.
    pub about: Vec<String>,
    pub blocks: Vec<Block>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "block", rename_all = "snake_case")]
pub(crate) enum Block {
    /// Paragraphs.
    Words {
        title: String,
        lines: Vec<String>,
    },
    /// Output of programs, conditions and the like.
    Lines {
        title: String,
        lines: Vec<String>,
    },
    Table {
        title: String,
        head: Vec<String>,
        rows: Vec<Vec<Cell>>,
    },
    Inputs {
        title: String,
        inputs: Vec<Input>,
    },
    /// Lines of sources with what held there, what is said of them, and one that matters most.
    Code {
        title: String,
        here: Option<Place>,
        steps: Vec<CodeStep>,
        remarks: Vec<Remark>,
    },
    Stack {
        title: String,
        frames: Vec<Frame>,
    },
    /// As `heap::drawn` has it.
    Heap {
        title: String,
        heap: Value,
    },
    /// Java that can be copied.
    Java {
        title: String,
        name: String,
        java: String,
    },
    /// A whole source with what ran of each line.
    Coverage {
        title: String,
        file: String,
        lines: Vec<CoveredLine>,
    },
}

/// What is said of a line.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Remark {
    pub place: Place,
    pub text: String,
}

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Cell {
    Text(String),
    Figure {
        figure: String,
    },
    /// To a file beside the page.
    Link {
        text: String,
        link: String,
    },
}

#[derive(Clone, Debug, Serialize)]
pub(crate) struct CoveredLine {
    pub line: u32,
    pub text: String,
    pub covered: Option<LineCoverage>,
}

/// How much of a line ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LineCoverage {
    Covered,
    Partly,
    Missed,
}

impl Entries {
    /// Every line of source that is referred to.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        self.entries.iter().flat_map(Entry::places).map(|(place, _)| place)
    }
}

impl Entry {
    /// Lines of source that it refers to, and how many around each are shown.
    pub(crate) fn places(&self) -> Vec<(&Place, u32)> {
        self.blocks.iter().flat_map(Block::places).collect()
    }
}

impl Cell {
    pub(crate) fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    pub(crate) fn figure(figure: impl ToString) -> Cell {
        Cell::Figure { figure: figure.to_string() }
    }
}

impl Block {
    fn places(&self) -> Vec<(&Place, u32)> {
        match self {
            Block::Code { here, steps, remarks, .. } => {
                let here = here.iter().map(|place| (place, LINES_AROUND_PLACE));
                let others = steps.iter().map(|step| &step.place).chain(remarks.iter().map(|remark| &remark.place));
                here.chain(others.map(|place| (place, LINES_AROUND_STEP))).collect()
            }
            Block::Stack { frames, .. } => {
                frames.iter().filter_map(|frame| Some((frame.place.as_ref()?, LINES_AROUND_STEP))).collect()
            }
            Block::Words { .. }
            | Block::Lines { .. }
            | Block::Table { .. }
            | Block::Inputs { .. }
            | Block::Heap { .. }
            | Block::Java { .. }
            | Block::Coverage { .. } => Vec::new(),
        }
    }
}

pub(crate) fn page(entries: &Entries, sources: &Sources) -> String {
    let sources = excerpts(entries.entries.iter().flat_map(Entry::places), sources);
    html(
        &entries.head,
        &PARTS,
        [
            ("name", json(entries.name)),
            ("kinds", json(entries.kinds)),
            ("entries", json(&entries.entries)),
            ("sources", sources),
        ],
    )
}

fn json(value: impl Serialize) -> Value {
    serde_json::to_value(value).expect("texts and numbers are JSON")
}
