//! The page with pictures of heaps: how soon it is there with many cases.

use differential::browser::USUAL;
use differential::check::Subjects;
use std::path::Path;

use crate::Shown;

const LEAST_CASES: u64 = 1000;
const MOST_MILLISECONDS: u64 = 2000;

const SCRIPT: &str = "
say(items.length - 1);
say(Math.ceil(performance.now()));
const start = performance.now();
for (let i = 1; i <= 1000; i++) open(i);
say(Math.ceil(performance.now() - start));
put('search', 'takesuccessor');
say(passing.length);
";

pub fn figures(words: &[&str]) -> Shown {
    let subjects = Subjects::new();
    let page = subjects.page(&["--n", "6"], &["BinarySearchTree.remove"]);
    let said: Vec<u64> = page.visit(SCRIPT).iter().filter_map(|line| line.parse().ok()).collect();
    let [cases, opened, thousand, found] = said[..] else {
        return Shown { lines: vec![format!("the page said {said:?}")], enough: false };
    };
    if let Some(file) = words.first() {
        page.screenshot("put('search', 'takesuccessor'); open(passing[40]);", USUAL, Path::new(file));
    }
    Shown {
        lines: vec![
            format!("BinarySearchTree.remove at n = 6: {cases} cases, the page is there after {opened} ms"),
            format!("1,000 cases opened one after the other in {thousand} ms; {found} found by a search"),
        ],
        enough: cases >= LEAST_CASES && opened < MOST_MILLISECONDS && found > 0,
    }
}
