//! The comparisons with `java`: how many programs, how many differences.

use std::process::Command;

use differential::arithmetic::{Generated, cases};
use differential::built_in;
use differential::fixture::fixtures_named;
use differential::native::native_program;
use differential::subject::subject_programs;
use differential::text::{Draw, Expected, verified};
use differential::threads::{deadlocks, thread_fixtures};
use differential::{Mode, Program, STRESS_DISTANCES, Scratch, Summary, Tools, compare_all};

use crate::Shown;

const FEWEST_FIXTURES: usize = 90;
const FEWEST_WITH_THREADS: usize = 25;

impl Shown {
    fn of(summary: &Summary) -> Shown {
        let mut lines = vec![summary.line()];
        lines.extend(summary.differences.iter().map(|difference| difference.text.clone()));
        Shown { lines, enough: summary.differences.is_empty() }
    }
}

pub fn fixtures(names: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("show");
    let summary = compare_all(&tools, &fixtures_named(&tools, &scratch, names), Mode::Plain);
    let mut shown = Shown::of(&summary);
    if names.is_empty() && summary.programs < FEWEST_FIXTURES {
        shown.lines.push(format!("fewer than {FEWEST_FIXTURES} fixtures"));
        shown.enough = false;
    }
    shown
}

pub fn threads(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("show");
    let summary = compare_all(&tools, &thread_fixtures(&tools, &scratch), Mode::Plain);
    let mut shown = Shown::of(&summary);
    shown.enough &= summary.programs >= FEWEST_WITH_THREADS;
    let (count, wrong) = deadlocks(&tools, &scratch);
    shown.lines.push(format!("{count} deadlocks, {} reported wrongly", wrong.len()));
    shown.enough &= wrong.is_empty();
    shown.lines.extend(wrong);
    shown
}

pub fn arithmetic(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("show");
    let programs = Generated::new(&tools, &scratch).programs;
    let count: usize = programs.iter().map(|program| cases(&program.on_java(&tools))).sum();
    let mut shown = Shown::of(&compare_all(&tools, &programs, Mode::Plain));
    shown.lines.insert(0, format!("{count} cases"));
    shown
}

/// Everything that runs, three times over; more words select fixtures.
pub fn stress(names: &[&str]) -> Shown {
    stressed(names, &STRESS_DISTANCES.map(Mode::StressFork))
}

/// The same under garbage collections, and under both.
pub fn stress_gc(names: &[&str]) -> Shown {
    let [close, middling, far] = STRESS_DISTANCES;
    let mut shown = stressed(names, &[Mode::StressGc(middling), Mode::StressBoth(far)]);
    // A large program would spend minutes with so many collections.
    let tools = Tools::find();
    let scratch = Scratch::new("show");
    let part = Shown::of(&compare_all(&tools, &fixtures_named(&tools, &scratch, names), Mode::StressGc(close)));
    shown.enough &= part.enough;
    shown.lines.push(format!("--stress-gc {close}, fixtures: {}", part.lines.join("\n")));
    shown
}

fn stressed(names: &[&str], modes: &[Mode]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("show");
    let generated = Scratch::new("show");
    let mut groups: Vec<(&str, Vec<Program>)> = vec![("fixtures", fixtures_named(&tools, &scratch, names))];
    if names.is_empty() {
        groups.push(("arithmetic", Generated::new(&tools, &generated).programs));
        groups.push(("programs", subject_programs(&tools, &scratch)));
        groups.push(("native", vec![native_program(&tools, &scratch)]));
    }
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for mode in modes {
        for (name, programs) in &groups {
            let part = Shown::of(&compare_all(&tools, programs, *mode));
            shown.enough &= part.enough;
            shown.lines.push(format!("{}, {name}: {}", mode.options().join(" "), part.lines.join("\n")));
        }
    }
    shown
}

pub fn models(words: &[&str]) -> Shown {
    let number = |at: usize, standard: u64| words.get(at).and_then(|word| word.parse().ok()).unwrap_or(standard);
    let compared = built_in::compare(&Tools::find(), number(1, 1), number(0, 40) as u32);
    let mut lines = vec![compared.line()];
    lines.extend(compared.differences.iter().take(40).cloned());
    Shown { lines, enough: compared.differences.is_empty() }
}

pub fn programs(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("show");
    Shown::of(&compare_all(&tools, &subject_programs(&tools, &scratch), Mode::Plain))
}

pub fn native(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let scratch = Scratch::new("show");
    Shown::of(&compare_all(&tools, &[native_program(&tools, &scratch)], Mode::Plain))
}

/// Several draws, so that no program gets too large.
pub fn text(_: &[&str]) -> Shown {
    let tools = Tools::find();
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for seed in 1..=8 {
        let (expectations, said) = verified(&tools, Draw { seed, strings: 24 }, Expected::Right);
        let verdict = said.lines().last().unwrap_or("no answer").to_string();
        shown.enough &= verdict == "VERDICT: TRUE(assert)";
        shown.lines.push(format!("seed {seed}: {expectations} expectations of the JVM: {verdict}"));
    }
    shown
}

/// The cases are tests with their own assertions; the figure is what the test run says.
pub fn errors(_: &[&str]) -> Shown {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["test", "--quiet", "--release", "--package", "differential", "--test", "errors"]);
    let output = cargo.output().expect("cargo starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let interesting = |line: &&str| line.starts_with("test result") || (!output.status.success() && !line.is_empty());
    let lines = text.lines().filter(interesting).map(str::to_string).collect();
    Shown { lines, enough: output.status.success() }
}
