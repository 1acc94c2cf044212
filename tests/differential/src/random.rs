//! Random small programs over symbolic inputs: generated from a seed, explored, and every path tried on the JVM.

mod expression;
mod merging;
mod statement;

use std::fmt;
use std::path::PathBuf;

use crate::paths::{BROKEN, Bench, ListedPath, Listing, Subject};
use statement::Writer;

/// Numbers that look random and are the same every time (xorshift64*).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }

    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// The source of a program; the same for the same seed.
pub fn program(name: &str, seed: u64) -> String {
    Writer::new(Dice::new(seed)).program(name)
}

/// The source of a program whose paths meet in many ways.
pub fn merging_program(name: &str, seed: u64) -> String {
    merging::Merging::new(Dice::new(seed)).program(name)
}

/// What became of many programs.
#[derive(Debug, Default)]
pub struct Figures {
    pub programs: usize,
    /// Programs of which some path was cut off.
    pub incomplete: usize,
    pub paths: usize,
    pub returned: usize,
    pub threw: usize,
    /// Paths without an end to predict.
    pub stopped: usize,
    pub differences: Vec<Difference>,
}

/// A program that does not do what was predicted.
#[derive(Clone, Debug)]
pub struct Difference {
    pub seed: u64,
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "seed {}: {}", self.seed, self.what)
    }
}

impl Figures {
    pub fn line(&self) -> String {
        format!(
            "{} programs, {} paths tried on the JVM (returned {}, threw {}), {} without a prediction, {} programs incomplete: {} differences",
            self.programs,
            self.paths,
            self.returned,
            self.threw,
            self.stopped,
            self.incomplete,
            self.differences.len()
        )
    }
}

/// Generates `count` programs, explores each, and tries all paths in one JVM.
pub fn try_programs(seed: u64, count: usize, options: &[&str]) -> Figures {
    let bench = Bench::new();
    let subjects = generate(&bench, program, seed, count);
    try_subjects(&bench, &subjects, seed, options)
}

fn generate(bench: &Bench, program: fn(&str, u64) -> String, seed: u64, count: usize) -> Vec<Subject> {
    let sources: Vec<PathBuf> = (0..count)
        .map(|number| {
            let name = format!("P{number:04}");
            bench.scratch().write(&format!("{name}.java"), program(&name, seed + number as u64))
        })
        .collect();
    bench.compile(&sources)
}

/// How many programs were explored with and without merging, and what differed.
#[derive(Debug, Default)]
pub struct Comparison {
    pub programs: usize,
    /// Programs that merging left with fewer paths.
    pub fewer: usize,
    /// Paths without merging, with merging, found again, not looked for.
    pub single: usize,
    pub merged: usize,
    pub same: usize,
    pub skipped: usize,
    /// Ends of merged paths that were tried on the JVM.
    pub tried: usize,
    pub differences: Vec<Difference>,
}

impl Comparison {
    pub fn line(&self) -> String {
        format!(
            "{} programs, {} of them with fewer paths by merging: {} single paths, {} merged; {} of the single ones found in a merged one, {} not looked for; {} merged ends tried on the JVM: {} differences",
            self.programs,
            self.fewer,
            self.single,
            self.merged,
            self.same,
            self.skipped,
            self.tried,
            self.differences.len()
        )
    }

    pub fn add(&mut self, other: Comparison) {
        self.programs += other.programs;
        self.fewer += other.fewer;
        self.single += other.single;
        self.merged += other.merged;
        self.same += other.same;
        self.skipped += other.skipped;
        self.tried += other.tried;
        self.differences.extend(other.differences);
    }
}

/// Generates programs, explores each with and without merging, compares all states at their ends, and tries the merged ends on
/// the JVM.
pub fn compare_merging(seed: u64, count: usize, level: &str, options: &[&str]) -> Comparison {
    let bench = Bench::new();
    let subjects = generate(&bench, merging_program, seed, count);
    let mut comparison = Comparison { programs: count, ..Comparison::default() };
    let options = [options, &["--merge", level]].concat();
    for (subject, text) in subjects.iter().zip(bench.check_merging(&subjects, &options)) {
        let seed = seed_of(subject, seed);
        let numbers: Vec<usize> =
            text.lines().next().unwrap_or_default().split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        let &[single, merged, same, skipped, different] = &numbers[..] else {
            comparison.differences.push(Difference { seed, what: format!("{BROKEN}: {text}") });
            continue;
        };
        comparison.fewer += usize::from(merged < single);
        comparison.single += single;
        comparison.merged += merged;
        comparison.same += same;
        comparison.skipped += skipped;
        if different > 0 || text.contains("internal error") {
            comparison.differences.push(Difference { seed, what: text });
        }
    }
    let tried = try_subjects(&bench, &subjects, seed, &options);
    comparison.tried = tried.paths;
    comparison.differences.extend(tried.differences);
    comparison
}

fn try_subjects(bench: &Bench, subjects: &[Subject], seed: u64, options: &[&str]) -> Figures {
    let listings = bench.explore_all(subjects, options);
    let mut figures = Figures { programs: subjects.len(), ..Figures::default() };
    let mut predicted: Vec<(&Subject, &ListedPath)> = Vec::new();
    for (subject, listing) in subjects.iter().zip(&listings) {
        figures.count(listing, seed_of(subject, seed));
        let ended = listing.paths.iter().filter(|path| path.ending.is_prediction());
        predicted.extend(ended.map(|path| (subject, path)));
    }
    for ((subject, path), (jvm, _)) in predicted.iter().zip(bench.on_jvm(&predicted)) {
        figures.paths += 1;
        if !path.ending.agrees(&jvm) {
            let what = format!("on {:?}: predicted {:?}, JVM {jvm:?}", path.inputs, path.ending);
            figures.differences.push(Difference { seed: seed_of(subject, seed), what });
        }
    }
    figures
}

/// Programs are named by their distance from the first seed.
fn seed_of(subject: &Subject, first: u64) -> u64 {
    first + subject.main[1..].parse::<u64>().expect("P and a number")
}

impl Figures {
    pub fn add(&mut self, other: Figures) {
        self.programs += other.programs;
        self.incomplete += other.incomplete;
        self.paths += other.paths;
        self.returned += other.returned;
        self.threw += other.threw;
        self.stopped += other.stopped;
        self.differences.extend(other.differences);
    }

    fn count(&mut self, listing: &Listing, seed: u64) {
        let of = |outcome: &str| listing.paths.iter().filter(|path| path.ending.outcome == outcome).count();
        self.incomplete += usize::from(!listing.reasons.is_empty());
        self.returned += of("returned");
        self.threw += of("threw");
        self.stopped += of("stopped") + of("loose");
        let internal =
            listing.reasons.iter().filter(|reason| reason.starts_with(BROKEN) || reason.contains("internal error"));
        self.differences.extend(internal.map(|reason| Difference { seed, what: reason.clone() }));
    }
}
