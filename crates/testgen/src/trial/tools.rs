//! What candidates are tried with: the program of ours that runs them and JaCoCo, compiled once.

use super::Jacoco;
use super::jacoco::{self, NoJacoco, Places};
use bytecode::SearchPath;
use replay::javac::{JavacError, javac};
use sandbox::Free;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The program, and what tests need of JUnit: the class path may have none.
const HELPER: [(&str, &str); 17] = [
    ("TestProbe.java", include_str!("../../java/trial/TestProbe.java")),
    ("Thrown.java", include_str!("../../java/trial/Thrown.java")),
    ("Observed.java", include_str!("../../java/trial/Observed.java")),
    ("Local.java", include_str!("../../java/trial/Local.java")),
    ("Measured.java", include_str!("../../java/trial/Measured.java")),
    ("Alone.java", include_str!("../../java/trial/Alone.java")),
    ("RandomCalls.java", include_str!("../../java/trial/RandomCalls.java")),
    ("RandomCall.java", include_str!("../../java/trial/RandomCall.java")),
    ("Grammar.java", include_str!("../../java/trial/Grammar.java")),
    ("RandomArguments.java", include_str!("../../java/trial/RandomArguments.java")),
    ("Node.java", include_str!("../../java/trial/Node.java")),
    ("Probes.java", include_str!("../../java/trial/Probes.java")),
    ("Test.java", include_str!("../../java/junit/Test.java")),
    ("DisplayName.java", include_str!("../../java/junit/DisplayName.java")),
    ("Assertions.java", include_str!("../../java/junit/Assertions.java")),
    ("Executable.java", include_str!("../../java/junit/Executable.java")),
    ("AssertionFailedError.java", include_str!("../../java/junit/AssertionFailedError.java")),
];
/// What asks JaCoCo.
const COVERAGE: [(&str, &str); 3] = [
    ("Coverage.java", include_str!("../../java/trial/coverage/Coverage.java")),
    ("Newest.java", include_str!("../../java/trial/coverage/Newest.java")),
    ("Sample.java", include_str!("../../java/trial/coverage/Sample.java")),
];

/// Said where nothing is measured.
pub const NO_JACOCO: &str = "no coverage: JaCoCo was not found (--jacoco DIR, Debian's libjacoco-java)";

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tools {
    pub helper: PathBuf,
    pub jacoco: Option<Jacoco>,
    /// Why there is none.
    pub unmeasured: Option<String>,
}

/// Why candidates cannot be tried at all.
#[derive(Debug)]
pub enum ToolsError {
    NoJacoco(NoJacoco),
    Files(io::Error),
    Javac(JavacError),
}

impl fmt::Display for ToolsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ToolsError::NoJacoco(why) => why.fmt(f),
            ToolsError::Files(why) => why.fmt(f),
            ToolsError::Javac(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for ToolsError {}

impl Tools {
    /// Compiles them, and takes JaCoCo's agent out of its jar.
    pub fn prepare(free: &Free, jdk: &Path, places: &Places) -> Result<Tools, ToolsError> {
        let helper = free.work.join("trial");
        let Some(found) = jacoco::find(places).map_err(ToolsError::NoJacoco)? else {
            build(free, &HELPER, jdk, &SearchPath::default(), &helper)?;
            return Ok(Tools { helper, jacoco: None, unmeasured: Some(NO_JACOCO.into()) });
        };
        let all: Vec<(&str, &str)> = HELPER.into_iter().chain(COVERAGE).collect();
        if let Err(why) = build(free, &all, jdk, &found.jars, &helper) {
            build(free, &HELPER, jdk, &SearchPath::default(), &helper)?;
            let why = match &why {
                ToolsError::Javac(JavacError::Refused(said)) => said.lines().next().unwrap_or_default().to_string(),
                why => why.to_string(),
            };
            let why = format!("no coverage: this JaCoCo is not understood: {why}");
            return Ok(Tools { helper, jacoco: None, unmeasured: Some(why) });
        }
        let (jacoco, unmeasured) = match found.prepare(free, &helper) {
            Ok(jacoco) => (Some(jacoco), None),
            Err(why) => (None, Some(format!("no coverage: {why}"))),
        };
        Ok(Tools { helper, jacoco, unmeasured })
    }
}

fn build(
    free: &Free,
    sources: &[(&str, &str)],
    jdk: &Path,
    class_path: &SearchPath,
    folder: &Path,
) -> Result<(), ToolsError> {
    let from = free.given.join("trial");
    let mut files = Vec::new();
    for (name, text) in sources {
        let file = from.join(name);
        free.write(&file, text).map_err(ToolsError::Files)?;
        files.push(file);
    }
    javac(free, &files, jdk, class_path, &[], folder).map_err(ToolsError::Javac)
}
