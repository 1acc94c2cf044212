//! The model of this workspace, from `cargo metadata` and the files.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{Crate, Picture, Source};
use crate::fixture::files_below;
use crate::tools::workspace;

/// The map of the code, below the workspace.
pub const MAP: &str = "docs/architecture.md";

/// Folders with code of ours.
const CODE_FOLDERS: [&str; 3] = ["crates", "tests", "xtask"];

#[derive(Debug)]
pub struct House {
    /// Those below `crates`, by name.
    pub crates: Vec<Crate>,
    /// Every Rust and Java file of the workspace's code.
    pub files: Vec<Source>,
    pub document: String,
    pub picture: Picture,
}

/// Reads the workspace.
pub fn read() -> House {
    let root = workspace();
    let document = fs::read_to_string(root.join(MAP)).expect("the workspace has a map");
    let files = CODE_FOLDERS.iter().flat_map(|folder| sources(&root.join(folder), &root, &["rs", "java"])).collect();
    House { crates: crates(&root), files, picture: Picture::parse(&document), document }
}

fn crates(root: &Path) -> Vec<Crate> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(root);
    let output = command.output().expect("cargo starts");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a workspace has packages");
    let ours = root.join("crates");
    let mut crates: Vec<Crate> = packages
        .iter()
        .filter_map(|package| {
            let folder = Path::new(package["manifest_path"].as_str()?).parent()?;
            folder.starts_with(&ours).then(|| read_crate(package, folder, &ours))
        })
        .collect();
    crates.sort_by(|a, b| a.name.cmp(&b.name));
    crates
}

fn read_crate(package: &Value, folder: &Path, ours: &Path) -> Crate {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut uses = Vec::new();
    for dependency in package["dependencies"].as_array().into_iter().flatten() {
        // The folder says which crate it is, whatever name the manifest gives it.
        let used = dependency["path"].as_str().map(Path::new).filter(|path| path.starts_with(ours));
        uses.extend(used.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned()));
    }
    uses.sort();
    uses.dedup();
    let source = folder.join("src");
    Crate {
        name: text(&package["name"]),
        description: text(&package["description"]),
        uses,
        sources: sources(&source, &source, &["rs"]),
    }
}

/// The files with these endings below a folder, by their paths below `base`.
fn sources(folder: &Path, base: &Path, endings: &[&str]) -> Vec<Source> {
    let is_source = |file: &PathBuf| file.extension().is_some_and(|end| endings.iter().any(|ending| end == *ending));
    let read = files_below(folder).into_iter().filter(is_source).map(|file| Source {
        path: file.strip_prefix(base).expect("below the folder").display().to_string(),
        text: fs::read_to_string(&file).expect("sources are readable"),
    });
    read.collect()
}
