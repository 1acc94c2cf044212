//! Compares the two sides of a program and says in words where they differ.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::cache::Digests;
use crate::process::{Outcome, PATIENCE};
use crate::program::Program;
use crate::tools::Tools;

/// Two programs at a time: enough to use a small machine, few enough to keep times honest.
const WORKERS: usize = 2;

/// How `jacana run` is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Plain,
    StressFork(u32),
    StressGc(u32),
    /// Forks and collections.
    StressBoth(u32),
}

impl Mode {
    pub fn options(self) -> Vec<String> {
        match self {
            Mode::Plain => Vec::new(),
            Mode::StressFork(every) => vec!["--stress-fork".into(), every.to_string()],
            Mode::StressGc(every) => vec!["--stress-gc".into(), every.to_string()],
            Mode::StressBoth(every) => {
                vec!["--stress-gc".into(), every.to_string(), "--stress-fork".into(), every.to_string()]
            }
        }
    }

    pub fn limit(self) -> Duration {
        match self {
            Mode::Plain => PATIENCE,
            Mode::StressFork(_) | Mode::StressGc(_) | Mode::StressBoth(_) => 2 * PATIENCE,
        }
    }
}

/// Distances between forks, close, middling and far. Primes, so that forks do not fall into step with loops.
pub const STRESS_DISTANCES: [u32; 3] = [1_009, 9_973, 100_003];

/// The figures of many comparisons.
#[derive(Debug, Default)]
pub struct Summary {
    pub programs: usize,
    pub differences: Vec<Difference>,
    pub java: Duration,
    pub jacana: Duration,
}

#[derive(Debug)]
pub struct Difference {
    pub name: String,
    pub text: String,
}

impl Summary {
    pub fn add(&mut self, other: Summary) {
        self.programs += other.programs;
        self.differences.extend(other.differences);
        self.java += other.java;
        self.jacana += other.jacana;
    }

    /// One line of figures.
    pub fn line(&self) -> String {
        format!(
            "{} programs, {} differences, java {:.1} s, jacana {:.1} s",
            self.programs,
            self.differences.len(),
            self.java.as_secs_f64(),
            self.jacana.as_secs_f64()
        )
    }

    /// Fails the test with every difference, the names first.
    pub fn assert_equal(&self) {
        println!("{}", self.line());
        if self.differences.is_empty() {
            return;
        }
        let names: Vec<&str> = self.differences.iter().map(|difference| difference.name.as_str()).collect();
        let texts: Vec<&str> = self.differences.iter().map(|difference| difference.text.as_str()).collect();
        panic!("{}: {}\n\n{}", self.line(), names.join(", "), texts.join("\n"));
    }
}

/// Runs every program on both sides. The order of the answer is the order of the programs.
pub fn compare_all(tools: &Tools, programs: &[Program], mode: Mode) -> Summary {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let digests = Digests::default();
    thread::scope(|scope| {
        for _ in 0..WORKERS.min(programs.len()) {
            scope.spawn(|| {
                while let Some((index, program)) = take(&next, programs) {
                    let pair = both(tools, program, mode, &digests);
                    results.lock().expect("no worker panics while holding it").push((index, pair));
                }
            });
        }
    });
    let mut results = results.into_inner().expect("all workers are done");
    results.sort_by_key(|(index, _)| *index);
    let mut summary = Summary::default();
    for (index, (java, jacana)) in results {
        summary.programs += 1;
        summary.java += java.time;
        summary.jacana += jacana.time;
        let name = programs[index].name.clone();
        if let Some(text) = difference(&name, &java, &jacana) {
            summary.differences.push(Difference { name, text });
        }
    }
    summary
}

/// Where what `java` did before is another outcome than ours, it is asked again: only then is the difference one of today.
fn both(tools: &Tools, program: &Program, mode: Mode, digests: &Digests) -> (Outcome, Outcome) {
    let jacana = program.on_jacana(tools, mode);
    let key = program.key(tools, digests);
    match key.outcome() {
        Some(java) if difference(&program.name, &java, &jacana).is_none() => (java, jacana),
        _ => {
            let java = program.on_java(tools);
            key.keep(&java);
            (java, jacana)
        }
    }
}

