//! The paths of a check: what they are counted as, whether a bound was in the way, and what the method is found to be.

mod clauses;
mod tally;
mod trace;
mod verdict;

pub use clauses::explore_by_clauses;
pub use tally::{Album, MethodEnd, Tally, Wants};
pub use trace::{CoveredMethod, Reached, look_back};
pub use verdict::{UNKNOWN, VIOLATED, Verdict, bounds, is_told_bound, others, worse};
