//! What a confined engine cannot do itself and the process outside does for it, over a narrow protocol: write below a folder that
//! nobody confined writes to, write the reports that the user asked for, and run programs of the JDK in confinements of their own.

mod folder;
mod server;

pub use server::Server;

use crate::confine::Defence;
use crate::link::{hear, tell};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The way to the outside.
#[derive(Clone, Debug)]
pub struct Free {
    way: Way,
    /// What is written here comes from us alone: no confined code can write it.
    pub given: PathBuf,
    /// What confined code may write, as far as the kernel can tell folders apart. Nobody outside looks into it.
    pub work: PathBuf,
    /// What the kernel took on.
    pub defence: Defence,
    /// Does a person look at standard error?
    pub terminal: bool,
}

#[derive(Clone, Debug)]
enum Way {
    /// This process is outside itself.
    Here(Arc<Server>),
    There(Arc<Mutex<UnixStream>>),
}

/// All that the outside does for an engine.
#[derive(Debug, Serialize, Deserialize)]
enum Request {
    Write {
        file: PathBuf,
        contents: Vec<u8>,
    },
    Append {
        file: PathBuf,
        contents: Vec<u8>,
    },
    /// Fails if it is there.
    MakeFolder(PathBuf),
    Rename {
        from: PathBuf,
        to: PathBuf,
    },
    Run(Job),
    /// The work of the engine is done: its process ends next, by itself.
    Ends,
}

#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    Done,
    Ran(Ran),
    /// The error of the system, if it is one, and what to tell.
    Failed(Option<i32>, String),
}

/// A program of the JDK that is to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    pub program: Program,
    pub arguments: Vec<OsString>,
    pub writes: Writes,
    pub time: Duration,
    /// What it finds at standard input.
    pub input: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Program {
    /// Runs code of the user: not without confinement.
    Java,
    /// Reads sources of the user and runs code of the JDK alone.
    Javac,
}

impl Program {
    pub(crate) const ALL: [Program; 2] = [Program::Java, Program::Javac];

    /// Its name in the folder of the JDK, and as a word of the launcher's command line.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Program::Java => "java",
            Program::Javac => "javac",
        }
    }
}

/// What a program may write, its standard streams apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Writes {
    Nothing,
    Work,
}

impl Writes {
    pub(crate) const ALL: [Writes; 2] = [Writes::Nothing, Writes::Work];

    pub(crate) fn word(self) -> &'static str {
        match self {
            Writes::Nothing => "nothing",
            Writes::Work => "work",
        }
    }
}

/// What a program did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ran {
    pub ended: JobEnd,
    /// The ends of what it said.
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobEnd {
    Exited(i32),
    Signal(i32),
    /// It took longer than it may and was ended.
    Late,
    /// The same for what it wrote.
    Wasteful,
}

impl Free {
    /// For a process that is not confined.
    pub fn here(server: Arc<Server>) -> Free {
        let (given, work) = (server.given().to_path_buf(), server.work().to_path_buf());
        let (defence, terminal) = (Defence::none(), server.rules().terminal);
        Free { way: Way::Here(server), given, work, defence, terminal }
    }

    pub(crate) fn there(link: UnixStream, scratch: &Path, defence: Defence, terminal: bool) -> Free {
        let (given, work) = (scratch.join(GIVEN), scratch.join(WORK));
        Free { way: Way::There(Arc::new(Mutex::new(link))), given, work, defence, terminal }
    }

    /// Writes a file below `given` or one of the reports, with the folders above it. An error names the file.
    pub fn write(&self, file: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
        self.done(Request::Write { file: file.into(), contents: contents.as_ref().into() })
    }

    /// Adds to a file at its end.
    pub fn append(&self, file: &Path, contents: impl AsRef<[u8]>) -> io::Result<()> {
        self.done(Request::Append { file: file.into(), contents: contents.as_ref().into() })
    }

    pub fn make_folder(&self, folder: &Path) -> io::Result<()> {
        self.done(Request::MakeFolder(folder.into()))
    }

    pub fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.done(Request::Rename { from: from.into(), to: to.into() })
    }

    /// Tells the outside that the work is done, so that an end which native code brings about is none.
    pub(crate) fn ends(&self) {
        // Nobody outside, nobody to tell.
        let _ = self.done(Request::Ends);
    }

    /// Runs a program to its end.
    pub fn run(&self, job: Job) -> io::Result<Ran> {
        match self.ask(Request::Run(job))? {
            Answer::Ran(ran) => Ok(ran),
            Answer::Failed(code, why) => Err(failure(code, why)),
            Answer::Done => Err(io::Error::other("the outside answers something else")),
        }
    }

    fn done(&self, request: Request) -> io::Result<()> {
        match self.ask(request)? {
            Answer::Done => Ok(()),
            Answer::Failed(code, why) => Err(failure(code, why)),
            Answer::Ran(_) => Err(io::Error::other("the outside answers something else")),
        }
    }

    fn ask(&self, request: Request) -> io::Result<Answer> {
        match &self.way {
            Way::Here(server) => Ok(server.answer(request, &|| true)),
            Way::There(link) => {
                let link =
                    link.lock().map_err(|_| io::Error::other("a thread of ours ended in the middle of a question"))?;
                tell(&*link, &request)?;
                hear(&*link).ok_or_else(|| io::Error::other("nobody is left outside"))
            }
        }
    }
}

fn failure(code: Option<i32>, why: String) -> io::Error {
    let kind = code.map_or(io::ErrorKind::Other, |code| io::Error::from_raw_os_error(code).kind());
    io::Error::new(kind, why)
}

#[cfg(test)]
mod tests;

/// Below the temporary folder: what the outside writes, and what confined code writes.
const GIVEN: &str = "given";
pub(crate) const WORK: &str = "work";

/// The first word of the launcher's command line.
pub const LAUNCHER: &str = "confined";
