//! A path once more, step by step: its states, its lines, the condition that decided.

pub mod clause;
mod retrace;
pub mod states;
pub mod writes;

pub use retrace::{Look, Witness, retrace};
