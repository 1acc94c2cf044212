//! What the sources of classes say of exceptions: one that the documentation of a method announces is no bug, but what is expected.

use bytecode::{ClassFile, DottedName};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Words of documentation by which null is a fault of the caller.
const NOT_NULL: [&str; 6] = ["not null", "non-null", "never null", "not be null", "nonnull", "null is not"];

/// Source files, wherever they lie.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Full paths by those below the folders with sources: `package/File.java`.
    files: BTreeMap<String, PathBuf>,
}

impl Sources {
    /// Of files, each with the folder in which it was found.
    pub fn of(files: impl IntoIterator<Item = (PathBuf, PathBuf)>) -> Sources {
        let below = |(folder, file): (PathBuf, PathBuf)| {
            (file.strip_prefix(&folder).unwrap_or(&file).display().to_string(), file)
        };
        Sources { files: files.into_iter().map(below).collect() }
    }

    /// The source file of a class, by the name of the file alone.
    pub fn find(&self, class: &DottedName, file: &str) -> Option<&Path> {
        let package = class.package().replace('.', "/");
        let below = if package.is_empty() { file.to_string() } else { format!("{package}/{file}") };
        let found = self.files.get(&below).map(PathBuf::as_path);
        // A folder above the packages may be the one that was found.
        found.or_else(|| {
            let ending = format!("/{below}");
            self.files.iter().find(|(name, _)| name.ends_with(&ending)).map(|(_, path)| path.as_path())
        })
    }

    /// The comment above a method of a class.
    pub fn comment(&self, class: &ClassFile, name: &str, descriptor: &str) -> Option<String> {
        let method = class.method(name, descriptor)?;
        let source = self.find(&class.name.dotted(), class.source_file.as_deref()?)?;
        let text = fs::read_to_string(source).ok()?;
        match method.code.as_ref().and_then(|code| code.lines.iter().map(|(_, line)| *line).min()) {
            Some(first) => above(&text, first.into()),
            None => above(&text, declaration(&text, name)?),
        }
    }
}

/// The comment above a method; given is the first line with code of it, or its head.
fn above(text: &str, first: usize) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut at = first.checked_sub(1)?.min(lines.len());
    // The head of the method may have several lines; what ends a statement or a body is not of it.
    loop {
        at = at.checked_sub(1)?;
        let line = lines.get(at)?.trim();
        if line.ends_with("*/") {
            break;
        }
        if line.ends_with(';') || line.ends_with('}') && !line.starts_with('@') {
            return None;
        }
    }
    let start = (0..=at).rev().find(|&line| lines[line].contains("/**"))?;
    Some(lines[start..=at].join("\n"))
}

/// The line of a method without code, by its name: an interface has it.
fn declaration(text: &str, name: &str) -> Option<usize> {
    let head = format!(" {name}(");
    let at = text.lines().position(|line| line.contains(&head) && !line.trim_start().starts_with('*'))?;
    Some(at + 1)
}

/// Does a comment speak of the exception, or of null where null was given?
pub fn announces(comment: &str, thrown: &DottedName, gave_null: bool) -> bool {
    let simple = thrown.simple();
    let general = |name: &str| {
        name == "RuntimeException"
            || name == "Exception"
            || simple.ends_with("IndexOutOfBoundsException") && name == "IndexOutOfBoundsException"
    };
    let words: Vec<&str> =
        comment.split(|c: char| c.is_whitespace() || c == '*').filter(|word| !word.is_empty()).collect();
    let throws = words.windows(2).any(|pair| {
        let name = pair[1].rsplit('.').next().unwrap_or(pair[1]).trim_matches(|c: char| !c.is_alphanumeric());
        matches!(pair[0], "@throws" | "@exception") && (name == simple || general(name))
    });
    let lower = words.join(" ").to_lowercase();
    throws || gave_null && NOT_NULL.iter().any(|said| lower.contains(said))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "class A {
    int before;

    /**
     * Half of it.
     *
     * @throws java.lang.ArithmeticException of nothing
     */
    @Deprecated
    int half(
        int a) {
        return 1 / a;
    }

    int other() {
        return 0;
    }
}
";

    #[test]
    fn the_comment_above_a_method_is_its_own() {
        let comment = above(TEXT, 12).expect("a comment");
        assert!(comment.trim_start().starts_with("/**") && comment.ends_with("*/"), "{comment}");
        assert_eq!((above(TEXT, 16), declaration(TEXT, "other")), (None, Some(15)));
        let announced = |name: &str| announces(&comment, &DottedName::new(name), false);
        assert!(announced("java.lang.ArithmeticException") && !announced("java.lang.NullPointerException"));
    }

    #[test]
    fn general_words_announce_what_is_special() {
        let bounds = "/** @throws IndexOutOfBoundsException if there is none */";
        assert!(announces(bounds, &DottedName::new("java.lang.ArrayIndexOutOfBoundsException"), false));
        let null = "/** @param a is not null */";
        let thrown = DottedName::new("java.lang.NullPointerException");
        assert!(announces(null, &thrown, true) && !announces(null, &thrown, false));
    }
}
