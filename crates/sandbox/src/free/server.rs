//! The other end of `Free`, outside of all confinement. It believes nothing: files are written below a folder of ours or where the
//! command line said, and programs are those of one JDK, started by a launcher that confines them.

use super::folder::{Folder, below};
use super::{Answer, GIVEN, Job, JobEnd, Program, Ran, Request, WORK, Writes};
use crate::link::{hear, tell};
use crate::process::{self, passed_environment};
use crate::rules::Rules;
use crate::scratch::Scratch;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much of what a program says is kept: the end, where a stack trace is.
const KEPT_BYTES: usize = 16 << 20;

/// Between two looks at a program and at the engine that waits for it.
const LOOKS: Duration = Duration::from_millis(3);

/// Between two looks at what it wrote, and what that may be.
const MEASURES: Duration = Duration::from_secs(1);
const MOST_BYTES: u64 = 2 << 30;
const MOST_FILES: u64 = 200_000;

#[derive(Debug)]
pub struct Server {
    rules: Rules,
    given: Folder,
    work: PathBuf,
    /// The engine said that its work is done.
    is_done: AtomicBool,
    /// Removed when nobody needs the server any more.
    scratch: Scratch,
}

impl Server {
    pub fn new(rules: Rules) -> io::Result<Server> {
        if rules.confine() {
            process::keep_descriptors_from_children();
        }
        let scratch = Scratch::new()?;
        let given = Folder::make(scratch.path().join(GIVEN))?;
        let work = scratch.path().join(WORK);
        fs::create_dir(&work)?;
        rules.write(scratch.path())?;
        Ok(Server { rules, given, work, is_done: AtomicBool::new(false), scratch })
    }

    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    pub fn scratch(&self) -> &Path {
        self.scratch.path()
    }

    pub fn given(&self) -> &Path {
        &self.given.path
    }

    pub fn work(&self) -> &Path {
        &self.work
    }

    /// Answers one engine until it is gone.
    pub fn serve(&self, link: &UnixStream) {
        while let Some(request) = hear(link) {
            let answer = self.answer(request, &|| !is_gone(link));
            if tell(link, &answer).is_err() {
                return;
            }
        }
    }

    /// `is_wanted` tells whether somebody still waits for the answer.
    pub(super) fn answer(&self, request: Request, is_wanted: &dyn Fn() -> bool) -> Answer {
        let done = match request {
            Request::Run(job) => return self.run(&job, is_wanted).map_or_else(failed, Answer::Ran),
            Request::Write { file, contents } => named("write", &file, self.write(&file, &contents)),
            Request::Append { file, contents } => named("write", &file, self.append(&file, &contents)),
            Request::MakeFolder(folder) => named("create", &folder, self.make_folder(&folder)),
            Request::Rename { from, to } => named("write", &to, self.rename(&from, &to)),
            Request::Ends => {
                self.is_done.store(true, Ordering::Relaxed);
                Ok(())
            }
        };
        done.map_or_else(failed, |()| Answer::Done)
    }

    fn write(&self, file: &Path, contents: &[u8]) -> io::Result<()> {
        if let Some(steps) = self.given.steps(file) {
            return self.given.write(&steps, contents);
        }
        self.permit(file)?;
        make_above(file)?;
        fs::write(file, contents)
    }

    fn append(&self, file: &Path, contents: &[u8]) -> io::Result<()> {
        self.permit(file)?;
        OpenOptions::new().create(true).append(true).open(file)?.write_all(contents)
    }

    fn make_folder(&self, folder: &Path) -> io::Result<()> {
        self.permit(folder)?;
        make_above(folder)?;
        fs::create_dir(folder)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.permit(from)?;
        self.permit(to)?;
        fs::rename(from, to)
    }

    /// Did the command line name it, or a folder above it?
    fn permit(&self, file: &Path) -> io::Result<()> {
        match self.rules.reports.iter().any(|report| below(report, file).is_some()) {
            true => Ok(()),
            false => Err(io::Error::new(io::ErrorKind::PermissionDenied, "nobody asked for this file")),
        }
    }

