//! Sources of the program for reports: found below the folders that the user names, as javac would look for them.

use super::options::{Launch, Program};
use bytecode::SearchPath;
use std::path::{Path, PathBuf};

/// Where builds put classes, and where the sources of those lie.
const BUILDS: [(&str, &str); 4] = [
    ("target/classes", "src/main/java"),
    ("build/classes/java/main", "src/main/java"),
    ("build/classes", "src"),
    ("bin", "src"),
];

/// Files and folders in which sources may lie.
pub struct Listing {
    roots: Vec<PathBuf>,
}

impl Listing {
    /// `program` is what the user named, where it was compiled meanwhile.
    pub fn new(launch: &Launch, program: Option<&Program>) -> Listing {
        let mut roots = launch.sources.clone();
        if let Program::Source(source) = program.unwrap_or(&launch.program) {
            roots.push(source.clone());
        }
        roots.extend(launch.specs.iter().cloned());
        let path = launch.class_path.clone().unwrap_or_else(|| SearchPath::of("."));
        for entry in path.iter() {
            let built = BUILDS.iter().filter(|(classes, _)| entry.ends_with(classes));
            roots.extend(built.filter_map(|(classes, sources)| {
                let project = entry.ancestors().nth(Path::new(classes).components().count())?;
                Some(project.join(sources))
            }));
            roots.push(entry.to_path_buf());
        }
        Listing { roots }
    }

    /// The text of a source by its place below a root: `com/example/Main.java`.
    pub fn text(&self, below: &str) -> Option<String> {
        let name = below.rsplit('/').next();
        self.roots.iter().find_map(|root| {
            let is_itself =
                root.is_file() && root.file_name().is_some_and(|file| Some(file) == name.map(AsRef::as_ref));
            std::fs::read_to_string(if is_itself { root.clone() } else { root.join(below) }).ok()
        })
    }
}
