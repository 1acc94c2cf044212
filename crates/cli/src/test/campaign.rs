//! `jacana test`: the parent. Each class is the work of one process, several at a time; what a process hands over is written, and remembered as finished. Whatever
//! happens to a process concerns its class alone.

use super::existing;
use super::items::{self, Item};
use super::messages::{Said, Work};
use super::options::{Test, Voice};
use super::projects;
use crate::output::say;
use crate::process::watch::Status;
use crate::program::launch::{Data, Opened, class_path_entries};
use crate::program::listing::Listing;
use anyhow::{Context, Result, bail};
use bytecode::{DottedName, SearchPath};
use machine::Outside;
use sandbox::pool::{Ending, Errors, Heard, Pool, WorkerId};
use sandbox::{Free, Rules, Server};
use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use testgen::changes::{Other, Version};
use testgen::existing::Existing;
use testgen::record::{self, Plan, Records};
use testgen::row::{Skipped, TestedClass};
use testgen::trial::Tools;
use testgen::writer::Written;
use testgen::{Settings, Source};

/// As a shell reports Ctrl-C.
const INTERRUPTED: u8 = 130;
const NOTHING: u8 = 2;

struct Campaign<'t> {
    test: &'t Test,
    pool: Pool<Said>,
    /// Who is at work on which item.
    busy: BTreeMap<WorkerId, usize>,
    /// None if there is nothing left to do.
    tools: Option<Tools>,
    ways: Option<PathBuf>,
    items: Vec<Item>,
    existing: Option<Existing>,
    records: Records,
    /// By item.
    rows: Vec<Option<TestedClass>>,
    /// Items whose rows were told.
    told: usize,
}

/// Folder of the tests of the older version.
const OLD: &str = "old";
/// There are changes.
const CHANGED: u8 = 1;

pub fn coordinate(test: &Test, arguments: &[String], rules: Rules) -> Result<u8> {
    sandbox::process::remember_interrupts()?;
    if test.folder.is_file() {
        bail!("{} is a file: -o needs a folder", test.folder.display());
    }
    let free = Free::here(Arc::new(Server::new(rules.clone())?));
    let mut new = test.clone();
    projects::resolve(&mut new, &free)?;
    let Some(old) = &test.against else { return Ok(run(&new, arguments, rules, &free)?.0) };
    let mut old = older(test, old)?;
    projects::resolve(&mut old, &free)?;
    let paths = [&old, &new].map(|test| test.launch.class_path.clone().unwrap_or_default());
    let [of_old, of_new] = paths;
    new.other = Some(Other { class_path: of_old, tests_of: Version::New });
    old.other = Some(Other { class_path: of_new, tests_of: Version::Old });
    say("the new version, compared with the old one\n");
    let (code, mut rows) = run(&new, arguments, rules.clone(), &free)?;
    if code == INTERRUPTED {
        return Ok(code);
    }
    say("the old version, compared with the new one\n");
    let (other, more) = run(&old, arguments, rules, &free)?;
    rows.extend(more);
    let changed: BTreeSet<&DottedName> =
        rows.iter().filter(|row| !row.changes.is_empty()).map(|row| &row.class).collect();
    let shown: usize = rows.iter().map(|row| row.changes.len()).sum();
    say(&format!("{shown} tests show changes of {} classes\n", changed.len()));
    Ok(match (shown, code.max(other)) {
        (_, INTERRUPTED) => INTERRUPTED,
        (0, code) => code,
        (1.., _) => CHANGED,
    })
}

/// The same targets in the other jar or folder: in place of those that are files, or else of the first entry of the class path.
fn older(test: &Test, old: &Path) -> Result<Test> {
    if !old.exists() {
        bail!("no such jar or folder: {}", old.display());
    }
    let mut older = test.clone();
    older.folder = test.folder.join(OLD);
    let (files, names): (Vec<_>, Vec<_>) = test.targets.iter().cloned().partition(|target| Path::new(target).exists());
    if files.is_empty() {
        let given = test.launch.class_path.clone().unwrap_or_default();
        let rest = given.iter().skip(1).map(PathBuf::from);
        older.launch.class_path = Some([old.to_path_buf()].into_iter().chain(rest).collect());
    } else {
        older.targets = names.into_iter().chain([old.display().to_string()]).collect();
    }
    Ok(older)
}

/// One campaign: its exit code and its rows.
fn run(test: &Test, arguments: &[String], rules: Rules, free: &Free) -> Result<(u8, Vec<TestedClass>)> {
    let mut opened = Opened::open(&test.launch, Data::Symbolic(Outside::Refused), free)?;
    let items = items::expand(&mut opened, &test.targets)?;
    let done = run_items(test, opened, items, arguments, rules, free)?;
    let tests: u64 = done.rows.iter().map(|row| row.tests + row.suspects).sum();
    let code = match tests {
        _ if done.interrupted => INTERRUPTED,
        0 => NOTHING,
        1.. => 0,
    };
    Ok((code, done.rows))
}

