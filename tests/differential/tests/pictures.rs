//! `jacana check --html`: a page that shows the heap before and after each case, clicked through in Chromium.

use differential::check::Subjects;

const TREE: &str = "
say(byId('count').textContent);
click(0);
say(document.querySelector('h1').textContent);
const [before, after] = document.querySelectorAll('svg');
say(before.querySelectorAll('.box').length + ' boxes, ' + before.querySelectorAll('.cell').length + ' changed');
say(after.querySelectorAll('.cell').length > 0 && after.querySelectorAll('.edge').length > 0);
say([...document.querySelectorAll('.code')].some(cell => cell.textContent === 'while (node != null && node.key != key) {'));
say(document.querySelectorAll('.place')[0].textContent);
put('search', 'takesuccessor');
const found = byId('list').children.length;
say(found > 0 && found < method.cases.length);
click(0);
say([...document.querySelectorAll('.place')].some(cell => cell.textContent.includes('takeSuccessor')));
put('search', 'nothing has this');
say(byId('count').textContent);
";

#[test]
fn cases_of_a_tree() {
    let said = Subjects::new().page(&["--n", "3"], &["BinarySearchTree.remove"]).visit(TREE);
    let expected = [
        "49 of 49 cases",
        "Case 1: returns",
        "5 boxes, 0 changed",
        "true",
        "true",
        "BinarySearchTree.remove(BinarySearchTree.java:100)",
        "true",
        "true",
        "0 of 49 cases",
    ];
    assert_eq!(said, expected);
}

const OUTCOMES: &str = "
say([...byId('outcome').options].map(option => option.value).join('; '));
put('outcome', 'throws java.lang.AssertionError');
say([...byId('list').children].every(row => row.classList.contains('throws')) && byId('list').children.length > 0);
put('outcome', '');
put('method', 1);
say(document.querySelector('.key').textContent);
say(method.cases.some((c, number) => { open(number); return document.querySelectorAll('.box.made').length === 1; }));
put('search', 'null');
say(byId('list').children.length > 0);
";

/// Outcomes are filtered, methods chosen; what the method makes and what nobody looked at is marked.
#[test]
fn outcomes_and_methods() {
    let said =
        Subjects::new().page(&["--k", "2"], &["BrokenSwap.swapExchanges", "BinarySearchTree.insert"]).visit(OUTCOMES);
    let expected =
        ["returns; throws java.lang.AssertionError", "true", "BinarySearchTree.insert(int,Item): HOLDS WITHIN k = 2"];
    assert_eq!(said[0].trim_start_matches("; "), expected[0]);
    assert_eq!(said[1..3], expected[1..]);
    assert_eq!(said[3..], ["true", "true"]);
}
