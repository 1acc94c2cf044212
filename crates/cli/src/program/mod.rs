//! The program at hand: where its classes are, which of them are meant, how it is started.

pub mod compile;
pub mod drivers;
pub mod launch;
pub mod listing;
pub mod models;
pub mod options;
pub mod project;
pub mod solving;
pub mod source;
pub mod specs;
pub mod start;
