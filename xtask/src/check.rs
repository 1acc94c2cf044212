//! What `jacana check` must show: exact numbers of paths and states, the time of the largest one, bugs that the JVM confirms, and answers to bad input.

use differential::check::{BAD_INPUT, Subjects};
use differential::states::tree;

use crate::Shown;

/// The paths and the states at each step for `Container.swap`: Figures 3 to 5 of the Kiasan paper.
const FIGURES: [(&str, u64, [usize; 4]); 3] =
    [("lazy", 20, [3, 7, 20, 20]), ("lazier", 6, [2, 2, 6, 6]), ("lazier#", 2, [1, 1, 2, 2])];

const KEYED: &[u64] = &[637, 2353, 8788, 33098, 125_476];
const RED_BLACK: &[u64] = &[152, 360, 855, 1807, 3517];

/// Target, bound, its first number, and the paths that there must be.
const EXACT: &[(&str, &str, u32, &[u64])] = &[
    ("BinarySearchTree.isEmpty", "--n", 5, &[65, 197, 626, 2056, 6918]),
    (LARGEST, "--n", 5, KEYED),
    ("BinarySearchTree.insert", "--n", 5, KEYED),
    ("BinarySearchTree.remove", "--n", 5, KEYED),
    ("AvlTree.find", "--n", 5, &[123, 175, 430, 974, 1810]),
    ("RedBlackMap.isEmpty", "--n", 5, &[18, 34, 67, 123, 213]),
    ("RedBlackMap.get", "--n", 5, RED_BLACK),
    ("RedBlackMap.put", "--n", 5, RED_BLACK),
    ("RedBlackMap.remove", "--n", 5, RED_BLACK),
    ("BinarySearchTree.find", "--k", 1, &[4, 21, 236]),
    ("AvlTree.find", "--k", 1, &[4, 21, 190]),
    ("AATree.find", "--k", 1, &[4, 16, 84]),
    ("RedBlackMap.get", "--k", 1, &[4, 28, 331]),
    ("LeftistHeap.mergeApart", "--k", 1, &[5, 33, 587]),
];

/// 41.8 minutes in the paper for n = 9.
const LARGEST: &str = "BinarySearchTree.find";
const MOST_SECONDS: f64 = 90.0;

const BUGS: [&str; 6] = [
    "AliasedBag.isOwn",
    "BrokenSwap.swapExchanges",
    "ForgottenUncle.add",
    "HeapSort.heapSort",
    "HeavyScale.weigh",
    "SameObject.number",
];

pub fn figures(_: &[&str]) -> Shown {
    let subjects = Subjects::new();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (level, paths, states) in FIGURES {
        let answer = subjects.check(&["--init", level], "Container.swapExchanges");
        let found = answer.filter(|answer| answer.verdict == "HOLDS").map_or(0, |answer| answer.paths);
        let (at_steps, _) = tree(&subjects, level);
        shown.enough &= found == paths && at_steps == states;
        shown
            .lines
            .push(format!("Container.swap {level}: {found} paths of {paths}, states {at_steps:?} of {states:?}"));
    }
    for (target, bound, first, expected) in EXACT {
        for (number, paths) in (*first..).zip(*expected) {
            let answer = subjects.check(&[bound, &number.to_string(), "--time", "300"], target);
            let (found, seconds) = answer.as_ref().map_or((0, 0.0), |answer| (answer.paths, answer.seconds));
            let holds = answer.is_some_and(|answer| answer.verdict.starts_with("HOLDS"));
            shown.enough &= holds && found == *paths && (*target != LARGEST || seconds <= MOST_SECONDS);
            shown.lines.push(format!("{target} {bound} {number}: {found} paths of {paths}, {seconds:.1} s"));
        }
    }
    for target in BUGS {
        let verdict = subjects.check(&["--k", "2"], target).map_or("no answer".into(), |answer| answer.verdict);
        shown.enough &= verdict == "VIOLATED";
        shown.lines.push(format!("{target}: {verdict}"));
    }
    for (target, code, what) in BAD_INPUT {
        let (text, found) = subjects.said(&["--k", "3"], target);
        let is_clear = found == *code && text.contains(what);
        shown.enough &= is_clear;
        let line = text.lines().find(|line| line.contains(what)).unwrap_or("not what it should be");
        shown.lines.push(format!("{target}: exit code {found}, {}", line.trim()));
    }
    shown
}
