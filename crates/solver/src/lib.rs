//! Decides conjunctions of terms: satisfiable with a witness, unsatisfiable, or unknown with the reason.

pub mod divide;
pub mod gate;
pub mod simulate;
pub mod word;
