//! fixtures/contracts: classes whose contracts are checked from their sources. Methods that end with Holds must hold, those that end
//! with Breaks must be violated, by the clause that is marked.

use std::path::{Path, PathBuf};

use crate::case_tests::junit;
use crate::fixture::files_below;
use crate::tools::{Scratch, Tools, compile_with, workspace};

/// What was said of one method.
#[derive(Clone, Debug)]
pub struct Said {
    /// With class and parameters.
    pub method: String,
    pub verdict: String,
    /// The lines below, the first of which says what is violated.
    pub details: Vec<String>,
}

/// Everything that a check of targets in a source says: methods, standard output and error, exit code.
pub fn check(tools: &Tools, source: &Path, options: &[&str], target: &str) -> (Vec<Said>, String, i32) {
    let output = tools.jacana().arg("check").arg(source).args(options).arg(target).output().expect("jacana starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut said: Vec<Said> = Vec::new();
    for line in text.lines() {
        if line.starts_with("  ") {
            said.last_mut().expect("a method comes first").details.push(line.trim().to_string());
        } else if let Some((method, verdict)) = line.split_once("): ") {
            let (method, verdict) = (format!("{method})"), verdict.to_string());
            said.push(Said { method, verdict, details: Vec::new() });
        }
    }
    let all = text + &String::from_utf8_lossy(&output.stderr);
    (said, all, output.status.code().expect("no signal"))
}

pub fn sources(folder: &str) -> Vec<PathBuf> {
    let mut found = files_below(&workspace().join("fixtures/contracts").join(folder));
    found.retain(|file| file.extension().is_some_and(|extension| extension == "java"));
    found.sort();
    found
}

/// How many pairs there are in the folder, and what is wrong with them.
pub fn pairs(tools: &Tools, folder: &str, options: &[&str]) -> (usize, Vec<String>) {
    let (mut count, mut faults) = (0, Vec::new());
    for source in sources(folder) {
        let class = source.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&source).expect("a source");
        let (said, all, _) = check(tools, &source, options, &class);
        if said.is_empty() {
            faults.push(format!("{class}: {all}"));
        }
        let name = |method: &str| {
            let name = method.split('(').next().unwrap_or_default();
            name.rsplit('.').next().unwrap_or_default().to_string()
        };
        for one in &said {
            let (method, verdict) = (name(&one.method), &one.verdict);
            let what = one.details.first().cloned().unwrap_or_default();
            if method.ends_with("Holds") {
                let twin = method.replace("Holds", "Breaks");
                if !said.iter().any(|other| name(&other.method) == twin) {
                    faults.push(format!("{}: there is no {twin}", one.method));
                }
                count += 1;
                if !verdict.starts_with("HOLDS") {
                    faults.push(format!("{}: {verdict} {what}", one.method));
                }
            } else if method.ends_with("Breaks") {
                let expected = expected(&text, &method);
                if !verdict.starts_with("VIOLATED") || !expected.iter().any(|part| what.contains(part)) {
                    faults.push(format!("{}: {verdict} {what}, not {expected:?}", one.method));
                }
            }
        }
    }
    (count, faults)
}

/// What must be told of a method that breaks its contract: the line that is marked `broken`, the text behind `broken:`, or
/// the exception behind `thrown:`; any of those between the methods before and after it.
fn expected(text: &str, method: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_declared = |line: &&str| line.contains(&format!(" {method}("));
    let mut found = Vec::new();
    for at in (0..lines.len()).filter(|&at| is_declared(&lines[at])) {
        let ends = |line: &&str| line.trim_end() == "    }" || line.is_empty();
        let start = lines[..at].iter().rposition(ends).map_or(0, |end| end + 1);
        for (number, line) in lines.iter().enumerate().take(at + 1).skip(start) {
            if let Some((_, text)) = line.split_once("// broken: ") {
                found.push(text.to_string());
            } else if line.contains("// broken") {
                found.push(format!(".java:{})", number + 1));
            } else if let Some((_, exception)) = line.split_once("// thrown: ") {
                found.push(exception.to_string());
            }
        }
    }
    found
}

/// Methods of data structures with full contracts.
pub const METHODS: &[&str] = &[
    "BinarySearchTree.find",
    "BinarySearchTree.insert",
    "BinarySearchTree.remove",
    "AvlTree.find",
    "AvlTree.insert",
    "AATree.find",
    "AATree.insert",
    "AATree.remove",
    "RedBlackMap.get",
    "RedBlackMap.put",
    "RedBlackMap.remove",
    "LeftistHeap.insert",
    "LeftistHeap.deleteMin",
    "LeftistHeap.merge",
    "BinaryHeap.findMin",
    "BinaryHeap.insert",
    "BinaryHeap.deleteMin",
];

/// What is said of all of them, on heaps of so many objects.
pub fn structures(tools: &Tools, objects: &str) -> (Vec<Said>, String) {
    let (last, others) = METHODS.split_last().expect("methods");
    let options: Vec<&str> = ["--time", "300", "--n", objects].iter().chain(others).copied().collect();
    let (said, all, _) = check(tools, &workspace().join("fixtures/contracts/structures"), &options, last);
    (said, all)
}

