//! What `jacana doctor` looks at. Where the engine looks for something itself, the doctor asks the same function.

use super::options::Doctor;
use super::trial;
use super::{Check, Status};
use crate::program::launch::{jdk_at, machine_memory};
use hotspot::{Jdk, JdkError};
use sandbox::Scratch;
use std::env;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// The releases of the JDK with long-term support, on which the tests run.
const TESTED_JDKS: [u32; 3] = [17, 21, 25];
/// `verify` and `check` use up to 3 GB unless told otherwise; a JVM that confirms what they find runs beside them.
const COMFORTABLE_MEMORY: u64 = 4 << 30;
/// Classes that are compiled, candidates of tests and their coverage.
const COMFORTABLE_ROOM: u64 = 512 << 20;

/// Programs that only some projects need, with what for.
const PROGRAMS: [(&str, &str); 3] = [
    ("git", "only the history of a project needs it"),
    ("mvn", "only projects with a pom.xml and without mvnw need it"),
    ("gradle", "only projects with a build.gradle and without gradlew need it"),
];

/// Where Debian and Maven keep the classes that generated tests are compiled against.
const DEBIAN_JUNIT: &str = "/usr/share/java/junit-jupiter-api.jar";
const MAVEN_JUNIT: &str = ".m2/repository/org/junit/jupiter/junit-jupiter-api";

pub fn all(doctor: &Doctor) -> Vec<Check> {
    let found = jdk_at(doctor.jdk.as_deref());
    let mut checks = vec![jdk(doctor, &found)];
    let mut compiler = None;
    if let Ok(jdk) = &found {
        compiler = Some(jdk.home.join("bin/javac")).filter(|javac| is_program(javac));
        checks.push(javac(compiler.as_deref()));
    }
    let room = temporary_folder();
    let can_try = compiler.is_some() && room.status != Status::MissingAndNeeded;
    checks.extend([kernel(), cores(), memory(), room]);
    if can_try {
        checks.push(trial::trial(doctor));
    }
    checks.extend(PROGRAMS.map(|(name, purpose)| program(name, purpose)));
    checks.push(junit());
    checks
}

fn jdk(doctor: &Doctor, found: &Result<Jdk, JdkError>) -> Check {
    const NAME: &str = "JDK";
    let origin = match (&doctor.jdk, env::var("JAVA_HOME")) {
        (Some(_), _) => "--jdk",
        (None, Ok(home)) if !home.is_empty() => "JAVA_HOME",
        (None, _) => "java on PATH",
    };
    match found {
        Ok(Jdk { home, feature, version }) => {
            let found = format!("{version} in {} ({origin})", home.display());
            if TESTED_JDKS.contains(feature) {
                return Check::ok(NAME, found);
            }
            Check::short(NAME, Status::Warning, found, "17, 21 and 25 are the releases that are tested")
        }
        // Where nothing was named, the message itself says what to do.
        Err(error @ JdkError::NotFound) => {
            let advice = "on Debian: apt install default-jdk-headless";
            Check::short(NAME, Status::MissingAndNeeded, error.to_string(), advice)
        }
        Err(error) => {
            let advice = "set JAVA_HOME, or pass --jdk DIR, to a JDK 17 or newer";
            Check::short(NAME, Status::MissingAndNeeded, format!("{error} ({origin})"), advice)
        }
    }
}

fn javac(compiler: Option<&Path>) -> Check {
    match compiler {
        Some(javac) => Check::ok("javac", javac.display().to_string()),
        None => Check::short(
            "javac",
            Status::Missing,
            "this is a JRE, without a compiler",
            "sources, contracts and `test` need a whole JDK (class files and jars do not)",
        ),
    }
}

fn kernel() -> Check {
    const NAME: &str = "confinement";
    let defence = sandbox::probe();
    let landlock = match defence.landlock_abi {
        Some(abi) => format!("landlock (ABI {abi})"),
        None => "no landlock".into(),
    };
    let found = format!("{landlock}, {}", if defence.calls { "seccomp" } else { "no seccomp" });
    if defence.is_whole() {
        return Check::ok(NAME, found);
    }
    if defence.holds() {
        let advice = "programs under test are kept from files by fewer means; Linux 6.12 with landlock has all";
        return Check::short(NAME, Status::Warning, found, advice);
    }
    let advice =
        "without seccomp nothing is confirmed on a JVM unless --allow-io permits all: use another kernel or container";
    Check::short(NAME, Status::MissingAndNeeded, found, advice)
}

