//! The worker processes of one command, as their parent sees them. Each is the same executable with the same arguments, and hears
//! first what it is there for. Whatever happens to one concerns its own work alone.

use crate::free::Server;
use crate::link::{self, Transport};
use crate::process;
use crate::rules::Rules;
use crate::supervisor::{Engine, start};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
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
    engine: Engine,
    link: Arc<UnixStream>,
    /// When it is ended.
    deadline: Option<Instant>,
    gone: bool,
    late: bool,
    /// What it says on standard error, where that is kept. It has no name: nobody can put another file in its place.
    errors: Option<File>,
}

pub struct Pool<Said> {
    arguments: Vec<String>,
    errors: Errors,
    rules: Rules,
    /// Interrupts were passed on.
    interrupted: bool,
    members: Vec<Member>,
    speaker: Sender<(WorkerId, Option<Said>)>,
    ear: Receiver<(WorkerId, Option<Said>)>,
}

impl<Said: DeserializeOwned + Send + 'static> Pool<Said> {
    pub fn new(arguments: &[String], errors: Errors, rules: Rules) -> Pool<Said> {
        let (speaker, ear) = channel();
        let arguments = arguments.to_vec();
        Pool { arguments, errors, rules, interrupted: false, members: Vec::new(), speaker, ear }
    }

    /// Starts one and tells it what it is there for.
    pub fn start(&mut self, first: &impl Serialize) -> io::Result<WorkerId> {
        let (ours, theirs) = UnixStream::pair()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(&self.arguments).stdin(Stdio::from(OwnedFd::from(theirs)));
        let server = Arc::new(Server::new(self.rules.clone())?);
        let errors = match self.errors {
            Errors::Shared if self.rules.confine() => {
                command.stdout(Stdio::piped()).stderr(Stdio::piped());
                None
            }
            Errors::Shared => None,
            Errors::Kept => {
                let file = tempfile::tempfile()?;
                command.stdout(Stdio::null()).stderr(file.try_clone()?);
                Some(file)
            }
        };
        let engine = start(&mut command, &server, &[(WORKER, "")])?;
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
        self.members.push(Member { engine, link, deadline: None, gone: false, late: false, errors });
        self.tell(worker, first);
        Ok(worker)
    }

    /// A worker that does not listen is gone, which its silence will say.
    pub fn tell(&self, worker: WorkerId, message: &impl Serialize) {
        let _ = link::tell(&*self.members[worker.0].link as &dyn Transport, message);
    }

    /// What comes next, if anything does before it is time to look at something else.
    pub fn hear(&mut self) -> io::Result<Option<Heard<Said>>> {
        self.pass_interrupt_on();
        for member in self.members.iter_mut().filter(|member| !member.gone && !member.late) {
            if member.deadline.is_some_and(|at| Instant::now() >= at) {
                member.late = true;
                let _ = member.engine.child.kill();
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
    pub fn wait(&mut self, worker: WorkerId) -> io::Result<Ending> {
        self.bury(worker)
    }

    fn bury(&mut self, worker: WorkerId) -> io::Result<Ending> {
        let member = &mut self.members[worker.0];
        member.gone = true;
        let status = member.engine.child.wait()?;
        member.engine.heard_out();
        Ok(match (member.late, status.code()) {
            (true, _) => Ending::Late,
            (false, Some(code)) => Ending::Exited(code),
            (false, None) => Ending::Signal(status.signal().unwrap_or(0)),
        })
    }

    /// Workers that are confined have left the terminal: its interrupts come from us, once.
    fn pass_interrupt_on(&mut self) {
        if self.rules.confine() && process::interrupted() && !std::mem::replace(&mut self.interrupted, true) {
            let alive = self.members.iter().filter(|member| !member.gone);
            alive.for_each(|member| process::interrupt(member.engine.child.id()));
        }
    }

    /// What it said on standard error, where that is kept; asked for once.
    pub fn errors(&mut self, worker: WorkerId) -> String {
        let Some(mut file) = self.members[worker.0].errors.take() else { return String::new() };
        let mut said = Vec::new();
        // A worker that left nothing to read said nothing.
        let _ = file.rewind().and_then(|()| file.read_to_end(&mut said));
        String::from_utf8_lossy(&said).into_owned()
    }

    /// Ends all and waits for them.
    pub fn end_all(&mut self) {
        for member in &mut self.members {
            let _ = member.engine.child.kill();
            let _ = member.engine.child.wait();
            member.engine.heard_out();
        }
    }
}
