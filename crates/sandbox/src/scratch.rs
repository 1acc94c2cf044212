//! The folder of a run for everything temporary: made and removed by the supervisor, so that it goes even after a crash.

use std::fs::Permissions;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use tempfile::TempDir;

/// Removed with all that is below when dropped.
#[derive(Debug)]
pub struct Scratch(TempDir);

impl Scratch {
    /// Below the system's folder for such things; nobody else may look into it.
    pub fn new() -> io::Result<Scratch> {
        let name = format!("jacana-{}-", std::process::id());
        tempfile::Builder::new().prefix(&name).permissions(Permissions::from_mode(0o700)).tempdir().map(Scratch)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }
}
