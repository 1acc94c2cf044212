//! `cargo xtask experiments kiasan`: Tables I and II of the Kiasan paper with subjects of our own (fixtures/check). Prints tables;
//! docs/experiments/kiasan.md keeps them.

mod paper;

use std::process::ExitCode;

use differential::check::{Answer, Subjects};

use paper::{Row, table_1, table_2};

const LEVELS: [&str; 3] = ["lazy", "lazier", "lazier#"];
const SIZES: [u32; 5] = [5, 6, 7, 8, 9];
/// Seconds for one method with one bound.
const TIME: &str = "120";

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
    println!(
        "| class | method | k | paths in the paper: lazy, lazier, lazier# | ours | s in the paper | ours s | paper/ours |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for row in table_1().filter(|row| chosen("1", row.class)) {
        experiment.chained(&row);
    }
    println!("\n| class | method | target | paths in the paper | ours | s in the paper | ours s | paper/ours, n = 9 |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut seconds = 0.0;
    for row in table_2().filter(|row| chosen("2", row.class)) {
        seconds += experiment.counted(&row);
    }
    println!("\nTable II took {seconds:.1} s.");
    for wrong in &experiment.wrong {
        println!("{wrong}");
    }
    if experiment.wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Experiment {
    fn chained(&mut self, row: &Row) {
        for (k, cell) in (1..).zip(&row.cells) {
            let bound = format!("--k {k}");
            let answers = LEVELS.map(|level| self.check(row.target, &bound, level));
            let counts: Vec<String> = answers.iter().map(shown).collect();
            let paper: Vec<String> = cell.paths.iter().map(u64::to_string).collect();
            let sharp = cell.paths[2];
            let last = answers[2].as_ref();
            println!(
                "| {} | {} | {k} | {} | {} | {:.1} | {} |",
                row.class,
                row.method,
                paper.join(", "),
                counts.join(", "),
                cell.seconds,
                times(cell.seconds, last)
            );
            self.judge(row.target, &bound, sharp, last);
        }
    }

    /// One row for all sizes. Answers how many seconds they took.
    fn counted(&mut self, row: &Row) -> f64 {
        let (mut paper, mut ours, mut paper_times, mut our_times) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (mut seconds, mut ratio) = (0.0, String::new());
        for (n, cell) in SIZES.iter().zip(&row.cells) {
            let bound = format!("--n {n}");
            let answer = self.check(row.target, &bound, "lazier#");
            self.judge(row.target, &bound, cell.paths[0], answer.as_ref());
            let took = answer.as_ref().map_or(0.0, |answer| answer.seconds);
            seconds += took;
            ratio = if took >= 0.1 { format!("{:.1}", cell.seconds / took) } else { String::new() };
            paper.push(cell.paths[0].to_string());
            ours.push(shown(&answer));
            paper_times.push(format!("{:.1}", cell.seconds));
            our_times.push(format!("{took:.1}"));
        }
        let lists = [paper, ours, paper_times, our_times].map(|list| list.join(", "));
        println!("| {} | {} | {} | {} | {ratio} |", row.class, row.method, row.target, lists.join(" | "));
        seconds
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
