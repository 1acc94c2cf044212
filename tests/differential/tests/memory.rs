//! Memory follows what is alive, in short; `cargo xtask show memory` has the large figures.

use differential::Tools;
use differential::memory::{Memory, allocating_paths};
use differential::search::explore_with;

#[test]
fn garbage_does_not_stay() {
    let tools = Tools::find();
    let memory = Memory::new(&tools);
    for (name, thousands, most) in [
        ("ShortLived", "2000", 200),
        ("NativeGarbage", "10", 200),
        ("LiveShadows", "50", 200),
        ("ShadowedReferences", "", 200),
        ("Finalizers", "", 200),
        ("Cleaners", "", 200),
    ] {
        let measured = memory.measure(name, &[thousands]);
        assert!(measured.equal, "{name}: not the output of java");
        assert!(measured.peak_megabytes <= most, "{name}: {} MB", measured.peak_megabytes);
    }
}

#[test]
fn paths_that_ended_leave_nothing() {
    let tools = Tools::find();
    let (few, many) = (allocating_paths(&tools, 6), allocating_paths(&tools, 12));
    assert_eq!(many.paths(), 1 << 12, "{}", many.text);
    assert!(many.peak_megabytes <= few.peak_megabytes + 5, "{} MB, then {}", few.peak_megabytes, many.peak_megabytes);
}

#[test]
fn weak_references_stop_a_true_and_a_collection_shows_them_cleared() {
    let tools = Tools::find();
    let silent = explore_with(&tools, "Cleared", &["--property", "assert"], &[]);
    assert_eq!(silent.verdicts.len(), 1, "{}", silent.text);
    assert!(silent.verdicts[0].starts_with("VERDICT: UNKNOWN(assert)"), "{}", silent.text);
    assert!(silent.reasons.keys().any(|reason| reason.contains("up to the JVM")), "{}", silent.text);
    let asked = explore_with(&tools, "Cleared", &["--property", "assert"], &["gc"]);
    assert_eq!(asked.verdicts, ["VERDICT: FALSE(assert)"], "{}", asked.text);
}
