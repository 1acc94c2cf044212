//! What the JDK answered before: classes that javac made, outcomes of programs on `java`. Kept below the build folder by a key of
//! everything that the answer depends on, so that tests in processes of their own, and later runs, share it.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::available_parallelism;
use std::time::{Duration, UNIX_EPOCH};

use crate::fixture::files_below;
use crate::process::{Exit, Outcome};
use crate::sha256::sha256;
use crate::tools::Tools;

/// Of the environment, what a program can see and may tell.
const VARIABLES: [&str; 6] = ["HOME", "USER", "LOGNAME", "PATH", "TMPDIR", "HOSTNAME"];

/// Everything that an answer depends on.
pub struct Key(Vec<u8>);

impl Key {
    /// For an answer of this JDK, in this environment.
    pub fn new(tools: &Tools, what: &str) -> Key {
        let mut key = Key(Vec::new());
        key.text(what).stamp(&tools.jdk.join("release")).stamp(&tools.jdk.join("lib/modules"));
        for name in VARIABLES {
            key.text(&env::var(name).unwrap_or_default());
        }
        key.text(&available_parallelism().map_or(0, usize::from).to_string());
        key
    }

    pub fn text(&mut self, text: &str) -> &mut Key {
        self.bytes(text.as_bytes())
    }

