//! The engine process: one thread with a large stack on which JVM and interpreter live.

use anyhow::{Context, Result, bail};

/// Deep natives and deep nesting of ours need room.
const STACK_BYTES: usize = 1 << 30;

/// Runs the engine's work to its exit code and ends the process with it.
pub fn run(work: impl FnOnce() -> Result<i32> + Send) -> Result<u8> {
    hotspot::process::die_with_parent();
    hotspot::process::default_interrupts();
    let outcome = std::thread::scope(|scope| {
        let engine = std::thread::Builder::new().name("main".into()).stack_size(STACK_BYTES);
        let handle = engine.spawn_scoped(scope, work).context("cannot start the engine thread")?;
        handle.join().unwrap_or_else(|_| bail!("internal error (see above): please report it with the program"))
    });
    match outcome {
        // Destroying the JVM would wait for its threads.
        Ok(code) => hotspot::process::exit_now(code),
        Err(error) => Err(error),
    }
}
