//! Symbolic data in the machine: questions about it, references that are one of several objects, elements at symbolic
//! indices, arrays of symbolic length, and objects of which nothing is known. What nobody can decide here is returned as a condition.

mod arrays;
pub mod choice;
pub mod decide;
mod explored;
mod held;
pub mod identity;
mod looks;
pub mod open;
pub(crate) mod place;
pub(crate) mod rough;
mod statics;
pub mod symbols;
pub mod unknown;
