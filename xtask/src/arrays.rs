//! `jacana check` on arrays against the JVM: methods of fixtures/arrays and random ones on all arrays within the bound, at all levels, and bugs
//! that need so many places.

use differential::arrays::{ArrayBench, CLASSES, LEVELS, SEEDED};

use crate::Shown;

const RANDOM_CLASSES: u64 = 24;
const RANDOM_LENGTH: u32 = 2;
const SHOWN_FAULTS: usize = 3;

/// Words select classes; `Random7` is the one with the seed 7.
pub fn figures(words: &[&str]) -> Shown {
    let bench = ArrayBench::new(0..RANDOM_CLASSES);
    let mut classes: Vec<(String, u32)> = CLASSES.iter().map(|&(class, length)| (class.into(), length)).collect();
    classes.extend((0..RANDOM_CLASSES).map(|seed| (format!("Random{seed}"), RANDOM_LENGTH)));
    classes.retain(|(class, _)| words.is_empty() || words.contains(&&**class));
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let (mut methods, mut heaps, mut violated, mut all_faults, mut cut) = (0, 0, 0, 0, 0);
    for (class, longest) in classes {
        for (target, tried) in bench.tried(&class, longest) {
            methods += 1;
            heaps += tried.len();
            for level in LEVELS {
                let figures = bench.compare(&target, level, &tried);
                violated += usize::from(figures.verdict == "VIOLATED");
                all_faults += figures.faults.len();
                cut += usize::from(figures.is_cut);
                shown.enough &= figures.faults.is_empty();
                let counts = format!("{} heaps, {} cases, {} faults", tried.len(), figures.cases, figures.faults.len());
                shown.lines.push(format!("{target} {level}: {}; {counts}", figures.verdict));
                shown.lines.extend(figures.faults.into_iter().take(SHOWN_FAULTS));
            }
        }
    }
    for (method, places) in SEEDED.iter().filter(|_| words.is_empty() || words.contains(&"Seeded")) {
        for level in LEVELS {
            let problem = bench.seeded(method, *places, level);
            shown.enough &= problem.is_none();
            let said = problem.unwrap_or_else(|| format!("found with {places} places, not denied with fewer"));
            shown.lines.push(format!("Seeded.{method} {level}: {said}"));
        }
    }
    shown.lines.push(format!(
        "{methods} methods at {} levels: {violated} answers VIOLATED, {heaps} heaps, {all_faults} faults; {cut} of {} answers were cut \
         off by the time: of those, heaps are looked for in the cases that are there",
        LEVELS.len(),
        methods * LEVELS.len()
    ));
    shown
}
