//! What is said about the rows of a run, as Markdown: a table of the suites, reasons of UNKNOWN, wrong answers, and what
//! changed since an earlier run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::row::{Mark, Row};
use crate::verify::task::Property;

const REASONS_SHOWN: usize = 25;
/// Proofs that take longer are told apart.
const SOON_SECONDS: f64 = 2.0;

pub fn report(rows: &[Row]) -> String {
    format!("{}\n{}\n{}\n{}\n{}", suites(rows), proofs(rows), reasons(rows), refused(rows), wrong(rows))
}

/// How many answers rest on proofs without a bound, and how soon they are there.
fn proofs(rows: &[Row]) -> String {
    let proved: Vec<f64> = rows.iter().filter_map(|row| row.proved).collect();
    let soon = proved.iter().filter(|seconds| **seconds <= SOON_SECONDS).count();
    format!("TRUE by proofs without a bound: {}, {soon} of them within {SOON_SECONDS} s.\n", proved.len())
}

pub fn suites(rows: &[Row]) -> String {
    let mut groups: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in rows {
        groups.entry(row.suite()).or_default().push(row);
    }
    let heads = ["suite", "verdicts"].map(String::from).into_iter();
    let heads = heads.chain(Mark::ALL.map(|mark| mark.to_string()));
    let heads = heads.chain(["points", "of", "median s", "peak MB"].map(String::from));
    let mut lines = vec![heads.collect()];
    lines.extend(groups.iter().map(|(suite, rows)| line(suite, rows)));
    lines.push(line("total", &rows.iter().collect::<Vec<_>>()));
    markdown(&lines)
}

fn line(name: &str, rows: &[&Row]) -> Vec<String> {
    let mut cells = vec![name.to_string(), rows.len().to_string()];
    cells.extend(Mark::ALL.map(|mark| rows.iter().filter(|row| row.mark() == mark).count().to_string()));
    cells.push(points(rows.iter().copied()).to_string());
    cells.push(rows.iter().map(|row| if row.expected { 2 } else { 1 }).sum::<i64>().to_string());
    cells.push(median_of_correct(rows.iter().copied()).map_or("".into(), |seconds| format!("{seconds:.2}")));
    cells.push(rows.iter().map(|row| row.megabytes).max().unwrap_or(0).to_string());
    cells
}

pub fn points<'a>(rows: impl Iterator<Item = &'a Row>) -> i64 {
    rows.map(|row| row.mark().points()).sum()
}

pub fn median_of_correct<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<f64> {
    let mut seconds: Vec<f64> = rows.filter(|row| row.mark().is_correct()).map(|row| row.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).copied()
}

/// The most frequent reasons, numbers in them made equal.
fn reasons(rows: &[Row]) -> String {
    let mut reasons: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.mark() == Mark::Unknown) {
        reasons.entry(normalised(row.reason())).or_default().push(row);
    }
    let mut reasons: Vec<(String, Vec<&Row>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    let different = reasons.len();
    let mut lines = vec![["verdicts", "tasks", "reason of UNKNOWN", "for example"].map(String::from).to_vec()];
    for (reason, rows) in reasons.into_iter().take(REASONS_SHOWN) {
        let tasks: BTreeSet<&str> = rows.iter().map(|row| row.task.as_str()).collect();
        let example = rows[0].task.clone();
        lines.push(vec![rows.len().to_string(), tasks.len().to_string(), reason.replace('|', "\\|"), example]);
    }
    match different {
        0 => "No UNKNOWN.\n".into(),
        1..=REASONS_SHOWN => markdown(&lines),
        _ => format!("{}\n{} further reasons.\n", markdown(&lines), different - REASONS_SHOWN),
    }
}

/// Candidates that the JVM did not confirm, by cause.
fn refused(rows: &[Row]) -> String {
    let mut causes: BTreeMap<String, (u64, BTreeSet<&str>)> = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.refused.is_empty()) {
        for cause in row.refused.split("; ") {
            let (cause, count) = counted(cause);
            let entry = causes.entry(normalised(cause)).or_default();
            entry.0 += count;
            entry.1.insert(&row.task);
        }
    }
    if causes.is_empty() {
        return "The JVM confirmed every candidate.\n".into();
    }
    let mut lines = vec![["candidates", "tasks", "not confirmed", "for example"].map(String::from).to_vec()];
    for (cause, (count, tasks)) in causes {
        let example = tasks.first().map_or_else(String::new, |task| task.to_string());
        lines.push(vec![count.to_string(), tasks.len().to_string(), cause.replace('|', "\\|"), example]);
    }
    markdown(&lines)
}

/// `cause (N times)`
fn counted(text: &str) -> (&str, u64) {
    let parts = text.strip_suffix(" times)").and_then(|text| text.rsplit_once(" ("));
    parts.and_then(|(cause, count)| Some((cause, count.parse().ok()?))).unwrap_or((text, 1))
}

fn normalised(reason: &str) -> String {
    let mut text = String::new();
    for c in reason.chars() {
        match c {
            c if !c.is_ascii_digit() => text.push(c),
            _ if text.ends_with('N') => {}
            _ => text.push('N'),
        }
    }
    text
}

