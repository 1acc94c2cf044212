//! Finds the JDK to run on: a directory given by the user, JAVA_HOME, or `java` on PATH, in this order.
//! A place that was named but holds no JDK is an error; we never fall through to the next one.

use std::fmt;
use std::path::{Path, PathBuf};

pub const OLDEST_FEATURE: u32 = 17;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    pub home: PathBuf,
    /// 17, 21, 25: the first number of JAVA_VERSION.
    pub feature: u32,
    /// All of JAVA_VERSION: `17.0.15`.
    pub version: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JdkError {
    NotFound,
    NotAJdk(PathBuf),
    NoVersion(PathBuf),
    TooOld(Jdk),
}

impl fmt::Display for JdkError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            JdkError::NotFound => {
                write!(f, "no JDK found: install JDK {OLDEST_FEATURE} or newer, pass --jdk DIR, or set JAVA_HOME")
            }
            JdkError::NotAJdk(path) => {
                write!(f, "{} is not a JDK: it has no lib/server/libjvm.so and lib/modules", path.display())
            }
            JdkError::NoVersion(path) => {
                write!(f, "{}: the file `release` tells no JAVA_VERSION", path.display())
            }
            JdkError::TooOld(jdk) => {
                write!(f, "{} is JDK {}: JDK {OLDEST_FEATURE} or newer is needed", jdk.home.display(), jdk.feature)
            }
        }
    }
}

impl std::error::Error for JdkError {}

impl Jdk {
    /// `java_home` and `path` are the environment variables JAVA_HOME and PATH.
    pub fn find(explicit: Option<&Path>, java_home: Option<&str>, path: Option<&str>) -> Result<Jdk, JdkError> {
        let named = explicit.or(java_home.filter(|home| !home.is_empty()).map(Path::new));
        let home = match named {
            Some(home) => home.to_owned(),
            None => path.and_then(home_on_path).ok_or(JdkError::NotFound)?,
        };
        let Some((feature, version)) = version(&home) else {
            let looks_right = is_home(&home);
            return Err(if looks_right { JdkError::NoVersion(home) } else { JdkError::NotAJdk(home) });
        };
        let jdk = Jdk { home, feature, version };
        // An old JDK may have another layout: say that it is old, not that it is none.
        if jdk.feature < OLDEST_FEATURE {
            return Err(JdkError::TooOld(jdk));
        }
        if is_home(&jdk.home) { Ok(jdk) } else { Err(JdkError::NotAJdk(jdk.home)) }
    }

    pub(crate) fn libjvm(home: &Path) -> PathBuf {
        home.join("lib/server/libjvm.so")
    }
}

fn is_home(directory: &Path) -> bool {
    Jdk::libjvm(directory).is_file() && directory.join("lib/modules").is_file()
}

/// Follows `/usr/bin/java` through its symbolic links to the JDK that holds it.
fn home_on_path(path: &str) -> Option<PathBuf> {
    std::env::split_paths(path)
        .filter_map(|directory| directory.join("java").canonicalize().ok())
        .find_map(|java| java.ancestors().skip(1).find(|dir| is_home(dir)).map(Path::to_owned))
}

/// Reads the `17` and the whole of `JAVA_VERSION="17.0.15"`.
fn version(home: &Path) -> Option<(u32, String)> {
    let release = std::fs::read_to_string(home.join("release")).ok()?;
    let version = release.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?.trim_matches('"');
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    let feature = match numbers.next()?.parse().ok()? {
        1 => numbers.next()?.parse().ok()?,
        feature => feature,
    };
    Some((feature, version.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A directory that looks like a JDK, removed at the end of the test.
    struct Fake(PathBuf);

    impl Fake {
        fn new(name: &str, release: &str) -> Fake {
            let home = std::env::temp_dir().join(format!("jacana-jdk-{}-{name}", std::process::id()));
            for file in ["lib/server/libjvm.so", "lib/modules", "bin/java"] {
                let file = home.join(file);
                fs::create_dir_all(file.parent().unwrap()).unwrap();
                fs::write(file, "").unwrap();
            }
            fs::write(home.join("release"), release).unwrap();
            Fake(home)
        }
    }

    impl Drop for Fake {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn an_explicit_directory_wins_over_java_home() {
        let fake = Fake::new("explicit", "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"21.0.1\"\n");
        let jdk = Jdk::find(Some(&fake.0), Some("/nowhere"), None).unwrap();
        assert_eq!(jdk, Jdk { home: fake.0.clone(), feature: 21, version: "21.0.1".into() });
    }

    #[test]
    fn a_link_on_the_path_leads_to_its_home() {
        let fake = Fake::new("linked", "JAVA_VERSION=\"25\"\n");
        let bin = fake.0.join("links");
        fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink(fake.0.join("bin/java"), bin.join("java")).unwrap();
        let path = format!("/nowhere:{}", bin.display());
        let jdk = Jdk::find(None, Some(""), Some(&path)).unwrap();
        assert_eq!((jdk.home, jdk.feature), (fake.0.canonicalize().unwrap(), 25));
    }

    #[test]
    fn old_ones_and_other_directories_are_refused() {
        let old = Fake::new("old", "JAVA_VERSION=\"1.8.0_402\"\n");
        let found = Jdk::find(Some(&old.0), None, None);
        assert_eq!(found, Err(JdkError::TooOld(Jdk { home: old.0.clone(), feature: 8, version: "1.8.0_402".into() })));
        let mute = Fake::new("mute", "");
        assert_eq!(Jdk::find(Some(&mute.0), None, None), Err(JdkError::NoVersion(mute.0.clone())));
        let other = Jdk::find(None, Some("/tmp"), Some("/usr/bin"));
        assert_eq!(other, Err(JdkError::NotAJdk("/tmp".into())));
        assert_eq!(Jdk::find(None, None, Some("/nowhere")), Err(JdkError::NotFound));
    }
}
