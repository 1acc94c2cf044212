//! The arrows of docs/architecture.md: a crate depends only on the crates below it, and `unsafe` lives in
//! `hotspot` and in the solver's bindings.

use std::fs;
use std::path::PathBuf;

use differential::fixture::{entries, files_below};
use differential::tools::workspace;

/// Each crate and the crates of ours it may use. A crate that is not listed fails the test.
const ARROWS: &[(&str, &[&str])] = &[
    ("bytecode", &[]),
    ("contracts", &[]),
    ("term", &[]),
    ("solver", &["term"]),
    ("machine", &["bytecode", "term"]),
    ("hotspot", &["machine", "bytecode", "term"]),
    ("explore", &["machine", "bytecode", "solver", "term"]),
    ("report", &["explore", "bytecode"]),
    ("cli", &["bytecode", "term", "solver", "machine", "hotspot", "explore", "report", "contracts"]),
];

const MAY_BE_UNSAFE: &[&str] = &["hotspot"];

/// Bindings of a C library: the one other place.
const UNSAFE_BINDINGS: &str = "crates/solver/src/backend/z3/";

struct Crate {
    name: String,
    folder: PathBuf,
    manifest: String,
}

fn crates() -> Vec<Crate> {
    let folders = entries(&workspace().join("crates")).into_iter();
    let read = |folder: PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).ok()?;
        let name = folder.file_name()?.to_string_lossy().into_owned();
        Some(Crate { name, folder, manifest })
    };
    folders.filter_map(read).collect()
}

/// The lines of a manifest with the table they stand in, comments and blank lines left out.
fn lines(manifest: &str) -> Vec<(&str, &str)> {
    let mut table = "";
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            table = line;
            // A dependency may be a table of its own: [dependencies.name].
            found.push((table, ""));
        } else if !line.is_empty() && !line.starts_with('#') {
            found.push((table, line));
        }
    }
    found
}

/// The names in every dependency table, those of tests and targets too.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    for (table, line) in lines(manifest) {
        let table = table.trim_matches(['[', ']']);
        if table.ends_with("dependencies") && !line.is_empty() {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            names.push(name.trim_matches('"').to_string());
        } else if let Some((before, name)) = table.rsplit_once('.')
            && before.ends_with("dependencies")
            && line.is_empty()
        {
            names.push(name.trim_matches('"').to_string());
        }
    }
    names
}

#[test]
fn crates_depend_downwards_only() {
    let ours: Vec<String> = crates().into_iter().map(|found| found.name).collect();
    assert!(!ours.is_empty(), "no crates");
    for found in crates() {
        let (_, allowed) = ARROWS.iter().find(|(name, _)| *name == found.name).unwrap_or_else(|| {
            panic!("crate {} is not in ARROWS: add it and its line in docs/architecture.md", found.name)
        });
        for name in dependencies(&found.manifest) {
            let fine = !ours.contains(&name) || allowed.contains(&name.as_str());
            assert!(fine, "crate {} must not depend on {name}", found.name);
            assert!(!found.manifest.contains("package ="), "crate {} renames a dependency", found.name);
        }
    }
}

#[test]
fn unsafe_code_is_denied_outside_hotspot() {
    let root = fs::read_to_string(workspace().join("Cargo.toml")).expect("the workspace has a manifest");
    assert!(
        lines(&root).contains(&("[workspace.lints.rust]", "unsafe_code = \"deny\"")),
        "the workspace denies unsafe code"
    );
    for found in crates() {
        if MAY_BE_UNSAFE.contains(&found.name.as_str()) {
            continue;
        }
        let inherits = lines(&found.manifest).contains(&("[lints]", "workspace = true"));
        assert!(inherits, "crate {} does not take the lints of the workspace", found.name);
        for file in files_below(&found.folder) {
            if file.to_string_lossy().contains(UNSAFE_BINDINGS) {
                continue;
            }
            let text = fs::read_to_string(&file).unwrap_or_default();
            assert!(!text.contains("allow(unsafe_code)"), "{} allows unsafe code", file.display());
        }
    }
}

#[test]
fn dependency_tables_are_read() {
    let manifest = "[package]\nname = \"x\"\n[dependencies]\na = \"1\"\nb.workspace = true\n# c = 1\n[dev-dependencies]\nd = { path = \"x\" }\n[target.'cfg(unix)'.dependencies]\ne = \"1\"\n[dependencies.f]\nversion = \"1\"\n[lints]\nworkspace = true\n";
    assert_eq!(dependencies(manifest), ["a", "b", "d", "e", "f"]);
}
