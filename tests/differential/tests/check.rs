//! `jacana check` on fixtures/check: exact numbers of paths, seeded bugs, answers to bad input, and whether its cases are a
//! partition of all heaps.

use std::collections::BTreeMap;
use std::fs;
use std::sync::LazyLock;

use differential::check::{Answer, BAD_INPUT, Subjects};
use differential::soundness::{Description, faults};

static SUBJECTS: LazyLock<Subjects> = LazyLock::new(Subjects::new);

fn check(options: &str, target: &str) -> Answer {
    let options: Vec<&str> = options.split(' ').collect();
    SUBJECTS.check(&options, target).unwrap_or_else(|| panic!("no answer to {options:?} {target}"))
}

/// Standard output and error, and the exit code.
fn said(options: &str, target: &str) -> (String, i32) {
    SUBJECTS.said(&options.split(' ').collect::<Vec<&str>>(), target)
}

/// Target, bound, and the paths for each number.
const PATHS: &[(&str, &str, u32, &[u64])] = &[
    ("BinarySearchTree.isEmpty", "--n", 5, &[65, 197, 626]),
    ("BinarySearchTree.find", "--n", 5, &[637, 2353]),
    ("BinarySearchTree.insert", "--n", 5, &[637]),
    ("BinarySearchTree.remove", "--n", 5, &[637]),
    ("AvlTree.isEmpty", "--n", 5, &[15, 19]),
    ("AvlTree.find", "--n", 5, &[123]),
    ("AATree.find", "--n", 5, &[56]),
    ("RedBlackMap.isEmpty", "--n", 5, &[18, 34]),
    ("RedBlackMap.get", "--n", 5, &[152]),
    ("RedBlackMap.put", "--n", 5, &[152]),
    ("RedBlackMap.remove", "--n", 5, &[152]),
    ("BinarySearchTree.find", "--k", 1, &[4, 21, 236]),
    ("AvlTree.find", "--k", 1, &[4, 21, 190]),
    ("AATree.find", "--k", 1, &[4, 16, 84]),
    ("RedBlackMap.get", "--k", 1, &[4, 28, 331]),
    ("LeftistHeap.mergeApart", "--k", 1, &[5, 33, 587]),
    ("BinaryHeap.deleteMin", "--k", 1, &[2, 3, 5]),
    ("BinaryHeap.insert", "--k", 1, &[2, 5, 8]),
    ("Sort.insertionSorts", "--k", 1, &[1, 3, 9]),
    ("Sort.selectionSorts", "--k", 1, &[1, 3, 10]),
];

#[test]
fn numbers_of_paths() {
    for (target, bound, first, expected) in PATHS {
        for (number, paths) in (*first..).zip(*expected) {
            let answer = check(&format!("{bound} {number}"), target);
            assert_eq!(answer.paths, *paths, "{target} {bound} {number}: {answer:?}");
            assert!(answer.verdict.starts_with("HOLDS WITHIN"), "{target} {bound} {number}: {answer:?}");
        }
    }
}

#[test]
fn three_levels_of_initialisation() {
    for (level, paths) in [("lazy", 20), ("lazier", 6), ("lazier#", 2)] {
        let answer = check(&format!("--init {level}"), "Container.swapExchanges");
        assert_eq!((answer.verdict.as_str(), answer.paths, answer.cases), ("HOLDS", paths, paths));
    }
    assert_eq!(check("--k 2 --init lazy", "BinarySearchTree.find").paths, 51);
    assert_eq!(check("--k 2 --init lazier", "BinarySearchTree.find").paths, 29);
}

/// The JVM confirms each of them.
#[test]
fn bugs_are_found() {
    let bugs = [
        ("AliasedBag.isOwn", "java.lang.AssertionError at AliasedBag.isOwn"),
        ("BrokenSwap.swapExchanges", "java.lang.AssertionError at BrokenSwap.swapExchanges"),
        ("ForgottenUncle.add", "the invariant does not hold afterwards"),
        ("HeapSort.heapSort", "java.lang.ArrayIndexOutOfBoundsException at HeapSort"),
        ("HeavyScale.weigh", "java.lang.AssertionError at HeavyScale.weigh"),
        ("SameObject.number", "java.lang.AssertionError at SameObject.number"),
        ("SharedRow.rows", "java.lang.AssertionError at SharedRow.rows"),
        ("SharedRow.row", "java.lang.AssertionError at SharedRow.row"),
    ];
    for (target, what) in bugs {
        let (text, code) = said("--k 2", target);
        assert!(code == 1 && text.contains(": VIOLATED; ") && text.contains(what), "{target}: {code} {text}");
        assert!(text.contains("heap before: "), "{target}: {text}");
    }
}

#[test]
fn static_fields_hold_anything_if_asked() {
    // An index that is not known is settled before an element is looked at.
    assert_eq!(check("--k 2", "ReferenceArrays.takenOut").verdict, "HOLDS");
    // Only another class mentions that the value may be a number.
    assert_eq!(check("--k 2", "Boxed.isNotSeven").verdict, "VIOLATED");
    // An invariant may have any name.
    assert_eq!(check("--k 2", "Marked.fewer").verdict, "HOLDS");
    assert_eq!(check("--k 2", "Marked.more").verdict, "VIOLATED");
    assert_eq!(check("--k 2", "Globals.remember").verdict, "HOLDS");
    let (text, code) = said("--k 2 --globals", "Globals.remember");
    assert!(code == 1 && text.contains("Globals.count = 7; Globals.last = Globals#0"), "{text}");
}

