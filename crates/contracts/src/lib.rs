//! Contracts in Java sources: JML comments are read and become Java that checks them, inside of the classes that they are
//! about. Pure: files, javac and the exploration are the business of others.

mod annotation;
mod assignable;
mod assume;
mod generate;
mod javac;
mod source;
mod spec;
mod token;
mod translate;

pub use generate::{INVARIANT, PREFIX};
pub use javac::{Blamed, blamed};

/// What generated code calls, `jacana.Contract` and what it inherits: files and their text.
pub const SUPPORT: [(&str, &str); 4] = [
    ("jacana/Contract.java", include_str!("../java/Contract.java")),
    ("jacana/Before.java", include_str!("../java/Before.java")),
    ("jacana/Loop.java", include_str!("../java/Loop.java")),
    ("jacana/Quantifiers.java", include_str!("../java/Quantifiers.java")),
];

use source::SourceFile;
use std::fmt::{Display, Formatter, Result};
use std::ops::Range;

/// What is wrong with a contract, or not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub file: String,
    pub line: u32,
    pub what: String,
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
    }
}

/// A part of a contract that can be broken; generated code knows it by its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    pub file: String,
    pub line: u32,
    /// As it was written.
    pub text: String,
}

impl Clause {
    /// Whether it is an invariant or a measure of a loop.
    pub fn is_of_loop(&self) -> bool {
        ["loop_invariant", "maintaining", "decreas"].iter().any(|keyword| self.text.starts_with(keyword))
    }
}

impl Display for Clause {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "`{}` ({}:{})", self.text, self.file, self.line)
    }
}

/// Everything that the sources say.
#[derive(Debug, Default)]
pub struct Contracts {
    /// Sources with the code that checks their contracts; those without contracts are left out.
    pub files: Vec<Generated>,
    pub clauses: Vec<Clause>,
    /// Loops that have clauses, by their numbers.
    pub loops: Vec<LoopContract>,
    /// Whether bodies have assertions or assumptions.
    pub has_statements: bool,
    pub methods: Vec<MethodContract>,
    pub classes: Vec<ClassContract>,
}

#[derive(Debug)]
pub struct Generated {
    /// By its position among the sources.
    pub source: usize,
    pub text: String,
    spans: Vec<Span>,
}

/// A part of a generated line that was made of a clause.
#[derive(Debug)]
struct Span {
    line: u32,
    columns: Range<usize>,
    clause: usize,
}

#[derive(Debug)]
pub struct MethodContract {
    /// Binary name.
    pub class: String,
    /// `<init>` for constructors.
    pub name: String,
    /// Simple names of their types.
    pub parameters: Vec<String>,
    /// The generated method; it has one more parameter, first, if there are several cases: their number.
    pub wrapper: String,
    pub cases: usize,
    /// Invariants are none of its business.
    pub is_helper: bool,
    /// The generated method that stands for it, or why there is none, if its contract is to be assumed.
    pub stand_in: Option<std::result::Result<String, Problem>>,
    /// Whether it has loops with clauses.
    pub loops: bool,
    /// Reasons why it cannot be checked.
    pub problems: Vec<Problem>,
    pub file: String,
    pub line: u32,
}

/// What is said about a loop.
#[derive(Clone, Debug)]
pub struct LoopContract {
    /// File and line.
    pub place: String,
    /// Its invariants as they were written.
    pub invariants: Vec<String>,
    /// Whether it has a measure that decreases.
    pub ends: bool,
}

/// A class with an invariant, or with something that is not understood and concerns all of its methods.
#[derive(Debug)]
pub struct ClassContract {
    pub name: String,
    pub problems: Vec<Problem>,
}

/// Reads sources: names for the user, and texts. `assumed` says of class and method whether calls are to be replaced by the contract.
pub fn read(sources: &[(String, String)], assumed: &dyn Fn(&str, &str) -> bool) -> Contracts {
    let sources: Vec<SourceFile> = sources.iter().map(|(name, text)| SourceFile::parse(name, text)).collect();
    generate::generate(&sources, assumed)
}

#[cfg(test)]
mod tests;
