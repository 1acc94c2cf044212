//! Symbolic reflection of `jacana test`: names that lead to classes and members, classes as arguments, and what reflective calls are given.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use differential::fixture::files_below;
use differential::process::run;
use differential::tools::{compile, workspace};
use differential::{Exit, Outcome, Scratch, Tools};

const LIMIT: Duration = Duration::from_secs(180);

struct Bench {
    tools: Tools,
    scratch: Scratch,
    classes: PathBuf,
}

impl Bench {
    fn new() -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("reflection"));
        let classes = scratch.path().join("classes");
        compile(&tools, &files_below(&workspace().join("fixtures/test/reflection")), "", &classes);
        Bench { tools, scratch, classes }
    }

    fn test(&self, options: &[&str]) -> Outcome {
        let tests = self.scratch.path().join("tests");
        let _ = fs::remove_dir_all(&tests);
        let mut command = self.tools.jacana();
        command.arg("test").arg("-cp").arg(&self.classes).arg("-o").arg(tests).args(options);
        let outcome = run(command, b"", LIMIT);
        assert!(!outcome.stdout_text().contains("internal error"), "{}", outcome.stdout_text());
        outcome
    }

    fn written(&self) -> String {
        let files = files_below(&self.scratch.path().join("tests"));
        files.iter().map(|file| fs::read_to_string(file).expect("a test")).collect()
    }

    /// What the tests of a method of Lookups call it with.
    fn calls(&self, method: &str) -> BTreeSet<String> {
        let outcome = self.test(&[&format!("reflection.Lookups.{method}")]);
        assert_eq!(outcome.exit, Exit::Code(0), "{}", outcome.stderr_text());
        let start = format!("Lookups.{method}(");
        let written = self.written();
        let lines = written.lines().filter_map(|line| line.split_once(&start));
        lines.map(|(_, rest)| arguments(rest).to_string()).collect()
    }
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
    let bench = Bench::new();
    for (method, expected) in [
        ("call", vec!["(String) null", "\"\"", "\"low\"", "\"high\"", "\"hidden\""]),
        ("callScaled", vec!["(String) null, 0", "\"\", 0", "\"scaled\", 0"]),
        ("read", vec!["(String) null", "\"\"", "\"level\"", "\"total\""]),
    ] {
        assert_eq!(bench.calls(method), words(&expected), "{method}");
    }
}

#[test]
fn names_lead_to_classes() {
    let bench = Bench::new();
    for method in ["load", "loadWith"] {
        let expected = ["(String) null", "\"\"", "\"java.lang.Object\"", "\"java.util.List\"", "\"reflection.Gauge\""];
        assert_eq!(bench.calls(method), words(&expected), "{method}");
    }
    let beside = bench.calls("loadBeside");
    assert!(beside.contains("\"Gauge\"") && beside.len() == 3, "{beside:?}");
}

#[test]
fn classes_are_arguments() {
    let bench = Bench::new();
    bench.calls("kind");
    let written = bench.written();
    for answer in ["none", "gauge", "long", "primitive", "array", "enum", "interface", "class"] {
        assert!(written.contains(&format!("assertEquals(\"{answer}\", result);")), "{answer} of {written}");
    }
    let described = bench.calls("described");
    assert!(described.contains("Integer.valueOf(101)"), "{described:?}");
    let written = bench.written();
    for answer in ["empty", "text", "interface", "class", "big", "other"] {
        assert!(written.contains(&format!("assertEquals(\"{answer}\", result);")), "{answer} of {written}");
    }
}

#[test]
fn receivers_and_arguments_of_reflective_calls_are_settled() {
    let bench = Bench::new();
    bench.calls("invoke");
    let written = bench.written();
    for part in
        ["new Gauge()", "new Object[] {Integer.valueOf(", "IllegalArgumentException", "assertEquals(0, result);"]
    {
        assert!(written.contains(part), "{part} of {written}");
    }
    let calls = bench.calls("write");
    assert!(calls.contains("gauge, \"level\""), "{calls:?}");
}
