//! `cargo xtask show hostile [COUNT] [SAMPLE] [FIRST]`: damaged class files; nothing may panic, hang or swell, and `java` must agree.
//! `cargo xtask show hostile mutant SEED DIR` writes the classes of one of them.
//! `cargo xtask show damaged-jars [COUNT] [FIRST]`: the same for jars. `cargo xtask show signals [COUNT] [SEED]`: commands that are interrupted.

use std::fs;
use std::path::Path;

use differential::hostile::jars::try_jars;
use differential::hostile::sample::compare_mutants;
use differential::hostile::trials::try_mutants;
use differential::hostile::{Subject, mutant, subjects};
use differential::signals::try_signals;
use differential::{Scratch, Tools};

use crate::Shown;

const COUNT: u64 = 100_000;
const SAMPLE: u64 = 1000;
const JARS: u64 = 1000;
const SIGNALS: u64 = 200;

pub fn figures(words: &[&str]) -> Shown {
    let number = |at: usize, standard: u64| number(words, at, standard);
    let tools = Tools::find();
    if let ["mutant", seed, folder] = words {
        return write_mutant(&tools, seed, folder);
    }
    let first = number(2, 1);
    let trials = try_mutants(&tools, first, number(0, COUNT));
    let sample = compare_mutants(&tools, first, number(1, SAMPLE));
    let enough = trials.faults.is_empty() && sample.differences.is_empty();
    Shown { lines: trials.lines().into_iter().chain(sample.lines()).collect(), enough }
}

pub fn jars(words: &[&str]) -> Shown {
    let figures = try_jars(&Tools::find(), number(words, 1, 1), number(words, 0, JARS));
    Shown { lines: figures.lines(), enough: figures.faults.is_empty() }
}

pub fn signals(words: &[&str]) -> Shown {
    let figures = try_signals(number(words, 1, 1), number(words, 0, SIGNALS) as usize);
    Shown { lines: figures.lines(), enough: figures.faults.is_empty() }
}

fn number(words: &[&str], at: usize, standard: u64) -> u64 {
    words.get(at).and_then(|word| word.parse().ok()).unwrap_or(standard)
}

fn write_mutant(tools: &Tools, seed: &str, folder: &str) -> Shown {
    let scratch = Scratch::new("mutant");
    let subjects = subjects(tools, &scratch);
    let mutant = mutant(&subjects, seed.parse().expect("a number"));
    for (name, bytes) in mutant.classes(&subjects) {
        fs::create_dir_all(folder).expect("the folder can be made");
        fs::write(Path::new(folder).join(format!("{name}.class")), bytes).expect("the folder is writable");
    }
    let Subject { name, classes } = &subjects[mutant.subject];
    let line = format!("{name}, damaged class {}, run with -cp {folder} {}", classes[mutant.class].0, classes[0].0);
    Shown { lines: vec![line], enough: true }
}
