//! The classes of fixtures/check, compiled with our API.

use std::path::{Path, PathBuf};

use crate::fixture::files_below;
use crate::tools::{Scratch, Tools, compile_with, workspace};

/// Data structures with invariants, and the programs that make all their heaps.
pub struct Subjects {
    pub tools: Tools,
    scratch: Scratch,
}

impl Default for Subjects {
    fn default() -> Subjects {
        Subjects::new()
    }
}

impl Subjects {
    pub fn new() -> Subjects {
        let tools = Tools::find();
        let scratch = Scratch::new("check");
        let root = workspace();
        let is_java = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "java");
        let mut sources: Vec<PathBuf> = files_below(&root.join("fixtures/check")).into_iter().filter(is_java).collect();
        let api = root.join("api");
        sources.push(root.join("support/HeapReplay.java"));
        compile_with(&tools, &sources, &["-sourcepath", &api.display().to_string()], scratch.path());
        Subjects { tools, scratch }
    }

    pub fn classes(&self) -> &Path {
        self.scratch.path()
    }

    /// What a program of ours prints on the JVM.
    pub fn run(&self, main: &str, arguments: &[&str]) -> String {
        let output = self.tools.java().arg("-ea").arg("-cp").arg(self.classes()).arg(main).args(arguments).output();
        let output = output.expect("java starts");
        assert!(output.status.success(), "{main}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What `HeapReplay` says of a heap and the calls on it, and its exit code.
    pub fn replay(&self, description: &str) -> (String, i32) {
        let file = self.scratch.write("heap.txt", description);
        let mut java = self.tools.java();
        let output = java.arg("-ea").arg("-cp").arg(self.classes()).arg("HeapReplay").arg(file).output();
        let output = output.expect("java starts");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().expect("no signal"))
    }
}
