//! The folder of a run for everything temporary: made and removed by the supervisor, so that it goes even after a crash.

use rustix::fs::{FlockOperation, Mode, OFlags, flock, fstatvfs, open};
use rustix::process::geteuid;
use std::fs::Permissions;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use tempfile::TempDir;

/// What names of these folders begin with; the number of the process that made it follows.
const PREFIX: &str = "jacana-";

/// Removed with all that is below when dropped.
#[derive(Debug)]
pub struct Scratch {
    folder: TempDir,
    /// Locked as long as we live, however we end.
    lock: OwnedFd,
}

impl Scratch {
    /// Below the system's folder for such things; nobody else may look into it.
    pub fn new() -> io::Result<Scratch> {
        let system = std::env::temp_dir();
        remove_left(&system);
        let name = format!("{PREFIX}{}-", std::process::id());
        let folder =
            tempfile::Builder::new().prefix(&name).permissions(Permissions::from_mode(0o700)).tempdir_in(system)?;
        let lock = open_without_links(folder.path())?;
        flock(&lock, FlockOperation::LockExclusive)?;
        Ok(Scratch { folder, lock })
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// How many bytes are free for us on its file system.
    pub fn room(&self) -> io::Result<u64> {
        let system = fstatvfs(&self.lock)?;
        Ok(system.f_bavail.saturating_mul(system.f_frsize))
    }
}

fn open_without_links(folder: &Path) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(open(folder, flags, Mode::empty())?)
}

/// Removes the folders of processes of ours that were killed. Whoever lives holds a lock, be it in another container.
fn remove_left(system: &Path) {
    for entry in std::fs::read_dir(system).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let Some((maker, _)) = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split_once('-')) else {
            continue;
        };
        let is_dead = maker.parse::<u32>().is_ok_and(|maker| !Path::new("/proc").join(maker.to_string()).exists());
        let is_ours = || entry.metadata().is_ok_and(|data| data.is_dir() && data.uid() == geteuid().as_raw());
        if !is_dead || !is_ours() {
            continue;
        }
        if let Ok(folder) = open_without_links(&path)
            && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()
        {
            // Another run may have been faster.
            let _ = std::fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_the_dead_are_removed_and_no_others() {
        let system = tempfile::tempdir().expect("a folder");
        let make = |name: String| {
            let folder = system.path().join(name);
            std::fs::create_dir(&folder).expect("a folder");
            std::fs::write(folder.join("file"), "").expect("a file");
            folder
        };
        // Numbers of processes are smaller.
        let (dead, alive) = (make("jacana-4294967294-abc".into()), make(format!("jacana-{}-abc", std::process::id())));
        let (locked, other) = (make("jacana-4294967293-abc".into()), make("jacana-check-1".into()));
        let lock = open_without_links(&locked).expect("a folder");
        flock(&lock, FlockOperation::LockExclusive).expect("a lock");
        std::os::unix::fs::symlink(&other, system.path().join("jacana-4294967292-abc")).expect("a link");
        remove_left(system.path());
        assert!(!dead.exists() && alive.exists() && locked.exists() && other.join("file").exists());
    }
}
