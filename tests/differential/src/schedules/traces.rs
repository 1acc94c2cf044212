//! All orders of the instructions of a small program, one by one. Two orders are the same trace if every two accesses that conflict come in
//! the same order: of a shared variable two of which one writes, of a lock any two.

use std::collections::{BTreeSet, HashSet};

use super::program::{Insn, Program, code, logged};

/// What all orders lead to.
#[derive(Debug, Default)]
pub struct Traces {
    pub count: usize,
    /// Exit codes.
    pub outcomes: BTreeSet<i32>,
    pub deadlocks: usize,
}

/// What was done so far, as one step of a thread sees it: which instruction of which thread, and whom it woke up.
type Event = (u8, u8, u8);

/// Neighbours in the accesses of one variable or lock that may change places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Group {
    Reads(BTreeSet<Event>),
    Write(Event),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    Runs,
    /// To be notified.
    Waits(usize),
    /// To have the lock again, so often.
    Woken(usize),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Thread {
    at: usize,
    steps: u8,
    log: i32,
    phase: Phase,
    /// How often a lock was entered that wait gave up.
    depth: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Order {
    threads: Vec<Thread>,
    shared: Vec<i32>,
    plain: Vec<i32>,
    /// Who has a lock, and how often.
    owners: Vec<Option<(usize, u8)>>,
    history: Vec<Vec<Group>>,
}

/// Nobody is woken up, or everybody.
const NOBODY: u8 = u8::MAX;

impl Traces {
    /// None where there are more than `most` beginnings of traces, or where two outcomes have one code.
    pub fn of(program: &Program, most: usize) -> Option<Traces> {
        let thread = Thread { at: 0, steps: 0, log: 1, phase: Phase::Runs, depth: 0 };
        let first = Order {
            threads: vec![thread; program.threads.len()],
            shared: vec![0; program.shared.len()],
            plain: vec![0; program.locks],
            owners: vec![None; program.locks],
            history: vec![Vec::new(); program.shared.len() + program.locks],
        };
        let mut traces = Traces::default();
        let mut values: BTreeSet<Vec<i32>> = BTreeSet::new();
        let mut seen: HashSet<Order> = HashSet::new();
        let mut todo = vec![first];
        while let Some(order) = todo.pop() {
            let next = order.steps(program);
            if next.is_empty() {
                traces.count += 1;
                if order.threads.iter().zip(&program.threads).all(|(thread, insns)| thread.at == insns.len()) {
                    let logs = order.threads.iter().map(|thread| thread.log);
                    values
                        .insert(logs.chain(order.shared.iter().copied()).chain(order.plain.iter().copied()).collect());
                } else {
                    traces.deadlocks += 1;
                }
            }
            todo.extend(next.into_iter().filter(|order| seen.insert(order.clone())));
            if seen.len() > most {
                return None;
            }
        }
        traces.outcomes = values.iter().map(|values| code(values)).collect();
        (traces.outcomes.len() == values.len()).then_some(traces)
    }
}

impl Order {
    /// Every thread that can go on by one step; several times the one that notifies.
    fn steps(&self, program: &Program) -> Vec<Order> {
        (0..self.threads.len()).flat_map(|thread| self.steps_of(program, thread)).collect()
    }

    fn steps_of(&self, program: &Program, thread: usize) -> Vec<Order> {
        let Thread { at, phase, .. } = self.threads[thread];
        let insns = &program.threads[thread];
        match phase {
            Phase::Waits(_) => Vec::new(),
            Phase::Woken(lock) if self.owners[lock].is_none() => {
                let mut next = self.clone();
                next.owners[lock] = Some((thread, next.threads[thread].depth));
                next.threads[thread].phase = Phase::Runs;
                next.writes(program.shared.len() + lock, thread, NOBODY);
                next.run_quiet(program, thread);
                vec![next]
            }
            Phase::Woken(_) => Vec::new(),
            Phase::Runs => match insns.get(at) {
                None => Vec::new(),
                Some(&Insn::Enter(lock)) if self.owners[lock].is_some_and(|(owner, _)| owner != thread) => Vec::new(),
                Some(&Insn::Notify(lock)) => self.notified(program, thread, lock),
                Some(&insn) => {
                    let mut next = self.clone();
                    next.take(program, thread, insn);
                    next.run_quiet(program, thread);
                    vec![next]
                }
            },
        }
    }

    fn notified(&self, program: &Program, thread: usize, lock: usize) -> Vec<Order> {
        let waiting: Vec<usize> = self.waiting(lock);
        let woken: Vec<Option<usize>> =
            if waiting.is_empty() { vec![None] } else { waiting.into_iter().map(Some).collect() };
        let wake = |woken: Option<usize>| {
            let mut next = self.clone();
            next.threads[thread].at += 1;
            next.writes(program.shared.len() + lock, thread, woken.map_or(NOBODY, |woken| woken as u8));
            if let Some(woken) = woken {
                next.threads[woken].phase = Phase::Woken(lock);
            }
            next.run_quiet(program, thread);
            next
        };
        woken.into_iter().map(wake).collect()
    }

    fn waiting(&self, lock: usize) -> Vec<usize> {
        (0..self.threads.len()).filter(|&thread| self.threads[thread].phase == Phase::Waits(lock)).collect()
    }

    fn take(&mut self, program: &Program, thread: usize, insn: Insn) {
        let of_lock = |lock: usize| program.shared.len() + lock;
        self.threads[thread].at += 1;
        match insn {
            Insn::Read(x) => {
                self.log(thread, self.shared[x]);
                self.reads(x, thread);
            }
            Insn::Write(x, value) => {
                self.shared[x] = value;
                self.writes(x, thread, NOBODY);
            }
            Insn::Increment(x) => {
                self.log(thread, self.shared[x]);
                self.shared[x] += 1;
                self.writes(x, thread, NOBODY);
            }
            Insn::Swap(x, from, to) => {
                let swaps = self.shared[x] == from;
                self.log(thread, i32::from(swaps));
                if swaps {
                    self.shared[x] = to;
                    self.writes(x, thread, NOBODY);
                } else {
                    self.reads(x, thread);
                }
            }
            Insn::Enter(lock) => {
                let depth = self.owners[lock].map_or(0, |(_, depth)| depth);
                self.owners[lock] = Some((thread, depth + 1));
                if depth == 0 {
                    self.writes(of_lock(lock), thread, NOBODY);
                }
            }
            Insn::Leave(lock) => {
                let (_, depth) = self.owners[lock].expect("it was entered");
                self.owners[lock] = (depth > 1).then_some((thread, depth - 1));
                if depth == 1 {
                    self.writes(of_lock(lock), thread, NOBODY);
                }
            }
            Insn::ReadPlain(lock) => self.log(thread, self.plain[lock]),
            Insn::WritePlain(lock, value) => self.plain[lock] = value,
            Insn::Await(lock) if self.plain[lock] == 0 => {
                let (_, depth) = self.owners[lock].take().expect("it was entered");
                self.threads[thread].at -= 1;
                self.threads[thread].depth = depth;
                self.threads[thread].phase = Phase::Waits(lock);
                self.writes(of_lock(lock), thread, NOBODY);
            }
            Insn::Await(_) => {}
            Insn::NotifyAll(lock) => {
                for woken in self.waiting(lock) {
                    self.threads[woken].phase = Phase::Woken(lock);
                }
                self.writes(of_lock(lock), thread, NOBODY);
            }
            Insn::Notify(_) => unreachable!("it is a choice"),
        }
    }

    /// Goes on as long as nobody else can notice.
    fn run_quiet(&mut self, program: &Program, thread: usize) {
        while let (Phase::Runs, Some(&insn)) =
            (self.threads[thread].phase, program.threads[thread].get(self.threads[thread].at))
        {
            let held = |lock: usize| self.owners[lock].is_some_and(|(owner, depth)| owner == thread && depth > 0);
            let is_quiet = match insn {
                Insn::ReadPlain(_) | Insn::WritePlain(..) => true,
                Insn::Await(lock) => self.plain[lock] != 0,
                Insn::Enter(lock) => held(lock),
                Insn::Leave(lock) => self.owners[lock].is_some_and(|(_, depth)| depth > 1),
                Insn::Read(_) | Insn::Write(..) | Insn::Increment(_) | Insn::Swap(..) => false,
                Insn::Notify(_) | Insn::NotifyAll(_) => false,
            };
            if !is_quiet {
                return;
            }
            self.take(program, thread, insn);
        }
    }

    fn log(&mut self, thread: usize, value: i32) {
        let log = &mut self.threads[thread].log;
        *log = logged(*log, value);
    }

    fn event(&mut self, thread: usize, woken: u8) -> Event {
        let steps = &mut self.threads[thread].steps;
        *steps += 1;
        (thread as u8, *steps, woken)
    }

    fn reads(&mut self, variable: usize, thread: usize) {
        let event = self.event(thread, NOBODY);
        match self.history[variable].last_mut() {
            Some(Group::Reads(events)) => _ = events.insert(event),
            Some(Group::Write(_)) | None => self.history[variable].push(Group::Reads(BTreeSet::from([event]))),
        }
    }

    fn writes(&mut self, variable: usize, thread: usize, woken: u8) {
        let event = self.event(thread, woken);
        self.history[variable].push(Group::Write(event));
    }
}
