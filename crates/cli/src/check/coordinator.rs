//! `check --jobs N`: the parent of processes that take one method after the other, and says what they found in order.

use super::messages::{Said, Wanted};
use super::options::Check;
use super::part::{Part, finish};
use crate::output::{say, write_file};
use crate::process::watch::Status;
use anyhow::Result;
use explore::check::{UNKNOWN, VIOLATED};
use sandbox::Rules;
use sandbox::pool::{Ending, Errors, Heard, Pool, WorkerId};
use std::collections::BTreeMap;
use std::io::IsTerminal;

struct Coordinator {
    pool: Pool<Said>,
    /// As users know them.
    methods: Vec<String>,
    /// The first method that nobody has yet.
    next: usize,
    /// Who is at work on which method.
    busy: BTreeMap<WorkerId, usize>,
    /// Workers that have not ended.
    alive: u32,
    parts: BTreeMap<usize, Part>,
    /// How many of the parts were said.
    said: usize,
}

pub fn coordinate(check: &Check, arguments: &[String], rules: Rules) -> Result<u8> {
    sandbox::process::remember_interrupts()?;
    let pool = Pool::new(arguments, Errors::Shared, rules);
    let mut coordinator = Coordinator {
        pool,
        methods: Vec::new(),
        next: 0,
        busy: BTreeMap::new(),
        alive: 0,
        parts: BTreeMap::new(),
        said: 0,
    };
    coordinator.start()?;
    let mut is_first = true;
    let status = Status::begin(std::io::stderr().is_terminal(), "opening the program");
    while !coordinator.is_over() {
        status.tell(|| coordinator.doing());
        match coordinator.pool.hear()? {
            Some(Heard::Said(worker, said)) => {
                match said {
                    Said::Ready(methods) => coordinator.methods = methods,
                    Said::Checked(number, part) => coordinator.keep(worker, number, *part),
                }
                if std::mem::take(&mut is_first) {
                    // The methods were found: now the others are worth their while.
                    for _ in 1..check.jobs {
                        coordinator.start()?;
                    }
                }
                coordinator.hand_out(worker);
            }
            // What is wrong was told.
            Some(Heard::Gone(_, Ending::Exited(code))) if is_first => return Ok(code as u8),
            Some(Heard::Gone(worker, _)) => coordinator.bury(worker),
            None => {}
        }
    }
    coordinator.pool.end_all();
    drop(status);
    let parts: Vec<Part> = coordinator.parts.into_values().collect();
    Ok(finish(check, &parts, &write_file)? as u8)
}

impl Coordinator {
    fn start(&mut self) -> Result<()> {
        self.pool.start(&Wanted::Begin)?;
        self.alive += 1;
        Ok(())
    }

    /// For the line on a terminal.
    fn doing(&self) -> String {
        if self.methods.is_empty() {
            return "opening the program".into();
        }
        let names: Vec<&str> = self.busy.values().map(|&number| self.methods[number].as_str()).collect();
        let violated = self.parts.values().filter(|part| part.code == VIOLATED).count();
        let unknown = self.parts.values().filter(|part| part.code == UNKNOWN).count();
        let (done, all) = (self.parts.len(), self.methods.len());
        format!("{done} of {all} methods, {violated} violated, {unknown} unknown   at {}", names.join(", "))
    }

    fn is_over(&self) -> bool {
        let nothing_left = !self.methods.is_empty() && self.next == self.methods.len();
        self.alive == 0 || self.busy.is_empty() && (nothing_left || sandbox::process::interrupted())
    }

    fn hand_out(&mut self, worker: WorkerId) {
        if self.next < self.methods.len() && !sandbox::process::interrupted() {
            self.pool.tell(worker, &Wanted::Check(self.next));
            self.busy.insert(worker, self.next);
            self.next += 1;
        }
    }

    fn keep(&mut self, worker: WorkerId, number: usize, part: Part) {
        self.busy.remove(&worker);
        self.parts.insert(number, part);
        while let Some(part) = self.parts.get(&self.said) {
            say(&part.text);
            self.said += 1;
        }
    }

    /// The method that it was at has no answer.
    fn bury(&mut self, worker: WorkerId) {
        self.alive -= 1;
        if let Some(&number) = self.busy.get(&worker) {
            let text = format!("{}: UNKNOWN: the worker process died\n", self.methods[number]);
            self.keep(worker, number, Part { text, code: UNKNOWN, ..Part::default() });
        }
    }
}
