//! Sources without their build: what compiles is taken. Packages that are missing are looked for in the jars of this machine; annotations of others
//! are declared anew, as they decide nothing; files that need anything else that is missing are left out, and so are files that need those.

use super::jars::Jars;
use super::stand_in::StandIn;
use anyhow::{Result, bail};
use bytecode::SearchPath;
use replay::javac::{JavacError, javac};
use sandbox::Free;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each time more files may turn out to need what was left out.
const MOST_ROUNDS: usize = 20;
/// Packages and files that the note names.
const MOST_NAMED: usize = 3;
/// Lines of javac that are shown if nothing compiles.
const MOST_LINES: usize = 12;

/// What the compiler needs besides sources.
pub struct Compiler<'a> {
    pub free: &'a Free,
    pub jdk: &'a Path,
    pub class_path: SearchPath,
}

/// Classes that were compiled, and what the user should know about it.
pub struct Compiled {
    pub folder: PathBuf,
    /// Jars that were not named and that the classes need.
    pub jars: Vec<PathBuf>,
    pub notes: Vec<String>,
}

/// An error of javac.
#[derive(Debug, PartialEq, Eq)]
struct Complaint<'a> {
    file: &'a str,
    line: usize,
    message: &'a str,
}

/// Compiles all files, or those that can be. An error if there is none of those.
pub fn compile(mut compiler: Compiler, all: Vec<PathBuf>, name: &str) -> Result<Compiled> {
    let (whole, mut files) = (all.len(), all);
    let mut stand_ins: BTreeMap<String, StandIn> = BTreeMap::new();
    let mut missing = BTreeSet::new();
    let mut jars: Vec<PathBuf> = Vec::new();
    let mut of_machine = None;
    let mut left_out: Vec<PathBuf> = Vec::new();
    let mut first = None;
    for round in 1..=MOST_ROUNDS {
        let folder = compiler.free.work.join(format!("classes-{round}"));
        let said = match run(&compiler, &files, &stand_ins, &folder, round) {
            Ok(()) => {
                let notes = [found(&jars), note(whole, &left_out, &missing)];
                return Ok(Compiled { folder, jars, notes: notes.into_iter().flatten().collect() });
            }
            Err(JavacError::Refused(said)) => said,
            Err(why) => return Err(why.into()),
        };
        let complaints = complaints(&said);
        let packages: BTreeSet<&str> = complaints.iter().filter_map(|one| missing_package(one.message)).collect();
        let of_machine = of_machine.get_or_insert_with(Jars::of_machine);
        let new: BTreeSet<&Path> = packages.iter().filter_map(|package| of_machine.with(package)).collect();
        let new: Vec<PathBuf> = new.into_iter().map(Path::to_path_buf).filter(|jar| !jars.contains(jar)).collect();
        if !new.is_empty() {
            new.iter().for_each(|jar| compiler.class_path.push(jar.clone()));
            jars.extend(new);
            first.get_or_insert(said);
            continue;
        }
        missing.extend(packages.into_iter().map(String::from));
        if !declare(&complaints, &mut stand_ins) {
            let bad: BTreeSet<&Path> = complaints.iter().map(|one| Path::new(one.file)).collect();
            let (out, rest): (Vec<_>, _) = files.into_iter().partition(|file| bad.contains(file.as_path()));
            files = rest;
            left_out.extend(out);
            if left_out.len() == whole || bad.is_empty() {
                first.get_or_insert(said);
                break;
            }
        }
        first.get_or_insert(said);
    }
    let said: Vec<String> = first.unwrap_or_default().lines().take(MOST_LINES).map(String::from).collect();
    bail!(
        "{name} does not compile here: javac found errors\n{}\nname the jars that it needs (-cp 'lib/*')",
        said.join("\n")
    )
}

