//! Exploration: which states run, in which order, and what becomes of them. The machine returns conditions as data;
//! feasibility, limits and replay are decided here.

mod bracket;
mod branch;
pub mod cases;
pub mod clause;
mod compare;
mod explorer;
pub mod follow;
pub mod heap_replay;
mod input;
pub mod limits;
pub mod preheap;
pub mod replay;
pub mod retrace;
pub mod search;
pub mod share;
mod side;
mod sides;
pub mod states;
mod stream;
mod turns;
mod uses;
mod verdict;
pub mod wanted;

pub use bracket::{Level, Merging};
pub use branch::{Branch, branches};
pub use compare::{Comparison, compare};
pub use explorer::{Explorer, Go, Progress, Stats};
pub use input::{Input, InputValue, SourceLine, inputs};
pub use limits::Limits;
pub use search::Order;
pub use sides::Sides;
pub use solver::statistics::Tier;
pub use turns::{Resting, Turn};
pub use verdict::{Outcome, Property, Replays, Verdict, Verification, Violation};
