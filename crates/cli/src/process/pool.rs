//! The worker processes of one command, as their parent sees them. Each is the same executable with the same arguments, and hears
//! first what it is there for. Whatever happens to one concerns its own work alone.

use super::link::{self, Transport};
use super::supervisor::ENGINE;
use anyhow::{Context, Result};
use sandbox::Scratch;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Set in the environment of a worker: its parent is at standard input.
pub const WORKER: &str = "JACANA_WORKER";

/// Between two looks at clock and Ctrl-C.
pub const TICK: Duration = Duration::from_millis(20);

/// A worker by the order in which they were started.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WorkerId(usize);

impl WorkerId {
    pub const FIRST: WorkerId = WorkerId(0);
}

/// Where workers say what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// As we do.
    Shared,
    /// Kept, for whoever asks why a worker ended.
    Kept,
}

/// What came to the parent.
#[derive(Debug)]
pub enum Heard<Said> {
    Said(WorkerId, Said),
    /// It has ended, or was ended.
    Gone(WorkerId, Ending),
}

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Exited(i32),
    Signal(i32),
    /// It took longer than it may and was ended by us.
    Late,
}

struct Member {
    child: Child,
    link: Arc<UnixStream>,
    /// When it is ended.
    deadline: Option<Instant>,
    gone: bool,
    late: bool,
    /// None once nobody asks for it any more.
    scratch: Option<Scratch>,
}

pub struct Pool<Said> {
    arguments: Vec<String>,
    errors: Errors,
    members: Vec<Member>,
    speaker: Sender<(WorkerId, Option<Said>)>,
    ear: Receiver<(WorkerId, Option<Said>)>,
}

impl<Said: DeserializeOwned + Send + 'static> Pool<Said> {
    pub fn new(arguments: &[String], errors: Errors) -> Pool<Said> {
        let (speaker, ear) = channel();
        Pool { arguments: arguments.to_vec(), errors, members: Vec::new(), speaker, ear }
    }

    /// Starts one and tells it what it is there for.
    pub fn start(&mut self, first: &impl Serialize) -> Result<WorkerId> {
        let program = std::env::current_exe().context("cannot find my own executable")?;
        let (ours, theirs) = UnixStream::pair().context("cannot make a socket for a worker")?;
        let scratch = Scratch::new().context("cannot make a temporary folder")?;
        let mut command = Command::new(program);
        command.args(&self.arguments).env(ENGINE, scratch.path()).env(WORKER, "");
        if self.errors == Errors::Kept {
            let errors = File::create(scratch.path().join(ERRORS)).context("cannot write to the temporary folder")?;
            command.stdout(Stdio::null()).stderr(errors);
        }
        let child = command.stdin(Stdio::from(OwnedFd::from(theirs))).spawn().context("cannot start a worker")?;
        let (worker, link, speaker) = (WorkerId(self.members.len()), Arc::new(ours), self.speaker.clone());
        let listening = link.clone();
        std::thread::spawn(move || {
            while let Some(said) = link::hear(&*listening) {
                if speaker.send((worker, Some(said))).is_err() {
                    return;
                }
            }
            let _ = speaker.send((worker, None));
        });
        self.members.push(Member { child, link, deadline: None, gone: false, late: false, scratch: Some(scratch) });
        self.tell(worker, first);
        Ok(worker)
    }

    /// A worker that does not listen is gone, which its silence will say.
    pub fn tell(&self, worker: WorkerId, message: &impl Serialize) {
        let _ = link::tell(&*self.members[worker.0].link as &dyn Transport, message);
    }

    /// What comes next, if anything does before it is time to look at something else.
    pub fn hear(&mut self) -> Result<Option<Heard<Said>>> {
        for member in self.members.iter_mut().filter(|member| !member.gone && !member.late) {
            if member.deadline.is_some_and(|at| Instant::now() >= at) {
                member.late = true;
                let _ = member.child.kill();
            }
        }
        match self.ear.recv_timeout(TICK) {
            Ok((worker, Some(said))) => Ok(Some(Heard::Said(worker, said))),
            Ok((worker, None)) => Ok(Some(Heard::Gone(worker, self.bury(worker)?))),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => unreachable!("the pool holds a sender"),
        }
    }

    /// From now on it is ended at this time, or not at all.
    pub fn end_at(&mut self, worker: WorkerId, deadline: Option<Instant>) {
        self.members[worker.0].deadline = deadline;
    }

    /// Waits until it has ended by itself.
    pub fn wait(&mut self, worker: WorkerId) -> Result<Ending> {
        self.bury(worker)
    }

    fn bury(&mut self, worker: WorkerId) -> Result<Ending> {
        let member = &mut self.members[worker.0];
        member.gone = true;
        let status: ExitStatus = member.child.wait().context("lost a worker")?;
        Ok(match (member.late, status.code()) {
            (true, _) => Ending::Late,
            (false, Some(code)) => Ending::Exited(code),
            (false, None) => Ending::Signal(status.signal().unwrap_or(0)),
        })
    }

    /// What it said on standard error, where that is kept.
    pub fn errors(&self, worker: WorkerId) -> String {
        let scratch = self.members[worker.0].scratch.as_ref();
        scratch.and_then(|scratch| fs::read_to_string(scratch.path().join(ERRORS)).ok()).unwrap_or_default()
    }

    /// Removes what it left in its temporary folder.
    pub fn forget(&mut self, worker: WorkerId) {
        self.members[worker.0].scratch = None;
    }

    /// Ends all and waits for them.
    pub fn end_all(&mut self) {
        for member in &mut self.members {
            let _ = member.child.kill();
            let _ = member.child.wait();
        }
    }
}

/// Below the temporary folder of a worker.
const ERRORS: &str = "errors";
