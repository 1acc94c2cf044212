//! One of several engine processes that share a run. It explores below the prefixes that it gets, gives away states when
//! asked to, and one worker prints the report in the end.

use super::messages::{Order, Said, Summary};
use super::options::Verify;
use super::part;
use crate::process::watch::is_due;
use crate::program::options::Program;
use explore::judge::Judge;
use explore::share::{Colleagues, Part, Prefix};
use explore::{Explorer, Go, Level, Property};
use machine::{Console, Limit, Reason, State};
use sandbox::worker::Boss;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// For the way to a violation that another worker found, even if the time of the run is over.
const REPORT_TIME: Duration = Duration::from_secs(10);

/// Work that the first worker does with merging before it shares: about a second.
const MERGING: u64 = 10_000_000;

pub struct Worker {
    boss: Boss,
    /// Orders that can wait until there is nothing to do.
    inbox: Receiver<Order>,
    wanted: Arc<AtomicUsize>,
    interrupt: Arc<AtomicBool>,
    /// The interrupt means that the time of the run is over.
    late: Arc<AtomicBool>,
    /// What the user wants merged.
    merge: Option<Level>,
}

/// If this process is a worker: whom it works for; its share of time and memory, and the compiled program are written down.
pub fn adapt(verify: &mut Verify) -> io::Result<Option<Boss>> {
    let Some(boss) = Boss::connect()? else { return Ok(None) };
    let Some(Order::Begin(share)) = boss.hear() else { return Err(io::Error::other("a worker without an order")) };
    verify.time = share.time;
    verify.memory /= u64::from(verify.jobs);
    if let Some((main, class_path)) = share.compiled {
        verify.source = Some(std::mem::replace(&mut verify.launch.program, Program::Class(main.into())));
        verify.launch.class_path = Some(class_path);
    }
    Ok(Some(boss))
}

impl Worker {
    /// Listens from now on: what cannot wait until the worker has nothing to do is noted at once.
    pub fn new(boss: Boss, interrupt: Arc<AtomicBool>, merge: Option<Level>) -> Worker {
        let (sender, inbox) = channel();
        let wanted = Arc::new(AtomicUsize::new(0));
        let late = Arc::new(AtomicBool::new(false));
        let (ear, asked, stop, over) = (boss.clone(), wanted.clone(), interrupt.clone(), late.clone());
        std::thread::spawn(move || {
            while let Some(order) = ear.hear() {
                match order {
                    Order::Give => {
                        asked.fetch_add(1, Ordering::Relaxed);
                    }
                    Order::Stop(limit) => {
                        over.store(limit == Limit::Time, Ordering::Relaxed);
                        stop.store(true, Ordering::Relaxed);
                    }
                    order @ (Order::Begin(_) | Order::Explore(_) | Order::Report(_)) => {
                        if sender.send(order).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Worker { boss, inbox, wanted, interrupt, late, merge }
    }

    /// `first` is the state before any fork. The sum of all workers if this one is to report.
    pub fn serve(&self, explorer: &mut Explorer, mut first: State, judge: &mut Judge) -> Option<Part> {
        if let Err(stop) = explorer.machine.host.pull(explorer.machine.world, &mut first) {
            let why = explorer.machine.told(&first, &stop);
            explorer.stats.cut(Reason::Internal(format!("the concrete heap could not be read: {why}")));
        }
        let (boss, mut told) = (self.boss.clone(), None);
        explorer.watch = Box::new(move |progress| {
            if is_due(&mut told) {
                boss.tell(&Said::Progress(progress));
            }
        });
        explorer.colleagues = Some(Box::new(Others { boss: self.boss.clone(), wanted: self.wanted.clone() }));
        loop {
            judge.settle_doubts(&explorer.stats);
            let mut part = part(explorer, judge);
            if self.late.load(Ordering::Relaxed)
                && let Some(count) = part.stats.reasons.remove(&Limit::Interrupted.into())
            {
                *part.stats.reasons.entry(Limit::Time.into()).or_default() += count;
            }
            self.boss.tell(&Said::Idle(Box::new(part)));
            match self.inbox.recv() {
                Ok(Order::Explore(prefix)) => self.explore(explorer, &first, &prefix, judge),
                Ok(Order::Report(summary)) => {
                    explorer.colleagues = None;
                    return Some(self.sum_up(explorer, &first, summary, judge));
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
                self.boss.tell(&Said::Found(*property, Prefix::of(machine.world, &state.path.trail)));
            }
            go
        });
    }

    /// Adds up the parts of all workers and goes again to violations that others found.
    fn sum_up(&self, explorer: &mut Explorer, first: &State, summary: Summary, judge: &mut Judge) -> Part {
        let mut sum = Part::default();
        summary.parts.iter().for_each(|part| sum.add(part));
        summary.reasons.into_iter().for_each(|reason| sum.stats.cut(reason));
        self.interrupt.store(false, Ordering::Relaxed);
        explorer.limits.deadline = Instant::now() + REPORT_TIME;
        for (property, way) in summary.ways {
            if judge.found.contains_key(&property) {
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
}

struct Others {
    boss: Boss,
    wanted: Arc<AtomicUsize>,
}

impl Colleagues for Others {
    fn want_work(&self) -> bool {
        self.wanted.load(Ordering::Relaxed) > 0
    }

    fn give(&mut self, prefix: Prefix) {
        self.wanted.fetch_sub(1, Ordering::Relaxed);
        self.boss.tell(&Said::Gift(prefix));
    }
}
