//! Every console block of README.md and the guide is a session that is run again here and must print the same, times
//! excepted. `TRYCMD=overwrite` writes what is printed now into the pages.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;

use differential::tools::{Scratch, Tools, workspace};
use guide::{LineKind, Page, guide};
use trycmd::TestCases;
use trycmd::schema::Bin;

/// Longer lines of output are cut when pages are rewritten.
const OUTPUT_COLUMNS: usize = 140;

/// The programs that sessions may start. Others would be skipped in silence.
fn programs(tools: &Tools) -> [(&'static str, PathBuf); 4] {
    [
        ("jacana", tools.jacana.clone()),
        ("javac", tools.jdk.join("bin/javac")),
        ("cat", "/bin/cat".into()),
        ("ls", "/bin/ls".into()),
    ]
}

#[test]
fn sessions_print_what_the_pages_say() {
    let tools = Tools::find();
    let failed: Vec<String> =
        guide().iter().filter(|page| !session_holds(&tools, page)).map(|page| page.name.clone()).collect();
    assert!(failed.is_empty(), "other output than in {}", failed.join(", "));
}

/// Whether the sessions of the pages are compared with what is printed, or replaced by it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Compare,
    Overwrite,
}

/// Runs the sessions of a page in a folder of its own that has `examples` in it.
fn session_holds(tools: &Tools, page: &Page) -> bool {
    let mode =
        if env::var_os("TRYCMD").is_some_and(|mode| mode == "overwrite") { Mode::Overwrite } else { Mode::Compare };
    let scratch = Scratch::new("guide");
    symlink(workspace().join("examples"), scratch.path().join("examples")).expect("the folder is new");
    env::set_current_dir(scratch.path()).expect("the folder is there");
    let copy = scratch.write(&page.name.replace('/', "-"), for_trycmd(page, mode));

    let cases = TestCases::new();
    cases.env("JAVA_HOME", tools.jdk.to_string_lossy()).env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
    cases.register_bins(programs(tools).map(|(name, path)| (name, Bin::Path(path))));
    cases.case(&copy);
    let held = panic::catch_unwind(AssertUnwindSafe(|| cases.run())).is_ok();
    env::set_current_dir(workspace()).expect("the root is there");
    if mode == Mode::Overwrite {
        let rewritten = fs::read_to_string(&copy).expect("the copy is there");
        fs::write(&page.path, from_trycmd(page, &rewritten)).expect("pages are writable");
    }
    held
}

/// The page as trycmd reads it: output ends with an empty line, `\` is `/`, and a time may be any.
fn for_trycmd(page: &Page, mode: Mode) -> String {
    let mut text = String::new();
    let mut has_output = false;
    for (kind, line) in page.lines() {
        let ends_output = kind == LineKind::Fence || line.starts_with("$ ");
        if has_output && ends_output {
            text.push('\n');
        }
        let is_output = kind == LineKind::Console && !ends_output;
        // The exit code is no output.
        has_output = is_output && (has_output || !line.starts_with("? "));
        match mode {
            Mode::Compare if is_output => text += &without_seconds(&line.replace('\\', "/")),
            Mode::Overwrite if is_output => text += &line.replace('\\', "/"),
            Mode::Compare | Mode::Overwrite => text += line,
        }
        text.push('\n');
    }
    text
}

/// The page for readers again: no empty lines after output, the `\` that the old page had, and lines that fit.
fn from_trycmd(old: &Page, rewritten: &str) -> String {
    let with_backslash: Vec<&str> = old.text.lines().filter(|line| line.contains('\\')).collect();
    let rewritten = Page { name: old.name.clone(), path: old.path.clone(), text: rewritten.to_string() };
    let lines = rewritten.lines();
    let mut text = String::new();
    for (at, (kind, line)) in lines.iter().enumerate() {
        let next_ends =
            lines.get(at + 1).is_some_and(|(kind, next)| *kind == LineKind::Fence || next.starts_with("$ "));
        if *kind == LineKind::Console && line.is_empty() && next_ends {
            continue;
        }
        let original = with_backslash.iter().find(|old| old.replace('\\', "/") == *line);
        match kind {
            LineKind::Console => text += &shortened(original.unwrap_or(line)),
            LineKind::Prose | LineKind::Fence | LineKind::Code => text += line,
        }
        text.push('\n');
    }
    text
}

/// A line of output that fits into a page.
fn shortened(line: &str) -> String {
    if line.chars().count() <= OUTPUT_COLUMNS {
        return line.to_string();
    }
    line.chars().take(OUTPUT_COLUMNS - 4).collect::<String>() + "[..]"
}

/// `12 paths, 0.3 s` as `12 paths, [..] s`.
fn without_seconds(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let is_time = |at: usize| {
        let unit = words.get(at + 1).is_some_and(|next| next.trim_end_matches([',', ';', '.', ')']) == "s");
        unit && words[at].parse::<f64>().is_ok()
    };
    let kept = (0..words.len()).map(|at| if is_time(at) { "[..]" } else { words[at] });
    kept.collect::<Vec<_>>().join(" ")
}

#[test]
fn seconds_are_left_out() {
    assert_eq!(without_seconds("  2 paths, 1.0 s"), "  2 paths, [..] s");
    assert_eq!(without_seconds("in 3 steps"), "in 3 steps");
}

#[test]
fn pages_that_are_right_stay_as_they_are() {
    for page in guide() {
        assert_eq!(from_trycmd(&page, &for_trycmd(&page, Mode::Overwrite)), page.text, "{}", page.name);
    }
}

/// trycmd runs blocks without a language too, and skips programs that it does not know.
#[test]
fn every_session_is_run() {
    let known = programs(&Tools::find());
    for page in guide() {
        let mut opens = true;
        for (kind, line) in page.lines() {
            match kind {
                LineKind::Fence => {
                    let language = line.trim_start().trim_start_matches('`');
                    assert!(!opens || !language.is_empty(), "{}: a block of code without a language", page.name);
                    assert!(!language.contains(','), "{}: `{language}` is left out by the test", page.name);
                    opens = !opens;
                }
                LineKind::Console if line.starts_with("$ ") => {
                    let program = line.split(' ').nth(1).unwrap_or_default();
                    assert!(known.iter().any(|(name, _)| *name == program), "{}: `{line}` is not run", page.name);
                }
                LineKind::Console | LineKind::Prose | LineKind::Code => {}
            }
        }
    }
}
