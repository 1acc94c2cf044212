//! The first line of defence while exploring and replaying: the kernel refuses writes outside of a folder of ours, sockets,
//! processes and changes of attributes, to this thread and all that it starts. Where it cannot, the table of natives still does.

mod calls;
mod files;

use crate::process;
use calls::{FileCalls, filter_calls};
use files::restrict_files;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::{fmt, io};

/// What the kernel is asked for at most; the rest is for tests and for kernels that make trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub calls: bool,
    allowed: bool,
}

impl Defence {
    /// Can nothing that a replay does reach the outside?
    pub fn holds(self) -> bool {
        self.calls || self.allowed
    }
}

impl fmt::Display for Defence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match (self.allowed, self.files, self.calls) {
            (true, _, _) => "none (--allow-io): effects of the program are real and happen once per path",
            (_, true, true) => "kernel (landlock, seccomp) and table of natives",
            (_, true, false) => "kernel (landlock) and table of natives",
            (_, false, true) => "kernel (seccomp) and table of natives",
            (_, false, false) => "table of natives only: the kernel offers neither landlock nor seccomp",
        })
    }
}

/// Confines the calling thread, its later threads and processes, for good. Never fails: it answers what could be done.
pub fn confine(strength: Strength, folder: &Path, exec: Exec) -> Defence {
    let files = strength == Strength::Files && restrict_files(Some(folder)).unwrap_or(false);
    let file_calls = if files { FileCalls::Writing } else { FileCalls::ReadingOnly };
    let calls = matches!(strength, Strength::Files | Strength::Calls) && filter_calls(file_calls, exec).is_ok();
    Defence { files, calls, allowed: strength == Strength::Nothing }
}

/// Confines this process and becomes the program; answers only if that fails. Replays are started so.
pub fn become_confined(strength: Strength, folder: &Path, program: &str, arguments: &[String]) -> io::Error {
    process::die_with_parent();
    if !confine(strength, folder, Exec::Allowed).holds() {
        return io::Error::other("this kernel cannot confine a program");
    }
    let error = Command::new(program).args(arguments).exec();
    io::Error::new(error.kind(), format!("cannot start {program}: {error}"))
}

#[cfg(test)]
mod tests;
