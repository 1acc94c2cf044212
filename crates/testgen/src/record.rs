//! What is remembered of the finished classes of a campaign, in `.jacana` below its folder: the same command goes on where it was interrupted. A
//! record belongs to a key: options, class path and executable.

use crate::row::TestedClass;
use crate::settings::Settings;
use crate::source::Source;
use crate::writer::{MARK, file_stem};
use anyhow::{Context, Result, bail};
use bytecode::{DottedName, SearchPath};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File, TryLockError};
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

const FOLDER: &str = ".jacana";
/// Below it.
const LOCK: &str = "lock";
const PART: &str = ".part";
/// What is larger is known by its time.
const LARGEST_READ: u64 = 256 << 20;
/// More than a class path has: somebody named a whole disk.
const MOST_FILES: usize = 200_000;

/// What is known of a finished class, and of which campaign.
#[derive(Serialize, Deserialize)]
struct Record {
    key: String,
    row: TestedClass,
}

/// What a campaign is about: the same answers make it the same campaign.
pub struct Plan<'a> {
    /// Of the tests.
    pub folder: &'a Path,
    /// Whether what was finished before is forgotten.
    pub fresh: bool,
    pub settings: &'a Settings,
    pub class_path: &'a SearchPath,
    /// How programs are started, in any words.
    pub start: String,
}

/// The memory of a campaign.
pub struct Records {
    tests: PathBuf,
    folder: PathBuf,
    /// Held as long as the campaign goes on.
    _lock: File,
    /// Of the whole campaign.
    key: String,
}

impl Records {
    pub fn open(plan: &Plan) -> Result<Records> {
        let folder = memory(plan.folder);
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        let lock = lock(plan.folder, &folder.join(LOCK))?;
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?.flatten() {
            let name = entry.file_name();
            // Of a run that was ended while it wrote.
            let is_part = name.to_string_lossy().starts_with(PART);
            if is_part || plan.fresh && name != LOCK {
                let path = entry.path();
                fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
            }
        }
        Ok(Records { tests: plan.folder.to_path_buf(), folder, _lock: lock, key: key(plan) })
    }

    /// Where the figures of all classes go: beside the tests, but not among the sources of a project.
    pub fn reports(&self) -> &Path {
        if self.folder.starts_with(&self.tests) { &self.tests } else { &self.folder }
    }

    fn file(&self, class: &DottedName) -> PathBuf {
        self.folder.join(format!("{}.json", file_stem(class)))
    }

    fn key(&self, about: &str) -> String {
        format!("{} {about}", self.key)
    }

    /// What was found out about it before, if its files are still there and ours. `about` says what of the class was asked for.
    pub fn finished(&self, class: &DottedName, about: &str) -> Option<TestedClass> {
        let Record { key, row } = serde_json::from_str(&fs::read_to_string(self.file(class)).ok()?).ok()?;
        let is_there = |file: &String| is_ours(&self.tests.join(file));
        (key == self.key(about) && row.files.iter().all(is_there)).then_some(row)
    }

    /// Writes the tests of a class, and last that it is finished. Files of an earlier run that it has no more go.
    pub fn finish(&self, item: &[PathBuf], about: &str, row: &TestedClass, sources: &[Source]) -> Result<()> {
        for old in item.iter().map(|file| self.tests.join(file)) {
            let is_written = sources.iter().any(|source| self.tests.join(&source.path) == old);
            if !is_written && is_ours(&old) {
                fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
            }
        }
        for source in sources {
            self.write(&self.tests.join(&source.path), &source.contents)?;
        }
        let record = Record { key: self.key(about), row: row.clone() };
        self.write(&self.file(&row.class), &serde_json::to_string_pretty(&record)?)
    }

    /// All of it or nothing.
    pub fn write(&self, file: &Path, contents: &str) -> Result<()> {
        let parent = file.parent().context("a file without a folder")?;
        let written = fs::create_dir_all(parent)
            .and_then(|()| {
                let mode = fs::Permissions::from_mode(0o666);
                tempfile::Builder::new().prefix(PART).permissions(mode).tempfile_in(&self.folder)
            })
            .and_then(|mut part| {
                part.write_all(contents.as_bytes())?;
                Ok(part.persist(file)?)
            });
        written.map(|_| ()).with_context(|| format!("cannot write {}", file.display()))
    }
}

