//! Damaged class files end in a clear error or in the exception that `java` gives; `cargo xtask show hostile` tries many more.

use differential::Tools;
use differential::hostile::jars::try_jars;
use differential::hostile::sample::compare_mutants;
use differential::hostile::trials::try_mutants;
use differential::signals::try_signals;

#[test]
fn damaged_classes_do_no_harm() {
    let figures = try_mutants(&Tools::find(), 1, 2000);
    println!("{}", figures.lines().join("\n"));
    assert_eq!(figures.mutants, 2000);
    assert!(figures.faults.is_empty(), "{}", figures.faults.join("\n"));
    // Enough of them get to each of the gates.
    for end in ["returned", "threw java.lang.VerifyError", "threw java.lang.ClassFormatError"] {
        assert!(figures.ends.get(end).is_some_and(|&count| count > 100), "{end}: {:?}", figures.ends);
    }
}

#[test]
fn damaged_classes_end_as_on_java() {
    let figures = compare_mutants(&Tools::find(), 1, 40);
    println!("{}", figures.lines().join("\n"));
    assert!(figures.differences.is_empty(), "{}", figures.differences.join("\n"));
}

#[test]
fn damaged_jars_do_no_harm() {
    let figures = try_jars(&Tools::find(), 1, 15);
    println!("{}", figures.lines().join("\n"));
    assert_eq!(figures.jars, 15);
    assert!(figures.faults.is_empty(), "{}", figures.faults.join("\n"));
}

#[test]
fn signals_leave_nothing_behind() {
    let figures = try_signals(1, 9);
    println!("{}", figures.lines().join("\n"));
    assert_eq!(figures.runs, 9);
    assert!(figures.faults.is_empty(), "{}", figures.faults.join("\n"));
}
