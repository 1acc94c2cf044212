//! A child process with standard input, captured output and a limit of time.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits for what should come soon: a hang, not a busy machine, is what it is to find.
pub const PATIENCE: Duration = Duration::from_secs(900);

/// What a process left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub exit: Exit,
    /// What is in the working folder afterwards; filled by those who own the folder.
    pub files: BTreeMap<String, Vec<u8>>,
    pub time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Code(i32),
    Signal(i32),
    TimedOut,
}

impl Outcome {
    pub fn stdout_text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    pub fn stderr_text(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

/// Runs the command to its end, or kills it and all its children after `limit`.
pub fn run(command: Command, stdin: &[u8], limit: Duration) -> Outcome {
    run_until(command, stdin, limit, || false)
}

/// As `run`, but kills the command as soon as it did what is waited for.
pub fn run_until(mut command: Command, stdin: &[u8], limit: Duration, done: impl Fn() -> bool) -> Outcome {
    let start = Instant::now();
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    feed(&mut child, stdin);
    let stdout = drain(child.stdout.take().expect("piped"));
    let stderr = drain(child.stderr.take().expect("piped"));
    let status = wait(&mut child, start + limit, done);
    let time = start.elapsed();
    Outcome {
        exit: status.map_or(Exit::TimedOut, exit),
        stdout: stdout.recv().expect("the reader sends once"),
        stderr: stderr.recv().expect("the reader sends once"),
        files: BTreeMap::new(),
        time,
    }
}

fn exit(status: ExitStatus) -> Exit {
    match status.code() {
        Some(code) => Exit::Code(code),
        None => Exit::Signal(status.signal().unwrap_or(0)),
    }
}

fn feed(child: &mut Child, stdin: &[u8]) {
    let mut pipe = child.stdin.take().expect("piped");
    let bytes = stdin.to_vec();
    // A program that does not read its input closes the pipe early: no error for us.
    thread::spawn(move || drop(pipe.write_all(&bytes)));
}

fn drain(mut pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // An error here means the process was killed; what was read so far still counts.
        let _ = pipe.read_to_end(&mut bytes);
        let _ = sender.send(bytes);
    });
    receiver
}

/// Polls with growing pauses: short programs are timed well, long ones cost nothing.
fn wait(child: &mut Child, deadline: Instant, done: impl Fn() -> bool) -> Option<ExitStatus> {
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait().expect("the child is ours") {
            return Some(status);
        }
        if Instant::now() >= deadline || done() {
            kill_group(child);
            return None;
        }
        thread::sleep(pause);
        pause = (pause * 5 / 4).min(Duration::from_millis(5));
    }
}

/// The engine runs in a child of its supervisor, so the whole group has to go.
fn kill_group(child: &mut Child) {
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    let _ = child.wait();
}
