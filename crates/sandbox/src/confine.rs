//! The first line of defence while exploring and replaying: the kernel refuses writes outside of a folder of ours, sockets,
//! processes and changes of attributes, to this thread and all that it starts. Where it cannot, the table of natives still does.

mod calls;
mod files;

use calls::{FileCalls, filter_calls};
use files::{Kept, Restricted, restrict_files};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

/// What the kernel is asked for at most; the rest is for tests and for kernels that make trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Strength {
    /// The program may do as it likes.
    Nothing,
    /// The table of natives alone.
    Natives,
    /// Also system calls are filtered.
    Calls,
    /// Also files are watched over: the default.
    Files,
}

impl Strength {
    pub const ALL: [(&str, Strength); 3] =
        [("natives", Strength::Natives), ("calls", Strength::Calls), ("files", Strength::Files)];

    pub fn name(self) -> &'static str {
        Strength::ALL.iter().find(|(_, strength)| *strength == self).map_or("nothing", |&(name, _)| name)
    }
}

/// May new programs be started in place of this process? A replay becomes `java` once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exec {
    Allowed,
    Refused,
}

/// What the kernel took on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence {
    pub files: bool,
    /// The kernel is older than what we ask landlock for.
    partly: bool,
    /// Version of the kernel's landlock, where it is used.
    pub landlock_abi: Option<u32>,
    pub calls: bool,
    allowed: bool,
}

impl Defence {
    /// Of a process that runs no code of the user.
    pub(crate) fn none() -> Defence {
        Defence { files: false, partly: false, landlock_abi: None, calls: false, allowed: false }
    }

    /// Can nothing that a replay does reach the outside?
    pub fn holds(self) -> bool {
        self.calls || self.allowed
    }

    /// Does the kernel know all that we ask it for?
    pub fn is_whole(self) -> bool {
        self.files && self.calls && !self.partly
    }
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match (self.allowed, self.files, self.calls) {
            (true, _, _) => "none (--allow-io): effects of the program are real and happen once per path",
            (_, true, true) if self.partly => "kernel (an older landlock, seccomp) and table of natives",
            (_, true, true) => "kernel (landlock, seccomp) and table of natives",
            (_, true, false) => "kernel (landlock) and table of natives",
            (_, false, true) => "kernel (seccomp) and table of natives",
            (_, false, false) => "table of natives only: the kernel offers neither landlock nor seccomp",
        })
    }
}

/// What a thread, and all that it starts, may do from now on.
#[derive(Clone, Copy, Debug)]
pub struct Confinement<'a> {
    pub strength: Strength,
    /// The folder below which it may write, as far as the kernel has landlock.
    pub writable: Option<&'a Path>,
    /// What of the user's it may read; everything if nothing is said.
    pub readable: Option<&'a [PathBuf]>,
    pub exec: Exec,
    pub without_landlock: WithoutLandlock,
}

/// What becomes of writing where the kernel cannot tell folders apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutLandlock {
    WritesNothing,
    /// For programs that run no code of the user.
    WritesAnywhere,
}

/// Confines the calling thread, its later threads and processes, for good. Never fails: it answers what could be done.
pub fn confine(confinement: &Confinement) -> Defence {
    let &Confinement { strength, writable, readable, exec, without_landlock } = confinement;
    let restricted = if strength == Strength::Files { restrict_files(writable, readable) } else { None };
    let files = restricted.is_some();
    let file_calls = match files || without_landlock == WithoutLandlock::WritesAnywhere {
        true => FileCalls::Writing,
        false => FileCalls::ReadingOnly,
    };
    let calls = matches!(strength, Strength::Files | Strength::Calls) && filter_calls(file_calls, exec).is_ok();
    Defence {
        files,
        partly: restricted.is_some_and(|Restricted { kept, .. }| kept == Kept::Part),
        landlock_abi: restricted.map(|Restricted { abi, .. }| abi),
        calls,
        allowed: strength == Strength::Nothing,
    }
}

/// What the kernel takes on here: tried on a thread that ends at once, so that the caller stays free.
pub fn probe() -> Defence {
    let confined = || {
        confine(&Confinement {
            strength: Strength::Files,
            writable: None,
            readable: None,
            exec: Exec::Refused,
            without_landlock: WithoutLandlock::WritesNothing,
        })
    };
    std::thread::Builder::new().spawn(confined).ok().and_then(|thread| thread.join().ok()).unwrap_or(Defence::none())
}

#[cfg(test)]
mod tests;
