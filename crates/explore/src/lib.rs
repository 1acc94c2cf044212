//! Exploration: which states run, in which order, and what becomes of them. The machine returns conditions as data;
//! feasibility, limits and replay are decided here.

mod explorer;
pub mod replay;
mod report;

pub use explorer::{Explorer, Go, Limits, Stats};
pub use report::{Input, Outcome, Property, Verdict, Verification, Violation};
