//! `jacana test`: JUnit tests for classes. The parent finds the classes and keeps what was written; each class is the work of a process of
//! its own.

pub mod campaign;
mod existing;
pub mod items;
mod messages;
pub mod options;
mod projects;
pub mod sources;
pub mod worker;
