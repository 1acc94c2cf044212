//! Where our numbers of paths differ from those of the Kiasan paper, docs/internals/experiments/kiasan.md says why. Here are variations of the subjects
//! (fixtures/check/variations) with which the numbers are the paper's.

use differential::check::Subjects;

/// Target, level, bound, its first number, and the paths in the paper.
const PAPER: &[(&str, &str, &str, u32, &[u64])] = &[
    ("PlainQueue.isEmpty", "lazier#", "--n", 5, &[6, 7, 8]),
    ("PlainQueue.peek", "lazier#", "--n", 5, &[6, 7, 8]),
    ("PlainQueue.poll", "lazier#", "--n", 5, &[12, 19, 27, 35, 44]),
    ("PlainQueue.offer", "lazier#", "--n", 5, &[25, 31, 38]),
    ("PlainList.isEmpty", "lazier#", "--n", 5, &[2]),
    ("PlainList.get", "lazier#", "--n", 5, &[2]),
    ("PlainList.add", "lazier#", "--n", 5, &[6]),
    ("PlainList.addToVector", "lazier#", "--n", 5, &[11]),
    ("PlainList.remove", "lazier#", "--n", 5, &[6]),
    ("PlainList.pop", "lazier#", "--n", 5, &[2]),
    ("PlainDeque.isEmpty", "lazier#", "--n", 5, &[56, 92, 141]),
    ("PlainDeque.addFirstWithinBound", "lazier#", "--n", 5, &[44]),
    ("AnyEquals.containsTwice", "lazier#", "--n", 5, &[97, 147, 212]),
    ("SentinelTree.findMin", "lazy", "--k", 1, &[5]),
    ("SentinelTree.findMin", "lazier", "--k", 1, &[3, 7, 19]),
    ("SentinelTree.contains", "lazier", "--k", 1, &[8, 32, 168]),
    ("SentinelTree.remove", "lazy", "--k", 1, &[7, 106]),
    ("SentinelTree.remove", "lazier", "--k", 1, &[5, 26]),
    ("SentinelTree.remove", "lazier#", "--k", 1, &[4, 16, 84]),
];

#[test]
fn variations_have_the_numbers_of_the_paper() {
    let subjects = Subjects::new();
    for (target, level, bound, first, expected) in PAPER {
        for (number, paths) in (*first..).zip(*expected) {
            let answer = subjects.check(&[bound, &number.to_string(), "--init", level], target);
            let answer = answer.unwrap_or_else(|| panic!("no answer for {target} {bound} {number}"));
            assert_eq!(answer.paths, *paths, "{target} {level} {bound} {number}: {answer:?}");
            assert!(answer.verdict.starts_with("HOLDS"), "{target} {level} {bound} {number}: {answer:?}");
        }
    }
}
