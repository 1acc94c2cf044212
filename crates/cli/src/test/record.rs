//! What is remembered of the finished classes of a campaign, in `.jacana` below its folder: the same command goes on where it was interrupted. A
//! record belongs to a key: options, class path and executable.

use crate::test::options::Test;
use anyhow::{Context, Result, bail};
use bytecode::{DottedName, SearchPath};
use serde::{Deserialize, Serialize};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use testgen::row::TestedClass;
use testgen::writer::MARK;
use testgen::{Settings, Source};

const FOLDER: &str = ".jacana";

/// What is known of a finished class, and of which campaign.
#[derive(Serialize, Deserialize)]
struct Record {
    key: String,
    row: TestedClass,
}

/// The memory of a campaign.
pub struct Records {
    tests: PathBuf,
    folder: PathBuf,
    /// Of the whole campaign.
    key: String,
}

impl Records {
    pub fn open(test: &Test, class_path: &SearchPath) -> Result<Records> {
        let folder = test.folder.join(FOLDER);
        if test.fresh && folder.exists() {
            fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        let parts = folder.join("part");
        fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        // Of a run that was ended while it wrote.
        let _ = fs::remove_dir_all(&parts);
        Ok(Records { tests: test.folder.clone(), folder, key: key(test, class_path) })
    }

    fn file(&self, class: &DottedName) -> PathBuf {
        self.folder.join(format!("{class}.json"))
    }

    fn key(&self, targets: &[String]) -> String {
        format!("{} {}", self.key, targets.join(" "))
    }

    /// What was found out about it before, if its files are still there and ours.
    pub fn finished(&self, class: &DottedName, targets: &[String]) -> Option<TestedClass> {
        let Record { key, row } = serde_json::from_str(&fs::read_to_string(self.file(class)).ok()?).ok()?;
        let is_there = |file: &String| is_ours(&self.tests.join(file));
        (key == self.key(targets) && row.files.iter().all(is_there)).then_some(row)
    }

    /// Writes the tests of a class, and last that it is finished. Files of an earlier run that it has no more go.
    pub fn finish(&self, item: &[PathBuf], targets: &[String], row: &TestedClass, sources: &[Source]) -> Result<()> {
        for old in item.iter().map(|file| self.tests.join(file)) {
            let is_written = sources.iter().any(|source| self.tests.join(&source.path) == old);
            if !is_written && is_ours(&old) {
                fs::remove_file(&old).with_context(|| format!("cannot remove {}", old.display()))?;
            }
        }
        for source in sources {
            self.write(&self.tests.join(&source.path), &source.contents)?;
        }
        let record = Record { key: self.key(targets), row: row.clone() };
        self.write(&self.file(&row.class), &serde_json::to_string_pretty(&record)?)
    }

    /// All of it or nothing.
    pub fn write(&self, file: &Path, contents: &str) -> Result<()> {
        let part = self.folder.join("part");
        let parent = file.parent().context("a file without a folder")?;
        let written = fs::create_dir_all(parent)
            .and_then(|()| fs::create_dir_all(&part))
            .and_then(|()| fs::write(part.join("file"), contents))
            .and_then(|()| fs::rename(part.join("file"), file))
            .and_then(|()| fs::remove_dir(&part));
        written.with_context(|| format!("cannot write {}", file.display()))
    }
}

fn is_ours(file: &Path) -> bool {
    fs::read_to_string(file).is_ok_and(|text| text.contains(MARK))
}

/// Files of others are left alone.
pub fn refuse_others(folder: &Path, files: &[PathBuf]) -> Result<()> {
    for file in files.iter().map(|file| folder.join(file)) {
        if file.exists() && !is_ours(&file) {
            bail!("{} is not ours: --force overwrites it", file.display());
        }
    }
    Ok(())
}

/// The same for runs that must end alike.
fn key(test: &Test, class_path: &SearchPath) -> String {
    let mut hasher = DefaultHasher::new();
    let Settings { time_per_class, paths, seed, saturation, enough, random, classic, sinks } = test.settings();
    let ends = (time_per_class, paths, saturation, enough.map(f64::to_bits));
    let options = (ends, random, seed, classic, sinks);
    (env!("CARGO_PKG_VERSION"), options, &test.launch.properties, &test.launch.jdk, test.launch.allow_native)
        .hash(&mut hasher);
    let executable = std::env::current_exe().and_then(fs::metadata);
    executable.map(|file| (file.len(), file.modified().ok())).ok().hash(&mut hasher);
    class_path.iter().for_each(|entry| hash_below(entry, &mut hasher));
    format!("{:016x}", hasher.finish())
}

fn hash_below(path: &Path, hasher: &mut DefaultHasher) {
    path.hash(hasher);
    let Ok(entries) = fs::read_dir(path) else {
        fs::read(path).ok().hash(hasher);
        return;
    };
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    inside.iter().for_each(|path| hash_below(path, hasher));
}
