//! The parts of a followed run as a table.

use explore::follow::Part;
use std::fmt::Write;

/// Classes that have a row of their own: so many with the most instructions, and so many with the most on symbolic data.
const ROWS: usize = 10;

/// Lines for `run --stats`.
pub fn parts_text(parts: &[Part]) -> String {
    let all: u64 = parts.iter().map(|part| part.spent.instructions).sum();
    let reached = parts.iter().filter(|part| part.spent.symbolic > 0);
    let free: u64 = parts.iter().filter(|part| part.spent.symbolic == 0).map(|part| part.spent.instructions).sum();
    let mut text = format!(
        "symbolic data reached {} of {} classes; {:.1}% of the instructions are in the others\n",
        reached.count(),
        parts.len(),
        100.0 * free as f64 / all.max(1) as f64
    );
    let mut by_symbols: Vec<usize> = (0..parts.len()).filter(|&at| parts[at].spent.symbolic > 0).collect();
    by_symbols.sort_by_key(|&at| std::cmp::Reverse(parts[at].spent.symbolic));
    let shown: std::collections::BTreeSet<usize> =
        (0..parts.len().min(ROWS)).chain(by_symbols.into_iter().take(ROWS)).collect();
    let _ = writeln!(text, "  instructions    on symbols   seconds in those   class");
    for &at in &shown {
        let part = &parts[at];
        let _ = writeln!(
            text,
            "{:14} {:13} {:18.3}   {}{}",
            part.spent.instructions,
            part.spent.symbolic,
            part.spent.time.as_secs_f64(),
            part.class,
            if part.library { " (library)" } else { "" }
        );
    }
    if parts.len() > shown.len() {
        let _ = writeln!(text, "  and {} other classes", parts.len() - shown.len());
    }
    text
}
