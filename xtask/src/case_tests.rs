//! Tests of the cases of data structures: how many make their objects by public API alone.

use differential::case_tests::Place;
use differential::check::Subjects;

use crate::Shown;

const OPTIONS: [&str; 4] = ["--n", "4", "--time", "120"];
const LEAST_PERCENT: u64 = 80;

/// The class, and its methods that do not look into what the elements are.
const SUBJECTS: [(&str, Place, &[&str]); 6] = [
    ("BinarySearchTree", Place::Fixtures, &["BinarySearchTree"]),
    ("AvlTree", Place::Fixtures, &["AvlTree"]),
    (
        "ArrayList",
        Place::Jdk,
        &[
            "java.util.ArrayList.add",
            "java.util.ArrayList.clear",
            "java.util.ArrayList.ensureCapacity",
            "java.util.ArrayList.get",
            "java.util.ArrayList.isEmpty",
            "java.util.ArrayList.remove(int)",
            "java.util.ArrayList.set",
            "java.util.ArrayList.size",
            "java.util.ArrayList.trimToSize",
        ],
    ),
    (
        "LinkedList",
        Place::Jdk,
        &[
            "java.util.LinkedList.add",
            "java.util.LinkedList.addFirst",
            "java.util.LinkedList.clear",
            "java.util.LinkedList.get",
            "java.util.LinkedList.getFirst",
            "java.util.LinkedList.getLast",
            "java.util.LinkedList.peekLast",
            "java.util.LinkedList.pollFirst",
            "java.util.LinkedList.remove(int)",
            "java.util.LinkedList.removeFirst",
            "java.util.LinkedList.removeLast",
            "java.util.LinkedList.set",
            "java.util.LinkedList.size",
        ],
    ),
    (
        "HashMap",
        Place::Harnesses,
        &["HashMapSpec.containsKey", "HashMapSpec.get", "HashMapSpec.isEmpty", "HashMapSpec.put", "HashMapSpec.remove"],
    ),
    (
        "ArrayDeque",
        Place::Jdk,
        &[
            "java.util.ArrayDeque.addFirst",
            "java.util.ArrayDeque.addLast",
            "java.util.ArrayDeque.clear",
            "java.util.ArrayDeque.getFirst",
            "java.util.ArrayDeque.isEmpty",
            "java.util.ArrayDeque.peekLast",
            "java.util.ArrayDeque.pollFirst",
            "java.util.ArrayDeque.pollLast",
            "java.util.ArrayDeque.removeFirst",
            "java.util.ArrayDeque.size",
        ],
    ),
];

pub fn figures(words: &[&str]) -> Shown {
    let subjects = Subjects::new();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (name, place, targets) in SUBJECTS {
        if !words.is_empty() && !words.contains(&name) {
            continue;
        }
        let tested = subjects.test_cases(place, &OPTIONS, targets);
        let missing = tested.missing.len();
        let all_pass = tested.failed == 0 && tested.passed == tested.tests && missing == 0;
        shown.enough &= all_pass && tested.tests > 0 && tested.by_api * 100 >= tested.tests * LEAST_PERCENT;
        shown.lines.push(format!(
            "{name}: {} tests, {} by public API alone ({:.1}%), {} passed under JUnit, {} failed",
            tested.tests,
            tested.by_api,
            tested.by_api as f64 * 100.0 / tested.tests.max(1) as f64,
            tested.passed,
            tested.failed
        ));
        shown.lines.extend(tested.missing.iter().map(|line| format!("  {line}")));
    }
    shown
}
