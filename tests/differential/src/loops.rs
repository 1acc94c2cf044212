//! fixtures/contracts/loops: a method for each class, whose loops have clauses that prove it without a bound. Lines `// mutant: this => that`
//! make a clause too weak or wrong: what was proved must not be any more.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::fixture::files_below;
use crate::json::Json;
use crate::process::run;
use crate::tools::{Scratch, Tools, workspace};

/// Seconds for the proof of a method and for the search within bounds each, and how long a run may take in all.
const SECONDS: &str = "30";
const PATIENCE: Duration = Duration::from_secs(90);

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

/// What the report says of the method whose loops have clauses: the first that is no constructor.
pub struct Said {
    method: Json,
}

impl Proved {
    /// The same with more on the command line.
    pub fn with(mut self, options: &[&str]) -> Proved {
        self.options.extend(options.iter().map(ToString::to_string));
        self
    }

    /// What is said of the method as it is; without a report, everything that was said instead.
    pub fn said(&self, tools: &Tools) -> Result<Said, String> {
        self.checked(tools, &self.source)
    }

    fn checked(&self, tools: &Tools, source: &Path) -> Result<Said, String> {
        let scratch = Scratch::new("clauses");
        let report = scratch.path().join("report.json");
        let mut command = tools.jacana();
        command.arg("check").arg(source).args(["--time", SECONDS, "--k", "3"]).args(&self.options).arg("--json");
        let outcome = run(command_with(command, &report, &self.class), b"", PATIENCE);
        let said = || format!("{}{}", outcome.stdout_text(), outcome.stderr_text());
        let text = std::fs::read_to_string(&report).map_err(|_| said())?;
        let methods = Json::parse(&text)["methods"].list().to_vec();
        let method = methods.into_iter().find(|method| !method["method"].text().contains("<init>"));
        method.map(|method| Said { method }).ok_or_else(said)
    }

    /// What is said with a clause that is too weak or wrong.
    pub fn said_of(&self, tools: &Tools, mutant: &Mutant) -> Result<Said, String> {
        let plain: Vec<&str> = self.text.lines().filter(|line| !line.trim().starts_with("// mutant:")).collect();
        let plain = plain.join("\n");
        assert!(plain.contains(&mutant.right), "{}: no {:?}", self.class, mutant.right);
        let scratch = Scratch::new("mutant");
        let source = scratch.write(&format!("{}.java", self.class), plain.replacen(&mutant.right, &mutant.wrong, 1));
        self.checked(tools, &source)
    }
}

fn command_with(mut command: std::process::Command, report: &Path, target: &str) -> std::process::Command {
    command.arg(report).arg(target);
    command
}

impl Said {
    /// The verdict, and what it names first: bounds, reasons or what is violated.
    pub fn line(&self) -> String {
        let first = |list: &str| self.method[list].list().first().map(|text| text.text().to_string());
        let within = first("within").map(|bound| format!(" WITHIN {bound}")).unwrap_or_default();
        let what = first("reasons").or_else(|| self.violated()).map(|what| format!(": {what}")).unwrap_or_default();
        format!("{}{within}{what}", self.method["verdict"].text())
    }

    fn violated(&self) -> Option<String> {
        match &self.method["violation"] {
            Json::Null => None,
            violation => Some(violation["what"].text().to_string()),
        }
    }

    /// Whether the answer is that nothing could be proved, or that something is wrong, with a clause.
    pub fn is_refused(&self) -> bool {
        let names_clause = |what: &str| what.contains(".java:");
        match self.method["verdict"].text() {
            "VIOLATED" => self.violated().is_some_and(|what| names_clause(&what)),
            "UNKNOWN" => self.method["reasons"].list().iter().any(|reason| names_clause(reason.text())),
            _ => false,
        }
    }

    /// Whether the method was proved for all arrays and numbers, and ends.
    pub fn is_proved(&self) -> bool {
        let ends = |closed: &Json| closed["ends"] == Json::Bool(true);
        self.method["verdict"].text() == "HOLDS"
            && self.method["within"].list().is_empty()
            && self.method["proof"] != Json::Null
            && self.method["proof"].list().iter().all(ends)
    }
}
