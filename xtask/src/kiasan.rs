//! `cargo xtask experiments kiasan`: Tables I and II of the Kiasan paper with subjects of our own (fixtures/check). Prints tables;
//! docs/internals/experiments/kiasan.md keeps them.

mod paper;

use std::num::NonZero;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use differential::check::{Answer, Subjects};

use paper::{Row, table_1, table_2};

const LEVELS: [&str; 3] = ["lazy", "lazier", "lazier#"];
const SIZES: [u32; 5] = [5, 6, 7, 8, 9];
/// Seconds for one method with one bound.
const TIME: &str = "120";

/// For the whole of Table II.
const MOST_SECONDS: f64 = 600.0;

/// Where ours must differ: the target, the bound, the paths with lazier#.
const CORRECTED: &[(&str, &str, u64)] = &[
    ("LeftistHeap.mergeApart", "--k 1", 5),
    ("LeftistHeap.mergeApart", "--k 2", 33),
    ("LeftistHeap.mergeApart", "--k 3", 587),
    ("BinarySearchTree.isEmpty", "--n 9", 6918),
    ("BinarySearchTree.findMin", "--n 9", 6918),
    ("BinarySearchTree.findMax", "--n 9", 6918),
    ("BinarySearchTree.find", "--n 9", 125476),
    ("BinarySearchTree.insert", "--n 9", 125476),
    ("BinarySearchTree.remove", "--n 9", 125476),
];

/// A check: target, bound and level.
type Job = (&'static str, String, &'static str);

struct Experiment {
    subjects: Subjects,
    /// Cells with lazier# on classes of ours that are not as they should be.
    wrong: Vec<String>,
}

