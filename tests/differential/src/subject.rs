//! Real programs from Debian's packages on the inputs of fixtures/programs. Where a library has no main, the folder has
//! a small driver of ours.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::{entries, stem};
use crate::program::Program;
use crate::tools::{Scratch, Tools, compile, workspace};

/// How the inputs of a folder reach the program.
enum Input {
    /// Each file is copied into the working folder and named on the command line.
    File(&'static str),
    /// Each file holds the arguments, one per line.
    Arguments,
}

struct Subject {
    folder: &'static str,
    jar: &'static str,
    package: &'static str,
    main: &'static str,
    input: Input,
}

const SUBJECTS: &[Subject] = &[
    Subject { folder: "jlex", jar: "JLex.jar", package: "jlex", main: "JLex.Main", input: Input::File("lex") },
    Subject {
        folder: "nanoxml",
        jar: "nanoxml.jar",
        package: "libnanoxml2-java",
        main: "XmlPrint",
        input: Input::File("xml"),
    },
    Subject {
        folder: "sat4j",
        jar: "org.sat4j.core.jar",
        package: "sat4j",
        main: "SolveDimacs",
        input: Input::File("cnf"),
    },
    Subject {
        folder: "commons-cli",
        jar: "commons-cli.jar",
        package: "libcommons-cli-java",
        main: "ParseCommand",
        input: Input::Arguments,
    },
    Subject {
        folder: "lucene",
        jar: "lucene-core-8.7.0.jar",
        package: "liblucene8-java",
        main: "SearchLines",
        input: Input::File("txt"),
    },
    Subject { folder: "bcel", jar: "bcel.jar", package: "libbcel-java", main: "DumpClass", input: Input::Arguments },
    Subject {
        folder: "gson",
        jar: "gson.jar",
        package: "libgoogle-gson-java",
        main: "RoundTrip",
        input: Input::File("json"),
    },
];

/// One program per subject and input.
pub fn subject_programs(tools: &Tools, scratch: &Scratch) -> Vec<Program> {
    SUBJECTS.iter().flat_map(|subject| programs(tools, scratch, subject)).collect()
}

/// The subjects of the studies on heap cloning, each with programs that read one file.
pub fn study_programs(tools: &Tools, scratch: &Scratch) -> Vec<(&'static str, Vec<Program>)> {
    let mut studies = Vec::new();
    for name in ["nanoxml", "jlex", "sat4j", "bcel", "lucene"] {
        let subject = SUBJECTS.iter().find(|subject| subject.folder == name).expect("a subject");
        let mut programs = programs(tools, scratch, subject);
        if name == "bcel" {
            let template = programs.swap_remove(0);
            programs = dumped_classes(tools, scratch).into_iter().map(|file| dumping(&template, file)).collect();
        }
        studies.push((name, programs));
    }
    studies
}

/// Class files for BCEL to dump: our own benchmarks.
fn dumped_classes(tools: &Tools, scratch: &Scratch) -> Vec<(String, Vec<u8>)> {
    let classes = scratch.path().join("dumped");
    let sources: Vec<PathBuf> = ["Sieve", "Calls", "Throwing", "Matrix", "Parser"]
        .map(|name| workspace().join(format!("benches/{name}.java")))
        .into();
    compile(tools, &sources, "", &classes);
    let file = |source: &PathBuf| {
        let name = format!("{}.class", stem(source));
        let bytes = fs::read(classes.join(&name)).expect("javac wrote it");
        (name, bytes)
    };
    sources.iter().map(file).collect()
}

fn dumping(template: &Program, (name, bytes): (String, Vec<u8>)) -> Program {
    Program {
        name: format!("bcel {name}"),
        args: vec!["dump-file".into(), name.clone()],
        files: vec![(name, bytes)],
        ..template.clone()
    }
}

fn programs(tools: &Tools, scratch: &Scratch, subject: &Subject) -> Vec<Program> {
    let folder = workspace().join("fixtures/programs").join(subject.folder);
    let jar = jar(subject);
    let mut class_path = vec![jar.clone()];
    let drivers = with_extension(&folder, "java");
    if !drivers.is_empty() {
        let classes = scratch.path().join(subject.folder);
        compile(tools, &drivers, &jar.display().to_string(), &classes);
        class_path.push(classes);
    }
    let extension = match subject.input {
        Input::File(extension) => extension,
        Input::Arguments => "args",
    };
    let inputs = with_extension(&folder, extension);
    assert!(inputs.len() >= 3, "{} has {} inputs only", subject.folder, inputs.len());
    inputs.iter().map(|input| program(subject, &class_path, input)).collect()
}

fn program(subject: &Subject, class_path: &[PathBuf], input: &Path) -> Program {
    let contents = fs::read(input).expect("the input is readable");
    let mut program = Program {
        name: format!("{} {}", subject.folder, stem(input)),
        class_path: class_path.to_vec(),
        main: subject.main.into(),
        ..Program::default()
    };
    match subject.input {
        Input::File(extension) => {
            let name = format!("{}.{extension}", stem(input));
            program.args.push(name.clone());
            program.files.push((name, contents));
        }
        Input::Arguments => program.args = String::from_utf8_lossy(&contents).lines().map(str::to_string).collect(),
    }
    program
}

fn with_extension(folder: &Path, extension: &str) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|path| path.extension().is_some_and(|found| found == extension)).collect()
}

/// Debian's folder for jars, or `JACANA_JARS`.
fn jar(subject: &Subject) -> PathBuf {
    let folder = env::var_os("JACANA_JARS").map_or_else(|| PathBuf::from("/usr/share/java"), PathBuf::from);
    let jar = folder.join(subject.jar);
    assert!(jar.is_file(), "no {}: scripts/setup tests installs the package {}", jar.display(), subject.package);
    jar
}
