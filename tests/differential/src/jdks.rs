//! The JDKs of this machine, and runtimes without a compiler that `scripts/setup jdks` has fetched.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::tools::build_folder;

const OLDEST: u32 = 17;

/// One of each release, the oldest first: a whole JDK before a runtime.
pub fn installed() -> BTreeMap<u32, PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let folders = [
        build_folder().join("jdks"),
        "/usr/lib/jvm".into(),
        "/usr/local/lib/jvm".into(),
        "/opt".into(),
        home.join(".sdkman/candidates/java"),
        home.join(".jdks"),
    ];
    let below = folders.iter().flat_map(|folder: &PathBuf| fs::read_dir(folder).into_iter().flatten().flatten());
    let named = env::var_os("JAVA_HOME").map(PathBuf::from);
    let candidates = below.map(|entry| entry.path()).chain(named);
    let mut found: BTreeMap<u32, PathBuf> = BTreeMap::new();
    for path in candidates.filter_map(|path| fs::canonicalize(path).ok()) {
        let Some(feature) = feature(&path) else { continue };
        if has_compiler(&path) || !found.contains_key(&feature) {
            found.insert(feature, path);
        }
    }
    found
}

pub fn has_compiler(jdk: &Path) -> bool {
    jdk.join("bin/javac").is_file()
}

/// 17 of a folder with a JDK 17 or its runtime; `None` without a JVM or its modules, or if it is too old.
fn feature(jdk: &Path) -> Option<u32> {
    if !jdk.join("lib/server/libjvm.so").is_file() || !jdk.join("lib/modules").is_file() {
        return None;
    }
    let release = fs::read_to_string(jdk.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\""))?;
    let feature = version.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
    (feature >= OLDEST).then_some(feature)
}
