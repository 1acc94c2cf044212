//! Every console block of README.md and the guide is a session that is run again here and must print the same, times
//! excepted. `TRYCMD=overwrite` writes what is printed now into the pages.

use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use differential::tools::{Scratch, Tools, workspace};
use guide::{LineKind, Page, guide};
use trycmd::TestCases;
use trycmd::schema::Bin;

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

/// Runs the sessions of a page in a folder of its own that has `examples` in it.
fn session_holds(tools: &Tools, page: &Page) -> bool {
    let scratch = Scratch::new("guide");
    symlink(workspace().join("examples"), scratch.path().join("examples")).expect("the folder is new");
    env::set_current_dir(scratch.path()).expect("the folder is there");

    let cases = TestCases::new();
    cases.env("JAVA_HOME", tools.jdk.to_string_lossy()).env("LC_ALL", "C.UTF-8").env("TZ", "UTC");
    cases.register_bins(programs(tools).map(|(name, path)| (name, Bin::Path(path))));
    cases.case(session_file(page, scratch.path()));
    let held = panic::catch_unwind(AssertUnwindSafe(|| cases.run())).is_ok();
    env::set_current_dir(workspace()).expect("the root is there");
    held
}

/// The page itself if it is to be overwritten, else a copy in which times may be any.
fn session_file(page: &Page, folder: &Path) -> PathBuf {
    if env::var_os("TRYCMD").is_some() {
        return page.path.clone();
    }
    let lines = page.lines().into_iter().map(|(kind, line)| match kind {
        LineKind::Console if !line.starts_with("$ ") => without_seconds(line),
        LineKind::Console | LineKind::Prose | LineKind::Fence | LineKind::Code => line.to_string(),
    });
    let copy = folder.join(page.name.replace('/', "-"));
    fs::write(&copy, lines.collect::<Vec<_>>().join("\n") + "\n").expect("the folder is writable");
    copy
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
