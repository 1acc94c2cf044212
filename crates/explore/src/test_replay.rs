//! Candidates for tests on a real JVM: sources are compiled and run there by a Java program of ours, and it says what happened.

use crate::replay::{Replay, write};
use std::fs;

/// What became of a candidate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tried {
    Returned {
        /// A word for what it answered.
        kind: String,
        /// Assertions in Java that hold afterwards.
        assertions: Vec<String>,
    },
    Threw {
        /// Dotted.
        class: String,
        /// The place that threw.
        at: String,
        message: String,
        /// The JVM threw it, no statement.
        implicit: bool,
        /// Frames of the stack above the test.
        depth: u32,
    },
    Endless,
    /// With the compiler's message.
    Uncompiled(String),
}

impl Replay {
    /// Runs sources (path below the folder, text) in the folder; answers the lines that the helper wrote.
    pub fn run_sources(&self, mode: &str, sources: &[(String, String)], helper: &str) -> Result<Vec<String>, String> {
        let folder = self.folder.join("sources");
        // Of an earlier round.
        let _ = fs::remove_dir_all(&folder);
        for (path, text) in sources {
            let file = folder.join(path);
            let parent = file.parent().ok_or("a file without a folder")?;
            fs::create_dir_all(parent).map_err(|error| format!("{}: {error}", parent.display()))?;
            write(&file, text.as_bytes())?;
        }
        // The JVM does not see folders that come later.
        let classes = folder.join("classes");
        fs::create_dir_all(&classes).map_err(|error| format!("{}: {error}", classes.display()))?;
        let source = self.folder.join("TestProbe.java");
        let results = self.folder.join("results");
        write(&source, helper.as_bytes())?;
        let _ = fs::remove_file(&results);
        let class_path = format!("{}:{}", classes.display(), self.class_path);
        let mut command = self.java_command();
        command.arg("-cp").arg(&class_path).arg(&source).arg(mode).arg(&folder).arg(&self.class_path).arg(&results);
        let said = self.finish(command)?;
        let lines = fs::read_to_string(&results)
            .map_err(|_| format!("the JVM ended early: {}", said.lines().next().unwrap_or("it said nothing")))?;
        Ok(lines.lines().map(String::from).collect())
    }

    /// By the name of the class.
    pub fn try_candidates(&self, sources: &[(String, String)], helper: &str) -> Result<Vec<(String, Tried)>, String> {
        let lines = self.run_sources("probe", sources, helper)?;
        let mut tried = Vec::new();
        let mut rest = lines.iter();
        while let Some(line) = rest.next() {
            let (word, name) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "uncompiled" => {
                    let (file, message) = name.split_once(' ').unwrap_or((name, ""));
                    tried.push((file.trim_end_matches(".java").into(), Tried::Uncompiled(message.into())));
                }
                "probe" => {
                    let said: Vec<&str> = rest.by_ref().map(String::as_str).take_while(|line| *line != "end").collect();
                    let simple = name.rsplit('.').next().unwrap_or(name).to_string();
                    tried.extend(read(&said).map(|outcome| (simple, outcome)));
                }
                _ => return Err(line.clone()),
            }
        }
        Ok(tried)
    }
}

fn read(lines: &[&str]) -> Option<Tried> {
    let (word, rest) = lines.first()?.split_once(' ').unwrap_or((lines.first()?, ""));
    let behind = |key: &str| lines.iter().find_map(|line| line.strip_prefix(key)).unwrap_or_default();
    Some(match word {
        "returned" => Tried::Returned {
            kind: rest.into(),
            assertions: lines.iter().filter_map(|line| line.strip_prefix("assert ")).map(String::from).collect(),
        },
        "threw" => Tried::Threw {
            class: rest.into(),
            at: behind("at ").into(),
            message: behind("message ").into(),
            implicit: behind("implicit ") == "true",
            depth: behind("depth ").parse().unwrap_or(0),
        },
        _ => Tried::Endless,
    })
}
