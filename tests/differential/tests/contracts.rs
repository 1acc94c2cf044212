//! `jacana check` on contracts in sources (fixtures/contracts).

use std::collections::BTreeSet;
use std::sync::LazyLock;

use differential::case_tests::junit;
use differential::contracts::{BUGS, Bug, METHODS, check, pairs, sources, structures, tested_bug, with_bug};
use differential::fixture::files_below;
use differential::tools::{Scratch, Tools, compile_with, workspace};

static TOOLS: LazyLock<Tools> = LazyLock::new(Tools::find);

/// How many pairs of a method that holds and one that does not there must be.
const PAIRS: usize = 40;

#[test]
fn every_clause_holds_and_breaks() {
    let (count, faults) = pairs(&TOOLS, "jml", &["--k", "3"]);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count >= PAIRS, "{count} pairs");
}

/// Kiasan's first program with its comments: as many paths as the paper has.
#[test]
fn program_one() {
    let source = workspace().join("fixtures/contracts/Container.java");
    for (init, paths) in [("lazy", 20), ("lazier", 6), ("lazier#", 2)] {
        let (said, all, code) = check(&TOOLS, &source, &["--init", init], "Container.swap");
        assert_eq!(code, 0, "{all}");
        let expected = format!("HOLDS; {paths} cases, {paths} paths");
        assert!(said[0].verdict.starts_with(&expected), "{init}: {all}");
    }
}

/// Each file says in its first line what is to be told, and the exit code.
#[test]
fn bad_contracts() {
    for source in sources("bad") {
        let text = std::fs::read_to_string(&source).expect("a source");
        let first = text.lines().next().and_then(|line| line.strip_prefix("/** expect ")).expect("what to expect");
        let (expected_code, expected) = first.trim_end_matches(" */").split_once(": ").expect("code and text");
        let class = source.file_stem().expect("a name").to_string_lossy().into_owned();
        let (_, all, code) = check(&TOOLS, &source, &["--k", "2"], &format!("{class}.f"));
        assert!(all.contains(expected), "{class}: {all}");
        assert_eq!(code.to_string(), expected_code, "{class}: {all}");
    }
}

