//! What candidates are tried with: the program of ours that runs them and JaCoCo, compiled once.

use crate::compile;
use crate::jacoco;
use anyhow::{Context, Result, anyhow};
use explore::test_replay::Jacoco;
use std::fs;
use std::path::{Path, PathBuf};

/// The program, and what tests need of JUnit: the class path may have none.
const HELPER: [(&str, &str); 15] = [
    ("TestProbe.java", include_str!("../../../support/trial/TestProbe.java")),
    ("Thrown.java", include_str!("../../../support/trial/Thrown.java")),
    ("Observed.java", include_str!("../../../support/trial/Observed.java")),
    ("Measured.java", include_str!("../../../support/trial/Measured.java")),
    ("Alone.java", include_str!("../../../support/trial/Alone.java")),
    ("Draw.java", include_str!("../../../support/trial/Draw.java")),
    ("Drawn.java", include_str!("../../../support/trial/Drawn.java")),
    ("Grammar.java", include_str!("../../../support/trial/Grammar.java")),
    ("Lots.java", include_str!("../../../support/trial/Lots.java")),
    ("Node.java", include_str!("../../../support/trial/Node.java")),
    ("Probes.java", include_str!("../../../support/trial/Probes.java")),
    ("Test.java", include_str!("../../../support/junit/Test.java")),
    ("Assertions.java", include_str!("../../../support/junit/Assertions.java")),
    ("Executable.java", include_str!("../../../support/junit/Executable.java")),
    ("AssertionFailedError.java", include_str!("../../../support/junit/AssertionFailedError.java")),
];
const COVERAGE: (&str, &str) = ("Coverage.java", include_str!("../../../support/trial/coverage/Coverage.java"));

/// Said where nothing is measured.
pub const NO_JACOCO: &str = "no coverage: JaCoCo was not found (--jacoco DIR, Debian's libjacoco-java)";

#[derive(Clone, Debug)]
pub struct Tools {
    pub helper: PathBuf,
    pub jacoco: Option<Jacoco>,
    /// Why there is none.
    pub unmeasured: Option<String>,
}

impl Tools {
    /// Compiles into the folder.
    pub fn prepare(folder: &Path, jdk: &Path, wanted: Option<&Path>) -> Result<Tools> {
        let helper = folder.join("trial");
        let Some(found) = jacoco::find(wanted)? else {
            build(&HELPER, jdk, "", &helper)?;
            return Ok(Tools { helper, jacoco: None, unmeasured: Some(NO_JACOCO.into()) });
        };
        let all: Vec<(&str, &str)> = HELPER.into_iter().chain([COVERAGE]).collect();
        if let Err(why) = build(&all, jdk, &found.class_path(), &helper) {
            build(&HELPER, jdk, "", &helper)?;
            let why = format!("{why:#}").lines().next().unwrap_or_default().to_string();
            let why = format!("no coverage: this JaCoCo is not understood: {why}");
            return Ok(Tools { helper, jacoco: None, unmeasured: Some(why) });
        }
        let jacoco = found.prepare(folder, &helper)?;
        Ok(Tools { helper, jacoco: Some(jacoco), unmeasured: None })
    }
}

fn build(sources: &[(&str, &str)], jdk: &Path, class_path: &str, folder: &Path) -> Result<()> {
    let from = folder.with_extension("sources");
    fs::create_dir_all(&from).with_context(|| format!("cannot create {}", from.display()))?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    let mut files = Vec::new();
    for (name, text) in sources {
        let file = from.join(name);
        fs::write(&file, text).with_context(|| format!("cannot write {}", file.display()))?;
        files.push(file);
    }
    compile::javac(&files, jdk, class_path, &[], folder)?.map_err(|said| anyhow!(said))
}
