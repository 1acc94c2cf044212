//! `jacana test` on classes that are hard on it: what they do stays inside, what cannot be tested says why, bad input gets one line.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::files_below;
use crate::process::{Exit, Outcome, PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// Something that must hold.
pub struct Check {
    pub what: &'static str,
    pub holds: bool,
    /// The line that matters.
    pub said: String,
}

struct Bench<'a> {
    tools: &'a Tools,
    scratch: Scratch,
}

pub fn checks(tools: &Tools) -> Vec<Check> {
    let bench = Bench { tools, scratch: Scratch::new("hard") };
    compile(tools, &files_below(&workspace().join("fixtures/test/hard")), "", &bench.file("classes"));
    let mut checks = bench.destroyer();
    checks.extend(bench.others_files());
    for (what, target, exit, line) in [
        ("cannot be made", "hard.Sealed", 2, "no constructor that a test can call makes an object of type hard.Sealed"),
        (
            "fails in its static initialiser",
            "hard.Failing",
            2,
            "its static initialiser fails: ExceptionInInitializerError",
        ),
        ("no such package", "no.such.*", 3, "no classes in package no.such"),
        ("no such class", "hard.Seeled", 3, "no such class: hard.Seeled"),
        ("no such jar", "missing.jar", 3, "no such jar: missing.jar"),
        ("no such option", "--fast", 3, "unknown option `--fast`"),
    ] {
        let outcome = bench.test(&[target], "other");
        checks.push(check(what, &outcome, exit, line));
    }
    checks
}

fn check(what: &'static str, outcome: &Outcome, exit: i32, line: &str) -> Check {
    let said = outcome.stdout_text() + &outcome.stderr_text();
    let found = said.lines().find(|one| one.contains(line));
    Check {
        what,
        holds: outcome.exit == Exit::Code(exit) && found.is_some() && !said.contains("panicked"),
        said: found.unwrap_or(said.trim()).to_string(),
    }
}

impl Bench<'_> {
    fn file(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn test(&self, words: &[&str], folder: &str) -> Outcome {
        let mut command = self.tools.jacana();
        command.current_dir(self.scratch.path()).arg("test").arg("-cp").arg(self.file("classes"));
        command.arg("-o").arg(self.file(folder)).args(words);
        run(command, b"", PATIENCE)
    }

    fn property(&self) -> String {
        format!("-Dprecious={}", self.file("precious").display())
    }

    /// It deletes files and starts programs.
    fn destroyer(&self) -> Vec<Check> {
        self.scratch.write("precious/treasure", "gold");
        let before = snapshot(self.scratch.path());
        let outcome = self.test(&[&self.property(), "hard.Destroyer"], "tests");
        let mut after = snapshot(self.scratch.path());
        after.retain(|path, _| !path.starts_with(self.file("tests")));
        let tests = fs::read_to_string(self.file("tests/hard/DestroyerTest.java")).unwrap_or_default();
        let line = outcome.stdout_text().lines().next().unwrap_or_default().to_string();
        vec![
            Check {
                what: "deletes files and starts programs: it has tests",
                holds: outcome.exit == Exit::Code(0) && tests.contains("destroyer.start(false)"),
                said: line,
            },
            Check {
                what: "deletes files and starts programs: nothing outside changed",
                holds: before == after,
                said: format!("{} files as before", after.len()),
            },
        ]
    }

    /// Where its tests lie is a file of somebody else.
    fn others_files(&self) -> Vec<Check> {
        let file = self.scratch.write("tests/hard/DestroyerTest.java", "// mine");
        let property = self.property();
        let refused = self.test(&[&property, "hard.Destroyer"], "tests");
        let mut refusal = check("a file of others", &refused, 3, "is not ours: --force overwrites it");
        refusal.holds &= fs::read_to_string(&file).is_ok_and(|text| text == "// mine");
        let forced = self.test(&[&property, "--force", "hard.Destroyer"], "tests");
        let ours = fs::read_to_string(&file).is_ok_and(|text| text.contains("Written by Jacana"));
        let said = forced.stdout_text().lines().next().unwrap_or_default().to_string();
        let holds = forced.exit == Exit::Code(0) && ours;
        vec![refusal, Check { what: "a file of others, with --force", holds, said }]
    }
}

fn snapshot(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files_below(folder).into_iter().map(|file| (file.clone(), fs::read(&file).expect("a file"))).collect()
}
