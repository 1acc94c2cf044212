//! `jacana check` against the JVM: the cases of a method are a partition of all heaps on which it may be called.

use std::fs;

use differential::check::Subjects;
use differential::soundness::{Description, faults};

use crate::Shown;

/// Of each class.
const OBJECTS: u32 = 4;
const SHOWN_FAULTS: usize = 3;

const METHODS: &[(&str, &str, &[&str])] = &[
    ("BinarySearchTree", "isEmpty", &["BinarySearchTree$Node", "Item"]),
    ("BinarySearchTree", "find", &["BinarySearchTree$Node", "Item"]),
    ("BinarySearchTree", "findMin", &["BinarySearchTree$Node", "Item"]),
    ("BinarySearchTree", "findMax", &["BinarySearchTree$Node", "Item"]),
    ("BinarySearchTree", "insert", &["BinarySearchTree$Node", "Item"]),
    ("BinarySearchTree", "remove", &["BinarySearchTree$Node", "Item"]),
    ("AvlTree", "find", &["AvlTree$Node", "Item"]),
    ("AvlTree", "findMin", &["AvlTree$Node", "Item"]),
    ("AvlTree", "insert", &["AvlTree$Node", "Item"]),
    ("AATree", "find", &["AATree$Node", "Item"]),
    ("AATree", "insert", &["AATree$Node", "Item"]),
    ("AATree", "remove", &["AATree$Node", "Item"]),
    ("RedBlackMap", "get", &["RedBlackMap$Node", "Item"]),
    ("RedBlackMap", "put", &["RedBlackMap$Node", "Item"]),
    ("RedBlackMap", "remove", &["RedBlackMap$Node", "Item"]),
    ("RedBlackMap", "lastKey", &["RedBlackMap$Node", "Item"]),
    ("LeftistHeap", "findMin", &["LeftistHeap$Node", "Item"]),
    ("LeftistHeap", "insert", &["LeftistHeap$Node", "Item"]),
    ("LeftistHeap", "deleteMin", &["LeftistHeap$Node", "Item"]),
    ("Container", "swap", &["Item"]),
];

/// Words select classes.
pub fn figures(classes: &[&str]) -> Shown {
    let subjects = Subjects::new();
    let file = subjects.classes().join("cases.json");
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (class, method, others) in METHODS.iter().filter(|row| classes.is_empty() || classes.contains(&row.0)) {
        let heaps = subjects.heaps(OBJECTS, class, method, others);
        let (bound, path) = (OBJECTS.to_string(), file.display().to_string());
        let answer = subjects.check(&["--n", &bound, "--cases", &path], &format!("{class}.{method}"));
        let cases = Description::read(&fs::read_to_string(&file).unwrap_or_default());
        let faults = faults(&cases, &heaps);
        shown.enough &= faults.is_empty() && !cases.is_empty() && answer.is_some_and(|a| a.paths == cases.len() as u64);
        shown.lines.push(format!(
            "{class}.{method}: {} heaps, {} cases, {} faults",
            heaps.len(),
            cases.len(),
            faults.len()
        ));
        shown.lines.extend(faults.into_iter().take(SHOWN_FAULTS));
    }
    shown
}
