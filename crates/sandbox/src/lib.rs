//! What a process of ours may do, and how it begins and ends: confinement by the kernel, the thread that stays free of it,
//! interrupts and deadlines, temporary folders. Knows nothing of Java.

mod confine;
mod engine;
pub mod process;
mod scratch;
mod watchdog;

pub use confine::{Defence, Exec, Strength, become_confined, confine};
pub use engine::{Free, run_engine};
pub use scratch::Scratch;
pub use watchdog::Watchdog;
