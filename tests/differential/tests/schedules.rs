//! All orders of threads: the labels of fixtures/threads, random programs whose orders are tried one by one, and orders as tests.

use differential::fixture::files_below;
use differential::junit::JUnit;
use differential::process::{PATIENCE, run};
use differential::schedules::{Counted, Labelled, Shown};
use differential::tools::{compile, workspace};
use differential::{Exit, Scratch, Tools};
use std::fs;
use std::path::PathBuf;

fn fixture(name: &str) -> PathBuf {
    workspace().join("fixtures/threads").join(name)
}

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

/// A lost update with an input, a deadlock and a race, as tests under JUnit; once the program is another one, they say so.
#[test]
fn orders_become_junit_tests() {
    let (tools, scratch) = (Tools::find(), Scratch::new("ordered"));
    let tests = scratch.path().join("tests");
    let programs = scratch.path().join("programs");
    fs::create_dir_all(&programs).expect("temporary folder is writable");
    let verifier =
        "package org.sosy_lab.sv_benchmarks; public class Verifier { public static native int nondetInt(); }";
    let verifier = scratch.write("org/sosy_lab/sv_benchmarks/Verifier.java", verifier);
    let mut sources =
        ["InputAndOrder", "MonitorsCrossed", "CounterPlain"].map(|name| fixture(&format!("{name}.java"))).to_vec();
    sources.push(verifier);
    compile(&tools, &sources, "", &programs);
    for (program, property) in [("InputAndOrder", "assert"), ("MonitorsCrossed", "deadlock"), ("CounterPlain", "race")]
    {
        let mut jacana = tools.jacana();
        jacana.args(["verify", "--property", property, "--junit"]).arg(&tests).arg("-cp").arg(&programs).arg(program);
        let outcome = run(jacana, b"", PATIENCE);
        assert_eq!(outcome.exit, Exit::Code(1), "{program}: {}{}", outcome.stdout_text(), outcome.stderr_text());
    }
    let compiled = scratch.path().join("compiled");
    let (java, others): (Vec<PathBuf>, Vec<PathBuf>) =
        files_below(&tests).into_iter().partition(|file| file.extension().is_some_and(|kind| kind == "java"));
    assert_eq!((java.len(), others.len()), (7, 4), "{java:?} {others:?}");
    let class_path = programs.display().to_string();
    let suite = JUnit::compile(&tools, &java, &class_path, &compiled).expect("the tests compile");
    for file in &others {
        let to = compiled.join(file.strip_prefix(&tests).expect("below the tests"));
        fs::copy(file, to).expect("temporary folder is writable");
    }
    let ran = suite.run(&tools, &[], scratch.path());
    assert_eq!((ran.passed, ran.failed), (3, 0), "{:#?}", ran.failures);
    let mended = fs::read_to_string(&sources[2]).expect("the fixture is there").replace("count++", "count--");
    let mended = scratch.write("mended/CounterPlain.java", mended);
    compile(&tools, &[mended], "", &programs);
    let ran = suite.run(&tools, &[], scratch.path());
    assert_eq!((ran.passed, ran.failed), (2, 1), "{:#?}", ran.failures);
}
