//! The command line of `jacana scan`.

use super::nulls::NullRules;
use crate::program::options::Launch;
use crate::values;
use anyhow::{Result, bail};
use clap::Args;
use report::scan::Importance;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Exit codes: 0 nothing new, 1 there are new findings (see --fail-on), 2 there was nothing to scan, 3 error in the input or the tool.

Examples:
  jacana scan
  jacana scan path/to/project --html findings.html
  jacana scan lib/tool.jar --time 2m
  jacana scan --write-baseline                       (what is found now counts as known)
  jacana scan --since origin/main --sarif out.sarif  (in CI: changed methods and their callers)";

/// When terminal output is coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourChoice {
    Auto,
    Always,
    Never,
}

impl ColourChoice {
    const ALL: [(&'static str, ColourChoice); 3] =
        [("auto", ColourChoice::Auto), ("always", ColourChoice::Always), ("never", ColourChoice::Never)];
}

/// What makes the exit code 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailOn {
    /// New findings of this importance or more.
    From(Importance),
    Never,
}

impl FailOn {
    const ALL: [(&'static str, FailOn); 4] = [
        ("bug", FailOn::From(Importance::Bug)),
        ("likely", FailOn::From(Importance::Likely)),
        ("possible", FailOn::From(Importance::Possible)),
        ("never", FailOn::Never),
    ];
}

/// Find what breaks in a project: every finding was seen on a real JVM, and comes with the test that shows it
///
/// PROJECT is a folder with pom.xml or build.gradle, with sources, or with class files, or a jar. Contracts in the sources are checked, main
/// programs that ask for inputs are verified, and the public methods of all classes are explored; what is thrown although nobody declares
/// or documents it is told, most important first. Classes that did not change since the last scan are not explored again.
#[derive(Args, Clone, Debug)]
#[command(override_usage = "jacana scan [OPTIONS] [PROJECT]", after_help = EXAMPLES)]
pub struct Scan {
    #[command(flatten)]
    pub launch: Launch,
    /// For the whole scan, such as 5m; what it did not come to is told, and the next scan goes on there
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = values::duration)]
    pub time: Duration,
    /// So many processes at a time (default: the cores of the machine, at most 4)
    #[arg(long, value_name = "N", value_parser = values::count)]
    pub jobs: Option<u32>,
    /// Only methods that changed since this revision of git, and their callers
    #[arg(long, value_name = "REV")]
    pub since: Option<String>,
    /// Calls from a caller to a changed method that still count (with --since)
    #[arg(long, value_name = "N", default_value = "2", value_parser = values::large_count)]
    pub callers: u64,
    /// Findings that are known (default: jacana-baseline.json of the project, if it is there): they are counted, and no reason to fail
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Write all findings to the baseline: from now on they are known
    #[arg(long)]
    pub write_baseline: bool,
    /// Report calls of these methods that depend on arguments, as `jacana test --sink` does
    #[arg(long = "sink", value_name = "PATTERN")]
    pub sinks: Vec<String>,
    /// Leave out classes and packages: com.example.generated.**, com.example.Old
    #[arg(long = "exclude", value_name = "PATTERN")]
    pub excludes: Vec<String>,
    /// What makes the exit code 1: bug, likely, possible or never
    #[arg(long, value_name = "IMPORTANCE", default_value = "likely", value_parser = values::named(&FailOn::ALL))]
    pub fail_on: FailOn,
    /// List possible and known findings, too: arguments that perhaps nobody meant
    #[arg(long)]
    pub all: bool,
    /// What is printed: text, json, sarif, github, junit or html
    #[arg(long, value_name = "NAME", default_value = "text", value_parser = values::named(&FORMAT_NAMES))]
    pub format: &'static str,
    /// Write everything as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write SARIF 2.1.0, for code scanning and editors
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write a page with all findings
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write JUnit XML, for CI servers
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Colours in the text: auto (on a terminal, without NO_COLOR), always or never
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = values::named(&ColourChoice::ALL))]
    pub color: ColourChoice,
    /// Where tests and what is remembered go (default: .jacana of the project)
    #[arg(short = 'o', long = "out", value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Do not ask Maven or Gradle: compiled classes are taken as they are, sources are compiled here
    #[arg(long)]
    pub no_build: bool,
    /// Start over: nothing is remembered
    #[arg(long)]
    pub fresh: bool,
    /// The project (default: the current folder). Maven and Gradle run with all rights of yours: scan only projects that you would
    /// build yourself, or use --no-build
    #[arg(value_name = "PROJECT", default_value = ".")]
    pub project: PathBuf,
    /// What `jacana.toml` says of null.
    #[arg(skip)]
    pub null: NullRules,
}

/// The names of `report::scan::FORMATS`.
const FORMAT_NAMES: [(&str, &str); 6] = [
    ("text", "text"),
    ("json", "json"),
    ("sarif", "sarif"),
    ("github", "github"),
    ("junit", "junit"),
    ("html", "html"),
];

impl Scan {
    /// What the words mean together, or what is wrong with them.
    pub fn finish(self) -> Result<Scan> {
        if !self.project.exists() {
            bail!("no such project: {}", self.project.display());
        }
        if self.project.is_file() && self.since.is_some() {
            bail!("--since is about sources in git: name the folder of the project");
        }
        Ok(self)
    }

    /// Files in formats, and the formats.
    pub fn reports(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        let all = [("json", &self.json), ("sarif", &self.sarif), ("html", &self.html), ("junit", &self.junit)];
        all.into_iter().filter_map(|(format, file)| Some((format, file.as_ref()?)))
    }
}
