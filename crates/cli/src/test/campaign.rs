//! `jacana test`: the parent. Each class is the work of one process, several at a time; what a process hands over is written, and remembered as finished. Whatever
//! happens to a process concerns its class alone.

use super::items::{self, Item};
use super::options::Test;
use super::record::{self, Records};
use super::{project, work};
use crate::output::say;
use crate::process::supervisor::ENGINE;
use crate::program::launch::{Data, Opened};
use anyhow::{Context, Result, bail};
use machine::Outside;
use sandbox::Scratch;
use std::fs::{self, File};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use testgen::row::TestedClass;
use testgen::trial::{Places, Tools};

/// Between two looks at the workers.
const TICK: Duration = Duration::from_millis(20);
/// As a shell reports Ctrl-C.
const INTERRUPTED: u8 = 130;
const NOTHING: u8 = 2;
/// A reason of ours, not one of the class.
const INTERNAL: &str = "internal error";

/// A process at work.
struct Worker {
    child: Child,
    item: usize,
    started: Instant,
    scratch: Scratch,
}

struct Campaign<'t> {
    test: &'t Test,
    arguments: &'t [String],
    /// None if there is nothing left to do.
    tools: Option<Tools>,
    items: Vec<Item>,
    records: Records,
    /// By item.
    rows: Vec<Option<TestedClass>>,
    /// Items whose rows were told.
    told: usize,
}

pub fn coordinate(test: &Test, arguments: &[String]) -> Result<u8> {
    sandbox::process::remember_interrupts()?;
    if test.folder.is_file() {
        bail!("{} is a file: -o needs a folder", test.folder.display());
    }
    let scratch = Scratch::new()?;
    let mut test = test.clone();
    project::resolve(&mut test, scratch.path())?;
    let test = &test;
    let mut opened = Opened::open(&test.launch, Data::Symbolic(Outside::Refused), scratch.path())?;
    let items = items::expand(&mut opened, &test.targets)?;
    if !test.force {
        items.iter().try_for_each(|item| record::refuse_others(&test.folder, &item.files))?;
    }
    let class_path: Vec<&str> = opened.target.class_path.split(':').collect();
    let ours = opened.target.api.as_ref().map(|api| api.display().to_string());
    let theirs: Vec<&str> = class_path.into_iter().filter(|entry| Some(*entry) != ours.as_deref()).collect();
    let records = Records::open(test, &theirs.join(":"))?;
    let rows: Vec<Option<TestedClass>> =
        items.iter().map(|item| records.finished(&item.class, &item.targets)).collect();
    let finished = rows.iter().flatten().count();
    if finished > 0 {
        say(&format!("{finished} of {} classes were finished before (--fresh starts over)\n", items.len()));
    }
    let is_open = items.iter().zip(&rows).any(|(item, row)| row.is_none() && item.skipped.is_none());
    let prepare = || Tools::prepare(scratch.path(), &opened.jdk.home, &jacoco_places(test));
    let tools = is_open.then(prepare).transpose()?;
    if let Some(why) = tools.as_ref().and_then(|tools| tools.unmeasured.as_ref()) {
        say(&format!("{why}\n"));
    }
    drop(opened);
    let mut campaign = Campaign { test, arguments, tools, items, records, rows, told: 0 };
    let interrupted = campaign.run()?;
    campaign.finish()?;
    let tests: u64 = campaign.rows.iter().flatten().map(|row| row.tests + row.suspects).sum();
    Ok(match tests {
        _ if interrupted => INTERRUPTED,
        0 => NOTHING,
        1.. => 0,
    })
}

