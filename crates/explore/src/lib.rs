//! Exploration: which states run, in which order, and what becomes of them. The machine returns conditions as data;
//! feasibility and limits are decided here.

mod bracket;
mod compare;
mod explorer;
pub mod follow;
pub mod limits;
pub mod search;
pub mod share;
mod side;
mod sides;
mod turns;
mod uses;
mod verdict;

pub use bracket::{Level, Merging};
pub use compare::{Comparison, compare};
pub use explorer::{Explorer, Go, Progress, Stats};
pub use limits::Limits;
pub use search::Order;
pub use sides::Sides;
pub use solver::statistics::{Tier, TierName};
pub use turns::{Resting, Turn};
pub use verdict::{Outcome, Property, Replays, Verdict, Verification, Violation, by_words};
