//! Our invariants of java.util (fixtures/check/specs): they hold for what the JDK makes, and do not for broken heaps.

use differential::check::Subjects;

#[test]
fn hold_for_what_the_jdk_makes() {
    assert_eq!(Subjects::new().run("SpecsHold", &[]), "hold\n");
}

const TREE: &str = "\
new 1 java.util.TreeMap
new 2 java.util.TreeMap$Entry
new 3 java.util.TreeMap$Entry
box 4 java.lang.Integer 5
box 5 java.lang.Integer 3
field 1 java.util.TreeMap root @2
field 1 java.util.TreeMap size 2
field 2 java.util.TreeMap$Entry key @4
field 2 java.util.TreeMap$Entry left @3
field 2 java.util.TreeMap$Entry color true
field 3 java.util.TreeMap$Entry key @5
field 3 java.util.TreeMap$Entry parent @2
";
const ASK_TREE: &str = "call TreeMapSpec isRight (Ljava.util.TreeMap;)Z - @1\n";

#[test]
fn broken_trees() {
    let breaks = [
        "field 2 java.util.TreeMap$Entry color false",
        "field 3 java.util.TreeMap$Entry color true",
        "field 3 java.util.TreeMap$Entry key @4",
        "field 3 java.util.TreeMap$Entry parent null",
        "field 2 java.util.TreeMap$Entry right @3",
        "field 3 java.util.TreeMap$Entry left @2",
        "field 1 java.util.TreeMap size 1",
    ];
    all_broken(TREE, ASK_TREE, &breaks);
}

const LIST: &str = "\
new 1 java.util.LinkedList
new 2 java.util.LinkedList$Node
new 3 java.util.LinkedList$Node
field 1 java.util.LinkedList first @2
field 1 java.util.LinkedList last @3
field 1 java.util.LinkedList size 2
field 2 java.util.LinkedList$Node next @3
field 3 java.util.LinkedList$Node prev @2
";
const ASK_LIST: &str = "call LinkedListSpec isRight (Ljava.util.LinkedList;)Z - @1\n";

#[test]
fn broken_lists() {
    let breaks = [
        "field 3 java.util.LinkedList$Node next @2",
        "field 3 java.util.LinkedList$Node next @3",
        "field 3 java.util.LinkedList$Node prev null",
        "field 1 java.util.LinkedList last @2",
        "field 1 java.util.LinkedList first null",
        "field 1 java.util.LinkedList size 3",
    ];
    all_broken(LIST, ASK_LIST, &breaks);
}

/// Asks before and after each of the changes, each on a heap of its own.
fn all_broken(heap: &str, ask: &str, breaks: &[&str]) {
    let subjects = Subjects::new();
    for change in breaks {
        let (answer, _) = subjects.replay(&format!("{heap}{ask}{change}\n{ask}"));
        assert_eq!(answer, "returned true\nreturned false\n", "{change}");
    }
}
