//! Basic blocks: where they begin, and which of them a run on `java` enters, told by an agent (java/BlockTrace.java, over ASM from Debian's package).
//! A block begins at the entry of a method, where a jump, a switch or a handler leads, and behind a jump, a switch, a return or a throw.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use bytecode::{ClassFile, ClassName, Code, Flow, Insn};

use crate::library::bodies;
use crate::process::{Exit, PATIENCE, run};
use crate::tools::{Scratch, Tools, compile, workspace};

const ASM: &str = "/usr/share/java/asm.jar:/usr/share/java/asm-tree.jar";
/// The class, name and descriptor of the method.
pub type Method = (ClassName, String);

/// Numbers of the instructions that begin a block, by method.
pub type Blocks = BTreeMap<Method, BTreeSet<u32>>;

pub fn blocks<'a>(classes: impl IntoIterator<Item = &'a ClassFile>) -> Blocks {
    let of_class = |class: &'a ClassFile| {
        bodies(class).map(|(method, code)| {
            ((class.name.clone(), format!("{}{}", method.name, method.descriptor)), firsts(&code))
        })
    };
    classes.into_iter().flat_map(of_class).collect()
}

fn firsts(code: &Code) -> BTreeSet<u32> {
    let mut firsts = BTreeSet::from([0]);
    firsts.extend(code.handlers.iter().map(|handler| handler.target));
    for (at, insn) in code.insns.iter().enumerate() {
        match insn.get().flow() {
            Flow::Next => continue,
            Flow::Branch(target) | Flow::Jump(target) | Flow::Jsr(target) => _ = firsts.insert(target),
            Flow::Switch(table) => firsts.extend(code.switches[table as usize].targets()),
            Flow::Return | Flow::Throw | Flow::Ret(_) => {}
        }
        firsts.insert(at as u32 + 1);
    }
    let is_code = |at: &u32| code.insns.get(*at as usize).is_some_and(|insn| insn.get() != Insn::FallOff);
    firsts.into_iter().filter(is_code).collect()
}

/// The agent, made once, and the blocks that it looks for.
pub struct BlockTrace<'a> {
    blocks: &'a Blocks,
    agent: PathBuf,
    list: PathBuf,
    hits: PathBuf,
}

impl<'a> BlockTrace<'a> {
    pub fn new(tools: &Tools, scratch: &Scratch, blocks: &'a Blocks) -> BlockTrace<'a> {
        for jar in ASM.split(':') {
            assert!(Path::new(jar).is_file(), "no {jar}: run scripts/setup tests");
        }
        let file = |name: &str| scratch.path().join(name);
        let source = |name: &str| workspace().join("tests/differential/java").join(name);
        compile(tools, &[source("BlockHits.java")], "", &file("block-hits"));
        compile(
            tools,
            &[source("BlockTrace.java")],
            &format!("{ASM}:{}", file("block-hits").display()),
            &file("block-trace"),
        );
        let jar = |name: &str, manifest: &str, classes: &str| {
            let (jar, manifest) = (file(name), scratch.write(&format!("{name}.manifest"), manifest));
            let mut command = tools.jar();
            command.arg("cfm").arg(&jar).arg(manifest).arg("-C").arg(file(classes)).arg(".");
            assert_eq!(run(command, b"", PATIENCE).exit, Exit::Code(0), "jar makes {name}");
            jar
        };
        jar("block-hits.jar", "Created-By: Jacana\n", "block-hits");
        let manifest = format!(
            "Premain-Class: BlockTrace\nCan-Retransform-Classes: true\nBoot-Class-Path: block-hits.jar\nClass-Path: {}\n",
            ASM.replace(':', " ")
        );
        let agent = jar("block-trace.jar", &manifest, "block-trace");
        let lines = blocks.iter().map(|((class, method), firsts)| {
            let firsts: Vec<String> = firsts.iter().map(u32::to_string).collect();
            format!("{class} {method} {}\n", firsts.join(" "))
        });
        let list = scratch.write("blocks.txt", lines.collect::<String>());
        BlockTrace { blocks, agent, list, hits: file("hits.txt") }
    }

    /// For `java`.
    pub fn option(&self) -> String {
        format!("-javaagent:{}={}:{}", self.agent.display(), self.list.display(), self.hits.display())
    }

    /// What the last run with the option entered; nothing of other runs.
    pub fn entered(&self) -> Blocks {
        let text = fs::read_to_string(&self.hits).unwrap_or_else(|error| panic!("no trace of blocks: {error}"));
        fs::remove_file(&self.hits).expect("it is ours");
        let hits: BTreeSet<usize> = text.lines().map(|line| line.parse().expect("a number")).collect();
        let all = self.blocks.iter().flat_map(|(method, firsts)| firsts.iter().map(move |first| (method, *first)));
        let mut entered = Blocks::new();
        for (_, (method, first)) in all.enumerate().filter(|(number, _)| hits.contains(number)) {
            entered.entry(method.clone()).or_default().insert(first);
        }
        entered
    }
}

pub fn count<'a>(blocks: impl IntoIterator<Item = (&'a Method, &'a BTreeSet<u32>)>) -> usize {
    blocks.into_iter().map(|(_, firsts)| firsts.len()).sum()
}
