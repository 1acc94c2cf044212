//! `--against`: tests of one version of a class on another version. A test that fails there, twice in the same way, shows a change that callers notice.

use crate::choice::Proposed;
use crate::junit::{self, Tested, TestedKind};
use crate::ways::Walker;
use bytecode::{DottedName, SearchPath};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Which version tests were written for; they were run on the other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Version {
    Old,
    New,
}

/// The other version of the classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Other {
    pub class_path: SearchPath,
    /// Which one the tests are of.
    pub tests_of: Version,
}

/// A test that passes on the version that it was written for, and fails on the other one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub tests_of: Version,
    /// `withdraw(int)`
    pub method: String,
    /// What is special about the case, as Java.
    pub condition: Option<String>,
    pub test: String,
    pub how: Difference,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Difference {
    /// The other version has no such method or class.
    Missing(String),
    /// What the test says there.
    Fails(String),
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (own, other) = match self.tests_of {
            Version::Old => ("old", "new"),
            Version::New => ("new", "old"),
        };
        let condition = self.condition.as_ref().map(|condition| format!(" if {condition}"));
        let condition = condition.unwrap_or_default();
        match &self.how {
            Difference::Missing(why) => write!(f, "changed: {}: not in the {other} version: {why}", self.method)?,
            Difference::Fails(why) => {
                let whole = match why.as_str() {
                    "expected true" => "expected true but was false",
                    "expected false" => "expected false but was true",
                    why => why,
                };
                let said =
                    whole.replace("expected ", &format!("{own}: ")).replace(" but was ", &format!(", {other}: "));
                let said = said.replace(" but nothing was thrown", &format!(", {other}: nothing thrown"));
                let said = if said == *why { format!("{other}: {why}") } else { said };
                write!(f, "changed: {}{condition}: {said}", self.method)?;
            }
        }
        write!(f, " ({})", self.test)
    }
}

/// The changes that tests show on the other version.
pub fn shown(
    walker: &Walker,
    other: &Other,
    package: &str,
    methods: &[Tested],
    tests: &[Proposed],
) -> Result<Vec<Change>, String> {
    if tests.is_empty() {
        return Ok(Vec::new());
    }
    let sources: Vec<(String, String)> = tests
        .iter()
        .enumerate()
        .map(|(number, one)| {
            let name = format!("JacanaCompare{number}");
            let source = junit::test_class(package, &name, "", methods, &[&one.test]);
            (format!("{}.java", DottedName::in_package(package, &name).internal()), source.contents)
        })
        .collect();
    let first = walker.suite(&sources, &other.class_path)?;
    let failed: Vec<(String, String)> =
        sources.into_iter().filter(|(path, _)| first.get(name_of(path)).is_some_and(|said| said != "passed")).collect();
    // What fails otherwise the second time fails by chance.
    let second = if failed.is_empty() { BTreeMap::new() } else { walker.suite(&failed, &other.class_path)? };
    let mut changes = Vec::new();
    for (number, one) in tests.iter().enumerate() {
        let name = format!("JacanaCompare{number}");
        let (Some(said), Some(again)) = (first.get(&name), second.get(&name)) else { continue };
        let how = match said.split_once(' ') {
            Some(("failed", why)) if said == again => Difference::Fails(why.into()),
            Some(("uncompiled", why)) if said == again => Difference::Missing(why.into()),
            _ => continue,
        };
        let tested = &methods[one.test.tested];
        let condition = one.test.display.as_ref().and_then(|display| display.split_once(": "));
        changes.push(Change {
            tests_of: other.tests_of,
            method: shown_method(tested),
            condition: condition.map(|(_, condition)| condition.to_string()),
            test: one.test.name.clone(),
            how,
        });
    }
    Ok(changes)
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path).trim_end_matches(".java")
}

fn shown_method(tested: &Tested) -> String {
    let types: Vec<String> = tested.types.iter().map(junit::shown_type).collect();
    let name = match tested.kind {
        TestedKind::Constructor => crate::condition::simple(&tested.class),
        TestedKind::Static | TestedKind::Instance => tested.name.clone(),
    };
    format!("{name}({})", types.join(", "))
}
