//! The built-in models on symbolic inputs: a program that calls them on values of the input API prints the same under
//! `java`, where the values are given, and under `jacana run --symbolic api`, where they are symbols with these values.

use std::fs;
use std::process::Command;

use crate::fixture::{entries, stem};
use crate::process::{PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

/// What was compared.
#[derive(Debug, Default)]
pub struct Compared {
    /// Overloads of methods with models.
    pub methods: usize,
    pub calls: usize,
    pub differences: Vec<String>,
}

impl Compared {
    pub fn line(&self) -> String {
        format!(
            "{} methods, {} calls on symbolic inputs: {} differences",
            self.methods,
            self.calls,
            self.differences.len()
        )
    }
}

/// Calls every method so many times.
pub fn compare(tools: &Tools, seed: u64, calls: u32) -> Compared {
    let scratch = Scratch::new("built-in");
    let mut list = tools.jacana();
    list.args(["model-check", "--list"]);
    let names = scratch.write("names", run(list, b"", PATIENCE).stdout);
    let mut generator = tools.java();
    generator.arg(workspace().join("tests/differential/java/ModelCases.java")).arg(names);
    generator.args([seed.to_string(), calls.to_string()]).arg(scratch.path());
    let generated = run(generator, b"", PATIENCE);
    let methods = generated.stdout_text().trim().parse();
    let mut compared = Compared {
        methods: methods.unwrap_or_else(|_| panic!("no programs: {}", generated.stderr_text())),
        ..Compared::default()
    };
    let api = scratch.path().join("api");
    compile(tools, &entries(&workspace().join("api/jacana")), "", &api);
    let sources = entries(scratch.path()).into_iter().filter(|path| path.extension().is_some_and(|e| e == "java"));
    for source in sources {
        let name = stem(&source);
        let classes = scratch.path().join(&name);
        compile(tools, std::slice::from_ref(&source), &api.display().to_string(), &classes);
        let inputs = fs::read_to_string(source.with_extension("inputs")).expect("the generator wrote them");
        let class_path = format!("{}:{}", classes.display(), api.display());
        let output = |mut command: Command, options: &[&str]| {
            command.args(options).arg(format!("-Djacana.inputs={inputs}")).args(["-cp", &class_path, &name]);
            run(command, b"", PATIENCE)
        };
        let java = output(tools.java(), &[]);
        let jacana = output(tools.jacana(), &["run", "--symbolic", "api"]);
        let (expected, found) = (java.stdout_text(), jacana.stdout_text());
        compared.calls += expected.lines().count();
        let mut found = found.lines();
        for line in expected.lines() {
            match found.next() {
                Some(other) if other == line => {}
                Some(other) => compared.differences.push(format!("java: {line}, jacana: {other}")),
                None => {
                    compared.differences.push(format!("nothing behind {line}: {}", jacana.stderr_text()));
                    break;
                }
            }
        }
    }
    compared
}
