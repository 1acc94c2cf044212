//! The Markdown pages of the repository, as the tests read them.

use std::fs;
use std::path::PathBuf;

use differential::fixture::files_below;
use differential::tools::workspace;

/// One Markdown page.
pub struct Page {
    /// Path relative to the root of the repository, such as `docs/guide/run.md`.
    pub name: String,
    pub path: PathBuf,
    pub text: String,
}

/// What a line of a page is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    Prose,
    /// The line that opens or closes a block of code.
    Fence,
    /// A line inside of a ```` ```console ```` block, which the test runs.
    Console,
    /// A line inside of a block in another language.
    Code,
}

impl Page {
    fn read(path: PathBuf) -> Page {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let name = path.strip_prefix(workspace()).expect("below the root").to_string_lossy().into_owned();
        Page { name, path, text }
    }

    /// The lines, each with its kind.
    pub fn lines(&self) -> Vec<(LineKind, &str)> {
        let mut inside = LineKind::Prose;
        let mut found = Vec::new();
        for line in self.text.lines() {
            let Some(language) = line.trim_start().strip_prefix("```") else {
                found.push((inside, line));
                continue;
            };
            inside = match (inside, language.trim()) {
                (LineKind::Prose, "console") => LineKind::Console,
                (LineKind::Prose, _) => LineKind::Code,
                (LineKind::Fence | LineKind::Console | LineKind::Code, _) => LineKind::Prose,
            };
            found.push((LineKind::Fence, line));
        }
        found
    }
}

/// README.md and the pages of the guide: those with sessions.
pub fn guide() -> Vec<Page> {
    let mut paths = markdown_below("docs/guide");
    paths.insert(0, workspace().join("README.md"));
    paths.into_iter().map(Page::read).collect()
}

/// All pages of the repository, those beside the fixtures too.
pub fn all_pages() -> Vec<Page> {
    let mut paths: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].iter().map(|name| workspace().join(name)).collect();
    paths.extend(markdown_below("docs"));
    paths.extend(markdown_below("fixtures"));
    paths.into_iter().map(Page::read).collect()
}

fn markdown_below(folder: &str) -> Vec<PathBuf> {
    let mut paths = files_below(&workspace().join(folder));
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    paths
}