fn run(
    compiler: &Compiler,
    files: &[PathBuf],
    stand_ins: &BTreeMap<String, StandIn>,
    folder: &Path,
    round: usize,
) -> Result<(), JavacError> {
    let sources = compiler.free.given.join(format!("annotations-{round}"));
    let mut files = files.to_vec();
    for (name, stand_in) in stand_ins {
        let file = sources.join(format!("{}.java", name.replace('.', "/")));
        compiler.free.write(&file, stand_in.source(name)).map_err(JavacError::Start)?;
        files.push(file);
    }
    // All errors of all files at once.
    let options = ["-g", "-parameters", "-Xmaxerrs", "100000", "-XDshould-stop.ifError=FLOW"];
    javac(compiler.free, &files, compiler.jdk, &compiler.class_path, &options, folder)
}

/// Declares annotations that are imported and not there; false if there is nothing new.
fn declare(complaints: &[Complaint], stand_ins: &mut BTreeMap<String, StandIn>) -> bool {
    let mut is_new = false;
    for complaint in complaints.iter().filter(|one| missing_package(one.message).is_some()) {
        let Ok(text) = fs::read_to_string(complaint.file) else { continue };
        let Some(name) = text.lines().nth(complaint.line - 1).and_then(imported) else { continue };
        let Some(found) = StandIn::of(&text, name) else { continue };
        is_new |= stand_ins.entry(name.into()).or_default().merge(found);
    }
    is_new
}

/// `a.b.C` of `import a.b.C;`.
fn imported(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix("import ")?.split(';').next()?.trim();
    let is_plain = name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
    (is_plain && name.contains('.')).then_some(name)
}

/// Not what is a class that is left out, whose own classes javac takes for a package.
fn missing_package(message: &str) -> Option<&str> {
    let name = message.strip_prefix("package ")?.strip_suffix(" does not exist")?;
    name.rsplit('.').next()?.starts_with(|c: char| !c.is_uppercase()).then_some(name)
}

/// `FILE:LINE: error: MESSAGE`
fn complaints(said: &str) -> Vec<Complaint<'_>> {
    let complaint = |line| {
        let (place, message) = str::split_once(line, ": error: ")?;
        let (file, number) = place.rsplit_once(':')?;
        Some(Complaint { file, line: number.parse().ok().filter(|&number| number > 0)?, message })
    };
    said.lines().filter_map(complaint).collect()
}

fn listed(words: Vec<String>) -> String {
    let more = words.len().saturating_sub(MOST_NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{more}", words[..words.len().min(MOST_NAMED)].join(", "))
}

fn found(jars: &[PathBuf]) -> Option<String> {
    let names = jars.iter().map(|jar| jar.display().to_string()).collect();
    (!jars.is_empty()).then(|| format!("packages that nobody named were found in {}", listed(names)))
}

fn note(whole: usize, left_out: &[PathBuf], missing: &BTreeSet<String>) -> Option<String> {
    if left_out.is_empty() {
        return None;
    }
    let names = left_out.iter().map(|file| file.file_name().unwrap_or_default().to_string_lossy().into_owned());
    let why = match missing.is_empty() {
        true => String::new(),
        false => format!("; packages that are missing: {} (-cp names jars)", listed(missing.iter().cloned().collect())),
    };
    let out = left_out.len();
    Some(format!("{out} of {whole} sources do not compile here and are left out: {}{why}", listed(names.collect())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_have_a_file_a_line_and_words() {
        let said = "/p/A.java:3: error: package a.b does not exist\nimport a.b.C;\n          ^\n/p/A.java:9: warning: x\n1 error\n";
        let found = complaints(said);
        assert_eq!(found, [Complaint { file: "/p/A.java", line: 3, message: "package a.b does not exist" }]);
        assert_eq!(missing_package(found[0].message), Some("a.b"));
        assert_eq!(missing_package("package Outer does not exist"), None);
    }

    #[test]
    fn only_plain_imports_name_a_class() {
        assert_eq!(imported("import a.b.C;"), Some("a.b.C"));
        assert_eq!(imported("import static a.b.C.d;"), None);
        assert_eq!(imported("import a.b.*;"), None);
        assert_eq!(imported("int x;"), None);
    }
}
