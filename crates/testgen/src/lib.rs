//! Tests for classes: recipes for objects, random calls and explored paths as candidates, tries on a JVM, the choice of those that
//! are worth keeping, and their JUnit source. Every test that leaves this crate has passed on a real JVM.

pub mod arrange;
mod assertions;
pub mod candidate;
pub mod cases;
pub mod changes;
pub mod choice;
pub mod condition;
pub mod documented;
pub mod ended;
pub mod existing;
pub mod java;
pub mod junit;
pub mod laws;
pub mod naming;
pub mod random;
pub mod record;
pub mod row;
pub mod search;
mod settings;
pub mod sinks;
mod source;
pub mod suspects;
pub mod suspicion;
pub mod thrown;
pub mod trial;
pub mod untested;
pub mod verdict;
pub mod ways;
pub mod writer;

pub use settings::{Alias, Keep, Parameterized, RandomPart, Settings};
pub use source::{Source, comment};
