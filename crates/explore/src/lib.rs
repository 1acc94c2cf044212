//! Exploration: which states run, in which order, and what becomes of them. The machine returns conditions as data;
//! feasibility, limits and replay are decided here.

mod explorer;
pub mod limits;
pub mod replay;
mod report;
pub mod search;

pub use explorer::{Explorer, Go, Stats};
pub use limits::Limits;
pub use report::{Input, Outcome, Property, Verdict, Verification, Violation};
pub use search::Order;
