//! `cargo xtask show sound`: programs with a violation over the public API of the JDK; a TRUE is a wrong answer.

use std::env;
use std::path::PathBuf;

use differential::sound::Sweep;

use crate::Shown;

const PROGRAMS: usize = 1500;
const SECONDS: u32 = 5;

/// `--seed N`, `--programs N`, `--time SECONDS`, `--keep FOLDER`; other words select groups and calls.
pub fn figures(words: &[&str]) -> Shown {
    let mut sweep = Sweep {
        seed: 1,
        programs: PROGRAMS,
        words: Vec::new(),
        seconds: SECONDS,
        folder: Some(env::temp_dir().join("jacana-sound")),
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse::<u64>().ok()).expect("a number behind the option");
        match *word {
            "--seed" => sweep.seed = number(),
            "--programs" => sweep.programs = number() as usize,
            "--time" => sweep.seconds = number() as u32,
            "--keep" => sweep.folder = words.next().map(PathBuf::from),
            other => sweep.words.push(other.to_string()),
        }
    }
    let tally = sweep.run();
    let wrong = tally.wrong();
    let mut lines = tally.lines();
    lines.extend(wrong.iter().map(ToString::to_string));
    Shown { lines, enough: wrong.is_empty() }
}
