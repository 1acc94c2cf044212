//! Links lead somewhere, pages that code and pages mention exist, lines fit, and every option has its row.

use std::fs;
use std::path::Path;

use differential::fixture::files_below;
use differential::tools::{Tools, workspace};
use guide::{LineKind, all_pages};

/// Lines end before this column.
const COLUMNS: usize = 160;

/// The commands with options, each with its page in the guide.
const COMMANDS: &[&str] = &["run", "verify", "check", "test", "model-check"];

#[test]
fn links_lead_somewhere() {
    for page in all_pages() {
        let folder = page.path.parent().expect("a page is in a folder");
        for (kind, line) in page.lines() {
            if kind != LineKind::Prose {
                continue;
            }
            for link in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let file = link.split('#').next().unwrap_or_default();
                let elsewhere = file.is_empty() || file.contains("://");
                assert!(elsewhere || folder.join(file).exists(), "{}: no {link}", page.name);
            }
        }
    }
}

#[test]
fn pages_that_are_mentioned_exist() {
    let root = workspace();
    let mut files: Vec<_> = ["crates", "tests", "xtask", "scripts", "support", "api", "docs", "fixtures"]
        .map(|name| root.join(name))
        .to_vec();
    files = files.iter().flat_map(|folder| files_below(folder)).collect();
    files.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)));
    for file in files {
        // Pictures and class files are no text.
        let Ok(text) = fs::read_to_string(&file) else { continue };
        for page in mentions(&text) {
            assert!(root.join(page).exists(), "{}: no {page}", shown(&file));
        }
    }
}

/// Every `docs/folder/page.md` in a text.
fn mentions(text: &str) -> Vec<&str> {
    let ends = |c: char| !(c.is_ascii_alphanumeric() || "/-_.".contains(c));
    let names = text.match_indices("docs/").map(|(at, _)| text[at..].split(ends).next().unwrap_or_default());
    names.map(|name| name.trim_end_matches('.')).filter(|name| name.ends_with(".md")).collect()
}

#[test]
fn mentions_are_found() {
    assert_eq!(mentions("(docs/a.md), docs/b/c.md. docs/x.rs"), ["docs/a.md", "docs/b/c.md"]);
}

fn shown(file: &Path) -> String {
    file.strip_prefix(workspace()).unwrap_or(file).display().to_string()
}

#[test]
fn lines_fit() {
    let mut long = Vec::new();
    for page in all_pages() {
        for (at, line) in page.text.lines().enumerate() {
            if line.chars().count() >= COLUMNS {
                long.push(format!("{}:{}", page.name, at + 1));
            }
        }
    }
    assert!(long.is_empty(), "longer than {COLUMNS} columns: {}", long.join(" "));
}

#[test]
fn every_option_is_in_the_guide() {
    let tools = Tools::find();
    for command in COMMANDS {
        let output = tools.jacana().args([command, "--help"]).output().expect("jacana starts");
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        let page =
            fs::read_to_string(workspace().join(format!("docs/guide/{command}.md"))).expect("a page per command");
        let options: Vec<&str> = help.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).collect();
        let mut options: Vec<&str> =
            options.into_iter().filter(|word| word.starts_with("--") && word.len() > 2).collect();
        options.sort_unstable();
        options.dedup();
        assert!(!options.is_empty(), "`jacana {command} --help` names no options");
        for option in options {
            assert!(page.contains(option), "docs/guide/{command}.md does not mention {option}");
        }
    }
}
