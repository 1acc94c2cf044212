//! Where JaCoCo is: its agent and the jars that its analysis needs, of a folder that the user names, of Debian's, or of Maven's.

use super::Jacoco;
use bytecode::{ClassPath, DottedName, SearchPath};
use sandbox::{Free, Job, Program, Writes};
use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The agent, in the jar that brings it.
const AGENT: &str = "jacocoagent.jar";
const CORE: &str = "org.jacoco.core";
/// In /usr/share/java and as artifacts.
const ANALYSIS: [&str; 4] = [CORE, "asm", "asm-commons", "asm-tree"];
const SYSTEM: &str = "/usr/share/java";
const MAVEN: [&str; 2] = [".m2/repository/org/jacoco", ".m2/repository/org/ow2/asm"];
const FOLDERS: u32 = 3;
/// Programs of ours.
const NEWEST: &str = "jacana.trial.Newest";
const SAMPLE: &str = "jacana.trial.Sample";
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Found {
    agent: PathBuf,
    /// For the compiler.
    pub jars: SearchPath,
}

/// Where to look for JaCoCo.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// A folder that the user named: it must have it.
    pub named: Option<PathBuf>,
    /// The user's own folder, where Maven keeps what it fetched.
    pub home: PathBuf,
}

/// The folder that the user named has none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoJacoco(PathBuf);

impl fmt::Display for NoJacoco {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "no JaCoCo in {}", self.0.display())
    }
}

impl std::error::Error for NoJacoco {}

pub fn find(places: &Places) -> Result<Option<Found>, NoJacoco> {
    if let Some(folder) = &places.named {
        return below(&[folder]).map(Some).ok_or_else(|| NoJacoco(folder.clone()));
    }
    let [jacoco, asm] = MAVEN.map(|below| places.home.join(below));
    Ok(below(&[Path::new(SYSTEM)]).or_else(|| below(&[&jacoco, &asm])))
}

/// The newest of each, but the agent of the same version as the rest.
fn below(folders: &[&Path]) -> Option<Found> {
    let mut jars: Vec<PathBuf> = Vec::new();
    folders.iter().for_each(|folder| collect(folder, FOLDERS, &mut jars));
    jars.sort_by_key(|jar| version(jar));
    let newest = |artifact: &str| jars.iter().rev().find(|jar| self::artifact(jar) == artifact);
    let all: Option<SearchPath> = ANALYSIS.iter().map(|&artifact| newest(artifact).cloned()).collect();
    let wanted = version(newest(CORE)?);
    let is_agent = |jar: &&PathBuf| matches!(artifact(jar).as_str(), "org.jacoco.agent" | "jacocoagent");
    let agents: Vec<&PathBuf> = jars.iter().filter(is_agent).collect();
    let agent = agents.iter().find(|jar| version(jar) == wanted).or_else(|| agents.last())?;
    Some(Found { agent: agent.to_path_buf(), jars: all? })
}

fn collect(folder: &Path, depth: u32, jars: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.extension().is_some_and(|ending| ending == "jar") {
            jars.push(path);
        } else if depth > 0 && path.is_dir() {
            collect(&path, depth - 1, jars);
        }
    }
}

fn split(jar: &Path) -> (String, String) {
    let stem = jar.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let at = stem
        .char_indices()
        .find(|&(at, letter)| letter == '-' && stem[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    match at {
        Some((at, _)) => (stem[..at].into(), stem[at + 1..].into()),
        None => (stem, String::new()),
    }
}

fn artifact(jar: &Path) -> String {
    split(jar).0
}

/// Its numbers: 0.8.12 is after 0.8.6.
fn version(jar: &Path) -> Vec<u32> {
    split(jar).1.split(['.', '-']).filter_map(|part| part.parse().ok()).collect()
}

/// Why a JaCoCo that is there measures nothing.
#[derive(Debug)]
pub enum Unusable {
    Files(io::Error),
    /// What its JVM said first.
    Silent(String),
}

impl fmt::Display for Unusable {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unusable::Files(why) => write!(f, "JaCoCo cannot be read: {why}"),
            Unusable::Silent(said) => write!(f, "this JaCoCo does not work with this JDK: {said}"),
        }
    }
}

impl std::error::Error for Unusable {}

impl Found {
    /// With the agent, and the folder of the class of ours that asks the analysis.
    pub fn prepare(&self, free: &Free, ours: &Path) -> Result<Jacoco, Unusable> {
        let agent = self.unpack(free).map_err(Unusable::Files)?;
        let mut jacoco = Jacoco { agent, class_path: self.jars.with_first(ours), newest: 0 };
        jacoco.newest = newest(free, &jacoco)?;
        Ok(jacoco)
    }

    fn unpack(&self, free: &Free) -> io::Result<PathBuf> {
        let inner = ClassPath::open(&SearchPath::of(&self.agent))
            .and_then(|mut path| path.resource(AGENT))
            .map_err(io::Error::other)?;
        match inner {
            Some(bytes) => {
                let file = free.given.join(AGENT);
                free.write(&file, bytes)?;
                Ok(file)
            }
            // The jar is the agent.
            None => Ok(self.agent.clone()),
        }
    }
}

/// The newest version of class files that it knows, of those that the JDK knows. Classes that are newer make it write an error for each
/// of them, again and again, and their tests cover nothing.
fn newest(free: &Free, jacoco: &Jacoco) -> Result<u16, Unusable> {
    let agent = jacoco.option(&[DottedName::new(SAMPLE)]);
    let class_path = jacoco.class_path.to_string();
    let words = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", &agent, "-cp", &class_path, NEWEST];
    let arguments = words.map(OsString::from).into();
    let job = Job { program: Program::Java, arguments, writes: Writes::Nothing, time: PATIENCE, input: Vec::new() };
    let said = free.run(job).map_err(Unusable::Files)?.errors;
    let said = String::from_utf8_lossy(&said);
    let told = said.lines().find_map(|line| line.strip_prefix("newest ")?.parse().ok());
    told.ok_or_else(|| Unusable::Silent(said.lines().next().unwrap_or("it said nothing").into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_jars_are_artifact_and_version() {
        let of = |name: &str| (artifact(Path::new(name)), version(Path::new(name)));
        assert_eq!(of("/x/org.jacoco.core-0.8.12.jar"), ("org.jacoco.core".into(), vec![0, 8, 12]));
        assert_eq!(of("asm-commons.jar"), ("asm-commons".into(), vec![]));
        assert_eq!(of("org.jacoco.agent-0.8.6-runtime.jar"), ("org.jacoco.agent".into(), vec![0, 8, 6]));
        assert!(version(Path::new("asm-9.4.jar")) < version(Path::new("asm-9.10.jar")));
    }
}
