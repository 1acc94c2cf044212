//! All orders of threads: the labels of fixtures/threads, and random programs whose orders are tried one by one.

use differential::schedules::{Counted, Labelled, Shown};

#[test]
fn labelled_programs_have_their_answers() {
    let labelled = Labelled::ask(&[]);
    println!("{}", labelled.line());
    let lines = |misses: &[String]| misses.join("\n");
    let wrong: Vec<String> = labelled.wrong.iter().map(ToString::to_string).collect();
    let open: Vec<String> = labelled.open.iter().map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "wrong answers:\n{}\nwithout an answer:\n{}", lines(&wrong), lines(&open));
    assert!(open.is_empty(), "without an answer where there must be one:\n{}", lines(&open));
    assert!(labelled.programs >= 90);
}

#[test]
fn every_outcome_of_all_orders_is_seen() {
    let counted = Counted::count(1, 20);
    println!("{}", counted.line());
    let misses: Vec<String> = counted.misses.iter().map(ToString::to_string).collect();
    assert!(counted.is_enough(), "{}\n{}", counted.line(), misses.join("\n"));
}

#[test]
fn outcomes_on_a_jvm_are_among_those_of_all_orders() {
    let shown = Shown::compare(1, 20);
    println!("{}", shown.line());
    let misses: Vec<String> = shown.misses.iter().map(ToString::to_string).collect();
    assert!(shown.is_enough(), "{}\n{:?}\n{}", shown.line(), shown.reasons, misses.join("\n"));
}
