//! The compiled classes of a task, kept across runs in the temporary folder: paths, times and sizes of the sources are
//! the key, so that a changed source is compiled again.

use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process;

use differential::Tools;
use differential::fixture::files_below;

use super::task::Task;

/// The folder with the classes, or in one line why there is none.
pub fn classes(tools: &Tools, task: &Task) -> Result<PathBuf, String> {
    if let Some(missing) = task.inputs.iter().find(|input| !input.exists()) {
        return Err(format!("javac: no {}", missing.display()));
    }
    let sources = sources(task);
    let kept = env::temp_dir().join("jacana-classes").join(format!("{:016x}", key(tools, &sources)));
    if kept.is_dir() {
        return Ok(kept);
    }
    let fresh = kept.with_extension(process::id().to_string());
    let compiled = compile(tools, &sources, &fresh);
    if compiled.is_ok() {
        // Another run that was faster made the same classes.
        let _ = fs::rename(&fresh, &kept);
    }
    let _ = fs::remove_dir_all(&fresh);
    compiled.map(|()| kept)
}

fn sources(task: &Task) -> Vec<PathBuf> {
    let files = |input: &PathBuf| if input.is_dir() { files_below(input) } else { vec![input.clone()] };
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "java");
    task.inputs.iter().flat_map(files).filter(is_source).collect()
}

fn key(tools: &Tools, sources: &[PathBuf]) -> u64 {
    let mut hasher = DefaultHasher::new();
    tools.jdk.hash(&mut hasher);
    for source in sources {
        source.hash(&mut hasher);
        if let Ok(about) = fs::metadata(source) {
            about.len().hash(&mut hasher);
            about.modified().ok().hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Quick to start rather than quick in the long run: a task has a handful of sources.
const JAVAC: [&str; 6] =
    ["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn", "-Xlint:none", "-proc:none", "-d"];

fn compile(tools: &Tools, sources: &[PathBuf], classes: &Path) -> Result<(), String> {
    let output = tools.javac().args(JAVAC).arg(classes).args(sources).output().expect("javac starts");
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let error = text.lines().find(|line| line.contains("error:")).or(text.lines().next()).unwrap_or_default();
    Err(format!("javac: {error}"))
}
