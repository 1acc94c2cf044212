//! `cargo xtask show jdks`: fixtures and real programs on every JDK that is installed, with one binary. More words select fixtures.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use differential::fixture::fixtures_named;
use differential::subject::subject_programs;
use differential::{Mode, Scratch, Tools, compare_all};

use crate::Shown;

const OLDEST: u32 = 17;

pub fn figures(names: &[&str]) -> Shown {
    let mut shown = Shown { lines: Vec::new(), enough: true };
    for (feature, jdk) in installed() {
        let tools = Tools { jdk: jdk.clone(), ..Tools::find() };
        let scratch = Scratch::new("jdks");
        let mut programs = fixtures_named(&tools, &scratch, names);
        if names.is_empty() {
            programs.extend(subject_programs(&tools, &scratch));
        }
        let summary = compare_all(&tools, &programs, Mode::Plain);
        let equal = summary.programs - summary.differences.len();
        shown.lines.push(format!("JDK {feature} in {}: {equal} of {} equal", jdk.display(), summary.programs));
        shown.lines.extend(summary.differences.iter().map(|difference| difference.text.clone()));
        shown.enough &= summary.differences.is_empty();
    }
    shown
}

/// The JDKs of the usual folders, each once, the oldest first.
fn installed() -> BTreeSet<(u32, PathBuf)> {
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let folders = [
        "/usr/lib/jvm".into(),
        "/usr/local/lib/jvm".into(),
        "/opt".into(),
        "/Library/Java/JavaVirtualMachines".into(),
        home.join(".sdkman/candidates/java"),
        home.join(".jdks"),
    ];
    let below = folders.iter().flat_map(|folder: &PathBuf| fs::read_dir(folder).into_iter().flatten().flatten());
    let named = env::var_os("JAVA_HOME").map(PathBuf::from);
    let candidates = below.map(|entry| entry.path()).chain(named);
    candidates.filter_map(|path| fs::canonicalize(path).ok()).filter_map(|path| Some((feature(&path)?, path))).collect()
}

/// 17 of a folder with a JDK 17; `None` without a compiler or an image, or if it is too old.
fn feature(jdk: &Path) -> Option<u32> {
    if !jdk.join("bin/javac").is_file() || !jdk.join("lib/modules").is_file() {
        return None;
    }
    let release = fs::read_to_string(jdk.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    let feature = version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    (feature >= OLDEST).then_some(feature)
}
