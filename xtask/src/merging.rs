//! The figures of path merging on the programs of fixtures/merging: one path where there were many, and what that costs.

use std::time::Duration;

use differential::Tools;
use differential::merging::{Expected, Merging, Programs, SMALL, one_path};

use crate::Shown;

const TIME: Duration = Duration::from_secs(120);
/// What a program with four times the inputs may take, over four times the time.
const LINEAR: f64 = 1.5;

/// More inputs than the short form has. An even number of elements is enough for all words, so nothing throws there.
const LARGE: &[Expected] = &[
    one_path("WordCount", "20"),
    one_path("WordCount", "50"),
    Expected { threw: 1, ..one_path("WordCount", "51") },
    one_path("Separation", "10"),
];

pub fn fixtures(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let programs = Programs::new(&tools, &["fixtures/merging"]);
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for expected in SMALL.iter().chain(LARGE) {
        shown.program(&programs, expected);
    }
    // The time of a program with one path and no condition is that of the start.
    let start = best(&programs, &one_path("Diamonds", "0")).seconds;
    shown.lines.push(format!("start {start:.2} s, taken off below"));
    for (name, few, many, times) in
        [("Brake", "10", "40", 4.0), ("Separation", "5", "20", 4.0), ("Diamonds", "64", "256", 4.0)]
    {
        let (few, many) =
            (shown.program(&programs, &one_path(name, few)), shown.program(&programs, &one_path(name, many)));
        let ratio = |few: f64, many: f64| many / few / times;
        let time = ratio((few.seconds - start).max(0.02), (many.seconds - start).max(0.02));
        let terms = ratio(few.terms as f64, many.terms as f64);
        let enough = time <= LINEAR && terms <= LINEAR;
        let judgement = if enough { "" } else { ": more than linear" };
        shown.lines.push(format!(
            "  {times} times the inputs: time {time:.2}, terms {terms:.2} of linear, at most {LINEAR}{judgement}"
        ));
        shown.enough &= enough;
    }
    for (name, argument, most) in [("Diamonds", "64", 1.0), ("Counter", "", 2.0)] {
        let seconds = best(&programs, &one_path(name, argument)).seconds;
        shown.lines.push(format!("{name}: {seconds:.2} s, at most {most}"));
        shown.enough &= seconds <= most;
    }
    shown
}

/// The best of three, for the machine may be busy.
fn best(programs: &Programs, expected: &Expected) -> Merging {
    let runs = (0..3).map(|_| programs.explore(expected.name, "returns", TIME, expected.argument));
    runs.min_by(|a, b| a.seconds.total_cmp(&b.seconds)).expect("three runs")
}

impl Shown {
    fn program(&mut self, programs: &Programs, expected: &Expected) -> Merging {
        let merging = best(programs, expected);
        let difference = expected.difference(&merging);
        let [returned, threw, _, assumed] = merging.explored.ends;
        self.lines.push(format!(
            "{:14} {:3} paths: returned {returned}, threw {threw}, assumed away {assumed}; merged {}, terms {}, solver calls {}, {:.2} s{}",
            expected.name,
            expected.argument,
            merging.merged,
            merging.terms,
            merging.explored.solver_calls,
            merging.seconds,
            difference.as_ref().map_or(String::new(), |what| format!(": {what}"))
        ));
        self.enough &= difference.is_none();
        merging
    }
}
