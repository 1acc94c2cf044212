//! Writes the reports of a run: the text to standard output, the others to the files asked for.

use crate::options::Verify;
use anyhow::{Context, Result};
use report::{Figures, Run};
use std::path::Path;

pub fn write(verify: &Verify, run: &Run) -> Result<()> {
    if let Some(file) = &verify.json {
        write_file(file, &report::json(run))?;
    }
    print!("{}", report::text(run, if verify.stats { Figures::All } else { Figures::None }));
    Ok(())
}

fn write_file(file: &Path, contents: &str) -> Result<()> {
    std::fs::write(file, contents).with_context(|| format!("cannot write {}", file.display()))
}