fn take<'a>(next: &AtomicUsize, programs: &'a [Program]) -> Option<(usize, &'a Program)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, programs.get(index)?))
}

/// `None` if both sides are the same, byte by byte.
pub fn difference(name: &str, java: &Outcome, jacana: &Outcome) -> Option<String> {
    let mut text = String::new();
    if java.exit != jacana.exit {
        let _ = writeln!(text, "  exit: java {:?}, jacana {:?}", java.exit, jacana.exit);
    }
    text += &stream("stdout", &java.stdout, &jacana.stdout);
    text += &stream("stderr", &java.stderr, &jacana.stderr);
    let names: BTreeSet<&String> = java.files.keys().chain(jacana.files.keys()).collect();
    for name in names {
        match (java.files.get(name), jacana.files.get(name)) {
            (Some(java), Some(jacana)) => text += &stream(name, java, jacana),
            (Some(_), None) => text += &format!("  {name}: written by java only\n"),
            (None, _) => text += &format!("  {name}: written by jacana only\n"),
        }
    }
    if text.is_empty() {
        return None;
    }
    Some(format!("--- {name}\n{text}"))
}

const CONTEXT: usize = 2;
const SHOWN: usize = 8;
const WIDTH: usize = 300;

/// The first lines that differ, with what came before them.
fn stream(name: &str, java: &[u8], jacana: &[u8]) -> String {
    if java == jacana {
        return String::new();
    }
    let (java, jacana) = (lines(java), lines(jacana));
    let same = java.iter().zip(&jacana).take_while(|(a, b)| a == b).count();
    let mut text = format!("  {name}: differs from line {} on\n", same + 1);
    for line in &java[same.saturating_sub(CONTEXT)..same] {
        let _ = writeln!(text, "    both   | {line}");
    }
    show(&mut text, "java  ", &java[same..]);
    show(&mut text, "jacana", &jacana[same..]);
    text
}

fn show(text: &mut String, side: &str, lines: &[String]) {
    if lines.is_empty() {
        let _ = writeln!(text, "    {side} | (ends here)");
    }
    for line in lines.iter().take(SHOWN) {
        let _ = writeln!(text, "    {side} | {line}");
    }
    if lines.len() > SHOWN {
        let _ = writeln!(text, "    {side} | ... {} more lines", lines.len() - SHOWN);
    }
}

/// Lines with control characters made visible; a missing last newline is visible too.
fn lines(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    text.split_inclusive('\n').map(visible).collect()
}

fn visible(line: &str) -> String {
    let (body, end) = match line.strip_suffix('\n') {
        Some(body) => (body, ""),
        None => (line, " (no newline)"),
    };
    let mut text = String::new();
    for c in body.chars().take(WIDTH) {
        if c.is_control() {
            text.extend(c.escape_default());
        } else {
            text.push(c);
        }
    }
    if body.chars().count() > WIDTH {
        text += "...";
    }
    text + end
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::process::Exit;

    fn outcome(stdout: &str, stderr: &str, code: i32) -> Outcome {
        Outcome {
            stdout: stdout.into(),
            stderr: stderr.into(),
            exit: Exit::Code(code),
            files: BTreeMap::new(),
            time: Duration::ZERO,
        }
    }

    #[test]
    fn equal_outcomes_have_no_difference() {
        assert_eq!(difference("X", &outcome("a\n", "", 0), &outcome("a\n", "", 0)), None);
    }

    #[test]
    fn every_part_is_compared() {
        let java = outcome("a\nb\n", "e\n", 0);
        for other in [
            outcome("a\nc\n", "e\n", 0),
            outcome("a\nb\n", "f\n", 0),
            outcome("a\nb\n", "e\n", 1),
            outcome("a\nb", "e\n", 0),
        ] {
            assert!(difference("X", &java, &other).is_some(), "{other:?}");
        }
    }

    #[test]
    fn the_text_names_the_line() {
        let text = difference("X", &outcome("a\nb\n", "", 0), &outcome("a\n", "", 1)).expect("they differ");
        let expected = "--- X\n  exit: java Code(0), jacana Code(1)\n  stdout: differs from line 2 on\n    both   | a\n    java   | b\n    jacana | (ends here)\n";
        assert_eq!(text, expected);
    }
}
