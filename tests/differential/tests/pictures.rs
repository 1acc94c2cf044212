//! `jacana check --html`: a page that shows the heap before and after each case, clicked through in Chromium.

use differential::check::Subjects;

/// What scripts of this file share: a click on a row that is in sight.
const CLICK: &str = "const click = number => open(passing[number]);\n";

const TREE: &str = "
say(byId('count').textContent);
say(shown('.tag').join() + ' ' + shown('#details .call')[0]);
say(shown('#details h3').includes('Covered') && shown('table.cells td').some(cell => cell.startsWith('BinarySearchTree.remove')));
click(1);
say(document.querySelector('h2').textContent);
const [before, after] = document.querySelectorAll('svg');
say(before.querySelectorAll('.box').length + ' boxes, ' + before.querySelectorAll('.cell').length + ' changed');
say(after.querySelectorAll('.cell').length > 0 && after.querySelectorAll('.edge').length > 0);
say(shown('table.trace .text').includes('while (node != null && node.key != key) {'));
say(shown('.place')[0]);
put('search', 'takesuccessor');
say(passing.length > 0 && passing.length < items.length);
click(1);
say(shown('.place').some(place => place.includes('takeSuccessor')));
put('search', 'nothing has this');
say(byId('count').textContent);
";

#[test]
fn cases_of_a_tree() {
    let page = Subjects::new().page(&["--n", "3"], &["BinarySearchTree.remove"]);
    let said = page.visit(&(CLICK.to_string() + TREE));
    let expected = [
        "50 of 50",
        "holds HOLDS WITHIN n = 3",
        "true",
        "Case 1: returns",
        "5 boxes, 0 changed",
        "true",
        "true",
        "BinarySearchTree.remove(BinarySearchTree.java:100)",
        "true",
        "true",
        "0 of 50",
    ];
    assert_eq!(said, expected);
}

const OUTCOMES: &str = "
say([...byId('outcome').options].map(option => option.value).join('; '));
put('outcome', 'throws java.lang.AssertionError');
say(passing.length > 0 && passing.every(number => kindOf(items[number]) === 'throws'));
put('outcome', '');
put('search', 'violated');
click(0);
say(shown('.tag').join() + ' ' + document.querySelectorAll('svg.heap').length + ' ' + shown('tr.here').length);
put('search', '');
put('method', 'BinarySearchTree.insert(int,Item)');
click(0);
say(shown('#details .call')[0]);
say(passing.some((number, at) => { click(at); return document.querySelectorAll('.box.made').length === 1; }));
put('search', 'null');
say(passing.length > 0);
";

/// Outcomes are filtered, methods chosen; what the method makes and what nobody looked at is marked.
#[test]
fn outcomes_and_methods() {
    let page = Subjects::new().page(&["--k", "2"], &["BrokenSwap.swapExchanges", "BinarySearchTree.insert"]);
    let said = page.visit(&(CLICK.to_string() + OUTCOMES));
    let expected =
        ["; returns; throws java.lang.AssertionError", "true", "violated 1 1", "HOLDS WITHIN k = 2", "true", "true"];
    assert_eq!(said, expected);
}
