//! One finding: where, what, on which input, why it matters, and the test that shows it.

use crate::source::{CodeStep, Frame, Input, Place};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;

/// What is broken. The names are the ids of rules in SARIF and in baselines: they never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rule {
    /// An assertion of the program fails.
    AssertionFails,
    /// A contract does not hold.
    ContractViolated,
    /// An exception that no caller is told to expect.
    UncaughtException,
    /// Null was read through without anybody having passed null.
    NullPointer,
    /// A place outside of an array, a text or a list.
    IndexOutOfBounds,
    /// A cast that fails.
    ClassCast,
    /// Division by zero and the like.
    Arithmetic,
    /// Calls without an end.
    StackOverflow,
    /// A call that does not come back.
    DoesNotEnd,
    /// equals, hashCode or compareTo break what every caller relies on.
    ObjectContract,
    /// A call that must not depend on arguments does.
    SinkReached,
}

impl Rule {
    pub const ALL: [Rule; 11] = [
        Rule::AssertionFails,
        Rule::ContractViolated,
        Rule::UncaughtException,
        Rule::NullPointer,
        Rule::IndexOutOfBounds,
        Rule::ClassCast,
        Rule::Arithmetic,
        Rule::StackOverflow,
        Rule::DoesNotEnd,
        Rule::ObjectContract,
        Rule::SinkReached,
    ];

    /// For SARIF, baselines and `jacana.toml`.
    pub fn id(self) -> &'static str {
        match self {
            Rule::AssertionFails => "assertion-fails",
            Rule::ContractViolated => "contract-violated",
            Rule::UncaughtException => "uncaught-exception",
            Rule::NullPointer => "null-pointer",
            Rule::IndexOutOfBounds => "index-out-of-bounds",
            Rule::ClassCast => "class-cast",
            Rule::Arithmetic => "arithmetic",
            Rule::StackOverflow => "stack-overflow",
            Rule::DoesNotEnd => "does-not-end",
            Rule::ObjectContract => "object-contract",
            Rule::SinkReached => "sink-reached",
        }
    }

    /// One sentence for people who see the rule for the first time.
    pub fn about(self) -> &'static str {
        match self {
            Rule::AssertionFails => "An assertion of the program fails for some input.",
            Rule::ContractViolated => "A method does not keep its contract for some input.",
            Rule::UncaughtException => "A method throws an exception that it does not declare or document.",
            Rule::NullPointer => "A method reads through a null reference.",
            Rule::IndexOutOfBounds => "A method reads or writes outside of an array, a text or a list.",
            Rule::ClassCast => "A cast fails.",
            Rule::Arithmetic => "An arithmetic operation has no result, such as a division by zero.",
            Rule::StackOverflow => "A method calls itself without an end.",
            Rule::DoesNotEnd => "A call does not come back.",
            Rule::ObjectContract => "equals, hashCode or compareTo break the contract of Object or Comparable.",
            Rule::SinkReached => "An argument decides what a sensitive method is called with.",
        }
    }

    /// The rule for an exception, by its class.
    pub fn of_exception(class: &str) -> Rule {
        match class {
            "java.lang.AssertionError" => Rule::AssertionFails,
            "java.lang.NullPointerException" => Rule::NullPointer,
            "java.lang.ArrayIndexOutOfBoundsException"
            | "java.lang.StringIndexOutOfBoundsException"
            | "java.lang.IndexOutOfBoundsException"
            | "java.lang.NegativeArraySizeException" => Rule::IndexOutOfBounds,
            "java.lang.ClassCastException" | "java.lang.ArrayStoreException" => Rule::ClassCast,
            "java.lang.ArithmeticException" => Rule::Arithmetic,
            "java.lang.StackOverflowError" => Rule::StackOverflow,
            _ => Rule::UncaughtException,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// How much speaks for a bug: the order of the report, and the level in SARIF.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Importance {
    /// The program itself says that it is wrong, or no caller could have avoided it.
    Bug,
    /// Valid looking arguments break it.
    Likely,
    /// Perhaps nobody is meant to call it so.
    Possible,
}

impl Importance {
    pub const ALL: [Importance; 3] = [Importance::Bug, Importance::Likely, Importance::Possible];

    pub fn name(self) -> &'static str {
        match self {
            Importance::Bug => "bug",
            Importance::Likely => "likely",
            Importance::Possible => "possible",
        }
    }
}

/// The test that shows the finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReproducingTest {
    /// Below the folder of the scan's tests.
    pub file: String,
    pub name: String,
    /// The test method alone, as it stands in the file.
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub rule: Rule,
    pub importance: Importance,
    /// The class under test, dotted.
    pub class: String,
    /// `withdraw(int,String)`: the method that was called.
    pub method: String,
    /// What happens, in one sentence without a line number.
    pub message: String,
    /// The innermost line of the project's own code.
    pub place: Option<Place>,
    pub stack: Vec<Frame>,
    pub path: Vec<CodeStep>,
    pub inputs: Vec<Input>,
    /// Why it is more than an argument that nobody meant, strongest first.
    pub why: Vec<String>,
    pub test: Option<ReproducingTest>,
    /// See `fingerprint`.
    pub fingerprint: String,
    /// The baseline has it.
    #[serde(default)]
    pub known: bool,
}

impl Finding {
    /// Every line of source that the finding refers to.
    pub(super) fn places(&self) -> impl Iterator<Item = &Place> {
        let frames = self.stack.iter().filter_map(|frame| frame.place.as_ref());
        self.place.iter().chain(self.path.iter().map(|step| &step.place)).chain(frames)
    }

    /// The same for the same cause after lines moved, files were renamed or other inputs were found: rule, class, method, and the
    /// methods of the stack down to the class's own first one. Findings that agree in all that are told apart by `number`.
    pub fn fingerprint(rule: Rule, class: &str, method: &str, thrown_in: &[String], number: usize) -> String {
        let mut hash = Sha256::new();
        for part in [rule.id(), class, method].into_iter().chain(thrown_in.iter().map(String::as_str)) {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        hash.update(number.to_le_bytes());
        hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_depend_on_the_cause() {
        let stack = ["a.B.f".to_string(), "a.B.g".to_string()];
        let one = Finding::fingerprint(Rule::NullPointer, "a.B", "g()", &stack, 0);
        assert_eq!(one, Finding::fingerprint(Rule::NullPointer, "a.B", "g()", &stack, 0));
        for other in [
            Finding::fingerprint(Rule::Arithmetic, "a.B", "g()", &stack, 0),
            Finding::fingerprint(Rule::NullPointer, "a.B", "g(int)", &stack, 0),
            Finding::fingerprint(Rule::NullPointer, "a.B", "g()", &stack[..1], 0),
            Finding::fingerprint(Rule::NullPointer, "a.B", "g()", &stack, 1),
        ] {
            assert_ne!(one, other);
        }
        assert_eq!(one.len(), 16);
    }

    #[test]
    fn every_rule_has_an_id_of_its_own() {
        let ids: std::collections::BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
        assert_eq!(ids.len(), Rule::ALL.len());
    }
}
