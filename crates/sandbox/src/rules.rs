//! What an engine and the programs that it asks for may do: decided by the first process, and written down where no confined code
//! can write, for those that confine themselves.

use crate::confine::Strength;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rules {
    pub strength: Strength,
    /// The JDK whose programs may be started, if there is one.
    pub jdk: Option<PathBuf>,
    /// How long the compiler may take.
    pub compile_time: Duration,
    /// Files that the engine may have written, and folders with all that is below.
    pub reports: Vec<PathBuf>,
    /// The only files of the user that may be read, with all below, where what is read may end in a file; otherwise all.
    pub reads: Option<Vec<PathBuf>>,
    /// What the engine finds at standard input.
    pub input: StandardInput,
    /// Does a person look at standard error?
    pub terminal: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandardInput {
    /// That of the first process.
    Inherited,
    Empty,
}

impl Rules {
    /// Is anything asked of the kernel, or of the table of natives?
    pub fn confine(&self) -> bool {
        self.strength != Strength::Nothing
    }

    /// What a process of the run may read.
    pub(crate) fn readable(&self, scratch: &Path) -> Option<Vec<PathBuf>> {
        let reads = self.reads.as_ref()?;
        Some(reads.iter().chain(&self.jdk).cloned().chain([scratch.to_path_buf()]).collect())
    }

    pub(crate) fn write(&self, scratch: &Path) -> io::Result<()> {
        std::fs::write(scratch.join(FILE), postcard::to_stdvec(self).map_err(io::Error::other)?)
    }

    pub(crate) fn read(scratch: &Path) -> io::Result<Rules> {
        postcard::from_bytes(&std::fs::read(scratch.join(FILE))?).map_err(io::Error::other)
    }
}

/// Below the temporary folder.
const FILE: &str = "rules";
