//! What `jacana check` must show: exact numbers of paths, the time of the largest one, and bugs that the JVM confirms.

use differential::check::Subjects;

use crate::Shown;

/// Target, options, the paths that it must have.
const EXACT: &[(&str, &str, u64)] = &[
    ("Container.swapExchanges", "--init lazy", 20),
    ("Container.swapExchanges", "--init lazier", 6),
    ("Container.swapExchanges", "--init lazier#", 2),
    ("BinarySearchTree.isEmpty", "--n 9", 6918),
    ("AvlTree.find", "--n 9", 1810),
    ("RedBlackMap.isEmpty", "--n 9", 213),
    ("RedBlackMap.put", "--n 9", 3517),
    ("BinarySearchTree.find", "--k 3", 236),
    ("AvlTree.find", "--k 3", 190),
    ("AATree.find", "--k 3", 84),
    ("RedBlackMap.get", "--k 3", 331),
    ("LeftistHeap.mergeApart", "--k 3", 587),
    (LARGEST, "--n 9", 125_476),
];

/// 41.8 minutes in the paper.
const LARGEST: &str = "BinarySearchTree.find";
const MOST_SECONDS: f64 = 90.0;

const BUGS: [&str; 5] =
    ["AliasedBag.isOwn", "BrokenSwap.swapExchanges", "ForgottenUncle.add", "HeapSort.heapSort", "SameObject.number"];

pub fn figures(_: &[&str]) -> Shown {
    let subjects = Subjects::new();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (target, options, paths) in EXACT {
        let mut words: Vec<&str> = options.split(' ').collect();
        words.extend(["--time", "300"]);
        let answer = subjects.check(&words, target);
        let (found, seconds) = answer.as_ref().map_or((0, 0.0), |answer| (answer.paths, answer.seconds));
        let holds = answer.is_some_and(|answer| answer.verdict.starts_with("HOLDS"));
        shown.enough &= holds && found == *paths && (*target != LARGEST || seconds <= MOST_SECONDS);
        shown.lines.push(format!("{target} {options}: {found} paths of {paths}, {seconds:.1} s"));
    }
    for target in BUGS {
        let verdict = subjects.check(&["--k", "2"], target).map_or("no answer".into(), |answer| answer.verdict);
        shown.enough &= verdict == "VIOLATED";
        shown.lines.push(format!("{target}: {verdict}"));
    }
    shown
}
