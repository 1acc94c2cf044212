//! What decides a query on its own, without asking another solver.

pub mod bitblast;
#[cfg(feature = "z3")]
pub mod z3;
