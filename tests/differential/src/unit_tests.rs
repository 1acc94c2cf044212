//! `jacana test` on fixtures, and what symbolic types must show there.

use std::fs;

use crate::fixture::files_below;
use crate::process::{Outcome, PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// What `jacana test` says about a fixture of the folder, and the tests that it writes, by file.
pub fn tested(tools: &Tools, folder: &str, options: &[&str]) -> (Outcome, Vec<(String, String)>) {
    let scratch = Scratch::new("sinks");
    let (classes, tests) = (scratch.path().join("classes"), scratch.path().join("tests"));
    compile(tools, &files_below(&workspace().join("fixtures/test").join(folder)), "", &classes);
    let mut command = tools.jacana();
    command.arg("test").arg("-cp").arg(&classes).arg("-o").arg(&tests).args(["--random", "0"]).args(options);
    // Calls are looked at one by one.
    if !options.contains(&"--parameterized") {
        command.args(["--parameterized", "off"]);
    }
    let outcome = run(command, b"", PATIENCE);
    let written =
        files_below(&tests).into_iter().filter(|file| file.extension().is_some_and(|ending| ending == "java"));
    let written = written.map(|file| {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(&file).expect("a test"))
    });
    let written = written.collect();
    (outcome, written)
}

/// The analogue of java.beans.Statement: a class that a library keeps from its callers, reached by its name through a reflective call.
pub const RESTRICTED: &str =
    "sink: reflection.restricted.Vault reached from reflection.Command.execute() with \"reflection.restricted.Vault\"";
pub const SINK: [&str; 2] = ["--sink", "reflection.restricted.*"];
