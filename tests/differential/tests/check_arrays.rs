//! `jacana check` on methods with arrays against all arrays that the JVM can have within the bound. In full: `cargo xtask show arrays`.

use differential::arrays::{ArrayBench, CLASSES, LEVELS, SEEDED};
use std::sync::LazyLock;

static BENCH: LazyLock<ArrayBench> = LazyLock::new(|| ArrayBench::new(0..0));

/// Every fourth method at one of the levels.
fn compare(class: &str, longest: u32) {
    let mut faults = Vec::new();
    for (number, (target, tried)) in BENCH.tried(class, longest).into_iter().step_by(4).enumerate() {
        let level = LEVELS[number % LEVELS.len()];
        let figures = BENCH.compare(&target, level, &tried);
        faults.extend(figures.faults.into_iter().map(|fault| format!("{target} {level}: {fault}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn answers_fit_all_arrays() {
    for (class, longest) in CLASSES {
        compare(class, longest);
    }
}

#[test]
fn bugs_show_with_the_places_that_they_need() {
    for (number, (method, places)) in SEEDED.into_iter().step_by(2).enumerate() {
        let level = LEVELS[number % LEVELS.len()];
        assert_eq!(BENCH.seeded(method, places, level), None, "{method} {level}");
    }
}
