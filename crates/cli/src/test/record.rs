//! What is remembered of the finished classes of a campaign, in `.jacana` below its folder: the same command goes on where it was interrupted. A
//! record belongs to a key: options, class path and executable.

use crate::test::options::Test;
use anyhow::{Context, Result, bail};
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use testgen::Source;
use testgen::row::TestedClass;
use testgen::trial::{Counter, Coverage};
use testgen::writer::MARK;

const FOLDER: &str = ".jacana";

pub fn encode(key: &str, row: &TestedClass) -> String {
    let mut lines = vec![format!("key {key}"), format!("class {}", row.class)];
    let numbers = [
        ("methods", row.methods),
        ("tested", row.tested),
        ("tests", row.tests),
        ("suspects", row.suspects),
        ("refused", row.refused),
        ("paths", row.paths),
        ("mutated", row.mutated),
    ];
    lines.extend(numbers.map(|(name, number)| format!("{name} {number}")));
    if let Some(Coverage { branches, lines: of_lines, instructions }) = row.coverage {
        let counters = [branches, of_lines, instructions].map(|one| format!("{} {}", one.covered, one.total));
        lines.push(format!("coverage {}", counters.join(" ")));
    }
    lines.extend(row.millis.map(|millis| format!("millis {millis}")));
    lines.extend(row.skipped.iter().map(|why| format!("skipped {}", one_line(why))));
    lines.extend(row.notes.iter().map(|note| format!("note {}", one_line(note))));
    lines.extend(row.with_test.iter().map(|method| format!("with-test {method}")));
    lines.extend(row.without_test.iter().map(|method| format!("without-test {method}")));
    lines.extend(row.files.iter().map(|file| format!("file {file}")));
    // Nothing is cut off.
    lines.push("end".into());
    lines.join("\n") + "\n"
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The key and the row.
pub fn decode(text: &str) -> Option<(String, TestedClass)> {
    let (mut key, mut row, mut whole) = (String::new(), TestedClass::default(), false);
    for line in text.lines() {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        match name {
            "key" => key = value.into(),
            "class" => row.class = value.into(),
            "methods" => row.methods = value.parse().ok()?,
            "tested" => row.tested = value.parse().ok()?,
            "tests" => row.tests = value.parse().ok()?,
            "suspects" => row.suspects = value.parse().ok()?,
            "refused" => row.refused = value.parse().ok()?,
            "paths" => row.paths = value.parse().ok()?,
            "mutated" => row.mutated = value.parse().ok()?,
            "with-test" => row.with_test.push(value.into()),
            "without-test" => row.without_test.push(value.into()),
            "coverage" => row.coverage = Some(coverage(value)?),
            "millis" => row.millis = Some(value.parse().ok()?),
            "skipped" => row.skipped = Some(value.into()),
            "note" => row.notes.push(value.into()),
            "file" => row.files.push(value.into()),
            "end" => whole = true,
            _ => return None,
        }
    }
    whole.then_some((key, row))
}

fn coverage(text: &str) -> Option<Coverage> {
    let numbers: Vec<u64> = text.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let counters: Vec<Counter> =
        numbers.chunks_exact(2).map(|pair| Counter { covered: pair[0], total: pair[1] }).collect();
    let [branches, lines, instructions] = counters[..] else { return None };
    Some(Coverage { branches, lines, instructions })
}

/// The memory of a campaign.
pub struct Records {
    tests: PathBuf,
    folder: PathBuf,
    /// Of the whole campaign.
    key: String,
}

impl Records {
    pub fn open(test: &Test, class_path: &str) -> Result<Records> {
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

    fn file(&self, class: &str) -> PathBuf {
        self.folder.join(format!("{class}.txt"))
    }

    fn key(&self, targets: &[String]) -> String {
        format!("{} {}", self.key, targets.join(" "))
    }

    /// What was found out about it before, if its files are still there and ours.
    pub fn finished(&self, class: &str, targets: &[String]) -> Option<TestedClass> {
        let (key, row) = decode(&fs::read_to_string(self.file(class)).ok()?)?;
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
        self.write(&self.file(&row.class), &encode(&self.key(targets), row))
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
fn key(test: &Test, class_path: &str) -> String {
    let mut hasher = DefaultHasher::new();
    let ends = (
        test.settings().time_per_class,
        test.settings().paths,
        test.settings().saturation,
        test.settings().enough.map(f64::to_bits),
    );
    let options = (ends, test.settings().random, test.settings().seed, test.settings().classic, &test.settings().sinks);
    (env!("CARGO_PKG_VERSION"), options, &test.launch.properties, &test.launch.jdk).hash(&mut hasher);
    let executable = std::env::current_exe().and_then(fs::metadata);
    executable.map(|file| (file.len(), file.modified().ok())).ok().hash(&mut hasher);
    for entry in class_path.split(':') {
        hash_below(Path::new(entry), &mut hasher);
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_they_were_written() {
        let row = TestedClass {
            class: "p.A".into(),
            methods: 4,
            tested: 3,
            tests: 7,
            suspects: 1,
            refused: 2,
            paths: 30,
            mutated: 26,
            with_test: vec!["p.A.get(I)I".into()],
            without_test: vec!["p.Above.set(II)V".into()],
            coverage: Some(Coverage { branches: Counter { covered: 1, total: 2 }, ..Coverage::default() }),
            skipped: None,
            notes: vec!["not explored: time".into()],
            files: vec!["p/ATest.java".into()],
            millis: Some(1200),
        };
        let text = encode("abc p.A", &row);
        assert_eq!(decode(&text), Some(("abc p.A".into(), row)));
        assert_eq!(decode(&text[..text.len() - 4]), None);
    }
}
