//! What a campaign remembers of one class.

use crate::changes::Change;
use crate::ended::Ended;
use crate::suspicion::Suspicion;
use crate::trial::{Coverage, Score, SourceCoverage};
use bytecode::DottedName;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One class of a campaign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestedClass {
    pub class: DottedName,
    pub methods: u64,
    /// Methods with a test.
    pub tested: u64,
    pub tests: u64,
    pub suspects: u64,
    /// Candidates that did not become tests.
    pub refused: u64,
    /// Paths that tests could follow, and those of them that are not the first of their method.
    pub paths: u64,
    pub mutated: u64,
    /// Public methods with a test and without one, inherited ones too: `Class.method(descriptor)` with the class that declares it.
    pub with_test: Vec<String>,
    pub without_test: Vec<String>,
    pub coverage: Option<Coverage>,
    /// What ran of each line, where that is counted.
    #[serde(default)]
    pub sources: Vec<SourceCoverage>,
    /// The classes that it is of: the class itself, and those inside that nobody else can name.
    pub measured: Vec<DottedName>,
    /// What its tests notice of changes of the class; nothing if nobody wants to know.
    pub mutants: Option<Score>,
    /// Why there are no tests.
    pub skipped: Option<Skipped>,
    /// What ended the exploration before all paths were explored.
    pub limits: Vec<Ended>,
    /// What the suspects are about.
    #[serde(default)]
    pub suspicions: Vec<Suspicion>,
    /// What tests show on another version of the class.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// What else there is to say.
    pub notes: Vec<String>,
    /// Below the folder.
    pub files: Vec<String>,
    /// Exploring and trying; unknown where no clock plays a part.
    pub millis: Option<u64>,
}

/// Why a class has no tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Skipped {
    /// It is so every time.
    Untestable(String),
    /// Something of ours went wrong, which may go well the next time.
    Internal(String),
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Skipped::Untestable(why) => f.write_str(why),
            Skipped::Internal(why) => write!(f, "internal error: {why}"),
        }
    }
}