/// What became of the classes of a campaign.
pub struct Done {
    pub interrupted: bool,
    pub rows: Vec<TestedClass>,
    /// How many rows are of an earlier run.
    pub remembered: usize,
}

/// Tests these classes.
pub fn run_items(
    test: &Test,
    opened: Opened,
    items: Vec<Item>,
    arguments: &[String],
    rules: Rules,
    free: &Free,
) -> Result<Done> {
    if !test.force {
        items.iter().try_for_each(|item| record::refuse_others(&test.folder, &item.files, &item.class))?;
    }
    let existing = existing::find(test)?;
    // A scan shares its time among classes: what was found out in another share of it still holds.
    let time_per_class = test.settings().time_per_class.filter(|_| test.remembered_by.is_none());
    let records = Records::open(&Plan {
        folder: &test.folder,
        fresh: test.fresh,
        settings: &Settings { time_per_class, ..test.settings() },
        class_path: &match &test.remembered_by {
            Some(path) => path.clone(),
            None => {
                let path = compared_path(&opened.target.user_path(), test.other.as_ref());
                path.iter().map(PathBuf::from).chain(test.sources.iter().cloned()).collect()
            }
        },
        start: format!(
            "{:?}",
            (&test.launch.properties, &test.launch.jdk, test.launch.allow_native, &test.other, &existing)
        ),
    })?;
    let rows: Vec<Option<TestedClass>> =
        items.iter().map(|item| records.finished(&item.class, &item.about())).collect();
    let finished = rows.iter().flatten().count();
    if finished > 0 && test.voice == Voice::Full {
        say(&format!("{finished} of {} classes were finished before (--fresh starts over)\n", items.len()));
    }
    let is_open = items.iter().zip(&rows).any(|(item, row)| row.is_none() && item.skipped.is_none());
    let prepare = || Tools::prepare(free, &opened.jdk.home);
    let tools = is_open.then(prepare).transpose()?;
    // Without it tests have plainer names.
    let ways = is_open.then(|| testgen::ways::prepare(free, &opened.jdk.home).ok()).flatten();
    drop(opened);
    let ours = [free.given.clone(), free.work.clone()];
    let others = test.other.iter().flat_map(|other| other.class_path.iter().map(PathBuf::from));
    let tests = existing.iter().flat_map(|existing| existing.class_path.iter().map(PathBuf::from));
    let sources = test.sources.iter().cloned();
    let rules = Rules {
        reads: Some(
            class_path_entries(&test.launch)
                .into_iter()
                .chain(ours)
                .chain(others)
                .chain(tests)
                .chain(sources)
                .collect(),
        ),
        ..rules
    };
    let mut campaign = Campaign {
        test,
        pool: Pool::new(arguments, Errors::Kept, rules),
        busy: BTreeMap::new(),
        tools,
        ways,
        items,
        existing,
        records,
        rows,
        told: 0,
    };
    let interrupted = campaign.run()?;
    campaign.finish()?;
    Ok(Done { interrupted, rows: campaign.rows.into_iter().flatten().collect(), remembered: finished })
}

