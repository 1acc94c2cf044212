//! `jacana test` on the classes of a fixture.

use std::fs;
use std::path::PathBuf;

use crate::fixture::files_below;
use crate::process::{PATIENCE, run};
use crate::tools::{compile, workspace};
use crate::{Outcome, Scratch, Tools};

/// Classes of a fixture, and where their tests go.
pub struct Bench {
    pub tools: Tools,
    pub scratch: Scratch,
    pub classes: PathBuf,
}

impl Bench {
    pub fn new(name: &str) -> Bench {
        let (tools, scratch) = (Tools::find(), Scratch::new("unit-tests"));
        let classes = scratch.path().join("classes");
        compile(&tools, &files_below(&workspace().join("fixtures/test").join(name)), "", &classes);
        Bench { tools, scratch, classes }
    }

    pub fn tests(&self) -> PathBuf {
        self.scratch.path().join("tests")
    }

    /// Of explored paths alone, each a method of its own, unless the options say otherwise.
    pub fn test(&self, options: &[&str]) -> Outcome {
        let mut command = self.tools.jacana();
        command.arg("test").arg("-cp").arg(&self.classes).arg("-o").arg(self.tests()).args(options);
        if !options.contains(&"--random") {
            command.args(["--random", "0"]);
        }
        if !options.contains(&"--parameterized") {
            command.args(["--parameterized", "off"]);
        }
        run(command, b"", PATIENCE)
    }

    /// The tests themselves.
    pub fn sources(&self) -> Vec<PathBuf> {
        files_below(&self.tests()).into_iter().filter(|file| file.extension().is_some_and(|e| e == "java")).collect()
    }

    pub fn written(&self, file: &str) -> String {
        fs::read_to_string(self.tests().join(file)).unwrap_or_default()
    }
}
