//! Places in the code of a program, and its sources as far as a report shows them. The caller reads the files: no format touches the disk.

use bytecode::DottedName;
use replay::SourceLine;
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
    /// The line of a class of the program, in the folder of its package.
    pub(crate) fn of(at: &SourceLine) -> Place {
        Place::in_package(&at.class, &at.file, u32::from(at.line))
    }

    /// The first line of a file, which stands for all.
    pub(crate) fn whole(file: &str) -> Place {
        Place { file: file.into(), line: 1, has_source: true }
    }

    /// In the file that the class has by the rules of Java.
    pub(crate) fn usual(class: &DottedName, line: u32) -> Place {
        let outermost = class.simple().split('$').next().unwrap_or_default();
        Place::in_package(class, &format!("{outermost}.java"), line)
    }

    pub(crate) fn in_package(class: &DottedName, file: &str, line: u32) -> Place {
        let package = class.package().replace('.', "/");
        let file = if package.is_empty() { file.to_string() } else { format!("{package}/{file}") };
        Place { file, line, has_source: true }
    }

    /// `Account.java:17`
    pub(crate) fn short(&self) -> String {
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        format!("{name}:{}", self.line)
    }
}

/// A line of a stack trace, the innermost first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    /// `com.example.Account.withdraw`
    pub method: String,
    pub place: Option<Place>,
    /// Whether it is code of the project.
    pub is_own: bool,
}

impl Frame {
    /// A line of a stack trace as a JVM prints it: `at java.base/java.util.List.of(List.java:7)`. Code of modules is not the program's own.
    pub(crate) fn read(line: &str) -> Option<Frame> {
        let (called, at) = line.trim().strip_prefix("at ")?.strip_suffix(')')?.rsplit_once('(')?;
        let (module, method) = called.rsplit_once('/').unwrap_or(("", called));
        let (class, _) = method.rsplit_once('.')?;
        let place = at
            .rsplit_once(':')
            .and_then(|(file, line)| Some(Place::in_package(&DottedName::new(class), file, line.parse().ok()?)));
        let is_own = module.is_empty() || module.starts_with("app/");
        let place = place.map(|place| Place { has_source: is_own, ..place });
        Some(Frame { method: method.into(), place, is_own })
    }
}

/// A branch that the path took.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeStep {
    pub place: Place,
    /// The condition that held there, as Java: `amount > balance`.
    pub condition: String,
}

/// A value that the method or program was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    pub name: String,
    /// As a Java expression.
    pub value: String,
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
    fn frames_are_read() {
        let own = Frame::read("    at shop.Account$Entry.sum(Account.java:12)").expect("a frame");
        assert_eq!((own.method.as_str(), own.is_own), ("shop.Account$Entry.sum", true));
        assert_eq!(own.place, Some(place(12)));
        let jdk = Frame::read("at java.base/java.util.List.of(List.java:7)").expect("a frame");
        assert_eq!((jdk.method.as_str(), jdk.is_own), ("java.util.List.of", false));
        assert_eq!(Frame::read("at Main.f(Native Method)").and_then(|frame| frame.place), None);
        assert_eq!(Frame::read("java.lang.AssertionError: at (x)"), None);
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
