//! How a test ends and gets there, as data: exceptions with their stacks, branches with their conditions.

use bytecode::DottedName;
use serde::{Deserialize, Serialize};

/// A line of a stack trace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackFrame {
    pub class: DottedName,
    pub method: String,
    pub file: Option<String>,
    pub line: Option<u32>,
    /// Whether it is code of the JDK.
    pub is_jdk: bool,
}

impl StackFrame {
    /// `jdk CLASS METHOD FILE LINE` or `own ...`, where FILE and LINE may be `-`; a name of a file has no spaces that matter.
    pub fn read(line: &str) -> Option<StackFrame> {
        let (owner, rest) = line.split_once(' ')?;
        let (class, rest) = rest.split_once(' ')?;
        let (method, rest) = rest.split_once(' ')?;
        let (file, number) = rest.rsplit_once(' ')?;
        Some(StackFrame {
            class: DottedName::new(class),
            method: method.into(),
            file: (file != "-").then(|| file.into()),
            line: number.parse().ok(),
            is_jdk: owner == "jdk",
        })
    }
}

/// An exception that left the method.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ThrownException {
    pub class: DottedName,
    pub message: String,
    /// Down to the method under test, the innermost frame first.
    pub stack: Vec<StackFrame>,
}

/// A branch that the test takes, always the same way.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PathStep {
    pub class: DottedName,
    pub line: u16,
    /// What holds there, as Java.
    pub condition: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_with_and_without_a_place() {
        let frame = StackFrame::read("own a.B$C <init> My File.java 12").expect("a frame");
        assert_eq!((&*frame.class, &*frame.method, frame.file.as_deref()), ("a.B$C", "<init>", Some("My File.java")));
        assert_eq!((frame.line, frame.is_jdk), (Some(12), false));
        let native = StackFrame::read("jdk java.lang.Object wait - -").expect("a frame");
        assert_eq!((native.file, native.line, native.is_jdk), (None, None, true));
        assert_eq!(StackFrame::read("own a.B"), None);
    }
}
