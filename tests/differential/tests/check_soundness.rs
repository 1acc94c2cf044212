//! Cases of `jacana check` against all heaps that the JVM can have within the bound.

use differential::check::Subjects;
use differential::soundness::{Description, faults};

/// `BinarySearchTree.find` on at most one node, as four cases.
const FIND: &str = r#"{"arguments": [["this", {"object": 0}], ["key", {"symbol": "k"}]], "objects": [{"class": "BinarySearchTree", "fields": {"root": null}}], "condition": "", "witness": {"k": 7}}
{"arguments": [["this", {"object": 0}], ["key", {"symbol": "k"}]], "objects": [{"class": "BinarySearchTree", "fields": {"root": {"object": 1}}}, {"class": "BinarySearchTree$Node", "fields": {"key": {"symbol": "n"}, "left": null, "right": null}}], "condition": "(declare-const k (_ BitVec 32)) (declare-const n (_ BitVec 32)) (assert (bvslt k n))", "witness": {"k": 0, "n": 1}}
{"arguments": [["this", {"object": 0}], ["key", {"symbol": "k"}]], "objects": [{"class": "BinarySearchTree", "fields": {"root": {"object": 1}}}, {"class": "BinarySearchTree$Node", "fields": {"key": {"symbol": "n"}, "left": null, "right": null}}], "condition": "(declare-const k (_ BitVec 32)) (declare-const n (_ BitVec 32)) (assert (bvslt n k))", "witness": {"k": 1, "n": 0}}
{"arguments": [["this", {"object": 0}], ["key", {"symbol": "k"}]], "objects": [{"class": "BinarySearchTree", "fields": {"root": {"object": 1}}}, {"class": "BinarySearchTree$Node", "fields": {"key": {"symbol": "n"}, "left": null, "right": null, "value": "open"}}], "condition": "(declare-const k (_ BitVec 32)) (declare-const n (_ BitVec 32)) (assert (= n k))", "witness": {"k": 0, "n": 0}}"#;

#[test]
fn missing_and_overlapping_cases_are_seen() {
    let heaps = Subjects::new().heaps(1, "BinarySearchTree", "find", &["BinarySearchTree$Node", "Item"]);
    assert_eq!(heaps.len(), 4 + 4 * 4 * 4);
    assert_eq!(faults(&Description::read(FIND), &heaps), [""; 0]);
    let (but_one, _) = FIND.rsplit_once('\n').expect("four lines");
    assert_eq!(faults(&Description::read(but_one), &heaps).len(), 4 * 4);
    let twice = FIND.replace("(bvslt k n)", "(bvsle k n)");
    assert_eq!(faults(&Description::read(&twice), &heaps).len(), 4 * 4);
    let wrong_witness = FIND.replace(r#""witness": {"k": 0, "n": 0}"#, r#""witness": {"k": 0, "n": 3}"#);
    assert_eq!(faults(&Description::read(&wrong_witness), &heaps), ["case 4 does not contain its own concretisation"]);
}
