//! The CSV file of a run: every finished task is appended at once, so that a run that was ended is resumed, and in the
//! end the file is in the order of the tasks.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::row::{HEADER, Row};

/// The rows of a file.
pub fn read(path: &Path) -> Vec<Row> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    text.lines().filter_map(Row::parse).collect()
}

pub struct Sheet {
    path: PathBuf,
    file: File,
    pub rows: Vec<Row>,
}

impl Sheet {
    /// A new file, or one of an earlier run with its rows.
    pub fn open(path: &Path) -> Sheet {
        let mut sheet = Sheet {
            rows: if path.exists() { read(path) } else { Vec::new() },
            file: OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display())),
            path: path.to_path_buf(),
        };
        sheet.sort();
        sheet
    }

    pub fn append(&mut self, row: Row) {
        writeln!(self.file, "{}", row.line()).unwrap_or_else(|error| panic!("cannot append: {error}"));
        self.rows.push(row);
    }

    /// Writes the file anew, in order. An interrupted run leaves either the old file or the new one.
    pub fn sort(&mut self) {
        self.rows.sort_by(|a, b| a.key().cmp(&b.key()));
        let fresh = self.path.with_extension("csv.new");
        let lines: String = self.rows.iter().map(|row| row.line() + "\n").collect();
        let write = || {
            fs::write(&fresh, format!("{HEADER}\n{lines}"))?;
            fs::rename(&fresh, &self.path)?;
            OpenOptions::new().append(true).open(&self.path)
        };
        self.file = write().unwrap_or_else(|error| panic!("cannot write {}: {error}", self.path.display()));
    }
}

#[cfg(test)]
mod tests {
    use differential::Scratch;

    use super::*;
    use crate::verify::Answer;
    use crate::verify::task::Property;

    #[test]
    fn an_interrupted_run_is_resumed_and_ends_in_order() {
        let scratch = Scratch::new("sheet");
        let path = scratch.path().join("run.csv");
        let row = |task: &str| Row {
            task: task.into(),
            property: Property::Assert,
            expected: true,
            answer: Answer::True,
            seconds: 0.5,
            megabytes: 100,
            refused: String::new(),
            proved: None,
        };
        Sheet::open(&path).append(row("b"));
        let cut = fs::read_to_string(&path).expect("written") + "c,assert,true,tr";
        fs::write(&path, cut).expect("writable");
        let mut sheet = Sheet::open(&path);
        sheet.append(row("a"));
        sheet.sort();
        assert_eq!(read(&path), [row("a"), row("b")]);
    }
}
