//! The folder of a run for everything temporary: made and removed by the supervisor, so that it goes even after a crash.

use anyhow::{Context, Result};
use std::fs::DirBuilder;
use std::io::ErrorKind;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// Removed with all that is below when dropped.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Result<Scratch> {
        let base = std::env::temp_dir().join(format!("jacana-{}", std::process::id()));
        // A process of the same number may have left one behind.
        for attempt in 0.. {
            let folder = if attempt == 0 { base.clone() } else { base.with_extension(attempt.to_string()) };
            match DirBuilder::new().mode(0o700).create(&folder) {
                Ok(()) => return Ok(Scratch(folder)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| format!("cannot create {}", folder.display())),
            }
        }
        unreachable!("a free number is found")
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing sensible can be done if the temporary folder resists.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
