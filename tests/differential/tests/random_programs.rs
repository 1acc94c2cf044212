//! A few of the programs that `cargo xtask show random-programs` tries.

use differential::random::{compare_merging, program, try_programs};

#[test]
fn forty_programs_do_what_was_predicted() {
    let figures = try_programs(1, 40, &["--time", "300"]);
    println!("{}", figures.line());
    assert!(figures.paths >= 100, "{}", figures.line());
    assert!(figures.returned > 0 && figures.threw > 0, "{}", figures.line());
    let shown: Vec<String> = figures.differences.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}\n{}", figures.line(), shown.join("\n"));
}

/// As many as time allows of those that `cargo xtask show merging` tries.
#[test]
fn merged_paths_are_all_single_ones() {
    for level in ["returns", "lockstep"] {
        let comparison = compare_merging(1, 40, level, &["--time", "300"]);
        println!("{level}: {}", comparison.line());
        let shown: Vec<String> = comparison.differences.iter().map(ToString::to_string).collect();
        assert!(shown.is_empty(), "{level}: {}\n{}", comparison.line(), shown.join("\n"));
        assert!(comparison.fewer >= 10 && comparison.same >= 300 && comparison.tried > 0, "{}", comparison.line());
    }
}

#[test]
fn the_same_seed_gives_the_same_program() {
    assert_eq!(program("P", 7), program("P", 7));
    assert_ne!(program("P", 7), program("P", 8));
}