fn wrong(rows: &[Row]) -> String {
    let wrong: Vec<&Row> = rows.iter().filter(|row| row.mark().is_wrong()).collect();
    let mut text = format!("Wrong answers: {}.\n", wrong.len());
    for row in wrong {
        let _ = writeln!(text, "- {} {}: {}", row.task, row.property.name(), row.mark());
    }
    text
}

/// What got better and what worse since the old run, on what both have.
pub fn changes(old: &[Row], new: &[Row]) -> String {
    let old: BTreeMap<(&str, Property), &Row> = old.iter().map(|row| (row.key(), row)).collect();
    let both: Vec<(&Row, &Row)> = new.iter().filter_map(|row| Some((*old.get(&row.key())?, row))).collect();
    let mut text = String::new();
    for (word, is_so) in [("Worse", is_worse as fn(&Row, &Row) -> bool), ("Better", |old, new| is_worse(new, old))] {
        let changed: Vec<_> = both.iter().filter(|(old, new)| is_so(old, new)).collect();
        let _ = writeln!(text, "{word}: {}.", changed.len());
        for (old, new) in changed {
            let _ = writeln!(text, "- {} {}: {} -> {}", new.task, new.property.name(), told(old), told(new));
        }
    }
    let (before, after) = (both.iter().map(|(old, _)| *old), both.iter().map(|(_, new)| *new));
    let (points_before, points_after) = (points(before), points(after));
    let _ = writeln!(text, "Points on the {} common verdicts: {points_before} -> {points_after}.", both.len());
    let correct_twice = || both.iter().filter(|(old, new)| old.mark().is_correct() && new.mark().is_correct());
    let before: f64 = correct_twice().map(|(old, _)| old.seconds).sum();
    let after: f64 = correct_twice().map(|(_, new)| new.seconds).sum();
    let _ = writeln!(
        text,
        "Seconds on the {} verdicts correct in both: {before:.1} -> {after:.1}.",
        correct_twice().count()
    );
    text
}

fn is_worse(old: &Row, new: &Row) -> bool {
    old.expected == new.expected && new.mark() < old.mark()
}

fn told(row: &Row) -> String {
    match row.mark() {
        Mark::Unknown => format!("unknown ({})", row.reason()),
        mark => mark.to_string(),
    }
}

/// A table with its columns in line: words to the left, numbers to the right.
fn markdown(lines: &[Vec<String>]) -> String {
    let columns = lines[0].len();
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0).max(4);
    let is_number = |column: usize| {
        lines[1..].iter().all(|line| line[column].chars().all(|c| c.is_ascii_digit() || "-.".contains(c)))
    };
    let mut text = String::new();
    for (index, line) in lines.iter().enumerate() {
        for (column, cell) in line.iter().enumerate() {
            let width = width(column);
            let _ = match is_number(column) {
                true => write!(text, "| {cell:>width$} "),
                false => write!(text, "| {cell:<width$} "),
            };
        }
        text += "|\n";
        if index == 0 {
            for column in 0..columns {
                let dashes = "-".repeat(width(column) - 1);
                text += &if is_number(column) { format!("| {dashes}: ") } else { format!("| -{dashes} ") };
            }
            text += "|\n";
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::Answer;

    fn row(task: &str, expected: bool, answer: Answer, seconds: f64) -> Row {
        Row {
            task: task.into(),
            property: Property::Assert,
            expected,
            answer,
            seconds,
            megabytes: 100,
            refused: String::new(),
            proved: None,
        }
    }

    fn rows() -> Vec<Row> {
        vec![
            row("a/1", true, Answer::True, 1.0),
            row("a/2", false, Answer::False, 3.0),
            row("a/3", false, Answer::True, 0.1),
            row("b/4", true, Answer::False, 0.1),
            row("b/5", true, Answer::Unknown("depth 10".into()), 20.0),
            row("b/6", true, Answer::Unknown("depth 250".into()), 20.0),
        ]
    }

    #[test]
    fn every_suite_and_the_total_are_scored() {
        let expected = "\
| suite | verdicts | correct true | correct false | wrong true | wrong false | unknown | points |   of | median s | peak MB |
| ----- | -------: | -----------: | ------------: | ---------: | ----------: | ------: | -----: | ---: | -------: | ------: |
| a     |        3 |            1 |             1 |          1 |           0 |       0 |    -29 |    4 |     3.00 |     100 |
| b     |        3 |            0 |             0 |          0 |           1 |       2 |    -16 |    6 |          |     100 |
| total |        6 |            1 |             1 |          1 |           1 |       2 |    -45 |   10 |     3.00 |     100 |
";
        assert_eq!(suites(&rows()), expected);
    }

    #[test]
    fn reasons_are_counted_without_their_numbers() {
        assert!(reasons(&rows()).contains("|        2 |     2 | depth N "), "{}", reasons(&rows()));
    }

    #[test]
    fn changes_name_both_directions() {
        let mut new = rows();
        new[0].answer = Answer::Unknown("time".into());
        new[2].answer = Answer::False;
        let text = changes(&rows(), &new);
        assert!(text.contains("Worse: 1.\n- a/1 assert: correct true -> unknown (time)\n"), "{text}");
        assert!(text.contains("Better: 1.\n- a/3 assert: wrong true -> correct false\n"), "{text}");
        assert!(text.contains("Points on the 6 common verdicts: -45 -> -14."), "{text}");
    }
}
