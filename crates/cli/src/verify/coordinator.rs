//! The parent of several workers: hands prefixes to those that have nothing to do. It holds no JVM and no state: whichever
//! worker dies takes only its part of the tree with it, and that is a reason.

use crate::process::link::{self, Kind};
use crate::process::supervisor::ENGINE;
use crate::process::watch::Watch;
use crate::program::launch;
use crate::program::options::Program;
use crate::verify::options::Verify;
use crate::verify::worker;
use anyhow::{Context, Result};
use explore::Progress;
use explore::limits;
use explore::share::Prefix;
use explore::share::codec::{Reader, Writer};
use sandbox::Scratch;
use std::collections::{BTreeMap, VecDeque};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// Between two looks at clock and Ctrl-C.
const TICK: Duration = Duration::from_millis(20);

const DIED: &str = "a worker died";

/// A message of a worker, or that it is gone.
type Heard = (usize, Option<(Kind, Vec<u8>)>);

struct Worker {
    child: Child,
    stream: UnixStream,
    doing: Doing,
    /// Was asked to give something away, and has not done so yet.
    asked: bool,
    /// What it said last of its part of the run.
    part: Vec<u8>,
    found: usize,
    progress: Progress,
    _scratch: Scratch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Starting,
    Exploring,
    Nothing,
    Gone,
}

struct Coordinator<'v> {
    verify: &'v Verify,
    arguments: &'v [String],
    compiled: Option<String>,
    deadline: Instant,
    workers: Vec<Worker>,
    /// Prefixes that nobody explores yet.
    queue: VecDeque<Vec<u8>>,
    /// By number of the property: the way to a violation.
    found: BTreeMap<u64, Vec<u8>>,
    reasons: Vec<&'static str>,
    stopped: bool,
    speaker: Sender<Heard>,
}

pub fn coordinate(verify: &Verify, arguments: &[String]) -> Result<u8> {
    let deadline = Instant::now() + verify.time;
    sandbox::process::remember_interrupts()?;
    let scratch = Scratch::new()?;
    let target = match verify.launch.program {
        Program::Source(_) => Some(launch::compiled(&verify.launch, scratch.path())?),
        Program::Class(_) | Program::Jar(_) | Program::None => None,
    };
    let (speaker, ear) = channel();
    let mut coordinator = Coordinator {
        verify,
        arguments,
        compiled: target.as_ref().map(|target| format!("{}\n{}", target.main_class, target.class_path)),
        deadline,
        workers: Vec::new(),
        queue: VecDeque::from([Prefix::root().0]),
        found: BTreeMap::new(),
        reasons: Vec::new(),
        stopped: false,
        speaker,
    };
    coordinator.start_worker()?;
    if let Some(code) = coordinator.run(&ear)? {
        return Ok(code);
    }
    coordinator.report()
}

