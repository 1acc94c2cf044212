//! Programs with threads, of which all orders are explored.

use differential::schedules::Counted;

use crate::Shown;

/// Programs of one round.
const ROUND: usize = 50;

pub fn counted(words: &[&str]) -> Shown {
    let number = |at: usize, standard: usize| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(standard);
    let (count, first) = (number(0, 200), number(1, 1));
    let mut all = Counted::default();
    for begun in (0..count).step_by(ROUND) {
        all.add(Counted::count((first + begun) as u64, ROUND.min(count - begun)));
        println!("  {}", all.line());
    }
    let mut lines = vec![all.line()];
    lines.extend(all.misses.iter().take(20).map(ToString::to_string));
    Shown { lines, enough: all.is_enough() }
}