impl Campaign<'_> {
    /// Whether it was interrupted.
    fn run(&mut self) -> Result<bool> {
        let mut next = 0;
        let status = Status::begin(std::io::stderr().is_terminal(), "starting");
        loop {
            status.tell(|| self.doing());
            if sandbox::process::interrupted() {
                self.pool.end_all();
                say("interrupted: the same command goes on from here\n");
                return Ok(true);
            }
            if self.test.until.is_some_and(|until| Instant::now() >= until) {
                // Who is at work comes to an end; the others wait for the next run.
                next = self.items.len();
            }
            while self.busy.len() < self.test.jobs() && next < self.items.len() {
                match (&self.rows[next], &self.items[next].skipped) {
                    (Some(_), _) => {}
                    (None, Some(why)) => self.leave_out(next, Skipped::Untestable(why.clone()))?,
                    (None, None) => self.start(next)?,
                }
                next += 1;
            }
            self.tell();
            if self.busy.is_empty() && next == self.items.len() {
                return Ok(false);
            }
            match self.pool.hear()? {
                Some(Heard::Said(worker, said)) => self.collect(worker, said)?,
                Some(Heard::Gone(worker, ending)) => self.bury(worker, &ending)?,
                None => {}
            }
        }
    }

    fn start(&mut self, item: usize) -> Result<()> {
        let work = Work {
            targets: self.items[item].targets.clone(),
            class_path: self.test.launch.class_path.clone(),
            tools: self.tools.clone().context("nothing to try candidates with")?,
            ways: self.ways.clone(),
            other: self.test.other.clone(),
            existing: self.existing.clone(),
            sources: self.test.sources.clone(),
        };
        let worker = self.pool.start(&work)?;
        self.pool.end_at(worker, Some(Instant::now() + self.test.give_up()));
        self.busy.insert(worker, item);
        Ok(())
    }

    fn collect(&mut self, worker: WorkerId, said: Said) -> Result<()> {
        // Ctrl-C reaches all processes of a terminal.
        if sandbox::process::interrupted() {
            return Ok(());
        }
        let Some(at) = self.busy.get(&worker).copied() else { return Ok(()) };
        match said {
            Said::Failed(why) => self.leave_out(at, Skipped::Untestable(why)),
            Said::Done(written) => {
                let Written { row, sources } = *written;
                let item = &self.items[at];
                // A worker runs code of the program: what it may have written is known before.
                let is_foreign = |source: &Source| !item.files.iter().any(|file| *file == Path::new(&source.path));
                if row.class != item.class || sources.iter().any(is_foreign) {
                    return self.leave_out(at, Skipped::Internal("its process wants other files written".into()));
                }
                if !self.test.force {
                    record::refuse_others(&self.test.folder, &item.files, &item.class)?;
                }
                self.records.finish(&item.files, &item.about(), &row, &sources)?;
                self.rows[at] = Some(row);
                self.progress();
                Ok(())
            }
        }
    }

    /// A worker ended, or was ended because it took too long.
    fn bury(&mut self, worker: WorkerId, ending: &Ending) -> Result<()> {
        let Some(item) = self.busy.remove(&worker) else { return Ok(()) };
        let errors = self.pool.errors(worker);
        if self.rows[item].is_some() || sandbox::process::interrupted() {
            return Ok(());
        }
        let why = match ending {
            Ending::Late => format!("it did not end within {} seconds", self.test.give_up().as_secs_f64()),
            Ending::Signal(signal) => {
                format!("its process was ended by signal {signal}{}", behind(first_line(&errors)))
            }
            Ending::Exited(_) => panic_line(&errors),
        };
        self.leave_out(item, Skipped::Internal(why))
    }

    fn leave_out(&mut self, item: usize, why: Skipped) -> Result<()> {
        let Item { class, files, .. } = &self.items[item];
        let may_change = matches!(why, Skipped::Internal(_));
        let row = TestedClass { class: class.clone(), skipped: Some(why), ..TestedClass::default() };
        if !may_change {
            self.records.finish(files, &self.items[item].about(), &row, &[])?;
        }
        self.rows[item] = Some(row);
        self.progress();
        Ok(())
    }

    /// Rows in the order of the items, as far as they are there.
    fn tell(&mut self) {
        while let Some(Some(row)) = self.rows.get(self.told).filter(|_| self.test.voice == Voice::Full) {
            say(&report::tested_text(row));
            self.told += 1;
        }
    }

    /// In a log a line for each class; on a terminal there is one that changes.
    fn progress(&self) {
        let rows: Vec<&TestedClass> = self.rows.iter().flatten().collect();
        if self.items.len() > 1 && self.test.voice == Voice::Full && !std::io::stderr().is_terminal() {
            eprintln!("jacana: class {} of {}: {} so far", rows.len(), self.items.len(), report::tested_sum(&rows));
        }
    }

    /// For the line on a terminal.
    fn doing(&self) -> String {
        let rows: Vec<&TestedClass> = self.rows.iter().flatten().collect();
        let at: Vec<&str> = self.busy.values().map(|&item| &*self.items[item].class).collect();
        format!("{} of {}: {}   at {}", rows.len(), self.items.len(), report::tested_sum(&rows), at.join(", "))
    }

    fn finish(&mut self) -> Result<()> {
        if self.test.voice == Voice::Quiet {
            return Ok(());
        }
        // After an interrupt some lie behind others that are missing.
        let behind: Vec<&TestedClass> = self.rows.iter().skip(self.told).flatten().collect();
        behind.iter().for_each(|row| say(&report::tested_text(row)));
        let rows: Vec<&TestedClass> = self.rows.iter().flatten().collect();
        let listing = Listing::new(&self.test.launch, None);
        let page = report::tested_html(&rows, |name| listing.text(name));
        let files = [("summary.json", report::tested_json(&rows)), ("summary.html", page)];
        for (name, contents) in files {
            self.records.write(&self.records.reports().join(name), &contents)?;
        }
        if self.items.len() > 1 {
            say(&report::tested_table(&rows));
        }
        say(&format!("{}\n", report::tested_sum(&rows)));
        Ok(())
    }
}

/// What the answers depend on: the classes, and those that they are compared with.
fn compared_path(own: &SearchPath, other: Option<&Other>) -> SearchPath {
    let others = other.iter().flat_map(|other| other.class_path.iter());
    own.iter().chain(others).map(PathBuf::from).collect()
}

fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

fn behind(said: &str) -> String {
    if said.is_empty() { String::new() } else { format!(": {said}") }
}

/// What a process said that panicked, in one line.
fn panic_line(errors: &str) -> String {
    let panic = errors.lines().skip_while(|line| !line.contains("panicked at")).take(2).collect::<Vec<_>>().join(" ");
    if panic.is_empty() { first_line(errors).to_string() } else { panic.trim().to_string() }
}
