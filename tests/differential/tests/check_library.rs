//! Collections of the JDK under `jacana check` (fixtures/check/specs): a length that no branch depends on is one case, and a comparison settles
//! no more than it must. docs/internals/experiments/kiasan.md derives the numbers.

use differential::check::Subjects;

/// Target, its answer without the number of the bound, and its paths for n = 5 and n = 9.
const COUNTS: &[(&str, &str, [u64; 2])] = &[
    ("ArrayListSpec.add", GROWS, [4, 4]),
    ("ArrayListSpec.insert", GROWS, [6, 6]),
    ("ArrayListSpec.contains", "HOLDS WITHIN", [22, 38]),
    ("ArrayListSpec.removeItem", "HOLDS WITHIN", [30, 54]),
    ("ArrayListSpec.get", "HOLDS", [2, 2]),
    ("ArrayListSpec.isEmpty", "HOLDS", [2, 2]),
    ("ArrayListSpec.remove", "HOLDS", [3, 3]),
    ("StackSpec.peek", "HOLDS", [2, 2]),
    ("StackSpec.pop", "HOLDS", [2, 2]),
    ("StackSpec.push", GROWS, [3, 3]),
    ("VectorSpec.add", GROWS, [5, 5]),
    ("VectorSpec.get", "HOLDS", [3, 3]),
    ("PriorityQueueSpec.isEmpty", "HOLDS WITHIN", [6, 10]),
    ("PriorityQueueSpec.offer", "HOLDS WITHIN", [24, 53]),
    ("PriorityQueueSpec.peek", "HOLDS WITHIN", [6, 10]),
    ("PriorityQueueSpec.poll", "HOLDS WITHIN", [12, 44]),
    ("ArrayDequeSpec.addFirst", "HOLDS WITHIN", [55, 285]),
    ("ArrayDequeSpec.removeLast", "HOLDS WITHIN", [55, 285]),
    ("LinkedListSpec.contains", "HOLDS WITHIN", [42, 110]),
    ("LinkedListSpec.remove", "HOLDS WITHIN", [27, 65]),
];
/// A longer array would not fit into memory.
const GROWS: &str = "HOLDS WITHIN arrays of 1048576 elements";

#[test]
fn collections_have_the_paths_that_are_derived() {
    let subjects = Subjects::new();
    for (target, verdict, paths) in COUNTS {
        for (n, expected) in ["5", "9"].into_iter().zip(paths) {
            let answer = subjects.check_library(&["--n", n], target);
            let answer = answer.unwrap_or_else(|| panic!("no answer for {target} --n {n}"));
            let is_verdict = match *verdict {
                "HOLDS WITHIN" => answer.verdict.starts_with(verdict) && !answer.verdict.contains(','),
                verdict => answer.verdict == verdict,
            };
            assert!(is_verdict && answer.paths == *expected, "{target} --n {n}: {answer:?}");
            assert!(answer.seconds < 20.0, "{target} --n {n}: {answer:?}");
        }
    }
}