/// Words select tables (`1`, `2`) and classes.
pub fn experiments(words: &[&str]) -> ExitCode {
    let (tables, classes): (Vec<&str>, Vec<&str>) = words.iter().partition(|word| ["1", "2"].contains(word));
    let chosen = |table: &str, class: &str| {
        (tables.is_empty() || tables.contains(&table)) && (classes.is_empty() || classes.contains(&class))
    };
    let mut experiment = Experiment { subjects: Subjects::new(), wrong: Vec::new() };
    experiment.first_table(&table_1().filter(|row| chosen("1", row.class)).collect::<Vec<Row>>());
    experiment.second_table(&table_2().filter(|row| chosen("2", row.class)).collect::<Vec<Row>>());
    for wrong in &experiment.wrong {
        println!("{wrong}");
    }
    if experiment.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Experiment {
    fn first_table(&mut self, rows: &[Row]) {
        let bounds = |row: &Row| (1..=row.cells.len()).map(|k| format!("--k {k}")).collect::<Vec<String>>();
        let jobs = rows.iter().flat_map(|row| {
            bounds(row).into_iter().flat_map(|bound| LEVELS.map(|level| (row.target, bound.clone(), level)))
        });
        let mut answers = self.check_all(jobs.collect()).into_iter();
        println!(
            "| class | method | k | paths in the paper: lazy, lazier, lazier# | ours | s in the paper | ours s | paper/ours |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
        for row in rows {
            for ((cell, bound), k) in row.cells.iter().zip(bounds(row)).zip(1..) {
                let answers: Vec<Option<Answer>> = answers.by_ref().take(LEVELS.len()).collect();
                let (paper, ours) = (joined(cell.paths.iter().map(u64::to_string)), joined(answers.iter().map(shown)));
                let (sharp, last) = (cell.paths[2], answers[2].as_ref());
                let times = times(cell.seconds, last);
                println!("| {} | {} | {k} | {paper} | {ours} | {:.1} | {times} |", row.class, row.method, cell.seconds);
                self.judge(row.target, &bound, sharp, last);
            }
        }
    }

    /// One row for all sizes.
    fn second_table(&mut self, rows: &[Row]) {
        let started = Instant::now();
        let bound = |n: u32| format!("--n {n}");
        let jobs = rows.iter().flat_map(|row| SIZES.map(|n| (row.target, bound(n), "lazier#")));
        let mut answers = self.check_all(jobs.collect()).into_iter();
        let took = started.elapsed().as_secs_f64();
        println!(
            "\n| class | method | target | paths in the paper | ours | s in the paper | ours s | paper/ours, n = 9 |"
        );
        println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
        let mut seconds = 0.0;
        for row in rows {
            let answers: Vec<Option<Answer>> = answers.by_ref().take(SIZES.len()).collect();
            for ((n, cell), answer) in SIZES.iter().zip(&row.cells).zip(&answers) {
                self.judge(row.target, &bound(*n), cell.paths[0], answer.as_ref());
            }
            let time = |answer: &Option<Answer>| answer.as_ref().map_or(0.0, |answer| answer.seconds);
            seconds += answers.iter().map(time).sum::<f64>();
            let last = answers.last().map_or(0.0, time);
            let paper = row.cells.last().map_or(0.0, |cell| cell.seconds);
            let ratio = if last >= 0.1 { format!("{:.1}", paper / last) } else { String::new() };
            let lists = [
                joined(row.cells.iter().map(|cell| cell.paths[0].to_string())),
                joined(answers.iter().map(shown)),
                joined(row.cells.iter().map(|cell| format!("{:.1}", cell.seconds))),
                joined(answers.iter().map(|answer| format!("{:.1}", time(answer)))),
            ];
            println!("| {} | {} | {} | {} | {ratio} |", row.class, row.method, row.target, lists.join(" | "));
        }
        if took > MOST_SECONDS {
            self.wrong.push(format!("Table II took more than {MOST_SECONDS} s"));
        }
        println!(
            "\nTable II took {took:.1} s, {} checks at a time; their times add up to {seconds:.1} s.",
            processes()
        );
    }

    /// As many at a time as there are processors.
    fn check_all(&self, jobs: Vec<Job>) -> Vec<Option<Answer>> {
        let answers: Vec<OnceLock<Option<Answer>>> = jobs.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..processes() {
                scope.spawn(|| {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some((target, bound, level)) = jobs.get(at) else { break };
                        answers[at].get_or_init(|| self.check(target, bound, level));
                    }
                });
            }
        });
        answers.into_iter().map(|answer| answer.into_inner().flatten()).collect()
    }

    fn check(&self, target: &str, bound: &str, level: &str) -> Option<Answer> {
        let mut options: Vec<&str> = bound.split(' ').collect();
        options.extend(["--init", level, "--time", TIME]);
        match is_library(target) {
            true => self.subjects.check_library(&options, target),
            false => self.subjects.check(&options, target),
        }
    }

    fn judge(&mut self, target: &str, bound: &str, paper: u64, answer: Option<&Answer>) {
        let corrected = CORRECTED.iter().find(|known| (known.0, known.1) == (target, bound));
        let expected = corrected.map_or(paper, |known| known.2);
        if !is_library(target) && answer.is_none_or(|answer| answer.paths != expected) {
            self.wrong.push(format!("{target} {bound}: {expected} paths expected"));
        }
    }
}

fn processes() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<String>>().join(", ")
}

/// Whether it is a harness for a class of the JDK.
fn is_library(target: &str) -> bool {
    target.contains("Spec.")
}

fn shown(answer: &Option<Answer>) -> String {
    answer.as_ref().map_or("-".into(), |answer| {
        let mark = if answer.verdict.starts_with("HOLDS") { "" } else { " (no verdict)" };
        format!("{}{mark}", answer.paths)
    })
}

/// Ours and the ratio; below a tenth of a second it says nothing.
fn times(paper: f64, answer: Option<&Answer>) -> String {
    match answer {
        Some(answer) if answer.seconds >= 0.1 => format!("{:.1} | {:.1}", answer.seconds, paper / answer.seconds),
        Some(answer) => format!("{:.1} | ", answer.seconds),
        None => "- | ".into(),
    }
}
