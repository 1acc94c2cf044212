//! The order in which threads went, as a table with a column for each thread.

use explore::{Schedule, ThreadTurn};

/// Threads that have columns of their own; more do not fit beside each other.
const MOST_COLUMNS: usize = 4;

/// A line for each turn, the names of the threads above.
pub(crate) fn table(schedule: &Schedule) -> Vec<String> {
    if schedule.threads.len() > MOST_COLUMNS {
        let width = schedule.threads.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let line = |turn: &ThreadTurn| format!("{:width$}  {}", name(schedule, turn), told(turn));
        return turns(schedule).map(line).collect();
    }
    let (head, rows) = columns(schedule);
    let lines = || std::iter::once(&head).chain(&rows);
    let width = |column: usize| lines().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let padded = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        cells.collect::<Vec<String>>().join(" | ").trim_end().to_string()
    };
    lines().map(padded).collect()
}

/// The names of the threads, and for each turn a row whose other cells are empty.
pub(crate) fn columns(schedule: &Schedule) -> (Vec<String>, Vec<Vec<String>>) {
    let row = |turn: &ThreadTurn| {
        let cell = |thread: usize| if turn.thread as usize == thread { told(turn) } else { String::new() };
        (0..schedule.threads.len()).map(cell).collect()
    };
    (schedule.threads.clone(), turns(schedule).map(row).collect())
}

fn turns(schedule: &Schedule) -> impl Iterator<Item = &ThreadTurn> {
    schedule.turns.iter().filter(|turn| turn.what != BEGINS)
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
