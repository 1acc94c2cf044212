//! The rules that the code of the workspace keeps: arrows between crates as drawn in docs/architecture.md, no cycle between the
//! modules of a crate, every module on the map, files of bounded length, `unsafe` in one place. Each rule is a function over
//! the model of this file, which tests can also plant.

mod arrows;
mod graph;
mod map;
mod modules;
mod read;
mod witness;

pub use arrows::{Picture, Room, wrong_arrows};
pub use graph::Graph;
pub use map::unmapped_modules;
pub use modules::{module_graph, unsafe_files};
pub use read::{House, MAP, read};
pub use witness::{PLACES, wrong_places};

/// No file of ours is longer.
pub const MAX_FILE_LINES: usize = 500;

/// The crate that may have `unsafe` code.
pub const UNSAFE_CRATE: &str = "hotspot";

/// A crate of ours below `crates`.
#[derive(Clone, Debug, Default)]
pub struct Crate {
    pub name: String,
    /// What it is, as its manifest says.
    pub description: String,
    /// The crates of ours that it depends on, be it for its tests alone.
    pub uses: Vec<String>,
    /// The files below `src`.
    pub sources: Vec<Source>,
}

#[derive(Clone, Debug, Default)]
pub struct Source {
    /// Below `src` for a file of a crate, else below the workspace.
    pub path: String,
    pub text: String,
}

impl Crate {
    /// The modules that the root declares: the first parts of the paths below `src`.
    pub fn modules(&self) -> Vec<&str> {
        let mut modules: Vec<&str> = self.sources.iter().filter_map(Source::module).collect();
        modules.sort_unstable();
        modules.dedup();
        modules
    }

    pub fn lines(&self) -> usize {
        self.sources.iter().map(|source| source.text.lines().count()).sum()
    }
}

impl Source {
    /// Its top-level module; none for the root of a crate.
    pub fn module(&self) -> Option<&str> {
        let first = self.path.split('/').next()?;
        let name = first.strip_suffix(".rs").unwrap_or(first);
        (name != "lib" && name != "main").then_some(name)
    }
}

/// Files with more lines than allowed.
pub fn long_files(sources: &[Source]) -> Vec<String> {
    let counted = sources.iter().map(|source| (source.text.lines().count(), &source.path));
    let long = counted.filter(|(lines, _)| *lines > MAX_FILE_LINES);
    long.map(|(lines, path)| format!("{path} has {lines} lines, {MAX_FILE_LINES} are allowed")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_501_lines_is_reported() {
        let file = |path: &str, lines: usize| Source { path: path.into(), text: "\n".repeat(lines) };
        let long = long_files(&[file("a.rs", 500), file("b.rs", 501)]);
        assert_eq!(long, ["b.rs has 501 lines, 500 are allowed"]);
    }
}