impl Campaign<'_> {
    /// Whether it was interrupted.
    fn run(&mut self) -> Result<bool> {
        let mut workers: Vec<Worker> = Vec::new();
        let mut next = 0;
        loop {
            if sandbox::process::interrupted() {
                workers.iter_mut().for_each(|worker| end(&mut worker.child));
                say("interrupted: the same command goes on from here\n");
                return Ok(true);
            }
            while workers.len() < self.test.jobs() && next < self.items.len() {
                match (&self.rows[next], &self.items[next].skipped) {
                    (Some(_), _) => {}
                    (None, Some(why)) => self.leave_out(next, why.clone())?,
                    (None, None) => workers.push(self.start(next)?),
                }
                next += 1;
            }
            self.tell();
            if workers.is_empty() && next == self.items.len() {
                return Ok(false);
            }
            let (mut running, mut ended) = (Vec::new(), Vec::new());
            for mut worker in workers {
                let late = worker.started.elapsed() > self.test.give_up();
                match worker.child.try_wait().context("lost a worker")? {
                    Some(status) => ended.push((worker, Some(status))),
                    None if late => {
                        end(&mut worker.child);
                        ended.push((worker, None));
                    }
                    None => running.push(worker),
                }
            }
            workers = running;
            for (worker, status) in ended {
                self.collect(&worker, status)?;
            }
            std::thread::sleep(TICK);
        }
    }

    fn start(&self, item: usize) -> Result<Worker> {
        let program = std::env::current_exe().context("cannot find my own executable")?;
        let scratch = Scratch::new()?;
        let class_path = self.test.launch.class_path.as_deref();
        let errors = File::create(scratch.path().join("errors")).context("cannot write to the temporary folder")?;
        let tools = self.tools.as_ref().context("nothing to try candidates with")?;
        let mut command = Command::new(program);
        command.args(self.arguments).env(ENGINE, scratch.path());
        command.env(work::WORK, work::encode(&self.items[item].targets, class_path, tools));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
        let child = command.spawn().context("cannot start a worker")?;
        Ok(Worker { child, item, started: Instant::now(), scratch })
    }

    /// A worker ended, or was ended because it took too long.
    fn collect(&mut self, worker: &Worker, status: Option<ExitStatus>) -> Result<()> {
        // Ctrl-C reaches all processes of a terminal.
        if sandbox::process::interrupted() {
            return Ok(());
        }
        let said = fs::read_to_string(worker.scratch.path().join("errors")).unwrap_or_default();
        let Some(status) = status else {
            let why = format!("{INTERNAL}: it did not end within {} seconds", self.test.give_up().as_secs_f64());
            return self.leave_out(worker.item, why);
        };
        match work::handed(worker.scratch.path()).filter(|_| status.success()) {
            Some((row, sources)) => {
                let item = &self.items[worker.item];
                if !self.test.force {
                    record::refuse_others(&self.test.folder, &item.files)?;
                }
                self.records.finish(&item.files, &item.targets, &row, &sources)?;
                self.rows[worker.item] = Some(row);
                self.progress();
                Ok(())
            }
            None => self.leave_out(worker.item, why_it_died(status, &said)),
        }
    }

    fn leave_out(&mut self, item: usize, why: String) -> Result<()> {
        let Item { class, targets, files, .. } = &self.items[item];
        let row = TestedClass { class: class.clone(), skipped: Some(why), ..TestedClass::default() };
        // What went wrong once may go well the next time.
        if row.skipped.as_ref().is_some_and(|why| !why.starts_with(INTERNAL)) {
            self.records.finish(files, targets, &row, &[])?;
        }
        self.rows[item] = Some(row);
        self.progress();
        Ok(())
    }

    /// Rows in the order of the items, as far as they are there.
    fn tell(&mut self) {
        while let Some(Some(row)) = self.rows.get(self.told) {
            say(&report::tested_text(row));
            self.told += 1;
        }
    }

    fn progress(&self) {
        let rows: Vec<&TestedClass> = self.rows.iter().flatten().collect();
        if self.items.len() > 1 {
            eprintln!("jacana: class {} of {}: {} so far", rows.len(), self.items.len(), report::tested_sum(&rows));
        }
    }

    fn finish(&mut self) -> Result<()> {
        // After an interrupt some lie behind others that are missing.
        let behind: Vec<&TestedClass> = self.rows.iter().skip(self.told).flatten().collect();
        behind.iter().for_each(|row| say(&report::tested_text(row)));
        let rows: Vec<&TestedClass> = self.rows.iter().flatten().collect();
        let files = [("summary.json", report::tested_json(&rows)), ("summary.html", report::tested_html(&rows))];
        for (name, contents) in files {
            self.records.write(&self.test.folder.join(name), &contents)?;
        }
        if self.items.len() > 1 {
            say(&report::tested_table(&rows));
        }
        say(&format!("{}\n", report::tested_sum(&rows)));
        Ok(())
    }
}

fn jacoco_places(test: &Test) -> Places {
    let variable = |name: &str| std::env::var_os(name).map(PathBuf::from);
    Places {
        named: test.jacoco.clone().or_else(|| variable("JACANA_JACOCO")),
        home: variable("HOME").unwrap_or_default(),
    }
}

fn end(child: &mut Child) {
    // It may have ended by itself.
    let _ = child.kill();
    let _ = child.wait();
}

/// One line.
fn why_it_died(status: ExitStatus, said: &str) -> String {
    let first = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    match status.signal() {
        Some(signal) => {
            let said = if first.is_empty() { String::new() } else { format!(": {first}") };
            format!("{INTERNAL}: its process was ended by signal {signal}{said}")
        }
        // An error that was told as such.
        None if first.starts_with("jacana: ") && !first.contains(INTERNAL) => first["jacana: ".len()..].into(),
        None => {
            let panic =
                said.lines().skip_while(|line| !line.contains("panicked at")).take(2).collect::<Vec<_>>().join(" ");
            format!("{INTERNAL}: {}", if panic.is_empty() { first } else { panic.trim() })
        }
    }
}
