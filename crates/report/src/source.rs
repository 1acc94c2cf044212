//! The sources of a program as far as a report shows them. The caller reads the files: no format touches the disk.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A line of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// Below the project or below a folder of sources, with `/`; the plain name of the file if its source is not there.
    pub file: String,
    pub line: u32,
    /// Whether the source is there.
    pub has_source: bool,
}

impl Place {
    /// `Account.java:17`
    pub(crate) fn short(&self) -> String {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        format!("{name}:{}", self.line)
    }
}

/// Source files by the names that `Place::file` gives them, split into lines.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    /// Asks `read` once for each file that a place refers to and whose source is there.
    pub(crate) fn read<'a>(
        places: impl Iterator<Item = &'a Place>,
        mut read: impl FnMut(&str) -> Option<String>,
    ) -> Sources {
        let names: BTreeSet<&str> = places.filter(|place| place.has_source).map(|place| place.file.as_str()).collect();
        let files = names.into_iter().filter_map(|name| Some((name.to_string(), split(&read(name)?))));
        Sources { files: files.collect() }
    }

    /// All lines of a file, if it was read.
    pub(crate) fn lines(&self, file: &str) -> Option<&[String]> {
        self.files.get(file).map(Vec::as_slice)
    }

    /// The text of a line, if the file was read and is that long.
    pub(crate) fn line(&self, place: &Place) -> Option<&str> {
        let line = usize::try_from(place.line).ok()?.checked_sub(1)?;
        // A file of a library can have the name of one of the project's.
        let lines = self.files.get(&place.file).filter(|_| place.has_source)?;
        lines.get(line).map(String::as_str)
    }

    /// A line with up to `before` lines above and `after` lines below it, each with its number; none if the line itself is not there.
    pub(crate) fn around(&self, place: &Place, before: u32, after: u32) -> Vec<(u32, &str)> {
        if self.line(place).is_none() {
            return Vec::new();
        }
        let numbers = place.line.saturating_sub(before).max(1)..=place.line.saturating_add(after);
        let lines = numbers.map(|line| (line, self.line(&Place { line, ..place.clone() })));
        lines.map_while(|(line, text)| Some((line, text?))).collect()
    }
}

/// JLS 3.4: a line ends with CR, LF or both, and the line numbers of class files count so.
fn split(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.replace("\r\n", "\n").split(['\n', '\r']).map(String::from).collect();
    lines.pop_if(|last| last.is_empty());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(line: u32) -> Place {
        Place { file: "shop/Account.java".into(), line, has_source: true }
    }

    #[test]
    fn files_are_read_once_and_only_if_they_are_there() {
        let jdk = Place { file: "Objects.java".into(), line: 3, has_source: false };
        let mut asked = Vec::new();
        Sources::read([place(1), place(2), jdk].iter(), |file| {
            asked.push(file.to_string());
            None
        });
        assert_eq!(asked, ["shop/Account.java"], "neither twice nor for a class of the JDK");
    }

    #[test]
    fn excerpts_end_where_the_file_does() {
        let sources = Sources::read([place(1)].iter(), |_| Some("one\r\ntwo\rthree\nfour\n".into()));
        let numbers = |line| sources.around(&place(line), 2, 1).iter().map(|(line, _)| *line).collect::<Vec<_>>();
        assert_eq!(numbers(1), [1, 2]);
        assert_eq!(numbers(4), [2, 3, 4]);
        assert_eq!(numbers(5), Vec::<u32>::new());
        assert_eq!(numbers(0), Vec::<u32>::new());
        assert_eq!(numbers(u32::MAX), Vec::<u32>::new());
        assert_eq!(sources.line(&place(3)), Some("three"));
        assert_eq!(sources.line(&Place { has_source: false, ..place(3) }), None);
    }
}