/// A bug: what it is, the method that has it, code as it is and as it is with the bug.
pub struct Bug {
    pub about: &'static str,
    pub method: &'static str,
    pub right: &'static str,
    pub wrong: &'static str,
}

const fn bug(about: &'static str, method: &'static str, right: &'static str, wrong: &'static str) -> Bug {
    Bug { about, method, right, wrong }
}

pub const BUGS: &[Bug] = &[
    bug("wrong side", "BinarySearchTree.insert", "parent.right = fresh;", "parent.left = fresh;"),
    bug("lost update", "BinarySearchTree.insert", "node.value = value;", ""),
    bug("value of another key", "BinarySearchTree.remove", "node.value = next.value;", ""),
    bug(
        "lost subtree",
        "BinarySearchTree.remove",
        "replace(parent, next, next.right);",
        "replace(parent, next, null);",
    ),
    bug("missing rotation", "AvlTree.insert", "node.left = leftRotated(node.left);", ""),
    bug("wrong rotation", "AvlTree.insert", "return rightRotated(node);", "return leftRotated(node.left);"),
    bug("stale height", "AvlTree.insert", "node.height = (left > right ? left : right) + 1;", ""),
    bug("stale level", "AATree.insert", "top.level++;", ""),
    bug("missing null case", "RedBlackMap.remove", "if (child != null) {", "if (true) {"),
    bug("forgotten uncle", "RedBlackMap.put", "uncle.red = false;", ""),
    bug("wrong colour", "RedBlackMap.remove", "sibling.red = parent.red;", ""),
    bug(
        "children in the wrong order",
        "LeftistHeap.insert",
        "rank(top.left) < rank(top.right)",
        "rank(top.left) > rank(top.right)",
    ),
    bug("lost heap", "LeftistHeap.deleteMin", "root = merged(root.left, root.right);", "root = root.left;"),
    bug("shared nodes", "LeftistHeap.merge", "other.root = null;", ""),
    bug("stale size", "BinaryHeap.insert", "int hole = size++;", "int hole = size;"),
    bug("off by one", "BinaryHeap.deleteMin", "child < size;", "child < size - 1;"),
    bug("hidden write", "BinaryHeap.findMin", "return items[0];", "return items[items.length - 1] = items[0];"),
];

/// What a check says of the method with the bug, on heaps of so many objects.
pub fn with_bug(tools: &Tools, bug: &Bug, objects: &str) -> Vec<Said> {
    let scratch = Scratch::new("bug");
    check(tools, &write(&scratch, bug, bug.wrong), &["--n", objects], bug.method).0
}

/// The test of a bug that a check writes.
pub struct BugTested {
    pub said: Vec<Said>,
    /// The test itself, without classes that help it.
    pub test: String,
    /// As JUnit counts, with the bug and without it.
    pub with: (u64, u64),
    pub without: (u64, u64),
}

/// The same as `with_bug`, and the test is run.
pub fn tested_bug(tools: &Tools, bug: &Bug, objects: &str) -> BugTested {
    let scratch = Scratch::new("tested-bug");
    let folder = scratch.path().join("tests");
    let sources = write(&scratch, bug, bug.wrong);
    let options = ["--n", objects, "--junit", &folder.display().to_string()];
    let said = check(tools, &sources, &options, bug.method).0;
    let tests = files_below(&folder);
    let is_test = |file: &&PathBuf| file.to_string_lossy().ends_with("Test.java");
    let Some(test) = tests.iter().find(is_test) else {
        return BugTested { said, test: String::new(), with: (0, 0), without: (0, 0) };
    };
    let run = |code: &str, name: &str| {
        let classes = scratch.path().join(name);
        std::fs::create_dir_all(&classes).expect("temporary folder is writable");
        compile_with(tools, &files_below(&write(&scratch, bug, code)), &[], &classes);
        junit(tools, &tests, &classes, &scratch.path().join(format!("{name}-tests")))
    };
    let (with, without) = (run(bug.wrong, "with"), run(bug.right, "without"));
    BugTested { said, test: std::fs::read_to_string(test).expect("UTF-8"), with, without }
}

/// Writes the class with this code where the bug may be, and what it needs. Answers the folder.
fn write(scratch: &Scratch, bug: &Bug, code: &str) -> PathBuf {
    let class = bug.method.split('.').next().expect("a class");
    for source in sources("structures") {
        let text = std::fs::read_to_string(&source).expect("a source");
        let name = source.file_name().expect("a name").to_string_lossy().into_owned();
        if name == format!("{class}.java") {
            assert!(text.contains(bug.right), "{}: `{}` is not in {name}", bug.about, bug.right);
            scratch.write(&format!("sources/{name}"), text.replacen(bug.right, code, 1));
        } else if ["Item.java", "Keys.java"].contains(&name.as_str()) {
            scratch.write(&format!("sources/{name}"), text);
        }
    }
    scratch.path().join("sources")
}
