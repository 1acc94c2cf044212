//! Drafts on real JVMs: what compiles, what each gives for its inputs, and whether that is the same in every process.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::writer::{Draft, Observed};
use crate::fixture::entries;
use crate::process::{PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// Identity hash codes are drawn another way in each process, so that what depends on them differs.
const PROCESSES: [&[&str]; 3] = [
    &[],
    &["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=0"],
    &["-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3", "-Xshare:off"],
];

/// Longer constants are no small programs any more.
const LONGEST: usize = 300;

/// The classes that stand around programs.
pub struct Stage {
    pub tools: Tools,
    scratch: Scratch,
    /// The API for inputs as a stand-in, and the driver.
    pub driver: PathBuf,
    /// `Text` and the shapes.
    pub shapes: PathBuf,
}

/// A program with its assertion, and why it is there.
pub struct Subject {
    pub draft: Draft,
    pub source: PathBuf,
}

impl Stage {
    pub fn new() -> Stage {
        let (tools, scratch) = (Tools::find(), Scratch::new("sound"));
        let (driver, shapes) = (scratch.path().join("driver"), scratch.path().join("shapes"));
        let folder = workspace().join("fixtures/sound");
        compile(
            &tools,
            &[folder.join("driver/SoundDriver.java"), folder.join("driver/jacana/Jacana.java")],
            "",
            &driver,
        );
        let sources: Vec<PathBuf> =
            entries(&folder).into_iter().filter(|path| path.extension().is_some_and(|e| e == "java")).collect();
        compile(&tools, &sources, "", &shapes);
        Stage { tools, scratch, driver, shapes }
    }

    /// Where a report on a program goes.
    pub fn report(&self, name: &str, options: &[String]) -> PathBuf {
        self.scratch.path().join(format!("{name}{}.json", options.concat()))
    }

    /// Compiles sources, one class each named like its file, without those that javac refuses.
    fn compile(&self, sources: Vec<(String, String)>, folder: &Path) -> BTreeSet<String> {
        fs::create_dir_all(folder).expect("temporary folder is writable");
        let mut left: BTreeMap<String, String> = sources.into_iter().collect();
        while !left.is_empty() {
            let mut javac = self.tools.javac();
            javac.args(["-nowarn", "-Xlint:none", "-Xmaxerrs", "100000", "-d"]).arg(folder);
            javac.arg("-cp").arg(format!("{}:{}", self.driver.display(), self.shapes.display()));
            for (name, source) in &left {
                let file = folder.join(format!("{name}.java"));
                fs::write(&file, source).expect("temporary folder is writable");
                javac.arg(file);
            }
            let output = run(javac, b"", PATIENCE);
            let said = output.stderr_text() + &output.stdout_text();
            let refused: BTreeSet<String> = said.lines().filter_map(refused).collect();
            let before = left.len();
            left.retain(|name, _| !refused.contains(name));
            if refused.is_empty() {
                break;
            }
            assert!(left.len() < before, "javac: {said}");
        }
        left.into_keys().collect()
    }

    /// What drafts give on a JVM, for those that compile and end.
    fn observe(
        &self,
        folder: &Path,
        what: &str,
        drafts: &[&Draft],
        options: &[&str],
    ) -> BTreeMap<String, (String, Vec<u16>)> {
        let line = |draft: &&Draft| {
            let mut fields = vec![draft.name.clone()];
            fields.extend(draft.inputs.iter().map(|input| escaped(input)));
            fields.join("\t") + "\n"
        };
        let stdin: String = drafts.iter().map(line).collect();
        let mut java = self.tools.java();
        // Some calls make files.
        java.current_dir(self.scratch.path());
        java.args(options).args(["-Xss1m", "-Xmx512m", "-cp"]).arg(&self.driver).arg("SoundDriver");
        java.arg(format!("{}/", folder.display())).arg(what);
        let outcome = run(java, stdin.as_bytes(), PATIENCE);
        let text = outcome.stdout_text();
        let answers = text.lines().filter_map(|line| {
            let mut fields = line.splitn(3, '\t');
            Some((fields.next()?.to_string(), (fields.next()?.to_string(), unescaped(fields.next()?))))
        });
        answers.collect()
    }

    /// Programs of drafts whose constants every process gave, and the titles of those with several.
    pub fn subjects(&self, drafts: Vec<Draft>) -> (Vec<Subject>, Vec<String>) {
        let first = self.scratch.path().join("drafts");
        crate::cache::copy(&self.shapes, &first);
        let sources = drafts.iter().map(|draft| (draft.name.clone(), draft.source())).collect();
        let compiled = self.compile(sources, &first);
        let drafts: Vec<&Draft> = drafts.iter().filter(|draft| compiled.contains(&draft.name)).collect();
        let runs: Vec<_> = PROCESSES.iter().map(|options| self.observe(&first, "text", &drafts, options)).collect();
        let (mut stable, mut unstable) = (Vec::new(), Vec::new());
        for draft in drafts {
            let mut seen = runs.iter().filter_map(|run| run.get(&draft.name));
            let Some(one) = seen.next() else { continue };
            if !matches!(one.0.as_str(), "value" | "thrown") || one.1.len() > LONGEST {
                continue;
            }
            if seen.filter(|other| *other == one).count() == PROCESSES.len() - 1 && !has_address(&one.1) {
                stable.push((draft, Observed { thrown: one.0 == "thrown", text: one.1.clone() }));
            } else {
                unstable.push(format!("{} {}", draft.name, draft.title));
            }
        }
        (self.programs(stable), unstable)
    }

    /// Only programs that fail on the JVM as they should.
    fn programs(&self, stable: Vec<(&Draft, Observed)>) -> Vec<Subject> {
        let folder = self.classes();
        crate::cache::copy(&self.shapes, &folder);
        let sources = stable.iter().map(|(draft, observed)| (draft.name.clone(), draft.program(observed))).collect();
        let compiled = self.compile(sources, &folder);
        let drafts: Vec<&Draft> =
            stable.iter().map(|(draft, _)| *draft).filter(|draft| compiled.contains(&draft.name)).collect();
        let ended = self.observe(&folder, "main", &drafts, &[]);
        let fails = |draft: &&&Draft| ended.get(&draft.name).is_some_and(|(how, _)| how == "failed");
        let subject =
            |draft: &&Draft| Subject { draft: (*draft).clone(), source: folder.join(format!("{}.java", draft.name)) };
        drafts.iter().filter(fails).map(subject).collect()
    }

    /// Where the classes of programs are.
    pub fn classes(&self) -> PathBuf {
        self.scratch.path().join("programs")
    }
}

impl Default for Stage {
    fn default() -> Stage {
        Stage::new()
    }
}

/// The class of a line of javac that has an error: `folder/P0001.java:7: error: ...`.
fn refused(line: &str) -> Option<String> {
    let (path, rest) = line.split_once(".java:")?;
    rest.contains(": error:").then(|| path.rsplit('/').next().unwrap_or(path).to_string())
}

/// An object's identity hash code, or a name that a lambda got: the same in two processes by luck only.
fn has_address(text: &[u16]) -> bool {
    let text = String::from_utf16_lossy(text);
    let hex = |at: usize| text[at + 1..].chars().take_while(char::is_ascii_hexdigit).count();
    text.contains("$$Lambda") || text.match_indices('@').any(|(at, _)| hex(at) >= 5)
}

fn escaped(text: &str) -> String {
    let unit = |unit: u16| match unit {
        0x20..=0x5B | 0x5D..=0x7E => char::from(unit as u8).to_string(),
        _ => format!("\\u{unit:04x}"),
    };
    text.encode_utf16().map(unit).collect()
}

fn unescaped(text: &str) -> Vec<u16> {
    let mut units = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first == '\\' {
            units.push(u16::from_str_radix(&rest[2..6], 16).expect("four digits"));
            rest = &rest[6..];
        } else {
            units.push(first as u16);
            rest = &rest[first.len_utf8()..];
        }
    }
    units
}
