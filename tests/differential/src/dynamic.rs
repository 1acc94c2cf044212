//! Writes the class `Sites` of fixtures/dynamic: call sites and constants with bootstrap methods of the program's own, which
//! javac does not make. Each is a static method that its `Main` calls.

mod cases;
mod write;

use std::fs;

use crate::fixture::files_below;
use crate::program::Program;
use crate::tools::{Scratch, Tools, compile, workspace};
use write::write;

/// The programs of fixtures/dynamic.
pub fn program(tools: &Tools, scratch: &Scratch) -> Program {
    let classes = scratch.path().join("classes");
    fs::create_dir_all(&classes).expect("temporary folder is writable");
    fs::write(classes.join("Sites.class"), write(&cases::all()).expect("cases of constant size are never too large"))
        .expect("temporary folder is writable");
    let sources = files_below(&workspace().join("fixtures/dynamic"));
    compile(tools, &sources, &classes.display().to_string(), &classes);
    Program { name: "dynamic".into(), class_path: vec![classes], main: "Main".into(), ..Program::default() }
}
