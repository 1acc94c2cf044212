//! Task definitions of SV-COMP, format 2.0: source folders and expected verdicts. Reads the part of YAML that such files
//! use: keys at the margin, lists of plain or quoted words, one level of keys in a list.

use std::fs;
use std::path::{Path, PathBuf};

use differential::fixture::files_below;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The path of the definition below the folder asked for, without its extension.
    pub name: String,
    pub inputs: Vec<PathBuf>,
    pub labels: Vec<Label>,
    /// Labels of properties that `jacana verify` does not have.
    pub skipped: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    pub property: Property,
    pub expected: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Property {
    Assert,
    RuntimeException,
}

impl Property {
    pub const ALL: [Property; 2] = [Property::Assert, Property::RuntimeException];

    /// As the command line and the verdicts have it.
    pub fn name(self) -> &'static str {
        match self {
            Property::Assert => "assert",
            Property::RuntimeException => "runtime-exception",
        }
    }

    fn file(self) -> &'static str {
        match self {
            Property::Assert => "valid-assert.prp",
            Property::RuntimeException => "no-runtime-exception.prp",
        }
    }
}

/// All tasks below a folder, in the order of their names.
pub fn tasks_below(folder: &Path) -> Vec<Task> {
    let mut tasks: Vec<Task> = files_below(folder)
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "yml"))
        .filter_map(|path| read(folder, path))
        .collect();
    tasks.sort_by(|a, b| a.name.cmp(&b.name));
    tasks
}

/// `None` for a file that is no task definition at all.
fn read(folder: &Path, path: &Path) -> Option<Task> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    if !text.lines().any(|line| line.starts_with("format_version:")) {
        return None;
    }
    let beside = path.parent().expect("a file is in a folder");
    let name = path.strip_prefix(folder).expect("below the folder").with_extension("").display().to_string();
    Some(parse(name, beside, &text).unwrap_or_else(|problem| panic!("{}: {problem}", path.display())))
}

fn parse(name: String, beside: &Path, text: &str) -> Result<Task, String> {
    let mut task = Task { name, inputs: Vec::new(), labels: Vec::new(), skipped: 0 };
    let mut section = "";
    let mut property_file = String::new();
    for (index, line) in text.lines().enumerate() {
        let at = |problem: &str| format!("line {}: {problem}", index + 1);
        let words = line.split(" #").next().unwrap_or_default().trim_end();
        if words.is_empty() || words.starts_with('#') {
            continue;
        }
        let (item, entry) = match words.trim_start().strip_prefix("- ") {
            Some(rest) => (true, rest.trim_start()),
            None => (false, words.trim_start()),
        };
        if !item && entry.len() == words.len() {
            let (key, value) = key_and_value(entry).ok_or_else(|| at("not `key: value`"))?;
            section = key;
            if key == "input_files" && !value.is_empty() {
                task.inputs.push(beside.join(value));
            }
            continue;
        }
        match (section, item, key_and_value(entry)) {
            ("input_files", true, _) => task.inputs.push(beside.join(unquoted(entry))),
            ("properties", true, Some(("property_file", file))) => property_file = file.into(),
            ("properties", false, Some(("expected_verdict", verdict))) => {
                let expected = verdict.parse().map_err(|_| at("the verdict is neither true nor false"))?;
                let known = Property::ALL.into_iter().find(|property| names(&property_file, property.file()));
                match known {
                    Some(property) => task.labels.push(Label { property, expected }),
                    None => task.skipped += 1,
                }
            }
            ("input_files" | "properties", _, _) => return Err(at("not of the shape of a task definition")),
            _ => {}
        }
    }
    if task.inputs.is_empty() {
        return Err("no input_files".into());
    }
    Ok(task)
}

fn key_and_value(entry: &str) -> Option<(&str, &str)> {
    let (key, value) = entry.split_once(':')?;
    Some((key, unquoted(value.trim())))
}

fn unquoted(word: &str) -> &str {
    let inside = |quote| word.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(word)
}

fn names(path: &str, file: &str) -> bool {
    path.rsplit('/').next() == Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
format_version: '2.0'

# a comment
input_files:
- ../common/
- 'Plain'   # and another
properties:
  - property_file: ../properties/valid-assert.prp
    expected_verdict: false
  - property_file: ../properties/no-deadlock.prp
    expected_verdict: true
  - property_file: \"../properties/no-runtime-exception.prp\"
    expected_verdict: true
options:
  language: Java";

    #[test]
    fn both_styles_of_lists_and_quotes_are_read() {
        let task = parse("suite/Plain".into(), Path::new("suite"), TEXT).expect("well formed");
        assert_eq!(task.inputs, [Path::new("suite/../common/"), Path::new("suite/Plain")]);
        let label = |property, expected| Label { property, expected };
        assert_eq!(task.labels, [label(Property::Assert, false), label(Property::RuntimeException, true)]);
        assert_eq!(task.skipped, 1);
    }

    #[test]
    fn what_is_not_understood_is_said_with_its_line() {
        let text = TEXT.replace("expected_verdict: false", "expected_verdict: perhaps");
        let problem = parse("x".into(), Path::new(""), &text).expect_err("no verdict");
        assert!(problem.starts_with("line 9: "), "{problem}");
    }
}
