//! The programs of fixtures/memory on both sides: the same output, and how much memory ours took at most.

use std::path::PathBuf;

use crate::compare::Mode;
use crate::fixture::files_below;
use crate::program::Program;
use crate::search::{Explored, explore_with};
use crate::tools::{Scratch, Tools, compile, workspace};

/// Compiled once.
pub struct Memory<'t> {
    tools: &'t Tools,
    classes: PathBuf,
    _scratch: Scratch,
}

/// One program on `jacana run`.
pub struct Measured {
    pub peak_megabytes: u64,
    pub seconds: f64,
    /// The output is that of `java`.
    pub equal: bool,
}

impl<'t> Memory<'t> {
    pub fn new(tools: &'t Tools) -> Memory<'t> {
        let scratch = Scratch::new("memory");
        let classes = scratch.path().join("classes");
        let sources = files_below(&workspace().join("fixtures/memory"));
        let sources: Vec<PathBuf> =
            sources.into_iter().filter(|file| file.extension().is_some_and(|e| e == "java")).collect();
        compile(tools, &sources, "", &classes);
        Memory { tools, classes, _scratch: scratch }
    }

    pub fn measure(&self, name: &str, arguments: &[&str]) -> Measured {
        let program = Program {
            name: name.into(),
            class_path: vec![self.classes.clone()],
            main: name.into(),
            args: arguments.iter().map(ToString::to_string).collect(),
            ..Program::default()
        };
        let java = program.on_java(self.tools);
        let ours = program.on_jacana(self.tools, Mode::Plain);
        let (expected, _) = without_peak(&java.stdout_text());
        let (said, kilobytes) = without_peak(&ours.stdout_text());
        let equal = said == expected && ours.exit == java.exit && kilobytes > 0;
        Measured { peak_megabytes: kilobytes / 1024, seconds: ours.time.as_secs_f64(), equal }
    }
}

/// The output without its last line, and the number there.
fn without_peak(text: &str) -> (String, u64) {
    match text.trim_end().rsplit_once('\n') {
        Some((rest, last)) => (rest.into(), last.trim_start_matches("peak ").parse().unwrap_or(0)),
        None => (text.into(), 0),
    }
}

/// Two to the power of `branches` paths, each with allocations.
pub fn allocating_paths(tools: &Tools, branches: u32) -> Explored {
    explore_with(tools, "Allocations", &["--search", "dfs"], &[&branches.to_string()])
}
