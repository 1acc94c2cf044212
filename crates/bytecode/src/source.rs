//! The class path: directories and jars in order, the first that has a name wins.
//! As `java` does, entries that do not exist are ignored; one that exists but cannot be read is an error.

mod jar;
mod path;

pub use jar::{Manifest, manifest, write_jar};
pub use path::SearchPath;

use crate::names::{ClassName, DottedName};
use jar::{Jar, MAX_ENTRY_BYTES};
use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// Listing a class path stops after this many files.
const MOST_FILES: usize = 50_000;

#[derive(Debug)]
pub enum SourceError {
    Io { path: PathBuf, error: io::Error },
    Corrupt { path: PathBuf, what: String },
}

impl SourceError {
    pub(crate) fn io(path: &Path, error: io::Error) -> SourceError {
        SourceError::Io { path: path.to_owned(), error }
    }

    pub(crate) fn corrupt(path: &Path, what: impl Into<String>) -> SourceError {
        SourceError::Corrupt { path: path.to_owned(), what: what.into() }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SourceError::Io { path, error } => write!(f, "{}: {error}", path.display()),
            SourceError::Corrupt { path, what } => write!(f, "{}: {what}", path.display()),
        }
    }
}

impl std::error::Error for SourceError {}

#[derive(Debug)]
pub struct ClassPath {
    entries: Vec<Entry>,
    /// Feature version of the Java platform, which picks classes in multi-release jars.
    release: u16,
}

#[derive(Debug)]
enum Entry {
    Directory(PathBuf),
    Jar(Box<Jar>),
}

impl Entry {
    /// Whether it has a file by this path.
    fn has(&self, path: &str, release: u16) -> bool {
        match self {
            Entry::Directory(directory) => directory.join(path).is_file(),
            Entry::Jar(jar) => jar.has(path, release),
        }
    }
}

impl ClassPath {
    /// Takes multi-release jars at their base version; see `with_release`.
    pub fn open(path: &SearchPath) -> Result<ClassPath, SourceError> {
        let mut opening = Opening { entries: Vec::new(), seen: HashSet::new() };
        for entry in path.iter() {
            if entry.file_name().is_some_and(|name| name == "*") {
                opening.wildcard(entry.parent().unwrap_or(Path::new("")))?;
            } else {
                opening.entry(entry)?;
            }
        }
        Ok(ClassPath { entries: opening.entries, release: 8 })
    }

    pub fn with_release(self, release: u16) -> ClassPath {
        ClassPath { release, ..self }
    }

    /// For messages: not all of them if there are very many.
    pub fn class_names(&self) -> Vec<DottedName> {
        self.names_of(|_| true)
    }

    /// The same of entries that have one of these classes.
    pub fn class_names_around(&self, classes: &BTreeSet<ClassName>) -> Vec<DottedName> {
        self.names_of(|entry| classes.iter().any(|class| entry.has(&format!("{class}.class"), self.release)))
    }

