//! The engine process: it confines itself before it has a second thread or a JVM, so that all of its threads are confined, and
//! works on a thread with a large stack.

use crate::confine::{Confinement, Exec, WithoutLandlock, confine};
use crate::free::Free;
use crate::process;
use crate::rules::Rules;
use std::os::unix::net::UnixStream;
use std::path::Path;

/// Deep natives and deep nesting of ours need room.
const STACK_BYTES: usize = 1 << 30;

/// Set in the environment of an engine: the temporary folder of its run.
pub const ENGINE: &str = "JACANA_ENGINE";

/// Below that folder: where the outside waits for the engine.
pub(crate) const DOOR: &str = "door";

/// Why an engine did not come to an answer of its own.
#[derive(Debug)]
pub enum EngineError {
    /// The process outside cannot be reached, or the system gave no thread with such a stack.
    Start(std::io::Error),
    /// The work panicked; the message is on standard error.
    Panicked,
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            EngineError::Start(error) => write!(f, "cannot start the engine: {error}"),
            EngineError::Panicked => f.write_str("internal error (see above): please report it with the program"),
        }
    }
}

impl std::error::Error for EngineError {}

/// Runs the engine's work. To be called first, by the only thread.
pub fn run_engine<T: Send>(scratch: &Path, work: impl FnOnce(&Free) -> T + Send) -> Result<T, EngineError> {
    process::die_with_parent();
    let free = begin(scratch).map_err(EngineError::Start)?;
    std::thread::scope(|scope| {
        let engine = std::thread::Builder::new().name("main".into()).stack_size(STACK_BYTES);
        let handle = engine.spawn_scoped(scope, || work(&free)).map_err(EngineError::Start)?;
        let done = handle.join().map_err(|_| EngineError::Panicked);
        free.ends();
        done
    })
}

fn begin(scratch: &Path) -> std::io::Result<Free> {
    let rules = Rules::read(scratch)?;
    let link = knock(scratch)?;
    if rules.confine() {
        process::leave_terminal();
    }
    let work = scratch.join(crate::free::WORK);
    let readable = rules.readable(scratch);
    let confinement = Confinement {
        strength: rules.strength,
        writable: Some(&work),
        readable: readable.as_deref(),
        exec: Exec::Refused,
        without_landlock: WithoutLandlock::WritesNothing,
    };
    Ok(Free::there(link, scratch, confine(&confinement), rules.terminal))
}

/// By way of a descriptor of the folder: the name of a socket has to be short.
fn knock(scratch: &Path) -> std::io::Result<UnixStream> {
    UnixStream::connect(process::short_path(&process::open_folder(scratch)?, DOOR))
}
