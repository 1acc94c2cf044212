//! Links lead somewhere, pages that code and pages mention exist, lines fit, and every option has its row.

use std::fs;
use std::path::{Path, PathBuf};

use differential::fixture::files_below;
use differential::tools::{Tools, workspace};
use guide::{LineKind, all_pages};

/// Lines end before this column.
const COLUMNS: usize = 160;

/// Tables below this folder are printed by `cargo xtask experiments`, as wide as their figures.
const PRINTED_TABLES: &str = "docs/internals/experiments/";

/// The commands with options, each with its page in the guide.
const COMMANDS: &[&str] = &["run", "verify", "check", "test", "model-check", "doctor"];

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
    let folders = ["crates", "tests/differential", "xtask", "scripts", "api", "docs", "fixtures"];
    let mut files: Vec<PathBuf> = folders.iter().flat_map(|name| files_below(&root.join(name))).collect();
    files.extend(["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root.join(name)));
    let mut missing = Vec::new();
    for file in files {
        // Pictures and class files are no text.
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let absent = mentions(&text).into_iter().filter(|page| !root.join(page).exists());
        missing.extend(absent.map(|page| format!("{}: {page}", shown(&file))));
    }
    assert!(missing.is_empty(), "pages that do not exist: {}", missing.join(", "));
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
    for page in all_pages().iter().filter(|page| !page.name.starts_with("fixtures/")) {
        for (at, line) in page.text.lines().enumerate() {
            let printed = page.name.starts_with(PRINTED_TABLES) && line.starts_with('|');
            if !printed && line.chars().count() >= COLUMNS {
                long.push(format!("{}:{}", page.name, at + 1));
            }
        }
    }
    assert!(long.is_empty(), "longer than {COLUMNS} columns: {}", long.join(" "));
}

#[test]
fn every_option_is_in_the_guide() {
    let tools = Tools::find();
    let common = fs::read_to_string(workspace().join("docs/guide/README.md")).expect("the guide has a first page");
    let mut missing = Vec::new();
    for command in COMMANDS {
        let output = tools.jacana().args([command, "--help"]).output().expect("jacana starts");
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        let page =
            fs::read_to_string(workspace().join(format!("docs/guide/{command}.md"))).expect("a page per command");
        let options = options(&help);
        assert!(!options.is_empty(), "`jacana {command} --help` names no options");
        let absent = options.into_iter().filter(|option| !page.contains(option) && !common.contains(option));
        missing.extend(absent.map(|option| format!("{option} of {command}")));
    }
    assert!(missing.is_empty(), "not in the guide: {}", missing.join(", "));
}

/// The long options that a help text explains: those at the beginning of a line, before two spaces.
fn options(help: &str) -> Vec<&str> {
    let heads = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let heads = heads.filter_map(|line| line.split("  ").next());
    let words = heads.flat_map(|head| head.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')));
    words.filter(|word| word.starts_with("--") && word.len() > 2).collect()
}

#[test]
fn options_are_found() {
    let help = "options:\n  -h, --help  this\n  --time S   see --other\n  jacana --tool x";
    assert_eq!(options(help), ["--help", "--time"]);
}
