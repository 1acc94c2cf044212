//! Classes on their way to use (JVMS 5): found and loaded, linked, initialised, and the references of their constant pools
//! resolved. Loading and linking are the same for all paths; initialisation is each state's own.

pub mod init;
pub mod link;
pub mod load;
pub mod resolve;
mod steps;