#[test]
fn sources_that_are_not_those_of_the_classes_are_warned_of() {
    let scratch = Scratch::new("stale");
    let with = |body: &str| {
        format!("public class Stale {{\n  //@ ensures \\result == x + 1;\n  public int f(int x) {{ {body} }}\n}}\n")
    };
    let source = scratch.write("Stale.java", with("return x + 1;"));
    compile_with(&TOOLS, std::slice::from_ref(&source), &[], scratch.path());
    let run = || {
        let mut jacana = TOOLS.jacana();
        jacana.arg("check").arg("-cp").arg(scratch.path()).arg("--source").arg(&source).arg("Stale.f");
        let output = jacana.output().expect("jacana starts");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let fresh = run();
    assert!(fresh.contains("Stale.f(int): HOLDS") && !fresh.contains("warning"), "{fresh}");
    scratch.write("Stale.java", with("int y = x; return ++y;"));
    let stale = run();
    assert!(stale.contains("warning: the class file of Stale was not made of the source at hand"), "{stale}");
}

#[test]
fn data_structures_keep_their_contracts() {
    let (said, all) = structures(&TOOLS, "3");
    assert_eq!(said.len(), METHODS.len(), "{all}");
    assert!(said.iter().all(|said| said.verdict.starts_with("HOLDS WITHIN")), "{all}");
}

/// One for each structure, and the one that only a frame sees; `cargo xtask show contracts` has all.
#[test]
fn bugs_break_contracts() {
    let mut seen = BTreeSet::new();
    let class = |bug: &Bug| bug.method.split('.').next().expect("a class");
    for bug in BUGS.iter().filter(|bug| seen.insert(class(bug)) || bug.about == "hidden write") {
        let said = with_bug(&TOOLS, bug, "4");
        assert!(said[0].verdict.starts_with("VIOLATED"), "{} in {}: {said:?}", bug.about, bug.method);
        if bug.about == "hidden write" {
            let told = &said[0].details[0];
            assert!(told.starts_with("`assignable \\nothing` "), "{told}");
            assert!(told.contains(" of array #1 has changed at BinaryHeap.findMin(BinaryHeap.java:"), "{told}");
        }
    }
}

/// A test passes as long as the bug is there: one that others see, one in private fields alone, one by a frame.
#[test]
fn tests_of_broken_contracts() {
    for (about, told) in [
        ("lost update", "`ensures "),
        ("stale height", "/** `invariant "),
        ("hidden write", "/** `assignable \\nothing` ("),
    ] {
        let bug = BUGS.iter().find(|bug| bug.about == about).expect("a bug");
        let tested = tested_bug(&TOOLS, bug, "4");
        assert_eq!((tested.with, tested.without), ((1, 0), (0, 1)), "{about}: {:?}\n{}", tested.said, tested.test);
        assert!(tested.test.contains(told) && !tested.test.contains("jacana$"), "{}", tested.test);
    }
}

/// Cases of a contract, and an invariant that a method without a contract breaks.
#[test]
fn tests_of_cases_of_contracts() {
    let scratch = Scratch::new("contract-cases");
    let source = scratch.write(
        "Counter.java",
        "public class Counter {
            private int count;
            //@ invariant count >= 0;
            public int get() { return count; }
            //@ requires by >= 0 && by < 100 && count < 1000;
            //@ ensures count == \\old(count) + by;
            //@ also
            //@ requires by < 0;
            //@ signals (IllegalArgumentException e) true;
            //@ signals_only IllegalArgumentException;
            public void add(int by) {
                if (by < 0) { throw new IllegalArgumentException(); }
                count += by;
            }
            public void down() { count--; }
        }",
    );
    let run = |what: &str, target: &str| {
        let folder = scratch.path().join(target);
        let options = [what, &folder.display().to_string()];
        let (said, ..) = check(&TOOLS, &source, &options, &format!("Counter.{target}"));
        (format!("{said:?}"), files_below(&folder))
    };
    let classes = scratch.path().join("classes");
    std::fs::create_dir_all(&classes).expect("temporary folder is writable");
    compile_with(&TOOLS, std::slice::from_ref(&source), &[], &classes);
    let (said, tests) = run("--tests", "add");
    let text: String = tests.iter().map(|file| std::fs::read_to_string(file).expect("UTF-8")).collect();
    assert!(text.contains("assertThrows(IllegalArgumentException.class, () -> counter.add(-"), "{said} {text}");
    assert!(text.contains("/** Keeps its contract"), "{text}");
    let (passed, failed) = junit(&TOOLS, &tests, &classes, &scratch.path().join("add-tests"));
    assert!(passed >= 2 && failed == 0, "{passed} {failed} {text}");
    let (said, tests) = run("--junit", "down");
    let text: String = tests.iter().map(|file| std::fs::read_to_string(file).expect("UTF-8")).collect();
    assert!(
        text.contains("`invariant count >= 0` (") && text.contains("assertEquals(-1, counter.get());"),
        "{said} {text}"
    );
    assert_eq!(junit(&TOOLS, &tests, &classes, &scratch.path().join("down-tests")), (1, 0), "{text}");
}

