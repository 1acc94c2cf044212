//! Programs of fixtures/run whose classes have probes do on `java` what they do without.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bytecode::ClassFile;
use bytecode::probe::probe;

use crate::compare::difference;
use crate::fixture::{entries, files_below, fixtures_named, stem};
use crate::process::PATIENCE;
use crate::tools::{Scratch, Tools, compile, workspace};

#[derive(Debug, Default)]
pub struct Figures {
    pub programs: usize,
    pub classes: usize,
    pub probes: usize,
    /// Methods that had to stay as they are.
    pub left: usize,
    pub wrong: Vec<String>,
}

impl Figures {
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} programs on java, {} classes with {} probes, {} methods left alone; {} behave otherwise",
            self.programs,
            self.classes,
            self.probes,
            self.left,
            self.wrong.len()
        )];
        lines.extend(self.wrong.iter().cloned());
        lines
    }
}

/// Tries every so many programs.
pub fn try_fixtures(every: usize) -> Figures {
    let (tools, scratch) = (Tools::find(), Scratch::new("probed"));
    let stub = scratch.path().join("stub");
    compile(&tools, &[workspace().join("tests/differential/java/probes/Probes.java")], "", &stub);
    let mut figures = Figures::default();
    let mut done: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    let names: Vec<String> = entries(&workspace().join("fixtures/run")).iter().map(|path| stem(path)).collect();
    let chosen: Vec<&str> = names.iter().step_by(every).map(String::as_str).collect();
    for program in &fixtures_named(&tools, &scratch, &chosen) {
        let mut with_probes = program.clone();
        for entry in &mut with_probes.class_path {
            let number = done.len();
            let target = done.entry(entry.clone()).or_insert_with(|| {
                let target = scratch.path().join(format!("probed{number}"));
                copy(entry, &target, &mut figures);
                target
            });
            entry.clone_from(target);
        }
        let run = |program: &crate::Program| {
            let mut java = tools.java();
            java.args(["-ea", "-XX:-OmitStackTraceInFastThrow"]);
            java.arg(format!("-Xbootclasspath/a:{}", stub.display()));
            program.complete(&mut java);
            program.start(java, PATIENCE)
        };
        figures.programs += 1;
        // Names of folders are not the program's doing.
        let plain = run(program);
        if let Some(text) = difference(&program.name, &plain, &run(&with_probes)) {
            figures.wrong.push(text);
        }
    }
    figures
}

fn copy(from: &Path, to: &Path, figures: &mut Figures) {
    for file in files_below(from) {
        let target = to.join(file.strip_prefix(from).expect("below the folder"));
        fs::create_dir_all(target.parent().expect("a folder")).expect("writable");
        let bytes = fs::read(&file).expect("readable");
        let parsed = ClassFile::parse(bytes.clone().into()).ok().filter(|class| class.name != *"module-info");
        // Numbers on both sides of what fits into a short.
        let probed = parsed.and_then(|class| probe(&class, 32_000).ok());
        if let Some(probed) = &probed {
            figures.classes += 1;
            figures.probes += probed.sites.len();
            figures.left += probed.left.len();
        }
        fs::write(&target, probed.map_or(bytes, |probed| probed.bytes)).expect("writable");
    }
}
