//! Jars of this machine by the packages in them: where Maven and Gradle keep what they fetched, and where Debian installs libraries.

use bytecode::{ClassPath, SearchPath};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Below the home of the user.
const CACHES: [&str; 2] = [".m2/repository", ".gradle/caches/modules-2"];
const SYSTEM: &str = "/usr/share/java";
/// Folders below folders.
const DEEPEST: usize = 12;

/// The jars that have a package; of several versions the one whose name comes last.
#[derive(Default)]
pub struct Jars {
    by_package: BTreeMap<String, PathBuf>,
}

impl Jars {
    pub fn of_machine() -> Jars {
        let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
        let mut files = Vec::new();
        for folder in CACHES.iter().map(|name| home.join(name)).chain([PathBuf::from(SYSTEM)]) {
            collect(&folder, DEEPEST, &mut files);
        }
        Jars::among(files)
    }

    fn among(mut files: Vec<PathBuf>) -> Jars {
        files.sort();
        let mut jars = Jars::default();
        for file in files {
            let Ok(path) = ClassPath::open(&SearchPath::of(file.clone())) else { continue };
            for class in path.class_names() {
                jars.by_package.insert(class.package().to_string(), file.clone());
            }
        }
        jars
    }

    pub fn with(&self, package: &str) -> Option<&Path> {
        self.by_package.get(package).map(PathBuf::as_path)
    }
}

/// Jars with classes, not with sources; links lead to what is there under another name.
fn collect(folder: &Path, depth: usize, into: &mut Vec<PathBuf>) {
    let Some(depth) = depth.checked_sub(1) else { return };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else { continue };
        let name = entry.file_name().to_string_lossy().into_owned();
        if kind.is_dir() {
            collect(&path, depth, into);
        } else if kind.is_file()
            && name.ends_with(".jar")
            && !name.ends_with("-sources.jar")
            && !name.ends_with("-javadoc.jar")
        {
            into.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytecode::write_jar;

    #[test]
    fn packages_lead_to_the_last_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let below = folder.path().join("a/b");
        fs::create_dir_all(&below).expect("writable");
        for name in ["tool-1.jar", "tool-2.jar", "tool-2-sources.jar", "broken.jar"] {
            let jar = write_jar("", &[("x/y/Tool.class".to_string(), vec![0])]).expect("a jar");
            fs::write(below.join(name), if name == "broken.jar" { vec![1] } else { jar }).expect("writable");
        }
        let mut files = Vec::new();
        collect(folder.path(), DEEPEST, &mut files);
        let jars = Jars::among(files);
        assert_eq!(jars.with("x.y"), Some(below.join("tool-2.jar").as_path()));
        assert_eq!(jars.with("x"), None);
    }
}
