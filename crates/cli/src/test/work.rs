//! What the parent of a campaign tells a worker, and what the worker hands back: one class.

use super::record;
use crate::test::options::Test;
use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use testgen::Source;
use testgen::row::TestedClass;
use testgen::trial::{Jacoco, Tools};
use testgen::writer::Written;

/// In the environment of a worker: what to do.
pub const WORK: &str = "JACANA_TEST_WORK";

/// Below the scratch folder of a worker.
const ROW: &str = "row";
const FILES: &str = "files";

/// One line each: the key, a space, the value.
pub fn encode(targets: &[String], class_path: Option<&str>, tools: &Tools) -> String {
    let mut lines: Vec<String> = targets.iter().map(|target| format!("target {target}")).collect();
    lines.extend(class_path.map(|path| format!("class-path {path}")));
    lines.push(format!("helper {}", tools.helper.display()));
    if let Some(jacoco) = &tools.jacoco {
        lines.push(format!("agent {}", jacoco.agent.display()));
        lines.push(format!("analysis {}", jacoco.class_path));
    }
    lines.join("\n")
}

/// If this process is a worker: its class and what it is tried with.
pub fn adapt(test: &mut Test) {
    let Ok(work) = std::env::var(WORK) else { return };
    let all = |key: &str| {
        let behind = work.lines().filter_map(|line| line.split_once(' ')).filter(|(of, _)| *of == key);
        behind.map(|(_, value)| value.to_string()).collect::<Vec<_>>()
    };
    let one = |key: &str| all(key).pop();
    test.targets = all("target");
    test.launch.class_path = one("class-path").or(test.launch.class_path.take());
    let jacoco = one("agent").zip(one("analysis"));
    test.tools = Some(Tools {
        helper: one("helper").unwrap_or_default().into(),
        jacoco: jacoco.map(|(agent, class_path)| Jacoco { agent: agent.into(), class_path }),
        unmeasured: None,
    });
}

/// Whoever sees the row sees the files.
pub fn hand_over(folder: &Path, written: &Written) -> Result<()> {
    for source in &written.sources {
        let file = folder.join(FILES).join(&source.path);
        fs::create_dir_all(file.parent().context("a file without a folder")?)?;
        fs::write(file, &source.contents)?;
    }
    fs::write(folder.join("part"), record::encode("", &written.row))?;
    fs::rename(folder.join("part"), folder.join(ROW)).context("cannot hand over the tests")
}

pub fn handed(folder: &Path) -> Option<(TestedClass, Vec<Source>)> {
    let (_, row) = record::decode(&fs::read_to_string(folder.join(ROW)).ok()?)?;
    let sources = row.files.iter().map(|path| {
        let contents = fs::read_to_string(folder.join(FILES).join(path)).ok()?;
        Some(Source { path: path.clone(), contents })
    });
    let sources = sources.collect::<Option<Vec<_>>>()?;
    Some((row, sources))
}
