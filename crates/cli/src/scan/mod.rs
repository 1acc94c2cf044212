//! `jacana scan`: a whole project. Its classes are the items of a campaign that keeps suspected bugs alone; what they show becomes one list of
//! findings, in the formats of `report::scan`.

mod baseline;
mod chosen;
mod compiling;
pub mod config;
mod findings;
mod index;
mod jars;
mod nulls;
pub mod options;
mod place;
mod programs;
mod since;
mod stand_in;

use crate::output::{say, write_file};
use crate::process::watch::Status;
use crate::program::launch::{Data, Opened, find_jdk};
use crate::test::campaign::{self, Done};
use crate::test::items::{self, Item};
use crate::test::options::{Test, Voice};
use anyhow::{Result, bail};
use baseline::Extent;
use bytecode::DottedName;
use index::Index;
use machine::Outside;
use options::{ColourChoice, FailOn, Scan};
use place::{Located, Looking};
use report::scan::{Colour, FORMATS, Finding, Listed, Sources, Work, text};
use sandbox::{Free, Rules, Server};
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use testgen::row::Skipped;

/// Below the project.
const FOLDER: &str = ".jacana";
const TESTS: &str = "tests";
const CLASSES: &str = "classes";
const FOUND: u8 = 1;
const NOTHING: u8 = 2;
/// As a shell reports Ctrl-C.
const INTERRUPTED: u8 = 130;
/// For a class, exploring alone. Trying what it found takes about as long again.
const LEAST_TIME: Duration = Duration::from_secs(2);
const MOST_TIME: Duration = Duration::from_secs(20);
/// Part of the time of a class that is exploring.
const EXPLORING: f64 = 0.4;
/// Of the whole time, for contracts and main programs.
const PROGRAMS: f64 = 0.3;
const MOST_JOBS: usize = 4;
/// Notes of one kind that are told.
const MOST_NOTES: usize = 5;

/// The words of `jacana test`, understood.
pub type ReadsTest<'a> = dyn Fn(&[String]) -> Result<Test> + 'a;

pub fn coordinate(scan: &Scan, given: &[String], rules: Rules, read: &ReadsTest) -> Result<u8> {
    let started = Instant::now();
    sandbox::process::remember_interrupts()?;
    let mut scan = scan.clone();
    config::apply(&mut scan, given)?;
    let jdk = find_jdk(&scan.launch)?;
    let rules = Rules { jdk: Some(jdk.home.clone()), ..rules };
    let free = Free::here(Arc::new(Server::new(rules.clone())?));
    let class_path = scan.launch.class_path.as_ref();
    let looking = Looking { builds: !scan.no_build, class_path, jdk: &jdk.home, free: &free };
    let status =
        Status::begin(std::io::stderr().is_terminal(), "looking for classes, and building the project if needed");
    let mut located = place::locate(&scan.project, &looking)?;
    status.tell(|| "reading the classes".into());
    let index = Index::of(&located)?;
    let folder = scan.out.clone().unwrap_or_else(|| home(&scan, &located));
    write_ignored(&folder)?;
    located.keep_classes(&folder.join(CLASSES))?;
    let until = started + scan.time;
    let mut whole = Whole { scan: &scan, located: &located, index: &index, folder: &folder, until };
    let mut said = report::scan::Scan {
        project: located.name.clone(),
        jdk: jdk.version.clone(),
        notes: located.notes.clone(),
        class_path: located.needed().map(|entry| entry.display().to_string()).collect(),
        ..report::scan::Scan::default()
    };
    let mut findings = whole.programs(&mut said, &status)?;
    // The campaign has a line of its own.
    drop(status);
    let done = whole.classes(&mut said, rules, &free, read)?;
    findings.extend(findings::findings(&index, &scan.null, &done.rows));
    findings.sort_by_key(|finding| finding.importance);
    said.findings = told_apart(findings);
    said.millis = Some(started.elapsed().as_millis() as u64);
    whole.tell(said, done.interrupted)
}

/// Where tests and memory go.
fn home(scan: &Scan, located: &Located) -> PathBuf {
    match scan.project.is_file() {
        true => Path::new(FOLDER).join(&located.name),
        false => scan.project.join(FOLDER),
    }
}

/// The folder is nobody's source.
fn write_ignored(folder: &Path) -> Result<()> {
    write_file(&folder.join(".gitignore"), "*\n")
}

/// Findings that have the same fingerprint are numbered.
fn told_apart(mut findings: Vec<Finding>) -> Vec<Finding> {
    let mut seen = BTreeSet::new();
    for finding in &mut findings {
        let base = finding.fingerprint.clone();
        let mut number = 1;
        while !seen.insert(finding.fingerprint.clone()) {
            number += 1;
            finding.fingerprint = format!("{base}-{number}");
        }
    }
    findings
}

