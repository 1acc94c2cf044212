//! What `jacana check` says besides its verdicts: coverage, the way to a bound, the condition that failed, JSON, several processes.

use std::fs;
use std::sync::LazyLock;

use differential::check::{Subjects, WITHIN_BOUNDS};
use differential::json::Json;

static SUBJECTS: LazyLock<Subjects> = LazyLock::new(Subjects::new);

/// Standard output and the exit code.
fn said(words: &[&str]) -> (String, i32) {
    let mut jacana = SUBJECTS.tools.jacana();
    let output =
        jacana.args(WITHIN_BOUNDS).arg("-cp").arg(SUBJECTS.classes()).args(words).output().expect("jacana starts");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().expect("no signal"))
}

/// The methods in the report.
fn report(name: &str, words: &[&str]) -> Vec<Json> {
    let file = SUBJECTS.classes().join(name);
    said(&[words, &["--json", file.to_str().expect("UTF-8")]].concat());
    let document = Json::parse(&fs::read_to_string(&file).expect("a report was written"));
    assert_eq!(document["format"].number(), 1.0);
    document["methods"].list().to_vec()
}

/// `[covered, all]` of the first method.
fn branches(method: &Json) -> [f64; 2] {
    let branches = &method["coverage"].list()[0]["branches"];
    [branches["covered"].number(), branches["all"].number()]
}

#[test]
fn coverage_grows_with_the_bound() {
    let [one, all] = branches(&report("k1.json", &["--k", "1", "BinarySearchTree.remove"])[0]);
    let [three, all_again] = branches(&report("k3.json", &["--k", "3", "BinarySearchTree.remove"])[0]);
    assert!(one < three && three == all && all == all_again, "{one} {three} of {all}");
    // What an invariant executes does not count.
    let (text, _) = said(&["--k", "2", "BinarySearchTree.isEmpty"]);
    assert!(text.contains("covered: 2 of 2 branches and") && text.contains("in 1 method\n"), "{text}");
}

#[test]
fn the_way_to_a_bound() {
    let methods = report("bound.json", &["--k", "2", "BinarySearchTree.find"]);
    let bound = &methods[0]["bounds"].list()[0];
    assert_eq!(methods[0]["verdict"].text(), "HOLDS");
    assert_eq!(methods[0]["within"].list()[0].text(), "k = 2");
    assert!(bound["bound"].text().starts_with("bound k = 2 at BinarySearchTree.ordered(BinarySearchTree.java:"));
    assert!(bound["stack"].list().iter().any(|line| line.text().contains("BinarySearchTree.repOK")));
    let conditions: Vec<&str> = bound["path"].list().iter().map(|fork| fork["condition"].text()).collect();
    assert!(conditions.contains(&"!(BinarySearchTree.root#0 is null)"), "{conditions:?}");
    // A loop that initialises nothing has a place, too.
    let (text, _) = said(&["RingWalk.isLast"]);
    assert!(text.contains("loop iterations at RingWalk.repOK(RingWalk.java:"), "{text}");
}

/// Target, and the place and number of the condition.
const DECIDED: [(&str, &str); 4] = [
    (
        "BrokenSwap.swapExchanges",
        "decided at BrokenSwap.swapExchanges(BrokenSwap.java:18), condition 2 of 2 on the line",
    ),
    ("ForgottenUncle.add", "decided at ForgottenUncle.blackNodes(ForgottenUncle.java:"),
    ("BrokenClauses.forget", "decided at BrokenClauses.repOK(BrokenClauses.java:13)\n"),
    (
        "BrokenClauses.disorder",
        "decided at BrokenClauses.isSorted(BrokenClauses.java:20), condition 2 of 2 on the line",
    ),
];

#[test]
fn the_condition_that_failed() {
    for (target, place) in DECIDED {
        let (text, code) = said(&["--k", "2", target]);
        assert!(code == 1 && text.contains(place) && text.contains("  trace: "), "{target}: {text}");
    }
    let violated = &report("violated.json", &["--k", "2", "BrokenSwap.swapExchanges"])[0]["violation"];
    assert_eq!(violated["clause"]["condition"].number(), 2.0);
    let lines: Vec<f64> = violated["trace"].list().iter().map(|place| place["line"].number()).collect();
    assert!(lines.ends_with(&[17.0, 8.0, 9.0, 10.0, 18.0]), "{lines:?}");
    assert_eq!(violated["heap"]["arguments"].list()[0]["name"].text(), "this");
}

#[test]
fn several_processes_say_the_same() {
    let targets = ["--k", "2", "AvlTree", "LeftistHeap.findMin", "HeapSort.heapSort"];
    let (one, code) = said(&targets);
    let (three, code_of_three) = said(&[&["--jobs", "3"], &targets[..]].concat());
    assert_eq!((without_times(&one), code), (without_times(&three), code_of_three));
    assert_eq!(code, 1);
    let (_, code) = said(&["--jobs", "2", "NoSuchClass"]);
    assert_eq!(code, 3);
    let methods = report("jobs.json", &[&["--jobs", "2"], &targets[..]].concat());
    assert_eq!(methods.last().expect("methods")["verdict"].text(), "VIOLATED");
}

fn without_times(text: &str) -> Vec<String> {
    text.lines().map(|line| line.rsplit_once(" paths, ").map_or(line, |(start, _)| start).to_string()).collect()
}

#[test]
fn what_is_refused_names_an_option_that_permits_it() {
    let scratch = differential::Scratch::new("refused");
    let text = "import java.io.*;\n\
                class Journal {\n    static int kept(int x) throws Exception {\n        \
                new FileOutputStream(\"journal.txt\").close();\n        return x;\n    }\n}\n";
    let source = scratch.write("Journal.java", text);
    let check = |options: &[&str]| {
        let mut jacana = SUBJECTS.tools.jacana();
        jacana.current_dir(scratch.path()).arg("check").args(options).arg(&source).arg("Journal.kept");
        let output = jacana.output().expect("jacana starts");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let refused = check(&[]);
    assert!(refused.contains("--allow-io permits it"), "{refused}");
    assert!(!scratch.path().join("journal.txt").exists());
    let permitted = check(&["--allow-io"]);
    assert!(!permitted.contains("refused"), "{permitted}");
    assert!(scratch.path().join("journal.txt").exists(), "{permitted}");
}
