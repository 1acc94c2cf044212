//! The order in which threads went, as a table with a column for each thread.

use explore::{Schedule, ThreadTurn};

/// Threads that have columns of their own; more do not fit beside each other.
const MOST_COLUMNS: usize = 4;

/// A line for each turn, the names of the threads above.
pub(crate) fn table(schedule: &Schedule) -> Vec<String> {
    let turns: Vec<&ThreadTurn> = schedule.turns.iter().filter(|turn| turn.what != BEGINS).collect();
    if schedule.threads.len() > MOST_COLUMNS {
        let width = schedule.threads.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let line = |turn: &&ThreadTurn| format!("{:width$}  {}", name(schedule, turn), told(turn));
        return turns.iter().map(line).collect();
    }
    let widths: Vec<usize> = (0..schedule.threads.len())
        .map(|thread| {
            let own = turns.iter().filter(|turn| turn.thread as usize == thread).map(|turn| told(turn).chars().count());
            own.chain([schedule.threads[thread].chars().count()]).max().unwrap_or(0)
        })
        .collect();
    let row = |cells: Vec<String>| {
        let padded = cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        padded.collect::<Vec<String>>().join(" | ").trim_end().to_string()
    };
    let mut lines = vec![row(schedule.threads.clone())];
    lines.extend(turns.iter().map(|turn| {
        let cell = |thread: usize| if turn.thread as usize == thread { told(turn) } else { String::new() };
        row((0..schedule.threads.len()).map(cell).collect())
    }));
    lines
}

/// What every thread does first.
const BEGINS: &str = "begins";

fn name<'s>(schedule: &'s Schedule, turn: &ThreadTurn) -> &'s str {
    schedule.threads.get(turn.thread as usize).map_or("", String::as_str)
}

fn told(turn: &ThreadTurn) -> String {
    match &turn.place {
        Some(at) => format!("{}:{} {}", at.file, at.line, turn.what),
        None => turn.what.clone(),
    }
}
