//! Where the things under test are: the workspace, the `jacana` binary, the JDK, a place for temporary files.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::cache::{Key, copy};

/// Options of a JVM that does not live long.
pub const SHORT_LIVED: [&str; 3] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"];

/// The programs that the tests start.
#[derive(Clone, Debug)]
pub struct Tools {
    pub jacana: PathBuf,
    pub jdk: PathBuf,
}

impl Tools {
    /// The binary of `JACANA` or of the release build; the JDK of `JAVA_HOME` or of `java` on the path.
    pub fn find() -> Tools {
        Tools::find_at(None)
    }

    /// The same, with another binary if one is named.
    pub fn find_at(jacana: Option<PathBuf>) -> Tools {
        let jacana = jacana.or_else(|| env::var_os("JACANA").map(PathBuf::from)).unwrap_or_else(release_build);
        assert!(jacana.is_file(), "no {}: run cargo build --release, or set JACANA", jacana.display());
        Tools { jacana, jdk: jdk() }
    }

    pub fn java(&self) -> Command {
        clean(Command::new(self.jdk.join("bin/java")))
    }

    /// Of the JDK: 17, 21, 25.
    pub fn feature(&self) -> u32 {
        let release = fs::read_to_string(self.jdk.join("release")).expect("a JDK says what it is");
        let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION=\"")).expect("a version");
        version.split(['.', '"', '-', '+']).next().and_then(|number| number.parse().ok()).expect("a number")
    }

    /// Of the JDK, or of the one that the tests run on where it is a runtime alone. Programs are so short that the second compiler and
    /// more threads cost more than they bring.
    pub fn javac(&self) -> Command {
        let own = self.jdk.join("bin/javac");
        let javac = if own.is_file() { own } else { jdk().join("bin/javac") };
        let mut javac = clean(Command::new(javac));
        javac.args(SHORT_LIVED.map(|option| format!("-J{option}")));
        javac
    }

    pub fn jar(&self) -> Command {
        clean(Command::new(self.jdk.join("bin/jar")))
    }

    pub fn jacana(&self) -> Command {
        let mut jacana = clean(Command::new(&self.jacana));
        jacana.env("JAVA_HOME", &self.jdk);
        jacana
    }
}

/// Both sides see the same environment: UTF-8, one time zone, no options from outside.
fn clean(mut command: Command) -> Command {
    command.env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
    for name in ["CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command
}

pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("tests/differential is two below the root").to_path_buf()
}

/// Where Cargo builds.
pub fn build_folder() -> PathBuf {
    workspace().join(env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from))
}

fn release_build() -> PathBuf {
    build_folder().join("release/jacana")
}

fn jdk() -> PathBuf {
    let on_path = || {
        let path = env::var_os("PATH").unwrap_or_default();
        let java = env::split_paths(&path).map(|dir| dir.join("java")).find(|java| java.is_file())?;
        let real = fs::canonicalize(java).ok()?;
        Some(real.parent()?.parent()?.to_path_buf())
    };
    let home = env::var_os("JAVA_HOME").map(PathBuf::from).filter(|home| home.join("bin/javac").is_file());
    home.or_else(on_path).expect("no JDK: set JAVA_HOME or put java on the path (scripts/setup does)")
}

/// A folder of its own below the temporary folder; gone when dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new(name: &str) -> Scratch {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = env::temp_dir().join(format!("jacana-{name}-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap_or_else(|error| panic!("cannot make {}: {error}", path.display()));
        Scratch(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file below the folder and answers its path.
    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("below the folder")).expect("temporary folder is writable");
        fs::write(&path, contents).expect("temporary folder is writable");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Compiles Java sources into `classes`; a failure is a mistake in our own fixtures.
pub fn compile(tools: &Tools, sources: &[PathBuf], class_path: &str, classes: &Path) {
    compile_with(tools, sources, &["-cp", class_path], classes);
}

/// As `compile`, with options of javac.
pub fn compile_with(tools: &Tools, sources: &[PathBuf], options: &[&str], classes: &Path) {
    let made = compiled(tools, sources, options).unwrap_or_else(|error| panic!("javac: {error}"));
    copy(&made, classes);
}

/// A folder with the classes of sources, or what javac says. What was compiled before is not compiled again, so the folder is
/// nobody's own.
pub fn compiled(tools: &Tools, sources: &[PathBuf], options: &[&str]) -> Result<PathBuf, String> {
    let mut key = Key::new(tools, "javac");
    options.iter().for_each(|option| _ = key.word(option));
    for source in sources {
        key.text(&source.file_name().unwrap_or_default().to_string_lossy()).path(source);
    }
    key.folder(|folder| {
        let mut javac = tools.javac();
        javac.args(["-nowarn", "-Xlint:none"]).args(options).arg("-d").arg(folder).args(sources);
        let output = javac.output().expect("javac starts");
        if output.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
    })
}