impl Coordinator<'_> {
    fn start_worker(&mut self) -> Result<()> {
        let program = std::env::current_exe().context("cannot find my own executable")?;
        let (stream, other) = UnixStream::pair().context("cannot make a socket for a worker")?;
        let left = self.deadline.saturating_duration_since(Instant::now()).as_secs_f64();
        let mut command = Command::new(program);
        let scratch = Scratch::new()?;
        command.args(self.arguments).env(ENGINE, scratch.path()).env(worker::TIME, left.to_string());
        if let Some(compiled) = &self.compiled {
            command.env(worker::COMPILED, compiled);
        }
        let child = command.stdin(Stdio::from(OwnedFd::from(other))).spawn().context("cannot start a worker")?;
        let listening = stream.try_clone().context("cannot listen to a worker")?;
        let (number, speaker) = (self.workers.len(), self.speaker.clone());
        std::thread::spawn(move || {
            while let Some(message) = link::receive(&listening) {
                if speaker.send((number, Some(message))).is_err() {
                    return;
                }
            }
            let _ = speaker.send((number, None));
        });
        let doing = Doing::Starting;
        self.workers.push(Worker {
            child,
            stream,
            doing,
            asked: false,
            part: Vec::new(),
            found: 0,
            progress: Progress::default(),
            _scratch: scratch,
        });
        Ok(())
    }

    /// Until nothing is left to explore. An exit code if not even the first worker could start.
    fn run(&mut self, ear: &Receiver<Heard>) -> Result<Option<u8>> {
        let mut watch = Watch::new();
        while !self.is_over() {
            watch.look(self.progress());
            match ear.recv_timeout(TICK) {
                Ok((number, Some((kind, body)))) => self.hear(number, kind, body)?,
                Ok((number, None)) => {
                    if let Some(code) = self.bury(number)? {
                        return Ok(Some(code));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => unreachable!("the coordinator holds a sender"),
            }
            self.look_at_limits();
            self.hand_out();
        }
        Ok(None)
    }

    fn progress(&self) -> Progress {
        let mut sum = Progress { open: self.queue.len() as u64, ..Progress::default() };
        for Progress { paths, open, solver_time } in self.workers.iter().map(|worker| worker.progress) {
            sum.paths += paths;
            sum.open += open;
            sum.solver_time += solver_time;
        }
        sum
    }

    fn is_over(&self) -> bool {
        let busy = self.workers.iter().any(|w| w.doing == Doing::Exploring);
        let can_explore = self.workers.iter().any(|w| w.doing != Doing::Gone);
        !busy && (self.queue.is_empty() || !can_explore)
    }

    fn hear(&mut self, number: usize, kind: Kind, body: Vec<u8>) -> Result<()> {
        match kind {
            Kind::Idle => {
                let worker = &mut self.workers[number];
                let first = number == 0 && worker.doing == Doing::Starting;
                worker.doing = Doing::Nothing;
                worker.asked = false;
                worker.part = body;
                worker.progress.open = 0;
                if first {
                    // The program can be started: now the others are worth their while.
                    for _ in 1..self.verify.jobs {
                        self.start_worker()?;
                    }
                }
            }
            Kind::Gift => {
                self.workers[number].asked = false;
                self.queue.push_back(body);
            }
            Kind::Found => {
                let mut reader = Reader::new(&body);
                if let (Ok(property), Ok(prefix)) = (reader.number(), reader.block()) {
                    self.workers[number].found += 1;
                    self.found.entry(property).or_insert_with(|| prefix.to_vec());
                }
                if self.found.len() == self.verify.properties().len() {
                    self.queue.clear();
                    self.stop();
                }
            }
            Kind::Progress => {
                if let Ok(progress) = worker::decoded(&body) {
                    self.workers[number].progress = progress;
                }
            }
            Kind::Explore | Kind::Give | Kind::Stop | Kind::Report | Kind::Quit => {}
        }
        Ok(())
    }

    /// A worker is gone. If it is the first one and could not start, its exit code says why.
    fn bury(&mut self, number: usize) -> Result<Option<u8>> {
        let worker = &mut self.workers[number];
        let status = worker.child.wait().context("lost a worker")?;
        let doing = std::mem::replace(&mut worker.doing, Doing::Gone);
        if let (0, Doing::Starting, Some(code)) = (number, doing, status.code()) {
            return Ok(Some(code as u8));
        }
        if doing == Doing::Exploring {
            self.reasons.push(if self.is_late() { limits::TIME } else { DIED });
        }
        Ok(None)
    }

    fn look_at_limits(&mut self) {
        if sandbox::process::interrupted() || Instant::now() >= self.deadline {
            self.stop();
        }
        if self.is_late() {
            // In code that neither ends nor can be interrupted.
            for worker in self.workers.iter_mut().filter(|w| matches!(w.doing, Doing::Exploring | Doing::Starting)) {
                let _ = worker.child.kill();
            }
        }
    }

    fn is_late(&self) -> bool {
        Instant::now() >= self.deadline + grace(self.verify.time)
    }

    fn stop(&mut self) {
        if !std::mem::replace(&mut self.stopped, true) {
            self.workers.iter().for_each(|worker| tell(worker, Kind::Stop, &[]));
        }
    }

    /// Work for those who have none: what waits here, else they ask those who have some.
    fn hand_out(&mut self) {
        for worker in self.workers.iter_mut().filter(|w| w.doing == Doing::Nothing) {
            let Some(prefix) = self.queue.pop_front() else { break };
            tell(worker, Kind::Explore, &prefix);
            worker.doing = Doing::Exploring;
        }
        let idle = self.workers.iter().filter(|w| w.doing == Doing::Nothing).count();
        let asked = self.workers.iter().filter(|w| w.asked).count();
        let rich = self.workers.iter_mut().filter(|w| w.doing == Doing::Exploring && !w.asked);
        for worker in rich.take(idle.saturating_sub(asked)) {
            tell(worker, Kind::Give, &[]);
            worker.asked = true;
        }
    }

    /// One worker prints the report, and its exit code is ours: the one that knows most violations, else the first.
    fn report(mut self) -> Result<u8> {
        let left = match Instant::now() >= self.deadline {
            true => limits::TIME,
            false if sandbox::process::interrupted() => limits::INTERRUPTED,
            false => DIED,
        };
        self.reasons.extend(self.queue.iter().map(|_| left));
        let body = self.summary();
        let mut able: Vec<usize> = (0..self.workers.len()).collect();
        able.retain(|&number| self.workers[number].doing == Doing::Nothing);
        able.sort_by_key(|&number| std::cmp::Reverse(self.workers[number].found));
        for number in able {
            let worker = &mut self.workers[number];
            tell(worker, Kind::Report, &body);
            let status = worker.child.wait().context("lost the worker that reports")?;
            if let Some(code) = status.code() {
                self.dismiss();
                return Ok(code as u8);
            }
        }
        self.dismiss();
        Ok(self.report_alone())
    }

    fn summary(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        let parts: Vec<&Vec<u8>> = self.workers.iter().map(|w| &w.part).filter(|part| !part.is_empty()).collect();
        writer.number(parts.len() as u64);
        parts.iter().for_each(|part| writer.block(part));
        writer.number(self.reasons.len() as u64);
        self.reasons.iter().for_each(|reason| writer.string(reason));
        writer.number(self.found.len() as u64);
        for (property, prefix) in &self.found {
            writer.number(*property);
            writer.block(prefix);
        }
        writer.finish()
    }

    fn dismiss(&mut self) {
        for worker in &mut self.workers {
            let _ = worker.child.kill();
            let _ = worker.child.wait();
        }
    }

    /// No worker is left that could.
    fn report_alone(&self) -> u8 {
        let reason = self.reasons.first().copied().unwrap_or(DIED);
        println!("not complete: {reason} ({} times)", self.reasons.len());
        for property in &self.verify.properties() {
            println!("VERDICT: UNKNOWN({}): {reason}", property.name());
        }
        2
    }
}

/// How long workers may take to end by themselves when the time is over.
pub fn grace(time: Duration) -> Duration {
    time.mul_f64(0.03).max(Duration::from_millis(500))
}

/// A worker that does not listen is gone, which its silence will say.
fn tell(worker: &Worker, kind: Kind, body: &[u8]) {
    let _ = link::send(&worker.stream, kind, body);
}
