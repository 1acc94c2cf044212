//! A folder of ours, held open: files below it are reached from there, step by step, and never through a link.

use rustix::fs::{Mode, OFlags, mkdirat, open, openat};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::{Component, Path, PathBuf};

#[derive(Debug)]
pub struct Folder {
    pub path: PathBuf,
    descriptor: OwnedFd,
}

const STEP: OFlags = OFlags::DIRECTORY.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

impl Folder {
    /// Makes it, readable for nobody else.
    pub fn make(path: PathBuf) -> io::Result<Folder> {
        std::fs::create_dir(&path)?;
        let descriptor = open(&path, OFlags::RDONLY | STEP, Mode::empty())?;
        Ok(Folder { path, descriptor })
    }

    /// The steps from the folder to a path below it.
    pub fn steps<'p>(&self, path: &'p Path) -> Option<Vec<&'p OsStr>> {
        below(&self.path, path)
    }

    /// Writes a file, with the folders above it.
    pub fn write(&self, steps: &[&OsStr], contents: &[u8]) -> io::Result<()> {
        let Some((name, above)) = steps.split_last() else { return Err(io::ErrorKind::IsADirectory.into()) };
        let mut at = self.descriptor.try_clone()?;
        for step in above {
            match mkdirat(at.as_fd(), *step, Mode::RWXU) {
                Ok(()) | Err(rustix::io::Errno::EXIST) => {}
                Err(error) => return Err(error.into()),
            }
            at = openat(at.as_fd(), *step, OFlags::RDONLY | STEP, Mode::empty())?;
        }
        let how = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let file = openat(at.as_fd(), *name, how, Mode::RUSR | Mode::WUSR)?;
        File::from(file).write_all(contents)
    }
}

/// The steps from a folder to a path below it; none if the path leaves the folder.
pub fn below<'p>(folder: &Path, path: &'p Path) -> Option<Vec<&'p OsStr>> {
    let step = |component| match component {
        Component::Normal(name) => Some(name),
        _ => None,
    };
    path.strip_prefix(folder).ok()?.components().map(step).collect()
}