    /// With its length, so that no two lists of parts look the same.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Key {
        self.0.extend(bytes.len().to_le_bytes());
        self.0.extend(bytes);
        self
    }

    /// A word of a command line. Where it names files, their contents count; names of temporary folders do not.
    pub fn word(&mut self, word: &str) -> &mut Key {
        for part in word.split([':', '=', ',']) {
            let path = Path::new(part);
            if path.is_absolute() && path.exists() {
                self.path(path);
            } else {
                self.text(part);
            }
        }
        self
    }

    /// A file, or all files below a folder. Files of the system are known by their times and sizes.
    pub fn path(&mut self, path: &Path) -> &mut Key {
        if path.is_dir() {
            for file in files_below(path) {
                self.text(&file.strip_prefix(path).expect("below the folder").display().to_string());
                self.bytes(&fs::read(&file).unwrap_or_default());
            }
            return self;
        }
        if path.starts_with("/usr") {
            return self.stamp(path);
        }
        self.bytes(&fs::read(path).unwrap_or_default())
    }

    /// A file that nobody changes without changing its size or time.
    fn stamp(&mut self, path: &Path) -> &mut Key {
        let about = path.metadata().ok();
        let changed = about.as_ref().and_then(|about| about.modified().ok()?.duration_since(UNIX_EPOCH).ok());
        let nanos = changed.unwrap_or_default().as_nanos();
        self.text(&format!("{} {} {nanos}", path.display(), about.map_or(0, |about| about.len())))
    }

    /// Its digest, as a part of other keys.
    fn digest(&self) -> String {
        sha256(&self.0)
    }

    /// The folder of the answer, made by `make` if it was not asked for before. What fails is not kept.
    pub fn folder(&self, make: impl FnOnce(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let root = root();
        let folder = root.join(self.digest());
        if folder.is_dir() {
            return Ok(folder);
        }
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let unfinished = root.join(format!("unfinished-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&unfinished);
        fs::create_dir_all(&unfinished).expect("the build folder is writable");
        let made = make(&unfinished);
        // Whoever is second throws his own away: both are the same.
        if made.is_err() || fs::rename(&unfinished, &folder).is_err() {
            let _ = fs::remove_dir_all(&unfinished);
        }
        made.map(|()| folder)
    }

    /// The outcome of a program that was run before.
    pub fn outcome(&self) -> Option<Outcome> {
        let folder = root().join(self.digest());
        let exit = fs::read_to_string(folder.join("exit")).ok()?;
        let (exit, nanos) = exit.split_once(' ')?;
        let files = folder.join("files");
        let name = |file: &Path| file.strip_prefix(&files).expect("below the folder").display().to_string();
        Some(Outcome {
            stdout: fs::read(folder.join("stdout")).ok()?,
            stderr: fs::read(folder.join("stderr")).ok()?,
            exit: Exit::Code(exit.parse().ok()?),
            files: files_below(&files).iter().map(|file| (name(file), fs::read(file).unwrap_or_default())).collect(),
            time: Duration::from_nanos(nanos.parse().ok()?),
        })
    }

    /// Keeps the outcome of a program that came to an end.
    pub fn keep(&self, outcome: &Outcome) {
        let Exit::Code(code) = outcome.exit else { return };
        let _ = fs::remove_dir_all(root().join(self.digest()));
        let kept = self.folder(|folder| {
            let write = |name: &str, bytes: &[u8]| {
                let file = folder.join(name);
                fs::create_dir_all(file.parent().expect("below the folder")).expect("the build folder is writable");
                fs::write(file, bytes).expect("the build folder is writable");
            };
            fs::create_dir_all(folder.join("files")).expect("the build folder is writable");
            write("stdout", &outcome.stdout);
            write("stderr", &outcome.stderr);
            outcome.files.iter().for_each(|(name, bytes)| write(&format!("files/{name}"), bytes));
            write("exit", format!("{code} {}", outcome.time.as_nanos()).as_bytes());
            Ok(())
        });
        kept.expect("writing does not fail");
    }
}

/// Digests of class path entries, which many programs share.
#[derive(Default)]
pub struct Digests(Mutex<BTreeMap<PathBuf, String>>);

impl Digests {
    pub fn of(&self, entry: &Path) -> String {
        let mut known = self.0.lock().expect("no one panics while holding it");
        known.entry(entry.to_path_buf()).or_insert_with(|| Key(Vec::new()).path(entry).digest()).clone()
    }
}

/// Below the folder that Cargo builds in, which it marks.
fn root() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    target.map_or_else(env::temp_dir, Path::to_path_buf).join("jdk-answers")
}

/// Copies all files below a folder.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("temporary folder is writable");
    for file in files_below(from) {
        let target = to.join(file.strip_prefix(from).expect("below the folder"));
        fs::create_dir_all(target.parent().expect("below the folder")).expect("temporary folder is writable");
        fs::copy(&file, target).expect("temporary folder is writable");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::Scratch;

    fn key(parts: &[&str]) -> String {
        let mut key = Key(Vec::new());
        parts.iter().for_each(|part| _ = key.word(part));
        key.digest()
    }

    #[test]
    fn contents_of_files_count_and_places_of_folders_do_not() {
        let (one, other) = (Scratch::new("key"), Scratch::new("key"));
        for scratch in [&one, &other] {
            scratch.write("a/A.class", "same");
        }
        let path = |scratch: &Scratch| scratch.path().display().to_string();
        assert_eq!(key(&["-cp", &path(&one)]), key(&["-cp", &path(&other)]));
        other.write("a/A.class", "other");
        assert_ne!(key(&["-cp", &path(&one)]), key(&["-cp", &path(&other)]));
        one.write("a/A.class", "other");
        one.write("b/A.class", "other");
        assert_ne!(key(&["-cp", &path(&one)]), key(&["-cp", &path(&other)]), "a file more");
        assert_ne!(key(&["ab", "c"]), key(&["a", "bc"]));
    }

    #[test]
    fn an_outcome_is_kept_with_all_its_parts() {
        let key = Key(format!("a test {}", std::process::id()).into());
        assert_eq!(key.outcome(), None);
        let outcome = Outcome {
            stdout: b"out".into(),
            stderr: b"err".into(),
            exit: Exit::Code(3),
            files: BTreeMap::from([("folder/name".to_string(), b"contents".to_vec())]),
            time: Duration::from_millis(7),
        };
        key.keep(&outcome);
        assert_eq!(key.outcome().as_ref(), Some(&outcome));
        let second = Outcome { exit: Exit::Code(0), files: BTreeMap::new(), ..outcome };
        key.keep(&second);
        assert_eq!(key.outcome().as_ref(), Some(&second));
        fs::remove_dir_all(root().join(key.digest())).expect("it was kept");
    }
}
