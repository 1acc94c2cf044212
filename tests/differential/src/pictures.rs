//! The page of `jacana check --html`.

use crate::browser::Page;
use crate::check::Subjects;
use crate::process::{self, PATIENCE};
use crate::tools::{Scratch, workspace};

impl Subjects {
    /// The page of these methods.
    pub fn page(&self, options: &[&str], targets: &[&str]) -> Page {
        let scratch = Scratch::new("pictures");
        let file = scratch.path().join("page.html");
        let mut jacana = self.tools.jacana();
        jacana.arg("check").arg("-cp").arg(self.classes()).args(options);
        jacana.arg("--source").arg(workspace().join("fixtures/check")).arg("--html").arg(&file).args(targets);
        let outcome = process::run(jacana, b"", PATIENCE);
        assert!(file.exists(), "no page: {}{}", outcome.stdout_text(), outcome.stderr_text());
        Page::read(&file)
    }
}
