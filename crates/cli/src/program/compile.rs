//! Java sources: compiled with the JDK's own javac into a temporary folder that vanishes with the run.

use anyhow::{Result, bail};
use bytecode::{ClassFile, DottedName, SearchPath, access};
use replay::files::give_class;
use replay::javac::{java_files, javac};
use sandbox::Free;
use std::path::{Path, PathBuf};

/// A folder of class files.
pub struct Compiled {
    pub folder: PathBuf,
    pub main_class: DottedName,
}

/// A folder of ours with the classes that programs may call for their inputs, for programs that bring none.
pub fn api_folder(free: &Free) -> Result<PathBuf> {
    let folder = free.given.join("api");
    for (name, bytes) in bytecode::synth::api::api_classes(bytecode::synth::inputs::INPUTS)? {
        give_class(free, &folder, &name.into(), &bytes)?;
    }
    Ok(folder)
}

/// What the compiled classes are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// One of them has main.
    Program,
    /// A method of one of them.
    Methods,
}

/// Compiles a source file, or all sources below a folder.
pub fn compile(source: &Path, jdk: &Path, class_path: &SearchPath, purpose: Purpose, free: &Free) -> Result<Compiled> {
    let sources = java_files(source)?;
    if sources.is_empty() {
        bail!("no Java sources at {}", source.display());
    }
    let folder = free.work.join("classes");
    match purpose {
        // Inputs have the names of the parameters. Programs get messages without names, as the user's javac makes them.
        Purpose::Methods => {
            let api = api_sources(free)?;
            javac(free, &sources, jdk, class_path, &["-g", "-sourcepath", &api], &folder)?;
        }
        Purpose::Program => javac(free, &sources, jdk, class_path, &[], &folder)?,
    }
    let main_class = match purpose {
        Purpose::Program => find_main(&folder, source)?,
        Purpose::Methods => DottedName::new(source.file_stem().unwrap_or_default().to_string_lossy()),
    };
    Ok(Compiled { folder, main_class })
}

/// Compiles models or invariants of the user, which may use our annotations, into a folder of their own.
pub fn models(sources: &[PathBuf], jdk: &Path, class_path: &SearchPath, name: &str, free: &Free) -> Result<PathBuf> {
    let path = api_sources(free)?;
    let folder = free.work.join(name);
    javac(free, sources, jdk, class_path, &["-g", "-sourcepath", &path], &folder)?;
    Ok(folder)
}

/// A folder with the sources of our annotations.
fn api_sources(free: &Free) -> Result<String> {
    let api = free.given.join("annotations");
    for (name, source) in API {
        free.write(&api.join("jacana").join(name), source)?;
    }
    Ok(api.display().to_string())
}

/// What models and invariants of the user may use.
const API: [(&str, &str); 8] = [
    ("ModelOf.java", include_str!("../../../../api/jacana/ModelOf.java")),
    ("Invariant.java", include_str!("../../../../api/jacana/Invariant.java")),
    ("InvariantOf.java", include_str!("../../../../api/jacana/InvariantOf.java")),
    ("Inside.java", include_str!("../../../../api/jacana/Inside.java")),
    ("Requires.java", include_str!("../../../../api/jacana/Requires.java")),
    ("Ensures.java", include_str!("../../../../api/jacana/Ensures.java")),
    ("Signals.java", include_str!("../../../../api/jacana/Signals.java")),
    ("Assignable.java", include_str!("../../../../api/jacana/Assignable.java")),
];

/// The class with a main method: the one named like the file, or the only one, or the only one named Main.
fn find_main(folder: &Path, source: &Path) -> Result<DottedName> {
    let mut candidates = Vec::new();
    find_mains(folder, &mut candidates)?;
    candidates.sort();
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let wanted = if source.is_dir() { "Main" } else { &stem };
    let named: Vec<&DottedName> = candidates.iter().filter(|c| c.simple() == wanted).collect();
    match (named.as_slice(), candidates.as_slice()) {
        ([one], _) => Ok((*one).clone()),
        (_, [one]) => Ok(one.clone()),
        (_, []) => bail!("no class of {} has a method `public static void main(String[])`", source.display()),
        (_, many) => bail!(
            "several classes of {} have main: {}; give a class path and the class",
            source.display(),
            many.join(", ")
        ),
    }
}

fn find_mains(folder: &Path, into: &mut Vec<DottedName>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_mains(&path, into)?;
        } else if path.extension().is_some_and(|e| e == "class") {
            let class = ClassFile::parse(std::fs::read(&path)?.into())?;
            let main = class.method("main", "([Ljava/lang/String;)V");
            if main.is_some_and(|m| m.access & (access::PUBLIC | access::STATIC) == access::PUBLIC | access::STATIC) {
                into.push(class.name.dotted());
            }
        }
    }
    Ok(())
}
