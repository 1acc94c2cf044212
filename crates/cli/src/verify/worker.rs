//! One of several engine processes that share a run. It explores below the prefixes that it gets, gives away states when
//! asked to, and one worker prints the report in the end.

use super::messages::{Order, Said, Summary};
use super::options::Verify;
use crate::process::watch::is_due;
use crate::program::options::Program;
use anyhow::Result;
use explore::judge::{Asides, Beside, Judge, explore_beside};
use explore::share::{Colleagues, Part, Prefix};
use explore::{Explorer, Go, Outcome, Property, Resting};
use machine::reason::Lost;
use machine::{Console, Limit, Machine, Reason, State};
use sandbox::worker::Boss;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// For the way to a violation that another worker found, even if the time of the run is over.
const REPORT_TIME: Duration = Duration::from_secs(10);

pub struct Worker {
    boss: Boss,
    /// Orders that can wait until there is nothing to do.
    inbox: Receiver<Order>,
    wanted: Arc<AtomicUsize>,
    interrupt: Arc<AtomicBool>,
    /// The interrupt is the end of the run.
    stopped: Arc<AtomicBool>,
    /// That means that its time is over.
    late: Arc<AtomicBool>,
}

/// What the first worker does while the others take single paths.
pub struct Alone<'a> {
    pub merging: Resting,
    pub lockstep: Option<Resting>,
    /// Looks for proofs.
    pub aside: Box<Asides<'a>>,
}

