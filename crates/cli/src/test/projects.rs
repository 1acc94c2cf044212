//! Project folders of Maven and Gradle as targets.

use super::options::Test;
use crate::program::project;
use anyhow::{Result, bail};
use bytecode::SearchPath;
use sandbox::Free;
use std::path::{Path, PathBuf};

/// Where Maven and Gradle look for sources.
const SOURCES: &str = "src/main/java";

/// Folders of projects become folders of classes; all jars and folders that are targets are on the class path.
pub fn resolve(test: &mut Test, free: &Free) -> Result<()> {
    let (mut targets, mut entries, mut tests) = (Vec::new(), Vec::new(), Vec::new());
    let mut sources = Vec::new();
    for target in &test.targets {
        let folder = Path::new(target);
        let Some(project) = project::of_build(folder, free)? else {
            targets.push(target.clone());
            entries.extend(folder.exists().then(|| folder.to_path_buf()));
            continue;
        };
        let classes: Vec<PathBuf> = project.classes.into_iter().filter(|classes| classes.is_dir()).collect();
        if classes.is_empty() {
            bail!("the build of {target} made no classes");
        }
        let modules = project::modules(folder).into_iter().chain([folder.to_path_buf()]);
        sources.extend(modules.map(|module| module.join(SOURCES)).filter(|sources| sources.is_dir()));
        tests.extend(project.tests.into_iter().filter(|tests| tests.is_dir()));
        targets.extend(classes.iter().map(|path| path.display().to_string()));
        entries.extend(classes.into_iter().chain(project.class_path));
    }
    let given = test.launch.class_path.take();
    entries.extend(given.iter().flat_map(SearchPath::iter).map(PathBuf::from));
    test.launch.class_path = (!entries.is_empty()).then(|| entries.into_iter().collect());
    test.targets = targets;
    if test.sources.is_empty() {
        sources.dedup();
        test.sources = sources;
    }
    if test.existing.is_none() && !tests.is_empty() {
        test.existing = Some(tests.into_iter().collect());
    }
    Ok(())
}
