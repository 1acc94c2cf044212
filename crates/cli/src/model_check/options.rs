//! The command line of `jacana model-check`.

use crate::program::options::Launch;
use crate::values;
use anyhow::{Result, bail};
use bytecode::NativeLibrary;
use clap::Args;
use sandbox::Strength;
use std::path::PathBuf;

const EXAMPLES: &str = "\
What is compared: what they return or throw, and what they leave in objects that they were given.
Exit codes: 0 all are equal on all inputs, 1 a difference was found (with its input), 2 no inputs could be made for a model, 3 error
in the input or the tool, as a native library that is not loaded.

Examples:
  jacana model-check --models src/models -cp build/classes
  jacana model-check --models NegateModel.java -cp build/classes -Djava.library.path=native --inputs 10000";

/// Compare models of your own with the methods that they stand for, on generated inputs in a JVM
#[derive(Args, Debug)]
#[command(override_usage = "jacana model-check --models PATH [OPTIONS]", after_help = EXAMPLES)]
pub struct ModelCheck {
    #[command(flatten)]
    pub launch: Launch,
    /// A folder or jar of classes, or sources, with methods marked @jacana.ModelOf (docs/guide/model-check.md)
    #[arg(long, value_name = "PATH")]
    models: Vec<PathBuf>,
    /// Only list the methods of the JDK that have a built-in model
    #[arg(long)]
    pub list: bool,
    /// How many inputs for each model
    #[arg(long, value_name = "N", default_value = "1000", value_parser = values::count)]
    pub inputs: u32,
    /// A native library to load where one is missing: a name as for System.loadLibrary, or a path (default: those that the program loads)
    #[arg(long = "library", value_name = "NAME", value_parser = library)]
    pub libraries: Vec<NativeLibrary>,
    /// Write a page: what came of each comparison, with the input of a difference
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Other inputs
    #[arg(long, value_name = "N", default_value = "0", value_parser = values::seed)]
    pub seed: u64,
    /// Let the methods write files, open sockets and start processes (default: refused)
    #[arg(long)]
    allow_io: bool,
    #[arg(hide = true)]
    words: Vec<String>,
}

impl ModelCheck {
    /// What the words mean together, or what is wrong with them.
    pub fn finish(mut self) -> Result<ModelCheck> {
        if let Some(word) = self.words.first() {
            bail!("`{word}` is not needed: the models say what they stand for");
        }
        self.launch.models = std::mem::take(&mut self.models);
        if self.launch.models.is_empty() && !self.list {
            bail!("no models given: --models PATH (try `jacana model-check --help`)");
        }
        Ok(self)
    }

    /// Against what the methods would do to the outside.
    pub fn strength(&self) -> Strength {
        if self.allow_io { Strength::Nothing } else { Strength::Files }
    }
}

/// A path has a slash.
fn library(text: &str) -> Result<NativeLibrary> {
    if !text.contains('/') {
        return Ok(NativeLibrary::Named(text.into()));
    }
    Ok(NativeLibrary::File(std::path::absolute(text)?.to_string_lossy().into()))
}
