//! Processes of ours: the supervisor and the engine, and what a person sees of them.

pub mod watch;

use anyhow::{Context, Result};
use sandbox::{Ended, Free, Rules};
use std::path::Path;

/// Runs the engine's work to its exit code and ends the process with it.
pub fn run_engine(scratch: &Path, work: impl FnOnce(&Free) -> Result<i32> + Send) -> Result<u8> {
    match sandbox::run_engine(scratch, work)? {
        // Destroying the JVM would wait for its threads.
        Ok(code) => sandbox::process::exit_now(code),
        Err(error) => Err(error),
    }
}

/// Starts the engine as a child with the same arguments and turns a crash into a message.
pub fn supervise(arguments: &[String], rules: Rules) -> Result<u8> {
    match sandbox::supervise(arguments, rules).context("cannot run the engine process")? {
        Ended::Exited(code) => Ok(code as u8),
        // Interrupted by the user: as a shell reports it.
        Ended::Signal(signal @ (1 | 2 | 3 | 15)) => Ok(128 + signal as u8),
        Ended::Signal(9) => {
            anyhow::bail!("the engine process was killed, by somebody or for lack of memory: no verdict")
        }
        Ended::Left(code) => {
            anyhow::bail!("native code of the program ended the engine process (exit code {code}): no verdict")
        }
        Ended::Signal(signal) => anyhow::bail!(
            "the engine process was ended by signal {signal}: the embedded JVM or a native library crashed; \
             this is not a verdict on the program (try the same command with `java` to see whether it crashes, too)"
        ),
    }
}
