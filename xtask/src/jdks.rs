//! `cargo xtask show jdks`: fixtures and real programs on every JDK that is installed, with one binary. More words select fixtures.

use differential::fixture::fixtures_named;
use differential::jdks::{has_compiler, installed};
use differential::subject::subject_programs;
use differential::{Mode, Scratch, Tools, compare_all};

use crate::Shown;

/// The releases with long support that Jacana says it works with.
const WANTED: [u32; 3] = [17, 21, 25];

pub fn figures(names: &[&str]) -> Shown {
    let mut shown = Shown { lines: Vec::new(), enough: true };
    let installed = installed();
    for missing in WANTED.iter().filter(|feature| !installed.contains_key(feature)) {
        shown.lines.push(format!("JDK {missing}: not here (scripts/setup jdks fetches runtimes)"));
        shown.enough = false;
    }
    for (feature, jdk) in installed {
        let tools = Tools { jdk: jdk.clone(), ..Tools::find() };
        let scratch = Scratch::new("jdks");
        let mut programs = fixtures_named(&tools, &scratch, names);
        if names.is_empty() {
            programs.extend(subject_programs(&tools, &scratch));
        }
        let summary = compare_all(&tools, &programs, Mode::Plain);
        let equal = summary.programs - summary.differences.len();
        let kind = if has_compiler(&jdk) { "JDK" } else { "runtime of JDK" };
        shown.lines.push(format!("{kind} {feature} in {}: {equal} of {} equal", jdk.display(), summary.programs));
        shown.lines.extend(summary.differences.iter().map(|difference| difference.text.clone()));
        shown.enough &= summary.differences.is_empty();
    }
    shown
}
