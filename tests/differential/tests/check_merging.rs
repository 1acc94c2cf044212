//! `jacana check --merge returns` answers what `--merge off` answers, with the same cases, on the classes of fixtures/check.

use std::collections::BTreeMap;

use differential::check::Subjects;
use differential::process::{PATIENCE, run};

const CLASSES: [&str; 9] =
    ["AATree", "AvlTree", "BinaryHeap", "BinarySearchTree", "Container", "LeftistHeap", "RedBlackMap", "Sort", "Walks"];

/// Of a method: its verdict, its cases and its paths.
type Checked = BTreeMap<String, (String, u64, u64)>;

#[test]
fn merged_paths_have_the_same_cases() {
    let subjects = Subjects::new();
    let (mut merged_paths, mut single_paths) = (0, 0);
    for class in CLASSES {
        let [single, merged] = ["off", "returns"].map(|level| check(&subjects, class, level));
        assert!(!single.is_empty(), "{class}");
        assert_eq!(single.len(), merged.len(), "{class}");
        for ((method, (verdict, cases, paths)), (_, other)) in single.iter().zip(&merged) {
            assert_eq!(*verdict, other.0, "{method}");
            // At a violation a check stops, and which case that is depends on the order.
            if verdict != "VIOLATED" {
                assert_eq!(*cases, other.1, "cases of {method}");
                assert!(other.2 <= *paths, "{method}: {} paths with merging, {paths} without", other.2);
                single_paths += paths;
                merged_paths += other.2;
            }
        }
    }
    assert!(merged_paths < single_paths, "{merged_paths} paths with merging, {single_paths} without");
}

fn check(subjects: &Subjects, class: &str, level: &str) -> Checked {
    let mut command = subjects.tools.jacana();
    command.args(["check", "--k", "2", "--no-proofs", "--merge", level, "-cp"]).arg(subjects.classes()).arg(class);
    let text = run(command, b"", PATIENCE).stdout_text();
    let checked = |line: &str| {
        let (method, rest) = line.split_once(": ")?;
        let (verdict, figures) = rest.split_once("; ")?;
        let mut numbers = figures.split(", ").filter_map(|figure| figure.split(' ').next()?.parse().ok());
        Some((method.to_string(), (verdict.to_string(), numbers.next()?, numbers.next()?)))
    };
    text.lines().filter(|line| !line.starts_with(' ')).filter_map(checked).collect()
}
