//! The parent process: starts the engine as a child with the same standard streams and turns a crash into a message.

use anyhow::{Context, Result};
use sandbox::Scratch;
use std::os::unix::process::ExitStatusExt;
use std::process::Command;

/// Set in the environment of the child: its folder for temporary files.
pub const ENGINE: &str = "JACANA_ENGINE";

pub fn supervise(arguments: &[String]) -> Result<u8> {
    let program = std::env::current_exe().context("cannot find my own executable")?;
    let mut command = Command::new(program);
    let scratch = Scratch::new()?;
    command.args(arguments).env(ENGINE, scratch.path());
    sandbox::process::prepare_to_leave_interrupts().context("cannot watch for interrupts")?;
    let mut child = command.spawn().context("cannot start the engine process")?;
    sandbox::process::leave_interrupts_to(child.id());
    let status = child.wait().context("lost the engine process")?;
    if let Some(code) = status.code() {
        return Ok(code as u8);
    }
    let signal = status.signal().unwrap_or(0);
    // Interrupted by the user: as a shell reports it.
    if matches!(signal, 2 | 3 | 15) {
        return Ok(128 + signal as u8);
    }
    anyhow::bail!(
        "the engine process was ended by signal {signal}: the embedded JVM or a native library crashed; \
         this is not a verdict on the program (try the same command with `java` to see whether it crashes, too)"
    )
}
