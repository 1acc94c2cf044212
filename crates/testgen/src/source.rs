//! Java files that we write, and text inside of them.

use serde::{Deserialize, Serialize};

/// A source file to be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Below the folder of the tests.
    pub path: String,
    pub contents: String,
}

/// Text inside a comment: Java would read unicode escapes and the end of the comment in it.
pub fn comment(line: &str) -> String {
    line.replace("*/", "* /").replace("\\u", "\\ u")
}
