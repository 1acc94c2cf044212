//! What must be merged, on the programs of fixtures/merging. Times and larger inputs are for `cargo xtask show merging-fixtures`.

use std::time::Duration;

use differential::Tools;
use differential::merging::{Programs, SMALL, one_path};

const TIME: Duration = Duration::from_secs(120);

#[test]
fn sides_that_meet_are_one_path() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    for expected in SMALL.iter().chain(&[one_path("Brake", "4"), one_path("Separation", "1")]) {
        let merging = programs.explore(expected.name, "returns", TIME, expected.argument);
        let difference = expected.difference(&merging);
        assert_eq!(difference, None, "{}: {}", expected.name, merging.explored.text);
    }
}

/// A level refuses what it does not have, and says so.
#[test]
fn levels_differ_in_what_they_merge() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let paths = |name: &str, level: &str| {
        let merging = programs.explore(name, level, TIME, "");
        (merging.explored.paths(), merging)
    };
    for (name, level, without, with) in [
        ("FieldWrite", "basic", "off", 1),
        ("VirtualCall", "calls", "off", 1),
        ("EarlyReturn", "returns", "single-path", 1),
    ] {
        let ((more, before), (fewer, after)) = (paths(name, without), paths(name, level));
        assert!(more > fewer, "{name}: {}", before.explored.text);
        assert_eq!(fewer, with, "{name}: {}", after.explored.text);
    }
    let (paths, merging) = paths("OneSideThrows", "calls");
    assert!(paths > 2 && merging.apart.contains_key("a side left"), "{}", merging.explored.text);
}

/// Small forms of the programs that `cargo xtask experiments merging` measures.
#[test]
fn larger_programs_are_answered_with_fewer_paths() {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging/experiments"]);
    let one = ["Substitute", "Events", "Scheduler", "Tokens", "CommandLine", "Arbiter"];
    for name in one {
        let expected = one_path(name, "2");
        let merging = programs.explore(name, "returns", TIME, expected.argument);
        assert_eq!(expected.difference(&merging), None, "{name}: {}", merging.explored.text);
    }
    let [single, merged] = ["off", "returns"].map(|level| programs.explore("Xml", level, TIME, "5").explored);
    assert_eq!(merged.verdicts, single.verdicts);
    assert!(merged.paths() * 5 < single.paths(), "{}\n{}", single.text, merged.text);
}
