//! Runs Java programs on the real `java` and on `jacana run` and compares them byte by byte.
//! The tests of this package and `cargo xtask show` use it. It knows nothing of the engine but its command line; the class-file
//! writer makes what javac does not.

pub mod arithmetic;
pub mod arrays;
pub mod attacks;
pub mod blocks;
pub mod branches;
pub mod built_in;
pub mod cache;
pub mod campaign;
pub mod case_tests;
pub mod check;
pub mod compare;
pub mod contracts;
pub mod dynamic;
pub mod fixture;
pub mod hard_classes;
pub mod hostile;
pub mod house;
pub mod json;
pub mod junit;
pub mod library;
pub mod lines;
pub mod memory;
pub mod merging;
pub mod native;
pub mod paths;
pub mod pictures;
pub mod probed;
pub mod process;
pub mod program;
pub mod random;
pub mod reached;
pub mod resumed;
pub mod search;
pub mod selective;
pub mod sha256;
pub mod signals;
pub mod smt;
pub mod sound;
pub mod soundness;
pub mod states;
pub mod study;
pub mod subject;
pub mod text;
pub mod threads;
pub mod timed;
pub mod tools;
pub mod unbounded;
pub mod unit_tests;
pub mod unseen;

pub use compare::{Mode, STRESS_DISTANCES, Summary, compare_all};
pub use fixture::fixtures;
pub use process::{Exit, Outcome};
pub use program::Program;
pub use tools::{Scratch, Tools};
