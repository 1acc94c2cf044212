//! Colours of the terminal, or none.

use crate::scan::Importance;

/// Whether the text carries ANSI colour codes. The caller knows whether it goes to a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    Always,
    Never,
}

/// What a piece of text is, which decides its colour.
#[derive(Clone, Copy)]
pub(super) enum Ink {
    Of(Importance),
    /// Headlines.
    Strong,
    /// Line numbers, arrows and bars around the source.
    Margin,
    /// What was left out, and what is known already.
    Faint,
}

impl Colour {
    pub(super) fn paint(self, ink: Ink, text: &str) -> String {
        match self {
            Colour::Never => text.to_string(),
            Colour::Always => format!("\u{1b}[{}m{text}\u{1b}[0m", codes(ink)),
        }
    }
}

/// Parameters of ECMA-48 "select graphic rendition".
fn codes(ink: Ink) -> &'static str {
    match ink {
        Ink::Of(Importance::Bug) => "1;31",
        Ink::Of(Importance::Likely) => "1;33",
        Ink::Of(Importance::Possible) => "1;36",
        Ink::Strong => "1",
        Ink::Margin => "1;34",
        Ink::Faint => "2",
    }
}
