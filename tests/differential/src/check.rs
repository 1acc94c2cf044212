//! The classes of fixtures/check, compiled with our API.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crate::fixture::files_below;
use crate::soundness::Description;
use crate::tools::{Scratch, Tools, compile_with, workspace};

/// Programs that look into the subjects with the JDK's own library for bytecode: from JDK 24 on, it has a public one.
const SOUND: &str = "sound";
const PUBLIC_LIBRARY: u32 = 24;
const SPECS: &str = "fixtures/check/specs";
const BYTECODE: [&str; 2] = ["--add-exports", "java.base/jdk.internal.org.objectweb.asm=ALL-UNNAMED"];

/// What must not confuse a check with `--k 3`: the target, the exit code, and what is said.
pub const BAD_INPUT: &[(&str, i32, &str)] = &[
    ("CountingInvariant.questions", 0, "an invariant changes objects"),
    ("EndlessInvariant.value", 2, "an invariant threw java.lang.StackOverflowError"),
    ("FailingInitializer.value", 2, "there are no objects to check: java.lang.ExceptionInInitializerError"),
    ("HugeArray.doubled", 0, "HOLDS WITHIN arrays of 1048576 elements"),
    ("NoAnswer.value", 3, "invariant NoAnswer.check must return boolean"),
    ("NoImplementation.weigh", 0, "methods of NoImplementation$Scale, which nobody implements, answer anything"),
    ("NativeReceiver.value", 2, "native code of its own"),
    ("RecursiveInvariant.least", 0, "HOLDS WITHIN k = 3"),
    ("RingWalk.isLast", 0, "HOLDS WITHIN --loop, k = 3"),
    ("ThrowingInvariant.first", 0, "an invariant threw java.lang.NullPointerException"),
    ("RecursiveInvariant.nope", 3, "class RecursiveInvariant has no method `nope`"),
    ("NoSuchClass", 3, "no such class: NoSuchClass"),
    ("no.such.*", 3, "no classes in package no.such"),
];

/// Data structures with invariants, and the programs that make all their heaps.
pub struct Subjects {
    pub tools: Tools,
    scratch: Scratch,
    library: OnceLock<Scratch>,
}

impl Default for Subjects {
    fn default() -> Subjects {
        Subjects::new()
    }
}

impl Subjects {
    pub fn new() -> Subjects {
        let tools = Tools::find();
        let scratch = Scratch::new("check");
        let root = workspace();
        let folder = root.join("fixtures/check");
        let is_subject = |path: &PathBuf| {
            path.extension().is_some_and(|extension| extension == "java") && !path.starts_with(folder.join(SOUND))
        };
        let mut sources: Vec<PathBuf> = files_below(&folder).into_iter().filter(is_subject).collect();
        let api = root.join("api");
        sources.push(root.join("crates/replay/java/HeapReplay.java"));
        compile_with(&tools, &sources, &["-g", "-sourcepath", &api.display().to_string()], scratch.path());
        Subjects { tools, scratch, library: OnceLock::new() }
    }

    pub fn classes(&self) -> &Path {
        self.scratch.path()
    }

