//! The parent of several workers: hands prefixes to those that have nothing to do. It holds no JVM and no state: whichever
//! worker dies takes only its part of the tree with it, and that is a reason.

use super::messages::{Order, Said, Share, Summary};
use super::options::Verify;
use crate::process::watch::Status;
use crate::program::launch;
use crate::program::options::Program;
use anyhow::Result;
use bytecode::{DottedName, SearchPath};
use explore::share::{Part, Prefix};
use explore::{Level, Progress, Property};
use machine::reason::Lost;
use machine::{Limit, Reason};
use sandbox::pool::{Ending, Errors, Heard, Pool, WorkerId};
use sandbox::{Free, Rules, Server};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

const DIED: Reason = Reason::Worker(Lost::Died);

struct Worker {
    id: WorkerId,
    doing: Doing,
    /// Was asked to give something away, and has not done so yet.
    asked: bool,
    /// What it said last of its part of the run.
    part: Option<Part>,
    found: usize,
    progress: Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    Starting,
    /// Everything, with merging.
    Merging,
    /// What is below a prefix, path by path.
    Exploring,
    Nothing,
    Gone,
}

struct Coordinator<'v> {
    verify: &'v Verify,
    compiled: Option<(DottedName, SearchPath)>,
    deadline: Instant,
    pool: Pool<Said>,
    workers: Vec<Worker>,
    /// Prefixes that nobody explores yet.
    queue: VecDeque<Prefix>,
    /// The ways to violations; none on a merged path, which only the first worker can have.
    found: BTreeMap<Property, Option<Prefix>>,
    /// What the first worker has a proof of.
    proved: BTreeSet<Property>,
    /// Of the exploration with merging, when it is over.
    merged: Option<Part>,
    reasons: Vec<Reason>,
    stopped: bool,
}

pub fn coordinate(verify: &Verify, arguments: &[String], rules: Rules) -> Result<u8> {
    let deadline = Instant::now() + verify.time;
    sandbox::process::remember_interrupts()?;
    let free = Free::here(Arc::new(Server::new(rules.clone())?));
    let target = match verify.launch.program {
        Program::Source(_) => Some(launch::compiled(&verify.launch, &free)?),
        Program::Class(_) | Program::Jar(_) | Program::None => None,
    };
    let mut coordinator = Coordinator {
        verify,
        compiled: target.map(|target| (target.main_class, target.class_path)),
        deadline,
        pool: Pool::new(arguments, Errors::Shared, rules),
        workers: Vec::new(),
        queue: VecDeque::from([Prefix::root()]),
        found: BTreeMap::new(),
        proved: BTreeSet::new(),
        merged: None,
        reasons: Vec::new(),
        stopped: false,
    };
    coordinator.start_worker()?;
    if let Some(code) = coordinator.run()? {
        return Ok(code);
    }
    coordinator.report()
}

