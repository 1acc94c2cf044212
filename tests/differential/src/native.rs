//! The user class with native methods of fixtures/native, its library built by the C compiler.

use std::path::Path;
use std::process::Command;

use crate::program::Program;
use crate::tools::{Scratch, Tools, compile, workspace};

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
