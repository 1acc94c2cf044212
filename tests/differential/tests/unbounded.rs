//! Proofs without a bound: random programs with loops and recursive calls, all of whose inputs are tried on the JVM.

use differential::unbounded::try_seeds;

#[test]
fn what_is_violated_is_never_proved() {
    let seeds: Vec<u64> = (1..=12).collect();
    let tally = try_seeds(&seeds, false, 3);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert!(tally.holds[0] > 3, "{}", tally.line());
}

#[test]
fn something_off_in_a_late_round_is_never_proved() {
    let seeds: Vec<u64> = (21..=32).collect();
    let tally = try_seeds(&seeds, true, 2);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
}