impl Coordinator<'_> {
    fn start_worker(&mut self) -> Result<()> {
        let time = self.deadline.saturating_duration_since(Instant::now());
        let begin = Order::Begin(Share { time, compiled: self.compiled.clone() });
        let id = self.pool.start(&begin)?;
        self.pool.end_at(id, Some(self.last_moment()));
        let progress = Progress::default();
        self.workers.push(Worker { id, doing: Doing::Starting, asked: false, part: None, found: 0, progress });
        Ok(())
    }

    /// Until nothing is left to explore. An exit code if not even the first worker could start.
    fn run(&mut self) -> Result<Option<u8>> {
        let status = Status::begin(std::io::stderr().is_terminal(), "opening the program");
        while !self.is_over() {
            status.tell(|| self.doing());
            match self.pool.hear()? {
                Some(Heard::Said(id, said)) => self.hear(id, said)?,
                Some(Heard::Gone(id, ending)) => {
                    if let Some(code) = self.bury(id, &ending) {
                        return Ok(Some(code));
                    }
                }
                None => {}
            }
            if Instant::now() >= self.deadline {
                self.stop(Limit::Time);
            } else if sandbox::process::interrupted() {
                self.stop(Limit::Interrupted);
            }
            self.hand_out();
        }
        Ok(None)
    }

    /// For the line on a terminal.
    fn doing(&self) -> String {
        let busy = self.workers.iter().filter(|w| matches!(w.doing, Doing::Exploring | Doing::Merging)).count();
        format!("{busy} of {} processes exploring   {}", self.workers.len(), report::progress(self.progress()))
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
        let busy = self.workers.iter().any(|w| matches!(w.doing, Doing::Exploring | Doing::Merging));
        let can_explore = self.workers.iter().any(|w| w.doing != Doing::Gone);
        !busy && (self.queue.is_empty() || !can_explore)
    }

    fn worker(&mut self, id: WorkerId) -> &mut Worker {
        self.workers.iter_mut().find(|worker| worker.id == id).expect("one that we started")
    }

    fn hear(&mut self, id: WorkerId, said: Said) -> Result<()> {
        match said {
            Said::Idle(part) => {
                self.pool.end_at(id, None);
                let worker = self.worker(id);
                let is_first = id == WorkerId::FIRST && worker.doing == Doing::Starting;
                worker.doing = Doing::Nothing;
                worker.asked = false;
                worker.part = Some(*part);
                worker.progress.open = 0;
                if is_first {
                    // The program can be started: now the others are worth their while.
                    self.begin_merging();
                    for _ in 1..self.verify.jobs {
                        self.start_worker()?;
                    }
                } else if self.is_answered_by_single_paths() {
                    self.stop(Limit::Interrupted);
                }
            }
            Said::Merged(part) => {
                if part.is_answer() {
                    self.stop_early();
                }
                self.merged = Some(*part);
            }
            Said::Gift(prefix) => {
                self.worker(id).asked = false;
                self.queue.push_back(prefix);
            }
            Said::Found(property, prefix) => {
                self.worker(id).found += 1;
                let way = self.found.entry(property).or_default();
                *way = way.take().or(prefix);
                self.stop_if_answered();
            }
            Said::Proved(property) => {
                self.proved.insert(property);
                self.stop_if_answered();
            }
            Said::Progress(progress) => self.worker(id).progress = progress,
        }
        Ok(())
    }

    fn stop_if_answered(&mut self) {
        let is_answered = |property: &Property| self.found.contains_key(property) || self.proved.contains(property);
        if self.verify.properties().iter().all(is_answered) {
            self.stop_early();
        }
    }

    /// For the first worker, while the others share single paths: nobody knows beforehand what answers sooner.
    fn begin_merging(&mut self) {
        if self.verify.merge != Some(Level::Off) {
            let last_moment = self.last_moment();
            self.pool.end_at(WorkerId::FIRST, Some(last_moment));
            self.pool.tell(WorkerId::FIRST, &Order::Merge);
            self.worker(WorkerId::FIRST).doing = Doing::Merging;
        }
    }

    /// All of them ended, and nothing was left out.
    fn is_answered_by_single_paths(&self) -> bool {
        let busy = self.workers.iter().any(|worker| worker.doing == Doing::Exploring);
        let parts = self.workers.iter().filter_map(|worker| worker.part.as_ref());
        !busy && self.queue.is_empty() && self.reasons.is_empty() && parts.into_iter().all(Part::is_answer)
    }

    /// A worker is gone. If it is the first one and could not start, its exit code says why.
    fn bury(&mut self, id: WorkerId, ending: &Ending) -> Option<u8> {
        let doing = std::mem::replace(&mut self.worker(id).doing, Doing::Gone);
        if let (WorkerId::FIRST, Doing::Starting, Ending::Exited(code)) = (id, doing, ending) {
            return Some(*code as u8);
        }
        if id == WorkerId::FIRST {
            self.proved.clear();
        }
        // What was merged is not missed: the single paths are all there.
        if doing == Doing::Exploring {
            self.reasons.push(if *ending == Ending::Late { Limit::Time.into() } else { DIED });
        }
        None
    }

    /// In code that neither ends nor can be interrupted nobody else ends a worker.
    fn last_moment(&self) -> Instant {
        self.deadline + grace(self.verify.time)
    }

    fn stop(&mut self, limit: Limit) {
        if !std::mem::replace(&mut self.stopped, true) {
            self.workers.iter().for_each(|worker| self.pool.tell(worker.id, &Order::Stop(limit)));
        }
    }

    /// There is an answer. What nobody explored yet is left out all the same.
    fn stop_early(&mut self) {
        self.reasons.extend(self.queue.drain(..).map(|_| Limit::Interrupted.into()));
        self.stop(Limit::Interrupted);
    }

    /// Work for those who have none: what waits here, else they ask those who have some.
    fn hand_out(&mut self) {
        let last_moment = self.last_moment();
        for worker in self.workers.iter_mut().filter(|w| w.doing == Doing::Nothing) {
            let Some(prefix) = self.queue.pop_front() else { break };
            self.pool.end_at(worker.id, Some(last_moment));
            self.pool.tell(worker.id, &Order::Explore(prefix));
            worker.doing = Doing::Exploring;
        }
        let idle = self.workers.iter().filter(|w| w.doing == Doing::Nothing).count();
        let asked = self.workers.iter().filter(|w| w.asked).count();
        let rich = self.workers.iter_mut().filter(|w| w.doing == Doing::Exploring && !w.asked);
        for worker in rich.take(idle.saturating_sub(asked)) {
            self.pool.tell(worker.id, &Order::Give);
            worker.asked = true;
        }
    }

    /// One worker prints the report, and its exit code is ours: the one that alone knows a violation or proof, else that knows most of them, else
    /// the first.
    fn report(mut self) -> Result<u8> {
        let left: Reason = match Instant::now() >= self.deadline {
            true => Limit::Time.into(),
            false if sandbox::process::interrupted() => Limit::Interrupted.into(),
            false => DIED,
        };
        self.reasons.extend(self.queue.iter().map(|_| left.clone()));
        let summary = Order::Report(Box::new(Summary {
            parts: self.workers.iter().filter_map(|worker| worker.part.clone()).collect(),
            merged: self.merged.clone(),
            reasons: self.reasons.clone(),
            ways: self.found.clone().into_iter().collect(),
        }));
        let mut able: Vec<&Worker> = self.workers.iter().filter(|worker| worker.doing == Doing::Nothing).collect();
        let only_first_knows = !self.proved.is_empty() || self.found.values().any(Option::is_none);
        able.sort_by_key(|worker| (!(only_first_knows && worker.id == WorkerId::FIRST), Reverse(worker.found)));
        for worker in able {
            self.pool.tell(worker.id, &summary);
            if let Ending::Exited(code) = self.pool.wait(worker.id)? {
                self.pool.end_all();
                return Ok(code as u8);
            }
        }
        self.pool.end_all();
        Ok(self.report_alone())
    }

    /// No worker is left that could.
    fn report_alone(&self) -> u8 {
        let reason = self.reasons.first().cloned().unwrap_or(DIED);
        println!("not complete: {reason} ({} times)", self.reasons.len());
        for property in &self.verify.properties() {
            println!("VERDICT: UNKNOWN({}): {reason}", property.name());
        }
        self.verify.asked().lines([&reason]).iter().for_each(|line| println!("{line}"));
        2
    }
}

/// How long workers may take to end by themselves when the time is over.
pub fn grace(time: Duration) -> Duration {
    time.mul_f64(0.03).max(Duration::from_millis(500))
}