    fn names_of(&self, counts: impl Fn(&Entry) -> bool) -> Vec<DottedName> {
        let mut files = Vec::new();
        for entry in self.entries.iter().filter(|entry| counts(entry)) {
            match entry {
                Entry::Directory(directory) => list_below(directory, "", &mut files),
                Entry::Jar(jar) => files.extend(jar.names()),
            }
        }
        let mut names: Vec<DottedName> =
            files.iter().filter_map(|file| file.strip_suffix(".class")).map(DottedName::written).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Names of the classes of the first entry alone: a jar may name others.
    pub fn own_class_names(mut self) -> Vec<DottedName> {
        self.entries.truncate(1);
        self.class_names()
    }

    pub fn find(&mut self, name: &ClassName) -> Result<Option<Vec<u8>>, SourceError> {
        self.resource(&format!("{name}.class"))
    }

    /// Whether its package takes no classes from elsewhere: that of a jar which is signed, or sealed.
    pub fn is_closed(&self, name: &ClassName) -> bool {
        let file = format!("{name}.class");
        let holder = self.entries.iter().find_map(|entry| match entry {
            Entry::Directory(_) => entry.has(&file, self.release).then_some(None),
            Entry::Jar(jar) => entry.has(&file, self.release).then_some(Some(jar)),
        });
        holder.flatten().is_some_and(|jar| jar.is_signed() || jar.manifest().is_sealed(name.package()))
    }

    /// A file by its path below an entry.
    pub fn resource(&mut self, path: &str) -> Result<Option<Vec<u8>>, SourceError> {
        for entry in &mut self.entries {
            let found = match entry {
                Entry::Directory(directory) => read_below(directory, path)?,
                Entry::Jar(jar) => jar.read(path, self.release)?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

struct Opening {
    entries: Vec<Entry>,
    /// Jars may name each other in `Class-Path`.
    seen: HashSet<PathBuf>,
}

impl Opening {
    fn entry(&mut self, path: &Path) -> Result<(), SourceError> {
        let path = or_here(path);
        let canonical = match fs::canonicalize(path) {
            Ok(canonical) => canonical,
            Err(error) if is_absence(&error) => return Ok(()),
            Err(error) => return Err(SourceError::io(path, error)),
        };
        if !self.seen.insert(canonical.clone()) {
            return Ok(());
        }
        if canonical.is_dir() {
            fs::read_dir(path).map_err(|error| SourceError::io(path, error))?;
            self.entries.push(Entry::Directory(path.to_owned()));
            return Ok(());
        }
        // Reading a pipe or a device may take for ever.
        if !canonical.is_file() {
            return Err(SourceError::corrupt(path, "neither a folder nor a jar"));
        }
        let jar = Jar::open(path)?;
        let more = jar.manifest().class_path.clone();
        self.entries.push(Entry::Jar(Box::new(jar)));
        more.iter().try_for_each(|entry| self.entry(entry))
    }

    /// `directory/*`: its jars, by name since `java` leaves the order open.
    fn wildcard(&mut self, directory: &Path) -> Result<(), SourceError> {
        let directory = or_here(directory);
        let files = match fs::read_dir(directory) {
            Ok(files) => files,
            Err(error) if is_absence(&error) => return Ok(()),
            Err(error) => return Err(SourceError::io(directory, error)),
        };
        let mut jars = Vec::new();
        for file in files {
            let path = file.map_err(|error| SourceError::io(directory, error))?.path();
            if path.extension().is_some_and(|extension| extension == "jar" || extension == "JAR") {
                jars.push(path);
            }
        }
        jars.sort();
        jars.iter().try_for_each(|jar| self.entry(jar))
    }
}

/// Files below a directory, by their path there; what cannot be read has no names.
fn list_below(directory: &Path, prefix: &str, files: &mut Vec<String>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        if files.len() >= MOST_FILES {
            return;
        }
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list_below(&entry.path(), &format!("{name}/"), files),
            Ok(_) => files.push(name),
            Err(_) => {}
        }
    }
}

/// An empty entry is the working directory.
fn or_here(path: &Path) -> &Path {
    if path.as_os_str().is_empty() { Path::new(".") } else { path }
}

fn is_absence(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | IsADirectory | InvalidInput | InvalidFilename)
}

/// Names come from the program under test, which must not reach outside of the directory.
fn read_below(directory: &Path, path: &str) -> Result<Option<Vec<u8>>, SourceError> {
    if !Path::new(path).components().all(|part| matches!(part, Component::Normal(_))) {
        return Ok(None);
    }
    let file = directory.join(path);
    let read = fs::metadata(&file).and_then(|kind| match kind {
        folder if folder.is_dir() => Ok(None),
        // Reading a pipe or a device may take for ever.
        other if !other.is_file() => Err(io::Error::other("not an ordinary file")),
        large if large.len() > MAX_ENTRY_BYTES => Err(io::Error::other("too large")),
        _ => fs::read(&file).map(Some),
    });
    match read {
        Err(error) if is_absence(&error) => Ok(None),
        read => read.map_err(|error| SourceError::io(&file, error)),
    }
}
