//! The way of a run on `java` through the branches of a program, told by an agent (java/BranchTrace.java, over ASM from Debian's
//! package): where the runs of two inputs part must be where the search turned a condition around.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::Program;
use crate::process::{Exit, PATIENCE, run};
use crate::random::Dice;
use crate::tools::{Scratch, Tools, compile, workspace};

const ASM: &str = "/usr/share/java/asm.jar";
pub struct Tracer<'a> {
    tools: &'a Tools,
    agent: PathBuf,
}

/// The branches that a run passed, each with the side that was taken.
#[derive(Debug, Default)]
pub struct Trace {
    places: Vec<String>,
    passed: Vec<(u32, i32)>,
}

/// What became of the entries of a corpus that were tried.
#[derive(Debug, Default)]
pub struct Tried {
    /// Both runs pass the same branches up to the one that was turned around, and part there.
    pub right: usize,
    /// A line for each that does not.
    pub wrong: Vec<String>,
    /// Conditions of the library, or of an instruction that is no branch: the agent does not see them.
    pub unseen: usize,
}

impl<'a> Tracer<'a> {
    pub fn new(tools: &'a Tools, scratch: &Scratch) -> Tracer<'a> {
        assert!(Path::new(ASM).is_file(), "no {ASM}: run scripts/setup tests");
        let classes = scratch.path().join("agent-classes");
        compile(tools, &[workspace().join("tests/differential/java/BranchTrace.java")], ASM, &classes);
        let manifest = scratch.path().join("agent-manifest");
        fs::write(&manifest, format!("Premain-Class: BranchTrace\nClass-Path: {ASM}\n")).expect("writable");
        let agent = scratch.path().join("agent.jar");
        let mut jar = tools.jar();
        jar.arg("cfm").arg(&agent).arg(&manifest).arg("-C").arg(&classes).arg(".");
        assert_eq!(run(jar, b"", PATIENCE).exit, Exit::Code(0), "jar makes the agent");
        Tracer { tools, agent }
    }

    pub fn trace(&self, program: &Program) -> Trace {
        let mut java = self.tools.java();
        java.args(["-ea", "-XX:-OmitStackTraceInFastThrow"]).arg(format!("-javaagent:{}", self.agent.display()));
        program.complete(&mut java);
        let outcome = program.start(java, PATIENCE);
        let (Some(places), Some(ways)) = (outcome.files.get("places.txt"), outcome.files.get("ways.bin")) else {
            panic!("{}: no trace: {}", program.name, outcome.stderr_text());
        };
        let numbers: Vec<i32> =
            ways.chunks_exact(4).map(|bytes| i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])).collect();
        Trace {
            places: String::from_utf8_lossy(places).lines().map(String::from).collect(),
            passed: numbers.chunks_exact(2).map(|pair| (pair[0] as u32, pair[1])).collect(),
        }
    }

    /// Tries up to so many entries of a corpus whose only input is one file, chosen by chance.
    pub fn try_corpus(&self, program: &Program, corpus: &Path, most: usize, seed: u64) -> Tried {
        let mut entries = entries(corpus);
        let names: Vec<String> = shuffled(entries.keys().cloned().collect(), seed);
        let mut tried = Tried::default();
        let mut traces: BTreeMap<String, Rc<Trace>> = BTreeMap::new();
        let mut trace = |name: &str, entries: &mut BTreeMap<String, Entry>| {
            let known = traces.entry(name.to_string());
            let made = || {
                let contents = entries.get(name).map(|entry| entry.contents.clone()).unwrap_or_default();
                let files = vec![(program.files[0].0.clone(), contents)];
                Rc::new(self.trace(&Program { files, ..program.clone() }))
            };
            known.or_insert_with(made).clone()
        };
        for name in names {
            if tried.right + tried.wrong.len() >= most {
                break;
            }
            let Some((parent, place)) = entries[&name].origin.clone() else { continue };
            if !entries.contains_key(&parent) {
                continue;
            }
            let before = trace(&parent, &mut entries);
            if !before.has(&place) {
                tried.unseen += 1;
                continue;
            }
            let after = trace(&name, &mut entries);
            match before.parting(&after) {
                Some(parting) if parting == place => tried.right += 1,
                parting => tried.wrong.push(format!("{name} of {parent}: {parting:?} instead of {place}")),
            }
        }
        tried
    }
}

impl Trace {
    fn has(&self, place: &str) -> bool {
        let passed: HashSet<u32> = self.passed.iter().map(|pass| pass.0).collect();
        passed.iter().any(|&at| self.places[at as usize] == place)
    }

    /// The first branch where the other run takes another side; a branch of one run alone cannot be the first difference.
    fn parting(&self, other: &Trace) -> Option<String> {
        let both = self.passed.iter().zip(&other.passed);
        both.map(|(a, b)| ((&self.places[a.0 as usize], a.1), (&other.places[b.0 as usize], b.1)))
            .find(|(a, b)| a != b)
            .map(|(a, b)| if a.0 == b.0 { a.0.clone() } else { format!("{} or {}", a.0, b.0) })
    }
}

struct Entry {
    contents: Vec<u8>,
    /// The entry of which it was made, and where it parts from it.
    origin: Option<(String, String)>,
}

fn entries(corpus: &Path) -> BTreeMap<String, Entry> {
    let mut entries = BTreeMap::new();
    for folder in fs::read_dir(corpus).into_iter().flatten().flatten() {
        let path = folder.path();
        let (Ok(text), Ok(contents)) = (fs::read_to_string(path.join("entry")), fs::read(path.join("file0"))) else {
            continue;
        };
        let behind = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(String::from);
        let origin = behind("parent ").zip(behind("parts "));
        entries.insert(folder.file_name().to_string_lossy().into_owned(), Entry { contents, origin });
    }
    entries
}

fn shuffled(mut names: Vec<String>, seed: u64) -> Vec<String> {
    let mut dice = Dice::new(seed);
    for at in (1..names.len()).rev() {
        names.swap(at, dice.below(at + 1));
    }
    names
}
