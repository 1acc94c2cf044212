//! crates/replay/java/HeapReplay.java: heaps from descriptions, and what methods do on them.

use differential::check::Subjects;

const TREE: &str = "\
# 5 with 3 on its left
new 1 BinarySearchTree
new 2 BinarySearchTree$Node
new 3 BinarySearchTree$Node
new 4 Item
field 1 BinarySearchTree root @2
field 2 BinarySearchTree$Node key 5
field 2 BinarySearchTree$Node value @4
field 2 BinarySearchTree$Node left @3
field 3 BinarySearchTree$Node key 3
field 3 BinarySearchTree$Node value @1
call BinarySearchTree repOK ()Z @1
call BinarySearchTree find (I)Ljava.lang.Object; @1 3
call BinarySearchTree insert (ILItem;)Ljava.lang.Object; @1 4 null
call BinarySearchTree remove (I)Ljava.lang.Object; @1 5
call BinarySearchTree find (I)Ljava.lang.Object; @1 5
call BinarySearchTree repOK ()Z @1
field 3 BinarySearchTree$Node key 9
call BinarySearchTree repOK ()Z @1
";

#[test]
fn a_tree() {
    replayed(
        TREE,
        "returned true\nreturned @1\nreturned null\nreturned @4\nreturned null\nreturned true\nreturned false\n",
    );
}

const ALIASES: &str = "\
new 1 SameObject
new 2 SameObject
call SameObject number (LSameObject;LSameObject;LSameObject;)V - @1 @2 @1
call SameObject number (LSameObject;LSameObject;LSameObject;)V - @1 @2 @2
new 3 BrokenSwap
new 4 BrokenSwap
field 3 BrokenSwap data @4
call BrokenSwap swapExchanges (LBrokenSwap;)V @3 @4
array 5 I 0
call HeapSort heapSorts ([I)V - @5
";

#[test]
fn exceptions_with_their_frames() {
    let expected = "\
returned
threw java.lang.AssertionError SameObject.number(SameObject.java:12)
threw java.lang.AssertionError BrokenSwap.swapExchanges(BrokenSwap.java:18)
threw java.lang.ArrayIndexOutOfBoundsException HeapSort.sink(HeapSort.java:18)
";
    replayed(ALIASES, expected);
}

const LIBRARY: &str = "\
new 1 java.util.ArrayList
array 2 Ljava.lang.Object; 3
string 3 \"a \\\"b\\\" \\u00e4\"
box 4 java.lang.Integer 7
field 1 java.util.ArrayList size 2
field 1 java.util.ArrayList elementData @2
element 2 0 @3
element 2 1 @4
call java.util.ArrayList get (I)Ljava.lang.Object; @1 1
call java.util.ArrayList toString ()Ljava.lang.String; @1
call java.util.ArrayList get (I)Ljava.lang.Object; @1 2
call java.lang.Double parseDouble (Ljava.lang.String;)D - @3
call java.lang.Math sqrt (D)D - #4010000000000000
call java.util.ArrayList <init> (I)V - -1
";

#[test]
fn private_fields_of_the_library() {
    let expected = "\
returned @4
returned \"[a \\\"b\\\" \\u00e4, 7]\"
threw java.lang.IndexOutOfBoundsException -
threw java.lang.NumberFormatException -
returned #4000000000000000
threw java.lang.IllegalArgumentException -
";
    replayed(LIBRARY, expected);
}

#[test]
fn mistakes_in_a_description() {
    let (output, code) = Subjects::new().replay("new 1 Item\nfield 1 Item number 1\n");
    assert_eq!((output.as_str(), code), ("invalid 2: java.lang.NoSuchFieldException: number\n", 2));
    let (output, code) = Subjects::new().replay("new 1 Item\nnew 2 AvlTree\nfield 2 AvlTree root @1\n");
    assert_eq!(
        (output.as_str(), code),
        ("invalid 3: java.lang.IllegalArgumentException: Item is no AvlTree$Node\n", 2)
    );
}

fn replayed(description: &str, expected: &str) {
    assert_eq!(Subjects::new().replay(description), (expected.to_string(), 0));
}
