//! What we say and write.

use crate::process::watch::aside;
use anyhow::{Context, Result};
use std::io::Write;
use std::path::Path;

/// To standard output. Whoever closed it has seen enough.
pub fn say(text: &str) {
    let mut output = std::io::stdout();
    let _ = aside(|| output.write_all(text.as_bytes()).and_then(|()| output.flush()));
}

/// For processes that are not confined; others ask the outside.
pub fn write_file(file: &Path, contents: &str) -> Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    std::fs::write(file, contents).with_context(|| format!("cannot write {}", file.display()))
}
