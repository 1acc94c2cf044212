//! What a search over inputs found, and what `java` did with them.

use explore::follow::{Figures, Seen};
use std::fmt::Write;

/// The lines at the end of `run --explore`.
pub fn search_summary(figures: &Figures) -> String {
    let mut text = format!(
        "runs: {}, inputs kept: {}, branches: {}, solved: {}, unsatisfiable: {}, unknown: {}, divergences: {} ({} on lost values)\n",
        figures.runs,
        figures.kept,
        figures.branches,
        figures.solved,
        figures.unsatisfiable,
        figures.unknown,
        figures.divergences + figures.imprecise_divergences,
        figures.imprecise_divergences,
    );
    let _ = writeln!(
        text,
        "jacana: inputs kept: {} took the same branches on java, {} went elsewhere there, {} seen by the interpreter only",
        figures.confirmed, figures.refuted, figures.unconfirmed
    );
    for (name, place) in &figures.elsewhere {
        let _ = writeln!(text, "  {name}: java went elsewhere {place}");
    }
    for (why, count) in &figures.reasons {
        let _ = writeln!(text, "  the interpreter only: {why}: {count}");
    }
    for (exception, count) in &figures.exceptions {
        let _ = writeln!(text, "  {exception}: {count}");
    }
    text
}

/// What is said of an input that `run --same-path` found; nothing was seen of one that leaves the path in the interpreter.
pub fn same_path_verdict(seen: Option<&Seen>) -> String {
    match seen {
        None => "takes another path, not kept".into(),
        Some(Seen::Elsewhere(place)) => format!("takes another path on java {place}, not kept"),
        Some(Seen::Unknown(why)) => format!("takes the same path, as the interpreter alone says ({why})"),
        Some(same @ Seen::Same { .. }) => format!("takes the same path, java {same}"),
    }
}
