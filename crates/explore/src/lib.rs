//! Exploration: which states run, in which order, and what becomes of them. The machine returns conditions as data;
//! feasibility and limits are decided here.

pub mod check;
mod compare;
mod explorer;
pub mod follow;
pub mod inputs;
pub mod judge;
pub mod limits;
pub mod profile;
pub mod search;
pub mod share;
mod stats;
mod verdict;

pub use compare::{Comparison, compare};
pub use explorer::{Explorer, Go, Hard, Level, Merging, Resting, Room, Stepped, Turn};
pub use limits::{Limits, peak_bytes, resident_bytes};
pub use replay::{SourceLine, source_line};
pub use search::Order;
pub use solver::statistics::{Tier, TierName};
pub use stats::{Progress, Stats};
pub use verdict::{
    Cut, Happening, LoopFact, LoopProof, Outcome, Proof, Property, Racing, Replays, Schedule, ThreadTurn, Uncaught,
    Verdict, Verification, Violation, by_words,
};
