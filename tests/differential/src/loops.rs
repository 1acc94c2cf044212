//! fixtures/contracts/loops: a method for each class, whose loops have clauses that prove it without a bound. Lines `// mutant: this => that`
//! make a clause too weak or wrong: what was proved must not be any more.

use std::path::PathBuf;

use crate::contracts::{Said, check};
use crate::fixture::files_below;
use crate::tools::{Scratch, Tools, workspace};

pub struct Proved {
    pub class: String,
    source: PathBuf,
    text: String,
    /// Of the command line: a line `// options: ...`.
    options: Vec<String>,
    pub mutants: Vec<Mutant>,
}

/// A change of a clause.
pub struct Mutant {
    pub right: String,
    pub wrong: String,
}

/// All of them, in order.
pub fn proved() -> Vec<Proved> {
    let mut sources = files_below(&workspace().join("fixtures/contracts/loops"));
    sources.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    sources.sort();
    sources.into_iter().map(read).collect()
}

fn read(source: PathBuf) -> Proved {
    let text = std::fs::read_to_string(&source).expect("a source");
    let class = source.file_stem().expect("a name").to_string_lossy().into_owned();
    let behind = |word: &str| -> Vec<String> {
        text.lines().filter_map(|line| line.trim().strip_prefix(word)).map(|rest| rest.trim().to_string()).collect()
    };
    let lines = behind("// mutant:");
    let mutants = lines.iter().map(|line| {
        let (right, wrong) = line.split_once(" => ").expect("this => that");
        Mutant { right: right.replace("\\n", "\n"), wrong: wrong.replace("\\n", "\n") }
    });
    let mutants = mutants.collect();
    let options = behind("// options:").iter().flat_map(|line| line.split(' ')).map(String::from).collect();
    Proved { class, source, options, mutants, text }
}

/// The method whose loops have clauses: the first that is no constructor.
fn of_method(said: Vec<Said>) -> Option<Said> {
    said.into_iter().find(|said| !said.method.contains("<init>"))
}

impl Proved {
    /// What is said of the method as it is, and everything that was said.
    pub fn said(&self, tools: &Tools) -> (Option<Said>, String) {
        self.checked(tools, &self.source)
    }

    fn checked(&self, tools: &Tools, source: &std::path::Path) -> (Option<Said>, String) {
        let mut options: Vec<&str> = vec!["--time", "30", "--k", "3"];
        options.extend(self.options.iter().map(String::as_str));
        let (said, all, _) = check(tools, source, &options, &self.class);
        (of_method(said), all)
    }

    /// What is said with a clause that is too weak or wrong.
    pub fn said_of(&self, tools: &Tools, mutant: &Mutant) -> (Option<Said>, String) {
        let plain: Vec<&str> = self.text.lines().filter(|line| !line.trim().starts_with("// mutant:")).collect();
        let plain = plain.join("\n");
        assert!(plain.contains(&mutant.right), "{}: no {:?}", self.class, mutant.right);
        let scratch = Scratch::new("mutant");
        let source = scratch.write(&format!("{}.java", self.class), plain.replacen(&mutant.right, &mutant.wrong, 1));
        self.checked(tools, &source)
    }
}

/// Whether an answer is that nothing could be proved, or that something is wrong, with a clause.
pub fn is_refused(said: &Said) -> bool {
    let first = said.details.first().map_or("", String::as_str);
    match said.verdict.split([';', ':']).next() {
        Some("VIOLATED") => first.contains(".java:"),
        Some("UNKNOWN") => said.verdict.contains(".java:"),
        Some(_) | None => false,
    }
}

/// Whether a method was proved for all arrays and numbers, and ends.
pub fn is_proved(said: &Said) -> bool {
    said.verdict.starts_with("HOLDS;") && !said.details.iter().any(|line| line.contains("partial correctness"))
}
