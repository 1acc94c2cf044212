//! The proof of the pudding: a small program is verified as a user would, from javac to the JVM that confirms its bug.

use super::options::Doctor;
use super::{Check, Status};
use anyhow::{Context, Result, bail};
use sandbox::Scratch;
use std::process::{Command, Stdio};
use std::time::Instant;

const NAME: &str = "trial";
const SOURCE: &str =
    "class Trial {\n    static int share(int people) {\n        return 100 / (people - 7);\n    }\n}\n";
/// The exit code of `verify` for a violation.
const VIOLATED: i32 = 1;

/// To be done where a whole JDK is.
pub fn trial(doctor: &Doctor) -> Check {
    let start = Instant::now();
    match verify(doctor) {
        Ok(()) => {
            let seconds = start.elapsed().as_secs_f64();
            Check::ok(NAME, format!("found the bug of a small program, confirmed on the JVM, in {seconds:.1} s"))
        }
        Err(error) => {
            let advice = "a problem of this installation or of jacana: please report it";
            Check::short(NAME, Status::MissingAndNeeded, format!("{error:#}"), advice)
        }
    }
}

fn verify(doctor: &Doctor) -> Result<()> {
    let scratch = Scratch::new().context("no temporary folder")?;
    let source = scratch.path().join("Trial.java");
    std::fs::write(&source, SOURCE).context("cannot write the small program")?;
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("verify").arg(&source).args(["--method", "share"]).stdin(Stdio::null());
    if let Some(jdk) = &doctor.jdk {
        command.arg("--jdk").arg(jdk);
    }
    let output = command.output().context("cannot start jacana again")?;
    if output.status.code() == Some(VIOLATED) {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    let line = said.lines().last().unwrap_or("nothing was said");
    bail!("a small program was not verified ({}): {line}", output.status)
}
