//! The engine process: one thread with a large stack on which JVM and interpreter live and which may be confined, and the
//! first thread, which stays free and does for it what must reach the outside.

use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Deep natives and deep nesting of ours need room.
const STACK_BYTES: usize = 1 << 30;

type Job = Box<dyn FnOnce() + Send>;

/// What is never confined: a thread, where replays are started and reports are written, and a folder.
#[derive(Clone)]
pub struct Free {
    jobs: Sender<Job>,
    /// For everything temporary; the supervisor removes it.
    pub folder: PathBuf,
}

impl Free {
    /// Runs the work there and waits for its result.
    pub fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> T {
        let (sender, receiver) = channel();
        let job = move || {
            // The engine waits below.
            let _ = sender.send(work());
        };
        self.jobs.send(Box::new(job)).expect("the free thread outlives the engine");
        receiver.recv().expect("the free thread answers")
    }
}

/// Runs the engine's work to its exit code and ends the process with it.
pub fn run(folder: PathBuf, work: impl FnOnce(&Free) -> Result<i32> + Send) -> Result<u8> {
    hotspot::process::die_with_parent();
    hotspot::process::default_interrupts();
    let (sender, receiver): (Sender<Job>, Receiver<Job>) = channel();
    let outcome = std::thread::scope(|scope| {
        let engine = std::thread::Builder::new().name("main".into()).stack_size(STACK_BYTES);
        let free = Free { jobs: sender, folder };
        let handle = engine.spawn_scoped(scope, move || work(&free)).context("cannot start the engine thread")?;
        // Ends with the engine, which holds the other end.
        receiver.into_iter().for_each(|job| job());
        handle.join().unwrap_or_else(|_| bail!("internal error (see above): please report it with the program"))
    });
    match outcome {
        // Destroying the JVM would wait for its threads.
        Ok(code) => hotspot::process::exit_now(code),
        Err(error) => Err(error),
    }
}
