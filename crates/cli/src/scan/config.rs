//! `jacana.toml` in the folder of a project: what is not convention. Options of the command line come first.

use super::nulls::NullRules;
use super::options::Scan;
use crate::values;
use anyhow::{Context, Result};
use bytecode::SearchPath;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

pub const FILE: &str = "jacana.toml";

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Config {
    #[serde(default)]
    scan: ScanPart,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ScanPart {
    /// The JDK, below the project or anywhere.
    jdk: Option<PathBuf>,
    /// Jars and folders that the project needs, below the project or anywhere.
    #[serde(default)]
    class_path: Vec<PathBuf>,
    /// For the whole scan, as with `--time`.
    time: Option<String>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    sinks: Vec<String>,
    /// Methods that stand for others while programs are verified, below the project or anywhere.
    #[serde(default)]
    models: Vec<PathBuf>,
    #[serde(default)]
    null: NullRules,
    /// Whether Maven or Gradle is asked.
    build: Option<bool>,
}

/// Fills in what the command line did not say; `given` are the words of the command line.
pub fn apply(scan: &mut Scan, given: &[String]) -> Result<()> {
    let file = scan.project.join(FILE);
    if !file.is_file() {
        return Ok(());
    }
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let config: Config = toml::from_str(&text).map_err(|why| {
        let line = why.span().map_or(0, |span| text[..span.start].matches('\n').count() + 1);
        anyhow::anyhow!("{}, line {line}: {}", file.display(), why.message())
    })?;
    let ScanPart { jdk, class_path, time, exclude, sinks, models, null, build } = config.scan;
    let below = |path: &Path| scan.project.join(path);
    if scan.launch.jdk.is_none() {
        scan.launch.jdk = jdk.as_deref().map(below);
    }
    if scan.launch.class_path.is_none() && !class_path.is_empty() {
        scan.launch.class_path = Some(class_path.iter().map(|path| below(path)).collect::<SearchPath>());
    }
    let is_given = |name: &str| given.iter().any(|word| word == name || word.starts_with(&format!("{name}=")));
    if let Some(time) = time.filter(|_| !is_given("--time")) {
        scan.time = values::duration(&time).map_err(|why| anyhow::anyhow!("{}: time: {why}", file.display()))?;
    }
    scan.excludes.extend(exclude);
    scan.sinks.extend(sinks);
    scan.launch.models.extend(models.iter().map(|path| below(path)));
    scan.null = null;
    scan.no_build |= build == Some(false);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `jacana init` writes; each setting is a comment that begins with its name.
    #[test]
    fn settings_of_init_are_understood() {
        let text = include_str!("../../init/jacana.toml");
        let is_setting = |line: &&str| line.strip_prefix("# ").is_some_and(|line| line.contains(" = "));
        let settings: Vec<&str> = text.lines().filter(is_setting).map(|line| &line[2..]).collect();
        let config: Config = toml::from_str(&format!("[scan]\n{}", settings.join("\n"))).expect("settings");
        let ScanPart { jdk, class_path, time, exclude, sinks, models, null, build } = config.scan;
        assert!(
            jdk.is_some() && !class_path.is_empty() && !exclude.is_empty() && !sinks.is_empty() && !models.is_empty()
        );
        assert_eq!((settings.len(), time.as_deref(), build), (10, Some("10m"), Some(true)));
        assert_ne!(null, NullRules::default());
        assert!(toml::from_str::<Config>(text).is_ok());
    }
}
