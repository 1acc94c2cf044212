//! `cargo xtask show proofs [COUNT] [SEED]`: random programs with loops and recursive calls, all inputs tried on the JVM. What is violated
//! is never TRUE. `cargo xtask show mutants [COUNT] [SEED]`: programs that were proved, with something off in a late round.

use crate::Shown;
use differential::unbounded::{Subject, Tally, mutants as mutated, try_all};

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

fn shown(total: Tally) -> Shown {
    let mut lines = vec![total.line()];
    lines.extend(total.wrong.iter().map(ToString::to_string));
    lines.extend(total.wrong.iter().take(SOURCES).map(|wrong| wrong.subject.source("Main")));
    Shown { lines, enough: total.wrong.is_empty() }
}

pub fn figures(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, COUNT);
    let mut total = Tally::default();
    for start in (0..count).step_by(BATCH) {
        let seeds = (0..BATCH.min(count - start)).map(|at| first + (start + at) as u64);
        total.add(try_all(&seeds.map(Subject::plain).collect::<Vec<_>>(), SECONDS));
        println!("  {}", total.line());
    }
    shown(total)
}

pub fn mutants(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, MUTANTS);
    let mut total = Tally::default();
    let mut next = first;
    while total.violated.iter().sum::<usize>() < count {
        // What the JVM violates is found faster than what the prover proves.
        let mutants = mutated(&(next..next + BATCH as u64).collect::<Vec<_>>());
        next += BATCH as u64;
        let mut seeds: Vec<u64> = mutants.iter().map(|mutant| mutant.seed).collect();
        seeds.dedup();
        let with_mutants = seeds.len();
        let proved = try_all(&seeds.into_iter().map(Subject::plain).collect::<Vec<_>>(), SECONDS).proved;
        let of_proved: Vec<Subject> = mutants.into_iter().filter(|mutant| proved.contains(&mutant.seed)).collect();
        total.add(try_all(&of_proved, SECONDS));
        println!(
            "  of {BATCH} programs {with_mutants} have mutants, {} of these are proved; {}",
            proved.len(),
            total.line()
        );
    }
    shown(total)
}
