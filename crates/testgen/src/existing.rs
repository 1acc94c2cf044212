//! Tests that are there already: what they cover and notice is not written again. Each runs like a candidate, by a small class around it.

use crate::choice::Proposed;
use crate::trial::{Covered, Happened, MutantId, Noticed, Part, Tried};
use bytecode::{ClassFile, ClassName, DottedName, SearchPath, access, annotated};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Tests of one class that are run.
const MOST: usize = 200;
/// Of annotations that mark a test, whichever framework they are of.
const TEST: &str = "Test";
/// What tests extend that need no mark.
const TEST_CASE: &str = "junit/framework/TestCase";

/// A suite of somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Existing {
    /// Its classes, and the framework that they are written for.
    pub class_path: SearchPath,
    pub tests: Vec<ExistingTest>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExistingTest {
    pub class: DottedName,
    pub method: String,
    /// Classes that its class speaks of.
    pub mentions: Vec<ClassName>,
}

/// The tests in a class file.
pub fn tests(file: &ClassFile) -> Vec<ExistingTest> {
    let marks = annotated(file).methods;
    let is_case = file.super_name.as_ref().is_some_and(|above| &**above == TEST_CASE);
    if file.access & (access::ABSTRACT | access::INTERFACE) != 0 {
        return Vec::new();
    }
    let is_test = |at: usize| {
        let method = &file.methods[at];
        let is_marked = marks.get(at).is_some_and(|marks| marks.method.iter().any(|mark| mark == TEST));
        &*method.descriptor == "()V" && (is_marked || is_case && method.name.starts_with("test"))
    };
    let found: Vec<usize> = (0..file.methods.len()).filter(|&at| is_test(at)).collect();
    let mentions = if found.is_empty() { Vec::new() } else { replay::driver::mentions(file).into_iter().collect() };
    let test = |at: usize| ExistingTest {
        class: file.name.dotted(),
        method: file.methods[at].name.to_string(),
        mentions: mentions.clone(),
    };
    found.into_iter().map(test).collect()
}

/// A test as a candidate: the name of the class around it, and its source.
pub struct Wrapped {
    pub name: String,
    pub source: String,
}

impl Existing {
    /// Those that speak of a class.
    pub fn wrapped(&self, class: &ClassName, package: &str) -> Vec<Wrapped> {
        let of_class = self.tests.iter().filter(|test| test.mentions.contains(class)).take(MOST);
        let wrapped = of_class.enumerate().map(|(at, test)| {
            let name = format!("JacanaExisting{at}");
            let head = if package.is_empty() { String::new() } else { format!("package {package};\n\n") };
            let source = format!(
                "{head}final class {name} {{\n    static final String[] NAMES = {{}};\n    static final Class<?>[] TYPES = {{}};\n    \
                 static final Class<?> RESULT = null;\n    static String made = \"\";\n    static Object[] objects = {{}};\n    \
                 static Object[] run(boolean acts) throws Throwable {{\n        if (acts) {{\n            \
                 jacana.trial.Existing.run(\"{}\", \"{}\");\n        }}\n        return new Object[] {{{name}.class, objects}};\n    }}\n}}\n",
                test.class, test.method
            );
            Wrapped { name, source }
        });
        wrapped.collect()
    }
}

/// What existing tests do already.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// Tests that pass twice, by the names of the classes around them, and what each covers.
    pub passed: Vec<(String, Covered)>,
    /// All that they cover and notice.
    pub parts: Covered,
}

impl Done {
    /// Those that return both times.
    pub fn of(wrapped: &[Wrapped], first: &BTreeMap<String, Tried>, second: &BTreeMap<String, Tried>) -> Done {
        let returns =
            |tried: Option<&Tried>| tried.is_some_and(|tried| matches!(tried.happened, Happened::Returned { .. }));
        let passing = wrapped.iter().filter(|one| returns(first.get(&one.name)) && returns(second.get(&one.name)));
        let passed: Vec<(String, Covered)> =
            passing.filter_map(|one| Some((one.name.clone(), first.get(&one.name)?.covered.clone()))).collect();
        let parts = passed.iter().flat_map(|(_, covered)| covered.iter().cloned()).collect();
        Done { passed, parts }
    }

    /// They fail on these mutants.
    pub fn notice(&mut self, by: &[BTreeMap<MutantId, Noticed>]) {
        let noticed = by.iter().flatten().filter(|(_, how)| **how == Noticed::Always);
        self.parts.extend(noticed.map(|(mutant, _)| Part::Mutant(*mutant)));
    }

    pub fn probes(&self) -> BTreeSet<u32> {
        let probe = |part: &Part| if let Part::Probe(number) = part { Some(*number) } else { None };
        self.parts.iter().filter_map(probe).collect()
    }

    pub fn mutants(&self) -> BTreeSet<MutantId> {
        let mutant = |part: &Part| if let Part::Mutant(mutant) = part { Some(*mutant) } else { None };
        self.parts.iter().filter_map(mutant).collect()
    }

    /// Whether a test that could be written says something that these do not: a suspicion does.
    pub fn wants(&self, one: &Proposed) -> bool {
        self.passed.is_empty() || one.sort.is_suspect() || !one.covered.is_subset(&self.parts)
    }
}
