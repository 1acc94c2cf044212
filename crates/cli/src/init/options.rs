//! The command line of `jacana init`.

use anyhow::{Result, bail};
use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Exit codes: 0 the files are there, 3 one cannot be written.

Examples:
  jacana init
  jacana init path/to/project
  jacana init --force path/to/project   (writes files that are there already anew)";

/// Make a project ready for jacana: a workflow for GitHub, settings, and what to add to the build
///
/// Writes .github/workflows/jacana.yml with the action that it uses, .github/actions/jacana/action.yml, and jacana.toml with all settings as comments.
/// Prints what may be added to pom.xml, build.gradle or build.gradle.kts. Files that are there stay as they are.
#[derive(Args, Debug)]
#[command(override_usage = "jacana init [OPTIONS] [PROJECT]", after_help = EXAMPLES)]
pub struct Init {
    /// Write files anew that are there already
    #[arg(long)]
    pub force: bool,
    /// The folder of the project (default: the current folder)
    #[arg(value_name = "PROJECT", default_value = ".")]
    pub project: PathBuf,
}

impl Init {
    /// What is wrong with the words.
    pub fn finish(self) -> Result<Init> {
        if !self.project.is_dir() {
            bail!("no such folder: {}", self.project.display());
        }
        Ok(self)
    }
}
