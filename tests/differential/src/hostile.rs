//! Damaged class files: what javac made of small fixtures, changed at random, on Jacana and on the real `java`.

pub mod damage;
pub mod jars;
pub mod sample;
pub mod sites;
pub mod trials;

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use crate::fixture::{entries, stem};
use crate::tools::{Scratch, Tools, compile_with, workspace};
use damage::{Random, damaged};

const WORKERS: usize = 2;

/// Fixtures with many different instructions that end soon.
const FIXTURES: &[&str] = &[
    "ArrayBounds",
    "ArrayShapes",
    "Bridges",
    "ClassCasts",
    "CompoundAssignment",
    "DefaultMethods",
    "EnumSwitch",
    "Enums",
    "EvaluationOrder",
    "Exceptions",
    "FloatArithmetic",
    "Generics",
    "Hello",
    "InitOrder",
    "InnerClasses",
    "IntSwitch",
    "Iterators",
    "LabelledLoops",
    "Lambdas",
    "LongShifts",
    "MethodReferences",
    "Monitors",
    "Nestmates",
    "NumericConversions",
    "Overloading",
    "Records",
    "SealedTypes",
    "StaticState",
    "StringConcat",
    "StringSwitch",
    "SuperCalls",
    "TryFinally",
    "TryWithResources",
];

/// Some that Java 8 knows too; as class files of version 49 their types are inferred.
const OLD: &[&str] = &[
    "ArrayShapes",
    "Boxing",
    "CompoundAssignment",
    "EvaluationOrder",
    "Exceptions",
    "FailedInit",
    "FloatArithmetic",
    "InitOrder",
    "InnerClasses",
    "IntShifts",
    "LabelledLoops",
    "LongShifts",
    "ManyLocals",
    "NanComparisons",
    "NumericConversions",
    "Overloading",
    "StaticState",
    "StringConcat",
    "SuperCalls",
    "TryFinally",
];
const OLD_MAJOR: u8 = 49;

/// The classes of a program, by name; the one with main is the first.
#[derive(Clone, Debug)]
pub struct Subject {
    pub name: String,
    pub classes: Vec<(String, Vec<u8>)>,
}

/// A program one of whose classes is damaged.
#[derive(Clone, Debug)]
pub struct Mutant {
    pub subject: usize,
    /// Index of the damaged class.
    pub class: usize,
    pub bytes: Vec<u8>,
    pub seed: u64,
}

pub fn subjects(tools: &Tools, scratch: &Scratch) -> Vec<Subject> {
    let (new, old) = (scratch.path().join("new"), scratch.path().join("old"));
    compile_with(tools, &sources(FIXTURES), &["-cp", ""], &new);
    compile_with(tools, &sources(OLD), &["--release", "8"], &old);
    let mut subjects: Vec<Subject> = FIXTURES.iter().map(|name| subject(name, &new)).collect();
    for name in OLD {
        let mut subject = subject(name, &old);
        for (_, bytes) in &mut subject.classes {
            bytes[7] = OLD_MAJOR;
        }
        subject.name += " of version 49";
        subjects.push(subject);
    }
    subjects
}

fn sources(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(|name| workspace().join("fixtures/run").join(name).with_extension("java")).collect()
}

/// The classes of one source file: its own and those nested in it.
fn subject(name: &str, folder: &Path) -> Subject {
    let own =
        |path: &PathBuf| stem(path).strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
    let read = |path: &PathBuf| (stem(path), fs::read(path).expect("javac wrote it"));
    let mut classes: Vec<(String, Vec<u8>)> = entries(folder).iter().filter(|path| own(path)).map(read).collect();
    classes.sort_by_key(|(class, _)| class != name);
    Subject { name: name.into(), classes }
}

/// Mutant `seed`, always the same.
pub fn mutant(subjects: &[Subject], seed: u64) -> Mutant {
    let mut random = Random::new(seed);
    let subject = random.below(subjects.len());
    let class = random.below(subjects[subject].classes.len());
    let bytes = damaged(&subjects[subject].classes[class].1, &mut random);
    Mutant { subject, class, bytes, seed }
}

impl Mutant {
    /// All classes of the program with the damaged one in its place.
    pub fn classes<'a>(&'a self, subjects: &'a [Subject]) -> impl Iterator<Item = (&'a str, &'a [u8])> {
        let classes = subjects[self.subject].classes.iter().enumerate();
        classes.map(|(at, (name, bytes))| {
            let bytes = if at == self.class { &self.bytes } else { bytes };
            (name.as_str(), bytes.as_slice())
        })
    }
}

/// Hands the numbers to workers, so many at a time.
fn share_out(all: Range<u64>, step: u64, work: impl Fn(Range<u64>) + Sync) {
    let next = AtomicU64::new(all.start);
    let serve = || {
        loop {
            let start = next.fetch_add(step, Ordering::Relaxed);
            if start >= all.end {
                return;
            }
            work(start..(start + step).min(all.end));
        }
    };
    thread::scope(|scope| (0..WORKERS).for_each(|_| _ = scope.spawn(serve)));
}