    /// What a program of ours prints on the JVM.
    pub fn run(&self, main: &str, arguments: &[&str]) -> String {
        let output = self.tools.java().arg("-ea").arg("-cp").arg(self.classes()).arg(main).args(arguments).output();
        let output = output.expect("java starts");
        assert!(output.status.success(), "{main}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What `HeapReplay` says of a heap and the calls on it, and its exit code.
    pub fn replay(&self, description: &str) -> (String, i32) {
        let file = self.scratch.write("heap.txt", description);
        let mut java = self.tools.java();
        let output = java.arg("-ea").arg("-cp").arg(self.classes()).arg("HeapReplay").arg(file).output();
        let output = output.expect("java starts");
        (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().expect("no signal"))
    }

    /// Every heap on which a method may be called, with at most so many objects of the class and of each of the others.
    pub fn heaps(&self, objects: u32, class: &str, method: &str, others: &[&str]) -> Vec<Description> {
        if !self.classes().join("SoundHeaps.class").exists() {
            let folder = workspace().join("fixtures/check").join(SOUND);
            let other = folder.join(if self.has_public_library() { "asm" } else { "classfile" });
            let mut sources: Vec<PathBuf> = files_below(&folder);
            sources.retain(|source| !source.starts_with(&other));
            let mut options = vec!["-cp", self.classes().to_str().expect("UTF-8")];
            options.extend(self.exports());
            compile_with(&self.tools, &sources, &options, self.classes());
        }
        let mut java = self.tools.java();
        java.args(self.exports()).arg("-cp").arg(self.classes()).arg("SoundHeaps").arg(objects.to_string());
        let output = java.args([class, method]).args(others).output().expect("java starts");
        assert!(output.status.success(), "SoundHeaps: {}", String::from_utf8_lossy(&output.stderr));
        Description::read(&String::from_utf8_lossy(&output.stdout))
    }

    fn has_public_library(&self) -> bool {
        self.tools.feature() >= PUBLIC_LIBRARY
    }

    /// What the other library needs.
    fn exports(&self) -> &'static [&'static str] {
        if self.has_public_library() { &[] } else { &BYTECODE }
    }

    /// What is said of classes of the JDK, by itself: no other class is what an Object may be.
    pub fn library(&self) -> &Path {
        let library = self.library.get_or_init(|| {
            let (scratch, root) = (Scratch::new("library"), workspace());
            let api = root.join("api").display().to_string();
            compile_with(&self.tools, &files_below(&root.join(SPECS)), &["-g", "-sourcepath", &api], scratch.path());
            scratch
        });
        library.path()
    }

    /// What `jacana check` says of one method; nothing if it says that it cannot check it.
    pub fn check(&self, options: &[&str], target: &str) -> Option<Answer> {
        self.check_in(self.classes(), options, target)
    }

    /// All that it says of one target, also as an error, and the exit code.
    pub fn said(&self, options: &[&str], target: &str) -> (String, i32) {
        let mut jacana = self.tools.jacana();
        let output = jacana.args(WITHIN_BOUNDS).arg("-cp").arg(self.classes()).args(options).arg(target).output();
        let output = output.expect("jacana starts");
        let text = [output.stdout, output.stderr].concat();
        (String::from_utf8_lossy(&text).into_owned(), output.status.code().expect("no signal"))
    }

    /// The same for a harness in fixtures/check/specs.
    pub fn check_library(&self, options: &[&str], target: &str) -> Option<Answer> {
        self.check_in(self.library(), options, target)
    }

    fn check_in(&self, classes: &Path, options: &[&str], target: &str) -> Option<Answer> {
        let mut jacana = self.tools.jacana();
        jacana.args(WITHIN_BOUNDS).arg("-cp").arg(classes).args(options).arg(target);
        let output = jacana.output().expect("jacana starts");
        String::from_utf8_lossy(&output.stdout).lines().find_map(Answer::read)
    }
}

/// Cases and paths are those within bounds, whatever holds without them.
pub const WITHIN_BOUNDS: [&str; 2] = ["check", "--no-proofs"];

/// One line of `jacana check`: `Tree.find(int): HOLDS WITHIN k = 2; 5 cases, 21 paths, 0.1 s`.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub verdict: String,
    pub cases: u64,
    pub paths: u64,
    pub seconds: f64,
}

impl Answer {
    pub(crate) fn read(line: &str) -> Option<Answer> {
        let (head, figures) = line.rsplit_once("; ")?;
        let (_, verdict) = head.split_once(": ")?;
        let mut figures = figures.split(", ");
        let cases = figures.next()?.strip_suffix(" cases")?.parse().ok()?;
        let paths = figures.next()?.strip_suffix(" paths")?.parse().ok()?;
        let seconds = figures.next()?.strip_suffix(" s")?.parse().ok()?;
        Some(Answer { verdict: verdict.into(), cases, paths, seconds })
    }
}
