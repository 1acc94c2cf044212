//! Tests that are there already (`--existing`): which there are, and where their framework lies.

use super::options::Test;
use crate::output::say;
use crate::program::models::class_files;
use anyhow::{Result, bail};
use bytecode::{ClassPath, DottedName, SearchPath};
use std::fs;
use testgen::existing::{Existing, tests};
use testgen::writer::MARK;

/// Classes of frameworks that ours stand in for where there is none: the real ones come first.
const FRAMEWORK: [&str; 2] = ["org.junit.jupiter.api.Assertions", "org.opentest4j.AssertionFailedError"];

/// All tests below the named entries, without those that an earlier campaign wrote.
pub fn find(test: &Test) -> Result<Option<Existing>> {
    let Some(path) = &test.existing else { return Ok(None) };
    let mut found = Existing { class_path: path.clone(), tests: Vec::new() };
    for entry in path.iter() {
        if !entry.exists() {
            bail!("--existing: no such folder or jar: {}", entry.display());
        }
        found.tests.extend(class_files(entry)?.iter().flat_map(tests));
    }
    if found.tests.is_empty() {
        say(&format!("no tests in {path} (--existing)\n"));
    }
    found.tests.retain(|one| {
        let outer = one.class.split('$').next().unwrap_or(&one.class).replace('.', "/");
        let source = fs::read_to_string(test.folder.join(format!("{outer}.java"))).unwrap_or_default();
        !source.contains(MARK)
    });
    for entry in test.launch.class_path.iter().flat_map(SearchPath::iter) {
        let Ok(mut classes) = ClassPath::open(&SearchPath::of(entry)) else { continue };
        let has = |name: &&str| matches!(classes.find(&DottedName::new(*name).internal()), Ok(Some(_)));
        if FRAMEWORK.iter().any(has) {
            found.class_path.push(entry);
        }
    }
    Ok(Some(found))
}
