//! The classes of fixtures/check have the cases that are expected of `jacana check`: counted on the JVM, by making every heap.

use differential::check::Subjects;

/// Chains of 1 to 3 and 5 to 9 objects of a class, as docs/internals/experiments/kiasan.md has them.
const COUNTS: &str = "\
BinarySearchTree k isEmpty: 2 5 26
BinarySearchTree k find/insert/remove: 4 21 236
BinarySearchTree n isEmpty: 65 197 626 2056 6918
BinarySearchTree n find/insert/remove: 637 2353 8788 33098 125476
AvlTree k isEmpty: 2 5 20
AvlTree k find/insert: 4 21 190
AvlTree n isEmpty: 15 19 36 68 112
AvlTree n find/insert: 123 175 430 974 1810
AATree k isEmpty: 2 4 10
AATree k find/insert/remove: 4 16 84
AATree n isEmpty: 8 11 15 20 28
AATree n find/insert/remove: 56 95 155 240 392
RedBlackMap k isEmpty: 2 6 31
RedBlackMap k get/put/remove: 4 28 331
RedBlackMap n isEmpty: 18 34 67 123 213
RedBlackMap n get/put/remove: 152 360 855 1807 3517
LeftistHeap k findMin: 2 4 12
LeftistHeap k insert: 3 8 31
LeftistHeap k deleteMin: 2 5 25
LeftistHeap k mergeApart: 5 33 587
";

#[test]
fn cases_of_the_subjects() {
    assert_eq!(Subjects::new().run("Counts", &[]), COUNTS);
}
