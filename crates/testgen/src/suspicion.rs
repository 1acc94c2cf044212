//! What looks like a bug, as data for reports. The test of the same name shows it.

use crate::choice::Sort;
use crate::condition::Condition;
use crate::thrown::{PathStep, ThrownException};
use crate::ways::{Side, Way as BranchWay};
use bytecode::{ClassFile, decode};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Letters of a condition that a report still shows.
const LONGEST_CONDITION: usize = 120;

/// Who could do what the test does, from the fewest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Way {
    /// Classes of the same package: something of it is not public.
    Package,
    /// Who leaves out type arguments: a class is given for a type variable.
    Raw,
    /// Everybody.
    Open,
}

/// What is broken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Broken {
    Threw(ThrownException),
    /// It does not end.
    Endless,
    /// What every object promises.
    Promise,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspicion {
    pub sort: Sort,
    /// `withdraw(int,String)`, and `Account(int)` for a constructor.
    pub method: String,
    /// The same for class files: `withdraw` and `(ILjava/lang/String;)V`.
    pub name: String,
    pub descriptor: String,
    pub way: Way,
    pub broken: Broken,
    /// For people.
    pub reason: String,
    /// Arguments by the names of their parameters, as Java; objects by their classes.
    pub arguments: Vec<(String, String)>,
    pub path: Vec<PathStep>,
    /// Name and text of the test, and the file that has it.
    pub test: String,
    pub source: String,
    pub file: String,
}

/// The branches that a test takes in one way alone, by their lines.
pub fn path(classes: &[Rc<ClassFile>], sides: &BTreeSet<Side>) -> Vec<PathStep> {
    let mut steps = BTreeSet::new();
    for side in sides.iter().filter(|side| !goes_both_ways(sides, side)) {
        let file = &classes[side.class];
        let line = line_of(file, side);
        let condition = Condition::of(file, side).map(|condition| condition.java(&file.name));
        // What the compiler made is nobody's condition.
        let condition = condition.filter(|text| !text.contains('$'));
        if let (Some(line), Some(condition)) = (line, condition.filter(|text| text.len() <= LONGEST_CONDITION)) {
            steps.insert(PathStep { class: file.name.dotted(), line, condition });
        }
    }
    steps.into_iter().collect()
}

/// In a loop it went both ways.
pub fn goes_both_ways(own: &BTreeSet<Side>, side: &Side) -> bool {
    let other = match side.way {
        BranchWay::On => BranchWay::Jumped,
        BranchWay::Jumped => BranchWay::On,
        BranchWay::To(_) => return false,
    };
    own.contains(&Side { way: other, ..side.clone() })
}

fn line_of(file: &ClassFile, side: &Side) -> Option<u16> {
    decode(file, &file.methods[side.method]).ok()?.line(side.at)
}

/// The text of one test in a class of ours, with what stands above it and the methods that make its objects.
pub fn test_source(contents: &str, name: &str) -> String {
    let mut text = method_source(contents, &format!("void {name}("));
    let mut told = BTreeSet::new();
    while let Some(maker) = maker(&text, &told) {
        let source = method_source(contents, &format!(" {maker}() {{"));
        if !source.is_empty() {
            text = format!("{text}\n\n{source}");
        }
        told.insert(maker);
    }
    text
}

/// A call of a method of the test class, by its name, that was not looked at yet.
fn maker(text: &str, told: &BTreeSet<String>) -> Option<String> {
    let mut calls = text.split(" = make").skip(1).filter_map(|rest| rest.split_once("()"));
    calls.find_map(|(name, _)| Some(format!("make{name}")).filter(|maker| !told.contains(maker)))
}

fn method_source(contents: &str, head: &str) -> String {
    let lines: Vec<&str> = contents.lines().collect();
    let Some(at) = lines.iter().position(|line| line.contains(head)) else { return String::new() };
    let is_above =
        |line: &&&str| line.starts_with("    @") || line.starts_with("    /**") || line.starts_with("     *");
    let above = lines[..at].iter().rev().take_while(is_above).count();
    let below = lines[at..].iter().position(|line| *line == "    }").map_or(lines.len(), |end| at + end + 1);
    let unindented = lines[at - above..below].iter().map(|line| line.strip_prefix("    ").unwrap_or(line));
    unindented.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_test_is_found_among_others() {
        let class = "class T {\n    @Test\n    void one() {\n        f();\n    }\n\n    /** Why. */\n    @Test\n    void oneMore() {\n        g();\n    }\n}\n";
        assert_eq!(test_source(class, "oneMore"), "/** Why. */\n@Test\nvoid oneMore() {\n    g();\n}");
        assert_eq!(test_source(class, "one"), "@Test\nvoid one() {\n    f();\n}");
        assert_eq!(test_source(class, "none"), "");
        let made = "class T {\n    @Test\n    void one() {\n        A a = makeA();\n    }\n\n    private static A makeA() {\n        return new A();\n    }\n}\n";
        assert!(test_source(made, "one").ends_with("\n\nprivate static A makeA() {\n    return new A();\n}"));
    }
}