    fn run(&self, job: &Job, is_wanted: &dyn Fn() -> bool) -> io::Result<Ran> {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg(super::LAUNCHER).arg(self.scratch.path()).arg(job.program.word()).arg(job.writes.word());
        command.args(&job.arguments).env_clear().envs(passed_environment());
        let input = if job.input.is_empty() { Stdio::null() } else { Stdio::piped() };
        let mut child = command.stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        if let Some(pipe) = child.stdin.take() {
            feed(pipe, job.input.clone());
        }
        let output = kept(child.stdout.take().expect("piped"));
        let errors = kept(child.stderr.take().expect("piped"));
        let time = match job.program {
            Program::Java => job.time,
            Program::Javac => job.time.min(self.rules.compile_time),
        };
        let ended = self.wait(&mut child, time, job.writes, is_wanted)?;
        let said = |reader: std::thread::JoinHandle<Vec<u8>>| {
            reader.join().map_err(|_| io::Error::other("lost the output of a program"))
        };
        Ok(Ran { ended, output: said(output)?, errors: said(errors)? })
    }

    /// Until it ends, its time is over, it wrote too much, or nobody waits for it.
    fn wait(
        &self,
        child: &mut Child,
        time: Duration,
        writes: Writes,
        is_wanted: &dyn Fn() -> bool,
    ) -> io::Result<JobEnd> {
        let started = Instant::now();
        let mut measured = started;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status.code().map_or_else(|| JobEnd::Signal(status.signal().unwrap_or(0)), JobEnd::Exited));
            }
            let mut ended = (started.elapsed() >= time || !is_wanted()).then_some(JobEnd::Late);
            if writes == Writes::Work && measured.elapsed() >= MEASURES {
                measured = Instant::now();
                let (mut bytes, mut files) = (0, 0);
                if !is_small(&self.work, &mut bytes, &mut files) {
                    ended = Some(JobEnd::Wasteful);
                }
            }
            if let Some(ended) = ended {
                child.kill()?;
                child.wait()?;
                return Ok(ended);
            }
            std::thread::sleep(LOOKS);
        }
    }
}

/// Whether what lies in a folder is within the limits. No link is followed.
fn is_small(folder: &Path, bytes: &mut u64, files: &mut u64) -> bool {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        // What is gone by now takes nothing.
        let Ok(file) = entry.metadata() else { continue };
        *files += 1;
        *bytes += file.blocks() * 512;
        if *files > MOST_FILES || *bytes > MOST_BYTES || file.is_dir() && !is_small(&entry.path(), bytes, files) {
            return false;
        }
    }
    true
}

fn make_above(file: &Path) -> io::Result<()> {
    match file.parent() {
        Some(above) if !above.as_os_str().is_empty() => fs::create_dir_all(above),
        _ => Ok(()),
    }
}

fn named(what: &str, file: &Path, done: io::Result<()>) -> io::Result<()> {
    let told = |error: &io::Error| format!("cannot {what} {}: {error}", file.display());
    done.map_err(|error| io::Error::new(error.kind(), Told { code: error.raw_os_error(), text: told(&error) }))
}

/// An error with the file that it is about.
#[derive(Debug)]
struct Told {
    code: Option<i32>,
    text: String,
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Told {}

fn failed(error: io::Error) -> Answer {
    let told = error.get_ref().and_then(|inner| inner.downcast_ref::<Told>());
    Answer::Failed(told.map_or(error.raw_os_error(), |told| told.code), error.to_string())
}

/// The engine closed its end.
fn is_gone(link: &UnixStream) -> bool {
    let mut polled = [PollFd::new(link, PollFlags::HUP | PollFlags::RDHUP)];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    poll(&mut polled, Some(&at_once)).is_ok_and(|ready| ready > 0)
}

/// Writes until all is read or nobody reads any more.
fn feed(mut pipe: impl Write + Send + 'static, input: Vec<u8>) {
    std::thread::spawn(move || pipe.write_all(&input));
}

/// Reads to the end, or to an error: what could be read is enough to judge.
fn kept(mut pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 1 << 16];
        while let Ok(count @ 1..) = pipe.read(&mut buffer) {
            kept.extend_from_slice(&buffer[..count]);
            if kept.len() > 2 * KEPT_BYTES {
                kept.drain(..kept.len() - KEPT_BYTES);
            }
        }
        kept
    })
}
