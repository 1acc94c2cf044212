//! `jacana test --against`: how many seeded changes of behaviour a failing test shows, and that nothing fails where only the text differs.

use differential::Tools;
use differential::regression::variants;

use crate::Shown;

const OPTIONS: [&str; 4] = ["--time-per-class", "0", "--paths", "60"];
const LEAST_SHOWN: usize = 24;

/// More words: parts of the lines that are looked at.
pub fn figures(words: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut lines = Vec::new();
    let (mut shown, mut changes, mut wrong, mut same) = (0, 0, 0, 0);
    for variant in variants() {
        let name = variant.shown();
        if !words.is_empty() && !words.iter().any(|word| name.contains(word)) {
            continue;
        }
        let compared = variant.compare(&tools, &OPTIONS);
        let (is_right, right, otherwise) = match variant.is_change {
            true => (compared.differs(), "shown ", "MISSED"),
            false => (compared.agrees(), "same  ", "WRONG "),
        };
        match variant.is_change {
            true => (changes, shown) = (changes + 1, shown + usize::from(is_right)),
            false => (same, wrong) = (same + 1, wrong + usize::from(!is_right)),
        }
        lines.push(format!("{} {name}", if is_right { right } else { otherwise }));
        lines.extend(compared.told.first().map(|told| format!("       {}", told.trim())));
    }
    lines.push(format!(
        "{shown} of {changes} changes are shown, {wrong} of {same} versions without a change fail a test"
    ));
    Shown { lines, enough: wrong == 0 && (!words.is_empty() || shown >= LEAST_SHOWN) }
}
