//! A few lines of source with their numbers, and carets under the line of a finding.

use super::colour::{Colour, Ink};
use crate::scan::{Finding, Place, Sources};
use crate::visible::{shortened, visible};
use std::ops::RangeInclusive;

const LINES_BEFORE: u32 = 2;
const LINES_AFTER: u32 = 1;
const TAB: &str = "    ";
/// Longer lines are most likely generated.
const MAX_LINE_CHARS: usize = 160;

/// The arrow with the place, then the source if it is there. `margin` is the width of the line numbers.
pub(super) fn excerpt(finding: &Finding, place: &Place, sources: &Sources, margin: usize, colour: Colour) -> String {
    let bar = |number: &str| colour.paint(Ink::Margin, &format!("{number:>margin$} |"));
    let mut text =
        format!("{:margin$}{} {}:{}\n", "", colour.paint(Ink::Margin, "-->"), visible(&place.file), place.line);
    let lines = sources.around(place, LINES_BEFORE, LINES_AFTER);
    if lines.is_empty() {
        return text;
    }
    text += &format!("{}\n", bar(""));
    for (number, line) in lines {
        let line = shortened(&visible(&line.replace('\t', TAB)), MAX_LINE_CHARS);
        let line = line.trim_end();
        let space = if line.is_empty() { "" } else { " " };
        text += &format!("{}{space}{line}\n", bar(&number.to_string()));
        if number == place.line && !line.is_empty() {
            let carets = "^".repeat(columns(line.trim_start()));
            let indent = line.len() - line.trim_start().len();
            text += &format!("{} {:indent$}{}\n", bar(""), "", colour.paint(Ink::Of(finding.importance), &carets));
        }
    }
    text + &format!("{}\n", bar(""))
}

/// The width of the line numbers of an excerpt.
pub(super) fn margin(place: Option<&Place>) -> usize {
    place.map_or(1, |place| place.line.saturating_add(LINES_AFTER).to_string().len())
}

/// Code points of Chinese, Japanese, Korean and emoji, which take two columns of a terminal.
const WIDE: &[RangeInclusive<char>] = &[
    '\u{1100}'..='\u{115f}',
    '\u{2e80}'..='\u{a4cf}',
    '\u{ac00}'..='\u{d7a3}',
    '\u{f900}'..='\u{faff}',
    '\u{fe30}'..='\u{fe6f}',
    '\u{ff00}'..='\u{ff60}',
    '\u{ffe0}'..='\u{ffe6}',
    '\u{1f300}'..='\u{1faff}',
    '\u{20000}'..='\u{3fffd}',
];

fn columns(text: &str) -> usize {
    text.chars().map(|c| if WIDE.iter().any(|range| range.contains(&c)) { 2 } else { 1 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::examples::{finding, place, scan};

    fn shown(source: &str, line: u32) -> String {
        let scan = scan(vec![finding()]);
        let sources = scan.sources(|_| Some(source.into()));
        excerpt(&finding(), &place(line), &sources, 1, Colour::Never)
    }

    #[test]
    fn carets_stand_under_the_text_of_the_line() {
        let text = shown("\tint 漢 = 1;  \n\n", 1);
        assert_eq!(
            text,
            " --> src/main/java/shop/Account.java:1\n  |\n1 |     int 漢 = 1;\n  |     ^^^^^^^^^^^\n2 |\n  |\n"
        );
    }

    #[test]
    fn sources_do_not_steer_the_terminal() {
        assert!(shown("a \u{1b}[31m\u{202e}", 1).contains("1 | a \\u001b[31m\\u202e\n"));
    }

    #[test]
    fn without_the_line_only_the_place_is_told() {
        assert_eq!(shown("one line", 7), " --> src/main/java/shop/Account.java:7\n");
    }
}
