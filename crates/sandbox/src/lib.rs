//! What a process of ours may do, and how it begins and ends: confinement by the kernel, what the outside does for those that are
//! confined, workers, interrupts and deadlines, temporary folders. Knows nothing of Java but where its programs lie.

mod confine;
mod engine;
mod free;
mod launcher;
mod link;
pub mod pool;
pub mod process;
mod rules;
mod scratch;
mod supervisor;
mod watchdog;
pub mod worker;

pub use confine::{Defence, Strength, probe};
pub use engine::{ENGINE, run_engine};
pub use free::{Free, Job, JobEnd, LAUNCHER, Program, Ran, Server, Writes};
pub use launcher::become_confined;
pub use rules::{Rules, StandardInput};
pub use scratch::Scratch;
pub use supervisor::{Ended, supervise};
pub use watchdog::Watchdog;
