//! The parent of an engine: starts it, does for it what must be done outside, passes on what it says, and tells how it ended.

use crate::engine::{DOOR, ENGINE};
use crate::free::Server;
use crate::process::{self, Interrupts};
use crate::rules::{Rules, StandardInput};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::{self, Read, Write};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::JoinHandle;

/// Between two looks at an engine that has not knocked yet.
const LOOKS: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };

/// An engine process that was started.
#[derive(Debug)]
pub struct Engine {
    pub child: Child,
    /// Threads that pass on what it says and do what it asks for; they end with it.
    threads: Vec<JoinHandle<()>>,
}

/// Starts this executable again as an engine, with arguments and streams of the command, and serves it from now on.
pub fn start(command: &mut Command, server: &Arc<Server>, environment: &[(&str, &str)]) -> io::Result<Engine> {
    let folder = process::open_folder(server.scratch())?;
    let listener = UnixListener::bind(process::short_path(&folder, DOOR))?;
    if server.rules().confine() {
        command.env_clear().envs(process::passed_environment());
    }
    let mut child = command.envs(environment.iter().copied()).env(ENGINE, server.scratch()).spawn()?;
    let mut threads = Vec::new();
    threads.extend(child.stdout.take().map(|pipe| relay(pipe, io::stdout())));
    threads.extend(child.stderr.take().map(|pipe| relay(pipe, io::stderr())));
    let link = admit(&listener, &mut child)?;
    std::fs::remove_file(server.scratch().join(DOOR))?;
    if let Some(link) = link {
        let server = server.clone();
        threads.push(std::thread::spawn(move || server.serve(&link)));
    }
    Ok(Engine { child, threads })
}

impl Engine {
    /// After its end: until all that it said was passed on, and its temporary folder is nobody's any more.
    pub fn heard_out(&mut self) {
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// The engine's connection; none if it ended without.
fn admit(listener: &UnixListener, child: &mut Child) -> io::Result<Option<UnixStream>> {
    loop {
        let mut polled = [PollFd::new(listener, PollFlags::IN)];
        if poll(&mut polled, Some(&LOOKS))? > 0 {
            return Ok(Some(listener.accept()?.0));
        }
        if child.try_wait()?.is_some() {
            return Ok(None);
        }
    }
}

fn relay(mut from: impl Read + Send + 'static, mut to: impl Write + Send + 'static) -> JoinHandle<()> {
    std::thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            // Whoever closed our end has seen enough; the engine is not to notice.
            let _ = to.write_all(&buffer[..count]).and_then(|()| to.flush());
        }
    })
}

/// How an engine ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    Exited(i32),
    /// With a code that looks like an answer, but the work was not done: code of the program ended the process.
    Left(i32),
    Signal(i32),
}

/// Starts this executable again with the same arguments and waits for its end.
pub fn supervise(arguments: &[String], rules: Rules) -> io::Result<Ended> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(arguments);
    if rules.input == StandardInput::Empty {
        command.stdin(Stdio::null());
    }
    let interrupts = match rules.confine() {
        true => {
            command.stdout(Stdio::piped()).stderr(Stdio::piped());
            Interrupts::All
        }
        false => Interrupts::Sent,
    };
    let server = Arc::new(Server::new(rules)?);
    process::prepare_to_leave_interrupts(interrupts)?;
    let mut engine = start(&mut command, &server, &[])?;
    process::leave_interrupts_to(engine.child.id());
    let status = engine.child.wait()?;
    engine.heard_out();
    // Those of TRUE and FALSE. A program that is run may end as it likes.
    if let Some(code @ (0 | 1)) = status.code()
        && !server.is_done()
        && server.rules().input == StandardInput::Empty
    {
        return Ok(Ended::Left(code));
    }
    Ok(status.code().map_or_else(|| Ended::Signal(status.signal().unwrap_or(0)), Ended::Exited))
}
