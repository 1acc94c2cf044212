//! The engine process: one thread with a large stack on which JVM and interpreter live and which may be confined, and the
//! first thread, which stays free and does for it what must reach the outside.

use crate::process;
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

/// Why an engine did not come to an answer of its own.
#[derive(Debug)]
pub enum EngineError {
    /// The system gave no thread with such a stack.
    Start(std::io::Error),
    /// The work panicked; the message is on standard error.
    Panicked,
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            EngineError::Start(error) => write!(f, "cannot start the engine thread: {error}"),
            EngineError::Panicked => f.write_str("internal error (see above): please report it with the program"),
        }
    }
}

impl std::error::Error for EngineError {}

/// Runs the engine's work on its thread; the calling one stays free and works for it until it ends.
pub fn run_engine<T: Send>(folder: PathBuf, work: impl FnOnce(&Free) -> T + Send) -> Result<T, EngineError> {
    process::die_with_parent();
    let (sender, receiver): (Sender<Job>, Receiver<Job>) = channel();
    std::thread::scope(|scope| {
        let engine = std::thread::Builder::new().name("main".into()).stack_size(STACK_BYTES);
        let free = Free { jobs: sender, folder };
        let handle = engine.spawn_scoped(scope, move || work(&free)).map_err(EngineError::Start)?;
        // Ends with the engine, which holds the other end.
        receiver.into_iter().for_each(|job| job());
        handle.join().map_err(|_| EngineError::Panicked)
    })
}
