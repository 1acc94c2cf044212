//! The JDK's compiler, for sources of the user and for programs of ours.

use bytecode::SearchPath;
use sandbox::{Free, Job, JobEnd, Program, Writes};
use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why there are no class files.
#[derive(Debug)]
pub enum JavacError {
    /// This JDK has no compiler.
    Missing(PathBuf),
    Start(io::Error),
    /// The time of the run was over.
    Late,
    /// What javac said about the sources.
    Refused(String),
}

impl fmt::Display for JavacError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            JavacError::Missing(jdk) => write!(f, "{} has no javac: sources need a full JDK", jdk.display()),
            JavacError::Start(error) => write!(f, "cannot run javac: {error}"),
            JavacError::Late => f.write_str("javac did not end in time"),
            JavacError::Refused(said) => write!(f, "javac found errors\n{}", said.trim_end()),
        }
    }
}

impl std::error::Error for JavacError {}

/// Compiles sources into a folder that confined code may write.
pub fn javac(
    free: &Free,
    sources: &[PathBuf],
    jdk: &Path,
    class_path: &SearchPath,
    options: &[&str],
    folder: &Path,
) -> Result<(), JavacError> {
    let javac = jdk.join("bin/javac");
    if !javac.exists() {
        return Err(JavacError::Missing(jdk.to_path_buf()));
    }
    let folder = folder.as_os_str();
    // Starting and compiling little is what takes its time. Without a class path javac takes that of the environment or the current
    // folder; processors of annotations that it finds there would be code of somebody else that runs now.
    let fixed = [
        "-J-XX:TieredStopAtLevel=1",
        "-J-XX:+UseSerialGC",
        "-J-Xmx2g",
        "-J-XX:-UsePerfData",
        "-encoding",
        "UTF-8",
        "-nowarn",
        "-proc:none",
    ];
    let class_path = class_path.to_string();
    let class_path = if class_path.is_empty() { folder } else { OsStr::new(&class_path) };
    let words = fixed.iter().chain(options).map(OsStr::new);
    let words = words.chain([OsStr::new("-d"), folder, OsStr::new("-cp"), class_path]);
    let arguments: Vec<OsString> =
        words.chain(sources.iter().map(|source| source.as_os_str())).map(OsString::from).collect();
    // The rules of the run say how long a compiler may take.
    let job = Job { program: Program::Javac, arguments, writes: Writes::Work, time: Duration::MAX, input: Vec::new() };
    let ran = free.run(job).map_err(JavacError::Start)?;
    match ran.ended {
        JobEnd::Exited(0) => Ok(()),
        JobEnd::Exited(_) | JobEnd::Signal(_) => {
            Err(JavacError::Refused(String::from_utf8_lossy(&ran.errors).into_owned()))
        }
        JobEnd::Late => Err(JavacError::Late),
        JobEnd::Wasteful => Err(JavacError::Refused("it wrote more files than it may".into())),
    }
}

/// Compiles what we generated: all errors are told, and classes that the JDK hides may be used.
pub fn javac_generated(
    free: &Free,
    sources: &[PathBuf],
    jdk: &Path,
    class_path: &SearchPath,
    folder: &Path,
) -> Result<(), JavacError> {
    javac(free, sources, jdk, class_path, &["-XDignore.symbol.file", "-Xmaxerrs", "100000"], folder)
}

/// A source file itself, or all below a folder in the order of their paths; nothing for anything else.
pub fn java_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    let mut sources = Vec::new();
    if path.is_dir() {
        collect(path, &mut sources, &mut HashSet::new())?;
        sources.sort();
    } else if is_java(path) && path.exists() {
        sources.push(path.to_path_buf());
    }
    Ok(sources)
}

/// Links may lead to folders that were seen.
fn collect(folder: &Path, into: &mut Vec<PathBuf>, seen: &mut HashSet<PathBuf>) -> io::Result<()> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("cannot read {}: {error}", folder.display()));
    if !seen.insert(std::fs::canonicalize(folder).map_err(named)?) {
        return Ok(());
    }
    for entry in std::fs::read_dir(folder).map_err(named)? {
        let path = entry.map_err(named)?.path();
        if path.is_dir() {
            collect(&path, into, seen)?;
        } else if is_java(&path) {
            into.push(path);
        }
    }
    Ok(())
}

fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "java")
}
