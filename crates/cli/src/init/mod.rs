//! `jacana init`: the files with which a project has itself scanned, and what to add to its build. Nothing of the project is run, and no file
//! that is there is changed.

pub mod options;

use anyhow::{Context, Result};
use options::Init;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;

/// A file that a project gets.
struct Given {
    path: &'static str,
    /// What it is for, as a line of the output tells it.
    purpose: &'static str,
    text: &'static str,
}

/// The action is the one of this repository: a project needs nothing but the executable.
const FILES: [Given; 3] = [
    Given {
        path: ".github/workflows/jacana.yml",
        purpose: "scans pull requests and what is merged",
        text: include_str!("../../init/workflow.yml"),
    },
    Given {
        path: ".github/actions/jacana/action.yml",
        purpose: "the action that the workflow uses",
        text: include_str!("../../../../action.yml"),
    },
    Given {
        path: crate::scan::config::FILE,
        purpose: "settings, all as comments",
        text: include_str!("../../init/jacana.toml"),
    },
];

/// A file of a build with what to add to it.
struct Snippet {
    file: &'static str,
    place: &'static str,
    text: &'static str,
    /// How it is run then.
    command: &'static str,
}

const SNIPPETS: [Snippet; 3] = [
    Snippet {
        file: "pom.xml",
        place: "inside of <build><plugins>",
        text: include_str!("../../init/pom.xml"),
        command: "mvn verify",
    },
    Snippet {
        file: "build.gradle",
        place: "at its end",
        text: include_str!("../../init/build.gradle"),
        command: "gradle jacana",
    },
    Snippet {
        file: "build.gradle.kts",
        place: "at its end",
        text: include_str!("../../init/build.gradle.kts"),
        command: "gradle jacana",
    },
];

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Done {
    Wrote,
    Kept,
}

/// Writes the files and answers what to tell.
pub fn execute(init: &Init) -> Result<String> {
    let mut told = String::new();
    let mut kept = 0;
    for file in &FILES {
        let path = init.project.join(file.path);
        let done = write(&path, file.text, init.force).with_context(|| format!("cannot write {}", path.display()))?;
        kept += u32::from(done == Done::Kept);
        told += &match done {
            Done::Wrote => format!("wrote {}: {}\n", file.path, file.purpose),
            Done::Kept => format!("kept  {}: it is there already\n", file.path),
        };
    }
    if kept > 0 {
        told += "--force writes anew what was kept.\n";
    }
    for snippet in SNIPPETS.iter().filter(|snippet| init.project.join(snippet.file).is_file()) {
        told += &format!("\nTo scan with `{}`, add to {} {}:\n\n", snippet.command, snippet.file, snippet.place);
        snippet.text.lines().for_each(|line| told += &format!("    {line}\n"));
    }
    told += "\nNext:\n";
    told += "  jacana scan                    what breaks now\n";
    told += "  jacana scan --write-baseline   what is known from now on; commit jacana-baseline.json\n";
    told += "  set the variable JACANA_PACKAGE of the repository on GitHub to the address of an archive of Jacana\n";
    Ok(told)
}

/// A file that is there stays, unless it is to be written anew; a link is never followed to another file then.
fn write(path: &Path, text: &str, force: bool) -> std::io::Result<Done> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    if force {
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    match fs::OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file.write_all(text.as_bytes()).map(|()| Done::Wrote),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(Done::Kept),
        Err(error) => Err(error),
    }
}