fn cores() -> Check {
    match std::thread::available_parallelism() {
        Ok(cores) => Check::ok("cores", format!("{cores} (for --jobs)")),
        Err(error) => Check::short("cores", Status::Warning, error.to_string(), "--jobs says how many to use"),
    }
}

fn memory() -> Check {
    const NAME: &str = "memory";
    // What a container may use, where the kernel tells.
    let limit = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok().and_then(|text| text.trim().parse().ok());
    let Some(bytes) = machine_memory().into_iter().chain(limit).min() else {
        return Check::short(NAME, Status::Warning, "unknown", "--memory says how much to use");
    };
    if bytes >= COMFORTABLE_MEMORY {
        return Check::ok(NAME, size(bytes));
    }
    Check::short(
        NAME,
        Status::Warning,
        size(bytes),
        "pass --memory 1G or the like: the default of `verify` and `check` is 3G",
    )
}

fn temporary_folder() -> Check {
    const NAME: &str = "temporary folder";
    let folder = env::temp_dir();
    let scratch = match Scratch::new() {
        Ok(scratch) => scratch,
        Err(error) => {
            let found = format!("{} cannot be written: {error}", folder.display());
            return Check::short(NAME, Status::MissingAndNeeded, found, "set TMPDIR to a folder that can");
        }
    };
    match scratch.room() {
        Ok(bytes) if bytes >= COMFORTABLE_ROOM => {
            Check::ok(NAME, format!("{}, {} free", folder.display(), size(bytes)))
        }
        Ok(bytes) => {
            let found = format!("{}, only {} free", folder.display(), size(bytes));
            Check::short(NAME, Status::Warning, found, "make room, or set TMPDIR to another folder")
        }
        Err(error) => {
            let found = format!("{}, unknown room: {error}", folder.display());
            Check::short(NAME, Status::Warning, found, "TMPDIR names another folder")
        }
    }
}

fn program(name: &'static str, purpose: &str) -> Check {
    let path = env::var_os("PATH").unwrap_or_default();
    match env::split_paths(&path).map(|folder| folder.join(name)).find(|file| is_program(file)) {
        Some(file) => Check::ok(name, file.display().to_string()),
        None => Check::short(name, Status::Missing, "not on PATH", purpose),
    }
}

fn junit() -> Check {
    const NAME: &str = "JUnit 5";
    let home = env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let places = [PathBuf::from(DEBIAN_JUNIT), home.join(MAVEN_JUNIT)];
    match places.iter().find(|place| place.exists()) {
        Some(place) => Check::ok(NAME, place.display().to_string()),
        None => {
            let advice = "jacana does not need it, but tests that it writes do when you run them";
            Check::short(NAME, Status::Missing, "neither in /usr/share/java nor in ~/.m2", advice)
        }
    }
}

fn is_program(file: &Path) -> bool {
    file.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

/// `15.6 GB`
fn size(bytes: u64) -> String {
    const MEGABYTE: u64 = 1 << 20;
    match bytes / MEGABYTE {
        megabytes @ 0..1024 => format!("{megabytes} MB"),
        megabytes => format!("{:.1} GB", megabytes as f64 / 1024.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!([700 << 20, 3 << 29, 16 << 30].map(size), ["700 MB", "1.5 GB", "16.0 GB"]);
    }

    #[test]
    fn a_folder_that_is_no_jdk_is_told_with_where_it_came_from() {
        let doctor = Doctor { jdk: Some("/tmp".into()), json: false };
        let check = jdk(&doctor, &jdk_at(doctor.jdk.as_deref()));
        assert_eq!(check.status, Status::MissingAndNeeded);
        assert!(check.found.ends_with("(--jdk)"), "{}", check.found);
    }

    #[test]
    fn the_probe_leaves_this_thread_free() {
        kernel();
        assert!(Scratch::new().is_ok());
    }
}
