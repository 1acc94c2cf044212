//! What to start, and with which JDK: the options that all commands share.

use crate::values;
use bytecode::{Patterns, SearchPath};
use clap::Args;
use replay::driver::lookup::Wanted;
use std::path::{Path, PathBuf};

#[derive(Args, Clone, Debug, Default)]
pub struct Launch {
    /// Folders, jars and `folder/*`, separated by `:` (default: CLASSPATH, else the current folder); also `-cp` and `-classpath`
    #[arg(long, value_name = "PATH")]
    pub class_path: Option<SearchPath>,
    /// The JDK to use, 17 or newer (default: JAVA_HOME, else the `java` on PATH)
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Set a system property
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = values::definition)]
    pub properties: Vec<(String, String)>,
    /// For tests: numbers stand for the words of reasons.
    #[arg(long, hide = true)]
    pub number_reasons: bool,
    /// Where models of the user are.
    #[arg(skip)]
    pub models: Vec<PathBuf>,
    #[arg(skip)]
    pub program: Program,
    /// The method to explore instead of main.
    #[arg(skip)]
    pub method: Option<Wanted>,
    /// Arrays that are inputs are not explored beyond this length.
    #[arg(skip)]
    pub array_length: u32,
    /// Folders, jars or sources of invariants.
    #[arg(skip)]
    pub specs: Vec<PathBuf>,
    /// Sources with contracts.
    #[arg(skip)]
    pub sources: Vec<PathBuf>,
    /// Methods whose contracts are taken for them.
    #[arg(skip)]
    pub assumed: Patterns,
    /// Methods are checked: no class needs main.
    #[arg(skip)]
    pub checks: bool,
    /// The program may load native libraries.
    #[arg(skip)]
    pub allow_native: bool,
    /// What runs in HotSpot only.
    #[arg(skip)]
    pub concrete: Patterns,
}

/// What `run` and `verify` start: a class, a jar, a source or a folder, and everything behind it.
#[derive(Args, Clone, Debug, Default)]
pub struct Started {
    /// The Main-Class of a jar; also `-jar`
    #[arg(long, value_name = "FILE")]
    jar: Option<PathBuf>,
    /// A folder or jar of classes, or sources, with methods that stand for others (docs/guide/model-check.md)
    #[arg(long, value_name = "PATH")]
    models: Vec<PathBuf>,
    #[arg(hide = true, trailing_var_arg = true)]
    words: Vec<String>,
}

impl Started {
    /// Says to the launch what is started; answers what is left for its main.
    pub fn apply(&self, launch: &mut Launch) -> Vec<String> {
        launch.models = self.models.clone();
        let (program, arguments) = match (&self.jar, self.words.as_slice()) {
            (Some(jar), arguments) => (Program::Jar(jar.clone()), arguments),
            (None, [name, arguments @ ..]) => (Program::named(name), arguments),
            (None, []) => (Program::None, &[][..]),
        };
        launch.program = program;
        arguments.to_vec()
    }
}

#[derive(Clone, Debug, Default)]
pub enum Program {
    #[default]
    None,
    Class(String),
    Jar(PathBuf),
    /// A source file, or a folder of them.
    Source(PathBuf),
}

impl Program {
    pub fn named(name: &str) -> Program {
        if is_source(name) { Program::Source(name.into()) } else { Program::Class(name.into()) }
    }
}

/// A source file or a folder of sources, not a class.
pub fn is_source(name: &str) -> bool {
    name.ends_with(".java") || Path::new(name).is_dir()
}

pub fn need_program(launch: &Launch, command: &str) -> anyhow::Result<()> {
    if matches!(launch.program, Program::None) {
        anyhow::bail!(
            "no program given: name a main class, a jar, a source file or a folder (try `jacana {command} --help`)"
        );
    }
    Ok(())
}

/// Patterns of classes and methods, as they were given one by one.
pub fn patterns(all: &[String]) -> Patterns {
    let mut patterns = Patterns::default();
    all.iter().for_each(|pattern| patterns.add(pattern));
    patterns
}
