//! What `jacana test` must stand: to be killed and started again, and classes and words that are hard on it.

use differential::Tools;
use differential::resumed::Subject;
use differential::{hard_classes, resumed};

use crate::Shown;

/// Killed so often in each round.
const KILLS: usize = 3;
const ROUNDS: usize = 3;

pub fn resumed(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for subject in [Subject::Fixtures(&["types", "verdicts"]), Subject::Jar("/usr/share/java/commons-cli.jar")] {
        let resumed = resumed::rounds(&tools, &subject, ROUNDS, KILLS);
        shown.enough &= resumed.iter().all(|round| round.differences.is_empty() && round.files > 0);
        shown.lines.extend(resumed.iter().map(|round| round.line()));
    }
    shown
}

pub fn hard_classes(_: &[&str]) -> Shown {
    let checks = hard_classes::checks(&Tools::find());
    let lines = checks.iter().map(|check| {
        let mark = if check.holds { "" } else { "WRONG: " };
        format!("{mark}{}: {}", check.what, check.said)
    });
    Shown { lines: lines.collect(), enough: checks.iter().all(|check| check.holds) }
}
