//! `--source PATH`: sources with contracts are compiled again, with the code that checks them inside, and stand before the
//! class path.

use crate::javac::{JavacError, java_files, javac};
use bytecode::{ClassFile, ClassPath, DottedName, MethodInfo, Patterns, SearchPath, SourceError};
use contracts::{Blamed, Contracts, PREFIX};
use sandbox::Free;
use std::path::{Path, PathBuf};

/// Contracts with the folder of the classes that check them.
pub struct Prepared {
    pub contracts: Contracts,
    pub folder: Option<PathBuf>,
    /// The program itself speaks of Throwable, as generated code does.
    pub speaks_of_throwable: bool,
}

/// Whether a source, or one below a folder, speaks of loops or states something inside of a body.
pub fn has_clauses_inside(source: &Path) -> bool {
    const WORDS: [&str; 5] = ["loop_invariant", "maintaining", "decreas", "@ assert", "@ assume"];
    let says = |file: &PathBuf| {
        std::fs::read_to_string(file).is_ok_and(|text| {
            let of_jml = text.lines().filter(|line| line.contains('@'));
            of_jml.into_iter().any(|line| WORDS.iter().any(|word| line.replace("@assert", "@ assert").contains(word)))
        })
    };
    java_files(source).is_ok_and(|files| files.iter().any(says))
}

/// Reads the sources and compiles those that have contracts.
pub fn prepare(
    paths: &[PathBuf],
    assumed: &Patterns,
    jdk: &Path,
    class_path: &SearchPath,
    free: &Free,
) -> Result<Prepared, String> {
    let mut files = Vec::new();
    for path in paths {
        let found = java_files(path).map_err(told)?;
        if found.is_empty() {
            return Err(format!("no Java sources at {}", path.display()));
        }
        files.extend(found);
    }
    let mut sources = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        sources.push((file.display().to_string(), text));
    }
    let contracts =
        contracts::read(&sources, &|class, method| assumed.matches(&DottedName::new(class).internal(), method));
    let told = contracts.methods.iter().filter_map(|method| method.stand_in.as_ref());
    if let Some(problem) = told.clone().find_map(|made| made.as_ref().err()) {
        return Err(format!("{problem}"));
    }
    if !assumed.is_empty() && told.count() == 0 {
        return Err("no method with a contract matches --assume-contracts".to_string());
    }
    let used = |generated: &contracts::Generated| sources[generated.source].1.contains("Throwable");
    let speaks_of_throwable = contracts.files.iter().any(used);
    if contracts.files.is_empty() {
        return Ok(Prepared { contracts, folder: None, speaks_of_throwable });
    }
    let folder = write_and_compile(&contracts, &files, jdk, class_path, free)?;
    Ok(Prepared { contracts, folder: Some(folder), speaks_of_throwable })
}

fn write_and_compile(
    contracts: &Contracts,
    files: &[PathBuf],
    jdk: &Path,
    class_path: &SearchPath,
    free: &Free,
) -> Result<PathBuf, String> {
    let scratch = free.given.join("contracts");
    let write = |file: PathBuf, text: &str| free.write(&file, text).map(|()| file).map_err(told);
    let support = contracts::SUPPORT.iter().map(|(file, text)| write(scratch.join(file), text));
    let mut written = support.collect::<Result<Vec<PathBuf>, String>>()?;
    for generated in &contracts.files {
        let name = files[generated.source].file_name().expect("a file");
        written.push(write(scratch.join(generated.source.to_string()).join(name), &generated.text)?);
    }
    let folder = free.work.join("contracts");
    let errors = match javac(free, &written, jdk, class_path, &["-g", "-implicit:none"], &folder) {
        Ok(()) => return Ok(folder),
        Err(JavacError::Refused(errors)) => errors,
        Err(error) => return Err(error.to_string()),
    };
    let source = |name: &str| {
        let number =
            written.iter().skip(contracts::SUPPORT.len()).position(|file| file.display().to_string() == name)?;
        Some(contracts.files[number].source)
    };
    let mut lines = Vec::new();
    for blamed in contracts::blamed(contracts, &errors, source) {
        let line = match blamed {
            Blamed::Clause(problem) => problem.to_string(),
            Blamed::Other(line) => {
                let (name, rest) = line.split_once(':').unwrap_or((&line, ""));
                match source(name) {
                    Some(number) => format!("{}:{rest}", files[number].display()),
                    None => line,
                }
            }
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    Err(format!("a source with contracts does not compile\n{}", lines.join("\n")))
}

/// A class path on which the classes of the user come first, those with the code that checks contracts last.
pub fn behind(class_path: &SearchPath, folder: Option<&Path>) -> SearchPath {
    folder.map_or_else(|| class_path.clone(), |folder| class_path.moved_last(folder))
}

/// Classes whose class file was not made of the source at hand, as far as instructions tell.
pub fn other_sources(folder: &Path, class_path: &SearchPath) -> Result<Vec<String>, SourceError> {
    let mut warnings = Vec::new();
    let mut ours = ClassPath::open(&SearchPath::of(folder))?;
    let mut theirs = ClassPath::open(class_path)?;
    for name in ours.class_names().into_iter().filter(|name| !name.starts_with("jacana.")) {
        let internal = name.internal();
        let (Some(ours), Some(theirs)) = (ours.find(&internal)?, theirs.find(&internal)?) else { continue };
        let (Ok(ours), Ok(theirs)) = (ClassFile::parse(ours.into()), ClassFile::parse(theirs.into())) else { continue };
        if let Some(method) = different(&theirs, &ours) {
            warnings.push(format!(
                "the class file of {name} was not made of the source at hand, which may be older: {method} differs; the source is checked"
            ));
        }
    }
    Ok(warnings)
}

/// A method that one of them has and the other has not, or has with other instructions.
fn different(theirs: &ClassFile, ours: &ClassFile) -> Option<String> {
    let is_of_user = |method: &&MethodInfo| !method.name.starts_with(PREFIX) && !method.name.starts_with("lambda$");
    let found = |class: &ClassFile, wanted: &MethodInfo| {
        let same = |method: &&MethodInfo| method.name == wanted.name && method.descriptor == wanted.descriptor;
        class.methods.iter().find(same).cloned()
    };
    for method in theirs.methods.iter().filter(is_of_user) {
        match found(ours, method) {
            Some(other) if opcodes(theirs, method) == opcodes(ours, &other) => {}
            _ => return Some(method.name.to_string()),
        }
    }
    let missing = ours.methods.iter().filter(is_of_user).find(|method| found(theirs, method).is_none());
    missing.map(|method| method.name.to_string())
}

/// The instructions of a method but for their operands.
fn opcodes(class: &ClassFile, method: &MethodInfo) -> Vec<std::mem::Discriminant<bytecode::Insn>> {
    let Ok(code) = bytecode::decode(class, method) else { return Vec::new() };
    code.insns.iter().map(|insn| std::mem::discriminant(&insn.get())).collect()
}

fn told(error: std::io::Error) -> String {
    error.to_string()
}
