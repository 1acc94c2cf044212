//! Where classes are looked for, in order: what `java -cp` takes.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SearchPath(Vec<PathBuf>);

impl SearchPath {
    pub fn of(entry: impl Into<PathBuf>) -> SearchPath {
        SearchPath(vec![entry.into()])
    }

    pub fn push(&mut self, last: impl Into<PathBuf>) {
        self.0.push(last.into());
    }

    /// With another entry before all others.
    pub fn with_first(&self, first: &Path) -> SearchPath {
        std::iter::once(first).chain(self.iter()).collect()
    }

    /// With its first entry after all others, if it is this one.
    pub fn moved_last(&self, first: &Path) -> SearchPath {
        let mut path = self.clone();
        if path.0.first().is_some_and(|entry| entry == first) {
            path.0.rotate_left(1);
        }
        path
    }

    pub fn iter(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(PathBuf::as_path)
    }
}

/// Takes what people write: entries with `:` between them, an empty one is the working directory.
impl From<&str> for SearchPath {
    fn from(text: &str) -> SearchPath {
        text.split(':').collect()
    }
}

impl<P: Into<PathBuf>> FromIterator<P> for SearchPath {
    fn from_iter<I: IntoIterator<Item = P>>(entries: I) -> SearchPath {
        SearchPath(entries.into_iter().map(Into::into).collect())
    }
}

impl fmt::Display for SearchPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: Vec<String> = self.iter().map(|entry| entry.display().to_string()).collect();
        f.write_str(&entries.join(":"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_order() {
        let mut path = SearchPath::from("a::b.jar");
        assert_eq!(path.iter().collect::<Vec<_>>(), [Path::new("a"), Path::new(""), Path::new("b.jar")]);
        path.push("c");
        assert_eq!(path.with_first(Path::new("z")).to_string(), "z:a::b.jar:c");
        assert_eq!(path.moved_last(Path::new("a")).to_string(), ":b.jar:c:a");
        assert_eq!(path.moved_last(Path::new("b.jar")), path);
        assert_eq!(SearchPath::default().to_string(), "");
    }
}
