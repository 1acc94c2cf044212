//! `cargo xtask show random-programs [COUNT] [SEED]`: generated programs, every path tried on the JVM.

use differential::random::{Figures, program, try_programs};

use crate::Shown;

const COUNT: usize = 1000;
const FIRST_SEED: u64 = 1;

/// Programs that are compiled and tried together.
const BATCH: usize = 100;

/// Sources of programs with differences that are printed.
const SOURCES: usize = 3;

pub fn figures(words: &[&str]) -> Shown {
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let count = number(0).map_or(COUNT, |count| count as usize);
    let first = number(1).unwrap_or(FIRST_SEED);
    let mut total = Figures::default();
    for start in (0..count).step_by(BATCH) {
        let figures = try_programs(first + start as u64, BATCH.min(count - start), &["--time", "5"]);
        println!("  {}", figures.line());
        total.add(figures);
    }
    let mut lines = vec![total.line()];
    lines.extend(total.differences.iter().map(ToString::to_string));
    lines.extend(total.differences.iter().take(SOURCES).map(|difference| program("Main", difference.seed)));
    Shown { lines, enough: total.differences.is_empty() }
}
