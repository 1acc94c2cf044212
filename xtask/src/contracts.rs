//! What contracts must show: Kiasan's first program, pairs of methods for each clause, data structures with full contracts, and
//! bugs that break them.

use differential::contracts::{BUGS, METHODS, check, pairs, structures, tested_bug};
use differential::tools::{Tools, workspace};

use crate::Shown;

const PAIRS: usize = 40;
const LEAST_BUGS: usize = 10;
const OBJECTS: &str = "5";

pub fn figures(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let source = workspace().join("fixtures/contracts/Container.java");
    for (init, paths) in [("lazy", 20), ("lazier", 6), ("lazier#", 2)] {
        let (said, ..) = check(&tools, &source, &["--init", init], "Container.swap");
        let verdict = said.first().map_or("no answer", |said| said.verdict.as_str());
        shown.enough &= verdict.starts_with(&format!("HOLDS; {paths} cases, {paths} paths"));
        shown.lines.push(format!("Program 1, {init}: {verdict} (the paper has {paths} paths)"));
    }
    let (count, faults) = pairs(&tools, "jml", &["--k", "3"]);
    shown.enough &= faults.is_empty() && count >= PAIRS;
    shown
        .lines
        .push(format!("fixtures for the subset of JML: {count} of at least {PAIRS} pairs, {} wrong", faults.len()));
    shown.lines.extend(faults);
    let (said, all) = structures(&tools, OBJECTS);
    let holding = said.iter().filter(|said| said.verdict.starts_with("HOLDS WITHIN")).count();
    shown.enough &= holding == METHODS.len();
    shown.lines.push(format!("data structures with {OBJECTS} objects: {holding} of {} methods hold", METHODS.len()));
    if holding == METHODS.len() {
        shown.lines.extend(said.iter().map(|said| format!("  {}: {}", said.method, said.verdict)));
    } else {
        shown.lines.push(all);
    }
    let (mut found, mut tested, mut failing) = (0, 0, 0);
    for bug in BUGS {
        let bug_tested = tested_bug(&tools, bug, "4");
        let (verdict, what) = bug_tested
            .said
            .first()
            .map_or(("no answer", ""), |said| (said.verdict.as_str(), said.details.first().map_or("", String::as_str)));
        found += usize::from(verdict.starts_with("VIOLATED"));
        tested += usize::from(bug_tested.with == (1, 0));
        failing += usize::from(bug_tested.without == (0, 1));
        shown.lines.push(format!("  {} in {}: {verdict}: {what}", bug.about, bug.method));
    }
    shown.enough &= found == BUGS.len() && found >= LEAST_BUGS;
    shown.lines.push(format!("bugs: {found} of {} are found", BUGS.len()));
    shown.enough &= tested == BUGS.len() && failing == BUGS.len();
    shown.lines.push(format!("tests of bugs: {tested} pass as long as the bug is there, {failing} fail without it"));
    shown
}
