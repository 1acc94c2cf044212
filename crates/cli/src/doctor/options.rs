//! The command line of `jacana doctor`.

use clap::Args;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Each line begins with ok, warning or missing. What is missing may still not be needed: the line says what for.
Exit codes: 0 jacana can work here, 3 it cannot.

Examples:
  jacana doctor
  jacana doctor --jdk /opt/jdk-25
  jacana doctor --json";

/// Say what jacana finds on this machine, what is missing, and what to do about it
#[derive(Args, Debug)]
#[command(override_usage = "jacana doctor [OPTIONS]", after_help = EXAMPLES)]
pub struct Doctor {
    /// The JDK to use, 17 or newer (default: JAVA_HOME, else the `java` on PATH)
    #[arg(long, value_name = "DIR")]
    pub jdk: Option<PathBuf>,
    /// Print one JSON object instead of lines (docs/guide/doctor.md)
    #[arg(long)]
    pub json: bool,
}
