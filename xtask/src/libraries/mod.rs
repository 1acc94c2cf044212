//! `cargo xtask experiments symbolic-types`: `jacana test` on packages of the JDK, in the form of the tables and figures of the paper on symbolic types,
//! and on classes of real jars. Prints tables; docs/internals/experiments/symbolic-types.md keeps them.

mod drawn;
mod jars;
mod packages;
mod paper;
mod pit;
mod worth;

use std::path::PathBuf;
use std::process::ExitCode;

use differential::{Scratch, Tools};

use crate::Shown;
use packages::{SETUPS, Setup};

const USAGE: &str = "usage: cargo xtask experiments symbolic-types [--jdk-packages] [--jars] [--time SECONDS] [--jobs N] [--jacana BIN] \
                     [--only NAME]... [--out DIR] [--setup on|off|depth]... [--below] [--from DIR] [--beside DIR] [--seed N] [--pit JAR]";

/// What is tried, and how.
struct Options {
    packages: bool,
    jars: bool,
    /// Seconds for a class.
    time: String,
    jobs: Option<String>,
    /// Packages, jars or classes; none means all.
    only: Vec<String>,
    /// How packages are explored; none means in all ways.
    setups: Vec<&'static Setup>,
    /// With the packages below them.
    below: bool,
    /// Where campaigns are kept: the same command goes on with them.
    out: Option<PathBuf>,
    /// Of the draw, and where its jars are.
    seed: u64,
    folder_of_jars: Option<PathBuf>,
    /// Jars that those need.
    beside: Option<PathBuf>,
    /// The jar of PIT.
    pit: Option<PathBuf>,
    tools: Tools,
}

pub fn experiments(words: &[&str]) -> ExitCode {
    let Some(options) = options(words) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let mut enough = true;
    for (wanted, run) in [(options.packages, packages::run as fn(&Options) -> bool), (options.jars, jars::run)] {
        enough &= !wanted || run(&options);
    }
    if enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// `cargo xtask show symbolic-types`
pub fn jdk_packages(words: &[&str]) -> Shown {
    shown(words, "--jdk-packages", packages::run)
}

/// `cargo xtask show jars`
pub fn real_jars(words: &[&str]) -> Shown {
    shown(words, "--jars", jars::run)
}

/// `cargo xtask show drawn`
pub fn drawn_classes(words: &[&str]) -> Shown {
    shown(words, "--jars", drawn::run)
}

/// `cargo xtask show mutation-score`
pub fn mutation_score(words: &[&str]) -> Shown {
    shown(words, "--jars", worth::mutants)
}

/// `cargo xtask show pit`
pub fn other_mutants(words: &[&str]) -> Shown {
    shown(words, "--jars", pit::run_pit)
}

/// `cargo xtask show coverage`
pub fn coverage(words: &[&str]) -> Shown {
    shown(words, "--jars", worth::coverage)
}

/// The tables are printed as they come.
fn shown(words: &[&str], what: &str, run: fn(&Options) -> bool) -> Shown {
    match options(&[&[what], words].concat()) {
        Some(options) => Shown { lines: Vec::new(), enough: run(&options) },
        None => Shown { lines: vec![USAGE.into()], enough: false },
    }
}

fn options(words: &[&str]) -> Option<Options> {
    let mut options = Options {
        packages: false,
        jars: false,
        time: "20".into(),
        jobs: None,
        only: Vec::new(),
        setups: Vec::new(),
        below: false,
        out: None,
        seed: 1,
        folder_of_jars: None,
        beside: None,
        pit: None,
        tools: Tools::find_at(value_of(words, "--jacana").map(PathBuf::from)),
    };
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match *word {
            "--jdk-packages" => options.packages = true,
            "--jars" => options.jars = true,
            "--time" => options.time = rest.next()?.to_string(),
            "--jobs" => options.jobs = Some(rest.next()?.to_string()),
            "--jacana" => _ = rest.next()?,
            "--only" => options.only.push(rest.next()?.to_string()),
            "--setup" => {
                let name = rest.next()?;
                options.setups.push(SETUPS.iter().find(|setup| setup.name == *name)?);
            }
            "--below" => options.below = true,
            "--seed" => options.seed = rest.next()?.parse().ok()?,
            "--beside" => options.beside = Some(PathBuf::from(rest.next()?)),
            "--pit" => options.pit = Some(std::path::absolute(rest.next()?).ok()?),
            "--from" => options.folder_of_jars = Some(PathBuf::from(rest.next()?)),
            "--out" => options.out = Some(std::path::absolute(rest.next()?).ok()?),
            _ => return None,
        }
    }
    if options.setups.is_empty() {
        options.setups = SETUPS.iter().collect();
    }
    if !options.packages && !options.jars {
        (options.packages, options.jars) = (true, true);
    }
    Some(options)
}

fn value_of<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1).copied()
}

impl Options {
    fn is_chosen(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }

    /// Those of `jacana test`.
    fn of_test(&self) -> Vec<&str> {
        self.of_test_for(&self.time)
    }

    /// With another time for a class.
    fn of_test_for<'a>(&'a self, seconds: &'a str) -> Vec<&'a str> {
        let mut words = vec!["--time-per-class", seconds];
        if let Some(jobs) = &self.jobs {
            words.extend(["--jobs", jobs]);
        }
        words
    }

    /// Where a campaign goes.
    fn folder(&self, scratch: &Scratch, name: &str) -> PathBuf {
        self.out.as_deref().unwrap_or(scratch.path()).join(name)
    }
}
