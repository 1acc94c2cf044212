//! One of several engine processes that share a run. It explores below the prefixes that it gets, gives away states when
//! asked to, and one worker prints the report in the end.

use crate::process::link::{self, Kind};
use crate::process::watch::is_due;
use crate::program::options::Program;
use crate::verify::judge::Judge;
use crate::verify::options::Verify;
use crate::verify::part;
use explore::share::codec::{Garbled, Reader, Writer};
use explore::share::{Colleagues, Part, Prefix};
use explore::{Explorer, Go, Level, Progress, Property, Tier};
use machine::{Console, State};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// Seconds that are left, in the environment of a worker.
pub const TIME: &str = "JACANA_WORKER_TIME";
/// Main class and class path of sources that the coordinator compiled, in two lines.
pub const COMPILED: &str = "JACANA_WORKER_PROGRAM";

/// For the way to a violation that another worker found, even if the time of the run is over.
const REPORT_TIME: Duration = Duration::from_secs(10);

/// Work that the first worker does with merging before it shares: about a second.
const MERGING: u64 = 10_000_000;

/// Exit code of a worker that is not needed any more.
pub const DONE: i32 = 0;

pub struct Worker {
    stream: Arc<UnixStream>,
    inbox: Receiver<(Kind, Vec<u8>)>,
    wanted: Arc<AtomicUsize>,
    interrupt: Arc<AtomicBool>,
    /// What the user wants merged.
    merge: Option<Level>,
}

/// If this process is a worker: its share of time and memory, and the compiled program.
pub fn adapt(verify: &mut Verify) {
    let Some(time) = std::env::var(TIME).ok().and_then(|text| text.parse().ok()) else {
        return;
    };
    verify.worker = true;
    verify.time = Duration::from_secs_f64(time);
    verify.memory /= u64::from(verify.jobs);
    if let Some((main, class_path)) = std::env::var(COMPILED).ok().as_deref().and_then(|text| text.split_once('\n')) {
        let program = std::mem::replace(&mut verify.launch.program, Program::Class(main.into()));
        verify.source = Some(program);
        verify.launch.class_path = Some(class_path.into());
    }
}

impl Worker {
    /// The coordinator is at standard input.
    pub fn connect(interrupt: Arc<AtomicBool>, merge: Option<Level>) -> std::io::Result<Worker> {
        let stream = Arc::new(UnixStream::from(sandbox::process::take_standard_input()?));
        let (sender, inbox) = channel();
        let wanted = Arc::new(AtomicUsize::new(0));
        let listener = (stream.clone(), wanted.clone(), interrupt.clone());
        std::thread::spawn(move || listen(&listener.0, &listener.1, &listener.2, &sender));
        Ok(Worker { stream, inbox, wanted, interrupt, merge })
    }

    /// `first` is the state before any fork. The sum of all workers if this one is to report.
    pub fn serve(&self, explorer: &mut Explorer, mut first: State, judge: &mut Judge) -> Option<Part> {
        if let Err(stop) = explorer.machine.host.pull(explorer.machine.world, &mut first) {
            explorer.stats.cut(format!("the concrete heap could not be read: {stop:?}"));
        }
        let (stream, mut told) = (self.stream.clone(), None);
        explorer.watch = Box::new(move |progress| {
            if is_due(&mut told) {
                // That nobody listens any more is noticed elsewhere.
                let _ = link::send(&stream, Kind::Progress, &encoded(progress));
            }
        });
        explorer.colleagues = Some(Box::new(Others { stream: self.stream.clone(), wanted: self.wanted.clone() }));
        loop {
            let mut writer = Writer::default();
            part(explorer, judge).write(&mut writer);
            self.tell(Kind::Idle, &writer.finish());
            match self.inbox.recv() {
                Ok((Kind::Explore, prefix)) => self.explore(explorer, &first, &Prefix(prefix), judge),
                Ok((Kind::Report, body)) => {
                    explorer.colleagues = None;
                    return Some(self.sum_up(explorer, &first, &body, judge));
                }
                Ok(_) | Err(_) => return None,
            }
        }
    }