/// One campaign at a time.
fn lock(tests: &Path, file: &Path) -> Result<File> {
    let lock = File::create(file).with_context(|| format!("cannot write {}", file.display()))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => {
            bail!("another jacana test is writing to {}: wait for it, or take another folder (-o)", tests.display())
        }
        // A file system without locks.
        Err(TryLockError::Error(_)) => Ok(lock),
    }
}

fn is_ours(file: &Path) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.contains(MARK))
}

/// Files of others are left alone, and so are the tests of another class that would have the same name.
pub fn refuse_others(folder: &Path, files: &[PathBuf], class: &DottedName) -> Result<()> {
    for file in files.iter().map(|file| folder.join(file)) {
        let Ok(text) = fs::read_to_string(&file) else {
            if file.exists() {
                bail!("{} is not ours: --force overwrites it", file.display());
            }
            continue;
        };
        if !text.contains(MARK) {
            bail!("{} is not ours: --force overwrites it", file.display());
        }
        if !text.lines().any(|line| line.contains(MARK) && names(line, class)) {
            bail!("{} has the tests of another class: --force overwrites it", file.display());
        }
    }
    Ok(())
}

/// Whether a line names the class, and not one whose name goes on.
fn names(line: &str, class: &DottedName) -> bool {
    line.split([' ', '*']).any(|word| word.trim_end_matches('.') == &**class)
}

/// Where a campaign remembers: `.jacana` in its folder. Where that is for the test sources of a project, it is what the build of the project leaves behind.
fn memory(tests: &Path) -> PathBuf {
    let project = tests.ends_with("src/test/java").then(|| tests.ancestors().nth(3)).flatten();
    let project = project.map(|project| if project.as_os_str().is_empty() { Path::new(".") } else { project });
    let has = |name: &str| project.is_some_and(|project| project.join(name).is_file());
    match project {
        Some(project) if has("pom.xml") => project.join("target/jacana"),
        Some(project) if has("build.gradle") || has("build.gradle.kts") => project.join("build/jacana"),
        _ => tests.join(FOLDER),
    }
}

/// The same for runs that must end alike.
fn key(plan: &Plan) -> String {
    let mut hasher = DefaultHasher::new();
    let Settings {
        time_per_class,
        paths,
        seed,
        saturation,
        enough,
        depth,
        random,
        classic,
        alias,
        keep,
        sinks,
        form,
        parameterized,
    } = plan.settings;
    let ends = (time_per_class, paths, saturation, enough.map(f64::to_bits), depth);
    let options = (ends, random, seed, classic, alias, keep, sinks, (form, parameterized));
    (env!("CARGO_PKG_VERSION"), options, &plan.start).hash(&mut hasher);
    let executable = std::env::current_exe().and_then(fs::metadata);
    executable.map(|file| (file.len(), file.modified().ok())).ok().hash(&mut hasher);
    let mut seen = BTreeSet::new();
    plan.class_path.iter().for_each(|entry| hash_below(entry, &mut hasher, &mut seen));
    format!("{:016x}", hasher.finish())
}

/// Everything below, once, wherever links lead; of what is no class or jar of ordinary size, when it was changed.
fn hash_below(path: &Path, hasher: &mut DefaultHasher, seen: &mut BTreeSet<(u64, u64)>) {
    path.hash(hasher);
    let Ok(file) = fs::metadata(path) else { return };
    if !seen.insert((file.dev(), file.ino())) || seen.len() > MOST_FILES {
        return;
    }
    if let Ok(entries) = fs::read_dir(path) {
        let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        inside.sort();
        inside.iter().for_each(|path| hash_below(path, hasher, seen));
    } else if file.is_file() && file.len() <= LARGEST_READ {
        fs::read(path).ok().hash(hasher);
    } else {
        (file.len(), file.mtime(), file.mtime_nsec()).hash(hasher);
    }
}
