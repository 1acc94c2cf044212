//! The programs of fixtures/run: `Name.java` with `Name.in` (standard input) and `Name.args` (one argument per
//! line) beside it, or a folder of sources and resources with one main class.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::Program;
use crate::tools::{Scratch, Tools, compile, workspace};

/// All fixtures, compiled below `scratch`, in the order of their names. `JACANA_FIXTURES=A,B` selects some.
pub fn fixtures(tools: &Tools, scratch: &Scratch) -> Vec<Program> {
    let selected = std::env::var("JACANA_FIXTURES").ok();
    let names: Vec<&str> = selected.iter().flat_map(|names| names.split(',')).filter(|name| !name.is_empty()).collect();
    fixtures_named(tools, scratch, &names)
}

/// The fixtures with these names; no names means all.
pub fn fixtures_named(tools: &Tools, scratch: &Scratch, names: &[&str]) -> Vec<Program> {
    let root = workspace().join("fixtures/run");
    let wanted = |path: &PathBuf| names.is_empty() || names.contains(&stem(path).as_str());
    let entries: Vec<PathBuf> = entries(&root).into_iter().filter(wanted).collect();
    let files: Vec<PathBuf> = entries.iter().filter(|path| is_java(path)).cloned().collect();
    let folders: Vec<PathBuf> = entries.into_iter().filter(|path| path.is_dir()).collect();

    let mut programs = Vec::new();
    if !files.is_empty() {
        let classes = scratch.path().join("classes");
        compile(tools, &files, "", &classes);
        programs.extend(files.iter().map(|file| program(file, &classes, stem(file))));
    }
    for folder in &folders {
        let classes = scratch.path().join(stem(folder));
        let main = compile_folder(tools, folder, &classes);
        programs.push(program(folder, &classes, main));
    }
    assert!(!programs.is_empty(), "no fixtures named {names:?}");
    programs.sort_by(|a, b| a.name.cmp(&b.name));
    programs
}

fn program(path: &Path, classes: &Path, main: String) -> Program {
    let args = fs::read_to_string(path.with_extension("args")).unwrap_or_default();
    Program {
        name: stem(path),
        class_path: vec![classes.to_path_buf()],
        main,
        args: args.lines().map(str::to_string).collect(),
        stdin: fs::read(path.with_extension("in")).unwrap_or_default(),
        ..Program::default()
    }
}

/// Compiles the sources of a folder, copies everything else as resources, answers the main class.
pub fn compile_folder(tools: &Tools, folder: &Path, classes: &Path) -> String {
    let (sources, resources): (Vec<PathBuf>, Vec<PathBuf>) =
        files_below(folder).into_iter().partition(|path| is_java(path));
    compile(tools, &sources, "", classes);
    for resource in resources {
        let target = classes.join(resource.strip_prefix(folder).expect("below the folder"));
        fs::create_dir_all(target.parent().expect("below the classes")).expect("temporary folder is writable");
        fs::copy(&resource, target).expect("temporary folder is writable");
    }
    let mains: Vec<String> =
        sources.iter().filter(|path| has_main(path)).map(|path| class_name(folder, path)).collect();
    match mains.as_slice() {
        [main] => main.clone(),
        _ => panic!("{} needs one main class, has {mains:?}", folder.display()),
    }
}

fn has_main(source: &Path) -> bool {
    fs::read_to_string(source).is_ok_and(|text| text.contains("public static void main("))
}

fn class_name(folder: &Path, source: &Path) -> String {
    let below = source.strip_prefix(folder).expect("below the folder").with_extension("");
    below.display().to_string().replace('/', ".")
}

/// Every file below a folder, in the order of the paths.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files
}

pub fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).unwrap_or_else(|error| panic!("cannot read {}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.expect("readable folder").path()).collect();
    paths.sort();
    paths
}

fn is_java(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "java")
}

pub fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}
