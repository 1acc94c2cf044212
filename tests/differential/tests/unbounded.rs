//! Proofs without a bound: random programs with loops and recursive calls, all of whose inputs are tried on the JVM.

use differential::unbounded::{Subject, mutants, try_all};

#[test]
fn what_is_violated_is_never_proved() {
    let subjects: Vec<Subject> = (1..=12).map(Subject::plain).collect();
    let tally = try_all(&subjects, 3);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert!(tally.holds[0] > 3, "{}", tally.line());
}

#[test]
fn something_off_in_a_late_round_is_never_proved() {
    let mutants = mutants(&(1..=40).collect::<Vec<u64>>());
    assert!(mutants.len() > 5, "{} mutants violate something", mutants.len());
    let tally = try_all(&mutants[..6], 2);
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
}