/// If this process is a worker: whom it works for; its share of time and memory, and the compiled program are written down.
pub fn adapt(verify: &mut Verify) -> io::Result<Option<Boss>> {
    let Some(boss) = Boss::connect()? else { return Ok(None) };
    let Some(Order::Begin(share)) = boss.hear() else { return Err(io::Error::other("a worker without an order")) };
    verify.asked = Some(verify.asked());
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
    pub fn new(boss: Boss, interrupt: Arc<AtomicBool>) -> Worker {
        let (sender, inbox) = channel();
        let wanted = Arc::new(AtomicUsize::new(0));
        let [stopped, late] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let (ear, asked, stop) = (boss.clone(), wanted.clone(), interrupt.clone());
        let (ended, over) = (stopped.clone(), late.clone());
        std::thread::spawn(move || {
            while let Some(order) = ear.hear() {
                match order {
                    Order::Give => {
                        asked.fetch_add(1, Ordering::Relaxed);
                    }
                    Order::Stop(limit) => {
                        over.store(limit == Limit::Time, Ordering::Relaxed);
                        ended.store(true, Ordering::SeqCst);
                        stop.store(true, Ordering::SeqCst);
                    }
                    order @ (Order::Begin(_) | Order::Merge | Order::Explore(_) | Order::Report(_)) => {
                        if sender.send(order).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        Worker { boss, inbox, wanted, interrupt, stopped, late }
    }

    /// `first` is the state before any fork; `alone` sets up what the first worker does from there. The sum of all workers if this
    /// one is to report.
    pub fn serve<'a>(
        &self,
        explorer: &mut Explorer,
        mut first: State,
        judge: &mut Judge,
        alone: impl Fn(&mut Explorer, &mut Judge, &State) -> Result<Alone<'a>>,
    ) -> Result<Option<Part>> {
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
            self.boss.tell(&Said::Idle(self.in_words_of_the_run(judge.part(explorer))));
            match self.inbox.recv() {
                Ok(Order::Merge) => {
                    let alone = alone(explorer, judge, &first)?;
                    self.merge(explorer, alone, judge);
                }
                Ok(Order::Explore(prefix)) => self.explore(explorer, &first, &prefix, judge),
                Ok(Order::Report(summary)) => {
                    explorer.colleagues = None;
                    return Ok(Some(self.sum_up(explorer, &first, *summary, judge)));
                }
                Ok(_) | Err(_) => return Ok(None),
            }
        }
    }

    /// Everything, with merging and proofs.
    fn merge(&self, explorer: &mut Explorer, alone: Alone, judge: &mut Judge) {
        let Alone { merging, lockstep, mut aside } = alone;
        self.tell_proved(judge, &[]);
        let mut beside = Beside {
            look: &mut |judge, machine, state, outcome| self.look(judge, machine, state, outcome, |_, _| None),
            aside: &mut |explorer, judge, work| {
                let known: Vec<Property> = judge.proved.keys().copied().collect();
                let worth = aside(explorer, judge, work);
                self.tell_proved(judge, &known);
                worth
            },
            is_over: &|| self.stopped.load(Ordering::SeqCst) || sandbox::process::interrupted(),
        };
        let part = explore_beside(explorer, merging, lockstep, judge, &mut beside);
        self.boss.tell(&Said::Merged(self.in_words_of_the_run(part)));
        self.interrupt.store(false, Ordering::SeqCst);
        if self.stopped.load(Ordering::SeqCst) {
            self.interrupt.store(true, Ordering::SeqCst);
        }
    }

    fn tell_proved(&self, judge: &Judge, known: &[Property]) {
        for property in judge.proved.keys().filter(|property| !known.contains(property)) {
            self.boss.tell(&Said::Proved(*property));
        }
    }

    fn explore(&self, explorer: &mut Explorer, first: &State, prefix: &Prefix, judge: &mut Judge) {
        let mut state = first.fork(explorer.machine.world.fresh_state_id(), Console::Muted);
        if let Err(reason) = explorer.come_to(&mut state, prefix) {
            return explorer.stats.cut(reason);
        }
        explorer.explore(state, |machine, state, outcome, _| {
            self.look(judge, machine, state, outcome, |machine, state| {
                Some(Prefix::of(machine.world, &state.path.trail))
            })
        });
    }

    /// Judges the end of a path and tells what is new.
    fn look(
        &self,
        judge: &mut Judge,
        machine: &mut Machine,
        state: &mut State,
        outcome: &Outcome,
        way: impl Fn(&Machine, &State) -> Option<Prefix>,
    ) -> Go {
        let known: Vec<Property> = judge.found.keys().copied().collect();
        let go = judge.look(machine, state, outcome);
        for property in judge.found.keys().filter(|property| !known.contains(property)) {
            self.boss.tell(&Said::Found(*property, way(machine, state)));
        }
        go
    }

    /// Adds up the parts of all workers and goes again to violations that others found.
    fn sum_up(&self, explorer: &mut Explorer, first: &State, summary: Summary, judge: &mut Judge) -> Part {
        let mut sum = Part::default();
        summary.parts.iter().for_each(|part| sum.add(part));
        summary.reasons.into_iter().for_each(|reason| sum.stats.cut(reason));
        let mut sum = match summary.merged {
            Some(merged) => sum.or_merged(merged),
            None => sum,
        };
        self.interrupt.store(false, Ordering::Relaxed);
        explorer.limits.deadline = Instant::now() + REPORT_TIME;
        for (property, way) in summary.ways {
            if judge.found.contains_key(&property) {
                continue;
            }
            if let Some(way) = way {
                let mut state = first.fork(explorer.machine.world.fresh_state_id(), Console::Muted);
                match explorer.come_to(&mut state, &way) {
                    Ok(()) => explorer.explore(state, |machine, state, outcome, _| {
                        judge.look(machine, state, outcome);
                        Go::Stop
                    }),
                    Err(reason) => sum.stats.cut(reason),
                }
            }
            // Somebody saw it: whatever the sum says, there is no TRUE.
            if !judge.found.contains_key(&property) {
                sum.stats.cut(Reason::Worker(Lost::Violation));
            }
        }
        sum
    }

    /// Work that ended because the time of the run was over says so.
    fn in_words_of_the_run(&self, mut part: Part) -> Box<Part> {
        if self.late.load(Ordering::Relaxed)
            && let Some(count) = part.stats.reasons.remove(&Limit::Interrupted.into())
        {
            *part.stats.reasons.entry(Limit::Time.into()).or_default() += count;
        }
        Box::new(part)
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
