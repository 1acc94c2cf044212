//! `cargo xtask show proofs [COUNT] [SEED]`: random programs with loops and recursive calls, all inputs tried on the JVM. What is violated
//! is never TRUE. `cargo xtask show mutants [COUNT] [SEED]`: programs that were proved, with something off in a late round.

use crate::Shown;
use differential::unbounded::{Tally, program, try_seeds};

const COUNT: usize = 5000;
const MUTANTS: usize = 500;
const SECONDS: u32 = 3;
/// Programs that are compiled and tried together.
const BATCH: usize = 50;
/// Sources of programs with wrong answers that are printed.
const SOURCES: usize = 3;

fn wanted(words: &[&str], usual: usize) -> (usize, u64) {
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    (number(0).map_or(usual, |count| count as usize), number(1).unwrap_or(1))
}

fn shown(total: Tally, mutated: bool) -> Shown {
    let mut lines = vec![total.line()];
    lines.extend(total.wrong.iter().map(ToString::to_string));
    lines.extend(total.wrong.iter().take(SOURCES).map(|wrong| program("Main", wrong.seed, mutated)));
    Shown { lines, enough: total.wrong.is_empty() }
}

pub fn figures(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, COUNT);
    let mut total = Tally::default();
    for start in (0..count).step_by(BATCH) {
        let seeds: Vec<u64> = (0..BATCH.min(count - start)).map(|at| first + (start + at) as u64).collect();
        total.add(try_seeds(&seeds, false, SECONDS));
        println!("  {}", total.line());
    }
    shown(total, false)
}

pub fn mutants(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, MUTANTS);
    let mut total = Tally::default();
    let mut next = first;
    while total.violated.iter().sum::<usize>() < count {
        let seeds: Vec<u64> = (0..BATCH as u64).map(|at| next + at).collect();
        next += BATCH as u64;
        let proved = try_seeds(&seeds, false, SECONDS).proved;
        if !proved.is_empty() {
            total.add(try_seeds(&proved, true, SECONDS));
        }
        println!("  {}", total.line());
    }
    shown(total, true)
}
