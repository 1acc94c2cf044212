//! The coverage that `jacana test` tells beside what JaCoCo counts for the same tests under JUnit (Debian's libjacoco-java).

use std::collections::BTreeMap;
use std::path::Path;

use crate::campaign::{Campaign, Row};
use crate::junit::JUnit;
use crate::process::{PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

const JARS: &str = "/usr/share/java";
const ANALYSIS: [&str; 4] = ["org.jacoco.core", "asm", "asm-commons", "asm-tree"];
/// Inside of the jar that brings it.
const AGENT: &str = "jacocoagent.jar";

/// A class and its branches and lines, covered and all: ours, and those of JaCoCo.
#[derive(Clone, Debug)]
pub struct Beside {
    pub class: String,
    pub ours: [u64; 4],
    pub theirs: [u64; 4],
}

impl Beside {
    /// How far the branches are from those of JaCoCo.
    pub fn branches_apart(&self) -> u64 {
        self.ours[0].abs_diff(self.theirs[0]).max(self.ours[1].abs_diff(self.theirs[1]))
    }

    pub fn lines_apart(&self) -> u64 {
        self.ours[2].abs_diff(self.theirs[2]).max(self.ours[3].abs_diff(self.theirs[3]))
    }
}

/// Runs the tests of a campaign with JaCoCo.
pub fn beside(tools: &Tools, campaign: &Campaign, class_path: &str) -> Result<Vec<Beside>, String> {
    let scratch = Scratch::new("jacoco");
    let junit = JUnit::compile(tools, &campaign.tests, class_path, &scratch.path().join("tests"))?;
    let mut unpack = tools.jar();
    unpack.current_dir(scratch.path()).arg("xf").arg(format!("{JARS}/org.jacoco.agent.jar")).arg(AGENT);
    run(unpack, b"", PATIENCE);
    let (agent, execution) = (scratch.path().join(AGENT), scratch.path().join("execution"));
    let rows: Vec<&Row> = campaign.tested().filter(|row| row.branches.is_some()).collect();
    let classes: Vec<&str> = rows.iter().flat_map(|row| row.measured.iter().map(String::as_str)).collect();
    let option =
        format!("-javaagent:{}=destfile={},includes={}", agent.display(), execution.display(), classes.join(":"));
    let ran = junit.run(tools, &[option], scratch.path());
    if ran.failed > 0 {
        return Err(format!("tests fail with JaCoCo: {:?}", ran.failures));
    }
    let counted = count(tools, &execution, &classes, class_path, scratch.path())?;
    Ok(rows.iter().map(|row| one(row, &counted)).collect())
}

/// By class, what JaCoCo counts.
fn count(
    tools: &Tools,
    execution: &Path,
    classes: &[&str],
    class_path: &str,
    scratch: &Path,
) -> Result<BTreeMap<String, [u64; 4]>, String> {
    let jars: Vec<String> = ANALYSIS.iter().map(|name| format!("{JARS}/{name}.jar")).collect();
    let (jars, made) = (jars.join(":"), scratch.join("count"));
    compile(tools, &[workspace().join("tests/differential/java/JacocoCount.java")], &jars, &made);
    let mut java = tools.java();
    java.arg("-cp").arg(format!("{}:{jars}:{class_path}", made.display())).arg("JacocoCount").arg(execution);
    let outcome = run(
        {
            java.args(classes);
            java
        },
        b"",
        PATIENCE,
    );
    let mut found = BTreeMap::new();
    for line in outcome.stdout_text().lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let [class, figures @ ..] = words.as_slice() else { continue };
        let figures: Vec<u64> = figures.iter().filter_map(|word| word.parse().ok()).collect();
        found.extend(<[u64; 4]>::try_from(figures).ok().map(|figures| (class.to_string(), figures)));
    }
    if found.is_empty() && !classes.is_empty() {
        return Err(outcome.stderr_text());
    }
    Ok(found)
}

fn one(row: &Row, counted: &BTreeMap<String, [u64; 4]>) -> Beside {
    let ([covered, all], [lines, all_lines]) = (row.branches.unwrap_or_default(), row.lines.unwrap_or_default());
    let mut theirs = [0; 4];
    for figures in row.measured.iter().filter_map(|class| counted.get(class)) {
        theirs.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
    }
    Beside { class: row.class.clone(), ours: [covered, all, lines, all_lines], theirs }
}
