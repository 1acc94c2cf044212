//! Writes the reports of a verification: the text to standard output, the others to the files asked for.

use super::options::Verify;
use crate::output::say;
use crate::program::listing::Listing;
use crate::program::options::Program;
use anyhow::Result;
use jiff::Timestamp;
use report::{Figures, Origin, Run, Shown};
use sandbox::{Free, Strength};
use std::path::PathBuf;

pub fn write(verify: &Verify, run: &Run, free: &Free) -> Result<()> {
    // First, so that a file that cannot be written keeps nobody from the verdict.
    if verify.strength() == Strength::Nothing && !verify.stats {
        say(&format!("defence: {}\n", run.defence));
    }
    let figures = if verify.stats { Figures::All } else { Figures::None };
    let tests = verify.junit.as_ref().map(|folder| folder.display().to_string());
    say(&report::text(run, Shown { figures, tests: tests.as_deref() }));
    if let Some(file) = &verify.json {
        free.write(file, report::json(run))?;
    }
    if let Some(file) = &verify.html {
        let sources = Listing::new(&verify.launch, verify.source.as_ref());
        free.write(file, report::verified_html(run, |name| sources.text(name)))?;
    }
    if let Some(file) = &verify.witness
        && let Some(witness) = report::witness(run, &origin(verify, run))
    {
        free.write(file, &witness)?;
    }
    if let (Some(file), Some(profile)) = (&verify.profile, &run.verification.profile) {
        let what = run.method.as_ref().map_or_else(|| run.main_class.to_string(), report::Method::signature);
        free.write(file, report::profile_html(profile, &what, run.time))?;
    }
    if let Some(folder) = &verify.junit {
        for source in report::junit(run) {
            free.write(&folder.join(source.path), &source.contents)?;
        }
        for (path, contents) in report::junit_files(run) {
            free.write(&folder.join(path), contents)?;
        }
    }
    Ok(())
}

fn origin(verify: &Verify, run: &Run) -> Origin {
    let file = match verify.source.as_ref().unwrap_or(&verify.launch.program) {
        Program::Source(source) if source.is_dir() => source.join(format!("{}.java", run.main_class.internal())),
        Program::Source(source) | Program::Jar(source) => source.clone(),
        Program::Class(name) => PathBuf::from(name),
        Program::None => PathBuf::from(&*run.main_class),
    };
    Origin {
        program_file: file.display().to_string(),
        program: std::fs::read(&file).ok(),
        created: Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
    }
}
