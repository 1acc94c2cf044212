//! How the solver of an exploration is set up: its budgets, and the files of `--log-queries`.

use anyhow::{Context, Result};
use sandbox::Free;
use solver::tier::logged::Sink;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What one process may log.
const QUERIES: u64 = 20_000;
const BYTES: usize = 256 << 20;

/// One hard query must not eat the time of all the others.
pub fn config(log: Option<&Path>, free: &Free, interrupt: Arc<AtomicBool>) -> Result<solver::Config> {
    let mut config = solver::Config { interrupt, ..solver::Config::default() };
    config.limits.budget.conflicts = 20_000;
    config.limits.budget.propagations = 10_000_000;
    config.log = log.map(|log| sink(log, free)).transpose()?;
    Ok(config)
}

/// Files in a new folder below the given one, until there are enough. A file that cannot be written ends the log.
fn sink(parent: &Path, free: &Free) -> Result<Sink> {
    let free = free.clone();
    let folder =
        new_folder(parent, &free).with_context(|| format!("--log-queries: cannot write to {}", parent.display()))?;
    let mut written = 0;
    Ok(Box::new(move |number, script| {
        written += script.len();
        free.write(&folder.join(format!("{number:06}.smt2")), script).is_ok() && number < QUERIES && written < BYTES
    }))
}

/// The first number that is free: other processes may log below the same folder.
fn new_folder(parent: &Path, free: &Free) -> std::io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let folder = parent.join(number.to_string());
        match free.make_folder(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}
