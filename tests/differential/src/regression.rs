//! `jacana test --against`: classes of fixtures/regression and other versions of them. A comment `change:` has the line of a version that behaves
//! otherwise, `same:` of one that only looks otherwise.

use std::fs;
use std::path::PathBuf;

use crate::fixture::files_below;
use crate::process::{Exit, Outcome, PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// Another version of a class: one line is another one.
#[derive(Clone, Debug)]
pub struct Variant {
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    pub text: String,
    /// Whether callers notice it.
    pub is_change: bool,
}

/// What `jacana test --against` says of a variant.
pub struct Compared {
    pub outcome: Outcome,
    /// Lines that tell of changes.
    pub told: Vec<String>,
}

impl Variant {
    pub fn shown(&self) -> String {
        let class = self.file.file_stem().map(|stem| stem.to_string_lossy().to_string()).unwrap_or_default();
        format!("{class}:{}: {}", self.line, self.text)
    }

    fn class(&self) -> String {
        format!("changes.{}", self.file.file_stem().map(|stem| stem.to_string_lossy()).unwrap_or_default())
    }

    /// Compiles both versions and compares them.
    pub fn compare(&self, tools: &Tools, options: &[&str]) -> Compared {
        let scratch = Scratch::new("regression");
        let source = fs::read_to_string(&self.file).expect("a fixture");
        let changed: Vec<&str> = source
            .lines()
            .enumerate()
            .map(|(at, line)| if at + 1 == self.line { self.text.as_str() } else { line })
            .collect();
        let name = self.file.file_name().expect("a file").to_string_lossy().to_string();
        let versions = [("old", source.clone()), ("new", changed.join("\n"))].map(|(version, text)| {
            let file = scratch.write(&format!("{version}/{name}"), text);
            let classes = scratch.path().join(format!("{version}-classes"));
            compile(tools, &[file], "", &classes);
            classes
        });
        let mut command = tools.jacana();
        command.arg("test").arg("-cp").arg(&versions[1]).arg("--against").arg(&versions[0]);
        command.arg("-o").arg(scratch.path().join("tests")).args(options).arg(self.class());
        let outcome = run(command, b"", PATIENCE);
        let told = outcome.stdout_text();
        let told = told.lines().filter(|line| line.trim_start().starts_with("changed: ")).map(String::from).collect();
        Compared { outcome, told }
    }
}

impl Compared {
    /// Whether a test shows a difference.
    pub fn differs(&self) -> bool {
        self.outcome.exit == Exit::Code(1) && !self.told.is_empty()
    }

    /// Whether there are tests, and none shows a difference.
    pub fn agrees(&self) -> bool {
        self.outcome.exit == Exit::Code(0) && self.told.is_empty()
    }
}

/// All variants, in the order of files and lines.
pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for file in files_below(&workspace().join("fixtures/regression")) {
        let source = fs::read_to_string(&file).expect("a fixture");
        for (at, line) in source.lines().enumerate() {
            for (mark, is_change) in [(" // change: ", true), (" // same: ", false)] {
                if let Some((_, text)) = line.split_once(mark) {
                    all.push(Variant { file: file.clone(), line: at + 1, text: text.into(), is_change });
                }
            }
        }
    }
    all
}
