//! States made more general: cells that a loop changes are forgotten. A later state that differs from an earlier one in such cells
//! only is one of those that the general state stands for. What differs in any other way is no such state, and the answer says why.

mod cells;
mod census;
mod changed;
mod crowd;
mod facts;
mod inputs;
mod loops;

pub use crate::state::proof::{Crowd, Member, Objects, Reach};
pub use cells::{Cell, targets};
pub use crowd::Leaf;
pub use facts::ROUNDS;
