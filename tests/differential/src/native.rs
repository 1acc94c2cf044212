//! The user class with native methods of fixtures/native, its library built by the C compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::Program;
use crate::tools::{Scratch, Tools, compile, workspace};

/// The examples of heap cloning: their classes, and the folder of their native library.
pub struct HeapCloning {
    pub classes: PathBuf,
    pub library: PathBuf,
}

pub fn heap_cloning(tools: &Tools, scratch: &Scratch) -> HeapCloning {
    let folder = workspace().join("fixtures/heap-cloning");
    build_library(tools, &folder.join("heap_cloning.c"), &scratch.path().join("libheap_cloning.so"));
    let classes = scratch.path().join("classes");
    let api = workspace().join("api/jacana");
    let fixtures = [
        "Negate",
        "Complex",
        "Concrete",
        "Reading",
        "Maze",
        "Loop",
        "Store",
        "Inflated",
        "First",
        "OpenArrays",
        "Watched",
    ]
    .map(|name| folder.join(format!("{name}.java")));
    let sources = [fixtures.to_vec(), vec![api.join("Jacana.java")]].concat();
    compile(tools, &sources, "", &classes);
    HeapCloning { classes, library: scratch.path().to_path_buf() }
}

pub fn native_program(tools: &Tools, scratch: &Scratch) -> Program {
    let folder = workspace().join("fixtures/native");
    build_library(tools, &folder.join("native_point.c"), &scratch.path().join("libnative_point.so"));
    let classes = scratch.path().join("classes");
    compile(tools, &[folder.join("NativePoint.java")], "", &classes);
    Program {
        name: "NativePoint".into(),
        options: vec![format!("-Djava.library.path={}", scratch.path().display())],
        class_path: vec![classes],
        main: "NativePoint".into(),
        ..Program::default()
    }
}

pub fn build_library(tools: &Tools, source: &Path, library: &Path) {
    let include = tools.jdk.join("include");
    let mut compiler = Command::new("cc");
    compiler.args(["-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC", "-I"]).arg(&include);
    compiler.arg("-I").arg(include.join("linux")).arg("-o").arg(library).arg(source);
    let output = compiler.output().expect("a C compiler: scripts/setup tests installs gcc");
    assert!(output.status.success(), "cc: {}", String::from_utf8_lossy(&output.stderr));
}
