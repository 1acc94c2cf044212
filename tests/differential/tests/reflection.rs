//! Symbolic reflection of `jacana test`: names that lead to classes and members, classes as arguments, and what reflective calls are given.

use std::collections::BTreeSet;

use differential::unit_tests::{RESTRICTED, SINK, tested};
use differential::{Exit, Tools};

/// What the tests of a method of Lookups call it with, and their text.
fn calls(method: &str) -> (BTreeSet<String>, String) {
    let (outcome, written) = tested(&Tools::find(), "reflection", &[&format!("reflection.Lookups.{method}")]);
    assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
    assert!(!outcome.stdout_text().contains("internal error"), "{}", outcome.stdout_text());
    let start = format!("Lookups.{method}(");
    let written: String = written.into_iter().map(|(_, text)| text).collect();
    let lines = written.lines().filter_map(|line| line.split_once(&start));
    (lines.map(|(_, rest)| arguments(rest).to_string()).collect(), written)
}

/// Up to the parenthesis that ends the call.
fn arguments(text: &str) -> &str {
    let mut open = 1;
    let end = text.find(|letter: char| {
        open += i32::from(letter == '(') - i32::from(letter == ')');
        open == 0
    });
    &text[..end.expect("the end of a call")]
}

fn words(all: &[&str]) -> BTreeSet<String> {
    all.iter().map(|word| word.to_string()).collect()
}

#[test]
fn names_lead_to_members() {
    for (method, expected) in [
        ("call", vec!["null", "\"a\"", "\"low\"", "\"high\"", "\"hidden\""]),
        // With 0 nobody would notice by what it scales.
        ("callScaled", vec!["null, 0", "\"a\", 0", "\"scaled\", 0", "\"scaled\", 1"]),
        ("read", vec!["null", "\"a\"", "\"level\"", "\"total\""]),
    ] {
        assert_eq!(calls(method).0, words(&expected), "{method}");
    }
}

#[test]
fn names_lead_to_classes() {
    for method in ["load", "loadWith"] {
        let expected = ["null", "\"a\"", "\"java.lang.Object\"", "\"java.util.List\"", "\"reflection.Gauge\""];
        assert_eq!(calls(method).0, words(&expected), "{method}");
    }
    let (beside, _) = calls("loadBeside");
    assert!(beside.contains("\"Gauge\"") && beside.len() == 3, "{beside:?}");
}

#[test]
fn classes_are_arguments() {
    let (_, written) = calls("kind");
    for answer in ["none", "gauge", "long", "primitive", "array", "enum", "interface", "class"] {
        assert!(written.contains(&format!("assertEquals(\"{answer}\", result);")), "{answer} of {written}");
    }
    let (_, ranks) = calls("rank");
    assert!((1..=3).all(|rank| ranks.contains(&format!("assertEquals({rank}, result);"))), "{ranks}");
    assert_eq!(calls("ranked").0, words(&["null", "Thread.State.class"]));
    let (described, written) = calls("described");
    assert!(described.contains("Integer.valueOf(101)"), "{described:?}");
    for answer in ["empty", "text", "interface", "class", "big", "other"] {
        assert!(written.contains(&format!("assertEquals(\"{answer}\", result);")), "{answer} of {written}");
    }
}

#[test]
fn receivers_and_arguments_of_reflective_calls_are_settled() {
    let (_, written) = calls("invoke");
    for part in
        ["new Gauge()", "new Object[] {Integer.valueOf(", "IllegalArgumentException", "assertEquals(0, result);"]
    {
        assert!(written.contains(part), "{part} of {written}");
    }
    let (calls, _) = calls("write");
    assert!(calls.contains("gauge, \"level\""), "{calls:?}");
}

#[test]
fn a_restricted_class_is_reached_through_a_reflective_call_by_symbolic_types_only() {
    let tools = Tools::find();
    let (outcome, written) =
        tested(&tools, "reflection", &[&SINK[..], &["reflection.Command", "reflection.Directory"]].concat());
    let said = outcome.stdout_text();
    assert!(said.contains(RESTRICTED), "{said}");
    assert!(said.contains("at reflection.Command.execute(Command.java:"), "{said}");
    let input = "new Command(Class.class, \"forName\", array);";
    assert!(
        said.contains("Object[] array = new Object[] {\"reflection.restricted.Vault\"};") && said.contains(input),
        "{said}"
    );
    // The check of the other way in holds.
    assert!(!said.contains("reached from reflection.Directory"), "{said}");
    let (_, tests) = written.iter().find(|(name, _)| name == "CommandSinksTest.java").expect("tests of sinks");
    assert!(tests.contains("void executeReachesVault()") && tests.contains(input), "{tests}");

    let (classic, written) = tested(&tools, "reflection", &[&SINK[..], &["--classic", "reflection.Command"]].concat());
    assert!(!classic.stdout_text().contains("sink:"), "{}", classic.stdout_text());
    assert!(written.iter().any(|(name, _)| name == "CommandTest.java"), "{}", classic.stdout_text());
    assert!(!written.iter().any(|(name, _)| name.contains("Sinks")));
}

/// What would start a program is not executed, and what is not up to the caller not told.
#[test]
fn programs_are_not_started_to_show_that_they_could_be() {
    let options = ["--sink", "java.lang.Runtime.exec", "reflection.Launcher"];
    let (outcome, written) = tested(&Tools::find(), "reflection", &options);
    let said = outcome.stdout_text();
    let reached = "sink: java.lang.Runtime.exec reached from reflection.Launcher.start(String,String) with an object of java.lang.Runtime, \"tool-";
    assert!(said.contains(reached), "{said}");
    assert!(said.contains("not executed: "), "{said}");
    assert!(!said.contains("reached from reflection.Launcher.clean"), "{said}");
    assert!(!written.iter().any(|(name, _)| name.contains("Sinks")));
}
