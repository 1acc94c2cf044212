//! A few of the programs that `cargo xtask show sound` asks about.

use differential::sound::Sweep;

#[test]
fn programs_with_a_violation_never_hold() {
    let sweep = Sweep { seed: 1, programs: 40, words: Vec::new(), seconds: 10, folder: None };
    let tally = sweep.run();
    let lines = tally.lines().join("\n");
    println!("{lines}");
    let wrong: Vec<String> = tally.wrong().iter().map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(tally.programs, 40, "{lines}");
    assert!(tally.violated() >= 60, "{lines}");
}
