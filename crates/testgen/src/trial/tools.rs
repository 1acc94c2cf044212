//! What candidates are tried with: the program of ours that runs them and the agent that measures coverage, compiled once.

use bytecode::SearchPath;
use replay::agent::write_agent;
use replay::javac::{JavacError, javac};
use replay::probed::{PROBES_SOURCE, SIDES_SOURCE};
use sandbox::Free;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// The program, and what tests need of JUnit: the class path may have none.
const HELPER: [(&str, &str); 35] = [
    ("TestProbe.java", include_str!("../../java/trial/TestProbe.java")),
    ("Thrown.java", include_str!("../../java/trial/Thrown.java")),
    ("Existing.java", include_str!("../../java/trial/Existing.java")),
    ("Elements.java", include_str!("../../java/trial/Elements.java")),
    ("Observed.java", include_str!("../../java/trial/Observed.java")),
    ("Literals.java", include_str!("../../java/trial/Literals.java")),
    ("Mutants.java", include_str!("../../java/trial/Mutants.java")),
    ("Local.java", include_str!("../../java/trial/Local.java")),
    ("Measured.java", include_str!("../../java/trial/Measured.java")),
    ("Alone.java", include_str!("../../java/trial/Alone.java")),
    ("RandomCalls.java", include_str!("../../java/trial/RandomCalls.java")),
    ("RandomCall.java", include_str!("../../java/trial/RandomCall.java")),
    ("Grammar.java", include_str!("../../java/trial/Grammar.java")),
    ("RandomArguments.java", include_str!("../../java/trial/RandomArguments.java")),
    ("Node.java", include_str!("../../java/trial/Node.java")),
    ("Marks.java", include_str!("../../java/trial/Marks.java")),
    ("Aim.java", include_str!("../../java/trial/Aim.java")),
    ("Names.java", include_str!("../../java/trial/Names.java")),
    ("Time.java", include_str!("../../java/trial/Time.java")),
    ("Pool.java", include_str!("../../java/trial/Pool.java")),
    ("Twice.java", include_str!("../../java/trial/Twice.java")),
    ("Texts.java", include_str!("../../java/trial/Texts.java")),
    ("Statics.java", include_str!("../../java/trial/Statics.java")),
    ("Rows.java", include_str!("../../java/trial/Rows.java")),
    ("Cell.java", include_str!("../../java/trial/Cell.java")),
    ("Probes.java", PROBES_SOURCE),
    ("Sides.java", SIDES_SOURCE),
    ("Passed.java", include_str!("../../java/agent/Passed.java")),
    ("Test.java", include_str!("../../java/junit/Test.java")),
    ("ParameterizedTest.java", include_str!("../../java/junit/ParameterizedTest.java")),
    ("CsvSource.java", include_str!("../../java/junit/CsvSource.java")),
    ("DisplayName.java", include_str!("../../java/junit/DisplayName.java")),
    ("Assertions.java", include_str!("../../java/junit/Assertions.java")),
    ("Executable.java", include_str!("../../java/junit/Executable.java")),
    ("AssertionFailedError.java", include_str!("../../java/junit/AssertionFailedError.java")),
];
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tools {
    /// Class files of the program of ours.
    pub helper: PathBuf,
    /// The jar of the agent that measures coverage.
    pub agent: PathBuf,
}

/// Why candidates cannot be tried at all.
#[derive(Debug)]
pub enum ToolsError {
    Files(io::Error),
    Javac(JavacError),
}

impl fmt::Display for ToolsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ToolsError::Files(why) => why.fmt(f),
            ToolsError::Javac(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for ToolsError {}

impl Tools {
    /// Compiles them, and makes the jar of the agent.
    pub fn prepare(free: &Free, jdk: &Path) -> Result<Tools, ToolsError> {
        let (helper, from) = (free.work.join("trial"), free.given.join("trial"));
        let mut files = Vec::new();
        for (name, text) in HELPER {
            let file = from.join(name);
            free.write(&file, text).map_err(ToolsError::Files)?;
            files.push(file);
        }
        javac(free, &files, jdk, &SearchPath::default(), &[], &helper).map_err(ToolsError::Javac)?;
        let agent = from.join("agent.jar");
        write_agent(free, &helper, &agent).map_err(ToolsError::Files)?;
        Ok(Tools { helper, agent })
    }
}
