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
const COMMANDS: &[&str] = &["scan", "run", "verify", "check", "test", "model-check", "doctor", "init"];

/// Commands that are explained on the first page of the guide.
const SMALL_COMMANDS: &[&str] = &["completions", "man", "help"];

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

#[test]
fn every_command_has_help_a_manual_and_a_page() {
    let tools = Tools::find();
    let said = |words: &[&str]| {
        let output = tools.jacana().args(words).output().expect("jacana starts");
        assert!(output.status.success(), "jacana {words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let all = said(&["help"]);
    let listed = all.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let is_name = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let listed: Vec<&str> = listed.filter(is_name).filter_map(|line| line.split_whitespace().next()).collect();
    let known: Vec<&str> = COMMANDS.iter().chain(SMALL_COMMANDS).copied().collect();
    assert!(listed.len() == known.len() && listed.iter().all(|name| known.contains(name)), "{listed:?} {known:?}");
    let first = fs::read_to_string(workspace().join("docs/guide/README.md")).expect("the guide has a first page");
    for command in listed {
        let help = said(&["help", command]);
        assert_eq!(help, said(&[command, "--help"]), "help of {command}");
        assert!(help.contains("Usage: jacana ") && help.contains("\nExamples:\n"), "help of {command}: {help}");
        let manual = said(&["man", command]);
        assert!(manual.contains(".SH OPTIONS") && manual.contains("Examples:"), "manual of {command}");
        let is_small = SMALL_COMMANDS.contains(&command);
        let shown = if is_small { format!("`jacana {command}") } else { format!("({command}.md)") };
        assert!(first.contains(&shown), "the first page of the guide has no {shown}");
    }
}

/// The table of contents of the book (`cargo xtask guide`).
#[test]
fn all_pages_are_in_the_book_once_and_lead_nowhere_else() {
    let root = workspace();
    let contents = fs::read_to_string(root.join("docs/SUMMARY.md")).expect("the book has a table of contents");
    let listed: Vec<&str> = contents.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let beside =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE", "docs/", "examples/", "fixtures/languages/"];
    for page in all_pages().iter().filter(|page| page.name.starts_with("docs/") && page.name != "docs/SUMMARY.md") {
        let name = page.name.trim_start_matches("docs/");
        let times = listed.iter().filter(|listed| **listed == name).count();
        assert_eq!(times, 1, "{} is {times} times in docs/SUMMARY.md", page.name);
        let folder = page.path.parent().expect("a page is in a folder");
        for (kind, line) in page.lines() {
            let links = line.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
            for link in links.filter(|link| kind == LineKind::Prose && !link.is_empty() && !link.contains("://")) {
                let Ok(file) = fs::canonicalize(folder.join(link)) else { continue };
                let file = shown(&file);
                assert!(beside.iter().any(|known| file.starts_with(known)), "{}: {link} is not in the book", page.name);
            }
        }
    }
}