/// They are made by their constructors, which may refuse.
#[test]
fn records_are_replayed() {
    let (text, code) = said("--k 2", "Records.ring");
    assert!(code == 1 && text.contains("java.lang.AssertionError at Records.ring"), "{text}");
    let (text, code) = said("--k 2", "Records.positive");
    assert!(code == 2 && text.contains("the heap could not be built"), "{text}");
}

/// Arrays that the program speaks of are objects, too.
#[test]
fn arrays_are_behind_general_types() {
    for method in ["isNoArray", "isAnother", "isNoRow", "isNoTable"] {
        let verdict = check("--k 3", &format!("Behind.{method}")).verdict;
        assert!(verdict.starts_with("VIOLATED"), "{method}: {verdict}");
    }
}

/// Program 2 of the paper: a link may point to an object whose type does not name its class.
#[test]
fn types_are_symbolic() {
    for target in ["Linked.isNext", "Linked.isNextObject"] {
        // lazier# asks whether the parameter is the link, and no more.
        for (level, paths) in [("lazier", 8), ("lazier#", 6)] {
            let answer = check(&format!("--k 2 --init {level}"), target);
            assert_eq!((answer.verdict.as_str(), answer.paths), ("HOLDS", paths), "{target} {level}");
        }
    }
}

#[test]
fn answers_to_bad_input() {
    for (target, code, what) in BAD_INPUT {
        let (text, found) = said("--k 3", target);
        assert!(found == *code && text.contains(what), "{target}: {found} {text}");
    }
}

/// Every heap that the JVM can have is in exactly one case.
#[test]
fn cases_are_a_partition() {
    let methods = [
        ("BinarySearchTree", "isEmpty", &["BinarySearchTree$Node", "Item"]),
        ("BinarySearchTree", "find", &["BinarySearchTree$Node", "Item"]),
        ("BinarySearchTree", "remove", &["BinarySearchTree$Node", "Item"]),
        ("AvlTree", "find", &["AvlTree$Node", "Item"]),
        ("RedBlackMap", "get", &["RedBlackMap$Node", "Item"]),
    ];
    let file = SUBJECTS.classes().join("cases.json");
    let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (class, method, others) in methods {
        let heaps = SUBJECTS.heaps(2, class, method, others);
        let target = format!("{class}.{method}");
        let answer = check(&format!("--n 2 --cases {}", file.display()), &target);
        let cases = Description::read(&fs::read_to_string(&file).expect("cases were written"));
        assert_eq!(cases.len() as u64, answer.paths, "{target}");
        assert!(heaps.len() > 10, "{target}: {} heaps", heaps.len());
        all.insert(target, faults(&cases, &heaps));
    }
    assert!(all.values().all(Vec::is_empty), "{all:?}");
}

/// Method of `Walks`, and its paths for k = 1, 2, 3.
const WALKS: &[(&str, [u64; 3])] = &[
    ("up", [4, 8, 16]),
    ("down", [4, 8, 16]),
    ("steps", [4, 8, 16]),
    ("reverse", [2, 3, 3]),
    ("search", [5, 11, 23]),
    ("nulls", [4, 8, 16]),
];

/// A bound on elements counts different places, in whatever order they are looked at, and cuts nothing that keeps to it.
#[test]
fn places_of_arrays_are_bounded() {
    for (method, paths) in WALKS {
        for (k, expected) in (1..).zip(paths) {
            let answer = check(&format!("--k {k}"), &format!("Walks.{method}"));
            let within = format!("HOLDS WITHIN {k} element{} of an array", if k == 1 { "" } else { "s" });
            assert_eq!((answer.verdict.as_str(), answer.paths), (&*within, *expected), "{method} {k}");
        }
    }
    let (text, _) = said("--k 2", "Walks.down");
    assert!(text.contains("bound k = 2 for elements of an array at Walks.down(Walks.java:"), "{text}");
    for (method, needed) in [("lastThree", 3), ("sameAgain", 2)] {
        for k in 1..=3 {
            let verdict = check(&format!("--k {k}"), &format!("Walks.{method}")).verdict;
            assert_eq!(verdict.starts_with("VIOLATED"), k >= needed, "{method} {k}: {verdict}");
            assert_eq!(verdict.starts_with("HOLDS WITHIN"), k < needed, "{method} {k}: {verdict}");
        }
    }
    // One place, wherever it is.
    assert_eq!(check("--k 1", "Walks.laterObject").verdict, "VIOLATED");
    let paths = |method: &str, k: u32| {
        let answer = check(&format!("--k {k}"), &format!("Walks.{method}"));
        (answer.verdict, answer.paths)
    };
    assert_eq!(paths("get", 1), ("HOLDS".into(), 4));
    assert_eq!(paths("swap", 1), ("HOLDS WITHIN 1 element of an array".into(), 6));
    assert_eq!(paths("swap", 2), ("HOLDS".into(), 7));
    // Three places are all that there are.
    assert_eq!(check("--k 3", "Walks.twice").verdict, "HOLDS");
}
