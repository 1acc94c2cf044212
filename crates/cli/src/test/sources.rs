//! Sources of the classes under test (`--source`), for what they say of exceptions.

use anyhow::Result;
use replay::javac::java_files;
use std::path::PathBuf;
use testgen::documented::Sources;

/// All sources below these folders.
pub fn sources<'f>(folders: impl IntoIterator<Item = &'f PathBuf>) -> Result<Sources> {
    let mut found = Vec::new();
    for folder in folders {
        found.extend(java_files(folder)?.into_iter().map(|file| (folder.clone(), file)));
    }
    Ok(Sources::of(found))
}
