//! `cargo xtask show random-programs [COUNT] [SEED]`: generated programs, every path tried on the JVM.
//! `cargo xtask show merging [COUNT] [SEED]`: generated programs, explored with and without merging.

use differential::random::{Comparison, Figures, compare_merging, merging_program, program, try_programs};

use crate::Shown;

const COUNT: usize = 1000;
const FIRST_SEED: u64 = 1;

/// Programs that are compiled and tried together.
const BATCH: usize = 100;

/// Sources of programs with differences that are printed.
const SOURCES: usize = 3;

/// Programs that are explored with and without merging.
const MERGED: usize = 2000;

/// How many programs, and the seed of the first.
pub fn wanted(words: &[&str], usual: usize) -> (usize, u64) {
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    (number(0).map_or(usual, |count| count as usize), number(1).unwrap_or(FIRST_SEED))
}

pub fn merging(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, MERGED);
    let mut total = Comparison::default();
    for start in (0..count).step_by(BATCH) {
        for level in ["returns", "lockstep"] {
            let (seed, count) = (first + start as u64, BATCH.min(count - start));
            let comparison = compare_merging(seed, count, level, &["--time", "5"]);
            println!("  {level}: {}", comparison.line());
            total.add(comparison);
        }
    }
    let mut lines = vec![total.line()];
    lines.extend(total.differences.iter().map(ToString::to_string));
    lines.extend(total.differences.iter().take(SOURCES).map(|difference| merging_program("Main", difference.seed)));
    Shown { lines, enough: total.differences.is_empty() }
}

pub fn figures(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, COUNT);
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
