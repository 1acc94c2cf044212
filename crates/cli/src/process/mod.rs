//! Processes of ours: the supervisor and the engine, and how workers talk.

pub mod link;
pub mod memory;
pub mod pool;
pub mod supervisor;
pub mod watch;
pub mod worker;

use anyhow::Result;
use sandbox::Free;
use std::path::PathBuf;

/// Runs the engine's work to its exit code and ends the process with it.
pub fn run_engine(folder: PathBuf, work: impl FnOnce(&Free) -> Result<i32> + Send) -> Result<u8> {
    match sandbox::run_engine(folder, work)? {
        // Destroying the JVM would wait for its threads.
        Ok(code) => sandbox::process::exit_now(code),
        Err(error) => Err(error),
    }
}