/// Callers of methods that are known by their contracts alone.
#[test]
fn contracts_are_assumed() {
    let source = workspace().join("fixtures/contracts/Assumed.java");
    let (said, all, _) = check(&TOOLS, &source, &["--assume-contracts", "Assumed.step*"], "Assumed");
    let of = |method: &str| said.iter().find(|said| said.method.contains(&format!(".{method}("))).expect(&all).clone();
    for method in ["twiceHolds", "changesHolds", "exceptionHolds", "elementsHolds"] {
        assert!(of(method).verdict.starts_with("HOLDS;"), "{all}");
        assert!(of(method).details.iter().any(|line| line.ends_with("does what its contract says")), "{all}");
    }
    for (method, told) in [
        ("withoutCheckBreaks", "`requires x >= 0` "),
        ("changesBreaks", "`ensures total == \\old(total) + 1` "),
        ("exceptionBreaks", "java.lang.IllegalArgumentException at Assumed.stepOrThrow"),
        ("elementsBreaks", "`ensures \\result == \\old(cells[0]) + cells[1]` "),
    ] {
        assert!(of(method).verdict.starts_with("VIOLATED"), "{all}");
        assert!(of(method).details[0].starts_with(told), "{all}");
    }
    // What the contract permits and the code never does is no violation, and no proof.
    assert!(of("knownToTheCodeUnknown").verdict.starts_with("UNKNOWN"), "{all}");
    assert!(of("caughtUnknown").verdict.starts_with("UNKNOWN: what an assumed contract requires is broken"), "{all}");
    let (_, all, code) = check(&TOOLS, &source, &["--assume-contracts", "Assumed.nothing"], "Assumed");
    assert!(code == 3 && all.contains("no method with a contract matches --assume-contracts"), "{all}");
}

/// A method that satisfies its contract leaves no state on which the contract throws: such ends of a call are left out, and that is told.
#[test]
fn assumed_contracts_that_throw() {
    let source = workspace().join("fixtures/contracts/Undefined.java");
    let (said, all, _) = check(&TOOLS, &source, &["--assume-contracts", "Undefined.step*"], "Undefined");
    let of = |method: &str| said.iter().find(|said| said.method.contains(&format!(".{method}("))).expect(&all).clone();
    let place = |line: u32| format!("({}:{line})", source.display());
    for (method, clause, line, thrown) in [
        ("arrayHolds", "ensures \\result[0] >= 0", 6, "java.lang.NullPointerException"),
        ("arrayHolds", "ensures \\result[0] >= 0", 6, "java.lang.ArrayIndexOutOfBoundsException"),
        ("caughtHolds", "ensures \\result[0] >= 0", 6, "java.lang.NullPointerException"),
        ("nextHolds", "ensures next.total == 7", 13, "java.lang.NullPointerException"),
        ("signalsHolds", "signals (IllegalStateException e) 10 / total > 0", 21, "java.lang.ArithmeticException"),
    ] {
        let clause = format!("`{clause}` {} of an assumed contract", place(line));
        let note = format!("note: {clause} threw {thrown}: such ends of the call were left out (1 times)");
        let (assumed, said) = (format!("assumed: {clause} does not throw"), of(method));
        assert!(said.verdict.starts_with("HOLDS"), "{all}");
        assert_eq!(said.details.iter().filter(|line| **line == note).count(), 1, "{note} {all}");
        assert_eq!(said.details.iter().filter(|line| **line == assumed).count(), 1, "{assumed} {all}");
    }
    assert!(of("locationHolds").verdict.starts_with("HOLDS;"), "{all}");
    for (method, told) in [
        ("nextBreaks", "`ensures next.total == 8` "),
        ("requiresBreaks", "`requires to.total > 0` "),
        ("requiresCaughtBreaks", "`requires to.total > 0` "),
    ] {
        assert!(of(method).verdict.starts_with("VIOLATED"), "{all}");
        assert!(of(method).details[0].starts_with(told), "{all}");
    }
    let caught = "UNKNOWN: what an assumed contract requires is broken";
    assert!(of("requiresCaughtUnknown").verdict.starts_with(caught), "{all}");
    // Nothing is left that could hold.
    assert!(of("neverUnknown").verdict.starts_with("UNKNOWN: no heap within the bounds satisfies"), "{all}");
}

