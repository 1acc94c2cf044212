//! Generated text. Each part remembers the clause that it was made of, so that errors of javac can be told of clauses.

use crate::source::SourceFile;
use crate::translate::CONTRACT;
use crate::{Generated, Span};
use std::ops::Range;

/// Generated text, with the clause that each part was made of.
#[derive(Default)]
pub struct Text {
    pub(super) text: String,
    pub(super) parts: Vec<(Range<usize>, usize)>,
}

impl Text {
    pub fn say(&mut self, text: &str) {
        self.text += text;
    }

    pub fn of_clause(&mut self, clause: usize, text: &str) {
        let start = self.text.len();
        self.text += text;
        self.parts.push((start..self.text.len(), clause));
    }
}

pub fn append(text: &mut Text, more: Text) {
    let start = text.text.len();
    text.text += &more.text;
    text.parts.extend(more.parts.into_iter().map(|(range, clause)| (range.start + start..range.end + start, clause)));
}

pub(super) fn demand(text: &mut Text, clause: usize, java: &str) {
    text.say(&format!(" {CONTRACT}.demand("));
    text.of_clause(clause, java);
    text.say(&format!(", {clause});"));
}

/// What becomes of a place in the source.
pub struct Edit {
    pub at: usize,
    /// How many bytes go; their line breaks stay.
    pub removed: usize,
    pub text: Text,
}

impl Edit {
    pub fn insert(at: usize, text: Text) -> Edit {
        Edit { at, removed: 0, text }
    }

    pub fn insert_plain(at: usize, text: impl Into<String>) -> Edit {
        Edit::insert(at, Text { text: text.into(), parts: Vec::new() })
    }
}

/// The source with what was generated, each at its place.
pub(super) fn edited(number: usize, file: &SourceFile, edits: Vec<Edit>) -> Generated {
    let mut generated = Generated { source: number, text: String::new(), spans: Vec::new() };
    let mut from = 0;
    for Edit { at, removed, text: added } in edits {
        generated.text += &file.text[from..at];
        let start = generated.text.rfind('\n').map_or(0, |newline| newline + 1);
        let column = generated.text.len() - start;
        for (range, clause) in added.parts {
            let columns = range.start + column..range.end + column;
            generated.spans.push(Span { line: file.line(at), columns, clause });
        }
        generated.text += &added.text;
        from = at + removed;
        generated.text.extend(file.text[at..from].chars().filter(|&c| c == '\n'));
    }
    generated.text += &file.text[from..];
    generated
}