    fn explore(&self, explorer: &mut Explorer, first: &State, prefix: &Prefix, judge: &mut Judge) {
        if self.merge != Some(Level::Off) && *prefix == Prefix::root() {
            let state = first.fork(explorer.machine.world.fresh_state_id(), Console::Muted);
            if explorer.holds_by_merging(state, MERGING) {
                return;
            }
        }
        let mut state = first.fork(explorer.machine.world.fresh_state_id(), Console::Muted);
        if let Err(reason) = explorer.come_to(&mut state, prefix) {
            return explorer.stats.cut(reason);
        }
        explorer.explore(state, |machine, state, outcome, _| {
            let known: Vec<Property> = judge.found.keys().copied().collect();
            let go = judge.look(machine, state, outcome);
            for property in judge.found.keys().filter(|property| !known.contains(property)) {
                let mut writer = Writer::default();
                writer.number(*property as u64);
                writer.block(&Prefix::of(machine.world, &state.path.trail).0);
                self.tell(Kind::Found, &writer.finish());
            }
            go
        });
    }

    /// Adds up the parts of all workers and goes again to violations that others found.
    fn sum_up(&self, explorer: &mut Explorer, first: &State, body: &[u8], judge: &mut Judge) -> Part {
        let mut tiers = Vec::new();
        explorer.solver.statistics(&mut tiers);
        let Ok((mut sum, ways)) = read_summary(body, &tiers) else {
            let mut own = part(explorer, judge);
            own.stats.cut("the parts of the run could not be put together");
            return own;
        };
        self.interrupt.store(false, Ordering::Relaxed);
        explorer.limits.deadline = Instant::now() + REPORT_TIME;
        for (property, way) in ways {
            if judge.found.keys().any(|known| *known as u64 == property) {
                continue;
            }
            let mut state = first.fork(explorer.machine.world.fresh_state_id(), Console::Muted);
            match explorer.come_to(&mut state, &way) {
                Ok(()) => explorer.explore(state, |machine, state, outcome, _| {
                    judge.look(machine, state, outcome);
                    Go::Stop
                }),
                Err(reason) => sum.stats.cut(reason),
            }
        }
        sum
    }

    fn tell(&self, kind: Kind, body: &[u8]) {
        if link::send(&self.stream, kind, body).is_err() {
            // Nobody is left to work for.
            sandbox::process::exit_now(DONE);
        }
    }
}

fn encoded(progress: Progress) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(progress.paths);
    writer.number(progress.open);
    writer.number(progress.solver_time.as_micros() as u64);
    writer.finish()
}

pub fn decoded(body: &[u8]) -> Result<Progress, Garbled> {
    let mut reader = Reader::new(body);
    let (paths, open) = (reader.number()?, reader.number()?);
    Ok(Progress { paths, open, solver_time: Duration::from_micros(reader.number()?) })
}

/// The sum of all parts and reasons, and for each property that is violated the way there.
fn read_summary(body: &[u8], tiers: &[Tier]) -> Result<(Part, Vec<(u64, Prefix)>), Garbled> {
    let mut reader = Reader::new(body);
    let mut sum = Part::default();
    for _ in 0..reader.number()? {
        sum.add(&Part::read(&mut Reader::new(reader.block()?), tiers)?);
    }
    for _ in 0..reader.number()? {
        sum.stats.cut(reader.string()?);
    }
    let count = reader.number()?;
    let ways =
        (0..count).map(|_| Ok((reader.number()?, Prefix(reader.block()?.to_vec())))).collect::<Result<_, _>>()?;
    Ok((sum, ways))
}

/// What cannot wait until the worker has nothing to do is noted at once.
fn listen(stream: &UnixStream, wanted: &AtomicUsize, interrupt: &AtomicBool, inbox: &Sender<(Kind, Vec<u8>)>) {
    while let Some((kind, body)) = link::receive(stream) {
        match kind {
            Kind::Give => {
                wanted.fetch_add(1, Ordering::Relaxed);
            }
            Kind::Stop => interrupt.store(true, Ordering::Relaxed),
            _ => {
                if inbox.send((kind, body)).is_err() {
                    return;
                }
            }
        }
    }
}

struct Others {
    stream: Arc<UnixStream>,
    wanted: Arc<AtomicUsize>,
}

impl Colleagues for Others {
    fn want_work(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    fn give(&mut self, prefix: Prefix) {
        self.wanted.fetch_sub(1, Ordering::Relaxed);
        if link::send(&self.stream, Kind::Gift, &prefix.0).is_err() {
            sandbox::process::exit_now(DONE);
        }
    }
}