/// Annotations are in the class file, but what they say is translated in the source.
#[test]
fn annotations_without_sources_are_not_ignored() {
    let scratch = Scratch::new("annotated");
    let source = workspace().join("fixtures/contracts/jml/Annotated.java");
    let api = workspace().join("api").display().to_string();
    compile_with(&TOOLS, std::slice::from_ref(&source), &["-sourcepath", &api], scratch.path());
    let run = |options: &[&str]| {
        let mut jacana = TOOLS.jacana();
        let output = jacana.arg("check").arg("-cp").arg(scratch.path()).args(options).output().expect("jacana starts");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let without = run(&["Annotated.annotationsHolds"]);
    assert!(without.contains("UNKNOWN: its contract in @Requires needs the source of the class"), "{without}");
    let with = run(&["--source", &source.display().to_string(), "Annotated.annotationsHolds"]);
    assert!(with.contains("Annotated.annotationsHolds(int): HOLDS"), "{with}");
}

/// What is said of a class is in its class file: nothing holds that depends on it, unless the source is read.
#[test]
fn invariants_without_sources_are_not_ignored() {
    let scratch = Scratch::new("unread");
    let source = workspace().join("fixtures/contracts/Unread.java");
    let api = workspace().join("api").display().to_string();
    compile_with(&TOOLS, std::slice::from_ref(&source), &["-sourcepath", &api], scratch.path());
    let said = |options: &[&str], target: &str| {
        let mut jacana = TOOLS.jacana();
        let output = jacana.arg("check").arg("-cp").arg(scratch.path()).args(options).arg(target).output();
        let output = output.expect("jacana starts");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let needs_source = "UNKNOWN: the invariant of Unread in @Invariant needs its source (--source PATH)";
    for (method, expected) in [
        ("Unread.half", needs_source),
        ("Unread$Taking.decrease", needs_source),
        ("Unread$Below.touch", needs_source),
        ("Unread$Counted.size", "UNKNOWN: the invariant of Unread$Sized in @Invariant is that of an interface"),
        ("Unread$Zero.get", "UNKNOWN: its contract in Unread$Cell needs the source of Unread$Cell"),
        ("Unread.plain", "HOLDS"),
        ("Unread$Taking.plain", "HOLDS"),
        ("Unread$Zero.plain", "HOLDS"),
    ] {
        let all = said(&[], method);
        assert!(all.contains(&format!("): {expected}")), "{method}: {all}");
    }
    let all = said(&[], "Unread");
    assert!(all.contains(&format!("Unread.<init>(): {needs_source}")), "{all}");
    let with = ["--source", &source.display().to_string()];
    for (method, expected) in
        [("Unread.half", "HOLDS"), ("Unread$Taking.decrease", "VIOLATED"), ("Unread$Zero.get", "VIOLATED")]
    {
        let all = said(&with, method);
        assert!(all.contains(&format!("): {expected}")), "{method}: {all}");
    }
}

/// The source of the class above has a contract; that of the class itself is missing.
#[test]
fn contracts_of_overridden_methods_are_not_ignored() {
    let scratch = Scratch::new("overridden");
    let above = "public abstract class Cell<T> {\n  //@ ensures \\result != null;\n  public abstract T get();\n  public abstract T get(int x);\n}\n";
    let below = "public class Zero extends Cell<Integer> {\n  public Integer get() { return null; }\n  public Integer get(int x) { return null; }\n}\n";
    let sources = [scratch.write("Cell.java", above), scratch.write("Zero.java", below)];
    compile_with(&TOOLS, &sources, &[], scratch.path());
    let said = |sources: &[&std::path::PathBuf]| {
        let mut jacana = TOOLS.jacana();
        jacana.arg("check").arg("-cp").arg(scratch.path());
        sources.iter().for_each(|source| _ = jacana.arg("--source").arg(source));
        let output = jacana.arg("Zero").output().expect("jacana starts");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    let one = said(&[&sources[0]]);
    assert!(
        one.contains("Zero.get(): UNKNOWN: its contract in Cell needs the source of Zero (--source PATH)"),
        "{one}"
    );
    assert!(one.contains("Zero.get(int): HOLDS"), "{one}");
    let both = said(&[&sources[0], &sources[1]]);
    assert!(both.contains("Zero.get(): VIOLATED") && both.contains("Zero.get(int): HOLDS"), "{both}");
}
