//! `cargo xtask show schedules [COUNT] [SEED]`: random small programs with threads, beside all their orders.
//! `cargo xtask show thread-outcomes [COUNT] [SEED]`: larger ones, beside what a JVM shows of them.

use differential::schedules::{self, Counted};

use crate::Shown;
use crate::random::wanted;

const COUNTED: usize = 200;
const SHOWN: usize = 500;

/// Programs that are compiled together.
const BATCH: usize = 50;

/// Misses that are printed with their sources.
const SOURCES: usize = 10;

pub fn counted(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, COUNTED);
    let mut all = Counted::default();
    for start in (0..count).step_by(BATCH) {
        all.add(Counted::count(first + start as u64, BATCH.min(count - start)));
        println!("  {}", all.line());
    }
    let mut lines = vec![all.line()];
    lines.extend(all.misses.iter().take(SOURCES).map(ToString::to_string));
    Shown { lines, enough: all.is_enough() }
}

pub fn outcomes(words: &[&str]) -> Shown {
    let (count, first) = wanted(words, SHOWN);
    let mut all = schedules::Shown::default();
    for start in (0..count).step_by(BATCH) {
        all.add(schedules::Shown::compare(first + start as u64, BATCH.min(count - start)));
        println!("  {}", all.line());
    }
    let mut lines = vec![all.line()];
    lines.extend(all.reasons.iter().map(|(reason, count)| format!("{count} times: {reason}")));
    lines.extend(all.misses.iter().take(SOURCES).map(ToString::to_string));
    Shown { lines, enough: all.is_enough() }
}