struct Whole<'a> {
    scan: &'a Scan,
    located: &'a Located,
    index: &'a Index,
    folder: &'a Path,
    until: Instant,
}

impl Whole<'_> {
    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get().min(MOST_JOBS));
        self.scan.jobs.map_or_else(cores, |jobs| jobs as usize)
    }

    /// Contracts and main programs.
    fn programs(&mut self, said: &mut report::scan::Scan, status: &Status) -> Result<Vec<Finding>> {
        if self.scan.since.is_some() {
            return Ok(Vec::new());
        }
        let time = self.until.saturating_duration_since(Instant::now()).mul_f64(PROGRAMS);
        let programs = programs::Programs {
            located: self.located,
            index: self.index,
            jdk: self.scan.launch.jdk.as_deref(),
            models: &self.scan.launch.models,
            until: Instant::now() + time,
            folder: &self.folder.join(TESTS),
            status,
        };
        programs.findings(said)
    }

    /// The public methods of all classes.
    fn classes(&mut self, said: &mut report::scan::Scan, rules: Rules, free: &Free, read: &ReadsTest) -> Result<Done> {
        let none = Done { interrupted: false, rows: Vec::new(), remembered: 0 };
        let targets: Vec<String> = self.located.classes.iter().map(|path| path.display().to_string()).collect();
        let words = |time: Duration| self.words(&targets, time);
        let test = read(&words(MOST_TIME))?;
        let mut opened = Opened::open(&test.launch, Data::Symbolic(Outside::Refused), free)?;
        let items = match items::expand(&mut opened, &targets) {
            Ok(items) => items,
            Err(why) => {
                said.notes.push(format!("{why:#}"));
                return Ok(none);
            }
        };
        let items = self.chosen(items, &mut said.work)?;
        let open = items.iter().filter(|item| item.skipped.is_none()).count();
        if open == 0 {
            return Ok(none);
        }
        let left = self.until.saturating_duration_since(Instant::now());
        let share = left.mul_f64(EXPLORING * self.jobs() as f64 / open as f64);
        let arguments = words(share.clamp(LEAST_TIME, MOST_TIME));
        let mut test = read(&arguments)?;
        test.voice = Voice::Quiet;
        test.until = Some(self.until);
        // The classes themselves are known by their contents, wherever they were compiled.
        test.remembered_by = Some(self.located.libraries.iter().cloned().collect());
        let all = items.len();
        let done = campaign::run_items(&test, opened, items, &arguments, rules, free)?;
        self.count(&done, all, said);
        Ok(done)
    }

    /// The words of `jacana test`, which its workers read.
    fn words(&self, targets: &[String], time: Duration) -> Vec<String> {
        let tests = self.folder.join(TESTS).display().to_string();
        let time = format!("{}ms", time.as_millis());
        let mut words: Vec<String> =
            ["test", "--suspects", "--force", "-o", &tests, "--time-per-class", &time].map(String::from).into();
        words.extend(["--jobs".into(), self.jobs().to_string(), "-cp".into(), self.located.class_path().to_string()]);
        let sinks = self.scan.sinks.iter().flat_map(|sink| ["--sink".to_string(), sink.clone()]);
        words.extend(sinks);
        let jdk = self.scan.launch.jdk.iter().flat_map(|jdk| ["--jdk".to_string(), jdk.display().to_string()]);
        words.extend(jdk);
        words.extend(self.scan.fresh.then(|| "--fresh".to_string()));
        words.extend(targets.iter().cloned());
        words
    }

    /// Those that are wanted: without what is excluded, and with `--since` the methods that changed alone.
    fn chosen(&self, items: Vec<Item>, work: &mut Work) -> Result<Vec<Item>> {
        let is_excluded = |item: &Item| self.scan.excludes.iter().any(|pattern| covers(pattern, &item.class));
        let (out, mut items): (Vec<Item>, Vec<Item>) = items.into_iter().partition(is_excluded);
        work.excluded = out.len() as u64;
        items.retain(|item| !self.index.is_test(&item.class));
        if let Some(revision) = &self.scan.since {
            let changed = since::changed(self.index, revision, self.scan.callers)?;
            items.retain_mut(|item| {
                let own = changed.iter().filter(|method| method.class == item.class.internal());
                let names: BTreeSet<String> = own.map(|method| method.name.clone()).collect();
                item.targets = targets_of(&item.class, &names);
                !item.targets.is_empty()
            });
        }
        for item in &mut items {
            item.contents = self.index.contents(&item.class);
        }
        Ok(items)
    }

    fn count(&self, done: &Done, all: usize, said: &mut report::scan::Scan) {
        let skipped: Vec<String> = done
            .rows
            .iter()
            .filter_map(|row| match row.skipped.as_ref()? {
                Skipped::Internal(why) => Some(format!("{}: internal error: {why}", row.class)),
                Skipped::Untestable(_) => None,
            })
            .collect();
        said.work.skipped += done.rows.iter().filter(|row| row.skipped.is_some()).count() as u64;
        said.work.remembered = done.remembered as u64;
        said.work.explored = done.rows.len().saturating_sub(done.remembered) as u64;
        let more = skipped.len().saturating_sub(MOST_NOTES);
        said.notes.extend(skipped.into_iter().take(MOST_NOTES));
        if more > 0 {
            said.notes.push(format!("{more} more classes ended with an internal error"));
        }
        let missing = all - done.rows.len();
        if missing > 0 && !done.interrupted {
            said.notes.push(format!(
                "{missing} of {all} classes were not looked at in this time: the next scan goes on there (--time)"
            ));
        }
        let counters = || done.rows.iter().filter_map(|row| row.coverage.as_ref()).map(|coverage| coverage.branches);
        let covered = counters().map(|branches| branches.covered).sum();
        let total = counters().map(|branches| branches.total).sum();
        said.work.branches = (total > 0).then_some((covered, total));
    }

    /// Prints and writes; the exit code.
    fn tell(&self, mut said: report::scan::Scan, interrupted: bool) -> Result<u8> {
        let usual = self.located.root.join(baseline::FILE);
        let file = self.scan.baseline.clone().unwrap_or(usual);
        let is_part = self.scan.since.is_some() || interrupted || !said.notes.is_empty();
        let extent = if is_part { Extent::Part } else { Extent::Whole };
        if self.scan.write_baseline {
            let old = std::fs::read_to_string(&file).ok();
            write_file(&file, &baseline::text(&said.findings, extent, old.as_deref())?)?;
        }
        if file.is_file() {
            baseline::compare(&file, &mut said, extent)?;
        } else if self.scan.baseline.is_some() {
            bail!("no such baseline: {} (--write-baseline writes one)", file.display());
        }
        let sources = said.sources(|name| std::fs::read_to_string(self.located.root.join(name)).ok());
        for (format, file) in self.scan.reports() {
            write_file(file, &in_format(format, &said, &sources))?;
        }
        match self.scan.format {
            "text" => {
                let listed = if self.scan.all { Listed::All } else { Listed::Important };
                say(&text(&said, &sources, self.colour(), listed));
            }
            format => say(&in_format(format, &said, &sources)),
        }
        let counts = |finding: &&Finding| match self.scan.fail_on {
            FailOn::From(least) => finding.importance <= least,
            FailOn::Never => false,
        };
        let looked_at = said.work.explored + said.work.remembered + said.work.contracts + said.work.programs;
        Ok(match said.new_findings().filter(counts).count() {
            _ if interrupted => INTERRUPTED,
            1.. => FOUND,
            0 if looked_at == 0 && self.scan.since.is_none() => NOTHING,
            0 => 0,
        })
    }

    fn colour(&self) -> Colour {
        let wanted = match self.scan.color {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            ColourChoice::Auto => {
                let is_refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                std::io::stdout().is_terminal() && !is_refused
            }
        };
        if wanted { Colour::Always } else { Colour::Never }
    }
}

/// What of a class is tested for methods of these names; a change of its initialiser concerns all of it.
fn targets_of(class: &DottedName, names: &BTreeSet<String>) -> Vec<String> {
    if names.iter().any(|name| name == "<clinit>" || name == "<init>") {
        return vec![class.to_string()];
    }
    names.iter().filter(|name| !name.contains('$')).map(|name| format!("{class}.{name}")).collect()
}

/// `a.B` is the class and those inside of it, `a.*` its package, `a.**` also the packages below.
fn covers(pattern: &str, class: &DottedName) -> bool {
    if let Some(package) = pattern.strip_suffix(".**") {
        return class.package() == package || class.package().starts_with(&format!("{package}."));
    }
    match pattern.strip_suffix(".*") {
        Some(package) => class.package() == package,
        None => **class == *pattern || class.starts_with(&format!("{pattern}$")),
    }
}

fn in_format(name: &str, said: &report::scan::Scan, sources: &Sources) -> String {
    let format = FORMATS.iter().find(|format| format.name == name).expect("clap knows the names");
    (format.write)(said, sources)
}
